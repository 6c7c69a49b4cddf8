import { test as base, type Page } from '@playwright/test'
import { forgetChoices } from './screens'

/**
 * Where the tab rests between two tests. An address of the same origin: for any other the browser begins a new process, which compiles
 * all scripts again (a page and axe took 2.1 times as long to be there).
 */
const resting = '/api/health'

/** A tab keeps what its pages leave behind, and is slower with each: 22 screens took 97 s in a young one, and 116 s after 300 tests. */
const testsOfATab = 25

/**
 * One tab for all tests of a worker: its scripts are loaded and compiled once, and a new tab of a complete browser brings a
 * window with an interface of its own, which takes longer than a short test. A test finds nothing that another left behind: the
 * tab is emptied here, and the storage by `choose`.
 */
export const test = base.extend<{ pageOfItsOwn: Page }, { tab: { page: Page; tests: number } }>({
  tab: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, viewport, userAgent, deviceScaleFactor } = project.use
      const context = await browser.newContext({ baseURL, locale, timezoneId, viewport, userAgent, deviceScaleFactor })
      await use({ page: await context.newPage(), tests: 0 })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ tab }, use) => {
    await use(tab.page.context())
  },
  page: async ({ tab, viewport }, use) => {
    const context = tab.page.context()
    if (tab.tests++ >= testsOfATab) await tab.page.close()
    if (tab.page.isClosed()) Object.assign(tab, { page: await context.newPage(), tests: 1 })
    const { page } = tab
    await use(page)
    if (page.isClosed()) return
    page.removeAllListeners()
    await Promise.all([
      // A script that a test has held may still be under way.
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      context.clearCookies(),
      forgetChoices(page),
      page.emulateMedia({ reducedMotion: null, colorScheme: null }),
      viewport && page.setViewportSize(viewport),
    ])
    await page.goto(resting)
  },
  /** In a context of its own, for who sets the clock: that is the whole context's. */
  pageOfItsOwn: async ({ browser }, use) => {
    const page = await browser.newPage()
    await use(page)
    await page.close()
  },
})

const callsIn = (page: Page) => page.evaluate(() => globalThis.tsudoiMockCalls ?? [])

/** What the page asks of the mocks from now on, of one operation or of all, until it is loaded again: the calls do not leave it. */
export const callsOf = async (page: Page, operation?: string) => {
  const before = (await callsIn(page)).length
  return async () => (await callsIn(page)).slice(before).filter(({ name }) => !operation || name === operation)
}
