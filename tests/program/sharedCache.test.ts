import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ownHeaders, purgeShared, sharedHeaders } from '#server/http/sharedCache.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { demoSettings } from '../support/settings'

const asked: { method: string | undefined; url: string | undefined; token: string | undefined; body: string }[] = []
let status = 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    asked.push({ method: request.method, url: request.url, token: request.headers.authorization, body })
    response.writeHead(status).end()
  })
}).listen(0)
const port = (server.address() as AddressInfo).port
demoSettings({ CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`, CDN_PURGE_TOKEN: 'secret-of-the-cache' })

const now = Date.UTC(2026, 10, 1)
test.each([
  ['that nothing changes', Number.POSITIVE_INFINITY, 's-maxage=300'],
  ['that changes in a day', now + 86_400_000, 's-maxage=300'],
  ['that changes in ninety and a half seconds', now + 90_500, 's-maxage=90'],
])('a page %s is kept no longer than that, by the tags of what it shows', (_, until, said) => {
  const headers = sharedHeaders({ tags: new Set(['brand_a', 'tenant_a']), until }, now)
  expect(headers).toEqual({
    'Cache-Control': `public, max-age=0, ${said}, must-revalidate`,
    'Surrogate-Key': 'brand_a tenant_a',
    'Cache-Tag': 'brand_a,tenant_a',
  })
})

test('a page that changes within a second, or that no write names, is asked for each time', () => {
  expect(sharedHeaders({ tags: new Set(['brand_a']), until: now + 900 }, now)).toEqual(ownHeaders)
  expect(sharedHeaders({ tags: new Set(), until: Number.POSITIVE_INFINITY }, now)).toEqual(ownHeaders)
})

test('a service is told tag and paths at once, and what it does not take is tried again', async () => {
  const of = { tag: 'brand_a', paths: ['/fc/a', '/en/fc/a'] }
  await purgeShared(of)
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/purge',
      token: 'Bearer secret-of-the-cache',
      body: JSON.stringify({ tags: ['brand_a'], paths: of.paths }),
    },
  ])
  for (status of [500, 401, 302]) await expect(purgeShared(of)).rejects.toThrow(/did not take a purge/)
  status = 404
  await purgeShared(of)
  server.close()
  await expect(purgeShared(of)).rejects.toThrow(/did not take a purge/)
  const told = await metrics().registry.metrics()
  for (const [outcome, n] of [
    ['done', 2],
    ['failed', 4],
  ])
    expect(told).toContain(
      `tsudoi_outside_seconds_count{service="shared cache",call="purge",outcome="${outcome}"} ${n}`,
    )
})
