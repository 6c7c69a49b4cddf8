import { expect, type Page } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, listening, settled } from '../support/screens'

const brand = '/tenants/tenant_hoshi/brands/brand_aoi'
const open = async (page: Page, path: string, user: Parameters<typeof choose>[1]['user'] = 'owner', scenario = '') => {
  await choose(page, { user, scenario })
  await page.goto(path)
}

test.describe('the guard of pages under /tenants/[tenantId]', () => {
  test('shows the loading view while it is not known who somebody is', async ({ page }) => {
    await open(page, `${brand}/plans`, 'owner', 'meLoading')
    await expect(page.getByText('認証情報を確認しています')).toBeVisible()
    await expect(page.getByRole('status', { name: '読み込み中' })).toBeVisible()
  })

  test('leads somebody who is not signed in to the login and back', async ({ page }) => {
    await choose(page, { user: 'nobody' })
    await page.goto(`${brand}/plans?status=draft`)
    await expect(page).toHaveURL(/\/login\?redirect_to=/)
    expect(new URL(page.url()).searchParams.get('redirect_to')).toBe(`${brand}/plans?status=draft`)
    await listening(page)
    await page.getByLabel('メールアドレス').fill('owner@hoshi.test')
    await page.getByLabel('パスワード', { exact: true }).fill('tsudoi-demo')
    await page.getByRole('button', { name: 'ログインする' }).click()
    await expect(page).toHaveURL(`${brand}/plans?status=draft`)
  })

  test('adds no way back outside /tenants/', async ({ page }) => {
    await open(page, '/operator/tenants', 'nobody')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('keeps the language on the way', async ({ page }) => {
    await open(page, `/en${brand}/plans`, 'nobody')
    await expect(page).toHaveURL(/\/en\/login\?redirect_to=/)
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test('shows the page to somebody of the club', async ({ page }) => {
    await open(page, `${brand}/plans`)
    await expect(page.getByRole('heading', { level: 1, name: 'プラン' })).toBeVisible()
  })

  test('shows the clubs to choose from to somebody of another club', async ({ page }) => {
    await open(page, `${brand}/plans`, 'owner', 'denied')
    await expect(page.getByRole('heading', { name: 'ページを表示できません' })).toBeVisible()
    await expect(page.getByText('アクセスするファンクラブを選んでください。')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Tsuki Club' })).toHaveAttribute(
      'href',
      '/tenants/tenant_tsuki',
    )
  })

  test('offers a new club to somebody without one, and another account', async ({ page }) => {
    await open(page, brand, 'newcomer')
    await expect(page.getByText('アクセスできるファンクラブがありません。')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'ファンクラブを開設する' })).toHaveAttribute(
      'href',
      '/tenants/new',
    )
    await page.getByRole('contentinfo').or(page.locator('footer')).getByRole('link', { name: 'ログイン' }).click()
    await expect(page).toHaveURL(/\/login/)
  })

  test('takes a failing me.get for somebody without clubs, and says nothing', async ({ page }) => {
    await open(page, brand, 'owner', 'meFailing')
    await expect(page.getByText('アクセスできるファンクラブがありません。')).toBeVisible()
  })
})

test('the loading view is static: it stands in the page before any script runs', async ({ request }) => {
  expect(await (await request.get(`${brand}/plans`)).text()).toContain('認証情報を確認しています')
  expect(await (await request.get(`/en${brand}/plans`)).text()).toContain('Checking authentication information')
})

test('what breaks on rendering ends at the error screen, which loads the origin again', async ({ page }) => {
  await open(page, `${brand}/plans/plan_seiza`, 'owner', 'broken')
  await expect(page.getByText('Ooops, something went wrong :(')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('tsudoi-mock-scenario', ''))
  const refresh = page.getByRole('link', { name: 'Refresh' })
  await expect(refresh).toHaveAttribute('href', '/')
})

test('the groups of the sidebar are collapsed at first and remembered', async ({ page }) => {
  await open(page, brand)
  const menu = page.getByRole('navigation', { name: '主なメニュー' })
  const group = menu.getByRole('button', { name: 'ファンクラブ', exact: true })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(menu.getByRole('link', { name: 'プラン' })).toHaveCount(0)
  for (const name of ['グッズ', 'ファン'])
    await expect(menu.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'false')
  await group.click()
  await menu.getByRole('link', { name: 'プラン' }).click()
  await expect(page).toHaveURL(/\/plans$/)
  await page.reload()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link', { name: 'プラン' })).toHaveAttribute('aria-current', 'page')
})

test('the colour mode is light, whatever the system says, and chosen for one year', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, brand)
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'light')
  const now = Date.now() / 1000
  await page.getByRole('button', { name: '暗い配色にする' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
  const cookie = (await context.cookies()).find(({ name }) => name === 'tsudoi-color-mode')
  expect(cookie).toMatchObject({ value: 'dark', sameSite: 'Lax', path: '/' })
  expect(Math.abs((cookie?.expires ?? 0) - now - 31_536_000)).toBeLessThan(60)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
})

test('the command palette opens by the keyboard, finds and goes', async ({ page }) => {
  await open(page, brand)
  await settled(page)
  await page.keyboard.press('Control+k')
  // Pages have boxes of their own to choose from.
  const box = page.getByRole('dialog').getByRole('combobox')
  await expect(box).toBeFocused()
  await box.fill('プロフィール')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a setting is found by what is written there, and the palette leads to its field', async ({ page }) => {
  await open(page, brand)
  await settled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('郵便')
  await expect(palette.getByRole('option', { name: /^ご依頼主の住所/ })).toBeVisible()
  await palette.getByRole('option', { name: /^特定商取引法に基づく表記.*プロフィール$/ }).click()
  await expect(page).toHaveURL(/\/profile#legalNotice$/)
  await expect(page.getByRole('textbox', { name: /^特定商取引法に基づく表記/ })).toBeFocused()

  // Those of the bell have no page: they open, and are found again once they are closed.
  for (let round = 0; round < 2; round++) {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('通知')
    await palette.getByRole('option', { name: /^メールの設定/ }).click()
    await expect(page).toHaveURL(new RegExp(`${brand}$`))
    const mails = page.getByRole('dialog', { name: 'メールの設定' })
    await expect(mails.getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(mails).toHaveCount(0)
  }
})

test('a question mark lists the shortcuts, but is a letter where somebody types, and nothing where letters are off', async ({
  page,
}) => {
  await open(page, `${brand}/plans`)
  await settled(page)
  const list = page.getByRole('dialog', { name: 'キーボードの操作' })
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('?')
  await expect(search).toHaveValue('?')
  await expect(list).toHaveCount(0)
  await search.fill('')
  await search.blur()
  await page.keyboard.press('?')
  await expect(list.getByText('次の行へ')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('キーボード')
  await page.keyboard.press('Enter')
  await list.getByRole('link', { name: 'アカウントへ' }).click()
  await page.getByLabel('一覧を文字のキーで操作する').uncheck()
  await page.keyboard.press('?')
  await expect(list).toHaveCount(0)
})

test('the language changes in place and keeps the address', async ({ page }) => {
  await open(page, `${brand}/plans?status=draft`)
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page).toHaveURL(`/en${brand}/plans?status=draft`)
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await page.getByRole('button', { name: '日本語' }).click()
  await expect(page).toHaveURL(`${brand}/plans?status=draft`)
})

test('the brand is switched and signing out ends at the login', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/plans`)
  await page.getByRole('button', { name: /ブランドを切り替える/ }).click()
  await page.getByRole('menuitem', { name: /Luna/ }).click()
  await expect(page).toHaveURL('/tenants/tenant_tsuki/brands/brand_luna')
  await page.getByRole('button', { name: 'アカウント' }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('on a phone the sidebar is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, brand)
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  const drawer = page.getByRole('dialog', { name: '主なメニュー' })
  await drawer.getByRole('button', { name: 'ファンクラブ', exact: true }).click()
  await drawer.getByRole('link', { name: 'プラン' }).click()
  await expect(page).toHaveURL(/\/plans$/)
  await expect(drawer).toHaveCount(0)
})

test('the skip link leads past the menu', async ({ page }) => {
  await open(page, brand)
  await settled(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '本文へ移動' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('the command palette finds plans, fans and members by name, with what can be done to them, and nothing twice', async ({
  page,
}) => {
  await open(page, brand)
  await settled(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const there = (name: RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'ファンクラブの一覧' })).toHaveCount(1)
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const top = (await dialog.boundingBox())?.y
  await page.getByRole('combobox').fill('彗星')
  await expect(dialog.getByRole('option', { name: /^彗星プラン（年払い）\s*公開中・/ })).toBeVisible()
  // The upper edge stays where it was, however much is found.
  expect((await dialog.boundingBox())?.y).toBe(top)
  await dialog.getByRole('option', { name: /彗星プラン（年払い） › アーカイブ/ }).click()
  await expect(page).toHaveURL(`${brand}/plans/plan_suisei/archive`)
  // The address is there before its page, whose palette it is.
  await there(/アーカイブ/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('鈴木')
  await dialog.getByRole('option', { name: /鈴木 陽菜.*101/ }).click()
  await expect(page).toHaveURL(`${brand}/fans/fan_mock_1`)
  await there(/鈴木/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('A-1238')
  await dialog.getByRole('option', { name: /A-001238/ }).click()
  await expect(page).toHaveURL(`${brand}/orders/order_mock_2`)
  await there(/^注文 A-/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('鈴木')
  await dialog
    .getByRole('option', { name: /staff\d+@aoi\.test/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/tenants\/tenant_hoshi\?q=/)
})

test('below 1024 px the sidebar is the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await open(page, brand)
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主なメニュー' })).toHaveCount(0)
})

test('breadcrumbs name the club and the plan, and the closed group of the page is marked', async ({ page }) => {
  await open(page, `${brand}/plans/plan_seiza/archive`)
  const crumbs = page.getByRole('navigation', { name: '現在の位置' })
  await expect(crumbs).toContainText('Hoshi Club')
  await expect(crumbs.getByRole('link', { name: '星座プラン' })).toHaveAttribute('href', `${brand}/plans/plan_seiza`)
  const group = page.getByRole('button', { name: 'ファンクラブ', exact: true })
  // It is unfolded until somebody closes it.
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(group).toHaveAttribute('aria-current', 'true')
})

test('operators land on what is due, and go on from there', async ({ page }) => {
  await open(page, '/', 'operator')
  await expect(page).toHaveURL('/operator')
  await page.getByRole('link', { name: /修正が届いた開設申請/ }).click()
  await expect(page).toHaveURL('/operator/tenants?status=submitted')
})

test('the home of an operator names the three most urgent disputes, and one press leads to each', async ({ page }) => {
  await open(page, '/operator', 'operator')
  const urgent = page.getByRole('complementary').getByRole('listitem')
  await expect(urgent).toHaveCount(3)
  await expect(urgent.first()).toContainText('Hoshi Club')
  await expect(urgent.first()).toContainText('¥4,800')
  await expect(urgent.first()).toContainText('提出期限')
  await urgent.nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/operator/disputes?disputeId=dispute_mock_1')
  const one = page.getByRole('dialog', { name: /^注文L-000091.*照会/ })
  await expect(one).toContainText('dp_1QmockDispute1')
  await one.getByRole('button', { name: '閉じる' }).click()
  await expect(page).toHaveURL('/operator/disputes')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(15)
})

test('a page that is closed to one’s role says so in place of its body, and its own pages do', async ({ page }) => {
  await open(page, `${brand}/orders`, 'editor')
  const main = page.locator('main')
  await expect(main.getByRole('alert')).toContainText('表示する権限がありません')
  await expect(main.getByRole('heading', { level: 1, name: '注文' })).toBeVisible()
  // Nothing of it stands around, to be pressed in vain.
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  await page.goto(`${brand}/revenue/2026-09`)
  await expect(main.getByRole('alert')).toContainText('表示する権限がありません')
  await page.goto(`${brand}/goods`)
  await expect(main.getByRole('alert')).toHaveCount(0)
})

test('the command palette finds pages by their readings, events by their names, and the contents of a month', async ({
  page,
}) => {
  await open(page, brand)
  await settled(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const box = page.getByRole('combobox')
  await box.fill('ukeru')
  await expect(dialog.getByRole('option', { name: '受け取りデスク' })).toBeVisible()
  await expect(dialog.getByRole('option', { name: '注文' })).toHaveCount(0)
  await box.fill('ちゅうもん')
  await expect(dialog.getByRole('option', { name: '注文' })).toBeVisible()
  await box.fill('設定')
  for (const name of ['プロフィール', '振込先口座', 'アカウント'])
    await expect(dialog.getByRole('option', { name, exact: true })).toBeVisible()
  await box.fill('tsukaikata')
  await expect(dialog.getByRole('option', { name: 'ヘルプ' })).toBeVisible()
  await box.fill('弾き語り')
  await expect(dialog.getByRole('option', { name: /^弾き語りの夜（第57回）\s*公開中・/ })).toBeVisible()
  await box.fill('news November')
  await expect(dialog.getByRole('option', { name: /11月の制作ノート\s*お知らせ・11\// })).toBeVisible()
  await box.fill('ピッキング')
  await dialog.getByRole('option', { name: 'ピッキングリスト' }).click()
  await expect(page).toHaveURL(`${brand}/orders/pick-list`)
})

test('help stands beside every screen, and the command palette finds its articles in both languages and in kana', async ({
  page,
}) => {
  await open(page, `${brand}/revenue/2026-09`)
  await settled(page)
  const beside = page.getByRole('link', { name: 'この画面のヘルプ' })
  await expect(beside).toHaveAttribute('href', '/help/taxes')
  await expect(beside).toHaveAttribute('target', '_blank')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  for (const q of ['返金', 'refund', 'henkin']) {
    await dialog.getByRole('combobox').fill(q)
    await expect(dialog.getByRole('option', { name: /^返金する\s*ヘルプの記事$/ })).toBeVisible()
  }
  await dialog.getByRole('option', { name: /^返金する\s*ヘルプの記事$/ }).click()
  await expect(page).toHaveURL('/help/refunds')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('返金する')
  const picture = page.locator('main img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1120)
})
