import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeAnswerCache } from '#server/http/answerCache.ts'
import { countsTag, noteOwner } from '#server/rendering.ts'

/** A cache of answers about brands, each with a text of that length; `made` says how often they were made. */
const world = () => {
  let made = 0
  const cache = makeAnswerCache({ now: () => 1000, clockOffset: () => 0 })
  cache.listening(true)
  const tell = (brandId: string, asked: string, { length = 10, showsCounts = false } = {}) =>
    cache.bytesOf(`list ${brandId} ${asked}`, { address: '', requestId: '', showsCounts }, async (rendering) => {
      made++
      noteOwner(rendering, { tenantId: `club of ${brandId}`, brandId })
      return 'x'.repeat(length)
    })
  const isKept = async (brandId: string, asked: string) => {
    const before = made
    await tell(brandId, asked)
    return made === before
  }
  return { cache, tell, isKept }
}

test('whatever is asked for at one brand, the answers of others stay: from half of the whole on it pushes out its own', async () => {
  const { cache, tell, isKept } = world()
  await tell('brand_b', 'first page')
  for (let n = 0; n < 25_000; n++) await tell('brand_a', `q ${n}`)
  expect(await isKept('brand_b', 'first page')).toBe(true)
  expect(await isKept('brand_a', 'q 24999')).toBe(true)
  expect(await isKept('brand_a', 'q 0')).toBe(false)
  expect(cache.size().count).toBeLessThanOrEqual(10_001)
  for (let n = 0; n < 500; n++) await tell('brand_a', `page ${n}`, { length: 50_000 })
  expect(await isKept('brand_b', 'first page')).toBe(true)
  expect(cache.size().bytes).toBeLessThan(13 * 1024 * 1024)
  // What is larger than all that it may have is not kept at all, and takes nothing else's place.
  await tell('brand_a', 'everything', { length: 12_000_000 })
  expect(await isKept('brand_a', 'page 499')).toBe(true)
  expect(await isKept('brand_a', 'everything')).toBe(false)
})

test("a brand's change renews its answers and no others; a fan's love those that show counts", async () => {
  const { cache, tell, isKept } = world()
  const all = async () => {
    await tell('brand_a', 'contents', { showsCounts: true })
    await tell('brand_a', 'plans')
    await tell('brand_b', 'contents', { showsCounts: true })
  }
  const kept = async () => [
    await isKept('brand_a', 'contents'),
    await isKept('brand_a', 'plans'),
    await isKept('brand_b', 'contents'),
  ]
  await all()
  cache.renew(countsTag('brand_a'))
  expect(await kept()).toEqual([false, true, true])
  cache.renew('brand_a')
  await all()
  cache.renew('brand_a')
  expect(await kept()).toEqual([false, false, true])
  cache.renew('club of brand_b')
  expect(await kept()).toEqual([true, true, false])
  cache.renew(null)
  expect(await kept()).toEqual([false, false, false])
  expect(cache.size().count).toBe(3)
})

test('an answer of no known brand is made each time', async () => {
  const { cache } = world()
  let made = 0
  const ask = async () => {
    const of = { address: '', requestId: '', showsCounts: false }
    const { bytes } = await cache.bytesOf('metadata unknown', of, async (rendering) => {
      noteOwner(rendering, { tenantId: 'tenant_a' })
      return ++made
    })
    return bytes.toString()
  }
  expect([await ask(), await ask()]).toEqual(['1', '2'])
  expect(cache.size().count).toBe(0)
})

test('what is kept is compressed once, however many take it so', async () => {
  const { cache, tell } = world()
  await tell('brand_a', 'plans', { length: 5001 })
  const kept = cache.kept('list brand_a plans')
  const [first, second] = [await kept?.gzip(), await cache.kept('list brand_a plans')?.gzip()]
  expect(second).toBe(first)
  expect(JSON.parse(gunzipSync(first ?? '').toString())).toBe('x'.repeat(5001))
})
