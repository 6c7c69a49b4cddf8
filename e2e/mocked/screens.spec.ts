import { expect, type Locator, type Page } from '@playwright/test'
import type { NextRouter } from 'next/router'
import { japaneseIn } from '../support/language'
import { test } from '../support/mocked'
import { choose, inLanguage, type Screen, screens, settled, show, sizes } from '../support/screens'
import { barriers, watch } from '../support/watch'

/**
 * Whether Tab leads to it. The element notes that it has the focus, so that nobody asks after each press; it is looked for again only
 * if the page replaces it: names are looked for in the whole page.
 */
const tabTo = async (page: Page, target: Locator) => {
  const mark = (isAgain: boolean) =>
    target.evaluateHandle(
      (element, again) => {
        // What has the focus from the beginning was not reached by Tab.
        const seen = { element, isReached: again && element === document.activeElement }
        element.addEventListener('focus', () => {
          seen.isReached = true
        })
        return seen
      },
      isAgain,
      { timeout: 5_000 },
    )
  let wanted = await mark(false)
  for (let presses = 0; presses < 100; presses += 8) {
    for (let n = 0; n < 8; n++) await page.keyboard.press('Tab')
    const { isReached, isThere } = await wanted.evaluate(({ element, isReached }) => ({
      isReached,
      isThere: element.isConnected,
    }))
    if (isReached) return true
    if (!isThere) wanted = await mark(true)
  }
  return false
}

/** What a mode can break: colours, and the face of the button that changes them. */
const ofColors = ['color-contrast', 'button-name']

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const open = async (page: Page, { path, prepare }: Screen, locale: 'ja' | 'en') => {
  await page.goto(inLanguage(locale, path))
  await settled(page)
  await prepare?.(page)
}

/** Fans come on small phones, and with letters twice as large: by the browser's own setting, which only `rem` follows. */
const smallLooks = [
  { width: 320, letters: '' },
  { width: 360, letters: '' },
  { width: 390, letters: '200%' },
]
/** Texts that stay as small as they were. */
const smallText = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const texts = [...document.querySelectorAll<HTMLElement>('body *:not([aria-hidden=true])')].filter((element) =>
      [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
    )
    const sizes = () => texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const before = sizes()
    root.style.fontSize = '200%'
    const after = sizes()
    root.style.removeProperty('font-size')
    return texts
      .filter((_, n) => (after[n] ?? 0) < (before[n] ?? 0) * 1.9)
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  })
/** What can be pressed, and lies beyond the edge of a box that hides it and does not scroll: nobody gets there by finger. */
const outOfReach = (page: Page) =>
  page.evaluate(() => {
    const isHeld = (control: Element, box: Element) => {
      const [inner, outer] = [control.getBoundingClientRect(), box.getBoundingClientRect()]
      return inner.bottom <= outer.bottom + 1 && inner.top >= outer.top - 1
    }
    return [...document.querySelectorAll('button, a[href], input, select, textarea')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
          const { overflowY } = getComputedStyle(box)
          if (/auto|scroll/.test(overflowY)) return false
          if (/hidden|clip/.test(overflowY) && box.clientHeight > 1 && !isHeld(control, box)) return true
        }
        return false
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  })
const eachSmallLook = async (page: Page, { path }: Screen, see: (look: string) => Promise<void>) => {
  if (!/^\/(fc|login|auth|(help|terms|privacy)\/fans)\b/.test(path)) return
  expect.soft(await smallText(page)).toEqual([])
  for (const { width, letters } of smallLooks) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, letters)
    await show(page, 'light', { width, height: 740 })
    await see(`${width}${letters && `, letters of ${letters}`}`)
    expect.soft(await outOfReach(page), `out of reach at ${width}`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

const openDialogs = (page: Page) => page.locator('dialog[open]').count()
/** As the portal's own button does it: the page changes its language where it stands. */
const inEnglish = async (page: Page) => {
  await page.evaluate(() => {
    const { router } = (window as unknown as { next: { router: NextRouter } }).next
    return router.push(router.asPath, undefined, { locale: 'en', scroll: false })
  })
  await settled(page)
}

for (const [nth, screen] of screens.entries()) {
  test(screen.name, async ({ page }) => {
    // Nothing that is looked at fades in.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const complaints = watch(page, { mayRefuse: screen.refused === true })
    await choose(page, screen)
    const fits = async (look: string) =>
      expect.soft(await overflow(page), `${look} scrolls sideways`).toBeLessThanOrEqual(0)
    const isIn = async (locale: 'ja' | 'en') => {
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await page.title()).not.toBe('')
    }

    const [wide, phone] = sizes
    await page.setViewportSize(wide)
    await open(page, screen, 'ja')
    await isIn('ja')
    if (screen.action) {
      const { role, name } = screen.action
      const action = page.locator('main').getByRole(role, { name }).first()
      expect(await tabTo(page, action), `Tab reaches ${name}`).toBe(true)
    }
    // Both widths for what overflows; half of the screens are looked at wide, half on a phone: what they are made of is the
    // same. By mode only colours differ, and the face of the button that changes them.
    const seen = nth % 2 === 0 ? wide : phone
    for (const size of sizes) {
      await show(page, 'light', size)
      await fits(`light ${size.width}`)
      if (size !== seen) continue
      expect.soft(await barriers(page), `light ${size.width}`).toEqual([])
      await show(page, 'dark', size)
      expect.soft(await barriers(page, ofColors), `dark ${size.width}`).toEqual([])
      await fits(`dark ${size.width}`)
    }

    await eachSmallLook(page, screen, fits)

    // By language only the words differ, which tests/program/words.test.ts compares; and how wide they are. What was done to a
    // page before it was looked at stays done: an open dialog changes its language as the page does.
    if (screen.afresh) {
      await page.evaluate(() => sessionStorage.clear())
      await page.setViewportSize(wide)
      await open(page, screen, 'en')
    } else {
      const opened = await openDialogs(page)
      await inEnglish(page)
      // A dialog closes when the page goes elsewhere, and a page in another language is one.
      if ((await openDialogs(page)) < opened) await screen.prepare?.(page)
    }
    await isIn('en')
    // The title follows the page.
    await expect.poll(() => japaneseIn(page)).toEqual([])
    // From the width that it stands at to the other one.
    for (const size of page.viewportSize()?.width === wide.width ? sizes : sizes.toReversed()) {
      await show(page, 'light', size)
      await fits(`in English, ${size.width}`)
    }
    await eachSmallLook(page, screen, (look) => fits(`in English, ${look}`))
    expect(complaints).toEqual([])
  })
}
