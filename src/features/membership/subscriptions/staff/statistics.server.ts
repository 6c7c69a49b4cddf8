import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { fans, people } from '#club/fans/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { type Instant, monthText, tokyoMonth } from '#kit/time.ts'
import { monthAfter, startOfMonth } from '#money/ledger/ledger.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { plans } from '../../plans/tables.server'
import { monthsGiven } from '../stretches/queries.server'
import { type EndReason, switchWithin } from '../subscription'
import { subscriptions, subscriptionTerms } from '../tables.server'
import { wasMemberAt } from './queries.server'
import type { MoveKind } from './subscriber'

/** One brand, or in SQL each of several: the columns of a row that stands before it. */
type BrandOrRow = Brand | { tenantId: SQL; brandId: SQL }

/** All times in which somebody holds a plan of the brand; what only keeps contents open for a late payment is none. */
const heldTerms = (brand: BrandOrRow) => sql`
  select t.uid, t.plan_id, t.subscription_id, t.starts_at, least(t.ends_at, coalesce(t.voided_at, t.ends_at)) as ends
  from ${subscriptionTerms} t join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
  where t.tenant_id = ${brand.tenantId} and p.brand_id = ${brand.brandId} and t.source <> 'grace'
    and (t.voided_at is null or t.voided_at > t.starts_at)`

/** Who comes back within this time is named apart from those who are new. */
const soon = sql`make_interval(secs => ${switchWithin / 1000})`
/**
 * Why a membership (a column in SQL) is over. An unpaid one is stored as ended some days after its last term: until
 * then the reason follows from its state, so that a day's figures do not change later.
 */
const reasonOf = (brand: BrandOrRow, subscriptionId: SQL) => subquery`coalesce((
  select case
    when s.end_reason is not null then s.end_reason
    when s.cancel_scheduled_at is not null then 'user'
    when exists (select 1 from ${plans} p where p.tenant_id = s.tenant_id and p.plan_id = s.plan_id
      and (p.archiving_at <= s.paid_until or p.archiving_at is not null and s.method <> 'comp' and s.payment_failed_at is null)) then 'planArchived'
    when s.method = 'konbini' then 'konbiniUnpaid' when s.method = 'card' then 'paymentFailed' else 'user' end
  from ${subscriptions} s where s.tenant_id = ${brand.tenantId} and s.subscription_id = ${subscriptionId}), 'user')`

/**
 * Changes of the brand's memberships between two moments, counted by person (rule: membership.figures): `before` + `joined` -
 * `ended` is `after`. `returned` are those of `joined` who come back within seven days, `lost` those of `ended` who were there before.
 */
export const summarySelect = (brand: BrandOrRow, { from, to }: { from: Instant; to: Instant }): SQL => {
  const [start, end] = [sql`${toTimestamp(from)}::timestamptz`, sql`${toTimestamp(to)}::timestamptz`]
  return sql`
    with held as (${heldTerms(brand)}), people as (
      select uid,
        bool_or(starts_at <= ${start} and ends > ${start}) as before,
        bool_or(starts_at <= ${end} and ends > ${end}) as after,
        bool_or(starts_at > ${start} and starts_at <= ${end}) as begun,
        max(ends) filter (where starts_at < ${start}) as ended_before,
        min(starts_at) filter (where starts_at > ${start} and starts_at <= ${end}) as came,
        (array_agg(subscription_id order by ends desc, subscription_id) filter (where starts_at <= ${end}))[1] as last,
        count(distinct plan_id) filter (where starts_at <= ${end} and ends > ${start}) as plans
      from held group by uid
    ), given as (
      -- Every term gives the month of its first day; only what is longer than a month is looked into for further ones.
      select uid, count(distinct month) as months from (
        select uid, date_trunc('month', starts_at at time zone 'Asia/Tokyo') as month from held where starts_at <= ${end}
        union all
        select t.uid, given.month from (
          select uid, starts_at, ends as ends_at, null::timestamptz as voided_at from held where ends - starts_at > interval '32 days'
        ) t, ${monthsGiven(to)}
      ) every group by uid
    ), ends as (
      select p.uid, ${reasonOf(brand, sql`p.last`)} as reason
      from people p where (p.before or p.begun) and not p.after
    )
    select
      count(*) filter (where before) as before,
      count(*) filter (where after) as after,
      count(*) filter (where not before and begun) as joined,
      count(*) filter (where not before and begun and came - ended_before <= ${soon}) as returned,
      count(*) filter (where before and not after) as lost,
      count(*) filter (where plans > 1 and before and after and begun) as switched,
      (select coalesce(round(avg(g.months) * 10), 0) from people m join given g on g.uid = m.uid where m.after) as average,
      (select count(*) from ends) as ended,
      (select count(*) from ends where reason = 'user') as voluntary,
      (select count(*) from ends where reason in ('paymentFailed', 'konbiniUnpaid')) as failed,
      (select count(*) from ends where reason = 'planArchived') as archived
    from people`
}

export const summaryOf = async (db: Db, brand: Brand, span: { from: Instant; to: Instant }) => {
  const { rows } = await db.execute<Record<string, string | null>>(summarySelect(brand, span))
  const number = (name: string) => Number(rows[0]?.[name] ?? 0)
  return {
    before: number('before'),
    after: number('after'),
    joined: number('joined'),
    returned: number('returned'),
    lost: number('lost'),
    switched: number('switched'),
    average: number('average'),
    ended: number('ended'),
    voluntary: number('voluntary'),
    failed: number('failed'),
    archived: number('archived'),
  }
}

const isOfReason: Record<Exclude<MoveKind, 'joined' | 'ended'>, SQL> = {
  voluntary: sql`reason = 'user'`,
  paymentFailed: sql`reason in ('paymentFailed', 'konbiniUnpaid')`,
  archived: sql`reason = 'planArchived'`,
  other: sql`reason not in ('user', 'paymentFailed', 'konbiniUnpaid', 'planArchived')`,
}

type AskedMoves = { from: string; to: string; kind: MoveKind; now: Instant }

/**
 * Members who joined or left, by day (Tokyo): for each person the same counts as `summaryOf` gives for
 * these days; a day ends with its last millisecond.
 */
const movesOf = (brand: Brand, { from, to, kind, now }: AskedMoves) => {
  const until = sql`${toTimestamp(now)}::timestamptz`
  const midnight = (of: SQL) => sql`(${of}::timestamp at time zone 'Asia/Tokyo')`
  const [first, after] = [midnight(sql`${from}::date`), midnight(sql`(${to}::date + 1)`)]
  const tick = sql`interval '1 millisecond'`
  const begin = sql`(${midnight(sql`c.day`)} - ${tick})`
  const end = sql`least(${midnight(sql`(c.day + 1)`)} - ${tick}, ${until})`
  const ofBrand = sql`join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id and p.brand_id = ${brand.brandId}
    where t.tenant_id = ${brand.tenantId} and t.source <> 'grace' and (t.voided_at is null or t.voided_at > t.starts_at)`
  const ends = sql`least(t.ends_at, coalesce(t.voided_at, t.ends_at))`
  const within = (column: SQL) => sql`${column} >= ${first} and ${column} < ${after} and ${column} <= ${until}`
  const begun = sql`select t.uid, t.subscription_id, t.starts_at as at from ${subscriptionTerms} t ${ofBrand} and ${within(sql`t.starts_at`)}`
  const over = sql`
    select t.uid, t.subscription_id, t.ends_at as at from ${subscriptionTerms} t ${ofBrand} and ${within(sql`t.ends_at`)} and (t.voided_at is null or t.voided_at >= t.ends_at)
    union all select t.uid, t.subscription_id, t.voided_at from ${subscriptionTerms} t ${ofBrand} and ${within(sql`t.voided_at`)} and t.voided_at < t.ends_at`
  const mine = sql`from ${subscriptionTerms} t ${ofBrand} and t.uid = c.uid`
  const holds = (moment: SQL) =>
    subquery`exists (select 1 ${mine} and t.starts_at <= ${moment} and ${ends} > ${moment})`
  const isMove = sql`not ${holds(kind === 'joined' ? begin : end)}`
  const all = sql`
    select c.uid, c.day, ${kind === 'joined' ? sql`''` : reasonOf(brand, sql`c.last`)} as reason from (
      select uid, (at at time zone 'Asia/Tokyo')::date as day, (array_agg(subscription_id order by at desc, subscription_id))[1] as last
      from (${kind === 'joined' ? begun : over}) moment group by 1, 2
    ) c where ${isMove}`
  return kind === 'joined' || kind === 'ended' ? all : sql`select * from (${all}) moved where ${isOfReason[kind]}`
}

export const listMoves = async (db: Db, brand: Brand, asked: AskedMoves, page: PaginationRequest) => {
  const { rows } = await db.execute<{
    day: string
    uid: string
    reason: EndReason | ''
    fan_id: string | null
    member_number: number | null
    display_name: string
  }>(sql`
    select m.day::text as day, m.uid, m.reason, f.fan_id, f.member_number, coalesce(p.display_name, '') as display_name
    from (select * from (${movesOf(brand, asked)}) moves order by day desc, uid limit ${page.limit} offset ${page.offset}) m
    left join ${fans} f on f.tenant_id = ${brand.tenantId} and f.brand_id = ${brand.brandId} and f.uid = m.uid
    left join ${people} p on p.uid = m.uid
    order by m.day desc, m.uid`)
  return rows
}

export const countMoves = async (db: Db, brand: Brand, asked: AskedMoves): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from (${movesOf(brand, asked)}) moves limit ${mostCounted}) counted`,
  )
  return rows[0]?.count ?? 0
}

/** Monthly value of the memberships that run at this moment: one row, `mrr` and `committed`. */
export const worthSelect = (db: Db, { tenantId, brandId }: BrandOrRow, at: Instant) => {
  const moment = sql`${toTimestamp(at)}::timestamptz`
  const worth = sql`case when ${subscriptions.interval} = 'year' then ${subscriptions.price} / 12 else ${subscriptions.price} end`
  const leaves = sql`${subscriptions.cancelAppliedAt} <= ${moment}`
  return db
    .select({
      mrr: sql`coalesce(sum(${worth}), 0)`.mapWith(Number).as('mrr'),
      committed: sql`coalesce(sum(${worth}) filter (where ${leaves} is not true), 0)`.mapWith(Number).as('committed'),
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.tenantId, tenantId),
        eq(subscriptions.brandId, brandId),
        lte(subscriptions.purchasedAt, at),
        wasMemberAt(at),
      ),
    )
}

export const worthAt = async (db: Db, brand: Brand, at: Instant) => {
  const [row] = await worthSelect(db, brand, at)
  return { mrr: row?.mrr ?? 0, committed: row?.committed ?? 0 }
}

/** Under which the summary of a month is kept; another name than that of a summary with other fields. */
export const summaryName = (month: string) => `members:${month}`

/** Changes of a brand's membership in a month (Tokyo, `yyyy-mm`), up to `now` while it lasts (rule: membership.figures). */
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
      returned: 0,
      ended,
      lost: 0,
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
    returned: found.returned,
    ended: {
      total: found.ended,
      voluntary: found.voluntary,
      paymentFailed: found.failed,
      archived: found.archived,
      other: found.ended - found.voluntary - found.failed - found.archived,
    },
    lost: found.lost,
    switched: found.switched,
    churn: found.before === 0 ? null : Math.round((found.lost * 10_000) / found.before),
    mrr,
    committedMrr: committed,
    averageMonths: found.average,
  }
}
