import { createHash } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleMedia } from '#program/http/media.ts'
import { now, setClock } from '#server/clock.ts'
import { diskStorage, newTemporaryPath, receive } from '#server/storage/disk.ts'
import type { Storage } from '#server/storage/types.ts'
import { demoSettings } from '../support/settings'

const dataDir = demoSettings()
const minute = 60_000
const text = (content: string) => new TextEncoder().encode(content)
const md5 = (content: string) => `"${createHash('md5').update(content).digest('hex')}"`
const read = async (body: Readable) => Buffer.concat(await body.toArray()).toString()

let server: Server
let storage: Storage
let origin: string
beforeAll(async () => {
  server = createServer((req, res) => void handleMedia(req, res))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  storage = diskStorage()
})
afterAll(() => new Promise((closed) => server.close(closed)))

/** Addresses name the public origin; the test's endpoint listens elsewhere. */
const here = (url: string) => url.replace('http://localhost:3000', origin)
const put = (url: string, headers: Record<string, string>, body: string) =>
  fetch(here(url), { method: 'PUT', headers, body })
const code = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]

const grant = (name: string, content = 'hello') => ({
  key: `private/tenant_a/${name}`,
  contentType: 'text/plain',
  contentLength: content.length,
  expiresAt: now() + minute,
})

describe('signed uploads', () => {
  test('a PUT as signed is stored whole, with the ETag that S3 would give', async () => {
    const { url, headers } = await storage.signUpload(grant('a.txt'))
    const response = await put(url, headers, 'hello')
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(md5('hello'))
    expect(await storage.head('private/tenant_a/a.txt')).toEqual({
      size: 5,
      contentType: 'text/plain',
      etag: md5('hello'),
    })
  })

  test('the first file at an address counts: the same again is fine, another one is refused', async () => {
    const { url, headers } = await storage.signUpload(grant('once.txt'))
    expect((await put(url, headers, 'hello')).status).toBe(200)
    expect((await put(url, headers, 'hello')).status).toBe(200)
    const other = await put(url, headers, 'HELLO')
    expect([other.status, await code(other)]).toEqual([409, 'Conflict'])
    expect(await read(await storage.read('private/tenant_a/once.txt'))).toBe('hello')
  })

  test('of two different files at the same moment one is stored, whole', async () => {
    const { url, headers } = await storage.signUpload(grant('race.txt'))
    const answers = await Promise.all(['hello', 'HELLO'].map((body) => put(url, headers, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const stored = await read(await storage.read('private/tenant_a/race.txt'))
    expect((await storage.head('private/tenant_a/race.txt'))?.etag).toBe(md5(stored))
  })

  test('every changed byte of the address is refused', async () => {
    const { url, headers } = await storage.signUpload(grant('b.txt'))
    const start = url.indexOf('/api/media/') + '/api/media/'.length
    for (let i = start; i < url.length; i++) {
      const replacement = url[i] === '0' ? '1' : '0'
      const changed = url.slice(0, i) + replacement + url.slice(i + 1)
      const { status } = await put(changed, headers, 'hello')
      expect(status, changed).not.toBe(200)
    }
    expect(await storage.head('private/tenant_a/b.txt')).toBeNull()
  })

  test.each<[string, (url: string) => string, Record<string, string>, string]>([
    ['another content type', (url) => url, { 'Content-Type': 'text/html' }, 'hello'],
    ['a longer body', (url) => url, { 'Content-Type': 'text/plain' }, 'hello!'],
    ['a shorter body', (url) => url, { 'Content-Type': 'text/plain' }, 'hell'],
    ['another tenant', (url) => url.replace('tenant_a', 'tenant_b'), { 'Content-Type': 'text/plain' }, 'hello'],
    ['a later expiry', (url) => url.replace(/expires=\d/, 'expires=9'), { 'Content-Type': 'text/plain' }, 'hello'],
    ['an added parameter', (url) => `${url}&x=1`, { 'Content-Type': 'text/plain' }, 'hello'],
    ['a repeated parameter', (url) => `${url}&expires=9999999999999`, { 'Content-Type': 'text/plain' }, 'hello'],
    ['no signature', (url) => url.replace(/&signature=.*/, ''), { 'Content-Type': 'text/plain' }, 'hello'],
    [
      'an upper-case signature',
      (url) => url.replace(/signature=.*/, (s) => s.toUpperCase()),
      { 'Content-Type': 'text/plain' },
      'hello',
    ],
  ])('%s is refused with 403', async (_, change, headers, body) => {
    const { url } = await storage.signUpload(grant('c.txt'))
    const response = await put(change(url), headers, body)
    expect(response.status).toBe(403)
    expect(await code(response)).toBe('AccessDenied')
  })

  test.each(['GET', 'HEAD', 'DELETE', 'POST'])('an address for PUT is none for %s', async (method) => {
    const { url } = await storage.signUpload(grant('d.txt'))
    expect((await fetch(here(url), { method })).status).toBe(403)
  })

  test('after its expiry an address is refused', async () => {
    const { url, headers } = await storage.signUpload({ ...grant('e.txt'), expiresAt: now() + 1000 })
    setClock(now() + 1001)
    const response = await put(url, headers, 'hello')
    expect(response.status).toBe(403)
  })

  test('nothing becomes public by a plain upload, and no key leaves the folder', async () => {
    await expect(storage.signUpload({ ...grant('x'), key: 'public/x.png' })).rejects.toThrow()
    for (const key of [
      'private/../x',
      '/etc/passwd',
      'private/.x',
      'private//x',
      'x',
      'private/a\u0000b',
      'private/..',
    ]) {
      await expect(storage.put(key, text('x'), 'text/plain')).rejects.toThrow()
    }
    for (const path of [
      'public/../private/tenant_a/a.txt',
      'public/%2e%2e/private/tenant_a/a.txt',
      'public/.x',
      'public//x',
    ]) {
      expect((await fetch(`${origin}/api/media/${path}`)).status).not.toBe(200)
    }
  })
})

test('what has passed of a large file is not held: the memory of 512 MB is that of a few', async () => {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc')
  const pieces = (512 * 1024 ** 2) / 65_536
  let most = 0
  function* bytes() {
    for (let n = 0; n < pieces; n++) {
      if (n % 64 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers)
      yield Buffer.alloc(65_536, n)
    }
  }
  try {
    const before = process.memoryUsage().arrayBuffers
    const received = await receive(Readable.from(bytes()), await newTemporaryPath(), 1024 ** 3, 'crc32')
    expect(received?.size).toBe(512 * 1024 ** 2)
    expect((most - before) / 1024 ** 2).toBeLessThan(30)
  } finally {
    globalThis.gc = undefined
    await storage.sweep(now() + minute)
  }
})

describe('downloads', () => {
  const key = 'private/tenant_a/book.pdf'
  beforeAll(() => storage.put(key, text('0123456789'), 'application/pdf'))

  test('are attachments, unreadable as a page, under the name they were given', async () => {
    const response = await fetch(
      here(await storage.signDownload({ key, expiresAt: now() + minute, fileName: '会報"1.pdf' })),
    )
    expect(await response.text()).toBe('0123456789')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="___1.pdf"; filename*=UTF-8''%E4%BC%9A%E5%A0%B1%221.pdf`,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('Range %s', async (range, status, body, contentRange) => {
    const url = here(await storage.signDownload({ key, expiresAt: now() + minute }))
    const response = await fetch(url, { headers: { range } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('a range behind the end is 416', async () => {
    const url = here(await storage.signDownload({ key, expiresAt: now() + minute }))
    expect((await fetch(url, { headers: { range: 'bytes=10-' } })).status).toBe(416)
  })

  test('the disposition is part of the signature', async () => {
    const url = here(await storage.signDownload({ key, expiresAt: now() + minute }))
    expect((await fetch(url.replace('attachment', 'inline'))).status).toBe(403)
  })

  test('a public picture is shown and kept, anything else public is downloaded', async () => {
    await storage.put('public/media_1.png', text('png'), 'image/png')
    await storage.put('public/media_2.svg', text('<svg/>'), 'image/svg+xml')
    const picture = await fetch(here(storage.publicUrl('public/media_1.png')))
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(picture.headers.get('content-disposition')).toBe('inline')
    const again = await fetch(here(storage.publicUrl('public/media_1.png')), {
      headers: { 'if-none-match': md5('png') },
    })
    expect(again.status).toBe(304)
    const drawing = await fetch(here(storage.publicUrl('public/media_2.svg')))
    expect(drawing.headers.get('content-disposition')).toBe('attachment')
    const head = await fetch(here(storage.publicUrl('public/media_1.png')), { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe('3')
    expect((await fetch(here(storage.publicUrl('public/media_1.png')), { method: 'PUT', body: 'x' })).status).toBe(405)
  })
})

describe('multipart uploads', () => {
  const begin = async (name: string, contents: string[]) => {
    const key = `private/tenant_a/${name}`
    const uploadId = await storage.startMultipart(key, 'video/mp4')
    const parts = []
    for (const [i, content] of contents.entries()) {
      const url = await storage.signPart({ key, uploadId, partNumber: i + 1, expiresAt: now() + minute })
      const response = await put(url, {}, content)
      expect(response.status).toBe(200)
      parts.push({ partNumber: i + 1, etag: response.headers.get('etag') ?? '' })
    }
    return { key, uploadId, parts }
  }

  test('are unreadable until complete, and complete twice is complete once', async () => {
    const upload = await begin('film.mp4', ['one', 'two', 'three'])
    expect(await storage.head(upload.key)).toBeNull()
    const first = await storage.completeMultipart(upload)
    expect(first).toMatchObject({
      size: 11,
      contentType: 'video/mp4',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-3"$/),
    })
    expect(await storage.completeMultipart(upload)).toEqual(first)
    expect(await read(await storage.read(upload.key))).toBe('onetwothree')
  })

  test('joining moves the parts that were written and copies none of them', async () => {
    const upload = await begin('moved.mp4', ['one', 'two'])
    const [first] = upload.parts
    const name = `1.${first?.etag.replaceAll('"', '')}`
    const { ino } = await stat(join(dataDir, 'files', 'multipart', upload.uploadId, name))
    await storage.completeMultipart(upload)
    expect((await stat(join(dataDir, 'files', 'objects', upload.key, name))).ino).toBe(ino)
    await storage.remove(upload.key)
    expect(await storage.head(upload.key)).toBeNull()
  })

  test.each([
    ['bytes=0-2', 'one'],
    ['bytes=2-3', 'et'],
    ['bytes=1-8', 'netwothr'],
    ['bytes=-3', 'ree'],
    ['bytes=5-', 'othree'],
    ['bytes=6-6', 't'],
  ])('a range runs over the ends of parts: %s', async (range, expected) => {
    const upload = await begin(`range-${expected}.mp4`, ['one', 'two', 'three'])
    await storage.completeMultipart(upload)
    const url = here(await storage.signDownload({ key: upload.key, expiresAt: now() + minute }))
    const answer = await fetch(url, { headers: { range } })
    expect([answer.status, await answer.text()]).toEqual([206, expected])
  })

  test('parts that arrive together with the end of their upload are in it whole or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const upload = await begin(`race-${round}.mp4`, ['one', 'two'])
      const url = await storage.signPart({ ...upload, partNumber: 2, expiresAt: now() + minute })
      const [sent, ended] = await Promise.all([put(url, {}, 'TWO'), storage.completeMultipart(upload)])
      if (ended === 'invalidParts') expect(sent.status).toBe(200)
      else {
        expect(sent.status).toBe(404)
        expect(await read(await storage.read(upload.key))).toBe('onetwo')
      }
    }
  })

  test('say which parts have come whole, the last version of each', async () => {
    const upload = await begin('listed.mp4', ['one', 'two'])
    const url = await storage.signPart({ ...upload, partNumber: 2, expiresAt: now() + minute })
    const etag = (await put(url, {}, 'second')).headers.get('etag') ?? ''
    const parts = await storage.listParts(upload)
    expect(parts.toSorted((a, b) => a.partNumber - b.partNumber)).toEqual([
      { ...upload.parts[0], size: 3 },
      { partNumber: 2, etag, size: 6 },
    ])
    await storage.abortMultipart(upload)
    expect(await storage.listParts(upload)).toEqual([])
  })

  test('a part sent again counts as sent last', async () => {
    const upload = await begin('again.mp4', ['one', 'two'])
    const url = await storage.signPart({ ...upload, partNumber: 2, expiresAt: now() + minute })
    const etag = (await put(url, {}, 'TWO')).headers.get('etag') ?? ''
    expect(await storage.completeMultipart(upload)).toBe('invalidParts')
    const parts = [...upload.parts.slice(0, 1), { partNumber: 2, etag }]
    expect(await storage.completeMultipart({ ...upload, parts })).toMatchObject({ size: 6 })
  })

  test('missing, doubled, unordered and wrong parts publish nothing', async () => {
    const upload = await begin('wrong.mp4', ['one', 'two'])
    const [one, two] = upload.parts
    if (!one || !two) throw new Error('Two parts were sent.')
    for (const parts of [
      [],
      [one],
      [two],
      [two, one],
      [one, one],
      [one, { ...two, etag: one.etag }],
      [one, two, { ...two, partNumber: 3 }],
    ]) {
      expect(await storage.completeMultipart({ ...upload, parts })).toBe('invalidParts')
    }
    expect(await storage.head(upload.key)).toBeNull()
    expect(await storage.completeMultipart({ ...upload, key: 'private/tenant_b/wrong.mp4' })).toBe('noSuchUpload')
    await storage.abortMultipart(upload)
    expect(await storage.completeMultipart(upload)).toBe('noSuchUpload')
  })

  test('the number of a part is signed', async () => {
    const { key, uploadId } = await begin('number.mp4', [])
    const url = await storage.signPart({ key, uploadId, partNumber: 1, expiresAt: now() + minute })
    expect((await put(url.replace('partNumber=1', 'partNumber=2'), {}, 'x')).status).toBe(403)
  })

  test('what was begun and forgotten is gone after the sweep', async () => {
    const begun = now() - 1
    const upload = await begin('forgotten.mp4', ['one'])
    await writeFile(await newTemporaryPath(), 'half')
    // The program's clock is moved, that of the machine is not.
    setClock(now() + 25 * 60 * minute)
    await storage.sweep(begun)
    expect(await readdir(join(dataDir, 'files', 'temporary'))).toHaveLength(1)
    const young = await begin('young.mp4', ['one'])
    await storage.sweep(now() - 24 * 60 * minute)
    expect(await storage.completeMultipart(upload)).toBe('noSuchUpload')
    expect(await readdir(join(dataDir, 'files', 'temporary'))).toEqual([])
    expect(await storage.completeMultipart(young)).toMatchObject({ size: 3 })
  })
})
