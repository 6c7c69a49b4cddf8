import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test as base, expect, type Page } from '@playwright/test'

type Route = { page: string }
const manifest: Record<'staticRoutes' | 'dynamicRoutes', Route[]> = JSON.parse(
  readFileSync(`${process.env.NEXT_DIST_DIR ?? '.next'}/routes-manifest.json`, 'utf8'),
)
const known: Record<string, string> = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi' }
const paths = [...manifest.staticRoutes, ...manifest.dynamicRoutes]
  // A browser shows XML in a page of its own, which runs nothing of ours.
  .filter(({ page }) => !page.startsWith('/api/') && page !== '/_error' && page !== '/sitemap.xml')
  .map(({ page }) => page.replace(/\[(\w+)\]/g, (_, name: string) => known[name] ?? 'unknown'))

const watched = `
  addEventListener('securitypolicyviolation', (event) => report(event.violatedDirective + ' ' + event.blockedURI))`
/** Where a visitor does not stay: the guard loads the login instead. */
const isGuarded = (path: string) => /^\/(tenants|operator)(\/|$)/.test(path)

const guarded = paths.filter(isGuarded)
const seen = [...paths.filter((path) => !isGuarded(path)), '/tenants', '/nowhere', '/en/nowhere']
/** One tab of a visitor for all pages of a worker: a new one takes longer than most of them. */
const test = base.extend<object, { visitor: { page: Page; violations: string[] } }>({
  visitor: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId } = project.use
      const context = await browser.newContext({ baseURL, locale, timezoneId })
      const page = await context.newPage()
      // Kept outside the page: a page that navigates would lose its list.
      const violations: string[] = []
      await page.exposeFunction('report', (violation: string) => violations.push(violation))
      await page.addInitScript(watched)
      await use({ page, violations })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

for (const path of seen) {
  test(`${path} keeps the content security policy`, async ({ visitor: { page, violations } }) => {
    violations.length = 0
    await page.goto(path, { waitUntil: 'load' })
    if (isGuarded(path)) await page.waitForURL(/\/login/)
    await page.waitForLoadState('networkidle')
    expect(violations).toEqual([])
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.__injected = true'
      document.body.append(script)
    })
    expect(await page.evaluate('window.__injected')).toBeUndefined()
    await expect.poll(() => violations).toEqual([expect.stringContaining('script-src')])
  })
}

/** Scripts of a page that its policy would refuse. */
const refusedIn = (html: string, policy: string) => {
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = '', text = '']) => {
    const source = / src="([^"]*)"/.exec(attributes)?.[1]
    if (source) return /^\/(?!\/)/.test(source) ? [] : [source]
    if (attributes.includes('type="application/json"')) return []
    const hash = createHash('sha256').update(text).digest('base64')
    return allowed.includes(`'sha256-${hash}'`) ? [] : [text.slice(0, 60)]
  })
}

test('every guarded page has no script that its policy does not name', async ({ request }) => {
  expect(guarded.length).toBeGreaterThan(30)
  for (const path of guarded) {
    const answer = await request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(/script-src ([^;]*)/.exec(policy)?.[1], path).not.toMatch(/unsafe|\*/)
    const html = await answer.text()
    expect(html.split('<script').length, path).toBeGreaterThan(4)
    expect(refusedIn(html, policy), path).toEqual([])
    // Control: foreign scripts are found.
    expect(refusedIn(`${html}<script>alert(1)</script><script src="//evil.example/x.js"></script>`, policy)).toEqual([
      'alert(1)',
      '//evil.example/x.js',
    ])
  }
})

test('every kind of answer carries its headers', async ({ request }) => {
  const others = ['/api/config.js', '/icon.svg', '/sitemap.xml', '/_next/data/x/login.json']
  for (const path of ['/', '/nowhere', '/api/health', ...others]) {
    const headers = (await request.get(path)).headers()
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers, path).not.toHaveProperty('x-powered-by')
  }
})

test('the Japanese prefix leads to the bare path of this site', async ({ request }) => {
  const answer = await request.get('/ja/tenants?from=mail', { maxRedirects: 0 })
  expect(answer.status()).toBe(308)
  expect(answer.headers().location).toBe('/tenants?from=mail')
  const elsewhere = await request.get('/ja//elsewhere.example', { maxRedirects: 0 })
  expect(elsewhere.headers().location).toBe('/elsewhere.example')
})

test('the scripts of the build come as the build compressed them, for good, and nothing beside them comes', async ({
  page,
  request,
}) => {
  await page.goto('/fc/aoi')
  const address = (await page.locator('script[src^="/_next/static/chunks/"]').first().getAttribute('src')) ?? ''
  const asked = () => request.get(address, { headers: { 'Accept-Encoding': 'gzip, br' } })
  // A first start compresses them beside itself.
  await expect.poll(async () => (await asked()).headers()['content-encoding'], { timeout: 60_000 }).toBe('br')
  const smallest = await asked()
  expect(smallest.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public,max-age=31536000,immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  const plain = await request.get(address, { headers: { 'Accept-Encoding': 'identity' } })
  expect(plain.headers()).not.toHaveProperty('content-encoding')
  expect(await plain.text()).toBe(await smallest.text())
  for (const elsewhere of [`${address}x`, '/_next/static/', '/_next/static/%2e%2e/build-manifest.json']) {
    expect((await request.get(elsewhere)).status(), elsewhere).toBe(404)
  }
  expect((await request.post(address)).status()).toBe(405)
})

test('a page carries its styles once, in its head, and is hydrated in slices', async ({ page, request }) => {
  for (const path of ['/fc/aoi', '/login', '/nowhere']) {
    const [head = '', body = ''] = (await (await request.get(path)).text()).split('</head>')
    expect(head.match(/<style data-emotion="css /g), path).toHaveLength(1)
    expect(body, path).not.toContain('<style')
  }
  await page.goto('/fc/aoi')
  const marks = () => page.evaluate(() => performance.getEntriesByName('tsudoi-hydrate-in-slices').length)
  await page.mouse.move(200, 200)
  await expect.poll(marks).toBe(1)
  // The browser reused the server's styles instead of writing them again.
  await expect(page.locator('style[data-emotion="css-global"]')).toHaveCount(2)
})

test('who chose the dark mode never sees the light one', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'tsudoi-color-mode', value: 'dark', url: baseURL ?? '' }])
  await page.addInitScript(() => {
    const seen = new Set<string | undefined>()
    Object.assign(window, { __seen: seen })
    new MutationObserver(() => document.body && seen.add(document.documentElement.dataset.mode)).observe(document, {
      subtree: true,
      childList: true,
    })
  })
  await page.goto('/fc/aoi')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => [...(window as unknown as { __seen: Set<string> }).__seen])).toEqual(['dark'])
})
