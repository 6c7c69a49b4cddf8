import type { Yen } from '#kit/money.ts'
import { day, type Instant, tokyoOffset } from '#kit/time.ts'
import { konbiniLimits, monthsOf, periodEnd } from '#money/orders/order.ts'
import { isNextTermDue, type Membership } from './subscription'

/* Changing the plan (rule: membership.change): what it costs, when it happens, and why it cannot be. */

export type Priced = { price: Yen; interval: 'month' | 'year' }
type Term = { from: Instant; to: Instant }

/** Dearer per month; a year's price counts a twelfth. */
export const isUp = (from: Priced, to: Priced): boolean =>
  to.price * monthsOf[from.interval] > from.price * monthsOf[to.interval]

const dayOf = (at: Instant): number => Math.floor((at + tokyoOffset) / day)
/** Days of Tokyo that a term has, and those left of it: today counts as left, on the term's last day too. */
export const daysOf = ({ from, to }: Term, now: Instant): { left: number; all: number } => {
  const all = Math.max(1, dayOf(to) - dayOf(from))
  return { all, left: Math.min(all, Math.max(1, dayOf(to) - dayOf(now))) }
}

export type PlanChange =
  /**
   * Paid with `sum`, which is what is charged: 0 where it comes to less than the least. The new term ends at `until`. `rest`: what of
   * the old term is taken off the price of a whole new one; null where the interval stays, and the difference for the days is paid.
   */
  | { when: 'now'; sum: Yen; until: Instant; left: number; all: number; rest: Yen | null }
  /** With the term that follows the present one. */
  | { when: 'atEnd'; at: Instant }

/** The provider charges no less by this method: what comes to less is free. */
export const leastOf = { card: 50, konbini: konbiniLimits.least } as const

/** What a change costs, in yen, without a store's fee. `term`: the paid one that runs, from its own beginning. */
export const planChange = (
  from: Priced,
  to: Priced,
  { term, method, now }: { term: Term; method: 'card' | 'konbini'; now: Instant },
): PlanChange => {
  const waits: PlanChange = { when: 'atEnd', at: term.to }
  if (!isUp(from, to)) return waits
  const { left, all } = daysOf(term, now)
  const asked = (sum: Yen, until: Instant, rest: Yen | null): PlanChange => ({
    ...{ when: 'now', until, left, all, rest },
    sum: sum < leastOf[method] ? 0 : sum,
  })
  if (from.interval === to.interval) return asked(Math.floor(((to.price - from.price) * left) / all), term.to, null)
  // A whole new term, of which the rest of the old one is taken off.
  const rest = Math.floor((from.price * left) / all)
  return rest >= to.price ? waits : asked(to.price - rest, periodEnd(now, to.interval, 1), rest)
}

/** So near its end the next charge may be under way at the provider. */
export const changeEndsBefore = 3_600_000

export const changeRefusals = [
  'alreadySubscribed',
  'blocked',
  'complimentary',
  'alreadyLeaving',
  'planEnding',
  'planNotOnSale',
  'renewalFailed',
  'renewalOpen',
  'nextTermPaid',
  'changeScheduled',
] as const
export type ChangeRefusal = (typeof changeRefusals)[number]

/** Why a membership is not changed to another plan, whatever that would cost; null where it can be. */
export const whyNotChanged = (
  membership: Membership & { nextPlanId: string | null },
  { plan, to, holdsTarget, isBlocked }: ChangeFacts,
  now: Instant,
): ChangeRefusal | null => {
  if (holdsTarget) return 'alreadySubscribed'
  if (isBlocked) return 'blocked'
  if (membership.method === 'comp') return 'complimentary'
  if (membership.cancelScheduledAt !== null) return 'alreadyLeaving'
  if (plan.archivingAt !== null) return 'planEnding'
  if (to.status !== 'active' || to.archivingAt !== null) return 'planNotOnSale'
  if (membership.nextPlanId === to.planId) return 'changeScheduled'
  if (membership.paymentFailedAt !== null) return 'renewalFailed'
  if (membership.paidUntil - now < changeEndsBefore || isNextTermDue(membership, plan, now)) return 'renewalOpen'
  return null
}

export type ChangeFacts = {
  plan: { archivingAt: Instant | null }
  to: { planId: string; status: 'draft' | 'active'; archivingAt: Instant | null }
  holdsTarget: boolean
  isBlocked: boolean
}

/** A change that waits can be taken back until its term's end, as long as the next charge is not under way. */
export const isUndoable = ({ paidUntil }: { paidUntil: Instant }, now: Instant): boolean =>
  paidUntil - now >= changeEndsBefore
