import type { Instant } from '../../../kit/time'
import { type AccessFacts, accessTo, ownedMonth } from '../access'
import { periodOf } from './cards.server'
import type { ReaderRow } from './queries.server'

/** What one content's row says, as the rule takes it. */
export const accessOfRow = (row: ReaderRow, now: Instant) => {
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
