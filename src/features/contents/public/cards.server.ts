import { everything, type PaginationRequest } from '../../../kit/pagination'
import { type BackNumberPeriod, type Instant, startOfTokyoMonth, tokyoMonth } from '../../../kit/time'
import type { Db, PublicBrand } from '../../../server/context'
import { streamingSummariesOf } from '../../streamings/details.server'
import { type AccessStatus, accessTo, noFacts, ownedMonth } from '../access'
import { type AskedMonth, factsOf } from '../facts/queries.server'
import type { PlanContentItem } from './contract'
import { type CardFilter, type CardRow, cardsOf } from './queries.server'

type Period = { periodYear: number | null; periodMonth: number | null }
export const periodOf = ({ periodYear: year, periodMonth: month }: Period): BackNumberPeriod | null =>
  year === null || month === null ? null : { year, month }

type Streamings = Awaited<ReturnType<typeof streamingsOf>>

/** What the live streamings among these contents say of themselves. */
export const streamingsOf = (
  db: Db,
  brand: PublicBrand,
  rows: readonly Pick<CardRow, 'streamingId'>[],
  now: Instant,
) => {
  const ids = rows.flatMap(({ streamingId }) => streamingId ?? [])
  return ids.length > 0 ? streamingSummariesOf({ db, brand, now }, ids) : Promise.resolve(noStreamings)
}
const noStreamings: Awaited<ReturnType<typeof streamingSummariesOf>> = new Map()

/** A content as lists show it, whatever of it the reader may see. */
export const cardOf = (
  row: CardRow,
  {
    status,
    streamings,
    now,
    publishedAt = row.visibleFrom,
  }: { status: AccessStatus; streamings: Streamings; now: Instant; publishedAt?: Instant },
): PlanContentItem => {
  const period = periodOf(row)
  const isOver = period !== null && startOfTokyoMonth(period) !== startOfTokyoMonth(tokyoMonth(now))
  const wantsMonth = status === 'requiredPurchaseBackNumber' || status === 'requiredPurchasePlanAndBackNumber'
  const card = {
    planContentId: row.planContentId,
    name: row.name,
    description: row.description,
    thumbnail: row.thumbnail,
    status,
    plans: row.plans.map(({ planId, name }) => ({ planId, name })),
    publishedAt,
    backNumberPeriod: period,
    needsMonth: wantsMonth && isOver,
  }
  return row.type === 'streaming'
    ? { ...card, type: row.type, details: streamings.get(row.streamingId ?? '') ?? unplanned }
    : { ...card, type: row.type, countOfLoves: row.loves, countOfComments: row.comments }
}

/** A content whose streaming has not been made yet. */
const unplanned = { streamingStatus: 'beforeLive', startAt: null, expiredAt: null } as const

const monthsOf = (rows: readonly CardRow[]): AskedMonth[] => {
  const asked = new Map<string, AskedMonth>()
  for (const row of rows) {
    const period = row.viewableBy === 'paidUsers' ? periodOf(row) : null
    if (!period) continue
    for (const { planId } of row.plans) {
      const key = ownedMonth(planId, period)
      asked.set(key, { key, planId, period })
    }
  }
  return [...asked.values()]
}

type Asked = { uid: string | undefined; now: Instant }

/** These contents as this reader finds them: what is known of a fan is asked for all of them at once, of a visitor nothing. */
export const withStatus = async (db: Db, brand: PublicBrand, rows: readonly CardRow[], { uid, now }: Asked) => {
  const paid = rows.filter(({ viewableBy }) => viewableBy === 'paidUsers')
  const facts =
    uid === undefined || paid.length === 0
      ? { ...noFacts, backNumberNeedsActivePlan: true }
      : await factsOf(db, brand, {
          uid,
          planIds: [...new Set(paid.flatMap(({ plans }) => plans.map(({ planId }) => planId)))],
          months: monthsOf(paid),
          changed: paid.flatMap(({ planContentId, hasFormerPeriods }) => (hasFormerPeriods ? planContentId : [])),
          now,
        })
  return rows.map((row) => {
    const content = { ...row, backNumberPeriod: periodOf(row) }
    return { row, content, facts, status: accessTo(content, facts, { now, ...facts }) }
  })
}

/** A page of contents as this reader finds them, and whether more follow. */
export const cardsFor = async (
  db: Db,
  brand: PublicBrand,
  { filter, page = everything, uid, now }: Asked & { filter: CardFilter; page?: PaginationRequest | undefined },
) => {
  const rows = await cardsOf(db, brand, { uid, filter, page: { ...page, limit: page.limit + 1 }, now })
  const shown = rows.slice(0, page.limit)
  const [found, streamings] = await Promise.all([
    withStatus(db, brand, shown, { uid, now }),
    streamingsOf(db, brand, shown, now),
  ])
  return {
    planContents: found.map(({ row, status }) => cardOf(row, { status, streamings, now })),
    hasMore: rows.length > page.limit,
  }
}
