import { z } from 'zod'
import { id } from '../../kit/text'
import type { Transaction } from '../../server/context'
import { job, jobs } from '../../server/jobDefinition'
import type { Storage } from '../../server/storage/storage'
import { setUpload, type UploadRow, uploadByMedia } from './queries.server'
import { sweepUploads } from './receive.server'

type InTransaction = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/**
 * Has the storage join the parts and writes down how that ended. Saying it twice is saying it once, so that the request and
 * the job that finishes what a crash left may both do it.
 */
export const finishUpload = async (
  storage: Storage,
  transaction: InTransaction,
  { mediaId, key, state, size, storageUploadId, parts }: UploadRow,
): Promise<'ready' | 'invalidParts' | 'noSuchUpload'> => {
  if (state === 'ready') return 'ready'
  const joined = await storage.completeMultipart({ key, uploadId: storageUploadId ?? '', parts: parts ?? [] })
  // Whoever announced another size has sent another file: nothing of it stays.
  const isReady = typeof joined === 'object' && joined.size === size
  if (typeof joined === 'object' && !isReady) await storage.remove(key)
  const changes = isReady ? { state: 'ready' as const } : { state: 'pending' as const, parts: null }
  await transaction(({ db }) => setUpload(db, mediaId, 'completing', changes))
  if (isReady) return 'ready'
  return typeof joined === 'object' ? 'invalidParts' : joined
}

export const uploadJobs = jobs({
  finishUpload: job({ data: z.object({ mediaId: id }) }, async ({ db, storage, transaction }, { mediaId }) => {
    const upload = await uploadByMedia(db, mediaId)
    if (upload?.state === 'completing') await finishUpload(storage, transaction, upload)
  }),
  sweepUploads: job({ data: z.object({}), cron: '17 * * * *' }, ({ now }) => sweepUploads(now)),
})
