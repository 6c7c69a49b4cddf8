import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { japaneseIn } from '../support/language'
import { choose, inEveryLook, inLanguage, screens, settled } from '../support/screens'
import { barriers, watch } from '../support/watch'

// One context for all screens of a worker: scripts are loaded and compiled once. Each screen has a tab and a storage of its own.
let context: BrowserContext
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ reducedMotion: 'reduce' })
})
test.afterAll(() => context.close())

const tabTo = async (page: Page, target: Locator) => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement, null, { timeout: 5_000 })) return true
  }
  return false
}

/** What a language can break: texts that are missing, or say nothing. */
const ofWords = ['button-name', 'link-name', 'label', 'select-name', 'image-alt', 'document-title', 'html-lang-valid']
/** What a mode can break. */
const ofColors = ['color-contrast', 'button-name']

for (const [nth, screen] of screens.entries()) {
  for (const locale of ['ja', 'en'] as const) {
    test(`${screen.name} in ${locale}`, async () => {
      const page = await context.newPage()
      const complaints = watch(page, { mayRefuse: screen.refused === true })
      await choose(page, screen)
      await page.goto(inLanguage(locale, screen.path))
      await settled(page)
      await screen.prepare?.(page)

      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await page.title()).not.toBe('')
      if (locale === 'en') expect(await japaneseIn(page)).toEqual([])
      // The order of the Tab key is the same in either language.
      if (screen.action && locale === 'ja') {
        const { role, ja: name } = screen.action
        const action = page.locator('main').getByRole(role, { name }).first()
        expect(await tabTo(page, action), `Tab reaches ${name}`).toBe(true)
      }
      // By mode only colours differ, and the face of the button that changes them; by width the layout; by language the words.
      // Half of the screens are looked at dark on a phone, half wide: what they are made of is the same.
      const isSeenDark = (width: number) => locale === 'ja' && (width === 1280) === (nth % 2 === 0)
      const see = async (mode: 'light' | 'dark', width: number) => {
        const look = `${mode} ${width}`
        const rules = locale === 'en' ? ofWords : mode === 'dark' ? ofColors : undefined
        if (locale === 'ja' || width === 1280) expect.soft(await barriers(page, rules), look).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, `${look} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await inEveryLook(page, see, (width) => (isSeenDark(width) ? ['light', 'dark'] : ['light']))
      expect(complaints).toEqual([])
      await page.close()
    })
  }
}
