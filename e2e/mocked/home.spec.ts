import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, settled } from '../support/screens'

const brand = '/tenants/tenant_hoshi/brands/brand_aoi'

test('what waits leads to its list, narrowed to what was counted', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(brand)
  await page.getByRole('link', { name: /お支払いが滞っている会員/ }).click()
  await expect(page).toHaveURL(`${brand}/subscribers?tab=atRisk`)
  await page.goBack()
  await page.getByRole('link', { name: /在庫が少ないグッズ/ }).click()
  await expect(page).toHaveURL(`${brand}/goods?stock=low`)
})

test('the bell says what is new, leads there, and is set to mails', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(brand)
  await page.getByRole('button', { name: 'お知らせ（新着3件）' }).click()
  const panel = page.getByRole('dialog', { name: 'お知らせ' })
  await expect(panel.getByText('新着', { exact: true })).toHaveCount(3)
  await expect(panel.getByRole('link', { name: /^コメントがついたコンテンツ.*コメント 3件$/ }).first()).toBeVisible()
  await panel.getByRole('button', { name: 'メールの設定' }).click()
  const settings = page.getByRole('dialog', { name: 'メールの設定' })
  await settings.getByLabel('新しい会員').check()
  await settings.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('メールの設定を保存しました')).toBeVisible()
  await settings.getByRole('button', { name: 'お知らせに戻る' }).click()
  await panel
    .getByRole('link', { name: /新しい注文/ })
    .first()
    .click()
  await expect(page).toHaveURL(`${brand}/orders/order_mock_2`)
})

test('a file of fans is asked for by the filter on the screen, and may be loaded down', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(`${brand}/fans?segment=subscriber`)
  await page.getByRole('button', { name: 'CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'ファンを書き出す' })
  await dialog.getByRole('combobox').selectOption('sjis')
  await dialog.getByRole('button', { name: '書き出す', exact: true }).click()
  await expect(page.getByText('書き出しを始めました')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^ダウンロード: aoi-fans-/ })).toBeVisible()
})

test('a brand is closed by typing its name, and not before', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi')
  await page.getByRole('button', { name: 'ブランドを閉鎖する: 葵 — AOI' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'ブランドを閉鎖する', exact: true })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(/入力してください/).fill('葵 — AOI')
  await confirm.click()
  await expect(page.getByText('閉鎖の手続きを始めました')).toBeVisible()
})

test('what fans did leads there, loves of one content are one line, and more comes by pressing', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto(brand)
  await expect(page.getByRole('link', { name: /ほか2人が「初雪の便り」にいいねしました/ })).toHaveAttribute(
    'href',
    `${brand}/contents/content_10`,
  )
  const joined = page.getByRole('link', { name: /に入会しました/ })
  await expect(joined).toHaveCount(2)
  await page.getByRole('button', { name: 'もっと前を見る' }).click()
  await expect(joined).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'もっと前を見る' })).toHaveCount(0)
  await joined.first().click()
  await expect(page).toHaveURL(`${brand}/subscribers/subscription_mock_0`)
})

test('while the way to a first member is open, nobody is told that nothing is to be done', async ({ page }) => {
  await choose(page, { user: 'owner', scenario: 'empty' })
  await page.goto(brand)
  await expect(page.getByRole('heading', { name: '最初の会員を迎えるまで' })).toBeVisible()
  await expect(page.getByText('いま必要な作業はありません。')).toHaveCount(0)
})

test('on the way to a first member each page of the brand says what comes next, until it is put aside', async ({
  page,
}) => {
  await choose(page, { user: 'owner', scenario: 'empty' })
  await page.goto(brand)
  const way = page.getByRole('list').filter({ has: page.getByRole('link', { name: /振込口座を登録する/ }) })
  await way.getByRole('link', { name: /プロフィールを整える/ }).click()
  await expect(page).toHaveURL(new RegExp(`${brand}/profile`))
  const next = page.getByRole('navigation', { name: '最初の会員を迎えるまで' }).getByRole('link')
  await expect(next).toContainText('2 / 7')
  await page.getByRole('link', { name: 'ダッシュボード' }).click()
  await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor()
  await page.reload()
  await expect(next).toContainText('次は「プロフィールを整える」')
  await next.click()
  await expect(page).toHaveURL(`${brand}/profile#icon`)
  await page.goto(brand)
  await page.getByRole('button', { name: '表示しない' }).click()
  await page.getByRole('link', { name: 'ダッシュボード' }).click()
  await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor()
  await expect(next).toHaveCount(0)
})

test('the way to a first member says how far one is, leads on, and is put aside', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose(page, { user: 'owner', scenario: 'empty' })
  await page.goto(brand)
  await expect(page.getByText('7つのうち2つできました')).toBeVisible()
  // Of the profile only what it lacks is asked for, and the first of it is where the link leads.
  const profile = page.getByRole('link', { name: /プロフィールを整える/ })
  await expect(profile).toContainText('あと、アイコン、紹介文を用意します。')
  await expect(profile).toHaveAttribute('href', `${brand}/profile#icon`)
  // What stands on the way is no card as well.
  await expect(page.getByRole('link', { name: /^アイコンを設定する/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /最初のコンテンツを公開する/ })).toHaveAttribute(
    'href',
    `${brand}/contents/new?type=news`,
  )
  // Sharing is done once the address was copied, and stays so.
  await page.getByRole('button', { name: /アドレス.*コピー/ }).click()
  await expect(page.getByText('7つのうち3つできました')).toBeVisible()
  await page.reload()
  await expect(page.getByText('7つのうち3つできました')).toBeVisible()
  await page.getByRole('button', { name: '表示しない' }).click()
  await expect(page.getByText('7つのうち3つできました')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /アイコンを設定する/ })).toBeVisible()
})

const tops = async (page: Page, names: readonly string[]) => {
  const boxes = await Promise.all(names.map((name) => page.getByRole('heading', { name, exact: true }).boundingBox()))
  return boxes.map((box) => Math.round(box?.y ?? -1))
}

const homes = [
  { whose: 'of a brand', path: brand, user: 'owner' as const, below: ['やること', 'これからの予定'] },
  { whose: 'of the platform', path: '/operator', user: 'operator' as const, below: ['クラブ'] },
]
for (const { whose, path, user, below } of homes) {
  for (const width of [1280, 390]) {
    test(`nothing moves at ${width} px when the home ${whose} has come, if it was seen before`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await choose(page, { user })
      await page.goto(path)
      await settled(page)
      const figures = await page.locator('main dl dt').allTextContents()
      const there = await tops(page, below)
      await page.evaluate(() => localStorage.setItem('tsudoi-mock-scenario', 'loading'))
      await page.reload()
      await page.getByRole('heading', { name: below[0] ?? '', exact: true }).waitFor()
      expect(await page.locator('main dl dt').allTextContents()).toEqual(figures)
      const waiting = await tops(page, below)
      for (const [n, top] of there.entries()) expect(Math.abs((waiting[n] ?? -1) - top)).toBeLessThanOrEqual(2)
    })
  }
}

test('closing has one look and one name for a brand and for the club, from the page to the last press', async ({
  page,
}) => {
  await choose(page, { user: 'owner' })
  await page.goto('/tenants/tenant_hoshi')
  const ofBrand = page.getByRole('button', { name: 'ブランドを閉鎖する: 葵 — AOI' })
  const ofClub = page.getByRole('button', { name: 'クラブを閉鎖する' })
  const look = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(ofBrand).toHaveText('ブランドを閉鎖する')
  expect(await look(ofClub)).toBe(await look(ofBrand))
  await ofClub.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'クラブを閉鎖する' })).toBeVisible()
})
