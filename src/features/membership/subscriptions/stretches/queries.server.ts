import { type SQL, sql } from 'drizzle-orm'
import { day, type Instant, tokyoOffset } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { subscriptions, subscriptionTerms } from '../tables.server'
import { membershipStretches } from './tables.server'

/** Lengths of stretches in days. A time longer than the longest (about five years) consists of several of those. */
const lengths = Array.from({ length: 12 }, (_, power) => 2 ** power)
const last = sql.raw(String(lengths.length - 1))
const dayOf = (at: Instant) => Math.floor((at + tokyoOffset) / day)

/**
 * Stretches of memberships, computed from their terms; `which` selects the memberships. A term without an end counts as
 * 100 years.
 */
const stretchesOf = (which: SQL) => sql`
  select s.tenant_id, s.brand_id, s.plan_id, s.subscription_id, s.uid, s.purchased_at, part.days, part.number
  from ${subscriptions} s
  join lateral (
    select unnest(range_agg(tstzrange(t.starts_at, least(t.ends_at, t.voided_at, t.starts_at + interval '100 years')))) as run
    from ${subscriptionTerms} t
    where t.tenant_id = s.tenant_id and t.subscription_id = s.subscription_id and t.source <> 'grace' and (t.voided_at is null or t.voided_at > t.starts_at)
  ) r on true,
  lateral (select lower(run) at time zone 'Asia/Tokyo' as begins, upper(run) at time zone 'Asia/Tokyo' as ends) local,
  lateral (select begins::date - date '1970-01-01' as begun, ends::date - date '1970-01-01' as ended,
    begins <> begins::date as is_late, ends <> ends::date as is_early) days,
  lateral (
    select 0 as days, begun as number where is_late
    union select 0, ended where is_early
    -- Of each length what no longer one covers: at most the first and the last; of the longest all.
    union all select 1 << power, number from generate_series(0, ${last}) power,
    lateral (select (begun + is_late::int + (1 << power) - 1) >> power as low, ended >> power as high) whole,
    lateral (
      select low as number where power < ${last} and low < high and low % 2 = 1
      union all select high - 1 where power < ${last} and low < high and high % 2 = 1
      union all select n from generate_series(low, high - 1) n where power = ${last}
    ) cut
  ) part
  where ${which}`

const columns = sql`tenant_id, brand_id, plan_id, subscription_id, uid, purchased_at, days, number`

/** Updates the stretches of a fan's memberships in the club to match their terms. */
export const updateStretches = async (db: Db, { tenantId, uid }: { tenantId: string; uid: string }) => {
  const which = sql`s.tenant_id = ${tenantId} and s.uid = ${uid}`
  await db.execute(sql`
    with wanted as (select distinct * from (${stretchesOf(which)}) every),
    gone as (
      delete from ${membershipStretches} m using ${subscriptions} s
      where ${which} and m.tenant_id = s.tenant_id and m.subscription_id = s.subscription_id and not exists (
        select from wanted w where w.subscription_id = m.subscription_id and w.days = m.days and w.number = m.number))
    insert into ${membershipStretches} (${columns}) select ${columns} from wanted on conflict do nothing`)
}

/** Inserts the missing stretches of all memberships of the brand. */
export const rebuildStretches = async (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }) => {
  await db.execute(sql`insert into ${membershipStretches} (${columns})
    ${stretchesOf(sql`s.tenant_id = ${tenantId} and s.brand_id = ${brandId}`)} on conflict do nothing`)
}

export type StretchPage = { limit: number; offset?: number; isSorted?: boolean }

/**
 * SQL for the memberships of the brand, or of one of its plans, that were running at a time, newest purchase first:
 * id, uid and time of purchase. At most a page is read from each stretch length, then merged. Who only counts takes any of them
 * (`isSorted: false`): the lengths are read one after the other, until there are as many as the limit.
 */
export const ranAt = (
  brand: Brand,
  { planId, at, passes }: { planId: string | undefined; at: Instant; passes?: SQL | undefined },
  { limit, offset = 0, isSorted = true }: StretchPage,
): SQL => {
  const today = dayOf(at)
  const owner = planId === undefined ? sql`m.brand_id = ${brand.brandId}` : sql`m.plan_id = ${planId}`
  const newest = sql`purchased_at desc, subscription_id desc`
  const stretch = (days: number) => {
    const isCovered = days === 0 ? sql`and ${coversMoment(sql`m.tenant_id`, sql`m.subscription_id`, at)}` : sql``
    const number = days === 0 ? today : Math.floor(today / days)
    return subquery`(select m.subscription_id, m.uid, m.purchased_at from ${membershipStretches} m
      where m.tenant_id = ${brand.tenantId} and ${owner} and m.days = ${sql.raw(String(days))} and m.number = ${number}
        ${isCovered} ${passes ? sql`and ${passes}` : sql``}
      order by ${newest} limit ${limit + offset})`
  }
  const all = sql.join([0, ...lengths].map(stretch), sql` union all `)
  const order = isSorted ? sql`order by ${newest}` : sql``
  return sql`select subscription_id, uid, purchased_at from (${all}) ran ${order} limit ${limit} offset ${offset}`
}

/**
 * Whether a term of this membership (`tenantId` and `subscriptionId` are columns) covers the time. A voided term counts until it was
 * voided; grace terms do not count.
 */
export const coversMoment = (tenantId: SQL, subscriptionId: SQL, at: Instant) => {
  const moment = sql`${toTimestamp(at)}::timestamptz`
  return subquery`exists (select 1 from ${subscriptionTerms} t where t.tenant_id = ${tenantId} and t.subscription_id = ${subscriptionId}
    and t.ends_at > ${moment} and t.starts_at <= ${moment} and (t.voided_at is null or t.voided_at > ${moment}) and t.source <> 'grace')`
}

/**
 * The times `t` in which terms ran one after the other, for `monthsGiven`; `terms`: what follows `from`, with the terms as `t`. Counted one
 * by one, those of a card would give fewer months than were paid: the provider's months are of UTC, so that who joins before nine in
 * Tokyo on the first of a month has a second term that begins on its last days.
 */
export const runsOf = (terms: SQL) => subquery`(
  select lower(run) as starts_at, upper(run) as ends_at, null::timestamptz as voided_at from (
    select unnest(range_agg(tstzrange(t.starts_at, greatest(t.starts_at, least(t.ends_at, t.voided_at))))) as run from ${terms}) every) t`

/**
 * Months in Tokyo time that the terms or times `t` of a query cover until a time, one row each: the month of the first
 * day, and each later month that has started (like `monthsOfTerms` in office/fans/fan.ts).
 */
export const monthsGiven = (until: Instant) => {
  const after = sql`${toTimestamp(until + 1)}::timestamptz`
  return subquery`lateral (select t.starts_at at time zone 'Asia/Tokyo' as first, least(t.ends_at, t.voided_at, ${after}) at time zone 'Asia/Tokyo' as last) span,
    generate_series(0, (12 * (extract(year from last) - extract(year from first)) + extract(month from last) - extract(month from first))::int) n,
    lateral (select date_trunc('month', first + make_interval(months => n)) as month where first + make_interval(months => n) < last) given`
}
