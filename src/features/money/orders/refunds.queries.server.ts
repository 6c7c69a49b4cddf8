import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import type { OrderRow } from './queries.server'
import { failedRefund } from './refund'
import { disputes, orders, refunds } from './tables.server'

/* What of an order's money goes back: refunds, and what the buyer's bank disputes. */

export type RefundRow = typeof refunds.$inferSelect
export type DisputeRow = typeof disputes.$inferSelect

type OfOrder = Pick<OrderRow, 'tenantId' | 'orderId'>

// --- Refunds ---------------------------------------------------------------------------------------------------------------

/** Keeps in the order's row whether a refund of it failed and still waits for the staff (rule: goods.needs). */
const noteFailedRefund = async (db: Db, { tenantId, orderId }: OfOrder) => {
  const isOf = and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId))
  const [order] = await db.select({ paidAt: orders.paidAt, is: orders.isRefundFailed }).from(orders).where(isOf)
  if (!order) return
  const isRefundFailed = failedRefund(order, await refundsOfOrder(db, { tenantId, orderId })) > 0
  if (isRefundFailed !== order.is) await db.update(orders).set({ isRefundFailed }).where(isOf)
}

export const insertRefund = async (db: Db, refund: typeof refunds.$inferInsert): Promise<RefundRow> => {
  const { tenantId, refundId, providerRefundId } = refund
  const named = withNames(db, tenantId, [
    [refunds.refundId, refundId],
    [refunds.providerRefundId, providerRefundId],
  ])
  const [row] = await named.insert(refunds).values(refund).returning()
  if (!row) throw new Error('An insert answers its row.')
  await noteFailedRefund(db, row)
  return row
}
export const refundsOfOrder = (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
): Promise<RefundRow[]> =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.tenantId, tenantId), eq(refunds.orderId, orderId)))
    .orderBy(asc(refunds.requestedAt), asc(refunds.refundId))
/** Refunds of a fan's own orders. */
export const refundsOfFan = async (
  db: Db,
  { uid }: { uid: string },
  orderIds: readonly string[],
): Promise<RefundRow[]> => {
  if (orderIds.length === 0) return []
  return db
    .select(getTableColumns(refunds))
    .from(refunds)
    .innerJoin(orders, and(eq(orders.tenantId, refunds.tenantId), eq(orders.orderId, refunds.orderId)))
    .where(and(eq(orders.uid, uid), inArray(orders.orderId, [...orderIds])))
    .orderBy(asc(refunds.requestedAt), asc(refunds.refundId))
}
/** A fan's orders at stores of which a refund was not taken. */
export const ordersWithEndedRefunds = (db: Db, { uid }: { uid: string }): Promise<OrderRow[]> =>
  db
    .selectDistinct(getTableColumns(orders))
    .from(orders)
    .innerJoin(refunds, and(eq(refunds.tenantId, orders.tenantId), eq(refunds.orderId, orders.orderId)))
    .where(
      and(eq(orders.uid, uid), eq(orders.paymentMethod, 'konbini'), inArray(refunds.state, ['failed', 'canceled'])),
    )
    .limit(1000)
/** Sum of the order's refunds in these states, in yen. */
export const refundTotalOf = async (db: Db, order: OfOrder, states: RefundRow['state'][]) =>
  (await refundsOfOrder(db, order)).reduce(
    // What was paid besides the order goes back besides it.
    (sum, one) => sum + (one.intentId === null && states.includes(one.state) ? one.amount : 0),
    0,
  )
/** Yen whose refund was requested and is not decided yet. */
export const pendingRefundTotal = (db: Db, order: OfOrder): Promise<number> =>
  refundTotalOf(db, order, ['requested', 'requiresCustomerAction'])
export const refundRow = async (db: Db, refundId: string): Promise<RefundRow | undefined> => {
  const [row] = await db.select().from(refunds).where(isNamed(refunds.refundId, refundId))
  return row
}
export const refundByProvider = async (db: Db, providerRefundId: string): Promise<RefundRow | undefined> => {
  const [row] = await db.select().from(refunds).where(isNamed(refunds.providerRefundId, providerRefundId))
  return row
}
/** A refund of a payment that was made besides its order's own. */
export const refundOfPayment = async (db: Db, intentId: string): Promise<RefundRow | undefined> => {
  const [row] = await db.select().from(refunds).where(eq(refunds.intentId, intentId)).limit(1)
  return row
}
export const setRefund = async (
  db: Db,
  { tenantId, refundId }: Pick<RefundRow, 'tenantId' | 'refundId'>,
  changes: Partial<Omit<RefundRow, 'tenantId' | 'refundId'>>,
) => {
  const [row] = await withNames(db, tenantId, [[refunds.providerRefundId, changes.providerRefundId]])
    .update(refunds)
    .set(changes)
    .where(and(eq(refunds.tenantId, tenantId), eq(refunds.refundId, refundId)))
    .returning()
  if (row) await noteFailedRefund(db, row)
}
/** The staff have settled what failed in another way. */
export const setFailedRefundsHandled = async (db: Db, { tenantId, orderId }: OfOrder, handledAt: Instant) => {
  await db
    .update(refunds)
    .set({ handledAt })
    .where(
      and(
        eq(refunds.tenantId, tenantId),
        eq(refunds.orderId, orderId),
        inArray(refunds.state, ['failed', 'canceled']),
        isNull(refunds.handledAt),
      ),
    )
  await noteFailedRefund(db, { tenantId, orderId })
}

/** Whether all money that is left of an order is on its way back: nothing may be sent meanwhile. */
export const isGoingBack = async (db: Db, order: Pick<OrderRow, 'tenantId' | 'orderId' | 'refunded' | 'total'>) => {
  const pending = await pendingRefundTotal(db, order)
  return pending > 0 && order.refunded + pending >= order.total
}

// --- Disputes --------------------------------------------------------------------------------------------------------------

/** Keeps in the order's row whether it is disputed (rule: goods.needs). */
const noteDispute = (db: Db, { tenantId, orderId }: OfOrder) =>
  db
    .update(orders)
    .set({
      isDisputed: subquery`exists (select 1 from ${disputes} d where d.tenant_id = ${tenantId} and d.order_id = ${orderId}
        and d.state in ('inquiry', 'open'))`,
    })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId)))

export const disputeByProvider = async (db: Db, providerDisputeId: string): Promise<DisputeRow | undefined> => {
  const [row] = await db.select().from(disputes).where(isNamed(disputes.providerDisputeId, providerDisputeId))
  return row
}
export const insertDispute = async (db: Db, dispute: typeof disputes.$inferInsert): Promise<DisputeRow> => {
  const named = withNames(db, dispute.tenantId, [[disputes.providerDisputeId, dispute.providerDisputeId]])
  const [row] = await named.insert(disputes).values(dispute).returning()
  if (!row) throw new Error('An insert answers its row.')
  await noteDispute(db, row)
  return row
}
export const setDispute = async (db: Db, disputeId: string, changes: Partial<DisputeRow>) => {
  const [row] = await db.update(disputes).set(changes).where(eq(disputes.disputeId, disputeId)).returning()
  if (row) await noteDispute(db, row)
}
export const disputesOf = (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.tenantId, tenantId), eq(disputes.orderId, orderId)))
