import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { brandFigures, brands } from '#club/brands/tables.server.ts'
import { type Clubs, isOfClubs } from '#club/tenants/clubs.queries.server.ts'
import { daysBetween, dayTextOf, startOfDay } from '#kit/days.ts'
import { day as aDay, type Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { summarySelect, worthSelect } from '#membership/subscriptions/staff/statistics.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { backNumberPurchases } from '#publishing/backNumbers/tables.server.ts'
import { contentCounts, contentViewTotals } from '#publishing/contents/public/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { isOfOne, rowsOf } from '#server/db/brandRows.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { brandDays, oauthConnections as connections, oauthTries as tries } from './tables.server'

type Try = { state: string; verifier: string; startedAt: Instant }

export const saveTry = async (db: Db, { tenantId, brandId }: Brand, uid: string, begun: Try) => {
  await db
    .insert(tries)
    .values({ tenantId, brandId, uid, ...begun })
    .onConflictDoUpdate({ target: [tries.tenantId, tries.brandId, tries.uid], set: begun })
}

/** Deletes and returns the OAuth attempt, so that its code is exchanged only once. */
export const claimTry = async (db: Db, { tenantId, brandId }: Brand, uid: string): Promise<Try | undefined> => {
  const [row] = await db
    .delete(tries)
    .where(and(eq(tries.tenantId, tenantId), eq(tries.brandId, brandId), eq(tries.uid, uid)))
    .returning({ state: tries.state, verifier: tries.verifier, startedAt: tries.startedAt })
  return row
}

const isOf = ({ tenantId, brandId }: Brand) => and(eq(connections.tenantId, tenantId), eq(connections.brandId, brandId))

export const connectionOf = async (db: Db, brand: Brand) => {
  const [row] = await db.select().from(connections).where(isOf(brand))
  return row
}

export const saveConnection = async (
  db: Db,
  { tenantId, brandId }: Brand,
  connection: { refreshToken: string; scope: string; connectedBy: string; connectedAt: Instant },
) => {
  await db
    .insert(connections)
    .values({ tenantId, brandId, ...connection })
    .onConflictDoUpdate({ target: [connections.tenantId, connections.brandId], set: connection })
}

export const deleteConnection = async (db: Db, brand: Brand): Promise<boolean> =>
  (await db.delete(connections).where(isOf(brand)).returning({ at: connections.connectedAt })).length > 0

// --- Figures ---------------------------------------------------------------------------------------------------------------

/** The brands of these clubs, for the counting jobs. */
export const countedBrands = (db: Db, clubs: Clubs) =>
  db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, createdAt: brands.createdAt })
    .from(brands)
    .where(isOfClubs(brands.tenantId, clubs))
    .orderBy(brands.brandId) as unknown as Promise<(Brand & { createdAt: Instant })[]>

/** Whether the brand has more terms and bought months than are counted on each request. */
export const isLarge = async (db: Db, { tenantId, brandId }: Brand, most: number): Promise<boolean> => {
  const some = (table: SQL) => subquery`(select count(*) from (select 1 from ${table} t
    join ${plans} p on p.tenant_id = t.tenant_id and p.plan_id = t.plan_id
    where t.tenant_id = ${tenantId} and p.brand_id = ${brandId} limit ${most + 1}) counted)`
  const { rows } = await db.execute<{ large: boolean }>(
    sql`select ${some(sql`${subscriptionTerms}`)} + ${some(sql`${backNumberPurchases}`)} > ${most} as large`,
  )
  return rows[0]?.large ?? false
}

/** Names of the stored figures, with the time of their count. */
export const keptFigures = async (db: Db, { tenantId, brandId }: Brand) => {
  const rows = await db
    .select({ name: brandFigures.name, countedAt: brandFigures.countedAt })
    .from(brandFigures)
    .where(and(eq(brandFigures.tenantId, tenantId), eq(brandFigures.brandId, brandId)))
  return new Map(rows.map(({ name, countedAt }) => [name, countedAt]))
}

type DayFigures = Omit<typeof brandDays.$inferSelect, 'tenantId' | 'brandId'>

/** A day's figures of each brand, from the terms: at its end, or at `now` for the current day. Columns as those of `brand_days`. */
const daySelect = (db: Db, of: readonly Brand[], day: string, now: Instant) => {
  const from = startOfDay(day)
  const to = Math.min(from + aDay - 1, now)
  const row = { tenantId: sql`b.tenant_id`, brandId: sql`b.brand_id` }
  return sql`
    select b.tenant_id, b.brand_id, ${day}::text as day, s.after::int as members, w.mrr::float8 as mrr, s.joined::int as joined,
      s.voluntary::int as "endedVoluntary", s.failed::int as "endedFailed", s.archived::int as "endedArchived",
      (s.ended - s.voluntary - s.failed - s.archived)::int as "endedOther"
    from ${rowsOf(of)} cross join lateral (${summarySelect(row, { from: from - 1, to })}) s
      cross join lateral ${worthSelect(db, row, to).as('w')}`
}

export const figuresOf = async (db: Db, brand: Brand, day: string, now: Instant) => {
  const { rows } = await db.execute<DayFigures>(daySelect(db, [brand], day, now))
  return rows[0] as DayFigures
}

/** Counts a day of each brand and replaces its stored figures. */
export const countDay = (db: Db, of: readonly Brand[], day: string, now: Instant) =>
  db
    .insert(brandDays)
    .select(daySelect(db, of, day, now))
    .onConflictDoUpdate({
      target: [brandDays.tenantId, brandDays.brandId, brandDays.day],
      set: {
        members: sql`excluded.members`,
        mrr: sql`excluded.mrr`,
        joined: sql`excluded.joined`,
        endedVoluntary: sql`excluded.ended_voluntary`,
        endedFailed: sql`excluded.ended_failed`,
        endedArchived: sql`excluded.ended_archived`,
        endedOther: sql`excluded.ended_other`,
      },
    })
    .returning()

/**
 * Days filled by a payment after they were counted: a term starts at the end of the previous one, however late it was
 * paid, so its member counts on each day in between.
 */
export const daysFilledSince = async (db: Db, of: readonly Brand[], since: Instant) => {
  const rows = await db
    .select({ brandId: orders.brandId, from: subscriptionTerms.from, paidAt: orders.paidAt })
    .from(orders)
    .innerJoin(
      subscriptionTerms,
      and(eq(subscriptionTerms.tenantId, orders.tenantId), eq(subscriptionTerms.orderId, orders.orderId)),
    )
    .where(
      and(
        isOfOne(orders, of),
        eq(orders.kind, 'plan'),
        gt(orders.paidAt, since),
        lt(subscriptionTerms.from, orders.paidAt),
      ),
    )
  return rows.flatMap(({ brandId, from, paidAt }) =>
    paidAt === null ? [] : daysBetween(dayTextOf(from), dayTextOf(paidAt - aDay)).map((day) => ({ brandId, day })),
  )
}

/** Which of these days have been counted. */
export const countedDays = (db: Db, of: readonly Brand[], { from, to }: { from: string; to: string }) =>
  db
    .select({ brandId: brandDays.brandId, day: brandDays.day })
    .from(brandDays)
    .where(and(isOfOne(brandDays, of), gte(brandDays.day, from), lte(brandDays.day, to)))

export const openedAt = async (db: Db, { tenantId, brandId }: Brand): Promise<Instant> => {
  const [row] = await db
    .select({ createdAt: brands.createdAt })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  return row?.createdAt ?? 0
}

export const daysOf = (db: Db, { tenantId, brandId }: Brand, { from, to }: { from: string; to: string }) =>
  db
    .select()
    .from(brandDays)
    .where(
      and(
        eq(brandDays.tenantId, tenantId),
        eq(brandDays.brandId, brandId),
        gte(brandDays.day, from),
        lte(brandDays.day, to),
      ),
    )
    .orderBy(asc(brandDays.day))

/** The newest published contents with their counts. */
export const newestContents = (db: Db, { tenantId, brandId }: Brand, now: Instant, limit: number) => {
  const newest = db
    .select({
      tenantId: contents.tenantId,
      planContentId: contents.planContentId,
      name: contents.name,
      type: contents.type,
      publishingAt: contents.publishingAt,
    })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.brandId, brandId),
        eq(contents.status, 'active'),
        lte(contents.publishingAt, now),
      ),
    )
    .orderBy(desc(contents.publishingAt), contents.planContentId)
    .limit(limit)
    .as('newest')
  return db
    .select({
      planContentId: newest.planContentId,
      name: newest.name,
      type: newest.type,
      publishingAt: newest.publishingAt,
      loves: sql<number>`coalesce(${contentCounts.loves}, 0)`,
      comments: sql<number>`coalesce(${contentCounts.comments}, 0)`,
      viewers: sql<number>`coalesce(${contentViewTotals.viewers}, 0)`,
    })
    .from(newest)
    .leftJoin(
      contentCounts,
      and(eq(contentCounts.tenantId, newest.tenantId), eq(contentCounts.planContentId, newest.planContentId)),
    )
    .leftJoin(
      contentViewTotals,
      and(eq(contentViewTotals.tenantId, newest.tenantId), eq(contentViewTotals.planContentId, newest.planContentId)),
    )
    .orderBy(desc(newest.publishingAt), newest.planContentId)
}
