import type { Yen } from './money'
import { type Instant, tokyoOffset } from './time'

/**
 * Consumption tax in percent, national and local together, by the day of Tokyo from which it holds (消費税法). Since 2019-10-01 food and
 * drink, without alcohol and meals out, are taxed at a reduced rate (軽減税率, 所得税法等の一部を改正する法律 of 2016, 附則第34条;
 * https://www.nta.go.jp/taxes/shiraberu/taxanswer/shohi/6102.htm); before that there was none.
 */
const rates = {
  standard: [
    { from: '1989-04-01', rate: 3 },
    { from: '1997-04-01', rate: 5 },
    { from: '2014-04-01', rate: 8 },
    { from: '2019-10-01', rate: 10 },
  ],
  reduced: [{ from: '2019-10-01', rate: 8 }],
} as const

const dayAt = (at: Instant) => new Date(at + tokyoOffset).toISOString().slice(0, 10)
const rateOn = (day: string, of: keyof typeof rates) => rates[of].findLast(({ from }) => from <= day)?.rate ?? null

/** Of a day, `2026-11-21`. */
export const taxRateOn = (day: string): number => rateOn(day, 'standard') ?? 0

/** The reduced rate of a day; null while there was none, and everything was taxed alike. */
export const reducedTaxRateOn = (day: string): number | null => rateOn(day, 'reduced')

export const taxRateAt = (at: Instant): number => taxRateOn(dayAt(at))
export const reducedTaxRateAt = (at: Instant): number | null => reducedTaxRateOn(dayAt(at))

/** The tax within an amount, rounded down once per document and rate as invoices ask. */
export const taxWithin = (amount: Yen, rate: number): Yen => {
  const tax = Math.sign(amount) * Math.floor((Math.abs(amount) * rate) / (100 + rate))
  return tax === 0 ? 0 : tax
}
