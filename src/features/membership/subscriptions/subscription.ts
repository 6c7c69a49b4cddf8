import type { Yen } from '#kit/money.ts'
import { addTokyoMonths, day, endOfTokyoDay, type Instant, tokyoMonth } from '#kit/time.ts'
import type { PlanInEnglish } from '../plans/plan'

const hour = 3_600_000

export const endReasons = [
  'user',
  'paymentFailed',
  'konbiniUnpaid',
  'planArchived',
  'blocked',
  'refund',
  'dispute',
  'switched',
  'staff',
  'tenantClosed',
] as const
export type EndReason = (typeof endReasons)[number]

export const userPlanStatuses = [
  'active',
  'scheduledToCancel',
  'canceled',
  'scheduledToArchive',
  'archived',
  'paymentIncomplete',
  'requiredKonbiniPayment',
] as const
export type UserPlanStatus = (typeof userPlanStatuses)[number]

/** How long a card that is refused is tried again (rule: membership.retries). */
export const retriedFor = 14 * day
/** A konbini member is sent the next order this long before the end of what is paid. */
export const konbiniRenewalBefore = 10 * day
const konbiniDueAfter = 5 * day
/**
 * Until when a konbini member may pay the next term: the end of the fifth day after what is paid, in Tokyo. The voucher, the
 * contents and the membership itself all end then, since a store names no time of the day.
 */
export const konbiniDueAt = (paidUntil: Instant): Instant => endOfTokyoDay(paidUntil + konbiniDueAfter)
/** When a member is reminded of the next term, the first of them first (rule: membership.nextTerm). */
export const nextTermReminders = (paidUntil: Instant) =>
  [
    { which: 'day', at: paidUntil - day },
    { which: 'hours', at: paidUntil - 3 * hour },
    // At nine in the morning of the last day.
    { which: 'due', at: konbiniDueAt(paidUntil) + 1000 - day + 9 * hour },
  ] as const
/** Joining another plan of the brand this soon after leaving one is a switch, not a new member. */
export const switchWithin = 7 * day
/** Members who come back within this time keep their member number. */
export const numberKeptFor = 60 * day
export const numberKeptUntil = ({ paidUntil }: { paidUntil: Instant }, endedAt: Instant): Instant =>
  Math.max(endedAt, paidUntil) + numberKeptFor
/**
 * The provider charges a renewal up to some hours after the period has ended: a membership that goes on stays open for this
 * long at least, whatever the brand's own grace.
 */
export const leastGrace = 3 * hour

export type Membership = {
  method: 'card' | 'konbini' | 'comp'
  purchasedAt: Instant
  paidUntil: Instant
  cancelAppliedAt: Instant | null
  cancelScheduledAt: Instant | null
  paymentFailedAt: Instant | null
  graceUntil: Instant | null
  endedAt: Instant | null
  endReason: EndReason | null
  latestOrderId: string
  cancelReason?: string | undefined
}

/** The end of a membership that the clock brings by itself; null while it goes on. */
export const endOf = (
  { method, paidUntil, cancelScheduledAt, cancelReason, graceUntil, endedAt, endReason }: Membership,
  plan: { archivingAt: Instant | null },
  now: Instant,
): { at: Instant; reason: EndReason } | null => {
  if (endedAt !== null && endedAt <= now) return { at: endedAt, reason: endReason ?? 'user' }
  if (plan.archivingAt !== null && plan.archivingAt <= now) return { at: plan.archivingAt, reason: 'planArchived' }
  if (cancelScheduledAt !== null && cancelScheduledAt <= now) {
    return { at: cancelScheduledAt, reason: clubReasonOf({ cancelReason }) ?? 'user' }
  }
  const due = Math.max(paidUntil, graceUntil ?? 0)
  // A plan that will be archived gets no order for the next term, so the member has not failed to pay.
  if (method === 'konbini' && due <= now)
    return { at: due, reason: plan.archivingAt === null ? 'konbiniUnpaid' : 'planArchived' }
  if (method === 'comp' && paidUntil <= now) return { at: paidUntil, reason: 'user' }
  return null
}

/** Paid at stores, going on, and so near its end that the next term is to be paid. */
export const isNextTermDue = (
  { method, paidUntil, cancelScheduledAt }: Pick<Membership, 'method' | 'paidUntil' | 'cancelScheduledAt'>,
  plan: { archivingAt: Instant | null },
  now: Instant,
): boolean =>
  method === 'konbini' &&
  cancelScheduledAt === null &&
  plan.archivingAt === null &&
  paidUntil - konbiniRenewalBefore <= now

/**
 * The state of a membership as the specification names it, computed from what happened and the clock. `isAwaited`: an order
 * for its next term waits to be paid at a store. Without one, too, the payment is required from the day that it is due.
 */
export const userPlanStatus = (
  membership: Membership,
  plan: { archivingAt: Instant | null },
  { isAwaited, now }: { isAwaited: boolean; now: Instant },
): UserPlanStatus => {
  const end = endOf(membership, plan, now)
  if (end) return end.reason === 'planArchived' ? 'archived' : 'canceled'
  if (membership.cancelScheduledAt !== null) return 'scheduledToCancel'
  if (plan.archivingAt !== null) return 'scheduledToArchive'
  if (membership.paymentFailedAt !== null) return 'paymentIncomplete'
  if (isAwaited && membership.method === 'konbini') return 'requiredKonbiniPayment'
  return isNextTermDue(membership, plan, now) ? 'requiredKonbiniPayment' : 'active'
}

/** The club has decided that this membership ends: it is not the fan's to undo. */
const clubReasons = ['blocked', 'staff'] as const
export const clubReasonOf = ({ cancelReason }: Pick<Membership, 'cancelReason'>) =>
  clubReasons.find((one) => one === cancelReason) ?? null

/**
 * Why a leaving member cannot stay after all; null where they can. A block that was lifted is no obstacle, an end set
 * by staff is.
 */
export const whyNotResumed = (
  { cancelReason, method }: Pick<Membership, 'cancelReason' | 'method'>,
  plan: { archivingAt: Instant | null },
  { isBlocked, runsAtProvider }: { isBlocked: boolean; runsAtProvider: boolean },
): 'blocked' | 'endedByClub' | 'planNotOnSale' | 'cardEnded' | null => {
  if (isBlocked) return 'blocked'
  if (cancelReason === 'staff') return 'endedByClub'
  if (plan.archivingAt !== null) return 'planNotOnSale'
  // Days that the club gave may outlast what the card has paid.
  return method === 'card' && !runsAtProvider ? 'cardEnded' : null
}

/** How far ahead the first charge of a subscription that begins later has to be. */
const leastAhead = 2 * day + 600_000

/** Why a member does not go on by card instead of stores; null where they can. */
export const whyNotMoved = (
  { method, cancelScheduledAt, paidUntil }: Pick<Membership, 'method' | 'cancelScheduledAt' | 'paidUntil'>,
  plan: { archivingAt: Instant | null },
  now: Instant,
): 'alreadyByCard' | 'alreadyLeaving' | 'planNotOnSale' | 'tooLateToMove' | null => {
  if (method !== 'konbini') return 'alreadyByCard'
  if (cancelScheduledAt !== null) return 'alreadyLeaving'
  if (plan.archivingAt !== null) return 'planNotOnSale'
  // The provider takes a later start only from two days ahead; until then the next term is paid at a store.
  return paidUntil - now < leastAhead ? 'tooLateToMove' : null
}

const monthsOfYear = 12
/** Months of a yearly term that have not begun at a moment: what is given back when its plan ends before it. */
export const monthsLeft = ({ from }: { from: Instant }, at: Instant): number =>
  Array.from({ length: monthsOfYear }, (_, month) => addTokyoMonths(from, month)).filter((begin) => begin >= at).length
/** Their part of what the term cost. */
export const refundOfMonths = (paid: Yen, months: number): Yen => Math.floor((paid * months) / monthsOfYear)

/**
 * The end of the term that follows what is paid: the same day of a later month, counted from joining, so that the 31st comes back;
 * from what is paid where days were given, or the interval was changed, in between.
 */
export const nextPeriodEnd = (
  { purchasedAt, paidUntil }: { purchasedAt: Instant; paidUntil: Instant },
  interval: 'month' | 'year',
): Instant => {
  const [first, last] = [tokyoMonth(purchasedAt), tokyoMonth(paidUntil)]
  const months = (last.year - first.year) * monthsOfYear + last.month - first.month
  const isCounted = addTokyoMonths(purchasedAt, months) === paidUntil
  const more = interval === 'year' ? monthsOfYear : 1
  return isCounted ? addTokyoMonths(purchasedAt, months + more) : addTokyoMonths(paidUntil, more)
}

/** Notice before a yearly renewal (rule: membership.notices). */
export const renewalNotices = { month: 30 * day, week: 7 * day } as const
export type RenewalNotice = keyof typeof renewalNotices

/**
 * The notice of a yearly renewal that is due; a missed one is replaced by the nearer one. A store-paying member gets an
 * order ten days before, which replaces the second notice.
 */
export const renewalNoticeDue = (
  { method, paidUntil, renewalToldAt }: Pick<Membership, 'method' | 'paidUntil'> & { renewalToldAt: Instant | null },
  now: Instant,
): RenewalNotice | null => {
  if (method === 'comp' || now >= paidUntil) return null
  const isDue = (notice: RenewalNotice) => {
    const at = paidUntil - renewalNotices[notice]
    return now >= at && (renewalToldAt === null || renewalToldAt < at)
  }
  if (method === 'card' && isDue('week')) return 'week'
  return isDue('month') && (method === 'card' || now < paidUntil - konbiniRenewalBefore) ? 'month' : null
}

/** Until when what has been paid keeps the contents open when the next payment is late. */
export const graceEnd = (method: 'card' | 'konbini', paidUntil: Instant, graceDays: number): Instant =>
  method === 'konbini' ? konbiniDueAt(paidUntil) : paidUntil + Math.max(graceDays * day, leastGrace)

/** The plan that follows, and the order of a change that waits at a store, as a fan's plans show them. */
export type NextPlan = { planId: string; name: string; english: PlanInEnglish; price: Yen; interval: 'month' | 'year' }
export type ChangeOrder = { orderId: string; total: Yen; name: string; dueAt: Instant | null }
