import { expect } from '@playwright/test'
import { test } from '../support/mocked'
import { choose, settled } from '../support/screens'

test('a fan finds goods by name, orders them by price, and the way back shows the words of before', async ({
  page,
}) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/goods')
  const cards = page.getByTestId('goods').getByRole('article')
  const field = page.getByRole('searchbox', { name: 'グッズを名前で探す' })
  await field.fill('アクリル')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?q=/)
  await expect(cards.filter({ hasNotText: 'アクリル' })).toHaveCount(0)
  await expect(cards).not.toHaveCount(0)

  await page.getByRole('link', { name: '安い順' }).click()
  await expect(page).toHaveURL(/q=.*sort=price/)
  await expect(page.getByRole('link', { name: '安い順' })).toHaveAttribute('aria-current', 'true')
  await settled(page)
  const prices = async () =>
    (await cards.allTextContents()).map((text) => Number(text.match(/¥([\d,]+)/)?.[1]?.replace(',', '')))
  await expect.poll(async () => (await prices()).join()).toBe((await prices()).toSorted((a, b) => a - b).join())

  await field.fill('そんなものはない')
  await page.getByRole('button', { name: 'グッズを名前で探す' }).click()
  await expect(page.getByText('当てはまるグッズはありません')).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('アクリル')
  await expect(cards).not.toHaveCount(0)
})

test('goods whose sale has ended stand below the others, and not among them', async ({ page }) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/goods')
  await expect(page.getByTestId('goods').getByText('販売終了')).toHaveCount(0)
  const ended = page.getByRole('region', { name: '販売終了' })
  await expect(ended.getByRole('article').first()).toContainText('販売終了')
  // Who wants what can be bought is shown nothing else.
  await page.getByRole('link', { name: '購入できるものだけ' }).click()
  await expect(ended).toHaveCount(0)
})

test('contents are narrowed by type and title beside the plan, and a plan keeps both', async ({ page }) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/contents')
  const field = page.getByRole('searchbox', { name: 'コンテンツを題名で探す' })
  const videos = page.getByRole('link', { name: '動画', exact: true })
  await videos.click()
  // The address is there before the page is: whoever searches sees first that it is narrowed.
  await expect(videos).toHaveAttribute('aria-current')
  await expect(page).toHaveURL(/type=video/)
  await field.fill('ノート')
  await field.press('Enter')
  await expect(page).toHaveURL(/type=video&q=/)
  const names = page.locator('main li h2')
  await expect(names.first()).toContainText('ノート')
  await expect(names.filter({ hasNotText: 'ノート' })).toHaveCount(0)
  await page.getByRole('link', { name: '無料', exact: true }).click()
  await expect(page).toHaveURL(/filter=free&type=video&q=/)
  await field.fill('そんなものはない')
  await field.press('Enter')
  await expect(page.getByText('あてはまるコンテンツはありません。')).toBeVisible()
})

test('below a content stands where to go on, and its address is copied for others', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/contents/content_0?from=mail')
  const way = page.getByRole('region', { name: '次に見る' })
  await expect(way.getByRole('heading', { level: 3 })).not.toHaveCount(0)
  await way.getByRole('button', { name: 'リンクをコピー' }).click()
  await expect(way.getByRole('button', { name: 'コピーしました' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname + new URL(copied).search).toBe('/fc/aoi/contents/content_0')
  await way.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page).not.toHaveURL(/content_0/)
  await expect(page.getByRole('region', { name: '次に見る' })).toBeVisible()
})

test('who lacks a month alone comes from its content to that month by one press', async ({ page }) => {
  await choose(page, { user: 'owner' })
  await page.goto('/fc/aoi/contents/content_7')
  await page.getByRole('link', { name: '2026年10月のバックナンバーへ ¥800' }).click()
  await expect(page).toHaveURL(/\/back-numbers\?planId=plan_seiza&month=2026-10#buy$/)
  await expect(page.locator('#buy')).toBeInViewport()
})

test('a visitor learns before the press, and again in the cart, whom goods are for and what joining costs', async ({
  page,
}) => {
  await choose(page, { user: 'nobody' })
  await page.goto('/fc/aoi/goods/goods_6')
  await expect(page.getByTestId('for-members')).toContainText('星座プラン¥1,500 / 月')
  await page.getByTestId('add-to-cart').click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  const cart = page.getByTestId('waiting-cart')
  await expect(cart.getByTestId('for-members')).toContainText('次のプランの会員が買えます')
  await expect(page.getByTestId('cart-buyable')).toHaveText('¥0')
  await cart.getByRole('link', { name: '星座プラン' }).click()
  // What it is joined for is led back to afterwards.
  await expect(page).toHaveURL(/\/plans\/plan_seiza\?goods=goods_6$/)
})

test('whom a receipt names is asked for, read back before it is fixed, and may be thought over', async ({ page }) => {
  await choose(page, { user: 'newcomer' })
  await page.goto('/fc/me/orders/order_mock_1/receipt')
  const to = page.getByRole('textbox', { name: /^宛名/ })
  await to.fill(' ')
  await page.getByRole('button', { name: 'この内容で決める' }).click()
  await expect(page.getByText('宛名を100文字までで入力してください。')).toBeVisible()
  await to.fill('株式会社あおぞら')
  await page.getByRole('textbox', { name: /^但し書き/ }).fill('会費として')
  await page.getByRole('button', { name: 'この内容で決める' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('宛名は「株式会社あおぞら」、但し書きは「会費として」です。')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(to).toHaveValue('株式会社あおぞら')
})
