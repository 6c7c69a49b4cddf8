import { addTokyoMonths, type BackNumberPeriod, type Instant, monthText, tokyoMonth } from '#kit/time.ts'

export const segments = ['subscriber', 'formerSubscriber', 'buyer', 'follower'] as const
export type Segment = (typeof segments)[number]

export const labelLength = 20
export const mostLabels = 10
export const noteLength = 2000

type Facts = { memberUntil: Instant | null; orderCount: number }

/** Segments of fans by their current relation to the brand. */
export const segmentOf = ({ memberUntil, orderCount }: Facts, now: Instant): Segment => {
  if (memberUntil !== null) return memberUntil > now ? 'subscriber' : 'formerSubscriber'
  return orderCount > 0 ? 'buyer' : 'follower'
}

export type Term = { from: Instant; to: Instant; voidedAt: Instant | null }
type MonthState = 'paid' | 'backNumber' | 'missing'

/** Months covered by a term: that of its first day, and each later month that has started. */
export const monthsOfTerm = ({ from, to, voidedAt }: Term, now: Instant): BackNumberPeriod[] => {
  const end = Math.min(to, voidedAt ?? to, now + 1)
  const months: BackNumberPeriod[] = []
  for (let n = 0; n < 120; n++) {
    const at = addTokyoMonths(from, n)
    if (at >= end) break
    months.push(tokyoMonth(at))
  }
  return months
}

/** Of terms one after the other those of all the time that they ran, as the provider's terms are no months of Tokyo (`runsOf`). */
export const monthsOfTerms = (terms: readonly Term[], now: Instant): BackNumberPeriod[] => {
  const runs: Term[] = []
  for (const { from, to, voidedAt } of terms.toSorted((a, b) => a.from - b.from)) {
    const [last, end] = [runs.at(-1), Math.min(to, voidedAt ?? to)]
    if (end <= from) continue
    if (last && from <= last.to) last.to = Math.max(last.to, end)
    else runs.push({ from, to: end, voidedAt: null })
  }
  return runs.flatMap((run) => monthsOfTerm(run, now))
}

const monthNumber = ({ year, month }: BackNumberPeriod) => year * 12 + month - 1

/** Each month from the fan's first one until now: paid, bought later, or missing. */
export const calendarOf = (
  paid: readonly BackNumberPeriod[],
  bought: readonly BackNumberPeriod[],
  now: Instant,
): { period: BackNumberPeriod; state: MonthState }[] => {
  const paidMonths = new Set(paid.map(monthText))
  const boughtMonths = new Set(bought.map(monthText))
  const all = [...paid, ...bought].map(monthNumber)
  if (all.length === 0) return []
  const last = monthNumber(tokyoMonth(now))
  const first = Math.max(Math.min(...all), last - 119)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
    const period = { year: Math.floor((first + n) / 12), month: ((first + n) % 12) + 1 }
    const key = monthText(period)
    return { period, state: paidMonths.has(key) ? 'paid' : boughtMonths.has(key) ? 'backNumber' : 'missing' }
  })
}

/** Number of months without a gap up to this one, or up to last month if this one is not paid yet. */
export const continuousMonths = (paid: readonly BackNumberPeriod[], now: Instant): number => {
  const months = new Set(paid.map(monthNumber))
  const current = monthNumber(tokyoMonth(now))
  let at = months.has(current) ? current : current - 1
  let count = 0
  while (months.has(at)) {
    count++
    at--
  }
  return count
}
