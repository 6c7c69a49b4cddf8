import type { ProviderDispute, ProviderRefund } from '../../server/payments/payments'
import { disputed, disputeWon, feeOf, lateRefunded, refunded } from '../ledger/ledger'
import { book, bookedOfOrder, entriesOfFact } from '../ledger/queries.server'
import { refundDone } from '../orders/mails'
import {
  brandOfShop,
  disputeByProvider,
  insertDispute,
  insertRefund,
  linesOf,
  moveOrder,
  type OrderRow,
  orderById,
  orderByIntent,
  type RefundRow,
  refundByProvider,
  refundRow,
  setDispute,
  setRefund,
} from '../orders/queries.server'
import { saleOf, takeBack } from '../orders/settle.server'
import { locked, mailToFan, note, type Work } from '../orders/work.server'
import { recountPaid } from '../subscriptions/membership.server'
import { insertTerm, termOfOrder, voidTermOfOrder } from '../subscriptions/queries.server'

/* What goes back: refunds that staff asked for or made at the provider, and disputes. */

const refundStates = {
  pending: 'requested',
  requires_action: 'requiresCustomerAction',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
} as const

/**
 * What the brand has earned of a sale and what has gone back of it so far, for the rule of the ledger. What is still
 * deferred (goods that have not been sent) goes back first.
 */
const earnedOf = async (work: Work, order: OrderRow) => {
  const { db } = work.tx
  const [booked, deferred] = [
    await bookedOfOrder(db, order, 'brandPayable'),
    await bookedOfOrder(db, order, 'deferred'),
  ]
  const whole = saleOf(order, await linesOf(db, order))
  const isBooked = Object.keys({ ...booked, ...deferred }).length > 0
  const sale = isBooked ? { ...whole, subtotal: -(booked.gross ?? 0), shippingFee: -(booked.shippingFee ?? 0) } : whole
  const before = {
    amount: order.refunded - (deferred.refund ?? 0) + (booked.chargeback ?? 0),
    platformFee: feeOf(sale.subtotal, work.fees.platformFee) - (booked.platformFee ?? 0),
    deferredLeft: -Object.values(deferred).reduce((sum, amount) => sum + amount, 0),
  }
  return { sale, before }
}

const giveBack = async (work: Work, order: OrderRow, { refundId, amount }: RefundRow) => {
  const { tx, now, newId } = work
  const of = { ...order, orderId: order.orderId }
  if (order.paymentState === 'paidLate') {
    await book(tx.db, newId, lateRefunded(refundId, amount, now), of)
    await moveOrder(tx.db, order, 'refunded', {
      refunded: Math.min(order.total, amount),
      refundedAt: now,
      editedAt: now,
    })
  } else {
    const { sale, before } = await earnedOf(work, order)
    await book(tx.db, newId, refunded(sale, { refundId, amount, before }, work.fees, now), of)
    const total = Math.min(order.total, order.refunded + amount)
    const isWhole = total === order.total
    await moveOrder(tx.db, order, isWhole ? 'refunded' : 'partiallyRefunded', {
      refunded: total,
      refundedAt: now,
      editedAt: now,
    })
    if (isWhole) await loseTerm(work, order, 'refund')
  }
  await note(work, order, 'refunded', { detail: String(amount) })
  const { name: brandName } = await brandOfShop(tx.db, order)
  const item = (await linesOf(tx.db, order))[0]?.name ?? ''
  await mailToFan(work, order.uid, (to) =>
    refundDone(to, { orderNumber: order.orderNumber, brandName, item, total: order.total }, amount),
  )
}

/**
 * What was given for an order is taken back. After a refund its month was never paid (the term ends where it began); after
 * a dispute the term ends now.
 */
const loseTerm = async (work: Work, order: OrderRow, why: 'refund' | 'dispute') => {
  const { tx, now } = work
  const subscription = await takeBack(work, order, why)
  const term = await termOfOrder(tx.db, order)
  if (!subscription || !term) return
  await voidTermOfOrder(tx.db, order, why === 'refund' ? term.from : now)
  if (subscription.endedAt !== null) return
  await recountPaid(work, subscription, 'refund')
  if (subscription.providerSubscriptionId !== null)
    await work.later.endProviderSubscription(subscription.providerSubscriptionId)
}

const refundOf = async (work: Work, told: ProviderRefund): Promise<{ row: RefundRow; order: OrderRow } | undefined> => {
  const known =
    (told.refundId === '' ? undefined : await refundRow(work.tx.db, told.refundId)) ??
    (await refundByProvider(work.tx.db, told.id))
  const order = await locked(work, () =>
    known ? orderById(work.tx.db, known.orderId) : orderByIntent(work.tx.db, told.intentId),
  )
  if (!order) return undefined
  const row =
    (known && (await refundRow(work.tx.db, known.refundId))) ??
    (await insertRefund(work.tx.db, {
      tenantId: order.tenantId,
      orderId: order.orderId,
      refundId: work.newId('refund'),
      amount: told.amount,
      state: 'requested',
      reason: 'provider',
      providerRefundId: told.id,
      requestedBy: '',
      requestedAt: work.now,
    }))
  return { row, order }
}

export const applyRefund = async (work: Work, told: ProviderRefund): Promise<void> => {
  const found = await refundOf(work, told)
  if (!found) return
  const { row, order } = found
  const state = refundStates[told.state]
  const isDecided = row.state === 'succeeded' || row.state === 'failed' || row.state === 'canceled'
  if (isDecided || (row.state === state && row.providerRefundId === told.id)) return
  const over = state === 'succeeded' || state === 'failed' || state === 'canceled'
  await setRefund(work.tx.db, row.refundId, { state, providerRefundId: told.id, ...(over && { decidedAt: work.now }) })
  if (state === 'succeeded') await giveBack(work, order, row)
  else if (over) await note(work, order, 'refundFailed')
}

export const applyDispute = async (work: Work, told: ProviderDispute): Promise<void> => {
  const { tx, now, newId } = work
  const order = await locked(work, () => orderByIntent(tx.db, told.intentId))
  if (!order) return
  const of = { ...order, orderId: order.orderId }
  let dispute = await disputeByProvider(tx.db, told.id)
  if (!dispute) {
    const { sale, before } = await earnedOf(work, order)
    dispute = await insertDispute(tx.db, {
      tenantId: order.tenantId,
      orderId: order.orderId,
      disputeId: newId('dispute'),
      providerDisputeId: told.id,
      amount: told.amount,
      state: 'open',
      openedAt: now,
    })
    const { disputeId, amount } = dispute
    await book(tx.db, newId, disputed(sale, { disputeId, amount, before }, work.fees, now), of)
    await note(work, order, 'disputeOpened')
    await loseTerm(work, order, 'dispute')
  }
  if (told.state === 'open' || dispute.state !== 'open') return
  await setDispute(tx.db, dispute.disputeId, { state: told.state, closedAt: now })
  await note(work, order, told.state === 'won' ? 'disputeWon' : 'disputeLost')
  if (told.state !== 'won') return
  const booked = await entriesOfFact(tx.db, `dispute:${dispute.disputeId}`)
  await book(tx.db, newId, disputeWon(booked, dispute.disputeId, now), of)
  const term = await termOfOrder(tx.db, order)
  if (!term || term.voidedAt === null) return
  const { tenantId, planId, uid, subscriptionId, from, to, amount, orderId } = term
  await insertTerm(tx.db, {
    tenantId,
    planId,
    uid,
    subscriptionId,
    orderId,
    from,
    to,
    amount,
    termId: newId('term'),
    source: 'extension',
  })
}
