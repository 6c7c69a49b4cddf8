import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { japaneseIn } from '../support/language'
import { choose, inEveryLook, inLanguage, screens, settled, sizes } from '../support/screens'
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

/** What a mode can break. */
const ofColors = ['color-contrast', 'button-name']

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

for (const [nth, screen] of screens.entries()) {
  test(screen.name, async () => {
    const page = await context.newPage()
    const complaints = watch(page, { mayRefuse: screen.refused === true })
    await choose(page, screen)
    const open = async (locale: 'ja' | 'en') => {
      await page.goto(inLanguage(locale, screen.path))
      await settled(page)
      await screen.prepare?.(page)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await page.title()).not.toBe('')
    }

    // By language only the words differ, which tests/program/words.test.ts compares; and how wide they are.
    await open('en')
    expect(await japaneseIn(page)).toEqual([])
    const fits = async (look: string) =>
      expect.soft(await overflow(page), `${look} scrolls sideways`).toBeLessThanOrEqual(0)
    await inEveryLook(
      page,
      (mode, width) => fits(`in English, ${mode} ${width}`),
      () => ['light'],
    )

    await page.setViewportSize(sizes[0])
    await page.evaluate(() => sessionStorage.clear())
    await open('ja')
    if (screen.action) {
      const { role, name } = screen.action
      const action = page.locator('main').getByRole(role, { name }).first()
      expect(await tabTo(page, action), `Tab reaches ${name}`).toBe(true)
    }
    // By mode only colours differ, and the face of the button that changes them; by width the layout.
    // Half of the screens are looked at dark on a phone, half wide: what they are made of is the same.
    const isSeenDark = (width: number) => (width === 1280) === (nth % 2 === 0)
    const see = async (mode: 'light' | 'dark', width: number) => {
      const look = `${mode} ${width}`
      expect.soft(await barriers(page, mode === 'dark' ? ofColors : undefined), look).toEqual([])
      await fits(look)
    }
    await inEveryLook(page, see, (width) => (isSeenDark(width) ? ['light', 'dark'] : ['light']))
    expect(complaints).toEqual([])
    await page.close()
  })
}
