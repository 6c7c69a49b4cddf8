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
  /** What the content's month of this plan costs; null where it cannot be bought now. */
  monthPrice: Yen | null
}
export type Unlock = {
  plan: { planId: string; name: string; price: Yen; subscriptionInterval: 'month' | 'year' } | null
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

/** Every way to open a content, the cheapest first; none where it is open, or where nothing that is sold opens it. */
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
    .filter(({ isOnSale }) => isOnSale)
    .map(({ planId, name, price, subscriptionInterval }) => ({ planId, name, price, subscriptionInterval }))
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
  // The first term pays for the running month and for all in which it still runs: they need no back number.
  const paysBy = ({ subscriptionInterval }: (typeof joins)[number]) =>
    period !== null &&
    paysMonth(
      { from: now, to: addTokyoMonths(now, subscriptionInterval === 'year' ? 12 : 1), source: 'card', voidedAt: null },
      period,
    )
  const monthAlone = period !== null && !backNumberNeedsActivePlan
  const found: Unlock[] = []
  if (hasMonth) found.push(...joins.map((plan) => of(plan, null)))
  else {
    if (hasPlan || monthAlone) found.push(...months.map((month) => of(null, month)))
    if (!hasPlan)
      for (const plan of joins) {
        if (paysBy(plan)) found.push(of(plan, null))
        // Plan and month may be of two plans: each content names all that open it.
        else if (!monthAlone) found.push(...months.map((month) => of(plan, month)))
      }
  }
  return found.sort((a, b) => a.total - b.total || (a.plan?.price ?? 0) - (b.plan?.price ?? 0)).slice(0, 10)
}
