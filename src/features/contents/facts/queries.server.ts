import { and, eq, isNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { BackNumberPeriod, Instant } from '../../../kit/time'
import { toTimestamp } from '../../../server/db/columns'
import { prepared } from '../../../server/db/prepared'
import type { Db, PublicBrand } from '../../../server/proven'
import { backNumberPurchases } from '../../backNumbers/tables.server'
import { brands } from '../../brands/tables.server'
import { termRuns } from '../../subscriptions/queries.server'
import { subscriptionTerms } from '../../subscriptions/tables.server'
import { tenantMembers } from '../../tenants/tables.server'
import { type AccessFacts, type FormerRight, noFacts } from '../access'
import { contents } from '../tables.server'

/*
 * The facts of `contents/access.ts`, for the contents at hand and never for all that a fan ever paid: rows of
 * `subscription_terms` that run now or run in the month of a content, rows of `back_number_purchases` of that month, and
 * the staff's own membership.
 */
const arg = sql.placeholder

/** Fixed, as in kit/time.ts: all months of ours lie after Japan's last summer time. */
const startOf = (year: SQL, month: SQL) =>
  sql`make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone interval '9 hours'`
const endOf = (year: SQL, month: SQL) =>
  sql`(make_timestamp(${year}, ${month}, 1, 0, 0, 0) + interval '1 month') at time zone interval '9 hours'`

/** `paysMonth` of access.ts as SQL, over `subscription_terms`: the two are held together by a test. */
const paysForMonth = (year: SQL, month: SQL) => {
  const { from, to, source, voidedAt } = subscriptionTerms
  const end = sql`least(${to}, ${voidedAt})`
  return sql`${source} <> 'grace' and ${to} > ${startOf(year, month)} and ${from} < ${endOf(year, month)}
    and ${end} > ${from} and ${end} > ${startOf(year, month)}`
}
const isBoughtMonth = (year: SQL, month: SQL) =>
  and(
    sql`${backNumberPurchases.periodYear} = ${year} and ${backNumberPurchases.periodMonth} = ${month}`,
    isNull(backNumberPurchases.voidedAt),
  )

/** Whether this fan has paid for a month of a plan, as a member or by buying it; `until`: before this moment. */
export const owns = (uid: SQL, tenantId: SQL, planId: SQL, year: SQL, month: SQL, until?: SQL) => sql<boolean>`(
  exists (select 1 from ${subscriptionTerms} where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${and(sql`${subscriptionTerms.planId} = ${planId}`, paysForMonth(year, month), until && lt(subscriptionTerms.from, until))})
  or exists (select 1 from ${backNumberPurchases} where ${backNumberPurchases.uid} = ${uid} and ${backNumberPurchases.tenantId} = ${tenantId}
    and ${and(sql`${backNumberPurchases.planId} = ${planId}`, isBoughtMonth(year, month), until && lt(backNumberPurchases.paidAt, until))}))`

export const runsOn = (uid: SQL, tenantId: SQL, planId: SQL, at: SQL | Placeholder = arg('now')) =>
  sql<boolean>`exists (select 1 from ${subscriptionTerms}
  where ${subscriptionTerms.uid} = ${uid} and ${subscriptionTerms.tenantId} = ${tenantId}
    and ${subscriptionTerms.planId} = ${planId} and ${termRuns(at)})`

/** `formerRightOf` of access.ts as SQL, to be grouped over the plans that open a content: the two are held together by a test. */
export const formerRight = (uid: SQL, tenantId: SQL, planId: SQL) => {
  const until = sql`to_timestamp(former.until / 1000.0)`
  const [year, month] = [sql`(former.period ->> 'year')::int`, sql`(former.period ->> 'month')::int`]
  // Most contents never had another month: nothing is looked up for them.
  const some = (holds: SQL) => sql`bool_or(${contents.formerPeriods} <> '[]' and exists (select 1
    from jsonb_to_recordset(${contents.formerPeriods}) as former(period jsonb, until double precision) where ${holds}))`
  return sql<FormerRight | null>`case
    when ${some(sql`former.period is not null and ${owns(uid, tenantId, planId, year, month, until)}`)} then 'month'
    when ${some(sql`former.period is null and ${runsOn(uid, tenantId, planId, until)}`)} then 'membership' end`
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
