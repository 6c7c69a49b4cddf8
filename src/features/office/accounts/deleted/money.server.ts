import { endMembership } from '#membership/subscriptions/membership.server.ts'
import { type OrderRow, pendingRefundTotal } from '#money/orders/queries.server.ts'
import { beginRefund } from '#money/orders/refunds.server.ts'
import { isPaidInVain, lateLeft, refundLate } from '#money/orders/settle.server.ts'
import type { Work } from '#money/orders/work.server.ts'
import { awaitedOrders, deliveredInVain, livingMemberships, undecidedOrders } from './queries.server'

/** Requests the refund of all that is left of an order that somebody deleted has paid; the fan's lock is held. */
export const refundDeleted = async (work: Work, order: OrderRow, by = ''): Promise<void> => {
  const { db } = work.tx
  if (order.paymentState === 'paidLate') {
    const left = await lateLeft(db, order)
    if (left > 0) await refundLate(work, order, left, { by, why: 'accountDeleted' })
    return
  }
  const amount = order.total - order.refunded - (await pendingRefundTotal(db, order))
  const refund = { amount, reason: 'accountDeleted', by, lines: [], shippingFee: 0, restock: false }
  if (amount > 0) await beginRefund(work, order, refund)
}

/**
 * Ends everything that somebody deleted could still pay or be charged for, and gives back what was paid in vain. The
 * caller holds the fan's lock; what the provider has to do are jobs.
 */
export const endMoney = async (work: Work, whose: { uid: string }): Promise<void> => {
  const { tx, now } = work
  for (const { orderId } of await awaitedOrders(tx.db, whose)) await work.later.giveUp(orderId)
  for (const membership of await livingMemberships(tx.db, whose)) {
    await endMembership(work, membership, { at: now, reason: 'user' })
    if (membership.providerSubscriptionId !== null)
      await work.later.endProviderSubscription(membership.providerSubscriptionId, membership)
  }
  for (const order of await undecidedOrders(tx.db, whose))
    if (await isPaidInVain(tx.db, order)) await refundDeleted(work, order)
  for (const order of await deliveredInVain(tx.db, whose)) await refundDeleted(work, order)
}
