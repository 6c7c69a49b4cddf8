import { addTokyoMonths, type BackNumberPeriod, type Instant, startOfTokyoMonth } from '#kit/time.ts'
import { type AccessFacts, accessTo, isOpen, ownedMonth } from '../access'
import type { CardRow, Renewal } from './queries.server'

type Period = { periodYear: number | null; periodMonth: number | null }
export const periodOf = ({ periodYear: year, periodMonth: month }: Period): BackNumberPeriod | null =>
  year === null || month === null ? null : { year, month }

/**
 * When a member's renewal opens a content of a month that has not begun: at the first renewal whose term reaches into
 * it. Null for everybody else.
 */
const opensByRenewal = (
  { renewals }: { renewals: readonly Renewal[] },
  period: BackNumberPeriod | null,
  now: Instant,
): Instant | null => {
  if (period === null) return null
  const start = startOfTokyoMonth(period)
  const found = renewals.flatMap(({ at, interval }) => {
    const first = at === null ? now : Date.parse(at)
    // A fee that is due is another matter: it has to be paid now.
    if (first <= now) return []
    const months = interval === 'year' ? 12 : 1
    let passed = 0
    while (addTokyoMonths(first, passed + months) <= start) passed += months
    return [addTokyoMonths(first, passed)]
  })
  return found.length > 0 ? Math.min(...found) : null
}

/** A content's row as input of the access check. */
export const accessOfRow = (row: CardRow, now: Instant) => {
  const period = periodOf(row)
  const content = { ...row, backNumberPeriod: period }
  const facts: AccessFacts = {
    isStaff: row.isStaff,
    running: new Set(row.running),
    kept: new Map(row.formerRight ? [[row.planContentId, row.formerRight]] : []),
    months: new Set(period ? row.owned.map((planId) => ownedMonth(planId, period)) : []),
  }
  const status = accessTo(content, facts, { now, ...row })
  return { content, facts, status, opensAt: isOpen(status) ? null : opensByRenewal(row, period, now) }
}
