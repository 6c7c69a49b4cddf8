import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { BackNumberPeriod, Instant } from '../../../kit/time'
import { toTimestamp } from '../../../server/db/columns'
import { prepared } from '../../../server/db/prepared'
import type { Db, PublicBrand } from '../../../server/proven'
import { backNumberPurchases } from '../../backNumbers/tables.server'
import { brands } from '../../brands/tables.server'
import { orders } from '../../orders/tables.server'
import { termRuns } from '../../subscriptions/queries.server'
import { subscriptionTerms } from '../../subscriptions/tables.server'
import { tenantMembers } from '../../tenants/tables.server'
import { type AccessFacts, type FormerRight, noFacts } from '../access'
import { contents } from '../tables.server'

/*
 * The facts of `contents/access.ts`, for the contents at hand and never for all that a fan ever paid: rows of
 * `subscription_terms` that run now or run in the month of a content, rows of `back_number_purchases` of that month, and
 * the staff's own membership. Of a day that is over they are read as they stood then (`then`): a row counts from the
 * moment at which it was made, and what was taken back later had not been taken back yet.
 */
const arg = sql.placeholder

/** Fixed, as in kit/time.ts: all months of ours lie after Japan's last summer time. */
const startOf = (year: SQL, month: SQL) =>
  sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone interval '9 hours'`
const endOf = (year: SQL, month: SQL) =>
  sql`(make_timestamp(${year}, ${month}, 1, 0, 0, 0) + interval '1 month') at time zone interval '9 hours'`

const ofItsOrder = (column: typeof orders.paidAt | typeof orders.refundedAt) =>
  sql`(select ${column} from ${orders} where ${orders.tenantId} = ${subscriptionTerms.tenantId} and ${orders.orderId} = ${subscriptionTerms.orderId})`
/** A term that nothing was paid for is known from its beginning on. */
const termWasThere = (then: SQL) => sql`coalesce(${ofItsOrder(orders.paidAt)}, ${subscriptionTerms.from}) <= ${then}`
/** The end of a term that had been taken back by then. A refund takes it back from its beginning: the order knows when that was. */
const voidedBy = (then: SQL) => {
  const { from, voidedAt } = subscriptionTerms
  const heardOf = sql`case when ${voidedAt} = ${from} then coalesce(${ofItsOrder(orders.refundedAt)}, ${voidedAt}) else ${voidedAt} end`
  return sql`case when ${heardOf} <= ${then} then ${voidedAt} end`
}

/** `paysMonth` of access.ts as SQL, over `subscription_terms`: the two are held together by a test. */
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
/** Whether this fan has paid for a month of a plan, as a member or by buying it; `until`: before this moment. */
export const owns = (uid: SQL, tenantId: SQL, planId: SQL, year: SQL, month: SQL, { until, then }: Past = {}) =>
  sql<boolean>`(
  exists (select 1 from ${subscriptionTerms} where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${and(sql`${subscriptionTerms.planId} = ${planId}`, paysForMonth(year, month, then), until && lt(subscriptionTerms.from, until))})
  or exists (select 1 from ${backNumberPurchases} where ${backNumberPurchases.uid} = ${uid} and ${backNumberPurchases.tenantId} = ${tenantId}
    and ${and(sql`${backNumberPurchases.planId} = ${planId}`, isBoughtMonth(year, month, then), until && lt(backNumberPurchases.paidAt, until))}))`

const hasTerm = (uid: SQL, tenantId: SQL, planId: SQL, which: SQL | undefined) =>
  sql<boolean>`exists (select 1 from ${subscriptionTerms}
  where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${subscriptionTerms.planId} = ${planId} and ${which})`

export const runsOn = (uid: SQL, tenantId: SQL, planId: SQL, then?: SQL) =>
  then ? ranOn(uid, tenantId, planId, { until: then, then }) : hasTerm(uid, tenantId, planId, termRuns(arg('now')))

/** Whether a term ran at a moment that is over; one that has been voided since ran until then. */
const ranOn = (uid: SQL, tenantId: SQL, planId: SQL, { until, then }: { until: SQL; then: SQL | undefined }) => {
  const { from, to, voidedAt } = subscriptionTerms
  const voided = then ? voidedBy(then) : voidedAt
  const ran = sql`${from} <= ${until} and ${to} > ${until} and coalesce(${voided} > ${until}, true)`
  return hasTerm(uid, tenantId, planId, then ? sql`${ran} and ${termWasThere(then)}` : ran)
}

/** `formerRightOf` of access.ts as SQL, to be grouped over the plans that open a content: the two are held together by a test. */
export const formerRight = (uid: SQL, tenantId: SQL, planId: SQL, then?: SQL) => {
  const changed = sql`to_timestamp(former.until / 1000.0)`
  // Before the change the former month opened the content to whoever had it.
  const until = then ? sql`least(${changed}, ${then})` : changed
  const [year, month] = [sql`(former.period ->> 'year')::int`, sql`(former.period ->> 'month')::int`]
  // Most contents never had another month: nothing is looked up for them.
  const some = (holds: SQL) => sql`bool_or(${contents.formerPeriods} <> '[]' and exists (select 1
    from jsonb_to_recordset(${contents.formerPeriods}) as former(period jsonb, until double precision) where ${holds}))`
  return sql<FormerRight | null>`case
    when ${some(sql`former.period is not null and ${owns(uid, tenantId, planId, year, month, { until, then })}`)} then 'month'
    when ${some(sql`former.period is null and ${ranOn(uid, tenantId, planId, { until, then })}`)} then 'membership' end`
}

/** Who reads every content of the brand: its content roles, and moderators. */
export const readsAll = (uid: SQL, tenantId: SQL, brandId: SQL) => sql<boolean>`exists (select 1 from ${tenantMembers}
  where ${tenantMembers.tenantId} = ${tenantId} and ${tenantMembers.uid} = ${uid} and ${tenantMembers.status} = 'active'
    and ${tenantMembers.role} in ('owner', 'admin', 'editor', 'moderator')
    and (${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds})))`

const factsQuery = prepared((db) => {
  const [uid, tenantId] = [sql`${arg('uid')}`, sql`${arg('tenantId')}`]
  const running = sql<
    string[]
  >`coalesce((select json_agg(distinct ${subscriptionTerms.planId}) from ${subscriptionTerms}
    where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
      and ${subscriptionTerms.planId} = any(${arg('planIds')}::text[]) and ${termRuns(arg('now'))}), '[]')`
  const months = sql<string[]>`coalesce((select json_agg(asked.key)
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

/** What is known of a fan for these plans and months, in one question. */
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
