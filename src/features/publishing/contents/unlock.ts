import type { Yen } from '#kit/money.ts'
import { addTokyoMonths, type BackNumberPeriod, type Instant } from '#kit/time.ts'
import { type AccessStatus, isOpen, paysMonth } from './access'

export type UnlockPlan = {
  planId: string
  name: string
  price: Yen
  subscriptionInterval: 'month' | 'year'
  /** Whether the plan can be joined now. */
  isOnSale: boolean
  /** End of the caller's paid membership that continues; null without one. */
  paidUntil: Instant | null
  /** Price of the content's month in this plan; null if it cannot be bought now. */
  monthPrice: Yen | null
}
export type Unlock = {
  plan: {
    planId: string
    name: string
    price: Yen
    subscriptionInterval: 'month' | 'year'
    /** The caller is a member whose fee is due: it has to be paid, the plan cannot be joined again. */
    isMember: boolean
  } | null
  month: { planId: string; planName: string; period: BackNumberPeriod; price: Yen } | null
  total: Yen
}

type UnlockFacts = {
  status: AccessStatus
  hasPlan: boolean
  hasMonth: boolean
  period: BackNumberPeriod | null
  plans: readonly UnlockPlan[]
  backNumberNeedsActivePlan: boolean
  now: Instant
}

/**
 * All ways to open a content: a due fee, then cheapest first. Empty if it is readable already, or if nothing on sale
 * opens it.
 */
export const unlockOptions = ({
  status,
  hasPlan,
  hasMonth,
  period,
  plans,
  backNumberNeedsActivePlan,
  now,
}: UnlockFacts): Unlock[] => {
  if (isOpen(status) || status === 'unavailable') return []
  const joins = plans
    .filter(({ isOnSale, paidUntil }) => isOnSale && (paidUntil === null || paidUntil <= now))
    .map(({ planId, name, price, subscriptionInterval, paidUntil }) => ({
      plan: { planId, name, price, subscriptionInterval, isMember: paidUntil !== null },
      // A late fee pays from the end of the last term, not from now.
      from: paidUntil ?? now,
    }))
  const months =
    period === null
      ? []
      : plans.flatMap(({ planId, name, monthPrice }) =>
          monthPrice === null ? [] : [{ planId, planName: name, period, price: monthPrice }],
        )
  const of = (plan: Unlock['plan'], month: Unlock['month']): Unlock => ({
    plan,
    month,
    total: (plan?.price ?? 0) + (month?.price ?? 0),
  })
  // A term pays for every month that it overlaps: these need no back number.
  const paysBy = ({ plan: { subscriptionInterval }, from }: (typeof joins)[number]) =>
    period !== null &&
    paysMonth(
      { from, to: addTokyoMonths(from, subscriptionInterval === 'year' ? 12 : 1), source: 'card', voidedAt: null },
      period,
    )
  const monthAlone = period !== null && !backNumberNeedsActivePlan
  const found: Unlock[] = []
  if (hasMonth) found.push(...joins.map(({ plan }) => of(plan, null)))
  else {
    if (hasPlan || monthAlone) found.push(...months.map((month) => of(null, month)))
    for (const join of joins) {
      // During a running plan (including its grace) no other plan is offered. A due fee is, and pays for the months
      // since.
      if (paysBy(join)) found.push(...(hasPlan && !join.plan.isMember ? [] : [of(join.plan, null)]))
      // The plan and the month may belong to different plans that open the content.
      else if (!hasPlan && !monthAlone) found.push(...months.map((month) => of(join.plan, month)))
    }
  }
  const isDue = ({ plan }: Unlock) => Number(plan?.isMember ?? false)
  return found
    .sort((a, b) => isDue(b) - isDue(a) || a.total - b.total || (a.plan?.price ?? 0) - (b.plan?.price ?? 0))
    .slice(0, 10)
}
