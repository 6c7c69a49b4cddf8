import { open, rm } from 'node:fs/promises'
import type { CallbackContext } from '#server/jobDefinition.ts'
import { arrive } from './arrive.server'
import { looksLike, maxHeadBytes } from './magic'
import { claimUpload, setUpload, type UploadRow, uploadByKey } from './queries.server'
import { maxSize, uploadKinds } from './uploads'

/*
 * Callbacks of the storage about files put at signed URLs. The signature was verified before; only the key
 * identifies the upload, and each file is handled once, however often it is reported.
 */
type Refusal = { code: 'NoSuchUpload' | 'InvalidObject' | 'Conflict' | 'EntityTooLarge'; message: string }
type Received = { path: string; md5: string; size: number }

const headOf = async (path: string) => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Checks the file and makes it readable; returns the reason where it is refused. */
const publish = async (
  { storage, pictures }: CallbackContext,
  { key, kind, contentType }: UploadRow,
  path: string,
): Promise<string | null> => {
  if (kind !== 'image') {
    if (!looksLike(contentType, await headOf(path))) return 'The file is not what its content type says.'
    await storage.putFile(key, path, contentType)
    return null
  }
  const picture = pictures.isPictureType(contentType) ? await pictures.readPicture(path, contentType) : null
  if (!picture) {
    return 'The picture is broken, not what its content type says, or larger than 12,000 pixels a side or 50 megapixels.'
  }
  await pictures.putPicture(key, picture)
  return null
}

const dead: Refusal = { code: 'NoSuchUpload', message: 'This upload was given up. Ask for a new address.' }

const isTooLarge = ({ kind }: UploadRow, size: number) => uploadKinds.some((one) => one === kind && size > maxSize[one])

/**
 * Why this key accepts no file any more, or none of this size; null when it waits for its file, or may be sent the same
 * one again.
 */
export const refusalOf = async ({ db }: CallbackContext, key: string, size: number): Promise<Refusal | null> => {
  const upload = await uploadByKey(db, key)
  if (!upload || upload.state === 'refused') return dead
  return isTooLarge(upload, size) ? { code: 'EntityTooLarge', message: 'The file is too large for its kind.' } : null
}

/** After a PUT: examines the file and makes it readable. Once a file was refused its address takes no other. */
export const receiveUpload = async (
  context: CallbackContext,
  key: string,
  { path, md5, size }: Received,
): Promise<Refusal | null> => {
  const { db } = context
  try {
    const refusal = await refusalOf(context, key, size)
    if (refusal) return refusal
    const upload = await claimUpload(db, key, md5)
    if (!upload) return { code: 'Conflict', message: 'Another file was already sent here.' }
    // The program may have ended before it could say so: what is not ready yet is examined again.
    if (upload.state === 'ready') return null
    const problem = await publish(context, upload, path)
    await setUpload(db, upload.mediaId, upload.state, { state: problem ? 'refused' : 'ready', size })
    return problem ? { code: 'InvalidObject', message: problem } : null
  } finally {
    await rm(path, { force: true })
  }
}

/** A large file was put at its address, in one piece. */
export const noteArrival = async (
  { db, transaction, now }: CallbackContext,
  key: string,
  size: number,
): Promise<void> => {
  const upload = await uploadByKey(db, key)
  if (upload?.state === 'pending') await transaction((one) => arrive(one, upload, { size }, now))
}
