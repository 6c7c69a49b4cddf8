import type { Yen } from '../../kit/money'
import { type BackNumberPeriod, type Instant, startOfTokyoMonth, tokyoMonth } from '../../kit/time'
import { type AccessStatus, isOpen } from './access'

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
  // Who joins is a member of the running month, which needs no back number.
  const joiningPays = period !== null && startOfTokyoMonth(period) === startOfTokyoMonth(tokyoMonth(now))
  const monthAlone = period !== null && !backNumberNeedsActivePlan
  const found: Unlock[] = []
  if (hasMonth || (joiningPays && !hasPlan)) found.push(...joins.map((plan) => of(plan, null)))
  else if (hasPlan || monthAlone) found.push(...months.map((month) => of(null, month)))
  else {
    // Plan and month may be of two plans: each content names all that open it.
    for (const plan of joins) for (const month of months) found.push(of(plan, month))
  }
  if (monthAlone && joiningPays && !hasPlan && !hasMonth) found.push(...months.map((month) => of(null, month)))
  return found.sort((a, b) => a.total - b.total || (a.plan?.price ?? 0) - (b.plan?.price ?? 0)).slice(0, 10)
}
