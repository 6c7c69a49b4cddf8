import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { isOfClubs, rowsOfAllClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { prepared, rowBy } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan } from '#server/proven.ts'
import { tellAccessChanged } from '#server/rooms.ts'
import { plans } from '../plans/tables.server'
import { givenDays } from './days.queries.server'
import { recountMember } from './figures.queries.server'
import { monthsGiven, runsOf } from './stretches/queries.server'
import { type ChangeOrder, konbiniRenewalBefore, type NextPlan, renewalNotices } from './subscription'
import { subscriptions, subscriptionTerms } from './tables.server'

/** The term runs at this moment: its first is included, its last is not, and a voided one never runs. */
export const termRuns = (at: Instant | Placeholder | SQL) =>
  and(isNull(subscriptionTerms.voidedAt), lte(subscriptionTerms.from, at), gt(subscriptionTerms.to, at))

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type TermRow = typeof subscriptionTerms.$inferSelect
type Plan = { tenantId: string; planId: string }

// --- Memberships -----------------------------------------------------------------------------------------------------------

const livingQuery = prepared((db) =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.uid, sql.placeholder('uid')),
        eq(subscriptions.tenantId, sql.placeholder('tenantId')),
        eq(subscriptions.planId, sql.placeholder('planId')),
        isNull(subscriptions.endedAt),
      ),
    )
    .prepare(''),
)
/** The fan's membership of the plan that has not been ended; what the clock has ended is for the caller to see. */
export const livingSubscription = async (db: Db, { tenantId, planId }: Plan, uid: string) => {
  const [row] = await livingQuery(db).execute({ tenantId, planId, uid })
  return row as SubscriptionRow | undefined
}

export const subscriptionByProvider = rowBy<SubscriptionRow>(
  subscriptions,
  subscriptions.providerSubscriptionId,
  isNamed,
)
/** By the provider's id. */
export const subscriptionsByProvider = async (db: Db, providerIds: readonly string[]) => {
  const isOne = sql`${subscriptions.providerSubscriptionId} = any(${sql.param(providerIds)}::text[])`
  const rows = await db.select().from(subscriptions).where(isOne)
  return new Map(rows.map((row) => [row.providerSubscriptionId, row]))
}
export const subscriptionById = rowBy<SubscriptionRow>(subscriptions, subscriptions.subscriptionId, isNamed)

export const insertSubscription = async (db: Db, subscription: typeof subscriptions.$inferInsert) => {
  const { tenantId, subscriptionId, providerSubscriptionId } = subscription
  const named = withNames(db, tenantId, [
    [subscriptions.subscriptionId, subscriptionId],
    [subscriptions.providerSubscriptionId, providerSubscriptionId],
  ])
  await named.insert(subscriptions).values(subscription)
}

export const setSubscription = async (
  db: Db,
  { tenantId, subscriptionId, editedAt }: Pick<SubscriptionRow, 'tenantId' | 'subscriptionId' | 'editedAt'>,
  changes: Partial<Omit<SubscriptionRow, 'tenantId' | 'subscriptionId' | 'editedAt'>>,
  now: Instant,
) => {
  await withNames(db, tenantId, [[subscriptions.providerSubscriptionId, changes.providerSubscriptionId]])
    .update(subscriptions)
    .set({ ...changes, editedAt: Math.max(now, editedAt + 1) })
    .where(and(eq(subscriptions.tenantId, tenantId), eq(subscriptions.subscriptionId, subscriptionId)))
}

/**
 * Whether the provider's subscription of a leaving member still runs: to the end of what the card has paid, or to the
 * day to which its next charge was postponed, after which a grace row remains.
 */
const runsAtProvider = (now: Instant) => subquery<boolean>`(${subscriptions.providerSubscriptionId} is not null
  and exists (select 1 from ${subscriptionTerms} t where t.tenant_id = ${subscriptions.tenantId} and t.subscription_id = ${subscriptions.subscriptionId}
    and case t.source when 'grace' then t.starts_at > ${toTimestamp(now)}::timestamptz
      else t.source in ('card', 'konbini') and t.ends_at > ${toTimestamp(now)}::timestamptz end))`

export const isRunningAtProvider = async (db: Db, { tenantId, subscriptionId }: OfTerms, now: Instant) => {
  const rows = await db
    .select({ id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.tenantId, tenantId), eq(subscriptions.subscriptionId, subscriptionId), runsAtProvider(now)),
    )
  return rows.length > 0
}

/**
 * The fan gave up the order of the term that is due: it is not made again by itself. An order that was given up
 * together with the membership is, if the fan stays after all.
 */
const givenUp = subquery`exists (select 1 from ${orders} o
  join ${orderEvents} e on e.tenant_id = o.tenant_id and e.order_id = o.order_id and e.what = 'cancelAsked' and e.actor_uid = o.uid
  where o.tenant_id = ${subscriptions.tenantId} and o.subscription_id = ${subscriptions.subscriptionId} and o.payment_state = 'canceled'
    and o.placed_at >= ${subscriptions.paidUntil} - make_interval(secs => ${konbiniRenewalBefore / 1000}))`

/** Memberships that go on, on plans that do; of each batch of clubs the next to be renewed first. */
const goingOn = (db: Db, which: SQL | undefined) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf(
      db
        .select({ subscription: subscriptions })
        .from(subscriptions)
        .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
        .where(
          and(
            isOfClubs(subscriptions.tenantId, clubs),
            isAfterLast(subscriptions.paidUntil, subscriptions.subscriptionId),
            isNull(subscriptions.endedAt),
            isNull(subscriptions.cancelScheduledAt),
            isNull(plans.archivingAt),
            which,
          ),
        )
        .orderBy(asc(subscriptions.paidUntil), asc(subscriptions.subscriptionId))
        .limit(batchSize)
        .prepare(''),
      ({ subscription: { paidUntil: at, subscriptionId: id } }) => ({ at, id }),
    ),
  )

/** Memberships paid at stores whose next order is due to be made. */
export const dueForKonbini = (db: Db, now: Instant) =>
  goingOn(
    db,
    and(
      eq(subscriptions.method, 'konbini'),
      lte(subscriptions.paidUntil, now + konbiniRenewalBefore),
      subquery`not exists (select 1 from ${orders} o where o.tenant_id = ${subscriptions.tenantId}
        and o.subscription_id = ${subscriptions.subscriptionId} and o.payment_state = 'awaitingPayment')`,
      sql`not ${givenUp}`,
    ),
  )

/** Yearly memberships that renew within a month; the caller checks which notices were sent. */
export const yearlyRenewals = (db: Db, now: Instant) =>
  goingOn(
    db,
    and(
      eq(subscriptions.interval, 'year'),
      gt(subscriptions.paidUntil, now),
      lte(subscriptions.paidUntil, now + renewalNotices.month),
    ),
  )

/** Paid terms of a plan that run beyond a moment, in portions. */
export const paidTermsBeyond = async function* (db: Db, plan: Plan, at: Instant): AsyncGenerator<TermRow[]> {
  for (let after = ''; ; ) {
    const terms = await db
      .select()
      .from(subscriptionTerms)
      .where(and(paidBeyond(plan, at), gt(subscriptionTerms.termId, after)))
      .orderBy(asc(subscriptionTerms.termId))
      .limit(200)
    const last = terms.at(-1)
    if (!last) return
    yield terms
    after = last.termId
  }
}

export const paidBeyond = ({ tenantId, planId }: Plan, at: Instant) =>
  and(
    eq(subscriptionTerms.tenantId, tenantId),
    eq(subscriptionTerms.planId, planId),
    inArray(subscriptionTerms.source, ['card', 'konbini']),
    isNull(subscriptionTerms.voidedAt),
    gt(subscriptionTerms.to, at),
  )

// --- Terms -----------------------------------------------------------------------------------------------------------------

export const insertTerm = async (db: Db, term: typeof subscriptionTerms.$inferInsert, now: Instant) => {
  await db.insert(subscriptionTerms).values(term)
  if (term.source !== 'grace') await recountMember(db, term, term.uid, now)
}

const voided = { tenantId: subscriptionTerms.tenantId, planId: subscriptionTerms.planId, uid: subscriptionTerms.uid }
type Voided = { tenantId: string; planId: string; uid: string }
const afterVoiding = async (db: Db, rows: readonly Voided[], now: Instant) => {
  const [row] = rows
  if (row) await recountMember(db, row, row.uid, now)
  await tellAccessChanged(db, rows)
}

type OfTerms = Pick<SubscriptionRow, 'tenantId' | 'subscriptionId'>
const isTermOf = ({ tenantId, subscriptionId }: OfTerms) =>
  and(eq(subscriptionTerms.tenantId, tenantId), eq(subscriptionTerms.subscriptionId, subscriptionId))

/** Ends what keeps a membership open beyond what is paid. */
export const voidGrace = async (db: Db, subscription: OfTerms, at: Instant) => {
  const rows = await db
    .update(subscriptionTerms)
    .set({ voidedAt: at })
    .where(
      and(
        isTermOf(subscription),
        eq(subscriptionTerms.source, 'grace'),
        isNull(subscriptionTerms.voidedAt),
        gt(subscriptionTerms.to, at),
      ),
    )
    .returning(voided)
  await tellAccessChanged(db, rows)
}

/** Ends every term of a membership that has not run out. */
export const voidTerms = async (db: Db, subscription: OfTerms, { at, now }: { at: Instant; now: Instant }) => {
  const rows = await db
    .update(subscriptionTerms)
    .set({ voidedAt: at })
    .where(and(isTermOf(subscription), isNull(subscriptionTerms.voidedAt), gt(subscriptionTerms.to, at)))
    .returning(voided)
  await afterVoiding(db, rows, now)
}

/** Ends every term of a deleted fan that has not run out: a won dispute and a plan's end leave terms whose membership has ended. */
export const voidTermsOfFan = async (db: Db, { uid }: { uid: string }, now: Instant) => {
  const rows = await db
    .update(subscriptionTerms)
    .set({ voidedAt: now })
    .where(and(eq(subscriptionTerms.uid, uid), isNull(subscriptionTerms.voidedAt), gt(subscriptionTerms.to, now)))
    .returning(voided)
  for (const row of new Map(rows.map((row) => [row.planId, row])).values()) await afterVoiding(db, [row], now)
}

export const termOfOrder = async (db: Db, { tenantId, orderId }: { tenantId: string; orderId: string }) => {
  const [row] = await db
    .select()
    .from(subscriptionTerms)
    .where(and(eq(subscriptionTerms.tenantId, tenantId), eq(subscriptionTerms.orderId, orderId)))
    // A change that cost nothing has left the order a second term.
    .orderBy(desc(subscriptionTerms.to), desc(subscriptionTerms.from))
    .limit(1)
  return row as TermRow | undefined
}

/** A full refund takes the term back, its month included. */
export const voidTermOfOrder = async (
  db: Db,
  { tenantId, orderId }: { tenantId: string; orderId: string },
  { at, now }: { at: Instant; now: Instant },
) => {
  const rows = await db
    .update(subscriptionTerms)
    .set({ voidedAt: at })
    .where(
      and(
        eq(subscriptionTerms.tenantId, tenantId),
        eq(subscriptionTerms.orderId, orderId),
        isNull(subscriptionTerms.voidedAt),
      ),
    )
    .returning(voided)
  await afterVoiding(db, rows, now)
}

/** How many terms a membership has been paid for. */
export const paidTerms = async (db: Db, subscription: OfTerms): Promise<number> => {
  const rows = await db
    .select({ termId: subscriptionTerms.termId })
    .from(subscriptionTerms)
    .where(and(isTermOf(subscription), inArray(subscriptionTerms.source, ['card', 'konbini'])))
    .limit(1200)
  return rows.length
}

const isLastingTerm = (subscription: OfTerms, which: SQL | undefined) =>
  and(isTermOf(subscription), isNull(subscriptionTerms.voidedAt), which)

const hasTerm = async (db: Db, subscription: OfTerms, which: SQL | undefined): Promise<boolean> => {
  const rows = await db
    .select({ termId: subscriptionTerms.termId })
    .from(subscriptionTerms)
    .where(isLastingTerm(subscription, which))
    .limit(1)
  return rows.length > 0
}

/** Whether money has been paid for a time after a moment; days that were given are none of it. */
export const isPaidBeyond = (db: Db, subscription: OfTerms, at: Instant) =>
  hasTerm(db, subscription, and(inArray(subscriptionTerms.source, ['card', 'konbini']), gt(subscriptionTerms.to, at)))

/** Whether a store was paid for a time, by more than the second that the provider counts in. */
export const isPaidAtStore = (db: Db, subscription: OfTerms, { from, to }: { from: Instant; to: Instant }) =>
  hasTerm(
    db,
    subscription,
    and(
      eq(subscriptionTerms.source, 'konbini'),
      lt(subscriptionTerms.from, to - 1000),
      gt(subscriptionTerms.to, from + 1000),
    ),
  )

/** The end of the last paid term that has not been voided; null when there is none. */
export const paidUntilOf = async (db: Db, subscription: OfTerms): Promise<Instant | null> => {
  const [row] = await db
    .select({ to: subscriptionTerms.to })
    .from(subscriptionTerms)
    .where(isLastingTerm(subscription, ne(subscriptionTerms.source, 'grace')))
    .orderBy(desc(subscriptionTerms.to))
    .limit(1)
  return row?.to ?? null
}

// --- What a fan holds ------------------------------------------------------------------------------------------------------

/** A fan's memberships with their plans and brands, newest first; those of one plan where it is named. */
export const membershipsOf = (
  db: Db,
  fan: Fan,
  { planId, limit = 200, now }: { planId?: string; limit?: number; now: Instant },
) =>
  db
    .select({
      subscription: subscriptions,
      plan: {
        name: plans.name,
        description: plans.description,
        english: plans.english,
        thumbnail: plans.thumbnail,
        archivingAt: plans.archivingAt,
        archiveMessage: plans.archiveMessage,
      },
      brand: {
        id: brands.brandId,
        name: brands.name,
        icon: brands.icon,
        slug: brands.slug,
        accentColor: brands.accentColor,
        welcomeLetter: brands.welcomeLetter,
        english: brands.english,
      },
      memberNumber: fans.memberNumber,
      blockedAt: fans.blockedAt,
      runsAtProvider: runsAtProvider(now),
      givenDays: givenDays(now),
      // Those of the plan, and of the plans that it was changed from.
      months: subquery<number>`(with recursive former as (
          select ${subscriptions.changedFromId} as id
          union all select f.changed_from_id from ${subscriptions} f join former on f.subscription_id = former.id
            where f.tenant_id = ${subscriptions.tenantId})
        select count(distinct given.month)::int from ${runsOf(subquery`${subscriptionTerms} t
          where t.uid = ${subscriptions.uid} and t.tenant_id = ${subscriptions.tenantId} and t.source <> 'grace'
            and (t.plan_id = ${subscriptions.planId} or t.subscription_id in (select former.id from former))`)}, ${monthsGiven(now)})`,
      monthsToClose: subquery<number>`(select count(distinct (o.period_year, o.period_month))::int from ${orders} o
        where ${brands.backNumberNeedsActivePlan} and o.uid = ${subscriptions.uid} and o.tenant_id = ${subscriptions.tenantId}
          and o.plan_id = ${subscriptions.planId} and o.period_year is not null and o.payment_state in ('paid', 'partiallyRefunded')
          and not exists (select 1 from ${orderLines} l where l.tenant_id = o.tenant_id and l.order_id = o.order_id and l.refunded_quantity > 0
            and (o.kind = 'backNumber' or l.position = 1)))`,
      next: sql<NextPlan | null>`${subquery`(select json_build_object('planId', p.plan_id, 'name', p.name, 'english', p.english, 'price', p.price, 'interval', p.subscription_interval)
        from ${plans} p where p.tenant_id = ${subscriptions.tenantId} and p.plan_id = ${subscriptions.nextPlanId})`}`,
      changeOrder: sql<ChangeOrder | null>`${subquery`(select json_build_object('orderId', o.order_id, 'total', o.total, 'name', p.name,
          'dueAt', (extract(epoch from o.expires_at) * 1000)::bigint)
        from ${orders} o join ${plans} p on p.tenant_id = o.tenant_id and p.plan_id = o.plan_id
        where o.uid = ${subscriptions.uid} and o.tenant_id = ${subscriptions.tenantId} and o.open_key = 'change:' || ${subscriptions.subscriptionId}
          and o.payment_state = 'awaitingPayment' and o.payment_method = 'konbini')`}`,
      awaitedOrderId: subquery<
        string | null
      >`(select o.order_id from ${orders} o where o.tenant_id = ${subscriptions.tenantId}
        and o.subscription_id = ${subscriptions.subscriptionId} and o.payment_state = 'awaitingPayment' order by o.placed_at desc limit 1)`,
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .innerJoin(brands, and(eq(brands.tenantId, subscriptions.tenantId), eq(brands.brandId, subscriptions.brandId)))
    .leftJoin(
      fans,
      and(
        eq(fans.tenantId, subscriptions.tenantId),
        eq(fans.brandId, subscriptions.brandId),
        eq(fans.uid, subscriptions.uid),
      ),
    )
    .where(and(eq(subscriptions.uid, fan.uid), planId === undefined ? undefined : eq(subscriptions.planId, planId)))
    // A membership that was changed keeps its day of joining, also where it comes back to a plan.
    .orderBy(desc(subscriptions.purchasedAt), sql`${subscriptions.endedAt} desc nulls first`)
    .limit(limit)
