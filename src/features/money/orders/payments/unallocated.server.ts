import type { PaymentIntent } from '#server/payments/payments.ts'
import { late } from '../../ledger/ledger'
import { book } from '../../ledger/queries.server'
import { paidTwice } from '../mails'
import { type OrderRow, orderById } from '../queries.server'
import { boughtOf, requestRefund, settlePaid } from '../settle.server'
import { locked, mailToFan, type Work } from '../work.server'
import { insertUnallocated, isCustomerOf, isKnownPayment } from './queries.server'

/* Payments that no order knows (rule: money.unallocated). */

/** The fan has paid the same order twice: what was paid besides it goes back at once. */
const giveBackSecond = async (work: Work, order: OrderRow, { id: intentId, amount, succeededAt }: PaymentIntent) => {
  const { tx, now, newId } = work
  await book(tx.db, newId, late(intentId, amount, succeededAt ?? now), order)
  await requestRefund(work, order, { amount, intentId, reason: 'paidTwice' }, { noted: 'paidTwice' })
  const bought = await boughtOf(work, order)
  await mailToFan(work, order, (to) => paidTwice(to, bought, amount))
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
