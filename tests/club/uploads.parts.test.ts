import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { uploads } from '#club/uploads/contract.ts'
import { uploadJobs } from '#club/uploads/jobs.server.ts'
import { uploads as uploadTable } from '#club/uploads/tables.server.ts'
import { runJob } from '#program/jobs.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { newTemporaryPath, putPart, receive } from '#server/storage/disk.ts'
import { storage } from '#server/storage/storage.ts'
import { ask, club, newId, refused } from '../support/club'

const file = (size: number) => {
  const bytes = randomBytes(size)
  return { bytes, md5: createHash('md5').update(bytes).digest('hex') }
}

/** As a browser does it, but for the way over http: that part is proven with the storage's own tests. */
const begin = async (
  parts: ReturnType<typeof file>[],
  size = parts.reduce((sum, { bytes }) => sum + bytes.length, 0),
) => {
  const { ids, owner, tenantId } = await club()
  const announced = { fileName: 'live.mp4', purpose: 'video' as const, contentType: 'video/mp4', size }
  const { uploadId, mediaId } = await ask(uploads.startMultipartUpload, { ...ids, ...announced }, owner)
  const [row] = await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId))
  for (const [i, { bytes }] of parts.entries()) {
    const path = await newTemporaryPath()
    const received = await receive(Readable.from([bytes]), path, bytes.length)
    await putPart(row?.storageUploadId ?? '', i + 1, path, received?.checksum ?? '')
  }
  const named = parts.map(({ md5 }, i) => ({ partNumber: i + 1, etag: `"${md5}"` }))
  const payload = { tenantId, uploadId, fileName: 'live.mp4', parts: named }
  const stateOf = async () =>
    (await database().select().from(uploadTable).where(eq(uploadTable.mediaId, mediaId)))[0]?.state
  return { ids, owner, payload, mediaId, key: row?.key ?? '', stateOf }
}

describe('an upload in parts', () => {
  test('is one file when it is completed, however often that is said', async () => {
    const parts = [file(6_000_000), file(1234)]
    const { payload, owner, key, mediaId, stateOf } = await begin(parts)
    expect(await storage().head(key)).toBeNull()
    expect(await ask(uploads.completeMultipartUpload, payload, owner)).toEqual({ mediaId })
    expect(await ask(uploads.completeMultipartUpload, payload, owner)).toEqual({ mediaId })
    expect(await stateOf()).toBe('ready')
    const stored = await buffer(await storage().read(key))
    expect(stored.equals(Buffer.concat(parts.map(({ bytes }) => bytes)))).toBe(true)
  })

  test.each([
    ['a missing part', (parts: { partNumber: number; etag: string }[]) => parts.slice(0, 1)],
    ['parts out of order', (parts: { partNumber: number; etag: string }[]) => parts.toReversed()],
    ['a wrong etag', (parts: { partNumber: number; etag: string }[]) => [parts[0], { partNumber: 2, etag: '"0"' }]],
    ['a part twice', (parts: { partNumber: number; etag: string }[]) => [parts[0], parts[0]]],
  ])('%s is a bad field, and nothing is published', async (_, changed) => {
    const { payload, owner, key, stateOf } = await begin([file(6_000_000), file(10)])
    const wrong = { ...payload, parts: changed(payload.parts) }
    expect(await refused(uploads.completeMultipartUpload, wrong, owner)).toMatchObject({
      status: 400,
      fields: [{ field: 'parts', rule: 'invalidParts' }],
    })
    expect(await storage().head(key)).toBeNull()
    expect(await stateOf()).toBe('pending')
    await ask(uploads.completeMultipartUpload, payload, owner)
  })

  test('names the parts that have come where it is signed again, and none of an upload of somebody else', async () => {
    const { payload, owner, ids } = await begin([file(6_000_000), file(10)])
    const sign = { ...ids, uploadId: payload.uploadId, fileName: 'live.mp4', numOfParts: 3 }
    const signed = await ask(uploads.getSignedUrlsForMultipartUpload, sign, owner)
    expect(signed.map(({ arrived }) => arrived)).toEqual([
      { etag: payload.parts[0]?.etag, size: 6_000_000 },
      { etag: payload.parts[1]?.etag, size: 10 },
      undefined,
    ])
    const other = await begin([], 10)
    const asked = { ...other.ids, uploadId: other.payload.uploadId, fileName: 'live.mp4', numOfParts: 1 }
    const [none] = await ask(uploads.getSignedUrlsForMultipartUpload, asked, other.owner)
    expect(none).not.toHaveProperty('arrived')
  })

  test('of another size than announced leaves nothing', async () => {
    const { payload, owner, key } = await begin([file(100)], 99)
    expect((await refused(uploads.completeMultipartUpload, payload, owner)).status).toBe(400)
    expect(await storage().head(key)).toBeNull()
  })

  test('cannot be completed, signed or given up by another club', async () => {
    const { payload, ids } = await begin([file(10)])
    const other = await club()
    const asThem = { ...payload, tenantId: other.tenantId }
    expect((await refused(uploads.completeMultipartUpload, payload, other.owner)).status).toBe(404)
    expect((await refused(uploads.completeMultipartUpload, asThem, other.owner)).status).toBe(404)
    const sign = { ...other.ids, uploadId: payload.uploadId, fileName: 'live.mp4', numOfParts: 1 }
    expect((await refused(uploads.getSignedUrlsForMultipartUpload, sign, other.owner)).status).toBe(404)
    expect(ids.tenantId).not.toBe(other.tenantId)
    expect((await refused(uploads.abortMultipartUpload, asThem, other.owner)).status).toBe(404)
  })

  test('that was given up is gone', async () => {
    const { payload, owner, stateOf } = await begin([file(10)])
    await ask(uploads.abortMultipartUpload, { tenantId: payload.tenantId, uploadId: payload.uploadId }, owner)
    expect(await stateOf()).toBeUndefined()
    expect((await refused(uploads.completeMultipartUpload, payload, owner)).status).toBe(404)
  })

  test('whose request died between intention and outcome is finished by its job', async () => {
    const { payload, owner, mediaId, stateOf, key } = await begin([file(10)])
    // The intention as the request commits it; then the process is gone.
    await database()
      .update(uploadTable)
      .set({ state: 'completing', parts: payload.parts })
      .where(eq(uploadTable.mediaId, mediaId))
    await runJob(uploadJobs.finishUpload, { id: newId('attempt'), data: { mediaId } })
    expect(await stateOf()).toBe('ready')
    expect(await storage().head(key)).not.toBeNull()
    expect(await ask(uploads.completeMultipartUpload, payload, owner)).toEqual({ mediaId })
    await runDueJobs()
  })
})
