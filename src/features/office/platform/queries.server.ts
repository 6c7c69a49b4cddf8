import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { dayTextOf } from '#kit/days.ts'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { salesSums } from '#money/ledger/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Operator } from '#server/proven.ts'

const monthBegan = (now: Instant) => dayTextOf(startOfTokyoMonth(tokyoMonth(now)))

/** By a figure every club is counted, as far as the list counts it: only where operators ask for that order. */
const sortable = (now: Instant) => {
  const countOf = (which = sql``) => subquery`(select count(*) from (select 1 from ${fans} f
    where f.tenant_id = ${tenants.tenantId} ${which} limit ${sql.raw(String(mostCounted))}) counted)`
  return {
    name: tenants.name,
    createdAt: tenants.createdAt,
    fans: countOf(),
    members: countOf(sql`and f.member_until > ${toTimestamp(now)}::timestamptz`),
    revenue: subquery`(select coalesce(sum(s.gross - s.refunds), 0) from ${salesSums} s
      where s.tenant_id = ${tenants.tenantId} and s.day >= ${monthBegan(now)})`,
  }
}
export type ClubsAsked = {
  q: string | undefined
  state: 'suspended' | undefined
  sort: Sort<keyof ReturnType<typeof sortable>> | undefined
  page: PaginationRequest
}

const isWanted = ({ q, state }: Pick<ClubsAsked, 'q' | 'state'>) =>
  and(contains([tenants.name], q), state && isNotNull(tenants.suspendedAt))

export const clubsOf = (db: Db, _: Operator, { sort = '-createdAt', page, ...wanted }: ClubsAsked, now: Instant) => {
  const isDown = sort.startsWith('-')
  const column = sortable(now)[(isDown ? sort.slice(1) : sort) as keyof ReturnType<typeof sortable>]
  return db
    .select()
    .from(tenants)
    .where(isWanted(wanted))
    .orderBy((isDown ? desc : asc)(column), asc(tenants.tenantId))
    .limit(page.limit)
    .offset(page.offset)
}

export const countClubs = async (db: Db, _: Operator, wanted: Pick<ClubsAsked, 'q' | 'state'>): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(tenants)
    .where(isWanted(wanted))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row?.count ?? 0
}

export const brandsOfClubs = (db: Db, _: Operator, tenantIds: readonly string[]) =>
  db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, name: brands.name, slug: brands.slug })
    .from(brands)
    .where(inArray(brands.tenantId, [...tenantIds]))
    .orderBy(brands.createdAt, brands.brandId)

/** Rows of a club's brands, counted to 10,000; a fan of two brands is two. */
const countFans = async (db: Db, tenantId: string, which?: SQL) => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(fans)
    .where(and(eq(fans.tenantId, tenantId), which))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: count() }).from(some)
  return row?.count ?? 0
}

/** What was sold in the month of this moment, less what went back, by club. */
const revenueOf = async (db: Db, tenantIds: readonly string[], now: Instant) => {
  const rows = await db
    .select({
      tenantId: salesSums.tenantId,
      revenue: sql`sum(${salesSums.gross} - ${salesSums.refunds})`.mapWith(Number),
    })
    .from(salesSums)
    .where(and(inArray(salesSums.tenantId, [...tenantIds]), gte(salesSums.day, monthBegan(now))))
    .groupBy(salesSums.tenantId)
  return new Map(rows.map(({ tenantId, revenue }) => [tenantId, revenue]))
}

/** Fans, members and revenue of the month, by club. */
export const figuresOfClubs = async (db: Db, _: Operator, tenantIds: readonly string[], now: Instant) => {
  const revenue = await revenueOf(db, tenantIds, now)
  const figures = new Map<string, { fans: number; members: number; revenue: number }>()
  for (const tenantId of tenantIds) {
    const [all, members] = await Promise.all([
      countFans(db, tenantId),
      countFans(db, tenantId, gt(fans.memberUntil, now)),
    ])
    figures.set(tenantId, { fans: all, members, revenue: revenue.get(tenantId) ?? 0 })
  }
  return figures
}
