import type { Handlers } from '#server/context.ts'
import type { uploads as contract } from './contract'
import { finishUpload, uploadJobs } from './jobs.server'
import { contentTypeOf, endingsOf, partHours } from './large'
import { deleteUpload, findUpload, insertUpload, lockUpload, setUpload } from './queries.server'
import { contentTypeOfFile, downloadMinutes, keyOf, uploadMinutes } from './uploads'

const minute = 60_000

export const uploadHandlers: Handlers<typeof contract> = {
  async getSignedUrlForPlanContentAttachmentUpload({ db, brand, user, storage, now, newId }, payload) {
    const { type, fileName, size, isPrivate } = payload
    const contentType = contentTypeOfFile(payload) ?? ''
    const mediaId = newId('media')
    const key = keyOf({ tenantId: brand.tenantId, mediaId, type, contentType, isPrivate })
    const upload = { mediaId, kind: type, fileName, contentType, key, createdBy: user.uid, createdAt: now }
    await insertUpload(db, brand, { ...upload, size: size ?? 0 })
    const expiresAt = now + uploadMinutes * minute
    const { url, headers } = storage.signCheckedUpload({ key, contentType, contentLength: size, expiresAt })
    const urlForDownload = key.startsWith('public/')
      ? storage.publicUrl(key)
      : await storage.signDownload({ key, expiresAt: now + downloadMinutes * minute, fileName })
    return { mediaId, headers, urlForUpload: url, urlForDownload }
  },

  async getSignedUrlForPlanContentVideoUpload({ transaction, storage, brand, user, now, newId }, { fileName }) {
    const contentType = contentTypeOf('video', fileName) ?? 'video/mp4'
    const mediaId = newId('media')
    const key = `private/${brand.tenantId}/${mediaId}.${endingsOf('video', contentType)[0]}`
    const upload = { mediaId, kind: 'video' as const, fileName, contentType, size: 0, key }
    await transaction(async ({ db, enqueue }) => {
      await insertUpload(db, brand, { ...upload, createdBy: user.uid, createdAt: now })
      await enqueue(uploadJobs.lookForUpload, { mediaId, seconds: 30 }, { at: now + 30_000 })
    })
    const url = await storage.signLargeUpload({ key, contentType, expiresAt: now + partHours * 60 * minute })
    return { url, mediaId, contentType }
  },

  async startMultipartUpload({ transaction, storage, brand, user, now, newId }, payload) {
    const { fileName, purpose, contentType, size } = payload
    const [uploadId, mediaId] = [newId('upload'), newId('media')]
    const key = `private/${brand.tenantId}/${mediaId}.${endingsOf(purpose, contentType)[0]}`
    const upload = { mediaId, uploadId, kind: purpose, fileName, contentType, size, key }
    await transaction(({ db }) => insertUpload(db, brand, { ...upload, createdBy: user.uid, createdAt: now }))
    // A crash from here on leaves a row without parts, which the sweep of unfinished uploads takes away.
    const storageUploadId = await storage.startMultipart(key, contentType)
    await transaction(({ db }) => setUpload(db, mediaId, 'pending', { storageUploadId }))
    return { uploadId, mediaId, fileName, contentType }
  },

  async getSignedUrlsForMultipartUpload({ db, brand, storage, now, refuse }, { uploadId, fileName, numOfParts }) {
    const upload = await findUpload(db, brand, uploadId)
    if (upload?.state !== 'pending' || !upload.storageUploadId || upload.fileName !== fileName)
      return refuse('uploadNotFound')
    const { key, storageUploadId } = upload
    const grant = { key, uploadId: storageUploadId, expiresAt: now + partHours * 60 * minute }
    const arrived = new Map((await storage.listParts(grant)).map((part) => [part.partNumber, part]))
    return Promise.all(
      Array.from({ length: numOfParts }, async (_, i) => {
        const { etag, size } = arrived.get(i + 1) ?? {}
        const url = await storage.signPart({ ...grant, partNumber: i + 1 })
        return { partNumber: i + 1, url, ...(etag !== undefined && size !== undefined && { arrived: { etag, size } }) }
      }),
    )
  },

  async completeMultipartUpload({ transaction, storage, brand, now, refuse }, { uploadId, fileName, parts }) {
    const isOutOfOrder = parts.some(({ partNumber }, i) => partNumber !== i + 1)
    if (isOutOfOrder) return refuse('validation', [{ field: 'parts', rule: 'invalidParts' }])
    const upload = await transaction(async ({ db, enqueue }) => {
      const found = await lockUpload(db, brand, uploadId)
      if (!found?.storageUploadId || found.fileName !== fileName) return refuse('uploadNotFound')
      if (found.state !== 'pending') return found
      await setUpload(db, found.mediaId, 'pending', { state: 'completing', parts })
      await enqueue(uploadJobs.finishUpload, { mediaId: found.mediaId }, { at: now + 2 * minute })
      return { ...found, state: 'completing' as const, parts }
    })
    const finished = await finishUpload(storage, transaction, upload, now)
    if (finished === 'invalidParts') return refuse('validation', [{ field: 'parts', rule: 'invalidParts' }])
    return finished === 'noSuchUpload' ? refuse('uploadNotFound') : { mediaId: upload.mediaId }
  },

  async abortMultipartUpload({ transaction, storage, brand, refuse }, { uploadId }) {
    const upload = await transaction(async ({ db }) => {
      const found = await lockUpload(db, brand, uploadId)
      if (found?.state !== 'pending' || !found.storageUploadId) return refuse('uploadNotFound')
      await deleteUpload(db, found.mediaId)
      return { key: found.key, uploadId: found.storageUploadId }
    })
    // A crash may leave parts in the storage, which are removed there with all unfinished uploads.
    await storage.abortMultipart(upload)
    return {}
  },
}
