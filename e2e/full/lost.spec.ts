import { expect, type Route, test } from '@playwright/test'
import { editorOf } from '../support/editor'
import { signIn } from '../support/people'

test('a plan whose answer was lost is made once, however often its maker presses', async ({ page }) => {
  await signIn(page, 'owner@hoshi.test')
  await page.goto('/tenants')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Hoshi Club/ })
    .click()
  // The club's link names its brands, too.
  await expect(page).toHaveURL(/\/tenants\/[^/]+$/)
  await page.getByRole('main').getByRole('link', { name: /AOI/ }).first().click()
  await expect(page).toHaveURL(/\/brands\/[^/]+$/)
  const brand = new URL(page.url()).pathname
  await page.goto(`${brand}/plans/new`)
  const name = `一度きりプラン ${Date.now()}`
  await page.getByLabel(/^プラン名/).fill(name)
  await page.getByLabel(/^価格/).fill('1200')

  // The server does the work, but the answer is lost; the client's own retries fail as well.
  const keys: (string | undefined)[] = []
  const lose = async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/createActivePlan', lose)
  await page.getByRole('button', { name: '公開する' }).click()
  const publish = page.getByRole('dialog').getByRole('button', { name: '公開する' })
  await publish.click()
  await expect(page.getByText('接続できませんでした', { exact: false })).toBeVisible({ timeout: 20_000 })
  expect(new Set(keys).size).toBe(1)

  await page.unroute('**/createActivePlan', lose)
  await page.getByRole('button', { name: '公開する' }).click()
  await publish.click()
  await expect(page).toHaveURL(/\/plans\/plan_/)
  await page.goto(`${brand}/plans?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
})

test('what waited in the browser is put into the cart once, though the answer was lost', async ({ page }) => {
  await page.goto('/fc/aoi/goods/goods_aoi_2')
  await page.getByTestId('add-to-cart').click()
  await expect(page.getByRole('link', { name: 'カートを見る' })).toBeVisible()
  let lost = 0
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
    lost += 1
  }
  await page.route('**/addGoodsToCart', lose)
  await signIn(page, 'newcomer@tsudoi.test', '/fc/carts')
  await expect.poll(() => lost).toBeGreaterThan(0)
  // One that is sent again meanwhile is lost as well, before the page is loaded anew.
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tsudoi-cart'))).toBe(null)
  await page.reload()
  await expect(page.getByTestId('cart').getByRole('combobox')).toHaveValue('1')
})

test('a new text that is published within moments keeps what was written, on a slow machine too', async ({ page }) => {
  await signIn(page, 'owner@hoshi.test', '/tenants/tenant_hoshi/brands/brand_aoi/contents/new?type=news')
  const title = page.getByLabel(/^タイトル/)
  await expect(title).toBeVisible()
  const slowed = await page.context().newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await title.fill('はじめまして')
  await editorOf(page).click()
  await page.keyboard.type('Hello to all of you.')
  await page.getByRole('checkbox', { name: /星座プラン/ }).check()
  await page.getByRole('button', { name: '公開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  await expect(page.getByText('「はじめまして」を公開しました')).toBeVisible()
  for (const look of ['as it was written', 'as it is stored']) {
    await expect(title, look).toHaveValue('はじめまして')
    await expect(editorOf(page), look).toContainText('Hello to all of you.')
    await page.reload()
  }
})
