import { expect, type Page } from '@playwright/test'
import { callsOf, test } from '../support/mocked'
import { askForBankFile, choose, listening, settled } from '../support/screens'

const plans = '/tenants/tenant_hoshi/brands/brand_aoi/plans'
const open = async (page: Page, path: string, scenario = '', user: Parameters<typeof choose>[1]['user'] = 'owner') => {
  await choose(page, { user, scenario })
  await page.goto(path)
  await settled(page)
}
const name = (page: Page) => page.getByLabel(/^プラン名/)

test('a press that cannot go on focuses the first wrong field, free of both bars, and says how many there are', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await open(page, `${plans}/new`)
  await page.getByLabel(/^説明/).fill('毎月の手紙')
  await page.mouse.wheel(0, 2_000)
  await page.getByRole('button', { name: '公開する' }).click()
  await expect(name(page)).toBeFocused()
  await expect(page.getByText('直すところが2か所あります')).toBeVisible()
  const field = await name(page).boundingBox()
  const bar = await page.getByRole('button', { name: '下書きを保存' }).boundingBox()
  expect(field && field.y > 56).toBe(true)
  expect(field && bar && field.y + field.height < bar.y).toBe(true)
  // The value is missing, not malformed.
  await expect(page.getByText('入力してください')).toHaveCount(2)
})

test('an error goes as soon as the value is right, and the name is asked for by publishing alone', async ({ page }) => {
  await open(page, `${plans}/new`)
  await page.getByLabel(/^説明/).fill('毎月の手紙')
  await page.getByRole('button', { name: '公開する' }).click()
  const price = page.getByLabel(/^価格/)
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.pressSequentially('1500')
  await expect(price).not.toHaveAttribute('aria-invalid', 'true')
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '下書きを保存' }).click()
  await expect(page.getByText('下書きを保存しました')).toBeVisible()
})

test('an address without a scheme gets one', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/profile')
  await page.getByRole('button', { name: /リンクを追加/ }).click()
  const added = page.getByRole('textbox', { name: 'リンク 3' })
  await added.fill('example.com/news')
  await added.blur()
  await expect(added).toHaveValue('https://example.com/news')
})

test('Control S saves', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  await name(page).fill('星座プラン 改')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('保存しました')).toBeVisible()
  await expect(page.getByRole('link', { name: '公開ページを見る' })).toHaveAttribute('href', '/fc/aoi/plans/plan_seiza')
  await expect(page.getByRole('button', { name: 'アドレスをコピー' })).toBeVisible()
})

test('a reload keeps what was typed, and nobody else is shown it', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  await name(page).fill('星座プラン 改')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(name(page)).toHaveValue('星座プラン 改')
  await expect(page.getByText('保存していない変更があります')).toBeVisible()
  await page.getByRole('button', { name: '変更を破棄' }).click()
  await page.reload()
  await expect(name(page)).toHaveValue('星座プラン')
})

test('the steps of a form are in the address: back and reload keep what was typed', async ({ page }) => {
  await open(page, `${plans}/plan_seiza/archive`)
  const next = page.getByRole('button', { name: '次へ' })
  await next.click()
  await expect(page).toHaveURL(/step=2/)
  // The address comes before the step: a press meanwhile is still one of the step before.
  await expect(page.locator('[aria-current=step]')).toContainText('2')
  await next.click()
  await page.getByLabel(/^お知らせの文章/).fill('ありがとうございました。')
  await page.goBack()
  await expect(page).toHaveURL(/step=2/)
  await page.goForward()
  await expect(page.getByLabel(/^お知らせの文章/)).toHaveValue('ありがとうございました。')
  await page.reload()
  await expect(page.getByLabel(/^お知らせの文章/)).toHaveValue('ありがとうございました。')
})

test('a form that the reader may not change is a page to read', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`, 'moderator')
  await expect(page.getByText('毎月の限定動画').first()).toBeVisible()
  await expect(page.locator('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText(/\/ 80文字/)).toHaveCount(0)
})

test('without a connection a save waits, says so, and is done when there is one', async ({ page, context }) => {
  await open(page, `${plans}/plan_seiza`)
  await name(page).fill('星座プラン 改')
  await context.setOffline(true)
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('オフラインです。接続が戻ると保存します')).toBeVisible()
  await expect(name(page)).toHaveValue('星座プラン 改')
  // It is not saved yet, so leaving is still asked about.
  await page.getByRole('link', { name: 'ホーム' }).click()
  await page.getByRole('button', { name: 'このページに残る' }).click()
  await context.setOffline(false)
  await expect(page.getByText('保存しました')).toBeVisible()
  await expect(page.getByText('保存していない変更があります')).toHaveCount(0)
})

test('a session that ends in the middle of the work keeps what was typed for the same person', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  await name(page).fill('星座プラン 改')
  // Pressed at the same moment: what the page asks by itself would find the session over before.
  await page.getByRole('button', { name: '保存する' }).evaluate((button) => {
    localStorage.setItem('tsudoi-mock-scenario', 'sessionOver')
    if (button instanceof HTMLElement) button.click()
  })
  await expect(page).toHaveURL(/\/login\?redirect_to=/)
  await page.evaluate(() => localStorage.setItem('tsudoi-mock-scenario', ''))
  await listening(page)
  await page.getByLabel('メールアドレス').fill('owner@hoshi.test')
  await page.getByLabel('パスワード', { exact: true }).fill('tsudoi-demo')
  await page.getByRole('button', { name: 'ログインする' }).click()
  await expect(page).toHaveURL(`${plans}/plan_seiza`)
  await expect(name(page)).toHaveValue('星座プラン 改')
})

test('what is not there is said to be so, without advice about the network', async ({ page }) => {
  await open(page, `${plans}/plan_nobody`)
  const alert = page.locator('main [role=alert]')
  await expect(alert).toContainText('このプランは見つかりませんでした')
  await expect(alert).not.toContainText('通信')
  await expect(alert.getByRole('button', { name: 'もう一度読み込む' })).toHaveCount(0)
})

test('one toast stands at a time, above the save bar', async ({ page }) => {
  await open(page, `${plans}/plan_seiza`)
  await name(page).fill('一')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('保存しました')).toBeVisible()
  await name(page).fill('二')
  const toast = await page.getByText('保存しました').boundingBox()
  const bar = await page.getByRole('button', { name: '保存する' }).boundingBox()
  expect(toast && bar && toast.y + toast.height < bar.y).toBe(true)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('保存しました')).toHaveCount(1)
})

test('an archive of a plan without members is one step', async ({ page }) => {
  await open(page, `${plans}/plan_seiza/archive`, 'noMembers')
  await expect(page.locator('main').getByText(/コンテンツ/)).toHaveCount(0)
  await page.getByRole('button', { name: 'アーカイブを予定する' }).click()
  await expect(page).toHaveURL(`${plans}/plan_seiza`)
})

test('what needs a recent sign-in asks for one over the page, and is done after it', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_9', 'staleSignIn')
  await page.getByRole('button', { name: '返金する' }).click()
  await page.getByLabel(/^理由/).fill('二重に注文された')
  await page.locator('dialog [type=submit]').click()
  const asking = page.getByRole('dialog', { name: 'ご本人の確認' })
  await expect(asking).toContainText('owner@hoshi.test')
  await asking.getByRole('button', { name: 'キャンセル' }).click()
  // Nothing was done, and nothing is lost.
  await expect(page.getByLabel(/^理由/)).toHaveValue('二重に注文された')
  await page.reload()
  await page.getByRole('button', { name: '返金する' }).click()
  await page.getByLabel(/^理由/).fill('二重に注文された')
  await page.locator('dialog [type=submit]').click()
  await asking.getByLabel('パスワード', { exact: true }).fill('tsudoi-demo')
  await asking.getByRole('button', { name: '確認して続ける' }).click()
  await expect(page.getByText(/を返金しました/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a second plan of a brand says before the button that both are charged, and a month that it stays closed', async ({
  page,
}) => {
  await open(page, '/fc/aoi/plans/plan_seiza', '', 'newcomer')
  await listening(page)
  await page.getByTestId('join').click()
  const both = page.getByTestId('join-both')
  // Only plans that go on being charged: neither the one that is left nor an order that is not paid yet.
  await expect(both).toContainText('彗星プラン（年払い） ¥16,000（毎年）')
  await expect(both).not.toContainText('銀河プラン')
  await expect(both).not.toContainText('秋のうたプラン')
  await expect(page.getByTestId('join-buy')).toBeEnabled()

  await page.goto('/fc/aoi/back-numbers?planId=plan_ginga&month=2026-08')
  await settled(page)
  await listening(page)
  await page.getByTestId('buy-month').click()
  await page.getByTestId('buy-alone').check()
  await expect(page.getByTestId('join-closed')).toContainText('「銀河プラン」の会員ではない')
})

test('a return that was recorded by mistake is taken back, in the message at once or later at the order', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_6')
  await page.getByRole('button', { name: '返送された' }).click()
  await page.getByRole('radio', { name: '受取拒否' }).check()
  await page.getByRole('button', { name: '返送を記録する' }).click()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('返送の記録を取り消しました', { exact: true })).toBeVisible()
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_26')
  await page.getByRole('button', { name: '戻ってきていない' }).click()
  const dialog = page.getByRole('dialog', { name: '返送の記録を取り消しますか' })
  await expect(dialog).toContainText('訂正')
  await dialog.getByRole('button', { name: '返送の記録を取り消す' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('返送の記録を取り消しました', { exact: true })).toBeVisible()
})

test('a dialog that asks for a text is written in at once, and a comment on a phone says what it is about and when it came', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/contents/comments?tab=all')
  const first = page
    .getByRole('table', { name: 'コメントの一覧' })
    .getByRole('row')
    .filter({ hasText: '公開中' })
    .filter({ hasNotText: '公式' })
    .first()
  await first.getByRole('button', { name: '返信する', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(first.locator('time')).toBeVisible()
  await expect(first.getByRole('cell').nth(2)).toBeVisible()
  // However much stands beside its author, the menu of a comment is in reach.
  const menus = page.getByRole('table', { name: 'コメントの一覧' }).locator('[aria-haspopup=menu]')
  const edges = await menus.evaluateAll((all) => all.map((menu) => menu.getBoundingClientRect().right))
  expect(Math.max(...edges)).toBeLessThan(374)
})

test('a double press on what opens a dialog leaves it open and presses nothing in it', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_1')
  const opener = page.getByRole('button', { name: '返金する', exact: true })
  const dialog = page.getByRole('dialog')
  await opener.dblclick()
  await expect(dialog).toBeVisible()
  // Where the second press lands on a button of the dialog.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.addStyleTag({
    content:
      'dialog { position: fixed !important; inset: 0 !important; } dialog button { position: fixed !important; inset: 0; }',
  })
  await opener.dblclick()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(dialog).toBeVisible()
})

test('a refund that failed is made again from where that is told, and begins with what failed', async ({ page }) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_6')
  await page.getByRole('button', { name: 'もう一度返金する' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(/^返金する額/)).toHaveValue('500')
  await expect(dialog.getByRole('button', { name: '¥500を返金する' })).toBeEnabled()
})

test('what a card company asks is written to the operators, who answer it, with the order in the subject', async ({
  page,
}) => {
  await open(page, '/tenants/tenant_hoshi/brands/brand_aoi/orders/order_mock_12')
  await page.getByRole('link', { name: '運営に送る' }).click()
  const dialog = page.getByRole('dialog', { name: '運営に質問する' })
  await expect(dialog.getByLabel('件名')).toHaveValue('A-000800 の異議申し立て')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a payout that stands in a bank file goes into another one only when the question is answered', async ({
  page,
}) => {
  await choose(page, { user: 'operator', scenario: 'twice' })
  await page.goto('/operator/payouts')
  await settled(page)
  const sent = await callsOf(page, 'exportZenginFile')
  await askForBankFile(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('二重に振り込まれます')
  expect(await sent()).toHaveLength(1)
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'ファイルを作り直す' }).click()
  expect((await file).suggestedFilename()).toBe('zengin-2026-11-30.txt')
  const [first, second] = await sent()
  expect(first?.body).not.toHaveProperty('confirmsAgain')
  expect(second).toMatchObject({ body: { confirmsAgain: true } })
})
