import { day, endOfTokyoDay, type Instant } from '#kit/time.ts'
import type { PaymentMethod } from './order'

/** Reason of a refund whose buyer had the question for a bank account asked again: its pieces were taken before. */
export const askedAgain = 'askedAgain'

/** A refund of an order, as far as what waits of it is concerned; amounts in yen. */
type Refund = {
  amount: number
  state: 'requested' | 'requiresCustomerAction' | 'succeeded' | 'failed' | 'canceled'
  /** Null: the provider never took it. */
  providerRefundId: string | null
  /** The payment that goes back, where it is not the order's own. */
  intentId: string | null
  requestedAt: Instant
  decidedAt: Instant | null
  /** When staff said of a failed one that it was settled in another way. */
  handledAt: Instant | null
}
type Paid = { paymentMethod: PaymentMethod; total: number; refunded: number }

/**
 * Yen that a store's buyer was to get back and named no bank account for in time (rule: konbini.refund): they wait, and the
 * buyer may ask for the question again, until staff have settled it in another way. Every later refund takes of them first, whoever asked
 * for it.
 */
export const waitingRefund = (order: Paid, refunds: readonly Refund[]): number =>
  waitingByPayment(order, refunds).reduce((sum, { amount }) => sum + amount, 0)

/** The same by payment; `intentId` null: the order's own. */
export const waitingByPayment = (
  order: Paid,
  refunds: readonly Refund[],
): { intentId: string | null; amount: number }[] =>
  order.paymentMethod === 'konbini'
    ? [...Map.groupBy(refunds.filter(isOpen), ({ intentId }) => intentId)].flatMap(([intentId, its]) => {
        const most = intentId === null ? order.total - order.refunded : Number.POSITIVE_INFINITY
        const amount = waitingOf(its, most)
        return amount > 0 ? [{ intentId, amount }] : []
      })
    : []

/** Yen of the shipping fee that have no refund, done or under way. */
export const shippingLeft = (
  { shippingFee }: { shippingFee: number },
  refunds: readonly { state: Refund['state']; unshippedShipping: number }[],
): number =>
  Math.max(
    0,
    refunds.reduce((left, one) => (hasFailed(one) ? left : left - one.unshippedShipping), shippingFee),
  )

const hasFailed = ({ state }: Pick<Refund, 'state'>) => state === 'failed' || state === 'canceled'
/** Not settled in another way. */
const isOpen = (one: Refund) => !(hasFailed(one) && one.handledAt !== null)

/** What of failed refunds no later one has taken. */
const leftOfFailed = (refunds: readonly Refund[]): number => {
  const moves = refunds.flatMap((one) => [
    { at: one.requestedAt, amount: -one.amount },
    ...(hasFailed(one) && one.decidedAt !== null ? [{ at: one.decidedAt, amount: one.amount }] : []),
  ])
  return moves.toSorted((a, b) => a.at - b.at).reduce((sum, { amount }) => Math.max(0, sum + amount), 0)
}

/**
 * Yen that the buyer was to get back and that no later refund took up (rule: goods.needs): the staff refund again, or say that it is
 * settled. Money that came late has its own place until it is accepted, and that of deleted accounts is the operator's.
 */
export const failedRefund = (
  { paidAt }: { paidAt: Instant | null },
  refunds: readonly (Refund & { reason: string })[],
): number => {
  const counted = refunds.filter(
    (one) =>
      one.reason !== 'accountDeleted' &&
      isOpen(one) &&
      (one.intentId !== null || (paidAt !== null && one.requestedAt >= paidAt)),
  )
  return [...Map.groupBy(counted, ({ intentId }) => intentId).values()].reduce((sum, its) => sum + leftOfFailed(its), 0)
}

const waitingOf = (refunds: readonly Refund[], most: number): number => {
  const taken = refunds.filter(({ providerRefundId, state }) => providerRefundId !== null || state === 'requested')
  const waits = leftOfFailed(taken)
  const underway = refunds
    .filter(({ state }) => state === 'requested' || state === 'requiresCustomerAction')
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, Math.min(waits, most - underway))
}

/** What the buyer of an order sees of money that goes back to a bank account; null where none waits for an answer. */
export const refundQuestion = (
  order: Paid,
  refunds: readonly (Refund & { answerUntil: Instant | null })[],
): { amount: number; isAsked: boolean; until: Instant | null } | null => {
  const asked = refunds.filter(({ state }) => state === 'requiresCustomerAction')
  const amount = asked.reduce((sum, one) => sum + one.amount, 0)
  const ends = asked.flatMap(({ answerUntil }) => (answerUntil === null ? [] : [answerUntil]))
  if (amount > 0) return { amount, isAsked: true, until: ends.length > 0 ? Math.min(...ends) : null }
  const waits = waitingRefund(order, refunds)
  return waits > 0 ? { amount: waits, isAsked: false, until: null } : null
}

const hour = 3_600_000
export const questionReminders = ['weeks', 'days', 'day'] as const
/** When a buyer is reminded to name a bank account: 14 and 3 days before the end, and at nine on the last day. */
export const questionReminderAt = (until: Instant, which: (typeof questionReminders)[number]): Instant => {
  if (which === 'weeks') return until - 14 * day
  if (which === 'days') return until - 3 * day
  // Where the last day ends before nine, three hours are left.
  return Math.min(endOfTokyoDay(until) + 1000 - 15 * hour, until - 3 * hour)
}
