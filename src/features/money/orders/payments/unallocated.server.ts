import { brandOfShop } from '#club/brands/queries.server.ts'
import type { PaymentIntent } from '#server/payments/payments.ts'
import { late } from '../../ledger/ledger'
import { book } from '../../ledger/queries.server'
import { paidTwice } from '../mails'
import { insertRefund, linesOf, type OrderRow, orderById } from '../queries.server'
import { settlePaid } from '../settle.server'
import { locked, mailToFan, note, type Work } from '../work.server'
import { insertUnallocated, isCustomerOf, isKnownPayment } from './queries.server'

/* Payments that no order knows (rule: money.unallocated). */

/** The fan has paid the same order twice: what was paid besides it goes back at once. */
const giveBackSecond = async (work: Work, order: OrderRow, { id: intentId, amount, succeededAt }: PaymentIntent) => {
  const { tx, now, newId } = work
  await book(tx.db, newId, late(intentId, amount, succeededAt ?? now), order)
  const refundId = newId('refund')
  const { tenantId, orderId } = order
  await insertRefund(tx.db, {
    ...{ tenantId, orderId, refundId, amount, intentId },
    state: 'requested',
    reason: 'paidTwice',
    requestedBy: '',
    requestedAt: now,
  })
  await work.later.refund(refundId)
  await note(work, order, 'paidTwice', { detail: String(amount) })
  const { name: brandName } = await brandOfShop(tx.db, order)
  const item = (await linesOf(tx.db, order))[0]?.name ?? ''
  const bought = { orderNumber: order.orderNumber, brandName, item, total: order.total }
  await mailToFan(work, order.uid, (to) => paidTwice(to, bought, amount))
}

/**
 * A payment that has succeeded and that no order has. Where it names an order of the customer's own it pays that one, or goes back;
 * every other one stands for the operator, and changes nothing.
 */
export const applyUnknownPayment = async (work: Work, intent: PaymentIntent): Promise<void> => {
  const { db } = work.tx
  const { id, orderId, amount, currency, customerId } = intent
  const arrivedAt = intent.succeededAt ?? work.now
  const order = orderId === '' ? undefined : await locked(work, () => orderById(db, orderId))
  if (intent.status !== 'succeeded' || (await isKnownPayment(db, id))) return
  const isItsBuyers = order !== undefined && currency === 'jpy' && (await isCustomerOf(db, customerId, order))
  if (!isItsBuyers) {
    const of = {
      kind: 'payment' as const,
      method: intent.method,
      amount,
      currency,
      customerId: customerId ?? '',
      arrivedAt,
    }
    return insertUnallocated(db, { providerId: id, orderId: order?.orderId ?? null, ...of })
  }
  if (order.paymentState !== 'awaitingPayment') return giveBackSecond(work, order, intent)
  // Another voucher of it is open: it is ended, because this one was paid.
  const { sessionId, intentId } = order
  await settlePaid(work, { ...order, intentId: id }, { amount, currency, at: arrivedAt, intentId: id })
  if (sessionId !== null || intentId !== null) await work.later.endOrphan({ orderId, sessionId, intentId })
}
