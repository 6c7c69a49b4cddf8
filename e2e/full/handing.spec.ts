import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import encodeQR from 'qr'
import { fillLogin, signIn } from '../support/people'
import { barriers, watch } from '../support/watch'

/*
 * What was bought is given: files from the order's page, and goods of an event at the desk, whose camera sees the code of
 * the demo's first order.
 */
const orderId = 'order_aoi_event_0000'

/** A film of one picture, as Chromium's pretended camera plays it. */
const filmOf = (text: string) => {
  const cells = encodeQR(text, 'raw', { border: 4 })
  const [width, height] = [640, 480]
  const scale = Math.floor(height / cells.length)
  const [left, top] = [Math.floor((width - cells.length * scale) / 2), Math.floor((height - cells.length * scale) / 2)]
  const light = Buffer.alloc(width * height, 235)
  for (const [y, row] of cells.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        for (let line = 0; line < scale; line++) {
          const at = (top + y * scale + line) * width + left + x * scale
          light.fill(16, at, at + scale)
        }
  const colors = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colors])
  const path = join(mkdtempSync(join(tmpdir(), 'tsudoi-camera-')), 'code.y4m')
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: 5 }, () => frame)]))
  return path
}

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const camera = [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${filmOf(`tsudoi:pick-up:${orderId}`)}`,
      ]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'serial' })

test('a file is loaded down from the page of its order', async ({ page }) => {
  const complaints = watch(page)
  await signIn(page, 'fan@tsudoi.test', '/fc/me/orders/order_aoi_digital_0001')
  const files = page.getByTestId('downloads')
  await expect(files).toContainText('写真集.pdf')
  expect(await barriers(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await files.getByRole('button', { name: 'ダウンロード：写真集.pdf' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('写真集.pdf')
  expect(readFileSync(await file.path(), 'latin1').slice(0, 8)).toBe('%PDF-1.4')
  expect(complaints).toEqual([])
})

test('the address of what was bought leads a fan past the sign-in to the file, and nobody else', async ({
  page,
  browser,
}) => {
  const complaints = watch(page)
  const address = '/fc/me/orders/order_aoi_digital_0001/downloads/goods_aoi_d1'
  // One HTML for all orders: it names no address, least of all the pattern of the page, which nobody could come back to.
  const html = await (await page.request.get(address)).text()
  expect(html.match(/href="[^"]*(\[|%5B)[^"]*"/g)).toBeNull()
  await page.goto(address)
  await expect(page.getByRole('link', { name: 'ログイン' }).first()).toHaveAttribute(
    'href',
    `/login?redirect_to=${encodeURIComponent(address)}`,
  )
  await page.getByRole('link', { name: 'ログイン' }).first().click()
  const coming = page.waitForEvent('download')
  await fillLogin(page, 'fan@tsudoi.test')
  expect((await coming).suggestedFilename()).toBe('写真集.pdf')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('status').filter({ hasText: 'ダウンロードを始めました' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
  // Each counts: neither a reload nor the way back is another one.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/getDownloadUrl')) asked.push(request.url())
  })
  const button = page.getByRole('button', { name: 'ダウンロード：写真集.pdf' })
  await page.reload()
  await expect(button).toBeEnabled()
  await page.getByRole('link', { name: 'ご注文を見る' }).click()
  await expect(page).not.toHaveURL(address)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(button).toBeEnabled()
  expect(asked).toEqual([])
  await page.goto('/fc/aoi/goods/goods_aoi_d1')
  await page.locator(`a[href="${address}"]`).click()
  await expect.poll(() => asked.length).toBe(1)
  const other = await browser.newPage({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await signIn(other, 'member@tsudoi.test', address)
  await expect(other.getByRole('link', { name: '注文の一覧へ' })).toBeVisible()
  await other.close()
})

test('the desk reads the code of an order, hands it over, and knows it the second time', async ({ page }) => {
  const complaints = watch(page)
  await signIn(page, 'shipper@hoshi.test', '/tenants/tenant_hoshi/event-goods')
  // From another screen: the camera belongs to this page's own document.
  await page.getByRole('link', { name: '受け取りデスク' }).first().click()
  await page.getByRole('button', { name: 'カメラで読み取る' }).click()
  const lines = page.getByTestId('pick-up-lines')
  await expect(lines).toBeVisible({ timeout: 30_000 })
  expect(await barriers(page)).toEqual([])
  const handAll = page.getByRole('button', { name: /^すべて渡した/ })
  // What was tried again was handed over the first time.
  if (test.info().retry === 0 || (await handAll.isVisible())) await handAll.click()
  await expect(page.getByText('受け取り済み', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '次の方へ' }).click()
  await expect(page.getByText(/このコードは受け取り済みです/)).toBeVisible({ timeout: 30_000 })
  expect(complaints).toEqual([])
})

test('its buyer sees that it was picked up', async ({ page }) => {
  await signIn(page, 'member@tsudoi.test', `/fc/me/orders/${orderId}`)
  await expect(page.getByRole('heading', { name: '会場での受け取り' })).toBeVisible()
  await expect(page.getByText('受け取り済み', { exact: true })).toBeVisible()
})

test('the code that the desk of a venue reads is at hand without a connection, as it was seen last', async ({
  page,
  context,
}) => {
  const order = '/fc/me/orders/order_aoi_event_0001'
  await signIn(page, 'fan@tsudoi.test', order)
  const drawn = page.getByRole('main').locator('svg path[fill="#000"]')
  const path = (await drawn.getAttribute('d')) ?? ''
  expect(path.length).toBeGreaterThan(500)
  const venue =
    (await page
      .getByRole('main')
      .getByText(/物販受け取り口/)
      .first()
      .textContent()) ?? ''
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => caches.has('tsudoi-at-hand'))).toBe(true)
  await context.setOffline(true)
  await page.goto('/fc/me')
  await expect(page.getByRole('heading', { name: '接続がありません' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '受け取り用コード' })).toBeVisible()
  expect(await page.locator('svg path').getAttribute('d')).toBe(path)
  await expect(page.getByText(venue)).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await context.setOffline(false)
})

test('without a connection the desk goes on from its list, and sends what it handed over', async ({
  page,
  context,
}) => {
  await signIn(page, 'shipper@hoshi.test', '/tenants/tenant_hoshi/event-goods')
  await page.getByRole('link', { name: '受け取りデスク' }).first().click()
  await page.getByRole('button', { name: '一覧を読み込む' }).click()
  const list = page.getByTestId('kept-list')
  await expect(list).toContainText(/注文 \d+件/)
  const kept = () =>
    page.evaluate(() => {
      const name = Object.keys(localStorage).find((one) => /^tsudoi-kept \S+ pickUpList /.test(one)) ?? ''
      return (JSON.parse(localStorage.getItem(name) ?? '') as { orders: [string, string][] }).orders
    })
  // The camera belongs to this page's own document, so loading the list loads the page again: maybe while it is asked.
  const mayUseCamera = () =>
    page
      .evaluate(() =>
        (
          document as unknown as { featurePolicy: { allowsFeature: (name: string) => boolean } }
        ).featurePolicy.allowsFeature('camera'),
      )
      .catch(() => false)
  await expect.poll(mayUseCamera).toBe(true)
  await expect(list).toContainText(/注文 \d+件/)
  const before = await kept()
  const [waiting = '', number = ''] = before[0] ?? []
  expect(waiting).not.toBe(orderId)

  // The scanner's scripts are loaded with the list, and the pictures of its lines.
  await page.waitForLoadState('networkidle')
  const arePrepared = () =>
    page
      .getByTestId('prepared-pictures')
      .locator('img')
      .evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0))
      .catch(() => false)
  await expect.poll(arePrepared).toBe(true)
  await context.setOffline(true)
  // Already handed over when the list was loaded.
  await page.getByRole('button', { name: 'カメラで読み取る' }).click()
  await expect(page.getByText(/時点の一覧に、この注文はありません/)).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('注文番号').fill(waiting)
  await page.getByRole('button', { name: '探す' }).click()
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  const pictures = page.getByTestId('pick-up-lines').locator('img')
  const areShown = () =>
    pictures.evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(areShown, 'the pictures came with the list').toBe(true)
  await page.getByRole('button', { name: /^すべて渡した/ }).click()
  await expect(page.getByText('送信を待っているお渡しが1件あります')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/送信を待っているお渡し/)).toHaveCount(0)
  await expect(page.getByTestId('refused-hand-overs')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: '読み込み直す' }).click()
  await expect(page.getByText('一覧を読み込みました')).toBeVisible()
  expect((await kept()).map(([id]) => id)).toEqual(before.slice(1).map(([id]) => id))
})
