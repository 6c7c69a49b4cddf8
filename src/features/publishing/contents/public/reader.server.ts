import type { BackNumberPeriod, Instant } from '#kit/time.ts'
import { type AccessFacts, accessTo, ownedMonth } from '../access'
import type { CardRow } from './queries.server'

type Period = { periodYear: number | null; periodMonth: number | null }
export const periodOf = ({ periodYear: year, periodMonth: month }: Period): BackNumberPeriod | null =>
  year === null || month === null ? null : { year, month }

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
  return { content, facts, status: accessTo(content, facts, { now, ...row }) }
}
