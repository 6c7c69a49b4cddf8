import { isDeleted } from '#club/identity/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { ProviderRefund } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { backOf, isShippingFact, refunded, shippingFact, undone } from '../../ledger/back'
import { lateRefunded, type Movement, type MovementKind } from '../../ledger/ledger'
import { book, entriesOfFact, heldOfOrder } from '../../ledger/queries.server'
import { reducedWorth } from '../../ledger/reduced'
import { shareByPrices, shareMovement, unshareMovement } from '../../ledger/share.server'
import { kindOf } from '../kinds.server'
import { countPieces } from '../lines.queries.server'
import { refundAsked, refundDone, refundWaits } from '../mails'
import {
  hasHappened,
  lateOf,
  linesOf,
  moveOrder,
  type OrderRow,
  orderById,
  orderByIntent,
  reopenLate,
  resolveLate,
  setOrder,
} from '../queries.server'
import { askedAgain, questionReminderAt, questionReminders } from '../refund'
import {
  insertRefund,
  isGoingBack,
  type RefundRow,
  refundByProvider,
  refundOfPayment,
  refundRow,
  refundTotalOf,
  setRefund,
} from '../refunds.queries.server'
import { boughtOf, mailCanceled } from '../settle.server'
import { locked, mailToFan, note, type Work } from '../work.server'

/* What goes back: refunds that staff asked for or made at the provider. */

const refundStates = {
  pending: 'requested',
  requires_action: 'requiresCustomerAction',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
} as const

/** The refunded pieces that had been sent. */
const sentOf = (pieces: RefundRow['lines']) =>
  pieces.map(({ lineId, quantity, unsent = 0 }) => ({ lineId, quantity: quantity - unsent }))

/**
 * Books returned money, borne by the brands of the pieces that staff named, else by each brand's part. A refund of the
 * rest takes exactly what each has left, because parts of pieces were rounded to yen.
 */
export const bookBack = async (
  work: Work,
  order: OrderRow,
  movements: readonly Movement[],
  by: { prices: Parameters<typeof shareByPrices>[3]; pieces?: RefundRow['lines'] },
) => {
  const { pieces = [], prices } = by
  for (const movement of movements) {
    await book(work.tx.db, work.newId, movement, order)
    // Shipping is the home brand's alone.
    if (isShippingFact(movement.fact)) continue
    if (pieces.length === 0) await shareByPrices(work, order, movement, prices)
    else await shareMovement(work, order, movement, sentOf(pieces))
  }
}

/** Reverses everything that was booked as a fact. */
export const takeBackBooked = async (work: Work, order: OrderRow, was: string, kind: MovementKind, fact: string) => {
  const { tx, fees, now, newId } = work
  for (const [of, as] of [
    [was, fact],
    [shippingFact(was), shippingFact(fact)],
  ] as const) {
    const booked = await entriesOfFact(tx.db, order, of)
    const held = await heldOfOrder(tx.db, order)
    if (booked.length > 0) await book(tx.db, newId, undone(booked, { kind, fact: as, held }, fees, now), order)
  }
  await unshareMovement(work, order, was)
}

/** A refund that a bank sent back and that went out again is a fact of its own. */
const bookedAs = ({ refundId, returned }: RefundRow) => (returned === 0 ? refundId : `${refundId}:${returned}`)

/** Refund of a late payment, which was never recognised. After a partial one the rest waits on. */
const giveBackLate = async (work: Work, order: OrderRow, refund: RefundRow) => {
  const { tx, now, newId } = work
  await book(tx.db, newId, lateRefunded(bookedAs(refund), refund.amount, now), order)
  const gone = await refundTotalOf(tx.db, order, ['succeeded'])
  const changes = { refunded: Math.min(order.total, gone), refundedAt: now, editedAt: now }
  const late = await lateOf(tx.db, order)
  if (late && gone < late.amount) return setOrder(tx.db, order, changes)
  await resolveLate(tx.db, order, { resolution: 'refunded', resolvedAt: now, resolvedBy: '' })
  await moveOrder(tx.db, order, 'refunded', changes)
}

const giveBack = async (work: Work, order: OrderRow, refund: RefundRow) => {
  const { tx, now } = work
  const { amount } = refund
  if (refund.intentId !== null) await book(tx.db, work.newId, lateRefunded(bookedAs(refund), amount, now), order)
  else if (order.paymentState === 'paidLate') await giveBackLate(work, order, refund)
  else {
    const held = await heldOfOrder(tx.db, order)
    const isOfPieces = refund.lines.length > 0 || refund.unshippedShipping > 0
    const lines = isOfPieces ? await linesOf(tx.db, order) : []
    const unsent = refund.lines.map(({ lineId, unsent: quantity = 0 }) => ({ lineId, quantity }))
    const reduced = { unsent: reducedWorth(lines, unsent), sent: reducedWorth(lines, sentOf(refund.lines)) }
    const said = isOfPieces
      ? { unsent: refund.unshippedAmount, shipping: refund.unshippedShipping, reduced }
      : undefined
    const of = backOf(held, amount, said)
    const movements = refunded(held, of, bookedAs(refund), work.fees, now)
    await bookBack(work, order, movements, {
      prices: held.prices,
      ...(of.price < held.price && { pieces: refund.lines }),
    })
    const total = Math.min(order.total, order.refunded + amount)
    const isWhole = total === order.total
    await moveOrder(tx.db, order, isWhole ? 'refunded' : 'partiallyRefunded', {
      refunded: total,
      refundedAt: now,
      editedAt: now,
    })
    const { takeBack, takeBackLines, pieces } = kindOf(work.tx, order)
    if (isWhole) await takeBack?.(work, order, 'refund')
    else if (refund.lines.length > 0) await takeBackLines?.(work, order, refund.lines)
    if (refund.restock && refund.returned === 0) await pieces?.restock(work, order, refund.lines)
    if (refund.lines.length > 0) await pieces?.unpack(work, order)
    await pieces?.earnRest(work, order, `refund:${bookedAs(refund)}`)
  }
  await note(work, order, 'refunded', { detail: String(amount) })
  const bought = await boughtOf(work, order)
  await mailToFan(work, order, (to) => refundDone(to, bought, amount))
}

/** The order that a payment belongs to: its own, or one that was paid besides. */
export const orderOfPayment = async (db: Db, intentId: string) => {
  const own = await orderByIntent(db, intentId)
  const besides = own ? undefined : await refundOfPayment(db, intentId)
  return besides ? orderById(db, besides.orderId) : own
}

const refundOf = async (work: Work, told: ProviderRefund): Promise<{ row: RefundRow; order: OrderRow } | undefined> => {
  const known =
    (told.refundId === '' ? undefined : await refundRow(work.tx.db, told.refundId)) ??
    (await refundByProvider(work.tx.db, told.id))
  const order = await locked(work, () =>
    known ? orderById(work.tx.db, known.orderId) : orderOfPayment(work.tx.db, told.intentId),
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
      ...(told.intentId !== order.intentId && { intentId: told.intentId }),
      requestedBy: '',
      requestedAt: work.now,
    }))
  return { row, order }
}

/** Sent once: a repeated state returns before this. */
const tellRefundAsked = async (work: Work, order: OrderRow, { refundId, amount }: RefundRow, until: Instant | null) => {
  const bought = await boughtOf(work, order)
  await mailToFan(work, order, (to) => refundAsked(to, bought, { amount, until }))
  if (until === null) return
  for (const which of questionReminders) {
    const at = questionReminderAt(until, which)
    if (at > work.now) await work.later.remindRefund({ refundId, until, which }, at)
  }
}

/** The staff decide again; where the buyer is gone nothing is left to decide, and the platform has to find them. */
const reopenUnlessDeleted = async ({ tx }: Work, order: OrderRow, { reason }: RefundRow) => {
  if (reason !== 'accountDeleted') await reopenLate(tx.db, order)
}

/** False when the refunded payment is not known (yet). */
export const applyRefund = async (work: Work, told: ProviderRefund): Promise<boolean> => {
  const found = await refundOf(work, told)
  if (!found) return false
  const { row, order } = found
  const state = refundStates[told.state]
  const { answerUntil } = told
  const isUndone = row.state === 'succeeded' && state !== 'succeeded' && state !== 'requested'
  if (isUndone) await refundReturned(work, order, row, state, answerUntil)
  const isDecided = row.state === 'succeeded' || row.state === 'failed' || row.state === 'canceled'
  if (isDecided || (row.state === state && row.providerRefundId === told.id)) return true
  const over = state === 'succeeded' || state === 'failed' || state === 'canceled'
  // An order that staff cancel becomes canceled only when the provider has accepted the refund.
  const isTaken = row.providerRefundId === null && state !== 'failed' && state !== 'canceled'
  if (isTaken && (await hasHappened(work.tx.db, order, 'canceledByStaff', { at: row.requestedAt })))
    await mailCanceled(work, order)
  const decided = over && { decidedAt: work.now }
  await setRefund(work.tx.db, row, { state, providerRefundId: told.id, answerUntil, ...decided })
  if (isTaken && row.lines.length > 0) await kindOf(work.tx, order).pieces?.settle(work, order)
  if (state === 'requiresCustomerAction') {
    await tellRefundAsked(work, order, row, answerUntil)
    await holdBack(work, order, row)
  }
  if (state === 'succeeded') await giveBack(work, order, row)
  else if (over) await fail(work, order, row)
  return true
}

/**
 * A refund that the provider refuses at once leaves the order as it was. One that fails after it was accepted (a store's
 * buyer named no bank account) releases nothing: its pieces are not sent, and staff refund once more.
 */
const fail = async (work: Work, order: OrderRow, refund: RefundRow) => {
  const { refundId, providerRefundId, lines, reason } = refund
  const isRefused = providerRefundId === null
  const { pieces } = kindOf(work.tx, order)
  if (isRefused && reason !== askedAgain)
    await (pieces ? pieces.putBack(work, order, lines) : countPieces(work.tx.db, order, 'givenBack', lines, -1))
  else if (lines.length > 0) await pieces?.unpack(work, order)
  const isOwn = refund.intentId === null
  if (isOwn && order.paymentState === 'paidLate') await reopenUnlessDeleted(work, order, refund)
  else if (isOwn) await pieces?.earnRest(work, order, `refundFailed:${refundId}`)
  await note(work, order, 'refundFailed')
  // The buyer named no bank account in time.
  if (refund.state === 'requiresCustomerAction') await tellRefundWaits(work, order, refund)
}

const tellRefundWaits = async (work: Work, order: OrderRow, refund: RefundRow) => {
  // Nobody is left to ask: the operator finds the owner (office/waitingMoney).
  if (await isDeleted(work.tx.db, order.uid)) return setRefund(work.tx.db, refund, { reason: 'accountDeleted' })
  const bought = await boughtOf(work, order)
  await mailToFan(work, order, (to) => refundWaits(to, bought, refund.amount))
}

/**
 * A full refund by amount may wait weeks for the buyer's bank account: the order is put on hold, so that nothing ships.
 * If the refund fails the order stays on hold, for staff to decide.
 */
const holdBack = async (work: Work, order: OrderRow, { lines, requestedBy }: RefundRow) => {
  if (lines.length === 0 && (await isGoingBack(work.tx.db, order)))
    await kindOf(work.tx, order).pieces?.hold(work, order, { what: 'heldForRefund', uid: requestedBy })
}

/**
 * The bank returned a refund that had succeeded: the provider has the money again, and the ledger is reversed. What was
 * taken from the fan stays taken; staff are notified and decide, or a store's buyer is asked for another bank account.
 */
const refundReturned = async (
  work: Work,
  order: OrderRow,
  refund: RefundRow,
  state: 'failed' | 'canceled' | 'requiresCustomerAction',
  answerUntil: Instant | null,
) => {
  const { tx, now } = work
  const { amount } = refund
  const isAsked = state === 'requiresCustomerAction'
  const again = { answerUntil, returned: refund.returned + 1 }
  await setRefund(tx.db, refund, { state, decidedAt: isAsked ? null : now, ...(isAsked && again) })
  const was = bookedAs(refund)
  await takeBackBooked(work, order, `refund:${was}`, 'refundFailed', `refundFailed:${was}`)
  if (refund.intentId === null) await takenBack(work, order, refund, { was, isAsked })
  await note(work, order, 'refundCameBack', { detail: String(amount) })
  if (isAsked) await tellRefundAsked(work, order, refund, answerUntil)
}

/** The order has again what the bank sent back. */
const takenBack = async (
  work: Work,
  order: OrderRow,
  refund: RefundRow,
  { was, isAsked }: { was: string; isAsked: boolean },
) => {
  const { tx, now } = work
  const { amount } = refund
  const isLate = order.paidAt === null
  const left = isLate
    ? Math.min(order.total, await refundTotalOf(tx.db, order, ['succeeded']))
    : Math.max(0, order.refunded - amount)
  const changes = { refunded: left, refundedAt: left === 0 ? null : order.refundedAt, editedAt: now }
  if (order.paymentState === 'paidLate') await setOrder(tx.db, order, changes)
  else await moveOrder(tx.db, order, isLate ? 'paidLate' : left === 0 ? 'paid' : 'partiallyRefunded', changes)
  if (isLate && !isAsked) await reopenUnlessDeleted(work, order, refund)
  if (!isLate) await kindOf(work.tx, order).pieces?.earnRest(work, order, `refundFailed:${was}`)
}
