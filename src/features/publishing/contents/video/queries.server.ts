import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { uploads } from '#club/uploads/tables.server.ts'
import { type ConversionReason, mostAttempts } from '#kit/conversion.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { streamings } from '../../streamings/tables.server'
import { contents } from '../tables.server'
import { videoConversions } from './tables.server'

type Media = { tenantId: string; mediaId: string }
export type ConversionRow = typeof videoConversions.$inferSelect

const isOf = ({ tenantId, mediaId }: Media) =>
  and(eq(videoConversions.tenantId, tenantId), eq(videoConversions.mediaId, mediaId))
/** Whether the conversion still belongs to this run: not cancelled, and no later run has started. */
const isRunBy = (media: Media, attempt: string) =>
  and(isOf(media), eq(videoConversions.status, 'progressing'), eq(videoConversions.attempt, attempt))

export const insertConversion = (db: Db, media: Media, now: Instant) =>
  db
    .insert(videoConversions)
    .values({ ...media, status: 'progressing', createdAt: now })
    .onConflictDoNothing()

/** The brand's video upload with its conversion; undefined if there is none. */
export const findVideo = async (db: Db, brand: Brand | PublicBrand, mediaId: string) => {
  const [row] = await db
    .select({ upload: uploads, conversion: videoConversions })
    .from(uploads)
    .leftJoin(
      videoConversions,
      and(eq(videoConversions.tenantId, uploads.tenantId), eq(videoConversions.mediaId, uploads.mediaId)),
    )
    .where(
      and(
        eq(uploads.tenantId, brand.tenantId),
        eq(uploads.brandId, brand.brandId),
        eq(uploads.mediaId, mediaId),
        eq(uploads.kind, 'video'),
      ),
    )
  return row
}

/** Restarts or stops a conversion; false if its status is not one of `from`. */
export const moveConversion = async (
  db: Db,
  media: Media,
  from: readonly ConversionRow['status'][],
  changes: Pick<ConversionRow, 'status'> & Partial<ConversionRow>,
) => {
  const moved = await db
    .update(videoConversions)
    .set(changes)
    .where(and(isOf(media), inArray(videoConversions.status, [...from])))
    .returning({ mediaId: videoConversions.mediaId })
  return moved.length === 1
}

/**
 * Starts a run; from now on only its results count. Null if no conversion is due. `isLast`: all allowed runs were lost
 * with their workers, so this one only sets the status to failed.
 */
export const beginAttempt = async (db: Db, mediaId: string, attempt: string) => {
  const [row] = await db
    .select({ upload: uploads, conversion: videoConversions })
    .from(videoConversions)
    .innerJoin(
      uploads,
      and(eq(uploads.tenantId, videoConversions.tenantId), eq(uploads.mediaId, videoConversions.mediaId)),
    )
    .where(and(eq(videoConversions.mediaId, mediaId), eq(videoConversions.status, 'progressing')))
    .for('update', { of: videoConversions })
  if (!row) return null
  const { tenantId, attempt: earlier, attempts } = row.conversion
  await db
    .update(videoConversions)
    .set({ attempt, attempts: attempts + 1, progress: 0 })
    .where(isOf({ tenantId, mediaId }))
  return { tenantId, upload: row.upload, earlier, isLast: attempts >= mostAttempts }
}

/** False if a later run has started or the conversion was cancelled. */
export const noteProgress = async (db: Db, media: Media, attempt: string, progress: number) => {
  const noted = await db
    .update(videoConversions)
    .set({ progress })
    .where(isRunBy(media, attempt))
    .returning({ mediaId: videoConversions.mediaId })
  return noted.length === 1
}

type Poster = { mediaId: string; key: string }
type Ended =
  | { status: 'error'; reason: ConversionReason }
  | ({ status: 'completed' } & Pick<ConversionRow, 'durationMs' | 'width' | 'height' | 'renditions' | 'posters'>)

/** Stores the result of a run; false if the run no longer counts. */
export const endAttempt = async (db: Db, media: Media, attempt: string, ended: Ended & { finishedAt: Instant }) => {
  const done = await db
    .update(videoConversions)
    .set({ ...ended, ...(ended.status === 'completed' && { progress: 100, reason: null }) })
    .where(isRunBy(media, attempt))
    .returning({ mediaId: videoConversions.mediaId })
  return done.length === 1
}

/** Rows for pictures that a run will create; like all unfinished uploads, they are removed after a day. */
export const insertPosters = (
  db: Db,
  { tenantId, brandId, createdBy }: Pick<typeof uploads.$inferSelect, 'tenantId' | 'brandId' | 'createdBy'>,
  posters: readonly Poster[],
  now: Instant,
) =>
  db.insert(uploads).values(
    posters.map(({ mediaId, key }, n) => ({
      mediaId,
      tenantId,
      brandId,
      kind: 'image' as const,
      fileName: `poster-${n + 1}.jpg`,
      contentType: 'image/jpeg',
      size: 0,
      key,
      state: 'pending' as const,
      createdBy,
      createdAt: now,
    })),
  )

export const postersAreReady = (db: Db, keys: readonly string[]) =>
  keys.length === 0
    ? Promise.resolve()
    : db
        .update(uploads)
        .set({ state: 'ready' })
        .where(inArray(uploads.key, [...keys]))

/**
 * Releases a video that nothing uses: deletes its conversion and marks its upload as refused until the files are
 * removed. Null where something still uses it, or where it is gone already.
 */
export const giveUpVideo = async (db: Db, mediaId: string) => {
  const isMedia = and(eq(uploads.mediaId, mediaId), eq(uploads.kind, 'video'))
  const [upload] = await db.select().from(uploads).where(isMedia).for('update')
  if (!upload?.tenantId) return null
  const [content] = await db.select({ one: sql`1` }).from(contents).where(eq(contents.mediaId, mediaId)).limit(1)
  const [recorded] = await db
    .select({ one: sql`1` })
    .from(streamings)
    .where(and(eq(streamings.tenantId, upload.tenantId), eq(streamings.vodMediaId, mediaId)))
    .limit(1)
  if (content || recorded) return null
  await db.delete(videoConversions).where(isOf({ tenantId: upload.tenantId, mediaId }))
  await db.update(uploads).set({ state: 'refused' }).where(isMedia)
  return { tenantId: upload.tenantId, mediaId, key: upload.key }
}

/** Deletes the upload's row, once its files are gone. */
export const forgetVideo = (db: Db, mediaId: string) =>
  db.delete(uploads).where(and(eq(uploads.mediaId, mediaId), eq(uploads.state, 'refused')))

// --- Clips that everybody may see -------------------------------------------------------------------------------------------

/** The clip that a content wants and does not have yet, where its video has been converted. */
export const wantedClip = async (
  db: Db,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  planContentId: string,
) => {
  const [row] = await db
    .select({
      tenantId: contents.tenantId,
      brandId: contents.brandId,
      planContentId: contents.planContentId,
      mediaId: sql<string>`${contents.mediaId}`,
      clipFromMs: sql<number>`${contents.clipFromMs}`,
      durationMs: sql<number>`coalesce(${videoConversions.durationMs}, 0)`,
      upload: { key: uploads.key, contentType: uploads.contentType },
    })
    .from(contents)
    .innerJoin(
      videoConversions,
      and(eq(videoConversions.tenantId, contents.tenantId), eq(videoConversions.mediaId, contents.mediaId)),
    )
    .innerJoin(uploads, and(eq(uploads.tenantId, contents.tenantId), eq(uploads.mediaId, contents.mediaId)))
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.brandId, brandId),
        eq(contents.planContentId, planContentId),
        isNotNull(contents.clipFromMs),
        eq(contents.clip, ''),
        eq(videoConversions.status, 'completed'),
      ),
    )
  return row
}
type WantedClip = NonNullable<Awaited<ReturnType<typeof wantedClip>>>

/** False if the content was deleted, or wants another clip since. */
export const keepClip = async (
  db: Db,
  { tenantId, planContentId, mediaId, clipFromMs }: WantedClip,
  clip: string,
): Promise<boolean> => {
  const kept = await db
    .update(contents)
    .set({ clip })
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.planContentId, planContentId),
        eq(contents.mediaId, mediaId),
        eq(contents.clipFromMs, clipFromMs),
        eq(contents.clip, ''),
      ),
    )
    .returning({ planContentId: contents.planContentId })
  return kept.length === 1
}

/** The contents of a video whose clip waits for it to be converted. */
export const contentsAwaitingClip = async (db: Db, { tenantId, mediaId }: Media): Promise<string[]> => {
  const rows = await db
    .select({ planContentId: contents.planContentId })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.mediaId, mediaId),
        isNotNull(contents.clipFromMs),
        eq(contents.clip, ''),
      ),
    )
  return rows.map(({ planContentId }) => planContentId)
}
