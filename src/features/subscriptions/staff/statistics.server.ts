import { and, lte, sql } from 'drizzle-orm'
import { type Instant, monthText, tokyoMonth } from '../../../kit/time'
import type { Brand, Db } from '../../../server/context'
import { toTimestamp } from '../../../server/db/columns'
import { monthAfter, startOfMonth } from '../../ledger/ledger'
import { plans } from '../../plans/tables.server'
import { switchWithin } from '../subscription'
import { subscriptions, subscriptionTerms } from '../tables.server'
import { ofBrand, wasMemberAt } from './queries.server'

/** What happened to the brand's memberships between two moments, person by person (records, 2.6). */
export const summaryOf = async (db: Db, brand: Brand, { from, to }: { from: Instant; to: Instant }) => {
  const [start, end] = [sql`${toTimestamp(from)}::timestamptz`, sql`${toTimestamp(to)}::timestamptz`]
  const soon = sql`make_interval(secs => ${switchWithin / 1000})`
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    with held as (
      select t.uid, t.plan_id, t.subscription_id, t.starts_at, least(t.ends_at, coalesce(t.voided_at, t.ends_at)) as ends
      from ${subscriptionTerms} t join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
      where t.tenant_id = ${brand.tenantId} and p.brand_id = ${brand.brandId} and t.source <> 'grace'
        and (t.voided_at is null or t.voided_at > t.starts_at)
    ), people as (
      select uid,
        bool_or(starts_at <= ${start} and ends > ${start}) as before,
        bool_or(starts_at <= ${end} and ends > ${end}) as after,
        bool_or(starts_at > ${start} and starts_at <= ${end}) as begun,
        max(ends) filter (where starts_at < ${start}) as ended_before,
        min(starts_at) filter (where starts_at > ${start} and starts_at <= ${end}) as came,
        max(ends) filter (where starts_at <= ${end}) as gone,
        count(distinct plan_id) filter (where starts_at <= ${end} and ends > ${start}) as plans,
        count(distinct date_trunc('month', starts_at at time zone 'Asia/Tokyo')) filter (where starts_at <= ${end}) as months
      from held group by uid
    ), ends as (
      select p.uid, coalesce((select s.end_reason from ${subscriptions} s where s.uid = p.uid and s.tenant_id = ${brand.tenantId}
        and s.brand_id = ${brand.brandId} and s.end_reason is not null order by s.ended_at desc limit 1), 'user') as reason
      from people p where p.before and not p.after
    )
    select
      count(*) filter (where before) as before,
      count(*) filter (where after) as after,
      count(*) filter (where not before and begun and (ended_before is null or came - ended_before > ${soon})) as joined,
      count(*) filter (where plans > 1 and before and after and begun) as switched,
      coalesce(round(avg(months) filter (where after) * 10), 0) as average,
      (select count(*) from ends) as ended,
      (select count(*) from ends where reason = 'user') as voluntary,
      (select count(*) from ends where reason in ('paymentFailed', 'konbiniUnpaid')) as failed,
      (select count(*) from ends where reason = 'planArchived') as archived
    from people`)
  const number = (name: string) => Number(rows[0]?.[name] ?? 0)
  return {
    before: number('before'),
    after: number('after'),
    joined: number('joined'),
    switched: number('switched'),
    average: number('average'),
    ended: number('ended'),
    voluntary: number('voluntary'),
    failed: number('failed'),
    archived: number('archived'),
  }
}

/** What the memberships that run at this moment are worth in a month. */
export const worthAt = async (db: Db, brand: Brand, at: Instant) => {
  const moment = sql`${toTimestamp(at)}::timestamptz`
  const worth = sql`case when ${subscriptions.interval} = 'year' then ${subscriptions.price} / 12 else ${subscriptions.price} end`
  const leaves = sql`${subscriptions.cancelAppliedAt} <= ${moment}`
  const [row] = await db
    .select({
      mrr: sql`coalesce(sum(${worth}), 0)`.mapWith(Number),
      committed: sql`coalesce(sum(${worth}) filter (where ${leaves} is not true), 0)`.mapWith(Number),
    })
    .from(subscriptions)
    .where(and(ofBrand(brand), lte(subscriptions.purchasedAt, at), wasMemberAt(at)))
  return { mrr: row?.mrr ?? 0, committed: row?.committed ?? 0 }
}

/** Under which the summary of a month is kept. */
export const summaryName = (month: string) => `subscribers:${month}`

/** What became of the brand's members in a month of Tokyo (`yyyy-mm`), up to `now` while it lasts (records, 2.6). */
export const summaryOfMonth = async (db: Db, brand: Brand, month: string, now: Instant) => {
  const from = startOfMonth(month)
  const isNow = month === monthText(tokyoMonth(now))
  const to = isNow ? now : Math.min(startOfMonth(monthAfter(month)) - 1, now)
  if (from > now) {
    const ended = { total: 0, voluntary: 0, paymentFailed: 0, archived: 0, other: 0 }
    return {
      month,
      membersAtStart: 0,
      members: 0,
      joined: 0,
      ended,
      switched: 0,
      churn: null,
      mrr: 0,
      committedMrr: 0,
      averageMonths: 0,
    }
  }
  const found = await summaryOf(db, brand, { from: from - 1, to })
  const { mrr, committed } = await worthAt(db, brand, to)
  return {
    month,
    membersAtStart: found.before,
    members: found.after,
    joined: found.joined,
    ended: {
      total: found.ended,
      voluntary: found.voluntary,
      paymentFailed: found.failed,
      archived: found.archived,
      other: found.ended - found.voluntary - found.failed - found.archived,
    },
    switched: found.switched,
    churn: found.before === 0 ? null : Math.round((found.ended * 10_000) / found.before),
    mrr,
    committedMrr: committed,
    averageMonths: found.average,
  }
}
