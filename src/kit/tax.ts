import type { Yen } from './money'
import { type Instant, tokyoOffset } from './time'

/**
 * Consumption tax in percent, national and local together, by the day of Tokyo from which it holds (消費税法). Goods say nothing of
 * the reduced rate of food and newspapers, so all that is sold bears this one.
 */
const rates = [
  { from: '1989-04-01', rate: 3 },
  { from: '1997-04-01', rate: 5 },
  { from: '2014-04-01', rate: 8 },
  { from: '2019-10-01', rate: 10 },
] as const

/** Of a day, `2026-11-21`. */
export const taxRateOn = (day: string): number => rates.findLast(({ from }) => from <= day)?.rate ?? 0

export const taxRateAt = (at: Instant): number => taxRateOn(new Date(at + tokyoOffset).toISOString().slice(0, 10))

/** The tax within an amount, rounded down once per document as invoices ask. */
export const taxWithin = (amount: Yen, rate: number): Yen => {
  const tax = Math.sign(amount) * Math.floor((Math.abs(amount) * rate) / (100 + rate))
  return tax === 0 ? 0 : tax
}
