import { z } from 'zod'
import { id } from '#kit/text.ts'
import type { Instant } from '#kit/time.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import type { Storage } from '#server/storage/types.ts'
import { clubsInBatches } from '../tenants/clubs.queries.server'
import { arrive, type InTransaction, lookFor } from './arrive.server'
import { partHours } from './large'
import { deleteForgotten, setUpload, type UploadRow, uploadByMedia } from './queries.server'

/**
 * Has the storage join the parts, and stores the result. Idempotent: the request calls it, and so does the job that
 * finishes what a crash left.
 */
export const finishUpload = async (
  storage: Storage,
  transaction: InTransaction,
  upload: UploadRow,
  now: Instant,
): Promise<'ready' | 'invalidParts' | 'noSuchUpload'> => {
  const { mediaId, key, state, size, storageUploadId, parts } = upload
  if (state === 'ready') return 'ready'
  const joined = await storage.completeMultipart({ key, uploadId: storageUploadId ?? '', parts: parts ?? [] })
  // Whoever announced another size has sent another file: nothing of it stays.
  const isReady = typeof joined === 'object' && joined.size === size
  if (typeof joined === 'object' && !isReady) await storage.remove(key)
  if (isReady) {
    await transaction((one) => arrive(one, { ...upload, state: 'completing' }, {}, now))
    return 'ready'
  }
  await transaction(({ db }) => setUpload(db, mediaId, 'completing', { state: 'pending', parts: null }))
  return typeof joined === 'object' ? 'invalidParts' : joined
}

const forgottenAfter = 24 * 3_600_000

/** Removes uploads that never arrived or were refused, and unfinished parts, after a day. */
export const sweepUploads = async ({
  db,
  storage,
  pictures,
  now,
}: Pick<JobContext, 'db' | 'storage' | 'pictures' | 'now'>): Promise<void> => {
  const before = now - forgottenAfter
  for await (const clubs of clubsInBatches(db)) {
    const gone = await deleteForgotten(db, clubs, before)
    for (const { key, kind } of gone) await (kind === 'image' ? pictures.removePicture(key) : storage.remove(key))
  }
  // The process may have died between storing the file and its row: files without a row are removed too.
  await storage.sweep(before)
}

export const uploadJobs = jobs({
  finishUpload: job(
    { about: (db, { mediaId }) => uploadByMedia(db, mediaId), data: z.object({ mediaId: id }) },
    async ({ db, storage, transaction, now }, { mediaId }) => {
      const upload = await uploadByMedia(db, mediaId)
      if (upload?.state === 'completing') await finishUpload(storage, transaction, upload, now)
    },
  ),
  /** With S3 a PUT is seen by looking, less and less often until its address has ended. */
  lookForUpload: job(
    { about: (db, { mediaId }) => uploadByMedia(db, mediaId), data: z.object({ mediaId: id, seconds: z.int() }) },
    async ({ db, storage, transaction, now }, { mediaId, seconds }) => {
      const upload = await uploadByMedia(db, mediaId)
      if (!upload || (await lookFor(storage, transaction, upload, now))) return
      if (now > upload.createdAt + (partHours + 1) * 3_600_000) return
      const later = Math.min(Math.ceil(seconds * 1.5), 1800)
      await transaction(({ enqueue }) =>
        enqueue(uploadJobs.lookForUpload, { mediaId, seconds: later }, { at: now + later * 1000 }),
      )
    },
  ),
  sweepUploads: job({ about: 'platform', data: z.object({}), cron: '17 * * * *' }, (context) => sweepUploads(context)),
})
