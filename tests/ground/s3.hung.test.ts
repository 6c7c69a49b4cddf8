import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a storage that stops in the middle of a file', () => {
  const whole = Buffer.alloc(4 * 1024 ** 2, 7)
  let isStalled = true
  const half = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-length': whole.length })
    if (isStalled) response.write(whole.subarray(0, 1000))
    else response.end(whole)
  })
  let other: Storage
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-stalled-'))
  beforeAll(async () => {
    await new Promise<void>((up) => half.listen(0, '127.0.0.1', up))
    serverConfig().S3_ENDPOINT = `http://127.0.0.1:${(half.address() as AddressInfo).port}`
    other = s3Storage()
  })
  afterAll(() => {
    half.closeAllConnections()
    half.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const all = async (body: Readable, pause: number) => {
    let length = 0
    for await (const chunk of body) {
      length += chunk.length
      if (pause > 0) await sleep(pause)
    }
    return length
  }

  test.each<[string, () => Promise<unknown>]>([
    ['into memory', () => other.readWhole(key)],
    ['into a local file', () => other.fetch(key, join(folder, 'local'))],
    ['by a reader', async () => all(await other.read(key), 0)],
  ])('has no one wait for the rest: read %s', async (_, ask) => {
    isStalled = true
    const ended = await ask().catch((error: unknown) => error)
    expect([String(ended), isUnavailable(ended)]).toEqual([expect.stringContaining('in the middle of a file'), true])
  })

  test('but readers may be as slow as they like', async () => {
    isStalled = false
    // Each pause is longer than the storage itself may take.
    const body = await other.read(key)
    await sleep(700)
    expect(await all(body, 20)).toBe(whole.length)
    const once = await other.read(key)
    let length = 0
    for await (const chunk of once) {
      length += chunk.length
      if (length === chunk.length || length === whole.length) await sleep(700)
    }
    expect(length).toBe(whole.length)
  })
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
