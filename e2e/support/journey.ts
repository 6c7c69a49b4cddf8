import { mkdir, rm } from 'node:fs/promises'
import type { Locator, Page, Request } from '@playwright/test'
import { textsIn } from './texts'

/*
 * The way of somebody over many pages, told in figures: what was pressed and typed, and how long each step took by the page's own clock, from
 * the first press of the step to the frame after the one that painted its result. What a person reads and types takes no time here.
 */
type Told = { step: string; presses: number; typed: number; seconds: number }
export type Journey = {
  page: Page
  /** Where it begins, and what is above the fold there. */
  begin: (path: string, sees: Locator) => Promise<void>
  tap: (what: Locator) => Promise<void>
  /** Somebody who presses twice where once is enough. */
  twice: (what: Locator) => Promise<void>
  type: (where: Locator, text: string) => Promise<void>
  /** One of a list, by its value or what it says. */
  choose: (where: Locator, option: string | { label: string }) => Promise<void>
  /** `within`: a pattern of the address of the result. */
  step: (name: string, work: () => Promise<unknown>, sees: Locator, within?: RegExp) => Promise<void>
  /** Pictures, without a press: what somebody else did shows on a page that is opened again. */
  show: (name: string, path: string, sees: Locator) => Promise<void>
  told: Told[]
  problems: string[]
  fold: string[]
}

const key = 'tsudoi-look-from'
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What of a page is on its way. */
const requestsOf = (page: Page) => {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/**
 * What moves has moved, and nothing is on its way, but no longer than a few seconds, and then it is told what is: a live's page always is.
 * Not by `networkidle`: Playwright takes that back where a page that was idle adds a frame after a move within itself, as the profile does
 * for its preview, and says it again only behind another request.
 */
const rests = async (page: Page, open: ReadonlySet<Request>) => {
  await page.waitForTimeout(1_000)
  const began = Date.now()
  let quiet = began
  while (Date.now() - began < 8_000) {
    if (open.size > 0) quiet = Date.now()
    if (Date.now() - quiet > 500) return
    await page.waitForTimeout(100)
  }
  const asked = [...open].map((one) => `${one.method()} ${one.url().slice(0, 120)}`)
  console.log(`    not at rest: ${asked.join(' | ') || 'something is asked again and again'}`)
}

const foldOf = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('h1, h2, h3, button, a, summary, label')].flatMap((element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
      return isSeen && width > 1 && bottom > 0 && top < innerHeight && text ? [text.slice(0, 60)] : []
    })
    return [...new Set(found)]
  })

const journeyOn = async (page: Page, folder: string, locale: string): Promise<Journey> => {
  await mkdir(folder, { recursive: true })
  // The compiler of these scripts names functions by it, also those that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript((key) => {
    const note = (event: Event) => {
      if (sessionStorage.getItem(key) === '')
        sessionStorage.setItem(key, String(performance.timeOrigin + event.timeStamp))
    }
    for (const press of ['pointerdown', 'keydown', 'input']) addEventListener(press, note, { capture: true })
  }, key)
  const open = requestsOf(page)
  const [told, problems]: [Told[], string[]] = [[], []]
  let [pictures, presses, typed] = [0, 0, 0]
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0)

  const picture = async (name: string) => {
    await rests(page, open)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) problems.push(`${name}: ${over} px too wide`)
    if (locale === 'en') {
      const ours = (await textsIn(page)).filter((text) => japanese.test(text)).map((text) => text.trim().slice(0, 80))
      if (ours.length > 0) problems.push(`${name}: Japanese and not marked: ${[...new Set(ours)].join(' | ')}`)
    }
    pictures += 1
    await page.screenshot({ path: `${folder}/${String(pictures).padStart(2, '0')}-${name.replaceAll(' ', '-')}.png` })
  }
  const painted = () =>
    page.evaluate(
      (key) =>
        new Promise<number>((done) => {
          const now = performance.timeOrigin + performance.now()
          // Nothing was pressed.
          const from = Number(sessionStorage.getItem(key)) || now
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(performance.timeOrigin + performance.now() - from)),
          )
        }),
      key,
    )
  const fold: string[] = []
  return {
    ...{ page, told, problems, fold },
    begin: async (path, sees) => {
      await page.goto(path)
      await sees.waitFor()
      await picture('start')
      fold.push(...(await foldOf(page)))
    },
    tap: async (what) => {
      presses += 1
      await (isTouched ? what.tap() : what.click())
    },
    twice: async (what) => {
      presses += 2
      await what.dblclick()
    },
    choose: async (where, option) => {
      presses += 1
      await where.selectOption(option)
    },
    type: async (where, text) => {
      typed += 1
      await where.fill(text)
    },
    step: async (name, work, sees, within) => {
      ;[presses, typed] = [0, 0]
      await page.evaluate((key) => sessionStorage.setItem(key, ''), key)
      await work()
      if (within) await page.waitForURL(within, { waitUntil: 'commit' })
      await sees.waitFor()
      const seconds = Math.round((await painted()) / 100) / 10
      told.push({ step: name, presses, typed, seconds })
      console.log(`  ${name}: ${presses} presses, ${typed} typed, ${seconds} s`)
      await picture(name)
    },
    show: async (name, path, sees) => {
      await page.goto(path)
      await sees.waitFor()
      await picture(name)
    },
  }
}

type Walked = {
  name: string
  /** For the pictures of all walks. */
  folder: string
  locale: string
  /** Slows the page down. */
  slow: () => Promise<unknown>
  go: (journey: Journey) => Promise<unknown>
  /** What the page complains of meanwhile. */
  said?: readonly string[]
}

/** One way from its beginning to its end, printed; one that fails is told with a picture, and ends the script with 1. */
export const walk = async (page: Page, { name, folder, locale, slow, go, said = [] }: Walked) => {
  const pictures = `${folder}/${name.replaceAll(' ', '-')}`
  await rm(pictures, { recursive: true, force: true })
  const journey = await journeyOn(page, pictures, locale)
  console.log(`\n${name}`)
  try {
    await slow()
    await go(journey)
  } catch (error) {
    process.exitCode = 1
    console.log(`  FAILED ${String(error).split('\n').slice(0, 4).join(' ')}`)
    await page.screenshot({ path: `${pictures}/failed.png` }).catch(() => {})
  }
  const sum = (of: 'presses' | 'typed' | 'seconds') => journey.told.reduce((all, one) => all + one[of], 0)
  console.log(`  above the fold: ${journey.fold.join(' | ')}`)
  console.log(`  ${sum('presses')} presses, ${sum('typed')} typed, ${sum('seconds').toFixed(1)} s in all`)
  for (const problem of [...journey.problems, ...said]) console.log(`  ! ${problem}`)
}
