import { routes } from '#client/routes.ts'
import type { UnlockOption } from '../public/contract'

type Month = Pick<NonNullable<UnlockOption['month']>, 'planId' | 'period'>

/** Where a month of a plan is bought, at its price. */
export const monthPageOf = (brandSlug: string, { planId, period: { year, month } }: Month): string =>
  routes.fanBackNumbers(
    { brandSlug },
    { query: { planId, month: `${year}-${String(month).padStart(2, '0')}` }, hash: 'buy' },
  )

/** The month that is all that is missing; null where something else goes first, or where it is not sold. */
export const monthAloneOf = ([cheapest]: readonly UnlockOption[]): UnlockOption['month'] =>
  cheapest?.plan === null ? cheapest.month : null
