import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataDir } from '../support/demoWorld'
import { newDataDir, program } from '../support/program'

/*
 * Two instances of the built program on one database, as behind a balancer: the first brings database and identity, the
 * second is told of them.
 */
type Program = Awaited<ReturnType<typeof program>>
const folders: string[] = []
let first: Program
let second: Program
let token: string

beforeAll(async () => {
  folders.push(await demoDataDir('pages'), newDataDir('pages'))
  const env = { CLOCK: 'adjustable', METRICS_TOKEN: 'a-token-for-tests', RATE_LIMITS: 'on' }
  first = await program({ dataDir: folders[0] ?? '', env })
  await first.start()
  second = await program({
    dataDir: folders[1] ?? '',
    env: {
      ...env,
      HOST: '127.0.0.1',
      DATABASE_URL: first.databaseUrl(),
      MIGRATION_DATABASE_URL: first.databaseUrl('owner'),
      FIREBASE_AUTH_EMULATOR_HOST: first.emulatorHost,
    },
  })
  await second.start()
  token = await first.signIn('owner@hoshi.test')
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

test('a connection outlives that of a balancer, and HOST says where the program listens', async () => {
  const [, seconds] =
    /timeout=(\d+)/.exec((await fetch(`${first.origin}/api/health`)).headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(75)
  const at = (of: Program, address: string) =>
    fetch(`${of.origin.replace('localhost', address)}/api/health`).then(
      ({ status }) => status,
      () => 'nobody',
    )
  expect([await at(first, '127.0.0.2'), await at(second, '127.0.0.1'), await at(second, '127.0.0.2')]).toEqual([
    200,
    200,
    'nobody',
  ])
})

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const call = async (of: Program, base: 'cms' | 'public', name: string, payload: object) => {
  const answer = await fetch(`${of.origin}/api/${base}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: base === 'cms' ? `Bearer ${token}` : '' },
    body: JSON.stringify(payload),
  })
  const body = (await answer.json()) as Record<string, unknown>
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return body
}
const saveName = async (of: Program, name: string) => {
  const profile = await call(of, 'cms', 'getBrandProfile', ids)
  const { brandThumbnail, brandIcon, description } = profile
  await call(of, 'cms', 'updateBrandProfile', { ...ids, name, brandThumbnail, brandIcon, description })
}
const load = async (of: Program, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${of.origin}${path}`, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

/** How often the first instance has answered with what it had kept of this page. */
const hits = async (page: string) => {
  const answer = await fetch(`${first.origin}/api/metrics`, { headers: { authorization: 'Bearer a-token-for-tests' } })
  const start = `tsudoi_page_seconds_count{page="${page}",status="200",cache="hit"} `
  const line = (await answer.text()).split('\n').find((text) => text.startsWith(start))
  return Number(line?.slice(start.length) ?? 0)
}

test('the map for search engines is made once for all who ask, and anew with what a creator changes', async () => {
  const map = await load(first, '/sitemap.xml')
  expect([map.status, map.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const before = await hits('/sitemap.xml')
  expect((await load(first, '/sitemap.xml')).html).toBe(map.html)
  expect(await hits('/sitemap.xml')).toBe(before + 1)
  await saveName(first, 'On the map')
  const changed = await load(first, '/sitemap.xml')
  expect(changed.html).not.toBe(map.html)
  expect(changed.headers.get('etag')).not.toBe(map.headers.get('etag'))
  expect(await hits('/sitemap.xml')).toBe(before + 1)
})

test('what a creator saves is on the fan page at the next load, ten times in a row', async () => {
  for (let i = 0; i < 10; i++) {
    await load(first, '/fc/aoi')
    await saveName(first, `Aoi ${i} of ten`)
    for (const path of ['/fc/aoi', '/en/fc/aoi/plans'])
      expect((await load(first, path)).html).toContain(`Aoi ${i} of ten`)
  }
})

test('what a creator saves is on the fan page that another instance keeps', async () => {
  expect((await load(second, '/fc/aoi')).html).not.toContain('Told to all')
  await saveName(first, 'Told to all')
  await expect.poll(async () => (await load(second, '/fc/aoi')).html).toContain('Told to all')
  await saveName(second, 'Told back')
  expect((await load(second, '/fc/aoi')).html).toContain('Told back')
  await expect.poll(async () => (await load(first, '/fc/aoi')).html).toContain('Told back')
})

test('a kept page carries its policy and no cookie, revalidates, and is the same in every encoding', async () => {
  const identity = await load(first, '/fc/luna', { 'accept-encoding': 'identity', cookie: 'colorMode=dark; session=x' })
  const again = await load(first, '/fc/luna', { 'accept-encoding': 'br' })
  const zipped = await load(first, '/fc/luna?utm_source=mail', { 'accept-encoding': 'gzip' })
  for (const { status, headers, html } of [identity, again, zipped]) {
    expect(status).toBe(200)
    expect(html).toBe(identity.html)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      etag: identity.headers.get('etag'),
      'content-security-policy': identity.headers.get('content-security-policy'),
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers.get('set-cookie')).toBe(null)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  expect(again.headers.get('content-encoding')).toBe('br')
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const etag = identity.headers.get('etag') ?? ''
  expect(await load(first, '/fc/luna', { 'if-none-match': etag })).toMatchObject({ status: 304, html: '' })
  expect((await load(first, '/fc/luna', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  const head = await fetch(`${first.origin}/fc/luna`, { method: 'HEAD' })
  expect(await head.text()).toBe('')
  expect(head.headers.get('etag')).toBe(etag)
  expect((await load(first, '/login?redirect_to=/tenants/x')).headers.get('etag')).toBe(
    (await load(first, '/login')).headers.get('etag'),
  )
})

test('the login speaks to a fan as one before any script runs, with the face of the brand they come from', async () => {
  const of = async (from: string) => (await load(first, `/login?redirect_to=${encodeURIComponent(from)}`)).html
  const [portal, fan, member] = [await of('/tenants/x'), await of('/fc/luna/plans'), await of('/fc/me/plans')]
  for (const html of [fan, member]) {
    expect(html.includes('ファンクラブの会員ページに入ります。')).toBe(true)
    expect(html.includes('ファンクラブの運営画面に入ります。')).toBe(false)
  }
  expect(portal.includes('ファンクラブの運営画面に入ります。')).toBe(true)
  const names = (html: string) => html.includes('>Luna<')
  expect(names(fan)).toBe(true)
  expect((await of('/fc/luna')) === fan).toBe(true)
  for (const html of [portal, member, await of('/fc/nobody-here')]) expect(names(html)).toBe(false)
  const data = await load(
    first,
    `/_next/data/${/"buildId":"([^"]+)"/.exec(fan)?.[1]}/ja/login.json?redirect_to=/fc/luna`,
  )
  expect(JSON.parse(data.html)).toMatchObject({
    pageProps: { isFan: true, brand: { accentColor: expect.any(String) } },
  })
})

test('a page is only read: anything but GET and HEAD answers 405, and the sandbox’s forms go on', async () => {
  for (const path of ['/fc/aoi', '/en/tenants', '/login', '/_next/data/x/fc/aoi.json'])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(`${first.origin}${path}`, { method })
      expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD'])
    }
  expect((await fetch(`${first.origin}/fc/aoi`, { method: 'HEAD' })).status).toBe(200)
  const form = await fetch(`${first.origin}/sandbox/checkout/none`, { method: 'POST', redirect: 'manual' })
  expect(form.status).not.toBe(405)
})

test('a move of the clock ends what was kept, and a plan ends at its moment', async () => {
  const { plans } = (await call(first, 'public', 'getPublicPlans', {
    tenantId: 'tenant_tsuki',
    brandId: 'brand_luna',
  })) as {
    plans: { name: string }[]
  }
  expect(plans.length).toBeGreaterThan(0)
  await load(first, '/fc/luna')
  const kept = () => hits('/fc/[brandSlug]')
  const before = await kept()
  await load(first, '/fc/luna')
  expect(await kept()).toBe(before + 1)
  const moved = await fetch(`${first.origin}/api/testing/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: Date.now() + 60_000 }),
  })
  expect(moved.status).toBe(200)
  await load(first, '/fc/luna')
  expect(await kept()).toBe(before + 1)
  await load(first, '/fc/luna')
  expect(await kept()).toBe(before + 2)
})

test('an address that can be no slug, an unknown one and data of a page are answered and not kept', async () => {
  for (const path of [
    '/fc/xx',
    '/fc/UPPER',
    '/fc/a%20b',
    `/fc/${'a'.repeat(5000)}`,
    '/fc/nobody-here',
    '/en/fc/nobody-here',
  ]) {
    const { status, headers } = await load(first, path)
    expect(status, path).toBe(404)
    expect(headers.get('cache-control') ?? '', path).not.toContain('public')
  }
  const build = /"buildId":"([^"]+)"/.exec((await load(first, '/fc/luna')).html)?.[1]
  const data = await load(first, `/_next/data/${build}/ja/fc/luna.json?brandSlug=luna`)
  expect(data.status).toBe(200)
  expect(JSON.parse(data.html)).toMatchObject({ pageProps: { brand: { brandSlug: 'luna' } } })
  expect(data.headers.get('cache-control')).toContain('no-store')
})

test('with the database away kept pages are there as they were, and the rest says when to come again', async () => {
  const path = '/fc/luna/plans'
  const before = await load(second, path)
  expect([before.status, before.headers.get('age')]).toEqual([200, null])
  await first.stop()
  await expect.poll(async () => (await load(second, '/fc/luna/goods')).status).toBe(503)
  const without = await load(second, '/en/fc/luna/goods')
  expect([without.status, without.headers.get('retry-after')]).toEqual([503, '5'])
  expect(without.headers.get('content-type')).toContain('text/html')
  const kept = await load(second, path)
  expect(kept).toMatchObject({ status: 200, html: before.html })
  expect(Number(kept.headers.get('age'))).toBeGreaterThanOrEqual(0)
  expect(kept.headers.get('age')).not.toBeNull()

  await first.start()
  await expect.poll(async () => (await load(second, path)).headers.get('age')).toBeNull()
  expect((await load(second, '/fc/luna/goods')).status).toBe(200)
})

test('pages have the limits of calls: an address that asks too often is told when to come again', async () => {
  const answers: number[] = []
  for (let i = 0; i < 30; i++) {
    const all = await Promise.all(Array.from({ length: 50 }, () => load(first, '/fc/luna')))
    answers.push(...all.map(({ status }) => status))
    if (answers.includes(429)) break
  }
  expect(answers).toContain(429)
  const refused = await load(first, '/fc/aoi')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.html).toContain('Too many requests')
  for (const path of ['/sitemap.xml', '/api/openapi.json']) expect((await load(first, path)).status, path).toBe(429)
})
