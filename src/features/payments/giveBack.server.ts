import type { ProviderDispute, ProviderRefund } from '../../server/payments/payments'
import { type Deferred, disputed, disputeWon, feeOf, lateRefunded, refunded } from '../ledger/ledger'
import { book, bookedOfOrder, deferredOfOrder, entriesOfFact } from '../ledger/queries.server'
import { restockPieces, takeBackPieces } from '../orders/fulfillments/pieces.server'
import { shareMovement, unshareMovement } from '../orders/goods/share.server'
import { refundAsked, refundDone } from '../orders/mails'
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
import { boughtOf, saleOf, takeBack } from '../orders/settle.server'
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

/** What of a sale the brand has, and what of that has gone back so far, for the rule of the ledger. */
const recognized = async (work: Work, order: OrderRow) => {
  const {
    gross = 0,
    shippingFee = 0,
    refund = 0,
    chargeback = 0,
    platformFee = 0,
  } = await bookedOfOrder(work.tx.db, order)
  const sale = { ...saleOf(order, []), subtotal: -gross, shippingFee: -shippingFee }
  const fee = feeOf(sale.subtotal, work.fees.platformFee)
  return { sale, before: { amount: refund + chargeback, platformFee: fee - platformFee } }
}

/** What of an amount has not been sent yet: as staff said, else as much of it as there is. */
const waitingOf = async (work: Work, order: OrderRow, amount: number, said?: Deferred): Promise<Deferred> => {
  const left = await deferredOfOrder(work.tx.db, order)
  const wanted = said ?? { price: amount, shipping: Math.max(0, amount - left.price) }
  return {
    price: Math.min(wanted.price, left.price, amount),
    shipping: Math.min(wanted.shipping, left.shipping, amount - Math.min(wanted.price, left.price, amount)),
  }
}

const giveBack = async (work: Work, order: OrderRow, refund: RefundRow) => {
  const { tx, now, newId } = work
  const { refundId, amount } = refund
  const of = { ...order, orderId: order.orderId }
  if (order.paymentState === 'paidLate') {
    await book(tx.db, newId, lateRefunded(refundId, amount, now), of)
    await moveOrder(tx.db, order, 'refunded', {
      refunded: Math.min(order.total, amount),
      refundedAt: now,
      editedAt: now,
    })
  } else {
    const { sale, before } = await recognized(work, order)
    const said =
      refund.lines.length > 0 || refund.unshippedShipping > 0
        ? { price: refund.unshippedAmount, shipping: refund.unshippedShipping }
        : undefined
    const waiting = await waitingOf(work, order, amount, said)
    const movement = refunded(sale, { refundId, amount, before, waiting }, work.fees, now)
    await book(tx.db, newId, movement, of)
    await shareMovement(work, order, movement, refund.lines.length > 0 ? refund.lines : undefined)
    const total = Math.min(order.total, order.refunded + amount)
    const isWhole = total === order.total
    await moveOrder(tx.db, order, isWhole ? 'refunded' : 'partiallyRefunded', {
      refunded: total,
      refundedAt: now,
      editedAt: now,
    })
    if (isWhole) await loseTerm(work, order, 'refund')
    if (refund.restock) await restockPieces(work, order, refund.lines)
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

/** Once: a state that is told again is passed over before. */
const tellAsked = async (work: Work, order: OrderRow, amount: number) => {
  const bought = await boughtOf(work, order)
  await mailToFan(work, order.uid, (to) => refundAsked(to, bought, amount))
}

/** False when nothing is known of the payment (yet) that it is of. */
export const applyRefund = async (work: Work, told: ProviderRefund): Promise<boolean> => {
  const found = await refundOf(work, told)
  if (!found) return false
  const { row, order } = found
  const state = refundStates[told.state]
  const isDecided = row.state === 'succeeded' || row.state === 'failed' || row.state === 'canceled'
  if (isDecided || (row.state === state && row.providerRefundId === told.id)) return true
  const over = state === 'succeeded' || state === 'failed' || state === 'canceled'
  await setRefund(work.tx.db, row.refundId, { state, providerRefundId: told.id, ...(over && { decidedAt: work.now }) })
  if (state === 'requiresCustomerAction') await tellAsked(work, order, row.amount)
  if (state === 'succeeded') await giveBack(work, order, row)
  else if (over) {
    await takeBackPieces(work, order, row.lines)
    await note(work, order, 'refundFailed')
  }
  return true
}

/** False when nothing is known of the payment (yet) that it is of. */
export const applyDispute = async (work: Work, told: ProviderDispute): Promise<boolean> => {
  const order = await locked(work, () => orderByIntent(work.tx.db, told.intentId))
  if (order) await quarrel(work, order, told)
  return order !== undefined
}

const quarrel = async (work: Work, order: OrderRow, told: ProviderDispute) => {
  const { tx, now, newId } = work
  const of = { ...order, orderId: order.orderId }
  let dispute = await disputeByProvider(tx.db, told.id)
  if (!dispute) {
    const { sale, before } = await recognized(work, order)
    const waiting = await waitingOf(work, order, told.amount)
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
    const movement = disputed(sale, { disputeId, amount, before, waiting }, work.fees, now)
    await book(tx.db, newId, movement, of)
    await shareMovement(work, order, movement)
    await note(work, order, 'disputeOpened')
    await loseTerm(work, order, 'dispute')
  }
  if (told.state === 'open' || dispute.state !== 'open') return
  await setDispute(tx.db, dispute.disputeId, { state: told.state, closedAt: now })
  await note(work, order, told.state === 'won' ? 'disputeWon' : 'disputeLost')
  if (told.state !== 'won') return
  const booked = await entriesOfFact(tx.db, `dispute:${dispute.disputeId}`)
  await book(tx.db, newId, disputeWon(booked, dispute.disputeId, now), of)
  await unshareMovement(work, order, `dispute:${dispute.disputeId}`)
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
