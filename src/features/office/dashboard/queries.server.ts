import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { brandFigures, brands } from '#club/brands/tables.server.ts'
import { daysBetween, dayTextOf, startOfDay } from '#kit/days.ts'
import { day as aDay, type Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { summaryOf, worthAt } from '#membership/subscriptions/staff/statistics.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { orders } from '#money/orders/tables.server.ts'
import { backNumberPurchases } from '#publishing/backNumbers/tables.server.ts'
import { contentCounts, contentViews } from '#publishing/contents/public/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
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

/** All brands, for the counting jobs. */
export const countedBrands = (db: Db) =>
  db
    .select({ tenantId: brands.tenantId, brandId: brands.brandId, createdAt: brands.createdAt })
    .from(brands)
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

/** A day's figures from the terms: at its end, or at `now` for the current day. */
export const figuresOf = async (db: Db, brand: Brand, day: string, now: Instant) => {
  const from = startOfDay(day)
  const to = Math.min(from + aDay - 1, now)
  const [found, { mrr }] = [await summaryOf(db, brand, { from: from - 1, to }), await worthAt(db, brand, to)]
  return {
    day,
    members: found.after,
    mrr,
    joined: found.joined,
    endedVoluntary: found.voluntary,
    endedFailed: found.failed,
    endedArchived: found.archived,
    endedOther: found.ended - found.voluntary - found.failed - found.archived,
  }
}

const keepDay = async (db: Db, { tenantId, brandId }: Brand, figures: Awaited<ReturnType<typeof figuresOf>>) => {
  await db
    .insert(brandDays)
    .values({ tenantId, brandId, ...figures })
    .onConflictDoUpdate({ target: [brandDays.tenantId, brandDays.brandId, brandDays.day], set: figures })
}

/** Counts a day and replaces its stored figures. */
export const countDay = async (db: Db, brand: Brand, day: string, now: Instant) => {
  const figures = await figuresOf(db, brand, day, now)
  await keepDay(db, brand, figures)
  return figures
}

/**
 * Days filled by a payment after they were counted: a term starts at the end of the previous one, however late it was
 * paid, so its member counts on each day in between.
 */
export const daysFilledSince = async (db: Db, { tenantId, brandId }: Brand, since: Instant): Promise<string[]> => {
  const rows = await db
    .select({ from: subscriptionTerms.from, paidAt: orders.paidAt })
    .from(orders)
    .innerJoin(
      subscriptionTerms,
      and(eq(subscriptionTerms.tenantId, orders.tenantId), eq(subscriptionTerms.orderId, orders.orderId)),
    )
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        eq(orders.kind, 'plan'),
        gt(orders.paidAt, since),
        lt(subscriptionTerms.from, orders.paidAt),
      ),
    )
  const days = rows.flatMap(({ from, paidAt }) =>
    paidAt === null ? [] : daysBetween(dayTextOf(from), dayTextOf(paidAt - aDay)),
  )
  return [...new Set(days)]
}

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
      viewers: subquery<number>`coalesce((select sum(v.viewers) from ${contentViews} v where v.tenant_id = ${newest.tenantId} and v.plan_content_id = ${newest.planContentId}), 0)::int`,
    })
    .from(newest)
    .leftJoin(
      contentCounts,
      and(eq(contentCounts.tenantId, newest.tenantId), eq(contentCounts.planContentId, newest.planContentId)),
    )
    .orderBy(desc(newest.publishingAt), newest.planContentId)
}
