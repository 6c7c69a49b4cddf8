import { open, rm } from 'node:fs/promises'
import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import { now } from '../../server/clock'
import { database, inTransaction } from '../../server/db'
import { isPictureType, putPicture, readPicture, removePicture } from '../../server/storage/pictures'
import { storage } from '../../server/storage/storage'
import { transactionOf } from '../../server/transaction'
import { arrive } from './arrive.server'
import { looksLike, maxHeadBytes } from './magic'
import { uploads } from './tables.server'

type Refusal = { code: 'NoSuchUpload' | 'InvalidObject' | 'Conflict'; message: string }
type Received = { path: string; md5: string }
type Upload = typeof uploads.$inferSelect

const headOf = async (path: string) => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Puts the file where it can be read, if it is what it was said to be; answers why not. */
const publish = async ({ key, kind, contentType }: Upload, path: string): Promise<string | null> => {
  if (kind !== 'image') {
    if (!looksLike(contentType, await headOf(path))) return 'The file is not what its content type says.'
    await storage().putFile(key, path, contentType)
    return null
  }
  const picture = isPictureType(contentType) ? await readPicture(path, contentType) : null
  if (!picture) {
    return 'The picture is broken, not what its content type says, or larger than 12,000 pixels a side or 50 megapixels.'
  }
  await putPicture(key, picture)
  return null
}

const dead: Refusal = { code: 'NoSuchUpload', message: 'This upload was given up. Ask for a new address.' }

/** Why nothing may be sent to this key any more; null when it waits for its file, or may be told of the same one again. */
export const refusalOf = async (key: string): Promise<Refusal | null> => {
  const [upload] = await database().select({ state: uploads.state }).from(uploads).where(eq(uploads.key, key))
  return !upload || upload.state === 'refused' ? dead : null
}

/** The first file that arrives is the one that counts, also of two at the same moment. Null: it is not this one. */
const claim = async (key: string, md5: string): Promise<Upload | null> => {
  const isFirst = and(eq(uploads.key, key), or(isNull(uploads.sentMd5), eq(uploads.sentMd5, md5)))
  const [upload] = await database().update(uploads).set({ sentMd5: md5 }).where(isFirst).returning()
  return upload ?? null
}

const settle = ({ mediaId }: Upload, state: Upload['state']) =>
  database().update(uploads).set({ state }).where(eq(uploads.mediaId, mediaId))

/**
 * After a signed PUT: examines the file and makes it readable. Its key alone says which upload it belongs to. Once a file
 * was refused its address takes no other.
 */
export const receiveUpload = async (key: string, { path, md5 }: Received): Promise<Refusal | null> => {
  try {
    const refusal = await refusalOf(key)
    if (refusal) return refusal
    const upload = await claim(key, md5)
    if (!upload) return { code: 'Conflict', message: 'Another file was already sent here.' }
    // The program may have ended before it could say so: what is not ready yet is examined again.
    if (upload.state === 'ready') return null
    const problem = await publish(upload, path)
    await settle(upload, problem ? 'refused' : 'ready')
    return problem ? { code: 'InvalidObject', message: problem } : null
  } finally {
    await rm(path, { force: true })
  }
}

/** A large file was put at its address, in one piece. */
export const noteArrival = async (key: string, size: number): Promise<void> => {
  const [upload] = await database().select().from(uploads).where(eq(uploads.key, key))
  if (upload?.state !== 'pending') return
  await inTransaction((db) => arrive(transactionOf(db), upload, { size }, now()))
}

const forgottenAfter = 24 * 3_600_000

/** Uploads that were announced and never arrived or were refused, and everything half-sent, go after a day. */
export const sweepUploads = async (at: Instant): Promise<void> => {
  const db = database()
  const before = at - forgottenAfter
  const isForgotten = and(inArray(uploads.state, ['pending', 'refused']), lt(uploads.createdAt, before))
  const gone = await db.delete(uploads).where(isForgotten).returning({ key: uploads.key, kind: uploads.kind })
  // The program may have died between the file and its row: a file that nobody knows is removed too.
  for (const { key, kind } of gone) await (kind === 'image' ? removePicture(key) : storage().remove(key))
  await storage().sweep(before)
}
