import type { Locator, Page } from '@playwright/test'
import { callsAt, tokenOf } from './support/calls'
import { openChromium } from './support/chromium'
import { fillLogin } from './support/people'

/*
 * npm run look:portal: from a press to its result, in the portal of a demo that runs (ORIGIN, by default http://localhost:3000; its
 * emulator's port in E2E_AUTH_EMULATOR_PORT), on a processor that is four times slower. Each step five times (LOOK_TIMES), by the page's own
 * clock: from the moment of the key or the pointer to the frame after the one that painted the result. It prints a table, and ends with 1
 * where a median is above its bound. LOOK_ONLY narrows it down by a part of a step's name.
 */
const origin = process.env.ORIGIN ?? 'http://localhost:3000'
const times = Number(process.env.LOOK_TIMES ?? 5)
const only = process.env.LOOK_ONLY ?? ''
const slower = 4
const bounds = { work: 400, palette: 200 }
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const base = `/tenants/${ids.tenantId}/brands/${ids.brandId}`

/** What is seen once it is done. `path`: a pattern of the address; `sees` and `lacks`: selectors; `anew`: its text is another one. */
type Result = { path?: string; sees?: string; lacks?: string; anew?: string }

type Look = { from: number; of: Promise<number> }
declare global {
  interface Window {
    look?: Look
  }
}

/** From now on the page waits for a press, and then for the result. */
const arm = (page: Page, result: Result) =>
  page.evaluate(({ path, sees, lacks, anew }) => {
    const textOf = () => (anew === undefined ? '' : (document.querySelector(anew)?.textContent ?? ''))
    const isShown = (selector: string) =>
      [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
    const before = textOf()
    const look = { from: 0 } as Look
    const presses = ['pointerdown', 'keydown', 'change'] as const
    const begin = (event: Event) => {
      // A pointer's press is what counts, and of what is typed or chosen the last key.
      if (look.from === 0 || event.type !== 'pointerdown') look.from = event.timeStamp
    }
    for (const press of presses) addEventListener(press, begin, { capture: true })
    const isDone = () =>
      look.from > 0 &&
      (path === undefined || new RegExp(path).test(location.pathname + location.search)) &&
      (sees === undefined || isShown(sees)) &&
      (lacks === undefined || !isShown(lacks)) &&
      (anew === undefined || (document.querySelector(anew) !== null && textOf() !== before))
    look.of = new Promise((done) => {
      let isFound = false
      const check = () => {
        if (isFound || !isDone()) return
        isFound = true
        observer.disconnect()
        for (const press of presses) removeEventListener(press, begin, { capture: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - look.from)))
      }
      const observer = new MutationObserver(check)
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    window.look = look
  }, result)

const lasted = (page: Page) =>
  page.evaluate(() =>
    Promise.race([
      window.look?.of ?? Promise.reject(new Error('Nothing was waited for.')),
      new Promise<never>((_, fail) => setTimeout(() => fail(new Error('No result within 20 s.')), 20_000)),
    ]),
  )

/** Nothing is on its way any more: no skeleton, no list that asks, no message of before. */
const rests = async (page: Page) => {
  // Some request may stay open for good: a picture that nobody sees.
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => {})
  await page.waitForFunction(
    () =>
      !document.querySelector('main [data-pending], main [aria-busy=true]') &&
      !document.querySelector('section[popover] p'),
  )
}

const listed = 'main table[aria-busy=false] tbody tr'
const asking = 'main [data-pending], main table[aria-busy=true]'
const message = 'section[popover] p'
const fields = 'main textarea, main input[type=text], main input:not([type])'

type Step = {
  name: string
  bound: keyof typeof bounds
  /** Where it is pressed, after a load of its own. */
  at: string
  prepare?: (page: Page) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
  result: Result
}

/** A link of the menu, whose group is open. */
const inMenu = (page: Page, href: string) => page.locator(`nav a[href$="${href}"]`).first()
const openMenu = async (page: Page, href: string) => {
  // The opener of the brands' menu is none of these. A group that is opened closes no other.
  const closed = page.locator('nav li > button[aria-expanded=false]')
  while (!(await inMenu(page, href).isVisible())) await closed.first().click()
}
const opens = (name: string, href: string): Step => ({
  name: `open ${name}`,
  bound: 'work',
  at: base,
  prepare: (page) => openMenu(page, `${base}/${href}`),
  press: (page) => inMenu(page, `${base}/${href}`).click(),
  result: { path: `/${href}$`, sees: listed, lacks: asking },
})
const opensOne = (name: string, href: string): Step => ({
  name: `open one ${name}`,
  bound: 'work',
  at: `${base}/${href}`,
  press: (page) => page.locator('main tbody tr a').first().click(),
  // The address is another one before the list has gone.
  result: { path: `/${href}/[^/?]+$`, sees: 'main h1', lacks: `${asking}, main [data-row-link]` },
})

const changed = async (field: Locator) => {
  const text = await field.inputValue()
  await field.fill(text.endsWith('　') ? text.slice(0, -1) : `${text}　`)
}
const saveButton = (page: Page) => page.locator('main button[aria-keyshortcuts^="Control+S"]')
const saves = (name: string, at: string): Step => ({
  name: `save ${name}`,
  bound: 'work',
  at,
  prepare: async (page) => {
    await changed(page.locator(fields).filter({ visible: true }).first())
    await saveButton(page).waitFor()
  },
  press: (page) => saveButton(page).click(),
  result: { sees: message },
})

const rows = 'main table[aria-busy=false] tbody'
const filters = (name: string, href: string): Step => ({
  name: `filter ${name}`,
  bound: 'work',
  at: `${base}/${href}`,
  press: async (page) => {
    const filter = page.locator('main search select, main [role=search] select').filter({ visible: true }).first()
    const values = await filter
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    await filter.selectOption(values.find((value) => value !== '') ?? '')
  },
  result: { anew: 'main [aria-busy=false] tbody, main h3', lacks: asking },
})
const searches = (name: string, href: string, typed: string): Step => ({
  name: `search ${name}`,
  bound: 'work',
  at: `${base}/${href}`,
  press: async (page) => {
    await page.locator('main input[type=search]').first().press(typed)
  },
  result: { path: '[?&]q=', anew: rows, lacks: asking },
})

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+K')
  await page.locator('[cmdk-input]').waitFor()
}

const browser = await openChromium()

const idOf = async () => {
  const owner = await tokenOf('owner@hoshi.test')
  const call = callsAt(origin)
  const { planContents } = await call(owner, 'getPlanContentsWithPlans', { ...ids, status: 'active' })
  const { plans } = await call(owner, 'getPlans', { ...ids, status: 'active' })
  // A live's page always asks: it is never at rest.
  const content = planContents.find(({ type }: { type: string }) => type === 'news')
  return { contentId: content.planContentId as string, planId: plans[0].planId as string }
}

const run = async (page: Page, step: Step): Promise<number> => {
  await page.goto(step.at)
  await page.locator('main h1').first().waitFor()
  await rests(page)
  await step.prepare?.(page)
  // Nobody presses sooner, nor without having moved.
  await page.mouse.move(640, 400)
  await page.waitForTimeout(500)
  await arm(page, step.result)
  await step.press(page)
  return lasted(page)
}

const middleOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

try {
  const { contentId, planId } = await idOf()
  const steps: Step[] = [
    opens('contents', 'contents'),
    opens('orders', 'orders'),
    opens('fans', 'fans'),
    opensOne('order', 'orders'),
    opensOne('content', 'contents'),
    saves('content', `${base}/contents/${contentId}`),
    saves('plan', `${base}/plans/${planId}`),
    saves('settings', `${base}/profile`),
    filters('orders', 'orders'),
    filters('fans', 'fans'),
    searches('orders', 'orders', '2'),
    searches('fans', 'fans', '1'),
    {
      name: 'open palette',
      bound: 'palette',
      at: base,
      press: (page) => page.keyboard.press('Control+K'),
      result: { sees: '[cmdk-item]' },
    },
    {
      name: 'palette, first results',
      bound: 'palette',
      at: base,
      prepare: openPalette,
      press: (page) => page.keyboard.press('1'),
      result: { sees: '[cmdk-item][data-value^="orders order"], [cmdk-item][data-value^="fans fan"]' },
    },
  ]
  const context = await browser.newContext({
    ...{ baseURL: origin, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 1280, height: 900 } },
  })
  context.setDefaultTimeout(60_000)
  // The compiler of this script names functions by it, also those that run in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const page = await context.newPage()
  await page.goto(`/login?redirect_to=${encodeURIComponent(base)}`)
  await fillLogin(page, 'owner@hoshi.test')
  await page.waitForURL((url) => url.pathname !== '/login')
  const slowed = await context.newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: slower })

  const table: Record<string, object> = {}
  let isOver = false
  for (const step of steps.filter(({ name }) => name.includes(only))) {
    try {
      // Once for the program's own caches; a change is saved an even number of times, so that the demo is as it was.
      await run(page, step)
      const took: number[] = []
      for (let n = 0; n < times; n++) took.push(Math.round(await run(page, step)))
      if (step.name.startsWith('save') && times % 2 === 0) await run(page, step)
      const sorted = took.toSorted((a, b) => a - b)
      const [median, bound] = [middleOf(sorted), bounds[step.bound]]
      isOver ||= median > bound
      table[step.name] = { median, worst: sorted.at(-1), bound, '': median > bound ? 'OVER' : '', all: took.join(' ') }
    } catch (error) {
      isOver = true
      table[step.name] = { '': `FAILED ${String(error).split('\n')[0]}` }
    }
    console.log(step.name, JSON.stringify(table[step.name]))
  }
  console.table(table)
  process.exitCode = isOver ? 1 : 0
} finally {
  await browser.close()
}
