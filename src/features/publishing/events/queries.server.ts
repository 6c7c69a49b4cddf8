import {
  and,
  asc,
  count,
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
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { namesIn } from '#server/db/names.ts'
import { rowBy } from '#server/db/prepared.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Owner } from '#server/jobDefinition.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { streamings } from '../streamings/tables.server'
import { type EventStatus, type EventType, type FanEvent, periodOf } from './event'
import { events } from './tables.server'

/** Without those in the bin, which are drafts. */
const ofBrand = (brand: Brand | PublicBrand) =>
  and(eq(events.tenantId, brand.tenantId), eq(events.brandId, brand.brandId), isNull(events.deletedAt))

/** `current`: neither over nor cancelled. */
export type ListedStatus = EventStatus | 'current'

const isCanceled = isNotNull(events.cancellation)
const isUndated = sql`coalesce(${events.postponement} ->> 'isDated', 'true') = 'false'`
const isOpen = (now: Instant) =>
  or(
    inArray(events.visibility, ['published', 'unlisted']),
    and(eq(events.visibility, 'scheduled'), lte(events.publishAt, now)),
  )

/** `statusAt` of event.ts as SQL; a test compares the two. */
export const hasStatus = (status: ListedStatus, now: Instant): SQL | undefined => {
  const isStanding = and(isOpen(now), not(isCanceled))
  switch (status) {
    case 'draft':
      return eq(events.visibility, 'draft')
    case 'canceled':
      return and(ne(events.visibility, 'draft'), isCanceled)
    case 'scheduled':
      return and(eq(events.visibility, 'scheduled'), gt(events.publishAt, now), not(isCanceled))
    case 'postponed':
      return and(isStanding, isUndated)
    case 'ended':
      return and(isStanding, not(isUndated), lte(events.endAt, now))
    case 'published':
      return and(isStanding, not(isUndated), or(isNull(events.endAt), gt(events.endAt, now)))
    case 'current':
      return or(
        eq(events.visibility, 'draft'),
        and(not(isCanceled), or(isNull(events.endAt), gt(events.endAt, now))),
        and(not(isCanceled), eq(events.visibility, 'scheduled'), gt(events.publishAt, now)),
      )
  }
}

/**
 * Whether lists of staff show it: an event that was made together with its live (`prepareLive`) is a draft that nobody has
 * edited, which no other draft with a streaming is. `offset 0`: PostgreSQL would read all streamings at once to look there.
 */
export const isListedForStaff = or(
  ne(events.visibility, 'draft'),
  isNotNull(events.editedBy),
  subquery`not exists (select from ${streamings} s
    where s.tenant_id = ${events.tenantId} and s.event_id = ${events.eventId} offset 0)`,
)

const statuses = ['draft', 'scheduled', 'published', 'postponed', 'canceled', 'ended', 'current'] as const

const listed = {
  eventId: events.eventId,
  title: events.title,
  catchCopy: events.catchCopy,
  english: events.english,
  keyVisualUrl: events.keyVisualUrl,
  eventType: events.eventType,
  audience: events.audience,
  visibility: events.visibility,
  publishAt: events.publishAt,
  schedules: events.schedules,
  cancellation: events.cancellation,
  postponement: events.postponement,
  editedAt: events.editedAt,
}
export type ListedEvent = Pick<FanEvent, keyof typeof listed>

const sortable = { title: events.title, startAt: events.startAt, editedAt: events.editedAt }
type EventFilter = {
  status: ListedStatus | undefined
  type: EventType | undefined
  from: Instant | undefined
  to: Instant | undefined
  q: string | undefined
  sort: Sort<keyof typeof sortable> | undefined
  page: PaginationRequest
  now: Instant
}

const passes = (brand: Brand, { status, type, from, to, q, now }: EventFilter) =>
  and(
    ofBrand(brand),
    isListedForStaff,
    status && hasStatus(status, now),
    type && eq(events.eventType, type),
    from === undefined ? undefined : gte(events.startAt, from),
    to === undefined ? undefined : lt(events.startAt, to),
    contains([events.title, events.catchCopy, events.performerLine], q),
  )

export const eventsOf = async (db: Db, brand: Brand, asked: EventFilter) => {
  const { sort, page } = asked
  const [name, direction] = sort?.startsWith('-') ? [sort.slice(1), desc] : [sort ?? 'startAt', sort ? asc : desc]
  return (await db
    .select(listed)
    .from(events)
    .where(passes(brand, asked))
    .orderBy(direction(sortable[name as keyof typeof sortable]), asc(events.eventId))
    .limit(page.limit)
    .offset(page.offset)) as ListedEvent[]
}

/** How many pass the filter, counted to 10,000. */
export const countEvents = async (db: Db, brand: Brand, asked: EventFilter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(events)
    .where(passes(brand, asked))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row?.count ?? 0
}

/** Counts by current status, among the latest 10,000. */
export const countsOf = async (db: Db, brand: Brand, now: Instant) => {
  const flags = Object.fromEntries(
    statuses.map((status) => [status, sql<boolean>`${hasStatus(status, now)}`.as(`is_${status}`)]),
  ) as Record<(typeof statuses)[number], SQL.Aliased<boolean>>
  const some = db
    .select(flags)
    .from(events)
    .where(and(ofBrand(brand), isListedForStaff))
    .orderBy(desc(events.startAt), asc(events.eventId))
    .limit(mostCounted)
    .as('some')
  const figures = Object.fromEntries(
    statuses.map((status) => [status, sql<number>`(count(*) filter (where ${some[status]}))::int`]),
  ) as Record<(typeof statuses)[number], SQL<number>>
  const [row] = await db.select({ all: count(), ...figures }).from(some)
  if (!row) throw new Error('A count answers one row.')
  return row
}

// --- One event ------------------------------------------------------------------------------------------------------------

type Row = typeof events.$inferSelect
const { keyVisualUrl: picture } = events

/** Pictures in JSON lists are stored without the storage's base URL, like picture columns. */
const eventOf = ({
  tenantId: _,
  brandId: __,
  startAt: ___,
  endAt: ____,
  deletedAt: _____,
  performers,
  ...row
}: Row): FanEvent => ({
  ...row,
  performers: performers.map((one) => ({ ...one, imageUrl: String(picture.mapFromDriverValue(one.imageUrl)) })),
})
const rowOf = (brand: { tenantId: string; brandId: string }, event: FanEvent): typeof events.$inferInsert => {
  const { startAt, endAt } = periodOf(event.schedules)
  return {
    ...event,
    tenantId: brand.tenantId,
    brandId: brand.brandId,
    performers: event.performers.map((one) => ({ ...one, imageUrl: String(picture.mapToDriverValue(one.imageUrl)) })),
    schedules: [...event.schedules],
    planIds: [...event.planIds],
    startAt,
    // Postponed without a new date, an event is not over, unless it is cancelled.
    endAt: event.cancellation === null && event.postponement?.isDated === false ? Number.POSITIVE_INFINITY : endAt,
  }
}

export { rowOf as eventRow }

const isEvent = (brand: Brand | PublicBrand, eventId: string) => and(ofBrand(brand), eq(events.eventId, eventId))

export const findEvent = async (db: Db, brand: Brand | PublicBrand, eventId: string) => {
  const [row] = await db.select().from(events).where(isEvent(brand, eventId))
  return row && eventOf(row)
}

/** Locks the event until the transaction ends, so that the checks are still true when it is saved. */
export const lockEvent = async (db: Db, brand: Brand, eventId: string) => {
  const [row] = await db.select().from(events).where(isEvent(brand, eventId)).for('update')
  return row && eventOf(row)
}

/** The brand of an event, for jobs. */
export const brandOfEvent = rowBy<Owner>(events, events.eventId, isNamed)

export const insertEvent = (db: Db, brand: Brand, event: FanEvent) =>
  withNames(db, brand.tenantId, [[events.eventId, event.eventId]])
    .insert(events)
    .values(rowOf(brand, event))

/** An event that was made with its live begins when that does. No effect on others. */
export const moveEventOfLive = async (db: Db, brand: Brand, eventId: string, startAt: Instant) => {
  const [row] = await db
    .select()
    .from(events)
    .where(and(isEvent(brand, eventId), eq(events.visibility, 'draft'), isNull(events.editedBy)))
    .for('update')
  if (!row) return
  const schedules = row.schedules.map((one) => ({ ...one, startAt }))
  const moved = { schedules, ...periodOf(schedules) }
  await db.update(events).set(moved).where(isEvent(brand, eventId))
}

/** An event that was made with its live is called what that is. No effect on others. */
export const nameEventOfLive = (db: Db, brand: Brand, streamingId: string, title: string) =>
  db
    .update(events)
    .set({ title })
    .where(
      and(
        ofBrand(brand),
        eq(events.visibility, 'draft'),
        isNull(events.editedBy),
        subquery`${events.eventId} = (select s.event_id from ${streamings} s
          where s.tenant_id = ${events.tenantId} and s.streaming_id = ${streamingId})`,
      ),
    )

const isBinned = ({ tenantId, brandId }: { tenantId: string; brandId: string }, eventId: string) =>
  and(
    eq(events.tenantId, tenantId),
    eq(events.brandId, brandId),
    eq(events.eventId, eventId),
    isNotNull(events.deletedAt),
  )

/** In the bin from `deletedAt` on; null: out of it again. */
export const setEventDeleted = (
  db: Db,
  brand: { tenantId: string; brandId: string },
  eventId: string,
  deletedAt: Instant | null,
) =>
  db
    .update(events)
    .set({ deletedAt })
    .where(
      deletedAt === null
        ? isBinned(brand, eventId)
        : and(eq(events.tenantId, brand.tenantId), eq(events.brandId, brand.brandId), eq(events.eventId, eventId)),
    )

/** Deletes an event in the bin, and answers what it was. */
export const deleteEvent = async (
  db: Db,
  brand: { tenantId: string; brandId: string },
  eventId: string,
): Promise<FanEvent | undefined> => {
  const [gone] = await db.delete(events).where(isBinned(brand, eventId)).returning()
  return gone && eventOf(gone)
}

/** Saves only if the stored version is the one that was read; false if another save came first. */
export const saveEvent = async (db: Db, brand: Brand, event: FanEvent, from: FanEvent) => {
  const { eventId, createdAt: _, tenantId: __, brandId: ___, ...values } = rowOf(brand, event)
  const saved = await db
    .update(events)
    .set(values)
    .where(and(isEvent(brand, eventId), eq(events.editedAt, from.editedAt), eq(events.visibility, from.visibility)))
    .returning({ eventId: events.eventId })
  return saved.length === 1
}

// --- What everybody sees --------------------------------------------------------------------------------------------------

/** `isListedAt` of event.ts as SQL. */
export const isListed = (now: Instant) => and(isOpen(now), ne(events.visibility, 'unlisted'))

/** By their ends: past events the latest first, upcoming ones the earliest first; one index serves both. */
export const publicEventsOf = async (
  db: Db,
  brand: PublicBrand,
  { period, page, now }: { period: 'ahead' | 'past'; page: PaginationRequest; now: Instant },
) => {
  const isOf = and(ofBrand(brand), isListed(now), period === 'ahead' ? gt(events.endAt, now) : lte(events.endAt, now))
  const order = period === 'ahead' ? asc : desc
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(events)
    .where(isOf)
    .limit(mostCounted)
    .as('some')
  const [rows, [counted]] = await Promise.all([
    db
      .select(listed)
      .from(events)
      .where(isOf)
      .orderBy(order(events.endAt), order(events.eventId))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ count: count() }).from(some),
  ])
  return { rows: rows as ListedEvent[], total: counted?.count ?? 0 }
}

/** Names of the plans whose members the event is for. */
export const plansOfEvent = (db: Db, brand: PublicBrand, planIds: readonly string[]) =>
  planIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ planId: plans.planId, name: plans.name, english: plans.english })
        .from(plans)
        .where(
          and(
            eq(plans.tenantId, brand.tenantId),
            eq(plans.brandId, brand.brandId),
            eq(plans.status, 'active'),
            inArray(plans.planId, [...planIds]),
          ),
        )
        .orderBy(plans.price, plans.planId)

/** Next time at which an event is announced or ends. */
export const nextOfEvents = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const next = async (column: typeof events.publishAt | typeof events.endAt) => {
    const [row] = await db
      .select({ at: min(column) })
      .from(events)
      .where(and(ofBrand(brand), gt(column, now)))
    return row?.at ?? Number.POSITIVE_INFINITY
  }
  const at = Math.min(await next(events.publishAt), await next(events.endAt))
  return at === Number.POSITIVE_INFINITY ? null : at
}

/** Announcements and starts between two moments, without drafts and cancelled events; at most 500 of each. */
export const eventsBetween = async (
  db: Db,
  brand: Brand,
  { from, to, now }: { from: Instant; to: Instant; now: Instant },
) => {
  const within = (column: typeof events.publishAt | typeof events.startAt) => and(gte(column, from), lt(column, to))
  const names = { eventId: events.eventId, title: events.title, editedAt: events.editedAt }
  const [announced, begin] = await Promise.all([
    db
      .select({ ...names, at: events.publishAt })
      .from(events)
      .where(and(ofBrand(brand), within(events.publishAt), hasStatus('scheduled', now)))
      .orderBy(events.publishAt)
      .limit(500),
    db
      .select({ ...names, at: events.startAt })
      .from(events)
      .where(
        and(ofBrand(brand), within(events.startAt), ne(events.visibility, 'draft'), not(isCanceled), not(isUndated)),
      )
      .orderBy(events.startAt)
      .limit(500),
  ])
  const dated = (rows: typeof begin, kind: 'publishEvent' | 'event') =>
    rows.flatMap(({ eventId, title, at, editedAt }) =>
      at === null ? [] : [{ kind, eventId, name: title, runAt: at, editedAt }],
    )
  return [...dated(announced, 'publishEvent'), ...dated(begin, 'event')]
}

export const namesOfEvents = namesIn(events, {
  tenantId: events.tenantId,
  id: events.eventId,
  name: events.title,
})
