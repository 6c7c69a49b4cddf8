import { type SQL, sql } from 'drizzle-orm'
import { fans } from '#club/fans/tables.server.ts'
import { day, type Instant } from '#kit/time.ts'
import { rowsOf } from '#server/db/brandRows.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { plans } from '../plans/tables.server'
import { monthsGiven, rebuildStretches, runsOf, updateStretches } from './stretches/queries.server'
import { subscriptions, subscriptionTerms } from './tables.server'

type BrandIds = { tenantId: string; brandId: string }

/** Excludes grace terms and terms voided at their start. */
const counted = sql`t.source <> 'grace' and (t.voided_at is null or t.voided_at > t.starts_at)`
const bounds = sql`min(t.starts_at) as joined_at, max(least(t.ends_at, coalesce(t.voided_at, t.ends_at))) as member_until`
const firstMonth = sql`date_trunc('month', t.starts_at at time zone 'Asia/Tokyo')`
const figures = sql`${bounds}, count(distinct ${firstMonth})::int as months`

/**
 * Number of months that a fan's terms at a brand cover until now; a term that was paid ahead counts its first month at
 * once.
 */
const monthsOf = (tenantId: SQL | string, brandId: SQL, uid: SQL, now: Instant) => {
  const terms = sql`${subscriptionTerms} t join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id and p.brand_id = ${brandId}`
  const own = sql`t.uid = ${uid} and t.tenant_id = ${tenantId} and ${counted}`
  return subquery`(select count(*)::int from (
    select given.month from ${runsOf(sql`${terms} where ${own}`)}, ${monthsGiven(now)}
    union select ${firstMonth} from ${terms} where ${own}) months)`
}

/**
 * Recounts a member of the plan's brand: first and last moment of membership, number of months, and days with terms.
 */
export const recountMember = async (
  db: Db,
  { tenantId, planId }: { tenantId: string; planId: string },
  uid: string,
  now: Instant,
) => {
  const ofPlan = subquery`(select brand_id from ${plans} where tenant_id = ${tenantId} and plan_id = ${planId})`
  await db.execute(sql`
    update ${fans} f set joined_at = s.joined_at, member_until = s.member_until,
      total_months = ${monthsOf(tenantId, sql`s.brand_id`, sql`${uid}`, now)}
    from (
      select p.brand_id, ${bounds} from ${plans} p
      left join ${subscriptionTerms} t on t.uid = ${uid} and t.tenant_id = p.tenant_id and t.plan_id = p.plan_id and ${counted}
      where p.tenant_id = ${tenantId} and p.brand_id = ${ofPlan}
        and p.plan_id in (select plan_id from ${subscriptionTerms} where uid = ${uid} and tenant_id = ${tenantId})
      group by p.brand_id
    ) s
    where f.tenant_id = ${tenantId} and f.brand_id = s.brand_id and f.uid = ${uid}`)
  await updateStretches(db, { tenantId, uid })
}

/** The same for all fans of the brand. */
export const recountMembers = async (db: Db, { tenantId, brandId }: BrandIds) => {
  await db.execute(sql`
    update ${fans} f set joined_at = s.joined_at, member_until = s.member_until, total_months = s.months
    from (
      select t.uid, ${figures} from ${subscriptionTerms} t
      join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
      where t.tenant_id = ${tenantId} and p.brand_id = ${brandId} and ${counted}
      group by t.uid
    ) s
    where f.tenant_id = ${tenantId} and f.brand_id = ${brandId} and f.uid = s.uid`)
  await rebuildStretches(db, { tenantId, brandId })
}

/** Maximum downtime without missing a month in the recount. */
const nightsMissed = 60 * day

/**
 * Recounts the months of fans whose terms are longer than a month (yearly, complimentary or extended), or begin before their month.
 * These grow without a payment, so they are recounted every night, and once more after the last one has ended.
 */
export const recountLongTerms = async (db: Db, brands: readonly BrandIds[], now: Instant) => {
  const since = sql`${toTimestamp(now - nightsMissed)}::timestamptz`
  const isLiving = sql`tenant_id = b.tenant_id and brand_id = b.brand_id and paid_until > ${since}`
  // 28 days is the shortest month.
  const isLong = sql`t.source = 'extension' and t.ends_at > t.starts_at + interval '28 days'`
  // Paid in the month before the one that it is for (`runsOf`).
  const isEarly = sql`t.source = 'card' and extract(day from t.starts_at at time zone 'Asia/Tokyo') > 28
    and extract(hour from t.starts_at at time zone 'Asia/Tokyo') < 9`
  // `offset 0` prevents a join, which PostgreSQL would plan for few rows and run as a comparison of each fan with every
  // term; instead the terms of each fan are found by an index.
  await db.execute(sql`
    update ${fans} f set total_months = s.months
    from (
      select b.tenant_id, b.brand_id, long.uid, ${monthsOf(sql`b.tenant_id`, sql`b.brand_id`, sql`long.uid`, now)} as months
      from ${rowsOf(brands)} cross join lateral (
        select uid from ${subscriptions} where ${isLiving} and subscription_interval = 'year'
        union select uid from ${subscriptions} where ${isLiving} and method = 'comp'
        union select uid from ${subscriptions} s where ${isLiving} and subscription_interval = 'month' and exists (
          select from ${subscriptionTerms} t where t.tenant_id = s.tenant_id and t.subscription_id = s.subscription_id and t.ends_at > ${since} and (${isLong} or ${isEarly}) offset 0)) long
    ) s
    where f.tenant_id = s.tenant_id and f.brand_id = s.brand_id and f.uid = s.uid and f.total_months <> s.months`)
}
