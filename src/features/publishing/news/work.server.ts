import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Content } from '../contents/content'
import { memberNewsJobs } from './jobs.server'

/** Contents that can be read within so much of each other become one notice. */
export const gatheredFor = 10 * 60_000

/** Looks, a while after the content can be read, what members are to be told. A draft is told of when it is published. */
export const tellWhenRead = async (
  { enqueue }: Pick<Transaction, 'enqueue'>,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  { status, publishingAt }: Pick<Content, 'status' | 'publishingAt'>,
  now: Instant,
) => {
  if (status === 'draft') return
  await enqueue(
    memberNewsJobs.findContentsToTell,
    { tenantId, brandId },
    { at: Math.max(now, publishingAt ?? now) + gatheredFor },
  )
}
