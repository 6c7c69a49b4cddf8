import type { Instant } from '#kit/time.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import { type PaymentIntent, PaymentRefused } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { late } from '../../ledger/ledger'
import { book } from '../../ledger/queries.server'
import { paidTwice } from '../mails'
import { type OrderRow, orderById } from '../queries.server'
import { boughtOf, requestRefund, settlePaid } from '../settle.server'
import { locked, mailToFan, type Work } from '../work.server'
import {
  insertUnallocated,
  isCustomerOf,
  isKnownPayment,
  lockedUnallocated,
  setUnallocated,
  type Unallocated,
  unallocatedOf,
} from './queries.server'
import { afterRefunds, leftToRefund, type Standing } from './unallocated'

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

/** Keeps how a payment of nobody stands by what was told of it; null where that is nothing new. */
export const keepStanding = async (
  db: Db,
  { providerId, settledAt }: Unallocated,
  next: Standing | null,
  now: Instant,
  heard: Partial<Unallocated> = {},
): Promise<void> => {
  const isOpen = next?.state === 'waiting' || next?.state === 'asked'
  const stands = next && { ...next, settledAt: isOpen ? null : (settledAt ?? now) }
  if (stands || Object.keys(heard).length > 0) await setUnallocated(db, providerId, { ...stands, ...heard })
}

/** What the provider has refunded of it, and was not heard of. */
export const followRefunds = async ({ payments, transaction, now }: JobContext, providerId: string): Promise<void> => {
  const refunds = await payments.refundsOf(providerId)
  await transaction(async ({ db }) => {
    const known = await lockedUnallocated(db, providerId)
    if (known) await keepStanding(db, known, afterRefunds(known, refunds), now)
  })
}

type Decided = { providerId: string; refundId: string; email: string | null }

/** Asks for what nobody has given back yet. Every try is a refund of its own: one that failed is there for ever. */
const refundRest = async (context: JobContext, amount: number, { providerId, refundId, email }: Decided) => {
  const { payments, transaction, now } = context
  const earlier = await payments.refundsOf(providerId)
  const left = leftToRefund(amount, earlier)
  const isAsked = left === 0 || earlier.some((one) => one.refundId === refundId)
  const of = { refundId, intentId: providerId, amount: left, ...(email !== null && { instructionsEmail: email }) }
  const refunds = isAsked ? earlier : [await payments.refund(of, `unallocated:${refundId}`), ...earlier]
  await transaction(async ({ db }) => {
    const known = await lockedUnallocated(db, providerId)
    if (known?.state !== 'asked') return
    // What came of the try before this one counts no more.
    const asked = { ...known, trouble: '' }
    await keepStanding(db, known, afterRefunds(asked, refunds) ?? asked, now)
  })
}

/** The operator has decided about what nobody knows: the provider refunds the payment, or ends the subscription. */
export const settleAtProvider = async (context: JobContext, decided: Decided): Promise<void> => {
  const { db, payments, transaction, now } = context
  const { providerId } = decided
  const found = await unallocatedOf(db, providerId)
  if (found?.state !== 'asked') return
  const kept = (next: Standing) => transaction((tx) => keepStanding(tx.db, found, next, now))
  try {
    if (found.kind === 'payment') return await refundRest(context, found.amount, decided)
    await payments.cancelSubscription(providerId, `unallocated:${providerId}`)
    await kept({ state: 'ended', trouble: '' })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    // It stands there again, and why.
    await kept({ state: 'waiting', trouble: error.code })
  }
}
