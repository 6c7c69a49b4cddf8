import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { customers, unallocatedPayments } from './payments/tables.server'
import { latePayments, orderBuyers, orderEvents, orderLines, orders, refunds } from './tables.server'

const ofOrder = kept('staff wrote it about an order, which the books keep')

export const personalOfOrders: PersonalData = {
  columns: [
    fatesOf(orders, {
      uid: exported(becauseOf.money),
      confirmation: kept('what was agreed before the payment'),
      note: ofOrder,
      receiptTo: own,
      receiptFor: own,
      receiptParties: kept('who sold it, as a receipt, a document of the books, names them'),
    }),
    // Gone with the account, or as soon as the goods are handed over and the money is settled (accounts, forgetBuyers).
    fatesOf(orderBuyers, {
      uid: own,
      name: own,
      email: own,
      phone: own,
      recipientName: own,
      recipientPhone: own,
      postalCode: own,
      prefecture: own,
      town: own,
      address: own,
      building: own,
    }),
    fatesOf(refunds, { requestedBy: kept(becauseOf.record), reason: ofOrder }),
    fatesOf(orderEvents, { actorUid: kept(becauseOf.record), detail: ofOrder }),
    fatesOf(latePayments, { resolvedBy: kept(becauseOf.record) }),
    fatesOf(unallocatedPayments, {
      settledBy: kept(becauseOf.record),
      reason: kept('why the operator settled a payment that nobody knows'),
    }),
    fatesOf(customers, { uid: kept('finds the payments of somebody at the provider, for refunds and disputes') }),
  ],

  async forget(db, { uid }) {
    await db
      .update(orders)
      .set({ receiptTo: '', receiptFor: '' })
      .where(and(eq(orders.uid, uid), isNotNull(orders.receiptFor)))
  },

  async export(db, { uid }) {
    const bought = await db
      .select({
        orderId: orders.orderId,
        orderNumber: orders.orderNumber,
        kind: orders.kind,
        paymentMethod: orders.paymentMethod,
        paymentState: orders.paymentState,
        fulfillmentState: orders.fulfillmentState,
        total: orders.total,
        refunded: orders.refunded,
        placedAt: orders.placedAt,
        paidAt: orders.paidAt,
        receiptTo: orders.receiptTo,
        receiptFor: orders.receiptFor,
        buyer: orderBuyers,
      })
      .from(orders)
      .leftJoin(orderBuyers, and(eq(orderBuyers.tenantId, orders.tenantId), eq(orderBuyers.orderId, orders.orderId)))
      .where(eq(orders.uid, uid))
      .orderBy(asc(orders.placedAt))
      .limit(mostCopied)
    const lines = await db
      .select({
        orderId: orderLines.orderId,
        name: orderLines.name,
        variationName: orderLines.variationName,
        unitPrice: orderLines.unitPrice,
        quantity: orderLines.quantity,
      })
      .from(orderLines)
      .innerJoin(orders, and(eq(orders.tenantId, orderLines.tenantId), eq(orders.orderId, orderLines.orderId)))
      .where(eq(orders.uid, uid))
      .limit(5 * mostCopied)
    const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
    return { orders: bought.map(({ orderId, ...order }) => ({ ...order, lines: linesOf.get(orderId) ?? [] })) }
  },
}
