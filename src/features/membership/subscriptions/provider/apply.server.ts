import { brandOfShop } from '#club/brands/queries.server.ts'
import { nameFor } from '#kit/english.ts'
import { day, type Instant } from '#kit/time.ts'
import { isCustomerOf } from '#money/orders/payments/queries.server.ts'
import { insertOrder, orderByInvoice } from '#money/orders/queries.server.ts'
import { settlePaid } from '#money/orders/settle.server.ts'
import { locked, mailToFan, type Work } from '#money/orders/work.server.ts'
import type { CheckoutSession, Invoice, ProviderSubscription } from '#server/payments/payments.ts'
import { planById } from '../../plans/queries.server'
import { nextOf } from '../change.server'
import { endMembership, mailOfUnpaidEnd, moveToCard, scheduleCancel } from '../membership.server'
import {
  isPaidBeyond,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  subscriptionByProvider,
} from '../queries.server'
import { renewalFailed, renewalRecovered } from '../renewal.mails'
import { clubReasonOf, retriedFor } from '../subscription'
import { planOfPrice } from './price.server'

/*
 * How the provider's objects of a membership are applied: its invoices, its subscription, and the card that replaces the
 * store. Each is read again before, so events may come late, twice and in any order.
 */

/** A member who paid at stores has given a card, which is charged from the end of the paid time. */
export const applyMove = async (
  work: Work,
  { orderId: subscriptionId, customerId, status, subscriptionId: providerSubscriptionId }: CheckoutSession,
) => {
  if (status !== 'complete' || providerSubscriptionId === null) return
  const subscription = await locked(work, () => subscriptionById(work.tx.db, subscriptionId))
  if (!subscription || subscription.providerSubscriptionId === providerSubscriptionId) return
  if (!(await isCustomerOf(work.tx.db, customerId, subscription))) return
  const plan = await planById(work.tx.db, subscription.planId)
  // Not charged if the member has left, or the plan is to end, since the page was opened.
  const goesOn = subscription.endedAt === null && subscription.cancelScheduledAt === null && plan?.archivingAt === null
  if (goesOn && subscription.method === 'konbini') return moveToCard(work, subscription, providerSubscriptionId)
  await work.later.endProviderSubscription(providerSubscriptionId, subscription)
}

// --- Renewals by card ------------------------------------------------------------------------------------------------------

const paidAnew = async (work: Work, subscription: SubscriptionRow, invoice: Invoice) => {
  const { tx, now, newId } = work
  if (invoice.amount === 0 || (await orderByInvoice(tx.db, invoice.id))) return
  const own = await planById(tx.db, subscription.planId)
  const { tenantId, brandId, uid, subscriptionId, moveConfirmation } = subscription
  // What is charged says which plan is given for it: its change may have been chosen, or taken back, while the charge was under way.
  const charged = invoice.priceId === null ? undefined : await planOfPrice(tx.db, subscription, invoice.priceId)
  const isChange = charged !== undefined && charged.planId !== subscription.planId
  const plan = isChange ? charged : own
  const { planId, price } = isChange ? charged : subscription
  // Told before the first charge of a card, and kept with what it paid.
  if (moveConfirmation) await setSubscription(tx.db, subscription, { moveConfirmation: null }, now)
  const { order } = await insertOrder(
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
        english: { name: plan?.english.name },
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
  await mailToFan(work, subscription, (to) =>
    renewalRecovered(to, { brandName, item: plan ? nameFor(plan, to) : '', total: price }),
  )
}

const failureMailDays = [3, 7, 13]

const refusedAgain = async (work: Work, subscription: SubscriptionRow, invoice: Invoice) => {
  const { tx, now } = work
  const { authenticationUrl } = invoice
  const isTriedAgain = invoice.attempts > subscription.failedCount
  if (subscription.endedAt !== null || !(isTriedAgain || authenticationUrl !== subscription.authenticationUrl)) return
  // An outdated read: the invoice has been paid since.
  if (await orderByInvoice(tx.db, invoice.id)) return
  const failedAt = subscription.paymentFailedAt ?? now
  const failedCount = Math.max(invoice.attempts, subscription.failedCount)
  const failed = { paymentFailedAt: failedAt, failedCount, authenticationUrl }
  await setSubscription(tx.db, subscription, failed, now)
  const isFirst = subscription.paymentFailedAt === null
  // What is asked on the page of a new card is read there.
  const isAskedNow = isTriedAgain && authenticationUrl !== null && subscription.authenticationUrl === null
  if (isFirst || isAskedNow) await mailOfFailure(work, { ...subscription, ...failed })
  if (!isFirst) return
  for (const days of failureMailDays) {
    await work.later.remindFailure({ subscriptionId: subscription.subscriptionId, failedAt }, now + days * day)
  }
}

export const mailOfFailure = async (work: Work, subscription: SubscriptionRow) => {
  const plan = await planById(work.tx.db, subscription.planId)
  const { name: brandName } = await brandOfShop(work.tx.db, subscription)
  const { plan: next, price: total } = await nextOf(work.tx.db, subscription, plan ?? { name: '', english: {} })
  const of = { brandName, total }
  await mailToFan(work, subscription, (to) =>
    renewalFailed(
      to,
      { ...of, item: nameFor(next, to) },
      {
        endsAt: (subscription.paymentFailedAt ?? work.now) + retriedFor,
        authenticationUrl: subscription.authenticationUrl,
      },
    ),
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
    return mailOfUnpaidEnd(work, subscription, plan ?? { name: '', english: {} }, { reason, at })
  }
  const isArchiving = plan?.archivingAt !== null
  if (told.cancelsAtPeriodEnd && subscription.cancelScheduledAt === null && !isArchiving)
    await scheduleCancel(work, subscription, 'provider')
}
