import { brandOfShop } from '#club/brands/queries.server.ts'
import { day, type Instant } from '#kit/time.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { endMembership, moveToCard, scheduleCancel } from '#membership/subscriptions/membership.server.ts'
import {
  isPaidBeyond,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  subscriptionByProvider,
} from '#membership/subscriptions/queries.server.ts'
import { clubReasonOf, retriedFor } from '#membership/subscriptions/subscription.ts'
import type {
  CheckoutSession,
  Invoice,
  PaymentIntent,
  Payments,
  ProviderSubscription,
} from '#server/payments/payments.ts'
import { membershipEnded, renewalFailed, renewalRecovered } from '../mails'
import {
  insertOrder,
  konbiniOf,
  orderById,
  orderByIntent,
  orderByInvoice,
  orderBySession,
  setKonbini,
  setOrder,
} from '../queries.server'
import { close, rememberSession, settlePaid } from '../settle.server'
import { locked, mailToFan, type Work } from '../work.server'
import { customerOf } from './queries.server'

/*
 * How the provider's objects are applied. Each is read again before, so events may come late, twice and in any order;
 * orders and memberships are found by stored ids, never by what an event claims.
 */

// --- Sessions --------------------------------------------------------------------------------------------------------------

export type ReadSession = { session: CheckoutSession; invoice: Invoice | null; intent: PaymentIntent | null }
export const readSession = async (payments: Payments, id: string): Promise<ReadSession> => {
  const session = await payments.session(id)
  return {
    session,
    invoice: session.isPaid && session.invoiceId ? await payments.invoice(session.invoiceId) : null,
    intent: session.isPaid && session.intentId ? await payments.intent(session.intentId) : null,
  }
}

/** The metadata of an object is trusted only where its customer is the one that was made for this fan. */
const isOf = async (work: Work, customerId: string | null, { uid }: { uid: string }) =>
  customerId !== null && customerId === (await customerOf(work.tx.db, uid))

/**
 * Finds the order of a session whose id was not stored, because the call that made it was interrupted, by its metadata.
 */
const orderOfSession = async (work: Work, { id, orderId, customerId }: CheckoutSession) => {
  const known = await orderBySession(work.tx.db, id)
  if (known || orderId === '') return known
  const named = await orderById(work.tx.db, orderId)
  if (named?.sessionId !== null || named.paymentMethod !== 'card') return undefined
  return (await isOf(work, customerId, named)) ? named : undefined
}

export const applySession = async (work: Work, { session, invoice, intent }: ReadSession): Promise<void> => {
  if (session.orderId.startsWith('subscription_')) return applyMove(work, session)
  const order = await locked(work, () => orderOfSession(work, session))
  if (!order) return
  if (order.sessionId === null) await rememberSession(work, order, session)
  if (session.status === 'expired') return close(work, order, 'expired')
  if (session.status !== 'complete' || !session.isPaid) return
  await settlePaid(work, order, {
    amount: session.amount,
    currency: session.currency,
    at: invoice?.paidAt ?? intent?.succeededAt ?? work.now,
    intentId: session.intentId ?? invoice?.intentId ?? null,
    ...(invoice && { invoiceId: invoice.id, period: { from: invoice.from, to: invoice.to } }),
    ...(session.subscriptionId !== null && { providerSubscriptionId: session.subscriptionId }),
  })
}

/** A member who paid at stores has given a card, which is charged from the end of the paid time. */
const applyMove = async (
  work: Work,
  { orderId: subscriptionId, customerId, status, subscriptionId: providerSubscriptionId }: CheckoutSession,
) => {
  if (status !== 'complete' || providerSubscriptionId === null) return
  const subscription = await locked(work, () => subscriptionById(work.tx.db, subscriptionId))
  if (!subscription || subscription.providerSubscriptionId === providerSubscriptionId) return
  if (!(await isOf(work, customerId, subscription))) return
  const plan = await planById(work.tx.db, subscription.planId)
  // Not charged if the member has left, or the plan is to end, since the page was opened.
  const goesOn = subscription.endedAt === null && subscription.cancelScheduledAt === null && plan?.archivingAt === null
  if (goesOn && subscription.method === 'konbini') return moveToCard(work, subscription, providerSubscriptionId)
  await work.later.endProviderSubscription(providerSubscriptionId)
}

// --- Store payments --------------------------------------------------------------------------------------------------------

const orderOfIntent = async (work: Work, { id, orderId, customerId }: PaymentIntent) => {
  const known = await orderByIntent(work.tx.db, id)
  if (known || orderId === '') return known
  const named = await orderById(work.tx.db, orderId)
  if (named?.intentId !== null || named.paymentMethod !== 'konbini') return undefined
  return (await isOf(work, customerId, named)) ? named : undefined
}

export const applyIntent = async (work: Work, intent: PaymentIntent): Promise<void> => {
  // Made, but the call that gives it the payer has not arrived yet: there is no voucher, and nothing has lapsed.
  if (intent.status === 'requires_payment_method' && intent.konbini === null) return
  const order = await locked(work, () => orderOfIntent(work, intent))
  // Card payments are applied by their session or invoice.
  if (order?.paymentMethod !== 'konbini') return
  if (order.intentId === null) await setOrder(work.tx.db, order.orderId, { intentId: intent.id, editedAt: work.now })
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
    return void (await settlePaid(work, { ...order, intentId }, { amount, currency, at, intentId }))
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

// --- Renewals by card ------------------------------------------------------------------------------------------------------

const paidAnew = async (work: Work, subscription: SubscriptionRow, invoice: Invoice) => {
  const { tx, now, newId } = work
  if (invoice.amount === 0 || (await orderByInvoice(tx.db, invoice.id))) return
  const plan = await planById(tx.db, subscription.planId)
  const { tenantId, brandId, uid, planId, subscriptionId, price, moveConfirmation } = subscription
  // Told before the first charge of a card, and kept with what it paid.
  if (moveConfirmation) await setSubscription(tx.db, subscription, { moveConfirmation: null }, now)
  const order = await insertOrder(
    tx.db,
    {
      tenantId,
      brandId,
      orderId: newId('order'),
      uid,
      kind: 'plan',
      paymentMethod: 'card',
      paymentState: 'awaitingPayment',
      openKey: `invoice:${invoice.id}`,
      subscriptionId,
      planId,
      subtotal: price,
      total: price,
      locale: 'ja',
      invoiceId: invoice.id,
      ...(moveConfirmation && { confirmation: moveConfirmation }),
      placedAt: invoice.paidAt ?? now,
      editedAt: now,
    },
    [
      {
        lineId: newId('line'),
        name: plan?.name ?? '',
        thumbnail: plan?.thumbnail ?? '',
        unitPrice: price,
        quantity: 1,
      },
    ],
  )
  const failedBefore = subscription.paymentFailedAt !== null
  const isRenewed = await settlePaid(work, order, {
    amount: invoice.amount,
    currency: invoice.currency,
    at: invoice.paidAt ?? now,
    intentId: invoice.intentId,
    invoiceId: invoice.id,
    period: { from: invoice.from, to: invoice.to },
    ...(subscription.endedAt !== null && { providerSubscriptionId: invoice.subscriptionId ?? '' }),
  })
  if (!failedBefore || !isRenewed) return
  const { name: brandName } = await brandOfShop(tx.db, subscription)
  await mailToFan(work, uid, (to) => renewalRecovered(to, { brandName, item: plan?.name ?? '', total: price }))
}

const failureMailDays = [3, 7, 13]

const refusedAgain = async (work: Work, subscription: SubscriptionRow, invoice: Invoice) => {
  const { tx, now } = work
  if (subscription.endedAt !== null || invoice.attempts <= subscription.failedCount) return
  // An outdated read: the invoice has been paid since.
  if (await orderByInvoice(tx.db, invoice.id)) return
  const failedAt = subscription.paymentFailedAt ?? now
  await setSubscription(tx.db, subscription, { paymentFailedAt: failedAt, failedCount: invoice.attempts }, now)
  if (subscription.paymentFailedAt !== null) return
  await mailOfFailure(work, { ...subscription, paymentFailedAt: failedAt })
  for (const days of failureMailDays) {
    await work.later.remindFailure({ subscriptionId: subscription.subscriptionId, failedAt }, now + days * day)
  }
}

export const mailOfFailure = async (work: Work, subscription: SubscriptionRow) => {
  const plan = await planById(work.tx.db, subscription.planId)
  const { name: brandName } = await brandOfShop(work.tx.db, subscription)
  const of = { brandName, item: plan?.name ?? '', total: subscription.price }
  await mailToFan(work, subscription.uid, (to) =>
    renewalFailed(to, of, (subscription.paymentFailedAt ?? work.now) + retriedFor),
  )
}

export const applyInvoice = async (work: Work, invoice: Invoice): Promise<void> => {
  const { subscriptionId: providerId } = invoice
  // The first invoice comes with its session.
  if (providerId === null || invoice.isFirst) return
  const subscription = await locked(work, () => subscriptionByProvider(work.tx.db, providerId))
  if (!subscription) return
  if (invoice.status === 'paid') return paidAnew(work, subscription, invoice)
  if (invoice.status === 'open' && invoice.attempts > 0) return refusedAgain(work, subscription, invoice)
}

/** A leaving member keeps days that the club gave beyond what the card has paid; the clock ends these. */
const keepsGivenDays = async (work: Work, subscription: SubscriptionRow, endedAt: Instant) =>
  subscription.cancelScheduledAt !== null &&
  subscription.paidUntil > work.now &&
  !(await isPaidBeyond(work.tx.db, subscription, endedAt))

export const applySubscription = async (work: Work, told: ProviderSubscription): Promise<void> => {
  const subscription = await locked(work, () => subscriptionByProvider(work.tx.db, told.id))
  if (!subscription || subscription.endedAt !== null) return
  const plan = await planById(work.tx.db, subscription.planId)
  const isOver = told.endedAt !== null || ['canceled', 'incomplete_expired', 'unpaid'].includes(told.status)
  if (isOver) {
    const at = Math.min(told.endedAt ?? work.now, work.now)
    if (await keepsGivenDays(work, subscription, at)) return
    const reason =
      subscription.cancelScheduledAt !== null
        ? (clubReasonOf(subscription) ?? 'user')
        : subscription.paymentFailedAt !== null
          ? 'paymentFailed'
          : plan?.archivingAt
            ? 'planArchived'
            : 'user'
    await endMembership(work, subscription, { at, reason })
    if (reason !== 'paymentFailed') return
    const { name: brandName } = await brandOfShop(work.tx.db, subscription)
    return mailToFan(work, subscription.uid, (to) => membershipEnded(to, { brandName, item: plan?.name ?? '', reason }))
  }
  const isArchiving = plan?.archivingAt !== null
  if (told.cancelsAtPeriodEnd && subscription.cancelScheduledAt === null && !isArchiving)
    await scheduleCancel(work, subscription, 'provider')
}
