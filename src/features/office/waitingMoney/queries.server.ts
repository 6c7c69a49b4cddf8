import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { unallocatedPayments } from '#money/orders/payments/tables.server.ts'
import { orders, refunds } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Operator } from '#server/proven.ts'

type State = (typeof unallocatedPayments.$inferSelect)['state']
/** What the operator sees: what is to be decided, and what is on its way. */
export const listed: readonly State[] = ['waiting', 'asked']

const unallocated = (db: Db) =>
  db
    .select({
      providerId: unallocatedPayments.providerId,
      kind: unallocatedPayments.kind,
      amount: unallocatedPayments.amount,
      currency: unallocatedPayments.currency,
      method: unallocatedPayments.method,
      orderNumber: orders.orderNumber,
      tenantName: tenants.name,
      arrivedAt: unallocatedPayments.arrivedAt,
      state: unallocatedPayments.state,
      trouble: unallocatedPayments.trouble,
      evidenceDueAt: unallocatedPayments.evidenceDueAt,
    })
    .from(unallocatedPayments)
    .leftJoin(orders, eq(orders.orderId, unallocatedPayments.orderId))
    .leftJoin(tenants, eq(tenants.tenantId, orders.tenantId))
    .where(inArray(unallocatedPayments.state, [...listed]))

export const unallocatedPaymentsOf = (db: Db, _: Operator, page: PaginationRequest) =>
  unallocated(db)
    .orderBy(desc(unallocatedPayments.arrivedAt), desc(unallocatedPayments.providerId))
    .limit(page.limit)
    .offset(page.offset)

export const countUnallocated = async (db: Db, _: Operator, states: readonly State[]): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(unallocatedPayments)
    .where(inArray(unallocatedPayments.state, [...states]))
    .limit(mostCounted)
    .as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Decides about what waits; false where nothing of it does any more. */
export const decideUnallocated = async (
  db: Db,
  _: Operator,
  providerId: string,
  changes: Pick<typeof unallocatedPayments.$inferSelect, 'state' | 'reason' | 'settledBy' | 'settledAt'>,
): Promise<boolean> => {
  const moved = await db
    .update(unallocatedPayments)
    .set(changes)
    .where(and(eq(unallocatedPayments.providerId, providerId), eq(unallocatedPayments.state, 'waiting')))
    .returning({ providerId: unallocatedPayments.providerId })
  return moved.length > 0
}

/** The order's last refund to somebody deleted failed, and none has been tried since. */
const isWaiting = and(
  // Written like the partial index, so that it is used.
  sql`${refunds.state} in ('failed', 'canceled')`,
  eq(refunds.reason, 'accountDeleted'),
  inArray(orders.paymentState, ['paidLate', 'paid', 'partiallyRefunded']),
  subquery`not exists (select 1 from ${refunds} n where n.tenant_id = ${refunds.tenantId} and n.order_id = ${refunds.orderId}
    and (n.state in ('requested', 'requiresCustomerAction') or (n.reason = 'accountDeleted'
      and (n.requested_at, n.refund_id) > (${refunds.requestedAt}, ${refunds.refundId}))))`,
)

const waitingOrders = (db: Db, also?: SQL) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      tenantName: tenants.name,
      brandName: brands.name,
      paymentMethod: orders.paymentMethod,
      amount: refunds.amount,
      placedAt: orders.placedAt,
      failedAt: sql`coalesce(${refunds.decidedAt}, ${refunds.requestedAt})`.mapWith(refunds.requestedAt),
    })
    .from(refunds)
    .innerJoin(orders, and(eq(orders.tenantId, refunds.tenantId), eq(orders.orderId, refunds.orderId)))
    .innerJoin(tenants, eq(tenants.tenantId, orders.tenantId))
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .where(and(isWaiting, also))

export const waitingMoneyOf = (db: Db, _: Operator, page: PaginationRequest) =>
  waitingOrders(db).orderBy(desc(refunds.decidedAt), desc(refunds.refundId)).limit(page.limit).offset(page.offset)

export const countWaitingMoney = async (db: Db, _: Operator): Promise<number> => {
  const some = waitingOrders(db).limit(mostCounted).as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Yen that wait of an order; undefined where none do. */
export const waitingAmount = async (db: Db, _: Operator, orderId: string): Promise<number | undefined> =>
  (await waitingOrders(db, eq(orders.orderId, orderId)).limit(1))[0]?.amount
