import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { openAccountDoor } from '#program/http/account.ts'
import { openDoor } from '#program/http/door.ts'
import { handleMedia } from '#program/http/media.ts'
import { openOneClick } from '#program/http/oneClick.ts'
import { openPageServer } from '#program/http/pages.ts'
import { openPaymentCallback } from '#program/http/paymentCallback.ts'
import { answered } from '#server/http/answered.ts'
import { storage } from '#server/storage/storage.ts'
import { log, plainLog } from '#server/telemetry/log.ts'
import '../support/club'

/*
 * Every line of a request says where it went and who sent it, as far as the trusted proxies tell, and holds no secret of its address.
 */
const secret = 'secret-5f0c'
const broken = () => {
  throw new Error('broken')
}
const pages = openPageServer({ handle: async () => broken(), buildFolder: null, publicOrigin: 'http://localhost:3000' })
const doors: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/api/account/portal/logout': openAccountDoor,
  '/api/webhooks/stripe': openPaymentCallback,
  '/api/mail/stop': openOneClick,
  '/fc/me/email': pages.serve,
  '/api/cms/getPlans': (request, response) => openDoor('cms', 'getPlans', request, response),
  '/nowhere': broken,
}
const server = createServer(
  answered((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    return path.includes('/api/media/') ? handleMedia(request, response) : (doors[path] ?? broken)(request, response)
  }),
)
let port = 0
beforeAll(async () => {
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const lines: Record<string, unknown>[] = []
beforeEach(() => {
  serverConfig().TRUSTED_PROXIES = 1
  lines.length = 0
  const note = (line: unknown) => void lines.push(line as Record<string, unknown>)
  for (const each of [log, plainLog])
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(each, level).mockImplementation(note as never)
})
afterEach(() => {
  serverConfig().TRUSTED_PROXIES = 0
  vi.restoreAllMocks()
})

/** By a client that sends the path as it is written. */
const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<void>((done, failed) => {
    const asked = ask({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', ...headers },
    })
    asked.on('response', (answer) => answer.resume().on('end', done)).on('error', failed)
    asked.end(body)
  })
const address = '203.0.113.7'
const json = { 'content-type': 'application/json' }

test.each<[string, string, string, Record<string, string>]>([
  ['a session call', 'POST', '/api/account/portal/logout', json],
  ['a callback of the payment provider', 'POST', '/api/webhooks/stripe', { 'stripe-signature': secret }],
  ['a page', 'GET', '/fc/me/email', {}],
  ['an operation', 'POST', '/api/cms/getPlans', { ...json, authorization: `Bearer ${secret}` }],
  ['what nobody caught', 'GET', '/nowhere', {}],
])('%s: its lines name path and address', async (_, method, path, headers) => {
  await send(method, `${path}?secret=${secret}`, headers, method === 'POST' ? '{}' : '')
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatchObject({ path, address })
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('a file whose storage breaks', async () => {
  vi.spyOn(storage(), 'head').mockImplementation(broken)
  vi.spyOn(storage(), 'read').mockImplementation(broken)
  const path = '/api/media/public/a/b.webp'
  await send('GET', `${path}?X-Amz-Signature=${secret}`)
  for (const line of lines) expect(line).toMatchObject({ path, address })
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('without proxies the address is the connection’s, whatever a header says', async () => {
  serverConfig().TRUSTED_PROXIES = 0
  await send('GET', '/nowhere')
  expect(lines).toMatchObject([{ path: '/nowhere', address: '127.0.0.1' }])
})

test('an address in place of a path loses its name and password, and a long path its end', async () => {
  await send('GET', `http://user:${secret}@club.example/nowhere#${secret}`)
  await send('GET', `/${'a'.repeat(2000)}`)
  expect(lines).toMatchObject([{ path: '/nowhere' }, { path: `/${'a'.repeat(299)}` }])
  expect(JSON.stringify(lines)).not.toContain(secret)
})
