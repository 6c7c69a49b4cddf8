import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { s3Patience, s3Storage } from '#server/storage/s3.ts'
import type { Storage } from '#server/storage/types.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { demoSettings } from '../support/settings'

/* A storage that takes connections and never answers, or cannot be reached: whoever waits for it is told so. */
let sockets: Socket[] = []
const server = createServer((socket) => {
  sockets.push(socket)
  socket.on('error', () => {})
})
let storage: Storage
beforeAll(async () => {
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const settings = {
    S3_BUCKET: 'tsudoi',
    S3_REGION: 'ap-northeast-1',
    S3_ACCESS_KEY_ID: 'A',
    S3_SECRET_ACCESS_KEY: 'B',
  }
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  demoSettings({ ...settings, S3_ENDPOINT, PUBLIC_STORAGE_URL: 'https://pictures.tsudoi.example' })
  // Shorter than those of the program.
  Object.assign(s3Patience, { connect: 300, answer: 300, complete: 300, perMegabyte: 300 })
  storage = s3Storage()
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const key = 'private/tenant_a/a.txt'
const parts = [{ partNumber: 1, etag: 'x' }]
const calls: [string, () => Promise<unknown>][] = [
  ['is asked whether a file is there', () => storage.head(key)],
  ['is read', () => storage.read(key)],
  ['is written to', () => storage.put(key, Buffer.from('hello'), 'text/plain')],
  ['loses a file', () => storage.remove(key)],
  ['begins a large file', () => storage.startMultipart(key, 'video/mp4')],
  ['ends a large file', () => storage.completeMultipart({ key, uploadId: 'u', parts })],
  ['is swept', () => storage.sweep(now())],
]
test.each(calls)('a storage that hangs when it %s is one that is not there at this moment', async (_, ask) => {
  const ended = await ask().catch((error: unknown) => error)
  expect(ended).toBeInstanceOf(Error)
  expect(isUnavailable(ended), String(ended)).toBe(true)
})

test.each([
  [503, 'SlowDown', 'has too much to do'],
  [503, 'ServiceUnavailable', 'is not at work'],
  [500, 'InternalError', 'has an error of its own'],
  [502, '', 'is not behind its proxy'],
])('as is one that says %i %s: it %s', async (status, code) => {
  for (const socket of sockets) socket.destroy()
  const body = code && `<?xml version="1.0"?><Error><Code>${code}</Code><Message>later</Message></Error>`
  const failing = createHttpServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  })
  await new Promise<void>((up) => failing.listen(0, '127.0.0.1', up))
  serverConfig().S3_ENDPOINT = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
  const other = s3Storage()
  const asks = [() => other.head(key), () => other.read(key), () => other.put(key, Buffer.from('hello'), 'text/plain')]
  for (const ask of asks) {
    const ended = await ask().catch((error: unknown) => error)
    expect([ended instanceof Error, isUnavailable(ended)]).toEqual([true, true])
  }
  failing.close()
})

test('what it refuses is an error, which no later call mends', async () => {
  const refusing = createHttpServer((request, response) => {
    request.resume()
    response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>')
  })
  await new Promise<void>((up) => refusing.listen(0, '127.0.0.1', up))
  serverConfig().S3_ENDPOINT = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
  const ended = await s3Storage()
    .read(key)
    .catch((error: unknown) => error)
  expect([ended instanceof Error, isUnavailable(ended)]).toEqual([true, false])
  refusing.close()
})

test('as is one that nobody can reach', async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await new Promise((done) => server.close(done))
  expect(isUnavailable(await storage.head(key).catch((error: unknown) => error))).toBe(true)
  server.listen(0)
})
