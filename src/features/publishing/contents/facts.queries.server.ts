import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { worksFor } from '#club/tenants/queries.server.ts'
import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { backNumberPurchases } from '../backNumbers/tables.server'
import { type AccessFacts, type FormerRight, noFacts } from './access'
import { contents } from './tables.server'

/*
 * Reads the facts for `contents/access.ts`, only for the contents at hand and not for everything that a fan ever paid:
 * rows of `subscription_terms` that run now or in a content's month, rows of `back_number_purchases` of that month, and
 * the staff membership. For a past moment (`then`) the rows are read as of that moment: without later rows, and
 * ignoring later refunds.
 */
const arg = sql.placeholder

/** Fixed offset, as in kit/time.ts: Japan has had no summer time in any month that the platform covers. */
const startOf = (year: SQL, month: SQL) =>
  sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone interval '9 hours'`
const endOf = (year: SQL, month: SQL) =>
  sql`(make_timestamp(${year}, ${month}, 1, 0, 0, 0) + interval '1 month') at time zone interval '9 hours'`

const ofItsOrder = (column: typeof orders.paidAt | typeof orders.refundedAt) =>
  subquery`(select ${column} from ${orders} where ${orders.tenantId} = ${subscriptionTerms.tenantId} and ${orders.orderId} = ${subscriptionTerms.orderId})`
/** A term without an order counts from its start. */
const termWasThere = (then: SQL) => sql`coalesce(${ofItsOrder(orders.paidAt)}, ${subscriptionTerms.from}) <= ${then}`
/**
 * The end of a term that had been voided by `then`. A refund voids it from its start: when that happened is the order's
 * refund time.
 */
const voidedBy = (then: SQL) => {
  const { from, voidedAt } = subscriptionTerms
  const heardOf = sql`case when ${voidedAt} = ${from} then coalesce(${ofItsOrder(orders.refundedAt)}, ${voidedAt}) else ${voidedAt} end`
  return sql`case when ${heardOf} <= ${then} then ${voidedAt} end`
}

/** `paysMonth` of access.ts as SQL, over `subscription_terms`; a test compares the two. */
const paysForMonth = (year: SQL, month: SQL, then?: SQL) => {
  const { from, to, source, voidedAt } = subscriptionTerms
  const end = sql`least(${to}, ${then ? voidedBy(then) : voidedAt})`
  const pays = sql`${source} <> 'grace' and ${to} > ${startOf(year, month)} and ${from} < ${endOf(year, month)}
    and ${end} > ${from} and ${end} > ${startOf(year, month)}`
  return then ? sql`${pays} and ${termWasThere(then)}` : pays
}
const isBoughtMonth = (year: SQL, month: SQL, then?: SQL) => {
  const { periodYear, periodMonth, paidAt, voidedAt } = backNumberPurchases
  return and(
    sql`${periodYear} = ${year} and ${periodMonth} = ${month}`,
    then ? sql`${paidAt} <= ${then} and (${voidedAt} is null or ${voidedAt} > ${then})` : isNull(voidedAt),
  )
}

type Past = { until?: SQL | undefined; then?: SQL | undefined }
/** Whether this fan has paid for a month of a plan, as a member or by buying it. `until`: only before that moment. */
export const owns = (uid: SQL, tenantId: SQL, planId: SQL, year: SQL, month: SQL, { until, then }: Past = {}) =>
  subquery<boolean>`(
  exists (select 1 from ${subscriptionTerms} where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${and(sql`${subscriptionTerms.planId} = ${planId}`, paysForMonth(year, month, then), until && lt(subscriptionTerms.from, until))})
  or exists (select 1 from ${backNumberPurchases} where ${backNumberPurchases.uid} = ${uid} and ${backNumberPurchases.tenantId} = ${tenantId}
    and ${and(sql`${backNumberPurchases.planId} = ${planId}`, isBoughtMonth(year, month, then), until && lt(backNumberPurchases.paidAt, until))}))`

const hasTerm = (uid: SQL, tenantId: SQL, planId: SQL, which: SQL | undefined) =>
  subquery<boolean>`exists (select 1 from ${subscriptionTerms}
  where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${subscriptionTerms.planId} = ${planId} and ${which})`

export const runsOn = (uid: SQL, tenantId: SQL, planId: SQL, then?: SQL) =>
  then ? ranOn(uid, tenantId, planId, { until: then, then }) : hasTerm(uid, tenantId, planId, termRuns(arg('now')))

/** Whether a term was running at a past moment; a term that was voided later was running until then. */
const ranOn = (uid: SQL, tenantId: SQL, planId: SQL, { until, then }: { until: SQL; then: SQL | undefined }) => {
  const { from, to, voidedAt } = subscriptionTerms
  const voided = then ? voidedBy(then) : voidedAt
  const ran = sql`${from} <= ${until} and ${to} > ${until} and coalesce(${voided} > ${until}, true)`
  return hasTerm(uid, tenantId, planId, then ? sql`${ran} and ${termWasThere(then)}` : ran)
}

/**
 * `formerRightOf` of access.ts as SQL, to be aggregated over the plans that open a content; a test compares the two.
 */
export const formerRight = (uid: SQL, tenantId: SQL, planId: SQL, then?: SQL) => {
  const changed = sql`to_timestamp(former.until / 1000.0)`
  // The former month counts only until the content's month was changed.
  const until = then ? sql`least(${changed}, ${then})` : changed
  const [year, month] = [sql`(former.period ->> 'year')::int`, sql`(former.period ->> 'month')::int`]
  // Skips the lookup for contents whose month was never changed.
  const some = (holds: SQL) => subquery`bool_or(${contents.formerPeriods} <> '[]' and exists (select 1
    from jsonb_to_recordset(${contents.formerPeriods}) as former(period jsonb, until double precision) where ${holds}))`
  return sql<FormerRight | null>`case
    when ${some(sql`former.period is not null and ${owns(uid, tenantId, planId, year, month, { until, then })}`)} then 'month'
    when ${some(sql`former.period is null and ${ranOn(uid, tenantId, planId, { until, then })}`)} then 'membership' end`
}

/** Staff who may read every content of the brand: content roles and moderators. */
export const readsAll = (uid: SQL, tenantId: SQL, brandId: SQL) =>
  worksFor(uid, tenantId, brandId, 'owner', 'admin', 'editor', 'moderator')

const factsQuery = prepared((db) => {
  const [uid, tenantId] = [sql`${arg('uid')}`, sql`${arg('tenantId')}`]
  const running = subquery<
    string[]
  >`coalesce((select json_agg(distinct ${subscriptionTerms.planId}) from ${subscriptionTerms}
    where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
      and ${subscriptionTerms.planId} = any(${arg('planIds')}::text[]) and ${termRuns(arg('now'))}), '[]')`
  const months = subquery<string[]>`coalesce((select json_agg(asked.key)
    from unnest(${arg('keys')}::text[], ${arg('ofPlans')}::text[], ${arg('years')}::int[], ${arg('months')}::int[])
      as asked(key, plan_id, year, month)
    where ${owns(uid, tenantId, sql`asked.plan_id`, sql`asked.year`, sql`asked.month`)}), '[]')`
  return db
    .select({
      running,
      months,
      isStaff: readsAll(uid, tenantId, sql`${brands.brandId}`),
      backNumberNeedsActivePlan: brands.backNumberNeedsActivePlan,
    })
    .from(brands)
    .where(and(eq(brands.tenantId, arg('tenantId')), eq(brands.brandId, arg('brandId'))))
    .prepare('')
})

export type AskedMonth = { key: string; planId: string; period: BackNumberPeriod }
export type Facts = AccessFacts & { backNumberNeedsActivePlan: boolean }

/** Access facts of a fan for these plans and months, in one query. */
export const factsOf = async (
  db: Db,
  { tenantId, brandId }: Pick<PublicBrand, 'tenantId' | 'brandId'>,
  {
    uid,
    planIds,
    months,
    now,
  }: { uid: string; planIds: readonly string[]; months: readonly AskedMonth[]; now: Instant },
): Promise<Facts> => {
  const [row] = await factsQuery(db).execute({
    tenantId,
    brandId,
    uid,
    now: toTimestamp(now),
    planIds,
    keys: months.map(({ key }) => key),
    ofPlans: months.map(({ planId }) => planId),
    years: months.map(({ period }) => period.year),
    months: months.map(({ period }) => period.month),
  })
  if (!row) throw new Error('The brand that access proved is gone.')
  return { ...row, running: new Set(row.running), months: new Set(row.months), kept: noFacts.kept }
}
