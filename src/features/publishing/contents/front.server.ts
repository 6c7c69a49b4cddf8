import type { Binned } from '#club/bin/queries.server.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import type { Instant } from '#kit/time.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand } from '#server/proven.ts'
import { noticeOf } from '../news/notice.queries.server'
import { tellWhenRead } from '../news/work.server'
import { mediaIdsIn } from './changes.server'
import { type Content, visibleFrom } from './content'
import { deleteContent, lockContent, saveContent, setContentDeleted } from './queries.server'
import { bodiesOfVersions } from './versions/queries.server'
import { videoJobs } from './video/jobs.server'

type Restoring = Transaction & { brand: Brand; user: { uid: string }; now: Instant }

/**
 * Brings a content back from the bin, whose row the caller has taken: as it was where that is wanted and its moment has not passed
 * meanwhile, else as a draft. Whether it can be read now or later.
 */
export const restoreContent = async (
  { db, brand, enqueue, user, now }: Restoring,
  { itemId, formerStatus, formerAt, deletedAt }: Binned,
  asItWas: boolean,
): Promise<boolean> => {
  await setContentDeleted(db, brand, itemId, null)
  const from = (await lockContent(db, brand, itemId))?.content
  if (!from) throw new Error('What is in the bin is there.')
  const edited = { editedAt: Math.max(now, from.editedAt + 1), editedBy: user.uid }
  // One whose hour came while it was in the bin has not been published.
  const isMissed = formerAt !== null && formerAt > deletedAt && formerAt <= now
  const isBack = asItWas && formerStatus !== 'draft' && formerAt !== null && !isMissed
  const content = { ...from, ...edited, ...(isBack && { status: formerStatus, publishingAt: formerAt }) } as Content
  await saveContent(db, brand, content, from)
  if (isBack && (await noticeOf(db, brand, itemId))?.toldAt === null)
    await tellWhenRead({ enqueue }, brand, content, now)
  return visibleFrom(content) !== Number.POSITIVE_INFINITY
}

/** Deletes a content in the bin for good; the files that it named may be named by others. */
export const removeContent = async (
  { db, enqueue }: Transaction,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  { itemId }: Pick<Binned, 'itemId'>,
): Promise<{ media: readonly string[] }> => {
  const ids = { tenantId, brandId }
  const inVersions = await bodiesOfVersions(db, ids, itemId)
  const gone = await deleteContent(db, ids, itemId)
  if (!gone) return { media: [] }
  if (gone.clip !== '') await enqueue(videoJobs.removeClip, { ...ids, clip: gone.clip })
  if (gone.type === 'video' && gone.mediaId !== null) await enqueue(videoJobs.removeVideo, { mediaId: gone.mediaId })
  const thumbnail = mediaOfAddress(gone.thumbnail)
  return { media: [...mediaIdsIn(gone), ...inVersions.flatMap(mediaIdsIn), ...(thumbnail ? [thumbnail] : [])] }
}
