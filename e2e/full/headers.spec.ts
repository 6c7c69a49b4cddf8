import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

type Route = { page: string }
const manifest: Record<'staticRoutes' | 'dynamicRoutes', Route[]> = JSON.parse(
  readFileSync(`${process.env.NEXT_DIST_DIR ?? '.next'}/routes-manifest.json`, 'utf8'),
)
const known: Record<string, string> = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', brandSlug: 'aoi' }
const paths = [...manifest.staticRoutes, ...manifest.dynamicRoutes]
  .filter(({ page }) => !page.startsWith('/api/') && page !== '/_error')
  .map(({ page }) => page.replace(/\[(\w+)\]/g, (_, name: string) => known[name] ?? 'unknown'))

const watched = `
  addEventListener('securitypolicyviolation', (event) => report(event.violatedDirective + ' ' + event.blockedURI))`
/** Where a visitor does not stay: the guard loads the login instead. */
const isGuarded = (path: string) => /^\/(tenants|operator)(\/|$)/.test(path)

for (const path of [...paths, '/nowhere', '/en/nowhere']) {
  test(`${path} keeps the content security policy`, async ({ page }) => {
    // Kept outside the page: a page that moves on would take its list along.
    const violations: string[] = []
    await page.exposeFunction('report', (violation: string) => violations.push(violation))
    await page.addInitScript(watched)
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

test('every kind of answer carries its headers', async ({ request }) => {
  for (const path of [
    '/',
    '/nowhere',
    '/api/health',
    '/api/config.js',
    '/mode.js',
    '/icon.svg',
    '/_next/data/x/login.json',
  ]) {
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
