import { endMembership } from '#membership/subscriptions/membership.server.ts'
import { voidTermsOfFan } from '#membership/subscriptions/queries.server.ts'
import { atTill } from '#money/orders/atTill.queries.server.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { waitingRefund } from '#money/orders/refund.ts'
import { ordersWithEndedRefunds, pendingRefundTotal, refundsOfOrder } from '#money/orders/refunds.queries.server.ts'
import { beginRefund } from '#money/orders/refunds.server.ts'
import { isPaidInVain, lateLeft, refundLate } from '#money/orders/settle.server.ts'
import type { Work } from '#money/orders/work.server.ts'
import type { Db } from '#server/proven.ts'
import { awaitedOrders, deliveredInVain, livingMemberships, undecidedOrders } from './queries.server'

/** Money that a person was to get back and named no bank account for in time, by order. */
export const waitingRefunds = async (
  db: Db,
  whose: { uid: string },
): Promise<{ order: OrderRow; amount: number }[]> => {
  const found = []
  for (const order of await ordersWithEndedRefunds(db, whose)) {
    const amount = waitingRefund(order, await refundsOfOrder(db, order))
    if (amount > 0) found.push({ order, amount })
  }
  return found
}

/**
 * Requests a refund of an order that somebody deleted has paid: of this amount, or of all that is left. The fan's lock is held.
 */
export const refundDeleted = async (
  work: Work,
  order: OrderRow,
  { by = '', amount: most = Number.POSITIVE_INFINITY }: { by?: string; amount?: number } = {},
): Promise<void> => {
  const { db } = work.tx
  if (order.paymentState === 'paidLate') {
    const left = await lateLeft(db, order)
    if (left > 0) await refundLate(work, order, Math.min(left, most), { by, why: 'accountDeleted' })
    return
  }
  const left = order.total - order.refunded - (await pendingRefundTotal(db, order))
  const amount = Math.min(left, most)
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
  await voidTermsOfFan(tx.db, whose, now)
  for (const order of await undecidedOrders(tx.db, whose))
    if (isPaidInVain(await atTill(tx.db, order))) await refundDeleted(work, order)
  for (const { order, amount } of await waitingRefunds(tx.db, whose)) await refundDeleted(work, order, { amount })
  for (const order of await deliveredInVain(tx.db, whose)) await refundDeleted(work, order)
}
