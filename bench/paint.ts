import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { median, say, table } from './measure'
import { startBareNext } from './startBareNext'
import type { Part } from './world'

/** Each page once a round, the bare one first; the first visit has an empty cache, the second what that one left. */
const rounds = Number(process.env.BENCH_PAINTS ?? 7)
const slower = 4
const visits = ['fresh', 'warm'] as const
type Visit = (typeof visits)[number]
const moments = ['paint', 'tap'] as const
type Looked = Record<(typeof moments)[number], number>

/** At most so many times the bare page's: the highest that was seen of any page, and a fifth. */
const bounds: Record<Visit, Looked> = { fresh: { paint: 3.1, tap: 3.5 }, warm: { paint: 2.8, tap: 3.1 } }
const paths = ['/fc/aoi', '/fc/aoi/plans', '/fc/aoi/contents/content_aoi_0000', '/fc/aoi/goods']

declare global {
  interface Window {
    looked?: Promise<Looked>
  }
}

/**
 * Runs in the page before anything of it. From the first paint on, its first control is pressed every 50 ms until the page answers:
 * by the control itself, or by the colours of the page, which is what the first control of ours switches.
 */
const look = (control: string) => {
  window.looked = new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${location.href}: nothing was painted, or nothing answers.`)), 30_000)
    new PerformanceObserver((list, observer) => {
      const [first] = list.getEntriesByName('first-contentful-paint')
      if (!first) return
      observer.disconnect()
      let pressed: Element | null = null
      let timer = 0
      const answers = new MutationObserver(() => {
        answers.disconnect()
        clearInterval(timer)
        done({ paint: first.startTime, tap: performance.now() })
      })
      const press = () => {
        const found = document.querySelector<HTMLElement>(control)
        if (!found) return
        if (found !== pressed) {
          answers.observe(found, { attributeFilter: ['aria-pressed', 'aria-expanded'] })
          answers.observe(document.documentElement, { attributeFilter: ['data-mode'] })
          pressed = found
        }
        found.click()
      }
      timer = window.setInterval(press, 50)
      press()
    }).observe({ type: 'paint', buffered: true })
  })
}

const visit = async (context: BrowserContext, url: string): Promise<Looked> => {
  const page = await context.newPage()
  const slowed = await context.newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: slower })
  page.setDefaultTimeout(60_000)
  await page.goto(url, { waitUntil: 'commit' })
  const looked = await page.evaluate(() => window.looked)
  if (!looked) throw new Error(`${url} was not looked at.`)
  // What a browser fetches for later is fetched before the next visit.
  await page.waitForLoadState('networkidle')
  await page.close()
  return looked
}

/** A phone that has never been here, and comes again. */
const visitTwice = async (browser: Browser, url: string): Promise<Record<Visit, Looked>> => {
  const context = await browser.newContext({
    ...{ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 390, height: 844 } },
    ...{ deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  })
  try {
    // The compiler of this script names functions by it, also those that run in the page.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await context.addInitScript(look, 'button[type=button]')
    return { fresh: await visit(context, url), warm: await visit(context, url) }
  } finally {
    await context.close()
  }
}

/** When fan-facing pages are painted and answer a first tap on a processor that is four times slower, against a bare Next's page. */
export const paint: Part = async ({ house }) => {
  const bare = await startBareNext()
  const browser = await chromium.launch({
    executablePath: process.env.PW_CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : [],
  })
  try {
    const addresses = { bare: bare.url, ...Object.fromEntries(paths.map((path) => [path, `${house.origin}${path}`])) }
    const seen: Record<string, Record<Visit, Looked>>[] = []
    // The first round is for the programs' own caches.
    for (let round = 0; round <= rounds; round++) {
      const looked: Record<string, Record<Visit, Looked>> = {}
      for (const [name, url] of Object.entries(addresses)) looked[name] = await visitTwice(browser, url)
      if (round > 0) seen.push(looked)
    }
    const misses: string[] = []
    const rows: string[][] = []
    for (const path of paths)
      for (const kind of visits)
        for (const moment of moments) {
          const of = (name: string) => seen.map((looked) => looked[name]?.[kind][moment] ?? Number.NaN)
          const [other, own] = [of('bare'), of(path)]
          const ratio = median(own.map((ms, round) => ms / (other[round] ?? Number.NaN)))
          const bound = bounds[kind][moment]
          const shown = [median(other), median(own)].map((ms) => ms.toFixed(0))
          const name = `${path}, ${kind}, first ${moment}`
          rows.push([name, ...shown, ratio.toFixed(2), bound.toFixed(2)])
          if (ratio > bound) misses.push(`${name}: ${ratio.toFixed(2)} times a bare page's, wanted at most ${bound}`)
        }
    say(
      `\nFirst paint, and first tap that works, from the start of the navigation; processor / ${slower}, ${rounds} rounds`,
    )
    table(['', 'bare ms', 'ours ms', 'ratio', 'at most'], rows)
    return misses
  } finally {
    await browser.close()
    bare.stop()
  }
}
