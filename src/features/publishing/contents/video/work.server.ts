import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { videoJobs } from './jobs.server'
import { insertConversion } from './queries.server'

/** A whole video has arrived: it is converted. */
export const beginConversion = async (
  { db, enqueue }: Transaction,
  { tenantId, mediaId }: { tenantId: string; mediaId: string },
  now: Instant,
): Promise<void> => {
  await insertConversion(db, { tenantId, mediaId }, now)
  await enqueue(videoJobs.convertVideo, { mediaId })
}
