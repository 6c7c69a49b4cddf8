import { expect, type Page, test } from '@playwright/test'
import { completeBrowser } from '../support/chromium'
import { newPerson, signIn } from '../support/people'
import { sizesOfScripts } from '../support/scripts'
import { barriers } from '../support/watch'

test.use({ launchOptions: completeBrowser })

/*
 * A page with delayed scripts (src/kit/resting.ts): complete as sent, its scripts run on the first interaction.
 */
const hydrations = (page: Page) => page.evaluate(() => performance.getEntriesByName('tsudoi-hydrate-in-slices').length)
const mode = (page: Page) => page.evaluate(() => document.documentElement.dataset.mode)

/** Runs in the page: React has marked every element that can be pressed as its own. */
const everythingHydrated = () =>
  [...document.querySelectorAll('button, a')].every((element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps')),
  )

/** Nothing of the program's scripts arrives until `arrive` is called. */
const holdScripts = async (page: Page) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/_next/static/**', async (route) => {
    await arrived
    await route.continue()
  })
  return arrive
}

const brand = '/fc/aoi'
const fanPages = [
  '',
  '/plans',
  '/plans/plan_seiza',
  '/contents',
  '/contents/content_aoi_0000',
  '/contents/content_aoi_live_later',
]
  .concat('/back-numbers', '/goods', '/goods/goods_aoi_0', '/events', '/events/event_aoi_next_0', '/contact')
  .flatMap((path) => [brand + path, `/en${brand}${path}`])
  .concat('/fc/carts', '/en/fc/carts')

for (const path of [...fanPages.filter((path) => !path.endsWith('/carts')), '/login']) {
  test(`${path} runs none of its scripts for a visitor until they touch it, and has fetched them by then`, async ({
    page,
  }) => {
    await page.goto(path)
    const waiting = await page
      .locator('script[type="text/resting"]')
      .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src))
    expect(waiting.length).toBeGreaterThan(5)
    // Fetched when the browser has nothing better to do.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
      .toEqual(expect.arrayContaining(waiting))
    expect(await page.locator('script[src^="/_next/"]:not([type])').count()).toBe(0)
    expect(await hydrations(page)).toBe(0)
    await page.mouse.move(200, 200)
    await expect.poll(() => hydrations(page)).toBe(1)
  })
}

test('no page of a brand names more than 170 KB of scripts, however they are named', async ({ request }) => {
  const kbOf = sizesOfScripts(request)
  const named = async (path: string) => {
    const html = await (await request.get(path)).text()
    const scripts = [...new Set(html.match(/\/_next\/static\/[^"'\\]+\.js/g))]
    expect(scripts.length, path).toBeGreaterThan(8)
    return kbOf(scripts)
  }
  const tooLarge: string[] = []
  for (const path of fanPages) {
    const kb = await named(path)
    if (kb > 170) tooLarge.push(`${path} names ${kb.toFixed(3)} KB`)
  }
  expect(tooLarge).toEqual([])
})

for (const path of ['/fc/aoi', '/en/fc/aoi/plans', '/fc/aoi/plans/plan_seiza', '/login?redirect_to=%2Ffc%2Faoi']) {
  for (const colors of ['light', 'dark'] as const) {
    test(`${path}, ${colors}, looks the same at rest and awake`, async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'tsudoi-color-mode', value: colors, url: baseURL ?? '' }])
      await page.goto(path)
      // What lies far below is fetched as it is reached: here it is part of the picture from the start.
      await page.evaluate(() =>
        Promise.all(
          [...document.images].map((image) => {
            image.loading = 'eager'
            return image.decode().catch(() => {})
          }),
        ),
      )
      await page.waitForLoadState('networkidle')
      // Only scripts count how long it is until the next live: that line is covered.
      const picture = { fullPage: true, caret: 'hide' as const, mask: [page.getByTestId('next-live')] }
      const atRest = await page.screenshot(picture)
      await page.mouse.move(3, 300)
      await page.waitForFunction(everythingHydrated)
      await page.waitForLoadState('networkidle')
      expect((await page.screenshot(picture)).equals(atRest)).toBe(true)
    })
  }
}

test('once the page is touched it counts down to the next live, in the words of the page', async ({ page }) => {
  test.setTimeout(300_000)
  for (const [path, onAir, text] of [
    ['/fc/aoi', '配信中', / · (あと \d+(日|時間|分) \d+(時間|分|秒)|まもなく)$/],
    ['/en/fc/aoi', 'Live now', / · (In \d+ (d|h|min) \d+ (h|min|s)|Soon)$/],
  ] as const) {
    const next = page.getByTestId('next-live')
    // While another test's live is on, nothing is counted down to.
    await expect(async () => {
      await page.goto(path)
      await expect(next).toBeVisible()
      expect(await page.getByTestId('at-a-glance').getByText(onAir, { exact: true }).count()).toBe(0)
    }).toPass()
    await expect(next).not.toHaveText(text)
    await page.mouse.move(3, 300)
    await expect(next).toHaveText(text)
  }
})

test('the first press on a page at rest does what it should, once, however late the scripts come', async ({ page }) => {
  const arrive = await holdScripts(page)
  await page.goto('/fc/aoi', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: '暗い配色にする' }).click()
  expect(await mode(page)).toBe('light')
  arrive()
  await expect(page.getByRole('button', { name: '明るい配色にする' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await mode(page)).toBe('dark')
  expect(await hydrations(page)).toBe(1)
})

test('a button that was reached by the keyboard alone wakes the page as well', async ({ page }) => {
  await page.goto('/fc/aoi')
  await page.getByRole('button', { name: '暗い配色にする' }).press('Enter')
  await expect.poll(() => mode(page)).toBe('dark')
})

test('who signs in before the scripts are there is signed in when they are, and the password stays out of the address', async ({
  page,
}) => {
  const arrive = await holdScripts(page)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('メールアドレス').pressSequentially('owner@tsuki.test')
  await page.getByLabel('パスワード', { exact: true }).pressSequentially('tsudoi-demo')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe('owner@tsuki.test')
  arrive()
  // Who works for one brand lands on it.
  await expect(page).toHaveURL('/tenants/tenant_tsuki/brands/brand_luna')
  expect(addresses.join(' ')).not.toMatch(/password|tsudoi-demo/)
})

test('a press that comes while the page is told what was typed sends all of it', async ({ page }) => {
  const arrive = await holdScripts(page)
  await page.goto('/fc/aoi/contact', { waitUntil: 'domcontentloaded' })
  const typed = { fromName: 'はじめての人', from: 'first@example.com', subject: '配信について', content: '予定は？' }
  for (const [name, text] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(text)
  // On a slow phone a press falls between two texts: here between the first and the second, on any machine.
  await page.evaluate(() => {
    const told = globalThis.tsudoiWoken
    globalThis.tsudoiWoken = () => {
      setTimeout(() => document.querySelector<HTMLButtonElement>('form [type=submit]')?.click())
      return told?.() ?? Promise.resolve()
    }
  })
  const sent = page.waitForRequest('**/contactCreator')
  arrive()
  expect((await sent).postDataJSON()).toMatchObject(typed)
  await expect(page.getByRole('status')).toContainText('送信しました')
})

test('a page whose scripts could not be fetched at the first touch wakes at a later one', async ({ page }) => {
  await page.route('**/_next/static/**', (route) => route.abort())
  await page.goto('/fc/aoi')
  const lost = page.waitForEvent('requestfailed')
  await page.mouse.move(200, 200)
  await lost
  await page.waitForLoadState('networkidle')
  expect(await hydrations(page)).toBe(0)
  await page.unroute('**/_next/static/**')
  await page.getByRole('button', { name: '暗い配色にする' }).click()
  await expect.poll(() => mode(page)).toBe('dark')
})

test('the list of all pages comes with the first link that is touched, and the next page without loading a document', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const lists = () => asked.filter((url) => url.endsWith('/_buildManifest.js')).length
  const documents = () => asked.filter((url) => /\/fc\/aoi(\/plans)?$/.test(url)).length
  await page.goto('/fc/aoi')
  await page.mouse.move(200, 200)
  await expect.poll(() => hydrations(page)).toBe(1)
  await expect.poll(() => page.evaluate(everythingHydrated)).toBe(true)
  expect(lists()).toBe(0)
  const plans = page.getByRole('link', { name: /^プラン/ }).first()
  await plans.click()
  await expect(page).toHaveURL('/fc/aoi/plans')
  expect([lists(), documents()]).toEqual([1, 1])
})

test('a link of a page at rest needs no script at all', async ({ page }) => {
  await page.route('**/_next/static/**', (route) => route.abort())
  await page.goto('/fc/aoi')
  await page.getByRole('link', { name: 'プラン', exact: true }).first().click()
  await expect(page).toHaveURL('/fc/aoi/plans')
})

test('the tab of the page is in sight on a phone before the scripts run', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto('/fc/aoi/goods')
  const tabs = page.getByRole('navigation').filter({ hasText: 'バックナンバー' }).first()
  await expect(tabs.getByRole('link', { name: 'グッズ' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0])
})

test('tabs that were drawn aside before the scripts ran stay where they are', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/fc/aoi', { waitUntil: 'domcontentloaded' })
  const tabs = page.getByRole('navigation').filter({ hasText: 'バックナンバー' }).first()
  expect(await tabs.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
  await tabs.evaluate((nav) => nav.scrollTo(120, 0))
  await page.mouse.move(200, 500)
  await page.waitForFunction(everythingHydrated)
  expect(await tabs.evaluate(({ scrollLeft }) => scrollLeft)).toBe(120)
})

for (const [site, mine, login] of [
  ['', 'マイページ', 'ログイン'],
  ['/en', 'My page', 'Log in'],
] as const)
  test(`${site}/fc/aoi has a signed-in fan's way home in its header before any script runs, where it stays`, async ({
    page,
  }) => {
    await signIn(page, await newPerson(page), '/fc/me/plans')
    await expect(page.getByTestId('fan-bell')).toBeVisible()
    const arrive = await holdScripts(page)
    await page.goto(`${site}/fc/aoi`, { waitUntil: 'domcontentloaded' })
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: mine })).toBeVisible()
    await expect(header.getByRole('link', { name: login })).toHaveCount(0)
    const place = await header.getByRole('link', { name: mine }).boundingBox()
    expect(await barriers(page)).toEqual([])
    expect(await hydrations(page)).toBe(0)
    arrive()
    await expect(page.getByTestId('fan-bell')).toBeVisible()
    expect(await header.getByRole('link', { name: mine }).boundingBox()).toEqual(place)
  })

test('who has signed out is a visitor again from the first paint on', async ({ page }) => {
  await signIn(page, await newPerson(page), '/fc/me/plans')
  await page.getByRole('button', { name: 'ログアウト' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
  await holdScripts(page)
  await page.goto('/fc/aoi', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'マイページ' })).toHaveCount(0)
})

test('a header that still names somebody whose session is over offers the login by itself', async ({ page }) => {
  await page.goto('/fc/aoi')
  await page.evaluate(() => localStorage.setItem('tsudoi-known', '1'))
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'ログイン' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('tsudoi-known'))).toBeNull()
})
