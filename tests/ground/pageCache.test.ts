import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makePageCache, type Outcome, type Rendered } from '#server/http/pageCache.ts'
import { newRendering, type Rendering } from '#server/rendering.ts'

type Clock = { now: number; offset: number }
/** A cache of pages defined in this test; `finish` lets the oldest waiting render end. */
const world = (
  write: (
    path: string,
  ) => Partial<Rendered & { tags: string[]; until: number; isShared: boolean; isUnavailable: boolean }>,
) => {
  const clock: Clock = { now: 1000, offset: 0 }
  let renders = 0
  const waiting: (() => void)[] = []
  let holds = false
  const render = async (path: string, page: Rendering): Promise<Rendered> => {
    renders++
    const { tags = ['brand_a'], until, isShared = true, isUnavailable = false, ...rendered } = write(path)
    if (holds) await new Promise<void>((go) => waiting.push(go))
    page.isShared = isShared
    page.isUnavailable = isUnavailable
    for (const tag of tags) page.tags.add(tag)
    if (until !== undefined) page.until = until
    return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(path), ...rendered }
  }
  const cache = makePageCache({ render, now: () => clock.now, clockOffset: () => clock.offset })
  cache.listening(true)
  const load = (path: string, signInFrom = '') =>
    Promise.resolve(
      cache.kept(path, signInFrom) ?? cache.rendered(path, newRendering({ address: '', requestId: '', signInFrom })),
    )
  return {
    cache,
    clock,
    load,
    renders: () => renders,
    hold: () => {
      holds = true
    },
    finish: () => waiting.shift()?.(),
  }
}
const textOf = (outcome: Outcome) =>
  'page' in outcome ? gunzipSync(outcome.page.gzip).toString() : outcome.rendered.body.toString()

test('a page is rendered once, however many wait for it, and then kept', async () => {
  const { load, renders, hold, finish } = world(() => ({}))
  hold()
  const all = Promise.all(Array.from({ length: 50 }, () => load('/fc/aoi')))
  finish()
  expect(new Set((await all).map(textOf))).toEqual(new Set(['/fc/aoi']))
  const again = await load('/fc/aoi')
  expect(again).toMatchObject({ kind: 'kept', isHit: true })
  expect(again.kind === 'kept' && brotliDecompressSync(again.page.br).toString()).toBe('/fc/aoi')
  expect(renders()).toBe(1)
})

test('the two languages are two pages', async () => {
  const { load, renders } = world(() => ({}))
  expect(textOf(await load('/fc/aoi'))).toBe('/fc/aoi')
  expect(textOf(await load('/en/fc/aoi'))).toBe('/en/fc/aoi')
  expect(renders()).toBe(2)
})

test('a login is a page for each brand from which somebody comes', async () => {
  const { load, renders } = world(() => ({}))
  await load('/login', 'portal')
  await load('/login', 'fc/aoi')
  expect(renders()).toBe(2)
  expect(await load('/login', 'fc/aoi')).toMatchObject({ kind: 'kept', isHit: true })
  expect(renders()).toBe(2)
})

test('a change of a brand renews its pages and no others; the page tells by its ETag', async () => {
  let name = 'Aoi'
  const { cache, load, renders } = world((path) => ({
    tags: [path === '/fc/aoi' ? 'brand_a' : 'brand_b', 'tenant_t'],
    body: Buffer.from(name),
  }))
  const [before] = [await load('/fc/aoi'), await load('/fc/luna')]
  name = 'Aoi 2'
  cache.renew('brand_a')
  const after = await load('/fc/aoi')
  expect(textOf(after)).toBe('Aoi 2')
  expect(before.kind === 'kept' && after.kind === 'kept' && before.page.etag !== after.page.etag).toBe(true)
  expect(textOf(await load('/fc/luna'))).toBe('Aoi')
  cache.renew('tenant_t')
  expect(textOf(await load('/fc/luna'))).toBe('Aoi 2')
  expect(renders()).toBe(4)
})

test('a render that a change overtakes is given to those who asked before it, to nobody after it, and not kept', async () => {
  let name = 'old'
  const { cache, load, hold, finish } = world(() => ({ body: Buffer.from(name) }))
  hold()
  const before = load('/fc/aoi')
  name = 'new'
  cache.renew('brand_a')
  const after = load('/fc/aoi')
  finish()
  expect(textOf(await before)).toBe('old')
  finish()
  expect(textOf(await after)).toBe('new')
  expect(textOf(await load('/fc/aoi'))).toBe('new')
})

test('a page ends at the next moment of its data, and at every move of the clock', async () => {
  const { clock, load, renders } = world(() => ({ until: 2000 }))
  await load('/fc/aoi')
  clock.now = 1999
  expect(await load('/fc/aoi')).toMatchObject({ isHit: true })
  clock.now = 2000
  expect(await load('/fc/aoi')).toMatchObject({ isHit: false })
  const still = world(() => ({}))
  await still.load('/fc/aoi')
  still.clock.offset = 1
  expect(await still.load('/fc/aoi')).toMatchObject({ isHit: false })
  expect(renders()).toBe(2)
})

test('what is not found, fails, is for one visitor or sets a cookie leaves nothing behind', async () => {
  const { cache, load } = world((path) => {
    if (path.startsWith('/own')) return { isShared: false }
    if (path.startsWith('/cookie')) return { headers: { 'set-cookie': ['a=b'] } }
    return { status: path.startsWith('/failed') ? 500 : 404, tags: [] }
  })
  for (let i = 0; i < 10_000; i++) expect((await load(`/fc/unknown-${i}`)).kind).toBe('passed')
  expect((await load('/failed')).kind).toBe('passed')
  expect((await load('/own')).kind).toBe('own')
  expect((await load('/cookie')).kind).toBe('own')
  expect(cache.size()).toEqual({ pages: 0, bytes: 0, running: 0 })
})

test('a render that throws fails for those who wait, and the next request tries again', async () => {
  let broken = true
  const { cache, load } = world(() => {
    if (broken) throw new Error('no database')
    return {}
  })
  await expect(Promise.all([load('/fc/aoi'), load('/fc/aoi')])).rejects.toThrow('no database')
  broken = false
  expect(textOf(await load('/fc/aoi'))).toBe('/fc/aoi')
  expect(cache.size().running).toBe(0)
})

test('all pages together stay within their bound', async () => {
  let noise = 1
  const random = () => {
    noise = (noise * 48271) % 2147483647
    return noise & 255
  }
  const { cache, load } = world(() => ({ body: Buffer.from(Array.from({ length: 200_000 }, random)) }))
  for (let i = 0; i < 80; i++) await load(`/fc/brand-${i}`)
  const { pages, bytes } = cache.size()
  expect(bytes).toBeLessThanOrEqual(24 * 1024 * 1024)
  expect(pages).toBeGreaterThan(20)
  expect(pages).toBeLessThan(80)
})

test('while its data cannot be had a page is as it was: for an hour, never past its own moment, and not where it was changed', async () => {
  let isAway = false
  const { cache, clock, load } = world((path) => ({
    tags: [path === '/fc/aoi' ? 'brand_a' : 'brand_b'],
    ...(path === '/fc/luna' && { until: 10_000 }),
    ...(isAway && { isUnavailable: true, status: 503 }),
  }))
  for (const path of ['/fc/aoi', '/fc/luna', '/fc/sora']) await load(path)
  isAway = true
  cache.listening(false)
  clock.now += 8000
  expect(await load('/fc/aoi')).toMatchObject({ kind: 'stale', age: 8 })
  // Nobody waits for the next try.
  expect(cache.kept('/fc/luna')).toMatchObject({ kind: 'stale', age: 8 })
  clock.now += 1000
  expect(await load('/fc/luna')).toMatchObject({ kind: 'passed', rendered: { status: 503 } })
  cache.renew('brand_b')
  expect(await load('/fc/sora')).toMatchObject({ kind: 'passed', rendered: { status: 503 } })
  clock.now += 3_600_000
  expect(await load('/fc/aoi')).toMatchObject({ kind: 'passed' })
  isAway = false
  clock.now += 5000
  expect(await load('/fc/aoi')).toMatchObject({ kind: 'kept', isHit: false })
})

test('nothing is kept while changes are not heard', async () => {
  const { cache, load, renders } = world(() => ({}))
  await load('/fc/aoi')
  cache.listening(false)
  await load('/fc/aoi')
  await load('/fc/aoi')
  cache.listening(true)
  await load('/fc/aoi')
  expect(await load('/fc/aoi')).toMatchObject({ isHit: true })
  expect(renders()).toBe(4)
})
