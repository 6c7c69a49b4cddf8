import type { Yen } from '#kit/money.ts'
import { addTokyoMonths, type BackNumberPeriod, type Instant, startOfTokyoMonth } from '#kit/time.ts'
import { backNumberPrice } from '#money/orders/order.ts'

export const saleStates = ['onSale', 'notForSale', 'ended'] as const
export type SaleState = (typeof saleStates)[number]

export type BackNumberPlan = {
  status: 'draft' | 'active'
  price: Yen
  subscriptionInterval: 'month' | 'year'
  archivingAt: Instant | null
}
/** Settings made by the creator; null where the default applies. */
export type BackNumberChoice = { priceOverride: Yen | null; saleState: 'onSale' | 'notForSale' } | null

/** A month goes on sale once it is over: until then joining the plan includes it (rule: months.onSale). */
export const onSaleFrom = (period: BackNumberPeriod): Instant => addTokyoMonths(startOfTokyoMonth(period), 1)

export const saleStateOf = (
  plan: BackNumberPlan,
  choice: BackNumberChoice,
  period: BackNumberPeriod,
  now: Instant,
): SaleState => {
  if (plan.archivingAt !== null && plan.archivingAt <= now) return 'ended'
  if (plan.status === 'draft' || choice?.saleState === 'notForSale') return 'notForSale'
  return now < onSaleFrom(period) ? 'notForSale' : 'onSale'
}

export const priceOf = (plan: BackNumberPlan, choice: BackNumberChoice): Yen =>
  backNumberPrice(plan, choice?.priceOverride ?? null)
