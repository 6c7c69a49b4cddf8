import type { CheckoutSession, PaidSession, PaymentIntent } from '#server/payments/payments.ts'
import { lockedByIntent, lockedBySession } from '../atTill.queries.server'
import { konbiniOf, orderById, orderByIntent, orderBySession, setKonbini, setOrder } from '../queries.server'
import { close, rememberSession, settlePaid } from '../settle.server'
import { locked, type Work } from '../work.server'
import { isCustomerOf } from './queries.server'
import { applyUnknownPayment } from './unallocated.server'

/*
 * How the provider's objects are applied. Each is read again before (rule: B3), so events may come late, twice and in any order;
 * orders and memberships are found by stored ids, never by what an event claims.
 */

// --- Sessions --------------------------------------------------------------------------------------------------------------

/**
 * Finds the order of a session whose id was not stored, because the call that made it was interrupted, by its metadata.
 */
const orderOfSession = async (work: Work, { id, orderId, customerId }: CheckoutSession) => {
  const known = await orderBySession(work.tx.db, id)
  if (known || orderId === '') return known
  const named = await orderById(work.tx.db, orderId)
  if (named?.sessionId !== null || named.paymentMethod !== 'card') return undefined
  return (await isCustomerOf(work.tx.db, customerId, named)) ? named : undefined
}

export const applySession = async (work: Work, session: PaidSession): Promise<void> => {
  const { invoice, intent } = session
  // Named after something else than an order (`Ports`).
  const other = work.tx.ports.till.sessions[session.orderId.split('_')[0] ?? '']
  if (other) return other(work, session)
  const known = await lockedBySession(work.tx.db, session.id)
  const order = known?.order ?? (await locked(work, () => orderOfSession(work, session)))
  if (!order) return
  if (order.sessionId === null) await rememberSession(work, order, session)
  if (session.status === 'expired') return close(work, order, 'expired')
  if (session.status !== 'complete' || !session.isPaid) return
  const payment = {
    amount: session.amount,
    currency: session.currency,
    at: invoice?.paidAt ?? intent?.succeededAt ?? work.now,
    intentId: session.intentId ?? invoice?.intentId ?? null,
    ...(invoice && { invoiceId: invoice.id, period: { from: invoice.from, to: invoice.to } }),
    ...(session.subscriptionId !== null && { providerSubscriptionId: session.subscriptionId }),
  }
  await settlePaid(work, order, payment, known)
}

// --- Store payments --------------------------------------------------------------------------------------------------------

const orderOfIntent = async (work: Work, { id, orderId, customerId }: PaymentIntent) => {
  const known = await orderByIntent(work.tx.db, id)
  if (known || orderId === '') return known
  const named = await orderById(work.tx.db, orderId)
  if (named?.intentId !== null || named.paymentMethod !== 'konbini') return undefined
  return (await isCustomerOf(work.tx.db, customerId, named)) ? named : undefined
}

export const applyIntent = async (work: Work, intent: PaymentIntent): Promise<void> => {
  // Made, but the call that gives it the payer has not arrived yet: there is no voucher, and nothing has lapsed.
  if (intent.status === 'requires_payment_method' && intent.konbini === null) return
  const known = await lockedByIntent(work.tx.db, intent.id)
  const order = known?.order ?? (await locked(work, () => orderOfIntent(work, intent)))
  // Card payments are looked for at night: their page may not have been told of yet.
  if (!order && intent.method === 'konbini' && intent.status === 'succeeded') return applyUnknownPayment(work, intent)
  // Card payments are applied by their session or invoice.
  if (order?.paymentMethod !== 'konbini') return
  if (order.intentId === null) await setOrder(work.tx.db, order, { intentId: intent.id, editedAt: work.now })
  const { konbini } = intent
  // One that is over names no codes any more: what was issued stays readable.
  if (konbini && intent.status === 'requires_action' && order.paymentState === 'awaitingPayment') {
    const { voucherUrl, stores } = konbini
    await setKonbini(work.tx.db, order, { state: 'issued', voucherUrl, stores, expiresAt: konbini.expiresAt })
  }
  if (intent.status === 'succeeded') {
    if (konbini?.paidStore) await setKonbini(work.tx.db, order, { paidStore: konbini.paidStore })
    const { id: intentId, amount, currency } = intent
    const at = intent.succeededAt ?? work.now
    return void (await settlePaid(work, { ...order, intentId }, { amount, currency, at, intentId }, known))
  }
  // Cancelled in order to be replaced by the second voucher.
  if (intent.status === 'canceled' && (await konbiniOf(work.tx.db, order))?.remindersSent.includes('extending')) return
  if (intent.status === 'canceled')
    return close(
      work,
      { ...order, intentId: intent.id },
      order.expiresAt !== null && order.expiresAt <= work.now ? 'expired' : 'canceled',
    )
  if (intent.status === 'requires_payment_method') return close(work, { ...order, intentId: intent.id }, 'expired')
}
