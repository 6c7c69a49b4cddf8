import { brandOfShop } from '#club/brands/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import { rememberFan } from '#club/fans/queries.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { ActivePlan } from '#membership/plans/plan.ts'
import { planById } from '#membership/plans/queries.server.ts'
import {
  endIfLapsed,
  renewableBy,
  renewMembership,
  startMembership,
} from '#membership/subscriptions/membership.server.ts'
import {
  isPaidAtStore,
  livingSubscription,
  paidTerms,
  type SubscriptionRow,
  subscriptionById,
} from '#membership/subscriptions/queries.server.ts'
import { insertPurchase, ownsMonth, voidPurchaseOf } from '#publishing/backNumbers/owned.queries.server.ts'
import { givesContents } from '#publishing/backNumbers/queries.server.ts'
import type { Db } from '#server/proven.ts'
import { deferredOf, deliveryOfGoods, release } from '#shop/orders/settle.server.ts'
import { orderCanceled } from '#shop/parcels/mails.ts'
import { takeBackGoods } from '#shop/parcels/pieces.server.ts'
import { late, lateAccepted, paid, type Sale } from '../ledger/ledger'
import { book } from '../ledger/queries.server'
import { shareMovement } from '../ledger/share.server'
import { lateReceived, purchaseDone, voucherLapsed } from './mails'
import { periodEnd } from './order'
import {
  buyerOf,
  hasHappened,
  insertLate,
  insertRefund,
  lateOf,
  linesOf,
  moveOrder,
  type OrderRow,
  refundTotalOf,
  resolveLate,
  setKonbini,
  setOrder,
} from './queries.server'
import { itemOf, mailToFan, note, type Work } from './work.server'

/*
 * What an order becomes when it is paid, or will not be. Every caller (a callback, a job, a returning fan) reads the
 * provider's object again and holds the fan's lock, so the result depends neither on their order nor on their number.
 */

export type Payment = {
  amount: number
  currency: string
  at: Instant
  intentId: string | null
  invoiceId?: string
  /** The provider's own period and subscription, of a plan that is paid by card. */
  period?: { from: Instant; to: Instant }
  providerSubscriptionId?: string
}

export const saleOf = (
  { orderId, kind, subtotal, shippingFee, konbiniFee, total }: OrderRow,
  lines: Parameters<typeof deferredOf>[0],
): Sale => ({
  deferred: deferredOf(lines),
  orderId,
  kind,
  subtotal,
  shippingFee,
  konbiniFee,
  total,
})

/** The order's values that its mails show. */
export const boughtOf = async (work: Work, order: OrderRow) => {
  const { name: brandName } = await brandOfShop(work.tx.db, order)
  return { orderNumber: order.orderNumber, brandName, item: await itemOf(work, order), total: order.total }
}

/** The fan's membership of the plan of this order, unless the clock has ended it. */
export const currentMembership = async (
  work: Work,
  { tenantId, uid }: Pick<OrderRow, 'tenantId' | 'uid'>,
  plan: { planId: string; archivingAt: Instant | null; name: string },
): Promise<SubscriptionRow | undefined> => {
  const living = await livingSubscription(work.tx.db, { tenantId, planId: plan.planId }, uid)
  return living && !(await endIfLapsed(work, living, plan)) ? living : undefined
}

/** The month of a plan that an order is for. */
const monthOf = ({ kind, planId, periodYear: year, periodMonth: month }: OrderRow) =>
  kind !== 'backNumber' || planId === null || year === null || month === null
    ? null
    : { planId, period: { year, month } }

/** Its contents were moved to other months or withdrawn before the payment: its buyer would get nothing. */
const isEmptyMonth = async ({ tx, now }: Work, order: OrderRow, { at }: Pick<Payment, 'at'>): Promise<boolean> => {
  const month = monthOf(order)
  return month !== null && !(await givesContents(tx.db, order, { ...month, paidAt: at }, now))
}

/**
 * What is paid for somebody who has deleted the account is not delivered: only goods that are all sent reach an address
 * that the order has kept. The caller holds the fan's lock, which a deletion takes as well.
 */
export const isPaidInVain = async (db: Db, order: OrderRow): Promise<boolean> => {
  if (!(await isDeleted(db, order.uid))) return false
  const lines = await linesOf(db, order)
  const isSent = lines.every(({ deliveryMethod, isPickUp }) => deliveryMethod === 'physical' && !isPickUp)
  return !isSent || !(await buyerOf(db, order))?.recipientName
}

type Delivery = () => Promise<void>

/** How the thing is handed over; null when it cannot be (any more). `madeAt`: when it was paid, whenever that is taken up. */
const deliveryOf = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  madeAt = payment.at,
): Promise<Delivery | null> => {
  const { tx, newId, now } = work
  const { tenantId, uid, planId } = order
  if (await isPaidInVain(tx.db, order)) return null
  if (order.kind === 'goods' || order.kind === 'eventGoods') return deliveryOfGoods(work, order)
  if (planId === null) return null
  // A blocked fan gets nothing new, whenever it was paid; a renewal that was paid before the block still counts.
  const blockedAt = (await fanOf(tx.db, order, uid))?.blockedAt ?? null
  if (blockedAt !== null && (order.subscriptionId === null || madeAt >= blockedAt)) return null
  const plan = await planById(tx.db, planId)
  if (!plan || plan.status === 'draft') return null

  if (order.kind === 'backNumber') {
    const ordered = monthOf(order)
    if (ordered === null || (await isEmptyMonth(work, order, payment))) return null
    const month = { tenantId, ...ordered }
    if (await ownsMonth(tx.db, month, uid)) return null
    return async () => {
      await rememberFan(tx.db, order, uid, { newId, now })
      await insertPurchase(tx.db, {
        ...month,
        purchaseId: newId('purchase'),
        uid,
        orderId: order.orderId,
        paidAt: payment.at,
      })
    }
  }

  if (order.kind !== 'plan') return null
  const { subscriptionId } = order
  if (subscriptionId !== null) {
    const subscription = await renewableBy(work, { uid, subscriptionId }, plan, madeAt)
    if (!subscription) return (await isLapsed(work, order, subscriptionId)) ? joining(work, order, payment, plan) : null
    const terms = await paidTerms(tx.db, subscription)
    const { period: charged } = payment
    // Where a store payment covers the charged period already, the card's charge buys the term after it.
    const isProviders = charged !== undefined && !(await isPaidAtStore(tx.db, subscription, charged))
    const period = isProviders
      ? charged
      : {
          from: subscription.paidUntil,
          // Months of the calendar since joining, unless days were given in between.
          to:
            periodEnd(subscription.purchasedAt, subscription.interval, terms) === subscription.paidUntil
              ? periodEnd(subscription.purchasedAt, subscription.interval, terms + 1)
              : periodEnd(subscription.paidUntil, subscription.interval, 1),
        }
    return () => renewMembership(work, subscription, order, period, plan, isProviders)
  }
  return joining(work, order, payment, plan)
}

/** The order is for the next term of a membership that ended unpaid: a payment now starts a new one. */
const isLapsed = async ({ tx }: Work, order: OrderRow, subscriptionId: string): Promise<boolean> =>
  order.paymentMethod === 'konbini' &&
  (await subscriptionById(tx.db, subscriptionId))?.endReason === 'konbiniUnpaid' &&
  !(await fanOf(tx.db, order, order.uid))?.blockedAt

/** The order is for the next term of a membership that has ended otherwise: it cannot be fulfilled any more. */
export const isOfEnded = async (work: Work, order: OrderRow): Promise<boolean> => {
  const { subscriptionId } = order
  if (subscriptionId === null || (await isLapsed(work, order, subscriptionId))) return false
  return (await subscriptionById(work.tx.db, subscriptionId))?.endedAt !== null
}

const joining = async (work: Work, order: OrderRow, payment: Payment, plan: ActivePlan): Promise<Delivery | null> => {
  // A plan that is to be archived takes no new member: its open orders have been given up.
  if (plan.archivingAt !== null || (await currentMembership(work, order, plan))) return null
  const from = payment.period?.from ?? payment.at
  const to = payment.period?.to ?? periodEnd(from, plan.subscriptionInterval, 1)
  const providerSubscriptionId = payment.providerSubscriptionId ?? null
  return async () => {
    await startMembership(work, order, plan, { from, to, providerSubscriptionId })
  }
}

/**
 * A payment for something that cannot be delivered: staff decide, or it is refunded at once where that is possible
 * (card), or where nobody is left to be told of a decision.
 */
const keepLate = async (work: Work, order: OrderRow, payment: Payment, why: string) => {
  const { tx, now, newId } = work
  if (order.paymentState === 'awaitingPayment') await release(work, order)
  const closed =
    order.paymentState === 'awaitingPayment'
      ? await moveOrder(tx.db, order, 'canceled', { closedAt: now, editedAt: now })
      : order
  const held = await moveOrder(tx.db, closed, 'paidLate', { intentId: payment.intentId, editedAt: now })
  await insertLate(tx.db, held, { amount: payment.amount, arrivedAt: payment.at })
  await book(tx.db, newId, late(order.orderId, payment.amount, payment.at), { ...order, orderId: order.orderId })
  await note(work, order, 'paidLate', { detail: why })
  if (payment.providerSubscriptionId) await work.later.endProviderSubscription(payment.providerSubscriptionId)
  const isGone = await isDeleted(tx.db, order.uid)
  if (isGone) return void (await refundLate(work, held, payment.amount, { why: 'accountDeleted' }))
  if (order.paymentMethod === 'card') return void (await refundLate(work, held, payment.amount))
  const bought = await boughtOf(work, order)
  await mailToFan(work, order.uid, (to) => lateReceived(to, bought))
}

/** Yen of a late payment that were neither given back nor are about to be, perhaps at the provider itself. */
export const lateLeft = async (db: Db, order: OrderRow): Promise<number> => {
  const late = await lateOf(db, order)
  return late ? late.amount - (await refundTotalOf(db, order, ['requested', 'requiresCustomerAction', 'succeeded'])) : 0
}

/** Gives back money that was never earned. */
export const refundLate = async (
  work: Work,
  order: OrderRow,
  amount: number,
  { by = '', why = 'late' }: { by?: string; why?: 'late' | 'accountDeleted' } = {},
): Promise<string> => {
  const { tx, now, newId } = work
  const refundId = newId('refund')
  await insertRefund(tx.db, {
    tenantId: order.tenantId,
    orderId: order.orderId,
    refundId,
    amount,
    state: 'requested',
    reason: why,
    requestedBy: by,
    requestedAt: now,
  })
  await resolveLate(tx.db, order, { resolution: 'refunded', resolvedAt: now, resolvedBy: by })
  await work.later.refund(refundId)
  await note(work, order, 'refundRequested', { actorUid: by })
  return refundId
}

const deliver = async (work: Work, order: OrderRow, payment: Payment, hand: Delivery, wasLate: boolean) => {
  const { tx, now, newId } = work
  const { intentId, invoiceId } = payment
  const ids = { intentId, ...(invoiceId && { invoiceId }) }
  const held =
    order.paymentState === 'awaitingPayment' || order.paymentState === 'paidLate'
      ? order
      : await moveOrder(tx.db, order, 'paidLate', { editedAt: now })
  const done = await moveOrder(tx.db, held, 'paid', { paidAt: payment.at, closedAt: null, editedAt: now, ...ids })
  await hand()
  const movement = wasLate ? lateAccepted : paid
  const lines = await linesOf(tx.db, order)
  const booked = movement(saleOf(order, lines), work.fees, payment.at)
  await book(tx.db, newId, booked, { ...order, orderId: order.orderId })
  // Revenue of goods that are sent or handed over is shared at that time; downloads are earned at once.
  await shareMovement(
    work,
    order,
    booked,
    lines.filter(({ deliveryMethod }) => deliveryMethod === 'digital'),
  )
  if (order.paymentMethod === 'konbini') await setKonbini(tx.db, order, { state: 'paid' })
  await note(work, order, wasLate ? 'lateAccepted' : 'paid')
  const bought = await boughtOf(work, done)
  await mailToFan(work, order.uid, (to) => purchaseDone(to, bought))
}

const whyInVain = async (work: Work, order: OrderRow, payment: Payment) => {
  if (await isPaidInVain(work.tx.db, order)) return 'accountDeleted'
  return (await isEmptyMonth(work, order, payment)) ? 'emptyMonth' : 'cannotDeliver'
}

/** The money of an order has come. Answers whether what was bought is given for it now. */
export const settlePaid = async (work: Work, order: OrderRow, payment: Payment): Promise<boolean> => {
  const { paymentState } = order
  const isSettled = paymentState === 'paid' || paymentState === 'partiallyRefunded' || paymentState === 'refunded'
  if (isSettled || paymentState === 'paidLate') return false
  const isExact = payment.amount === order.total && payment.currency === 'jpy'
  const hand = isExact ? await deliveryOf(work, order, payment) : null
  if (hand) {
    await deliver(work, order, payment, hand, false)
    return true
  }
  await keepLate(work, order, payment, isExact ? await whyInVain(work, order, payment) : 'amountMismatch')
  return false
}

/** Staff accept a late payment; false when the items can no longer be delivered. */
export const acceptLate = async (work: Work, order: OrderRow, by: string): Promise<boolean> => {
  const payment = { amount: order.total, currency: 'jpy', at: work.now, intentId: order.intentId }
  const hand = await deliveryOf(work, order, payment, (await lateOf(work.tx.db, order))?.arrivedAt)
  if (!hand) return false
  await deliver(work, order, payment, hand, true)
  await resolveLate(work.tx.db, order, { resolution: 'accepted', resolvedAt: work.now, resolvedBy: by })
  return true
}

/** An order will not be paid any more: it lapsed, was given up, or was refused. */
export const close = async (
  work: Work,
  order: OrderRow,
  to: 'expired' | 'canceled' | 'failed',
  why = '',
): Promise<void> => {
  if (order.paymentState !== 'awaitingPayment') return
  const { tx, now } = work
  await moveOrder(tx.db, order, to, { closedAt: now, editedAt: now })
  await release(work, order)
  if (order.paymentMethod === 'konbini') await setKonbini(tx.db, order, { state: to })
  await note(work, order, to, { detail: why })
  // No voucher was issued: no mail is needed.
  if (order.paymentMethod !== 'konbini' || order.intentId === null) return
  if (to === 'expired') {
    const bought = await boughtOf(work, order)
    await mailToFan(work, order.uid, (reader) => voucherLapsed(reader, bought))
  }
  // Fans who cancelled need no mail; a fan whose order staff cancelled would take a dead code to the store.
  if (to === 'canceled' && why === '' && (await hasHappened(tx.db, order, 'cancelAsked', { byOthers: true })))
    await mailCanceled(work, order, true)
}

/** Staff have ended an order, and nothing can stop it any more. */
export const mailCanceled = async (work: Work, order: OrderRow, hasCode = false) => {
  const { name: brandName } = await brandOfShop(work.tx.db, order)
  const items = await linesOf(work.tx.db, order)
  await mailToFan(work, order.uid, (to) =>
    orderCanceled(to, { orderNumber: order.orderNumber, brandName, items, hasCode }),
  )
}

/** A whole refund takes back what was given for it; a part of it does not. */
export const revokeDelivery = async (
  work: Work,
  order: OrderRow,
  why: 'refund' | 'dispute',
): Promise<SubscriptionRow | undefined> => {
  const { tx, now } = work
  if (why === 'refund') await takeBackGoods(work, order)
  if (order.kind === 'backNumber') await voidPurchaseOf(tx.db, order.tenantId, order.orderId, now)
  return order.subscriptionId === null ? undefined : subscriptionById(tx.db, order.subscriptionId)
}

export const rememberSession = (work: Work, order: OrderRow, session: { id: string; url: string | null }) =>
  setOrder(work.tx.db, order.orderId, { sessionId: session.id, sessionUrl: session.url, editedAt: work.now })
