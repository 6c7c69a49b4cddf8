import fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/machine/processes.ts'
import { cachingNginx, startCachingNginx } from '../support/cachingNginx'
import { demoDataDir } from '../support/demoWorld'
import { program } from '../support/program'

/* The built program behind nginx with deploy/nginx-cache.conf. `npm run soak` asks for 100,000 pages. */
const visits = Number(process.env.SOAK_VISITS ?? 3000)
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const paths = [
  '/fc/aoi',
  '/en/fc/aoi',
  '/fc/aoi/plans',
  '/fc/aoi/contents',
  '/fc/aoi/goods',
  '/fc/luna',
  '/fc/luna/plans',
]

const behind = cachingNginx
  ? 'pages in a shared cache'
  : 'SKIPPED, as this machine has no nginx with Lua: a shared cache'
describe.skipIf(!cachingNginx)(behind, () => {
  let dataDir: string
  let house: Awaited<ReturnType<typeof program>>
  let front: Awaited<ReturnType<typeof startCachingNginx>>
  let token: string
  /** What the program asks to drop pages, in front of nginx: it counts, and refuses as often as it is told. */
  let door: Server
  let refusals = 0
  const purges: string[] = []

  beforeAll(async () => {
    dataDir = await demoDataDir('cdn')
    const [port, purgePort, doorPort] = [await freePort(), await freePort(), await freePort()]
    door = createServer((request, response) => {
      purges.push(request.url ?? '')
      if (refusals-- > 0) return void response.writeHead(503).end()
      fetch(`http://127.0.0.1:${purgePort}${request.url}`, { method: 'PURGE' }).then(
        ({ status }) => response.writeHead(status).end(),
        () => response.writeHead(502).end(),
      )
    }).listen(doorPort)
    house = await program({
      dataDir,
      env: {
        CDN_PURGE_URL: `http://127.0.0.1:${doorPort}/purge{path}`,
        METRICS_TOKEN: 'a-token-for-tests',
        CLOCK: 'adjustable',
        TRUSTED_PROXIES: '1',
      },
    })
    await house.start()
    front = await startCachingNginx(house.origin, { port, purgePort })
    token = await house.signIn('owner@hoshi.test')
  })
  afterAll(async () => {
    await front?.stop()
    await house?.stop()
    door?.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  const load = async (path: string) => {
    const answer = await fetch(`${front.origin}${path}`)
    return { cache: answer.headers.get('x-cache'), html: await answer.text(), headers: answer.headers }
  }
  const metric = async (name: RegExp) => {
    const answer = await fetch(`${house.origin}/api/metrics`, {
      headers: { authorization: 'Bearer a-token-for-tests' },
    })
    return [...(await answer.text()).matchAll(name)].reduce((sum, [, value]) => sum + Number(value), 0)
  }
  const pagesAnswered = () => metric(/^tsudoi_page_seconds_count\{.*\} (\d+)$/gm)
  const ask = async (name: string, payload: object) => {
    const answer = await fetch(`${house.origin}/api/cms/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(payload),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Record<string, unknown>
  }
  const saveName = async (name: string) => {
    const { brandThumbnail, brandIcon, description } = await ask('getBrandProfile', ids)
    await ask('updateBrandProfile', { ...ids, name, brandThumbnail, brandIcon, description })
  }

  test(`a day of fame of ${visits} pages reaches the program less than a hundred times`, async () => {
    const before = await pagesAnswered()
    let left = visits
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (left-- > 0) {
          const answer = await fetch(`${front.origin}${paths[left % paths.length]}`)
          expect(answer.status).toBe(200)
          await answer.arrayBuffer()
        }
      }),
    )
    expect((await pagesAnswered()) - before).toBeLessThan(100)
  })

  test('what a creator saves is there at once, also where the cache does not take it the first times', async () => {
    await expect.poll(async () => (await load('/fc/aoi')).cache).toBe('HIT')
    await saveName('Seen in front')
    await expect.poll(async () => (await load('/fc/aoi')).html.includes('Seen in front')).toBe(true)
    expect(purges.filter((url) => url.includes('luna'))).toEqual([])
    // An instance that answered the cache as the write was on its way: the pages are dropped once more.
    await expect.poll(() => purges.filter((url) => url === '/purge/fc/aoi').length).toBeGreaterThanOrEqual(2)

    await load('/fc/aoi')
    refusals = 2
    await saveName('Seen in the end')
    await expect.poll(async () => (await load('/fc/aoi')).html.includes('Seen in the end')).toBe(true)
    // A page that the cache had dropped once more meanwhile is the new one before all is told.
    const told = (outcome: string) =>
      metric(new RegExp(`^tsudoi_cache_purges_total\\{outcome="${outcome}"\\} (\\d+)$`, 'gm'))
    await expect.poll(() => told('failed')).toBeGreaterThanOrEqual(1)
    await expect.poll(() => told('done')).toBeGreaterThanOrEqual(4)
  })

  test('a page is kept no longer than until it changes by itself, and nothing of a person is kept', async () => {
    const seconds = Number(/s-maxage=(\d+)/.exec((await load('/fc/aoi')).headers.get('cache-control') ?? '')?.[1])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(300)
    for (const path of ['/fc/me/plans', '/fc/nobody-at-all', '/login']) {
      await load(path)
      expect([path, (await load(path)).cache]).not.toEqual([path, 'HIT'])
    }
  })
})
