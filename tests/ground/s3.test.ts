import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { now } from '#server/clock.ts'
import { storage } from '#server/storage/storage.ts'
import { video } from '#server/video/video.ts'
import { clip } from '../support/clip'
import { hasRadosgw, startS3 } from '../support/s3'
import { demoSettings } from '../support/settings'

const folder = mkdtempSync(join(tmpdir(), 'tsudoi-s3-'))
const server = await startS3(folder, 'tsudoi')
const dataDir = demoSettings({
  S3_BUCKET: server.bucket,
  S3_REGION: 'ap-northeast-1',
  S3_ACCESS_KEY_ID: server.accessKeyId,
  S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  S3_ENDPOINT: server.endpoint,
  PUBLIC_STORAGE_URL: 'https://pictures.tsudoi.example',
})
const minute = 60_000
const key = (name: string) => `private/tenant_a/${name}`

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// Without radosgw the server takes any signature and any etag of a part, and knows neither the abort nor the lists of
// multipart uploads.
const onRadosgw = hasRadosgw ? 'radosgw' : 'SKIPPED, as this machine has no radosgw: radosgw'
describe.skipIf(!hasRadosgw)(`${onRadosgw} refuses what S3 does`, () => {
  const grant = { key: key('once.txt'), contentType: 'text/plain', contentLength: 5, expiresAt: now() + minute }
  const put = async (url: string, headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'PUT', headers, body })).status

  test('an upload of another type, of another length, at another address', async () => {
    const { url, headers } = await storage().signUpload(grant)
    expect(await put(url, { ...headers, 'Content-Type': 'text/html' }, 'hello')).toBe(403)
    expect(await put(url, headers, 'hello, and more')).toBe(403)
    expect(await put(url.replace('once.txt', 'other.txt'), headers, 'hello')).toBe(403)
    expect(await storage().head(grant.key)).toBeNull()
    expect(await put(url, headers, 'hello')).toBe(200)
  })

  const partOf = async (name: string) => {
    const upload = { key: key(name), uploadId: await storage().startMultipart(key(name), 'video/mp4') }
    const url = await storage().signPart({ ...upload, partNumber: 1, expiresAt: now() + minute })
    const sent = await fetch(url, { method: 'PUT', body: 'film' })
    return { upload, etag: sent.headers.get('etag') ?? '' }
  }
  test('to list parts of an upload that was given up, of which it named those that had come', async () => {
    const { upload, etag } = await partOf('listed.mp4')
    expect(await storage().listParts(upload)).toEqual([{ partNumber: 1, etag, size: 4 }])
    await storage().abortMultipart(upload)
    expect(await storage().listParts(upload)).toEqual([])
  })

  test('a part that is named by another etag, and everything of an upload that was given up', async () => {
    const { upload, etag } = await partOf('other-etag.mp4')
    const wrong = [{ partNumber: 1, etag: etag.replace(/[0-9a-f]/, (one) => (one === '0' ? '1' : '0')) }]
    expect(await storage().completeMultipart({ ...upload, parts: wrong })).toBe('invalidParts')
    const other = await partOf('given-up.mp4')
    await storage().abortMultipart(other.upload)
    const parts = [{ partNumber: 1, etag: other.etag }]
    expect(await storage().completeMultipart({ ...other.upload, parts })).toBe('noSuchUpload')
    for (const one of [upload, other.upload]) expect(await storage().head(one.key)).toBeNull()
  })

  test('whatever is sent to an upload that the sweep has ended, as it was begun long ago and never finished', async () => {
    const { upload, etag } = await partOf('forgotten.mp4')
    await storage().sweep(now() - minute)
    await storage().sweep(now() + minute)
    expect(await storage().completeMultipart({ ...upload, parts: [{ partNumber: 1, etag }] })).toBe('noSuchUpload')
    const kept = await partOf('running.mp4')
    await storage().sweep(now() - minute)
    const parts = [{ partNumber: 1, etag: kept.etag }]
    expect(await storage().completeMultipart({ ...kept.upload, parts })).toMatchObject({ size: 4 })
  })

  test('a download whose time is over', async () => {
    await storage().put(key('late.pdf'), Buffer.from('%PDF'), 'application/pdf')
    const url = await storage().signDownload({ key: key('late.pdf'), expiresAt: now() + minute, fileName: 'late.pdf' })
    const signedAt = new URL(url)
    signedAt.searchParams.set('X-Amz-Date', '20200101T000000Z')
    expect((await fetch(signedAt)).status).toBe(403)
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('the same storage on S3', () => {
  test('a signed PUT is stored, read back whole and in part, and removed', async () => {
    const { url, headers } = await storage().signUpload({
      key: key('a.txt'),
      contentType: 'text/plain',
      contentLength: 5,
      expiresAt: now() + minute,
    })
    expect(await storage().head(key('a.txt'))).toBeNull()
    expect((await fetch(url, { method: 'PUT', headers, body: 'hello' })).status).toBe(200)
    expect(await storage().head(key('a.txt'))).toMatchObject({ size: 5, contentType: 'text/plain' })
    expect(Buffer.concat(await (await storage().read(key('a.txt'), { start: 1, end: 3 })).toArray()).toString()).toBe(
      'ell',
    )
    await storage().remove(key('a.txt'))
    expect(await storage().head(key('a.txt'))).toBeNull()
  })

  test('a signed upload covers type and length, and that nothing is there yet', async () => {
    const { url } = await storage().signUpload({
      key: key('b.txt'),
      contentType: 'text/plain',
      contentLength: 5,
      expiresAt: now() + minute,
    })
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
  })

  test('downloads are signed and come as attachments', async () => {
    await storage().put(key('d.pdf'), Buffer.from('%PDF'), 'application/pdf')
    const url = await storage().signDownload({ key: key('d.pdf'), expiresAt: now() + minute, fileName: '会報.pdf' })
    const response = await fetch(url)
    expect(await response.text()).toBe('%PDF')
    expect(response.headers.get('content-disposition')).toContain('attachment')
  })

  test('multipart uploads complete once, and only with the parts that were sent', async () => {
    const upload = { key: key('film.mp4'), uploadId: await storage().startMultipart(key('film.mp4'), 'video/mp4') }
    const parts = []
    // S3 wants 5 MiB of every part but the last.
    for (const [i, body] of [Buffer.alloc(5 * 1024 ** 2, 'a'), Buffer.from('end')].entries()) {
      const url = await storage().signPart({ ...upload, partNumber: i + 1, expiresAt: now() + minute })
      const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) })
      parts.push({ partNumber: i + 1, etag: response.headers.get('etag') ?? '' })
    }
    const [one, two] = parts
    if (!one || !two) throw new Error('Two parts were sent.')
    for (const wrong of [[], [two, one], [one, one]]) {
      expect(await storage().completeMultipart({ ...upload, parts: wrong })).toBe('invalidParts')
    }
    expect(await storage().head(upload.key)).toBeNull()
    const first = await storage().completeMultipart({ ...upload, parts })
    expect(first).toMatchObject({ size: 5 * 1024 ** 2 + 3 })
    expect(await storage().completeMultipart({ ...upload, parts })).toEqual(first)
  })

  test('public pictures have an address on the public storage, and come there through our own door', async () => {
    expect(storage().publicUrl('public/media_1.png')).toBe('https://pictures.tsudoi.example/media_1.png')
    const grant = { key: 'public/media_1.png', contentType: 'image/png', contentLength: 3, expiresAt: now() + minute }
    expect(storage().signCheckedUpload(grant).url).toMatch(
      /^http:\/\/localhost:3000\/api\/media\/checked\/public\/media_1\.png\?/,
    )
    await expect(storage().signUpload(grant)).rejects.toThrow()
  })

  test('a file of unknown length comes by one PUT, as its type and no other', async () => {
    const grant = { key: key('large.mp4'), contentType: 'video/mp4', expiresAt: now() + minute }
    const url = await storage().signLargeUpload(grant)
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host')
    const sent = await fetch(url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: 'film' })
    expect(sent.status).toBe(200)
    expect(await storage().head(key('large.mp4'))).toMatchObject({ size: 4, contentType: 'video/mp4' })
  })

  test('an object is fetched to a local file, and a folder goes as a whole', async () => {
    await storage().put(key('video/media_a/run/a.m4s'), Buffer.from('one'), 'video/mp4')
    await storage().put(key('video/media_a/master.m3u8'), Buffer.from('two'), 'application/vnd.apple.mpegurl')
    await storage().put(key('video/media_ab/a.m4s'), Buffer.from('other'), 'video/mp4')
    const path = join(dataDir, 'fetched')
    await storage().fetch(key('video/media_a/run/a.m4s'), path)
    expect(readFileSync(path, 'utf8')).toBe('one')
    await storage().removeFolder(key('video/media_a'))
    expect(await storage().head(key('video/media_a/run/a.m4s'))).toBeNull()
    expect(await storage().head(key('video/media_a/master.m3u8'))).toBeNull()
    expect(await storage().head(key('video/media_ab/a.m4s'))).not.toBeNull()
  })

  test('what lies directly in a folder is listed in its order, and a small object is read whole', async () => {
    for (const name of ['live/b.ts', 'live/a.ts', 'live/deeper/c.ts', 'lives/d.ts'])
      await storage().put(key(name), Buffer.from(name), 'video/mp2t')
    expect(await storage().list(key('live'))).toEqual(['a.ts', 'b.ts'])
    expect(await storage().list(key('nobody'))).toEqual([])
    expect(Buffer.from((await storage().readWhole(key('live/a.ts'))) ?? []).toString()).toBe('live/a.ts')
    expect(await storage().readWhole(key('live/z.ts'))).toBeNull()
  })

  test('a large file of this machine goes in parts: S3 takes 5 GB in one piece, and the recording of two hours is longer', async () => {
    const bytes = randomBytes(70_000_000)
    const path = join(dataDir, 'large.mp4')
    writeFileSync(path, bytes)
    const sent = vi.spyOn(S3Client.prototype, 'send')
    await storage().putFile(key('large-recording.mp4'), path, 'video/mp4')
    expect(sent.mock.calls.filter(([command]) => command instanceof UploadPartCommand).length).toBe(5)
    sent.mockRestore()
    expect(await storage().head(key('large-recording.mp4'))).toMatchObject({
      size: bytes.length,
      contentType: 'video/mp4',
    })
    const fetched = join(dataDir, 'large-fetched.mp4')
    await storage().fetch(key('large-recording.mp4'), fetched)
    expect(readFileSync(fetched).equals(bytes)).toBe(true)
  })

  test('a video is converted from there to there', async () => {
    await storage().put(key('film.mp4'), clip({ seconds: 1, width: 64, height: 64 }), 'video/mp4')
    const folder = key('video/media_film/run')
    const converted = await video.convert({
      source: key('film.mp4'),
      contentType: 'video/mp4',
      folder,
      posters: ['public/pictures/media_p.jpg'],
      onProgress: async () => true,
    })
    expect(converted).toMatchObject({
      width: 64,
      height: 64,
      renditions: [64],
      posters: ['public/pictures/media_p.jpg'],
    })
    const master = Buffer.concat(await (await storage().read(`${folder}/master.m3u8`)).toArray()).toString()
    expect(master).toContain('64p/index.m3u8')
    expect(await storage().head(`${folder}/64p/00000.m4s`)).toMatchObject({ contentType: 'video/mp4' })
  })
})
