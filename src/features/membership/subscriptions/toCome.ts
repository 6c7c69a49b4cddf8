import type { Yen } from '#kit/money.ts'
import { type Instant, tokyoMonth } from '#kit/time.ts'
import { monthAfter, monthParts, startOfMonth } from '#money/ledger/ledger.ts'

/** What one order paid for a term of several months, as the ledger has it at the end of a month. */
export type LongTerm = {
  from: Instant
  /** The end that was paid for, and until when it is really given: a term that was cut short gives nothing more. */
  to: Instant
  until: Instant
  /** Its price, and what is left of the order's sales after refunds and chargebacks. */
  price: Yen
  left: Yen
}

const indexOf = ({ year, month }: { year: number; month: number }) => year * 12 + month

/**
 * What of a term's price is for months after `month` (`2026-11`). The price is spread evenly over the months of Tokyo, of which the first
 * counts whole however late in it the term began, so that a year has twelve; each month's part is rounded down, the last takes the rest.
 */
export const toCome = ({ from, to, until, price, left }: LongTerm, month: string): Yen => {
  const paid = Math.max(0, Math.min(price, left))
  if (until <= startOfMonth(monthAfter(month))) return 0
  const first = indexOf(tokyoMonth(from))
  const all = Math.max(1, indexOf(tokyoMonth(to)) - first)
  const begun = Math.min(all, Math.max(0, indexOf(monthParts(month)) - first + 1))
  return paid - Math.floor((paid * begun) / all)
}
