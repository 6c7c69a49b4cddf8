import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleMedia } from '#program/http/media.ts'
import { now } from '#server/clock.ts'
import { limitBodyTimes } from '#server/http/bodyTimes.ts'
import { diskStorage } from '#server/storage/disk.ts'
import { demoSettings } from '../support/settings'

demoSettings()
const storage = diskStorage()

let server: Server
const open = async (times: { totalMs: number; stallMs: number; leastMs?: number }) => {
  // Node's own limit, as it would end an upload: it looks at its connections every few milliseconds here.
  server = createServer({ requestTimeout: times.totalMs, connectionsCheckingInterval: 10 }, (req, res) => {
    if (req.url?.startsWith('/api/media/')) return void handleMedia(req, res)
    req.resume().once('end', () => res.end('heard'))
  })
  limitBodyTimes(server, times)
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
}
beforeEach(() => {
  server = createServer()
})
afterEach(async () => {
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
})

const signed = (name: string, contentLength: number) =>
  storage.signUpload({ key: `private/t/${name}`, contentType: 'text/plain', contentLength, expiresAt: now() + 600_000 })

/** A request whose body is written by hand; returns its status, or that the connection ended without one. */
const send = (method: string, path: string, headers: Record<string, string | number>) => {
  const { port } = server.address() as AddressInfo
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers })
  const status = new Promise<number | 'hung up'>((done) => {
    outgoing.on('response', (response) => done(response.resume().statusCode ?? 0))
    outgoing.on('error', () => done('hung up'))
  })
  return { outgoing, status }
}
const pathOf = (url: string) => url.replace('http://localhost:3000', '')

test('an upload may take longer than any other request while something of it arrives', async () => {
  const [totalMs, pieces] = [100, 40]
  await open({ totalMs, stallMs: 600_000 })
  const { url, headers } = await signed('slow.txt', pieces)
  const { outgoing, status } = send('PUT', pathOf(url), { ...headers, 'Content-Length': pieces })
  const started = performance.now()
  let sent = 0
  const drip = setInterval(() => {
    // The last piece waits until the total is over several times.
    if (sent < pieces - 1 || performance.now() - started > 5 * totalMs) outgoing.write('x')
    else return
    if (++sent < pieces) return
    clearInterval(drip)
    outgoing.end()
  }, 10)
  expect(await status).toBe(200)
  expect((await storage.head('private/t/slow.txt'))?.size).toBe(pieces)
})

test('an upload of which nothing more arrives is ended with 408, and leaves nothing', async () => {
  await open({ totalMs: 60_000, stallMs: 50 })
  const { url, headers } = await signed('stalled.txt', 10)
  const { outgoing, status } = send('PUT', pathOf(url), { ...headers, 'Content-Length': 10 })
  outgoing.write('half')
  expect(await status).toBe(408)
  expect(await storage.head('private/t/stalled.txt')).toBeNull()
})

test('any other body has to be there in time', async () => {
  await open({ totalMs: 50, stallMs: 60_000 })
  const { outgoing, status } = send('POST', '/api/cms/getPlans', { 'Content-Length': 1000 })
  const drip = setInterval(() => outgoing.write('x'), 5)
  expect(await status).toBe(408)
  clearInterval(drip)
})

test('a body that trickles in is closed long before its time is over', async () => {
  await open({ totalMs: 600_000, stallMs: 600_000, leastMs: 50 })
  const { outgoing, status } = send('POST', '/api/cms/getPlans', { 'Content-Length': 100_000 })
  const drip = setInterval(() => outgoing.write('x'), 5)
  expect(await status).toBe(408)
  clearInterval(drip)
})
