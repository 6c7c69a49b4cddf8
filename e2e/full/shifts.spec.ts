import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { newPerson, signIn } from '../support/people'
import { type Shift, shiftsSoFar, watchShifts } from '../support/shifts'

/*
 * Nothing that a fan is about to press moves away: what a page shows later has its place from the start. The browser's own
 * measure, for visitors and for a member whose state arrives after the page.
 */
const shared = ['', '/plans', '/plans/plan_seiza', '/contents', '/back-numbers', '/goods', '/events', '/contact'].map(
  (path) => `/fc/aoi${path}`,
)
const own = ['/fc/me/plans', '/fc/me/orders', '/fc/me/addresses', '/fc/me/profile', '/fc/carts']
/** Lists of which the first entry's page is looked at as well. */
const lists = {
  '/fc/aoi/contents': '/contents/content_',
  '/fc/aoi/goods': '/goods/goods_',
  '/fc/aoi/events': '/events/event_',
}

const shiftsOf = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return shiftsSoFar(page)
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  for (const who of ['a visitor', 'a member'] as const) {
    test(`fan pages ${width} wide stand still for ${who}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      if (who === 'a member') await signIn(page, 'member@tsudoi.test', '/fc/me/plans')
      await watchShifts(page)
      const moving: Record<string, Shift[]> = {}
      const look = async (path: string) => {
        const shifts = await shiftsOf(page, path)
        if (shifts.length > 0) moving[path] = shifts
      }
      for (const path of who === 'a member' ? [...shared, ...own] : shared) {
        await look(path)
        const inner = lists[path as keyof typeof lists]
        const first = inner && (await page.locator(`main a[href*="${inner}"]`).first().getAttribute('href'))
        if (first) await look(first)
      }
      expect(moving).toEqual({})
    })
  }
}

test('what stands below a content stands still however short it is, for a member', async ({ page }) => {
  await signIn(page, 'member@tsudoi.test', '/fc/me/plans')
  // As high as the end of any content is near.
  await page.setViewportSize({ width: 1280, height: 2600 })
  await watchShifts(page)
  await page.goto('/fc/aoi/contents')
  await page.waitForLoadState('networkidle')
  const links = await page
    // A live that is to come stays in touch with its room: it is never idle.
    .locator('main a[href*="/contents/content_"]:not([href*="live"])')
    .evaluateAll((all) => all.slice(0, 4).map((link) => link.getAttribute('href') ?? ''))
  expect(links).toHaveLength(4)
  const moving: Record<string, Shift[]> = {}
  for (const path of links) {
    const shifts = await shiftsOf(page, path)
    if (shifts.length > 0) moving[path] = shifts
  }
  expect(moving).toEqual({})
})

test('nothing moves under the thanks for goods when what was bought is known', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newPerson(page), '/fc/aoi/goods/goods_aoi_e0')
  await page.getByTestId('add-to-cart').click()
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.getByTestId('to-checkout').click()
  await page.getByTestId('checkout-buy').click()
  await page.getByTestId('sandbox-pay').click()
  await page.getByTestId('order-next').waitFor()
  const back = page.url()
  await watchShifts(page)
  expect(await shiftsOf(page, back)).toEqual([])
  await expect(page.getByTestId('goods-thanks').locator('dl')).toContainText('JST')
})

/** The same site over a slow line: a page comes line by line, with time to be painted in between. */
const slowly = async (origin: string) => {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(origin).host, 'accept-encoding': 'identity' }
    const forwarded = request(new URL(asked.url ?? '/', origin), { method: asked.method, headers }, async (given) => {
      const isPage = String(given.headers['content-type']).startsWith('text/html')
      const { 'content-length': length, ...rest } = given.headers
      answer.writeHead(given.statusCode ?? 500, isPage ? rest : given.headers)
      if (!isPage) return given.pipe(answer)
      let page = ''
      for await (const chunk of given.setEncoding('utf8')) page += chunk
      for (const piece of page.split(/(?<=<\/(?:h1|h2|li|p|article|section|nav|header)>)/)) {
        answer.write(piece)
        await new Promise((painted) => setTimeout(painted, 40))
      }
      answer.end()
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

test('the prices of plans stand still while the page is still arriving', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await watchShifts(page)
  const { url, stop } = await slowly(baseURL ?? '')
  try {
    expect(await shiftsOf(page, `${url}/fc/aoi/plans`)).toEqual([])
    await expect(page.locator('article').nth(1)).toBeVisible()
  } finally {
    stop()
  }
})
