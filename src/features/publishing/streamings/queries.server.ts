import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { day, type Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { prepared, rowBy } from '#server/db/prepared.ts'
import type { Owner } from '#server/jobDefinition.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { contents } from '../contents/tables.server'
import { videoConversions } from '../contents/video/tables.server'
import type { Cancellation, EventInEnglish, EventVisibility, Postponement } from '../events/event'
import { events } from '../events/tables.server'
import { longestLive, moved, type Streaming, type StreamingStatus, signalGrace, type VodState } from './streaming'
import { streamings } from './tables.server'

type Row = typeof streamings.$inferSelect
export type Found = Row &
  Streaming & {
    vodState: VodState
    vodProgress: number
    eventTitle: string
    eventEnglish: EventInEnglish
    eventVisibility: EventVisibility
    eventPublishAt: Instant | null
    eventCancellation: Cancellation | null
    eventPostponement: Postponement | null
  }

const ofBrand = (brand: Brand | PublicBrand) =>
  and(eq(streamings.tenantId, brand.tenantId), eq(streamings.brandId, brand.brandId))
const isStreaming = (brand: Brand | PublicBrand, streamingId: string) =>
  and(ofBrand(brand), eq(streamings.streamingId, streamingId))

const isConversion = and(
  eq(videoConversions.tenantId, streamings.tenantId),
  eq(videoConversions.mediaId, streamings.vodMediaId),
)
const isEvent = and(eq(events.tenantId, streamings.tenantId), eq(events.eventId, streamings.eventId))

const vodStateOf = (status: (typeof videoConversions.$inferSelect)['status'] | null | undefined): VodState => {
  if (!status) return 'none'
  if (status === 'completed') return 'ready'
  return status === 'progressing' ? 'processing' : 'failed'
}

const select = (db: Db) =>
  db
    .select({
      streaming: streamings,
      conversion: videoConversions.status,
      progress: videoConversions.progress,
      eventTitle: events.title,
      eventEnglish: events.english,
      eventVisibility: events.visibility,
      eventPublishAt: events.publishAt,
      eventCancellation: events.cancellation,
      eventPostponement: events.postponement,
    })
    .from(streamings)
    .innerJoin(events, isEvent)
    .leftJoin(videoConversions, isConversion)

type Selected = Awaited<ReturnType<typeof select>>[number]
const foundOf = ({ streaming, conversion, progress, ...ofEvent }: Selected): Found => ({
  ...streaming,
  vodState: vodStateOf(conversion),
  vodProgress: progress ?? 0,
  ...ofEvent,
})

// --- `streamingStatusAt` of streaming.ts as SQL: the two are held together by a test --------------------------------------

const at = (now: Instant) => sql`${toTimestamp(now)}::timestamptz`
const overAtSql = sql`coalesce(${streamings.endedAt}, least(
  greatest(${streamings.startedAt}, ${streamings.signalAt}) + ${sql.raw(`interval '${signalGrace} milliseconds'`)},
  ${streamings.startedAt} + ${sql.raw(`interval '${longestLive} milliseconds'`)}))`
const isExpired = (now: Instant) => sql`coalesce(${streamings.expiredAt} <= ${at(now)}, false)`
const isOver = (now: Instant) => sql`coalesce(${overAtSql} <= ${at(now)}, false)`

/** For queries that join `videoConversions` by `isConversion`. */
export const isStatus = (status: StreamingStatus, now: Instant): SQL | undefined => {
  const began = isNotNull(streamings.startedAt)
  const isLost = or(
    isExpired(now),
    not(streamings.recordingOn),
    streamings.hasNoVod,
    sql`coalesce(${videoConversions.status} in ('error', 'canceled'), false)`,
  )
  const isOpen = and(
    sql`coalesce(${videoConversions.status} = 'completed', false)`,
    eq(streamings.vodVisibility, 'auto'),
    or(isNull(streamings.vodAvailableAt), lte(streamings.vodAvailableAt, now)),
  )
  switch (status) {
    case 'beforeLive':
      return and(not(began), not(isExpired(now)))
    case 'live':
      return and(began, not(isOver(now)))
    case 'ended':
      return or(and(not(began), isExpired(now)), and(began, isOver(now), isLost))
    case 'vod':
      return and(began, isOver(now), sql`not (${isLost})`, isOpen)
    case 'beforeVOD':
      return and(began, isOver(now), sql`not (${isLost})`, sql`not (${isOpen})`)
  }
}

export const streamingsWithStatus = async (db: Db, brand: Brand, status: StreamingStatus, now: Instant) => {
  const rows = await select(db)
    .where(and(ofBrand(brand), isStatus(status, now)))
    .limit(100)
  return rows.map(foundOf)
}

// --- One streaming --------------------------------------------------------------------------------------------------------

export const findStreaming = async (db: Db, brand: Brand | PublicBrand, streamingId: string) => {
  const [row] = await select(db).where(isStreaming(brand, streamingId))
  return row && foundOf(row)
}

/** Held until the transaction ends; its event may change meanwhile. */
export const lockStreaming = async (db: Db, brand: Brand, streamingId: string) => {
  const [row] = await select(db).where(isStreaming(brand, streamingId)).for('update', { of: streamings })
  return row && foundOf(row)
}

const namedOfBrand = prepared((db) =>
  select(db)
    .where(
      and(
        eq(streamings.tenantId, sql.placeholder('tenantId')),
        eq(streamings.brandId, sql.placeholder('brandId')),
        sql`${streamings.streamingId} = any(${sql.placeholder('streamingIds')}::text[])`,
      ),
    )
    .prepare(''),
)

/** The brand's streamings among these ids, with the fields of a list. */
export const streamingsOfBrand = async (
  db: Db,
  { tenantId, brandId }: Brand | PublicBrand,
  streamingIds: readonly string[],
) => {
  if (streamingIds.length === 0) return []
  return (await namedOfBrand(db).execute({ tenantId, brandId, streamingIds })).map(foundOf)
}

export const streamingsOfEvent = async (db: Db, brand: Brand, eventId: string) => {
  const rows = await select(db)
    .where(and(ofBrand(brand), eq(streamings.eventId, eventId)))
    .orderBy(asc(streamings.scheduledStartAt), asc(streamings.streamingId))
    .limit(100)
  return rows.map(foundOf)
}

/** Contents of these streamings, by streaming. */
export const contentsOfStreamings = async (db: Db, brand: Brand, streamingIds: readonly string[]) => {
  if (streamingIds.length === 0) return []
  return db
    .select({ planContentId: contents.planContentId, name: contents.name, streamingId: contents.streamingId })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, brand.tenantId),
        eq(contents.brandId, brand.brandId),
        isNull(contents.deletedAt),
        inArray(contents.streamingId, [...streamingIds]),
      ),
    )
    .orderBy(contents.createdAt)
    .limit(100)
}

type New = Omit<typeof streamings.$inferInsert, 'tenantId' | 'brandId'>
export const insertStreaming = (db: Db, brand: Brand, streaming: New) =>
  withNames(db, brand.tenantId, [
    [streamings.streamingId, streaming.streamingId],
    [streamings.streamKey, streaming.streamKey],
  ])
    .insert(streamings)
    .values({ ...streaming, tenantId: brand.tenantId, brandId: brand.brandId })

export const setStreaming = (
  db: Db,
  { tenantId, streamingId }: Pick<Row, 'tenantId' | 'streamingId'>,
  changes: Partial<Row>,
) =>
  withNames(db, tenantId, [[streamings.streamKey, changes.streamKey]])
    .update(streamings)
    .set(changes)
    .where(and(eq(streamings.tenantId, tenantId), eq(streamings.streamingId, streamingId)))

/** Schedules of an event that have a streaming. */
export const schedulesWithStreamings = async (
  db: Db,
  { tenantId }: { tenantId: string },
  eventId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectDistinct({ scheduleId: streamings.scheduleId })
    .from(streamings)
    .where(and(eq(streamings.tenantId, tenantId), eq(streamings.eventId, eventId)))
  return new Set(rows.map(({ scheduleId }) => scheduleId))
}

/** Moves what has not begun along with its schedules: by milliseconds, by schedule. */
export const moveStreamings = async (db: Db, brand: Brand, eventId: string, moves: ReadonlyMap<string, number>) => {
  const rows = await db
    .select()
    .from(streamings)
    .where(and(ofBrand(brand), eq(streamings.eventId, eventId), isNull(streamings.startedAt)))
    .for('update')
  for (const row of rows) {
    const by = moves.get(row.scheduleId) ?? 0
    if (by === 0) continue
    const { scheduledStartAt, expiredAt } = moved(row, by)
    await setStreaming(db, row, { scheduledStartAt, expiredAt })
  }
}

/** Scheduled starts, each with the first content that shows the streaming; canceled events are left out. */
const starts = (db: Db, brand: Brand, where: SQL | undefined) =>
  db
    .selectDistinctOn([streamings.scheduledStartAt, streamings.streamingId], {
      eventId: streamings.eventId,
      planContentId: contents.planContentId,
      name: sql<string>`coalesce(nullif(${contents.name}, ''), ${events.title})`,
      runAt: streamings.scheduledStartAt,
    })
    .from(streamings)
    .innerJoin(events, isEvent)
    .leftJoin(
      contents,
      and(
        eq(contents.tenantId, streamings.tenantId),
        eq(contents.streamingId, streamings.streamingId),
        isNull(contents.deletedAt),
      ),
    )
    .where(and(ofBrand(brand), isNull(events.cancellation), where))
    .$dynamic()

/** Streamings scheduled to start between two moments; at most 500. */
export const streamingsBetween = (db: Db, brand: Brand, { from, to }: { from: Instant; to: Instant }) =>
  starts(db, brand, and(gte(streamings.scheduledStartAt, from), lt(streamings.scheduledStartAt, to)))
    .orderBy(streamings.scheduledStartAt, streamings.streamingId, contents.createdAt)
    .limit(500)

/** Live streamings that were due between two moments and were not started. */
export const missedStartsBetween = (
  db: Db,
  brand: Brand,
  { from, to }: { from: Instant; to: Instant },
  limit: number,
) => {
  const isMissed = and(
    // Postponed to a day that is not known yet.
    sql`(${events.postponement} ->> 'isDated') is distinct from 'false'`,
    isNull(streamings.startedAt),
    gt(streamings.scheduledStartAt, from),
    lte(streamings.scheduledStartAt, to),
  )
  return starts(db, brand, isMissed)
    .orderBy(desc(streamings.scheduledStartAt), desc(streamings.streamingId), contents.createdAt)
    .limit(limit)
}

/** When the next recording is opened or closed. */
export const nextOfStreamings = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const next = async (column: typeof streamings.expiredAt | typeof streamings.vodAvailableAt) => {
    const [row] = await db
      .select({ at: min(column) })
      .from(streamings)
      .where(and(ofBrand(brand), gt(column, now)))
    return row?.at ?? Number.POSITIVE_INFINITY
  }
  const soonest = Math.min(await next(streamings.expiredAt), await next(streamings.vodAvailableAt))
  return soonest === Number.POSITIVE_INFINITY ? null : soonest
}

// --- What the signal and the jobs ask -------------------------------------------------------------------------------------

export const streamingByKey = async (db: Db, streamKey: string) => {
  const [row] = await select(db).where(isNamed(streamings.streamKey, streamKey))
  return row && foundOf(row)
}

/** The brand of a streaming, for jobs. */
export const brandOfStreaming = rowBy<Owner>(streamings, streamings.streamingId, isNamed)

export const streamingById = async (db: Db, streamingId: string) => {
  const [row] = await select(db).where(isNamed(streamings.streamingId, streamingId))
  return row && foundOf(row)
}

export const lockStreamingById = async (db: Db, streamingId: string) => {
  const [row] = await select(db).where(isNamed(streamings.streamingId, streamingId)).for('update', { of: streamings })
  return row && foundOf(row)
}

/** Begun, over by the clock, and not yet written down as ended. */
export const lostStreamings = async (db: Db, clubs: Clubs, now: Instant) => {
  const isOfThem = isOfClubs(streamings.tenantId, clubs)
  const rows = await select(db)
    .where(and(isOfThem, isNotNull(streamings.startedAt), isNull(streamings.endedAt), isOver(now)))
    .limit(100)
  return rows.map(foundOf)
}

/** Ended a while ago, and nobody has found out yet whether there is a recording: its job was lost. */
export const unkeptStreamings = (db: Db, clubs: Clubs, now: Instant) =>
  db
    .select({ streamingId: streamings.streamingId })
    .from(streamings)
    .where(
      and(
        isOfClubs(streamings.tenantId, clubs),
        isNull(streamings.vodMediaId),
        not(streamings.hasNoVod),
        gt(streamings.endedAt, now - 2 * day),
        lt(streamings.endedAt, now - day / 96),
      ),
    )
    .limit(100)

type Recording = { mediaId: string; key: string; size: number }
/** The recording as an upload like any other, which the conversion of videos takes. */
export const insertRecording = (
  db: Db,
  { tenantId, brandId, createdBy, streamingId }: Row,
  recording: Recording,
  now: Instant,
) =>
  db.insert(uploads).values({
    ...recording,
    tenantId,
    brandId,
    kind: 'video',
    fileName: `${streamingId}.mp4`,
    contentType: 'video/mp4',
    state: 'ready',
    createdBy,
    createdAt: now,
  })
