import type { Yen } from '../../kit/money'
import { addTokyoMonths, type BackNumberPeriod, type Instant } from '../../kit/time'
import { type AccessStatus, isOpen, paysMonth } from './access'

export type UnlockPlan = {
  planId: string
  name: string
  price: Yen
  subscriptionInterval: 'month' | 'year'
  /** Whether somebody may join it now. */
  isOnSale: boolean
  /** How far a membership of whoever asks is paid, that goes on; null where they have none. */
  paidUntil: Instant | null
  /** What the content's month of this plan costs; null where it cannot be bought now. */
  monthPrice: Yen | null
}
export type Unlock = {
  plan: {
    planId: string
    name: string
    price: Yen
    subscriptionInterval: 'month' | 'year'
    /** Whoever asks is a member whose fee is due: it is paid, not joined. */
    isMember: boolean
  } | null
  month: { planId: string; planName: string; period: BackNumberPeriod; price: Yen } | null
  total: Yen
}

type Asked = {
  status: AccessStatus
  hasPlan: boolean
  hasMonth: boolean
  period: BackNumberPeriod | null
  plans: readonly UnlockPlan[]
  backNumberNeedsActivePlan: boolean
  now: Instant
}

/**
 * Every way to open a content: a fee that is due, then the cheapest first; none where it is open, or where nothing that is
 * sold opens it.
 */
export const unlockOptions = ({
  status,
  hasPlan,
  hasMonth,
  period,
  plans,
  backNumberNeedsActivePlan,
  now,
}: Asked): Unlock[] => {
  if (isOpen(status) || status === 'unavailable') return []
  const joins = plans
    .filter(({ isOnSale, paidUntil }) => isOnSale && (paidUntil === null || paidUntil <= now))
    .map(({ planId, name, price, subscriptionInterval, paidUntil }) => ({
      plan: { planId, name, price, subscriptionInterval, isMember: paidUntil !== null },
      // A fee that is late leaves no gap.
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
  // The next term pays for the running month and for all in which it still runs: they need no back number.
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
      // A plan that still runs in its grace is joined by nobody; the fee brings the months that have begun since.
      if (paysBy(join)) found.push(...(hasPlan && !join.plan.isMember ? [] : [of(join.plan, null)]))
      // Plan and month may be of two plans: each content names all that open it.
      else if (!hasPlan && !monthAlone) found.push(...months.map((month) => of(join.plan, month)))
    }
  }
  const isDue = ({ plan }: Unlock) => Number(plan?.isMember ?? false)
  return found
    .sort((a, b) => isDue(b) - isDue(a) || a.total - b.total || (a.plan?.price ?? 0) - (b.plan?.price ?? 0))
    .slice(0, 10)
}
