import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/people'

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

type Shift = { value: number; moved: string[] }

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node | null }[]
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 40)}` : String(node?.textContent),
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = async (page: Page, path: string) => {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (window as typeof window & { shifts: Shift[] }).shifts)
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
