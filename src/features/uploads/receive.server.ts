import { open, readFile, rm } from 'node:fs/promises'
import { and, eq, lt } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import { database } from '../../server/db'
import { storage } from '../../server/storage/storage'
import { looksLike, maxHeadBytes } from './magic'
import { isTooLarge, type PictureType, readPicture } from './picture'
import { uploads } from './tables.server'

type Refusal = { code: 'NoSuchUpload' | 'InvalidObject' | 'Conflict'; message: string }
type Received = { path: string; md5: string }

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
const publish = async (upload: typeof uploads.$inferSelect, path: string): Promise<string | null> => {
  const { key, kind, contentType } = upload
  if (kind !== 'image') {
    if (!looksLike(contentType, await headOf(path))) return 'The file is not what its content type says.'
    await storage().putFile(key, path, contentType)
    return null
  }
  const picture = readPicture(contentType as PictureType, await readFile(path))
  if (!picture) return 'The picture is broken, or not what its content type says.'
  if (isTooLarge(picture)) return 'The picture is larger than 12,000 pixels a side or 50 megapixels.'
  if (!picture.clean) return 'The picture carries hidden data that cannot be removed. Save it as JPEG, PNG or WebP.'
  await storage().put(key, picture.clean, contentType)
  return null
}

/** After a signed PUT: examines the file and makes it readable. Its key alone says which upload it belongs to. */
export const receiveUpload = async (key: string, { path, md5 }: Received): Promise<Refusal | null> => {
  try {
    const db = database()
    const [upload] = await db.select().from(uploads).where(eq(uploads.key, key))
    if (!upload) return { code: 'NoSuchUpload', message: 'This upload was given up. Ask for a new address.' }
    if (upload.state === 'ready') {
      return upload.sentMd5 === md5 ? null : { code: 'Conflict', message: 'Another file was already sent here.' }
    }
    const problem = await publish(upload, path)
    if (problem) return { code: 'InvalidObject', message: problem }
    await db.update(uploads).set({ state: 'ready', sentMd5: md5 }).where(eq(uploads.mediaId, upload.mediaId))
    return null
  } finally {
    await rm(path, { force: true })
  }
}

const forgottenAfter = 24 * 3_600_000

/** Uploads that were announced and never arrived, and everything half-sent, go after a day. */
export const sweepUploads = async (now: Instant): Promise<void> => {
  const db = database()
  const before = now - forgottenAfter
  const isForgotten = and(eq(uploads.state, 'pending'), lt(uploads.createdAt, before))
  const gone = await db.delete(uploads).where(isForgotten).returning({ key: uploads.key })
  // The program may have died between the file and its row: a file that nobody knows is removed too.
  for (const { key } of gone) await storage().remove(key)
  await storage().sweep(before)
}
