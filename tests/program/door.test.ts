import { globSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '#membership/plans/contract.ts'
import { openDoor } from '#program/http/door.ts'
import { doorOf } from '#program/http/doors.ts'
import { ask, club } from '../support/club'

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((req, res) => {
    const [, base, name = ''] = /^\/api\/(cms|public)\/(.+)$/.exec(req.url ?? '') ?? []
    void openDoor(base === 'public' ? 'public' : 'cms', name, req, res)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const post = (name: string, body: BodyInit, headers: Record<string, string> = json) =>
  fetch(`http://127.0.0.1:${port}/api/${name}`, { method: 'POST', headers, body })

test('an operation is answered with its headers', async () => {
  const { ids } = await club()
  const answer = await post('public/getPublicPlans', JSON.stringify(ids))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await answer.json()).toEqual({ plans: [] })
})

test('an operation answers each time anew: it has no tag, and who names one is answered as well', async () => {
  const { ids } = await club()
  for (const body of [JSON.stringify(ids), '{}']) {
    const first = await post('public/getPublicPlans', body)
    const again = await post('public/getPublicPlans', body, { ...json, 'if-none-match': '*' })
    expect([first.headers.get('etag'), again.headers.get('etag')]).toEqual([null, null])
    expect(again.status).toBe(first.status)
  }
})

test('a long answer travels packed, for who can unpack it', async () => {
  const { ids, owner } = await club()
  const terms = { price: 500, subscriptionInterval: 'month' as const, description: 'あ'.repeat(1500), thumbnail: '' }
  for (const name of ['One', 'Two']) await ask(plans.createActivePlan, { ...ids, ...terms, name }, owner)
  const packed = await post('public/getPublicPlans', JSON.stringify(ids))
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('Accept-Encoding')
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(1500)
  const plain = await post('public/getPublicPlans', JSON.stringify(ids), { ...json, 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  const text = await plain.text()
  expect(Number(plain.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  expect(await packed.json()).toEqual(JSON.parse(text))
})

test.each([
  ['cms/nothingOfTheKind', '{}', 404],
  ['cms/getPublicPlans', '{}', 404],
  ['cms/%2e%2e/getPlans', '{}', 404],
  ['cms/getPlans', '{}', 400],
  ['cms/getPlans', '', 400],
  ['cms/getPlans', `"${'x'.repeat(600_000)}"`, 413],
])('%s with %.20s is %d', async (name, body, status) => {
  expect((await post(name, body)).status).toBe(status)
})

test('a body is read as far as its operation takes it, and no further', async () => {
  const { ids } = await club()
  const photo = { kind: 'front', contentType: 'image/jpeg', data: 'A'.repeat(5_000_000) }
  const large = (count: number) => JSON.stringify({ ...ids, documents: Array(count).fill(photo) })
  // Read whole, and then refused because nobody is signed in.
  expect((await post('cms/submitIdentityCheck', large(3))).status).toBe(401)
  expect((await post('cms/submitIdentityCheck', large(4))).status).toBe(413)
  expect((await post('cms/nothingOfTheKind', 'x'.repeat(70_000))).status).toBe(404)
})

test('other methods are refused, and a browser may ask beforehand', async () => {
  const url = `http://127.0.0.1:${port}/api/cms/getPlans`
  const got = await fetch(url)
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  const ours = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
  const asked = await fetch(url, { method: 'OPTIONS', headers: ours })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, 'http://localhost:3000'])
  const foreign = await fetch(url, { method: 'OPTIONS', headers: { ...ours, origin: 'http://evil.example' } })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
})

test('a body without an announced length is cut where it becomes too long', async () => {
  const ended = await new Promise<number | 'closed'>((done) => {
    const sending = httpRequest({ port, path: '/api/cms/getPlans', method: 'POST', headers: json }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
    sending.on('error', () => done('closed'))
    for (let i = 0; i < 20; i++) sending.write('x'.repeat(100_000))
    sending.end()
  })
  expect([413, 'closed']).toContain(ended)
})

test('who hangs up in the middle of a request harms nobody else', async () => {
  for (let i = 0; i < 10; i++) {
    await new Promise<void>((closed) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          'POST /api/cms/getPlans HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
        )
        setImmediate(() => socket.destroy())
      })
      socket.on('close', () => closed())
    })
  }
  const { ids } = await club()
  expect((await post('public/getPublicPlans', JSON.stringify(ids))).status).toBe(200)
})

/* A built program has no API routes of Next: what answers in development has to answer there, too. */
const routes = globSync('src/pages/api/**/*.ts')
const pathOf = (route: string) =>
  `/${route.slice('src/pages/'.length, -'.ts'.length)}`.replace(/\[(\.\.\.)?\w+\]/, 'something')

test.each(routes.map(pathOf))('%s is answered by a door of the built program', (path) => {
  expect(doorOf(path, {})).toBeTypeOf('function')
})

test('what nobody answers has no door', () => {
  for (const path of ['/api', '/api/other', '/api/cms/', '/api/constructor', '/tenants'])
    expect(doorOf(path, {})).toBeUndefined()
})
