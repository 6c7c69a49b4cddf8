import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isNamed } from '#club/fans/queries.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { addTokyoMonths, day, type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { monthAfter, startOfMonth } from '#money/ledger/ledger.ts'
import { orders } from '#money/orders/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { plans } from '../../plans/tables.server'
import { goesOn as goesOnAt } from '../living.queries.server'
import { coversMoment, monthsGiven, ranAt, runsOf } from '../stretches/queries.server'
import { konbiniRenewalBefore } from '../subscription'
import { subscriptions, subscriptionTerms } from '../tables.server'
import type { SubscriberTab } from './contract'

export type SubscriberFilter = {
  planId?: string | undefined
  method?: 'card' | 'konbini' | 'comp' | undefined
  interval?: 'month' | 'year' | undefined
  renewsWithin?: number | undefined
  joinedIn?: string | undefined
  endedIn?: string | undefined
  monthsAtLeast?: number | undefined
  q?: string | undefined
  /** Whose name or member number `q` is: `withFound` finds them. Without them each membership is asked by itself. */
  uids?: readonly string[] | undefined
}

/**
 * Finds once who is searched for, at most 10,000 of the brand's fans: a list is counted in each of its tabs, and a name can be anywhere
 * in a text.
 */
export const withFound = async (db: Db, brand: Brand, filter: SubscriberFilter): Promise<SubscriberFilter> => {
  const { q } = filter
  if (!q) return filter
  const number = /^\d{1,9}$/.test(q) ? Number(q) : undefined
  const fansOfBrand = and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId))
  const [named, numbered] = await Promise.all([
    db
      .select({ uid: fans.uid })
      .from(fans)
      .innerJoin(people, eq(people.uid, fans.uid))
      .where(and(fansOfBrand, isNamed(q)))
      .limit(mostCounted),
    number === undefined
      ? []
      : db
          .select({ uid: fans.uid })
          .from(fans)
          .where(and(fansOfBrand, eq(fans.memberNumber, number))),
  ])
  return { ...filter, uids: [...new Set([...numbered, ...named].map(({ uid }) => uid))] }
}

/** What a filter asks for may be common or rare (`inOwnPlans`). */
export const isNarrowed = (f: SubscriberFilter) =>
  [f.planId, f.method, f.interval, f.renewsWithin, f.joinedIn, f.endedIn, f.monthsAtLeast, f.q].some(Boolean)

/**
 * Those of whom is searched for are found by their fans, and sorted: an index in the list's order, which seems to have enough of them
 * near its beginning, would be walked to its end where only the oldest are found.
 */
const inOrder = (column: PgColumn, { uids }: SubscriberFilter): SQL =>
  uids ? sql`(${column} + interval '0')` : sql`${column}`

export const ofBrand = (brand: Brand) =>
  and(eq(subscriptions.tenantId, brand.tenantId), eq(subscriptions.brandId, brand.brandId))

const isAwaited = subquery<boolean>`exists (select 1 from ${orders} o where o.tenant_id = ${subscriptions.tenantId}
  and o.subscription_id = ${subscriptions.subscriptionId} and o.payment_state = 'awaitingPayment')`
const isArchiving = subquery`exists (select 1 from ${plans} p where p.tenant_id = ${subscriptions.tenantId} and p.plan_id = ${subscriptions.planId} and p.archiving_at is not null)`
const goesOn = (now: Instant) => goesOnAt(sql`${toTimestamp(now)}::timestamptz`)

const inTab = (tab: SubscriberTab, now: Instant): SQL | undefined => {
  switch (tab) {
    case 'living':
      return wasMemberAt(now)
    case 'atRisk':
      return and(
        goesOn(now),
        isNull(subscriptions.cancelScheduledAt),
        or(isNotNull(subscriptions.paymentFailedAt), eq(subscriptions.method, 'konbini')),
        or(
          isNotNull(subscriptions.paymentFailedAt),
          and(lte(subscriptions.paidUntil, now + konbiniRenewalBefore), sql`not ${isArchiving}`),
        ),
      )
    case 'leaving':
      return and(goesOn(now), isNotNull(subscriptions.cancelScheduledAt))
    case 'ended':
      // Memberships that ended since the nightly job count as active until it has run.
      return isNotNull(subscriptions.endedAt)
    case 'all':
      return undefined
  }
}

export const wasMemberAt = (at: Instant) =>
  coversMoment(sql`${subscriptions.tenantId}`, sql`${subscriptions.subscriptionId}`, at)

const isInMonth = (column: typeof subscriptions.purchasedAt | typeof subscriptions.endedAt, month: string) =>
  and(gte(column, startOfMonth(month)), lt(column, startOfMonth(monthAfter(month))))

/** In how many months of Tokyo the membership ran, until now. */
const monthsHeld = (now: Instant) => subquery<number>`(select count(distinct given.month)::int
  from ${runsOf(subquery`${subscriptionTerms} t where t.tenant_id = ${subscriptions.tenantId}
    and t.subscription_id = ${subscriptions.subscriptionId} and t.source <> 'grace'`)}, ${monthsGiven(now)})`

/** Undefined where nothing is asked for. */
const narrowed = (
  { planId, method, interval, renewsWithin, joinedIn, endedIn, monthsAtLeast, q, uids }: SubscriberFilter,
  now: Instant,
): SQL | undefined => {
  const number = q && /^\d{1,9}$/.test(q) ? Number(q) : undefined
  return and(
    planId === undefined ? undefined : eq(subscriptions.planId, planId),
    method && eq(subscriptions.method, method),
    interval && eq(subscriptions.interval, interval),
    renewsWithin === undefined
      ? undefined
      : and(
          gt(subscriptions.paidUntil, now),
          lte(subscriptions.paidUntil, now + renewsWithin * day),
          isNull(subscriptions.cancelScheduledAt),
          isNull(subscriptions.endedAt),
        ),
    joinedIn === undefined ? undefined : isInMonth(subscriptions.purchasedAt, joinedIn),
    endedIn === undefined ? undefined : isInMonth(subscriptions.endedAt, endedIn),
    monthsAtLeast === undefined
      ? undefined
      : and(
          // Members who joined later cannot have as many months: they are excluded before counting.
          lt(subscriptions.purchasedAt, startOfTokyoMonth(tokyoMonth(addTokyoMonths(now, 2 - monthsAtLeast)))),
          sql`${monthsHeld(now)} >= ${monthsAtLeast}`,
        ),
    uids && sql`${subscriptions.uid} = any(${sql.param(uids)}::text[])`,
    q && !uids
      ? or(
          number === undefined
            ? undefined
            : subquery`exists (select 1 from ${fans} f where f.tenant_id = ${subscriptions.tenantId} and f.brand_id = ${subscriptions.brandId} and f.uid = ${subscriptions.uid} and f.member_number = ${number})`,
          subquery`exists (select 1 from ${people} where ${people.uid} = ${subscriptions.uid} and ${contains([people.displayName], q)})`,
        )
      : undefined,
  )
}

const passes = (brand: Brand, filter: SubscriberFilter, now: Instant) => and(ofBrand(brand), narrowed(filter, now))

const asked = (brand: Brand, which: Which, now: Instant) =>
  and(
    which.asOf === undefined && isNobody(which) ? sql`false` : undefined,
    passes(brand, which.filter, now),
    which.asOf === undefined
      ? inTab(which.tab, now)
      : and(lte(subscriptions.purchasedAt, which.asOf), wasMemberAt(which.asOf)),
  )
/** Filters that exclude each other: nothing needs to be read. */
const isNobody = ({ tab, filter: { renewsWithin, endedIn, uids } }: Which) =>
  uids?.length === 0 ||
  (renewsWithin !== undefined && (tab === 'ended' || tab === 'leaving' || endedIn !== undefined)) ||
  (endedIn !== undefined && (tab === 'living' || tab === 'atRisk' || tab === 'leaving'))

type Which = { tab: SubscriberTab; asOf?: Instant | undefined; filter: SubscriberFilter }

/**
 * The moment at which the listed people were members, counted as the figures count them; undefined where the list is about
 * what becomes of memberships. Renewals are read by their date.
 */
export const momentOf = ({ tab, asOf, filter }: Which, now: Instant): Instant | undefined =>
  asOf ?? (tab === 'living' && filter.renewsWithin === undefined && filter.endedIn === undefined ? now : undefined)

type Changed = { subscriptionId: string; planName: string; at: Instant }
const nameOfPlan = (tenantId: SQL, planId: SQL) =>
  subquery<string | null>`(select p.name from ${plans} p where p.tenant_id = ${tenantId} and p.plan_id = ${planId})`
/** The membership that another one was changed from or into, found among its fan's; it was changed when the former ended. */
const changedOf = (which: SQL, endedAt: SQL) =>
  sql<Changed | null>`${subquery`(select json_build_object('subscriptionId', o.subscription_id,
      'planName', ${nameOfPlan(sql`o.tenant_id`, sql`o.plan_id`)}, 'at', (extract(epoch from ${endedAt}) * 1000)::bigint)
    from ${subscriptions} o where o.uid = ${subscriptions.uid} and o.tenant_id = ${subscriptions.tenantId} and ${which}
    order by o.purchased_at desc, o.subscription_id desc limit 1)`}`
const changes = {
  changesTo: nameOfPlan(sql`${subscriptions.tenantId}`, sql`${subscriptions.nextPlanId}`),
  changedFrom: changedOf(
    sql`o.subscription_id = ${subscriptions.changedFromId} and o.ended_at is not null`,
    sql`o.ended_at`,
  ),
  changedInto: changedOf(
    sql`${subscriptions.endReason} = 'switched' and o.changed_from_id = ${subscriptions.subscriptionId}`,
    sql`${subscriptions.endedAt}`,
  ),
}

const shownOf = (now: Instant) => ({
  subscription: subscriptions,
  plan: { name: plans.name, archivingAt: plans.archivingAt },
  fan: { fanId: fans.fanId, memberNumber: fans.memberNumber },
  person: { displayName: people.displayName, icon: people.icon },
  months: monthsHeld(now),
  isAwaited,
  ...changes,
})
const joined = (db: Db, now: Instant) =>
  db
    .select(shownOf(now))
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .leftJoin(
      fans,
      and(
        eq(fans.tenantId, subscriptions.tenantId),
        eq(fans.brandId, subscriptions.brandId),
        eq(fans.uid, subscriptions.uid),
      ),
    )
    .leftJoin(people, eq(people.uid, subscriptions.uid))
export type Subscriber = Awaited<ReturnType<typeof subscribersOf>>[number]

/**
 * Members at a past moment, latest joiners first, by the stretches of that day instead of a scan over earlier members.
 */
const membersAt = (
  brand: Brand,
  { filter: { planId, ...others }, asOf }: Which & { asOf: Instant },
  now: Instant,
  page: { limit: number; offset?: number },
) => {
  // Few people: they are asked whether they were members then, and not the members who they are.
  if (others.uids)
    return sql`select ${subscriptions.subscriptionId}, ${subscriptions.uid}, ${subscriptions.purchasedAt} from ${subscriptions}
      where ${and(passes(brand, { planId, ...others }, now), wasMemberAt(asOf))}
      order by ${inOrder(subscriptions.purchasedAt, others)} desc, ${subscriptions.subscriptionId} desc limit ${page.limit} offset ${page.offset ?? 0}`
  const condition = narrowed(others, now)
  const passesOthers =
    condition &&
    subquery`exists (select 1 from ${subscriptions} where ${and(
      eq(subscriptions.subscriptionId, sql`m.subscription_id`),
      ofBrand(brand),
      condition,
    )})`
  return ranAt(brand, { planId, at: asOf, passes: passesOthers }, page)
}

/**
 * Latest to join first; in the tab of ended memberships latest to leave first; for renewals, next renewal first.
 */
export const subscribersOf = (db: Db, brand: Brand, which: Which, page: PaginationRequest, now: Instant) => {
  const { tab, filter } = which
  const asOf = momentOf(which, now)
  if (asOf !== undefined) {
    // An array is made once, whatever the planner believes of tables that were filled a moment ago.
    const ids = subquery`array(select subscription_id from (${membersAt(brand, { ...which, asOf }, now, page)}) members)`
    return joined(db, now)
      .where(and(ofBrand(brand), sql`${subscriptions.subscriptionId} = any(${ids})`))
      .orderBy(desc(subscriptions.purchasedAt), desc(subscriptions.subscriptionId))
  }
  const { joinedIn, endedIn } = filter
  // Sorted by the column that a month filter applies to, so that only its rows are read.
  const byEnd = endedIn !== undefined || (tab === 'ended' && joinedIn === undefined)
  const time = byEnd ? subscriptions.endedAt : subscriptions.purchasedAt
  const order =
    filter.renewsWithin !== undefined
      ? [asc(inOrder(subscriptions.paidUntil, filter)), asc(subscriptions.subscriptionId)]
      : [desc(inOrder(time, filter)), desc(subscriptions.subscriptionId)]
  // The page's ids first, so that joined data is looked up for these rows only.
  const ids = db
    .select({ id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(asked(brand, which, now))
    .orderBy(...order)
    .limit(page.limit)
    .offset(page.offset)
  return joined(db, now)
    .where(and(ofBrand(brand), sql`${subscriptions.subscriptionId} = any(array${ids})`))
    .orderBy(...order)
}

/** The members of a file, who joined first at its head. */
export const exportedSubscribers = (db: Db, brand: Brand, which: Which, now: Instant) => {
  const at = sql`${toTimestamp(which.asOf ?? now)}::timestamptz`
  const termFrom = subquery<Instant | null>`(select max(t.starts_at) from ${subscriptionTerms} t
    where t.tenant_id = ${subscriptions.tenantId} and t.subscription_id = ${subscriptions.subscriptionId} and t.starts_at <= ${at} and t.source <> 'grace')`
  return batchesOf(
    db
      .select({
        ...shownOf(now),
        /** Where the fan agreed. */
        email: sql<string | null>`case when ${fans.isEmailVisible} then ${people.email} end`,
        lifetimeAmount: fans.lifetimeAmount,
        totalMonths: fans.totalMonths,
        termFrom: termFrom.mapWith(subscriptionTerms.from),
      })
      .from(subscriptions)
      .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
      .leftJoin(
        fans,
        and(
          eq(fans.tenantId, subscriptions.tenantId),
          eq(fans.brandId, subscriptions.brandId),
          eq(fans.uid, subscriptions.uid),
        ),
      )
      .leftJoin(people, eq(people.uid, subscriptions.uid))
      .where(and(asked(brand, which, now), isAfterLast(subscriptions.purchasedAt, subscriptions.subscriptionId)))
      .orderBy(asc(subscriptions.purchasedAt), asc(subscriptions.subscriptionId))
      .limit(batchSize)
      .prepare(''),
    ({ subscription }) => ({ at: subscription.purchasedAt, id: subscription.subscriptionId }),
  )
}

/** Memberships at a past moment, and the number of people who had them. */
export const countMembersAt = async (db: Db, brand: Brand, which: Which & { asOf: Instant }, now: Instant) => {
  const found = membersAt(brand, which, now, { limit: mostCounted })
  const { rows } = await db.execute<{ memberships: number; people: number }>(
    sql`select count(*)::int as memberships, count(distinct uid)::int as people from (${found}) counted`,
  )
  return rows[0] ?? { memberships: 0, people: 0 }
}

export const countSubscribers = async (db: Db, brand: Brand, which: Which, now: Instant): Promise<number> => {
  if (isNobody(which)) return 0
  const asOf = momentOf(which, now)
  if (asOf !== undefined) return (await countMembersAt(db, brand, { ...which, asOf }, now)).memberships
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(subscriptions)
    .where(asked(brand, which, now))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

export const subscriberById = async (
  db: Db,
  brand: Brand,
  subscriptionId: string,
  now: Instant,
): Promise<Subscriber | undefined> => {
  const [row] = await joined(db, now).where(and(ofBrand(brand), eq(subscriptions.subscriptionId, subscriptionId)))
  return row
}
