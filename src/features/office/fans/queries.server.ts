import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isNamed, uidsOfEmail } from '#club/fans/queries.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { coversMoment, ranAt, type StretchPage } from '#membership/subscriptions/stretches/queries.server.ts'
import { subscriptions, subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Segment, segments } from './fan'

export type FanRow = typeof fans.$inferSelect
export type FanFilter = {
  segment?: Segment | undefined
  planId?: string | undefined
  label?: string | undefined
  isRestricted?: boolean | undefined
  monthsAtLeast?: number | undefined
  lifetimeAtLeast?: number | undefined
  joinedFrom?: Instant | undefined
  joinedTo?: Instant | undefined
  seenFrom?: Instant | undefined
  q?: string | undefined
  /** `q` may be an e-mail address, too. */
  findsByEmail?: boolean | undefined
}
const sorts = {
  firstSeenAt: fans.firstSeenAt,
  totalMonths: fans.totalMonths,
  lifetimeAmount: fans.lifetimeAmount,
  lastPurchaseAt: fans.lastPurchaseAt,
  memberNumber: fans.memberNumber,
} as const
export type FanSort = Sort<keyof typeof sorts>

export const ofBrand = (brand: Brand) => and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId))

type Figures = Record<'memberUntil' | 'orderCount', PgColumn>
/** Conditions on stored figures; must match the conditions of the indexes of buyers and followers. */
const isIn = (segment: Segment, now: Instant, { memberUntil, orderCount }: Figures = fans): SQL | undefined => {
  switch (segment) {
    case 'subscriber':
      return gt(memberUntil, now)
    case 'formerSubscriber':
      return lte(memberUntil, now)
    case 'buyer':
      return sql`(${memberUntil} is null and ${orderCount} > 0)`
    case 'follower':
      return sql`(${memberUntil} is null and ${orderCount} = 0)`
  }
}

/** Whether the fan has a running term of the plan. */
const isMemberOf = (brand: Brand, planId: string, now: Instant) => {
  const at = toTimestamp(now)
  return subquery`exists (select 1 from ${subscriptionTerms} t where t.uid = ${fans.uid} and t.tenant_id = ${brand.tenantId}
    and t.plan_id = ${planId} and t.ends_at > ${at}::timestamptz and t.starts_at <= ${at}::timestamptz and t.voided_at is null and t.source <> 'grace')`
}

/** What a filter asks for may be common or rare (`inOwnPlans`). */
export const isNarrowed = (filter: FanFilter) => {
  const { planId, label, isRestricted, monthsAtLeast, lifetimeAtLeast, joinedFrom, joinedTo, seenFrom, q } = filter
  return [planId, label, isRestricted, monthsAtLeast, lifetimeAtLeast, joinedFrom, joinedTo, seenFrom, q].some(Boolean)
}

/** Undefined where nothing is asked for. `named` is how a name is looked for. */
const narrowed = (brand: Brand, filter: FanFilter, now: Instant, named = isNamed): SQL | undefined => {
  const { segment, planId, label, isRestricted, monthsAtLeast, lifetimeAtLeast, joinedFrom, joinedTo, seenFrom, q } =
    filter
  const number = q && /^\d{1,9}$/.test(q) ? Number(q) : undefined
  const uids = q && filter.findsByEmail ? uidsOfEmail(q) : undefined
  return and(
    segment && isIn(segment, now),
    planId === undefined ? undefined : isMemberOf(brand, planId, now),
    label === undefined ? undefined : sql`${fans.labels} @> ${JSON.stringify([label])}::jsonb`,
    isRestricted
      ? and(
          or(isNotNull(fans.commentBanUntil), isNotNull(fans.blockedAt)),
          or(gt(fans.commentBanUntil, now), isNotNull(fans.blockedAt)),
        )
      : undefined,
    monthsAtLeast === undefined ? undefined : gte(fans.totalMonths, monthsAtLeast),
    lifetimeAtLeast === undefined ? undefined : gte(fans.lifetimeAmount, lifetimeAtLeast),
    joinedFrom === undefined ? undefined : gte(fans.joinedAt, joinedFrom),
    seenFrom === undefined ? undefined : gte(fans.firstSeenAt, seenFrom),
    joinedTo === undefined ? undefined : lt(fans.joinedAt, joinedTo),
    q
      ? or(
          number === undefined ? undefined : eq(fans.memberNumber, number),
          uids && sql`${fans.uid} in (${uids})`,
          subquery`exists (select 1 from ${people} where ${people.uid} = ${fans.uid} and ${named(q)})`,
        )
      : undefined,
  )
}

const passes = (brand: Brand, filter: FanFilter, now: Instant, named = isNamed) =>
  and(ofBrand(brand), narrowed(brand, filter, now, named))

/** Names of the plans with a current membership of the fan. */
const planNamesOf = (brand: Brand, now: Instant) => {
  const at = toTimestamp(now)
  return subquery<string[]>`coalesce((select array_agg(distinct p.name order by p.name) from ${subscriptionTerms} t
    join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id and p.brand_id = ${brand.brandId}
    where t.uid = ${fans.uid} and t.tenant_id = ${brand.tenantId} and t.starts_at <= ${at}::timestamptz
      and t.ends_at > ${at}::timestamptz and t.voided_at is null and t.source <> 'grace'), '{}')`
}

const shownOf = (brand: Brand, now: Instant) => ({
  fan: fans,
  displayName: people.displayName,
  icon: people.icon,
  planNames: planNamesOf(brand, now),
})

/**
 * The members of a plan now, who joined it last first. After a dispute that was won in the end a fan may have two
 * memberships of it: the newer one counts.
 */
const membersOfPlan = (brand: Brand, planId: string, filter: FanFilter, page: StretchPage, now: Instant) => {
  const isNewest = subquery`not exists (select 1 from ${subscriptions} newer
    where newer.uid = m.uid and newer.tenant_id = ${brand.tenantId} and newer.plan_id = ${planId}
      and newer.purchased_at >= m.purchased_at and (newer.purchased_at, newer.subscription_id) > (m.purchased_at, m.subscription_id)
      and ${coversMoment(sql`newer.tenant_id`, sql`newer.subscription_id`, now)})`
  const condition = narrowed(brand, { ...filter, planId: undefined }, now)
  const isFound =
    condition &&
    subquery`exists (select 1 from ${fans} where ${and(ofBrand(brand), eq(fans.uid, sql`m.uid`), condition)})`
  return ranAt(brand, { planId, at: now, passes: isFound ? sql`${isNewest} and ${isFound}` : isNewest }, page)
}

/**
 * Newest first by default. Filtered by joining or leaving in a period, sorted by that time; members of a plan, by when
 * they joined it.
 */
export const fansOf = async (
  db: Db,
  brand: Brand,
  { filter, sort, page, now }: { filter: FanFilter; sort?: FanSort | undefined; page: PaginationRequest; now: Instant },
) => {
  const { planId } = filter
  const isJoined = filter.joinedFrom !== undefined || filter.joinedTo !== undefined
  const usual = isJoined ? fans.joinedAt : filter.segment === 'formerSubscriber' ? fans.memberUntil : fans.firstSeenAt
  const column = sort ? sorts[sort.replace('-', '') as keyof typeof sorts] : usual
  const by = !sort || sort.startsWith('-') ? desc : asc
  if (planId !== undefined && usual === fans.firstSeenAt && !sort) {
    const members = sql`(${membersOfPlan(brand, planId, filter, page, now)}) members`
    return db
      .select(shownOf(brand, now))
      .from(fans)
      .innerJoin(members, sql`members.uid = ${fans.uid}`)
      .leftJoin(people, eq(people.uid, fans.uid))
      .where(ofBrand(brand))
      .orderBy(sql`members.purchased_at desc, members.subscription_id desc`)
  }
  const found = passes(brand, filter, now)
  const part = (which: SQL, limit: number, offset: number) =>
    db
      .select(shownOf(brand, now))
      .from(fans)
      .leftJoin(people, eq(people.uid, fans.uid))
      .where(and(found, which))
      .orderBy(by(column), by(fans.fanId))
      .limit(limit)
      .offset(offset)
  const known = await part(isNotNull(column), page.limit, page.offset)
  // The column of the default order is never null for these fans.
  if (!sort || column.notNull || known.length === page.limit) return known
  // Nulls come last in both directions; the index has them last in only one, so there are two queries.
  const before = known.length > 0 ? page.offset : await countOf(db, and(found, isNotNull(column)), page.offset)
  return [...known, ...(await part(isNull(column), page.limit - known.length, page.offset - before))]
}

/** Of somebody who is met anyway. */
const isReadNamed = (text: string) => contains([people.displayName], text)

/** The fans of an export, oldest first. */
export const exportedFans = (db: Db, brand: Brand, filter: FanFilter, now: Instant) =>
  batchesOf(
    db
      .select({ ...shownOf(brand, now), email: people.email })
      .from(fans)
      .leftJoin(people, eq(people.uid, fans.uid))
      .where(and(passes(brand, filter, now, isReadNamed), isAfterLast(fans.firstSeenAt, fans.fanId)))
      .orderBy(asc(fans.firstSeenAt), asc(fans.fanId))
      .limit(batchSize)
      .prepare(''),
    ({ fan }) => ({ at: fan.firstSeenAt, id: fan.fanId }),
  )

export type FanCounts = Record<'all' | Segment, number>

/**
 * Fans of each segment under the same filter, counted to 10,000. With a filter the segments are counted among 10,000 matches, in one
 * scan, and that of the list by itself.
 */
export const countsOfFans = async (db: Db, brand: Brand, filter: FanFilter, now: Instant): Promise<FanCounts> => {
  const { segment, ...under } = filter
  if (narrowed(brand, under, now) === undefined) {
    const [all, ...each] = await Promise.all([
      countOf(db, passes(brand, {}, now), mostCounted),
      ...segments.map((one) => countOf(db, passes(brand, { segment: one }, now), mostCounted)),
    ])
    return { all, ...Object.fromEntries(segments.map((one, n) => [one, each[n]])) } as FanCounts
  }
  if (filter.planId !== undefined) {
    // Who has a running term of a plan is a subscriber (`member_until` is the end of the last term).
    const members = membersOfPlan(brand, filter.planId, under, { limit: mostCounted, isSorted: false }, now)
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${members}) members`)
    const all = rows[0]?.count ?? 0
    return { all, subscriber: all, formerSubscriber: 0, buyer: 0, follower: 0 }
  }
  const some = db
    .select({ memberUntil: fans.memberUntil, orderCount: fans.orderCount })
    .from(fans)
    .where(passes(brand, under, now))
    .limit(mostCounted)
    .as('some')
  const columns = Object.fromEntries(
    segments.map((one) => [one, sql<number>`(count(*) filter (where ${isIn(one, now, some)}))::int`]),
  ) as Record<Segment, SQL<number>>
  const [[counts], ofSegment] = await Promise.all([
    db.select({ all: sql<number>`count(*)::int`, ...columns }).from(some),
    segment && countOf(db, passes(brand, filter, now), mostCounted),
  ])
  if (!counts) throw new Error('A count answers one row.')
  return { ...counts, ...(segment && { [segment]: ofSegment }) }
}

const countOf = async (db: Db, which: SQL | undefined, most: number): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(fans)
    .where(which)
    .limit(most)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Labels of the fans that were edited last. */
export const labelsOf = async (db: Db, brand: Brand): Promise<string[]> => {
  const some = db
    .select({ labels: fans.labels })
    .from(fans)
    .where(and(ofBrand(brand), sql`${fans.labels} <> '[]'::jsonb`))
    .orderBy(desc(fans.editedAt))
    .limit(50)
    .as('some')
  const rows = await db.select({ label: sql<string>`distinct jsonb_array_elements_text(${some.labels})` }).from(some)
  return rows.map(({ label }) => label).sort()
}

export const fanById = async (db: Db, brand: Brand, fanId: string, now: Instant) => {
  const [row] = await db
    .select(shownOf(brand, now))
    .from(fans)
    .leftJoin(people, eq(people.uid, fans.uid))
    .where(and(ofBrand(brand), eq(fans.fanId, fanId)))
  return row
}

export const lockFanRow = async (db: Db, brand: Brand, fanId: string): Promise<FanRow | undefined> => {
  const [row] = await db
    .select()
    .from(fans)
    .where(and(ofBrand(brand), eq(fans.fanId, fanId)))
    .for('update')
  return row
}

export const lockFanRows = (db: Db, brand: Brand, fanIds: readonly string[]): Promise<FanRow[]> =>
  db
    .select()
    .from(fans)
    .where(and(ofBrand(brand), inArray(fans.fanId, [...fanIds])))
    .orderBy(asc(fans.fanId))
    .for('update')

export const setFan = async (db: Db, brand: Brand, fanId: string, changes: Partial<FanRow>) => {
  await db
    .update(fans)
    .set(changes)
    .where(and(ofBrand(brand), eq(fans.fanId, fanId)))
}
