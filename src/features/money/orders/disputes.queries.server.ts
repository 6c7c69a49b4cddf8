import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Db, Operator } from '#server/proven.ts'
import { disputes, orders } from './tables.server'

/* Disputes of all clubs, which the platform answers to, and what a fan sees of their own. */

/** Those of a fan's own orders whose money a bank has taken back until it has decided; while it only asks, it has taken nothing. */
export const disputedOf = async (
  db: Db,
  { uid }: { uid: string },
  all: readonly { orderId: string; isDisputed: boolean }[],
): Promise<ReadonlySet<string>> => {
  const orderIds = all.filter(({ isDisputed }) => isDisputed).map(({ orderId }) => orderId)
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .select({ orderId: disputes.orderId })
    .from(disputes)
    .innerJoin(orders, and(eq(orders.tenantId, disputes.tenantId), eq(orders.orderId, disputes.orderId)))
    .where(and(eq(orders.uid, uid), inArray(orders.orderId, orderIds), eq(disputes.state, 'open')))
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Written like the partial index, so that it is used. */
const isOpen: SQL = sql`${disputes.state} in ('inquiry', 'open')`

/** Counted to 10,000. */
export const countDisputes = async (db: Db, _: Operator): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(disputes)
    .where(isOpen)
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** The open ones, the one whose evidence is due first on top; without an end at the bottom. */
export const disputesByEnd = (db: Db, _: Operator, { limit, offset }: PaginationRequest) =>
  db
    .select({
      disputeId: disputes.disputeId,
      providerDisputeId: disputes.providerDisputeId,
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      tenantName: tenants.name,
      brandName: brands.name,
      amount: disputes.amount,
      state: disputes.state,
      openedAt: disputes.openedAt,
      evidenceDueAt: disputes.evidenceDueAt,
    })
    .from(disputes)
    .innerJoin(orders, and(eq(orders.tenantId, disputes.tenantId), eq(orders.orderId, disputes.orderId)))
    .innerJoin(tenants, eq(tenants.tenantId, orders.tenantId))
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .where(isOpen)
    .orderBy(sql`${disputes.evidenceDueAt} asc nulls last`, disputes.disputeId)
    .limit(limit)
    .offset(offset)
