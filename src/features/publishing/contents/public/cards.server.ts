import { everything, type PaginationRequest } from '#kit/pagination.ts'
import { type Instant, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { streamingSummariesOf } from '../../streamings/details.server'
import type { AccessStatus } from '../access'
import type { ContentType } from '../content'
import { bodyLength } from '../document'
import type { PlanContentItem } from './contract'
import { type CardFilter, type CardRow, cardsOf } from './queries.server'
import { accessOfRow, periodOf } from './reader.server'

type Streamings = Awaited<ReturnType<typeof streamingsOf>>

/** Summaries of the live streamings among these contents. */
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

/** A content as shown in lists, whether or not the reader may read it. */
export const cardOf = (
  row: CardRow,
  {
    status,
    opensAt,
    streamings,
    now,
    publishedAt = row.visibleFrom,
  }: { status: AccessStatus; opensAt: Instant | null; streamings: Streamings; now: Instant; publishedAt?: Instant },
): PlanContentItem => {
  const period = periodOf(row)
  // A month that is not over is included for its members.
  const isOver = period !== null && startOfTokyoMonth(period) < startOfTokyoMonth(tokyoMonth(now))
  const wantsMonth = status === 'requiredPurchaseBackNumber' || status === 'requiredPurchasePlanAndBackNumber'
  const card = {
    planContentId: row.planContentId,
    name: row.name,
    description: row.description,
    preview: row.preview,
    thumbnail: row.thumbnail,
    status,
    plans: row.plans.map(({ planId, name }) => ({ planId, name })),
    publishedAt,
    backNumberPeriod: period,
    needsMonth: wantsMonth && isOver,
    opensAt,
  }
  if (row.type === 'streaming')
    return { ...card, type: row.type, details: streamings.get(row.streamingId ?? '') ?? unplanned }
  const counts = { countOfLoves: row.loves, countOfComments: row.comments }
  if (row.type === 'video') return { ...card, type: row.type, ...counts, durationMs: row.durationMs, clip: row.clip }
  const { characters, pictures } = row.uncounted ? bodyLength(row.uncounted) : row
  return { ...card, type: row.type, ...counts, characters: characters ?? 0, pictures: pictures ?? 0 }
}

/** A content whose streaming has not been created yet. */
const unplanned = { streamingStatus: 'beforeLive', startAt: null, expiredAt: null, eventState: null } as const

type CardReader = { uid: string | undefined; locale: Locale; now: Instant }

/** A page of contents for this reader, and whether more follow. */
export const cardsFor = async (
  db: Db,
  brand: PublicBrand,
  {
    filter,
    only,
    q,
    order,
    page = everything,
    uid,
    locale,
    now,
  }: CardReader & {
    filter: CardFilter
    only?: ContentType | undefined
    q?: string | undefined
    order?: 'months'
    page?: PaginationRequest | undefined
  },
) => {
  const more = { ...page, limit: page.limit + 1 }
  const rows = await cardsOf(db, brand, { uid, filter, only, q, order, page: more, locale, now })
  const shown = rows.slice(0, page.limit)
  const streamings = await streamingsOf(db, brand, shown, now)
  return {
    planContents: shown.map((row) => {
      const { status, opensAt } = accessOfRow(row, now)
      return cardOf(row, { status, opensAt, streamings, now })
    }),
    hasMore: rows.length > page.limit,
  }
}
