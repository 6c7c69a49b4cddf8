import { brandOfShop } from '#club/brands/queries.server.ts'
import { postalText } from '#club/postal/postalCode.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import { atOnce } from '#server/db/together.ts'
import type { Ports } from '#server/ports.ts'
import type { Db } from '#server/proven.ts'
import { late, lateAccepted, paid, type Sale } from '../ledger/ledger'
import { book } from '../ledger/queries.server'
import { reducedWorth } from '../ledger/reduced'
import { soldFrom } from '../ledger/sales.queries.server'
import { shareMovement } from '../ledger/share.server'
import { type AtTill, atTill } from './atTill.queries.server'
import { type Delivery, kindOf, type Payment, type Undeliverable } from './kinds.server'
import { addressToCome, type Bought, boughtFrom } from './letter'
import { lateReceived, orderCanceled, purchaseDone, voucherLapsed } from './mails'
import { insertUnallocated } from './payments/queries.server'
import {
  hasHappened,
  insertLate,
  lateOf,
  linesOf,
  moveOrder,
  type OrderLine,
  type OrderRow,
  resolveLate,
  setKonbini,
  setOrder,
} from './queries.server'
import { disputesOf, insertRefund, type RefundRow, refundTotalOf } from './refunds.queries.server'
import type { refunds } from './tables.server'
import { mailToFan, note, type Work } from './work.server'

/*
 * What an order becomes when it is paid, or will not be. Every caller (a callback, a job, a returning fan) reads the
 * provider's object again and holds the fan's lock, so the result depends neither on their order nor on their number.
 */

const saleOf = (
  { orderId, kind, subtotal, shippingFee, konbiniFee, total }: OrderRow,
  lines: readonly OrderLine[],
  deferredOf: (lines: readonly OrderLine[]) => number,
): Sale => {
  const reduced = lines.filter(({ isReducedTax }) => isReducedTax)
  return {
    deferred: deferredOf(lines),
    ...(reduced.length > 0 && { reduced: { subtotal: reducedWorth(lines, lines), deferred: deferredOf(reduced) } }),
    orderId,
    kind,
    subtotal,
    shippingFee,
    konbiniFee,
    total,
  }
}

/** The order's values that its mails show. */
export const boughtOf = async (work: Work, order: OrderRow): Promise<Bought> => {
  const { buyer, shop, lines } = await atTill(work.tx.db, order)
  return boughtFor(order, addressText(buyer), shop, lines)
}

const boughtFor = (
  order: OrderRow,
  address: string | null,
  { name: brandName }: { name: string },
  lines: readonly OrderLine[],
): Bought => {
  const isSent = lines.some(({ deliveryMethod, isPickUp }) => deliveryMethod === 'physical' && !isPickUp)
  return boughtFrom({ ...order, brandName }, lines, isSent ? address : null)
}

/** Null after the buyer's data was deleted. */
const addressText = (buyer: AtTill['buyer']): string | null => {
  if (!buyer?.recipientName) return null
  const { postalCode, prefecture, town, address, building, recipientName } = buyer
  return [`${postalText(postalCode)} ${prefecture}${town}${address}`, building, recipientName].filter(Boolean).join(' ')
}

/**
 * What is paid for somebody who has deleted the account is not delivered: only goods that are all sent reach an address
 * that the order has kept. The caller holds the fan's lock, which a deletion takes as well.
 */
export const isPaidInVain = ({ isDeleted, lines, buyer }: AtTill): boolean => {
  if (!isDeleted) return false
  const isSent = lines.every(({ deliveryMethod, isPickUp }) => deliveryMethod === 'physical' && !isPickUp)
  return !isSent || !buyer?.recipientName
}

/** How the thing is handed over, or why it is not. `madeAt`: when it was paid, whenever that is taken up. */
const deliveryOf = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  known: AtTill,
  madeAt = payment.at,
): Promise<Delivery | Undeliverable | 'accountDeleted' | 'buyerBlocked'> => {
  if (isPaidInVain(known)) return 'accountDeleted'
  const delivery = await kindOf(work.tx, order).deliver(work, order, payment, madeAt, known)
  // Why it is not delivered is the block, not that it would no longer be sold.
  if (delivery === 'cannotDeliver' && known.fan?.blockedAt) return 'buyerBlocked'
  return delivery
}

/**
 * A payment for something that cannot be delivered: staff decide, or it is refunded at once where that is possible
 * (card), or where nobody is left to be told of a decision.
 */
const keepLate = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  why: string,
  { isDeleted, ...known }: AtTill,
) => {
  const { tx, now, newId } = work
  if (order.paymentState === 'awaitingPayment') await kindOf(work.tx, order).release?.(work, order)
  const closed =
    order.paymentState === 'awaitingPayment'
      ? await moveOrder(tx.db, order, 'canceled', { closedAt: now, editedAt: now })
      : order
  const held = await moveOrder(tx.db, closed, 'paidLate', { intentId: payment.intentId, editedAt: now })
  await insertLate(tx.db, held, { amount: payment.amount, arrivedAt: payment.at })
  await book(tx.db, newId, late(order.orderId, payment.amount, payment.at), { ...order, orderId: order.orderId })
  await note(work, order, 'paidLate', { detail: why })
  if (payment.providerSubscriptionId) await work.later.endProviderSubscription(payment.providerSubscriptionId, order)
  if (isDeleted) return void (await refundLate(work, held, payment.amount, { why: 'accountDeleted' }))
  // Goods of a blocked buyer wait for the staff, however they were paid: they may have to be sent all the same.
  const waits = why === 'buyerBlocked' && kindOf(tx, order).pieces !== undefined
  if (order.paymentMethod === 'card' && !waits) return void (await refundLate(work, held, payment.amount))
  const bought = boughtFor(order, addressText(known.buyer), known.shop, known.lines)
  await mailToFan(work, order, (to) => lateReceived(to, bought), known)
}

/** Our pages ask for yen. What an account converts all the same is no sum of yen, so it is not booked: the operator gives it back. */
const standInOtherCurrency = async (work: Work, order: OrderRow, payment: Payment) => {
  const { orderId, paymentMethod: method } = order
  const { intentId: providerId, amount, currency, at: arrivedAt } = payment
  const of = { kind: 'payment' as const, method, amount, currency, customerId: '', orderId, arrivedAt }
  if (providerId !== null) await insertUnallocated(work.tx.db, { providerId, ...of })
  if (payment.providerSubscriptionId) await work.later.endProviderSubscription(payment.providerSubscriptionId, order)
  await close(work, order, 'canceled', 'otherCurrency')
}

/** Yen of a late payment that were neither given back nor are about to be, perhaps at the provider itself or by the buyer's bank. */
export const lateLeft = async (db: Db, order: OrderRow): Promise<number> => {
  const late = await lateOf(db, order)
  if (!late) return 0
  const back = await refundTotalOf(db, order, ['requested', 'requiresCustomerAction', 'succeeded'])
  const disputed = (await disputesOf(db, order)).filter(({ state }) => state === 'open' || state === 'lost')
  return late.amount - back - disputed.reduce((sum, { amount }) => sum + amount, 0)
}

type RefundValues = Pick<typeof refunds.$inferInsert, 'amount' | 'reason'> &
  Partial<Pick<RefundRow, 'intentId' | 'lines' | 'unshippedAmount' | 'unshippedShipping' | 'restock'>>

/**
 * Stores the intention of a refund, writes it into the order's history, and has the provider asked: at once, or by then where the
 * caller asks it itself and a crash may come in between. Its id.
 */
export const requestRefund = async (
  work: Work,
  order: OrderRow,
  values: RefundValues,
  { by = '', noted = 'refundRequested', at }: { by?: string; noted?: string; at?: Instant } = {},
): Promise<string> => {
  const { tx, now, newId } = work
  const { tenantId, orderId } = order
  const refundId = newId('refund')
  const request = { state: 'requested' as const, requestedBy: by, requestedAt: now }
  await insertRefund(tx.db, { ...values, ...request, tenantId, orderId, refundId })
  await note(work, order, noted, { actorUid: by, detail: String(values.amount) })
  await work.later.refund(refundId, at)
  return refundId
}

/** Gives back money that was never earned. */
export const refundLate = async (
  work: Work,
  order: OrderRow,
  amount: number,
  { by = '', why = 'late' }: { by?: string; why?: 'late' | 'accountDeleted' } = {},
): Promise<string> => {
  const { tx, now } = work
  await resolveLate(tx.db, order, { resolution: 'refunded', resolvedAt: now, resolvedBy: by })
  return requestRefund(work, order, { amount, reason: why }, { by })
}

const bookDelivered = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  { written = [], give }: Delivery,
  { lines, buyer, shop, person, wasLate }: AtTill & { wasLate: boolean },
) => {
  const { tx, now, newId } = work
  const { intentId, invoiceId } = payment
  const ids = { intentId, ...(invoiceId && { invoiceId }) }
  const held =
    order.paymentState === 'awaitingPayment' || order.paymentState === 'paidLate'
      ? order
      : await moveOrder(tx.db, order, 'paidLate', { editedAt: now })
  const kind = kindOf(tx, order)
  const changes = { paidAt: payment.at, closedAt: null, editedAt: now, ...ids, ...kind.whenPaid?.(lines) }
  const noted = note(work, order, wasLate ? 'lateAccepted' : 'paid').getSQL()
  const [done] = await atOnce([moveOrder(tx.db, held, 'paid', changes, [...written, noted]), give()])
  const movement = wasLate ? lateAccepted : paid
  const sale = saleOf(order, lines, (some) => kind.deferred?.(some) ?? 0)
  const booked = movement(sale, work.fees, payment.at)
  const booking = async () => {
    await book(tx.db, newId, booked, { ...order, sold: soldFrom(order, lines) })
    // Revenue of goods that are sent or handed over is shared at that time; downloads are earned at once.
    await shareMovement(
      work,
      order,
      booked,
      lines.filter(({ deliveryMethod }) => deliveryMethod === 'digital'),
    )
    if (order.paymentMethod === 'konbini') await setKonbini(tx.db, order, { state: 'paid' })
  }
  const mailing = async () => {
    const bought = boughtFor(done, addressText(buyer), shop, lines)
    const write = (await kind.paidLetter?.(work, order)) ?? purchaseDone
    await mailToFan(work, order, (to) => write(to, bought), { shop, person })
  }
  await atOnce([booking(), mailing()])
}

/**
 * The money of an order has come. Answers whether what was bought is given for it now. `read`: what settling asks, where it has been read
 * under the fan's lock.
 */
export const settlePaid = async (work: Work, order: OrderRow, payment: Payment, read?: AtTill): Promise<boolean> => {
  const { paymentState } = order
  const isSettled = paymentState === 'paid' || paymentState === 'partiallyRefunded' || paymentState === 'refunded'
  if (isSettled || paymentState === 'paidLate') return false
  if (payment.currency !== 'jpy') {
    await standInOtherCurrency(work, order, payment)
    return false
  }
  const known = read ?? (await atTill(work.tx.db, order))
  const isExact = payment.amount === order.total
  const delivery = isExact ? await deliveryOf(work, order, payment, known) : 'amountMismatch'
  if (typeof delivery === 'string') {
    await keepLate(work, order, payment, delivery, known)
    return false
  }
  await bookDelivered(work, order, payment, delivery, { ...known, wasLate: false })
  return true
}

/** Staff accept a late payment; false when the items can no longer be delivered. */
export const acceptLate = async (work: Work, order: OrderRow, by: string): Promise<boolean> => {
  const payment = { amount: order.total, currency: 'jpy', at: work.now, intentId: order.intentId }
  const known = await atTill(work.tx.db, order)
  const delivery = await deliveryOf(work, order, payment, known, (await lateOf(work.tx.db, order))?.arrivedAt)
  if (typeof delivery === 'string') return false
  await bookDelivered(work, order, payment, delivery, { ...known, wasLate: true })
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
  await kindOf(work.tx, order).release?.(work, order)
  if (order.paymentMethod === 'konbini') await setKonbini(tx.db, order, { state: to })
  await note(work, order, to, { detail: why })
  // No voucher was issued: no mail is needed.
  if (order.paymentMethod !== 'konbini' || order.intentId === null) return
  // With the voucher of a next term the membership ends, and its own mail says so.
  if (to === 'expired' && order.subscriptionId === null) {
    const bought = await boughtOf(work, order)
    await mailToFan(work, order, (reader) => voucherLapsed(reader, bought))
  }
  // Fans who cancelled need no mail; a fan whose order staff cancelled would take a dead code to the store.
  if (to === 'canceled' && why === '' && (await hasHappened(tx.db, order, 'cancelAsked', { byOthers: true })))
    await mailCanceled(work, order, true)
}

/** Staff have ended an order, and nothing can stop it any more. */
export const mailCanceled = async (work: Work, order: OrderRow, hasCode = false) => {
  const { name: brandName } = await brandOfShop(work.tx.db, order)
  const items = await linesOf(work.tx.db, order)
  await mailToFan(work, order, (to) => orderCanceled(to, { orderNumber: order.orderNumber, brandName, items, hasCode }))
}

/** The mail that accepting a late payment sends; where goods go is left out of it. */
export const lateAcceptedLetter = async (
  { db, ports, now }: { db: Db; ports: Ports; now: Instant },
  order: OrderRow,
  to: Reader,
): Promise<Letter> => {
  const madeAt = (await lateOf(db, order))?.arrivedAt ?? now
  const write = (await kindOf({ ports }, order).paidLetterAhead?.(db, order, { now, madeAt })) ?? purchaseDone
  const { buyer, shop, lines } = await atTill(db, order)
  const address = addressText(buyer) === null ? null : addressToCome(to.locale)
  return write(to, boughtFor(order, address, shop, lines))
}

export const rememberSession = (work: Work, order: OrderRow, session: { id: string; url: string | null }) =>
  setOrder(work.tx.db, order, { sessionId: session.id, sessionUrl: session.url, editedAt: work.now })
