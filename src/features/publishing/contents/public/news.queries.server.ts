import { day, type Instant } from '#kit/time.ts'
import type { Db, Locale, PublicBrand } from '#server/proven.ts'
import { streamingsOfBrand } from '../../streamings/queries.server'
import { eventStateOf, type StreamingStatus, streamingStatusAt } from '../../streamings/streaming'
import { isOpen } from '../access'
import { type CardRow, cardsOf } from './queries.server'
import { accessOfRow } from './reader.server'

/* What a club has for one fan: what it published lately that they may read, and its lives. Every answer is released by `accessTo`. */

type Asked = { uid: string; locale: Locale; now: Instant; limit: number }
/** Published contents that are no lives and that the fan may read, newest first, among the brand's newest `limit`. */
export const newestFor = async (db: Db, brand: PublicBrand, { uid, locale, now, limit }: Asked) => {
  const rows = await cardsOf(db, brand, { uid, filter: null, page: { limit, offset: 0 }, locale, now })
  return rows.flatMap((row) =>
    row.type !== 'streaming' && isOpen(accessOfRow(row, now).status)
      ? [
          {
            planContentId: row.planContentId,
            type: row.type,
            name: row.name,
            thumbnail: row.thumbnail,
            publishedAt: row.visibleFrom,
          },
        ]
      : [],
  )
}

/** A live whose hour has come and that has not begun is waited for so long. */
const waitedFor = 2 * 3_600_000

export type LiveState = 'live' | 'soon' | 'planned'
type Course = { status: StreamingStatus; startAt: Instant; hasNoDay: boolean }
/** On now, late and still awaited, to come, or none of them. */
export const liveStateOf = ({ status, startAt, hasNoDay }: Course, now: Instant): LiveState | null => {
  if (status === 'live') return 'live'
  if (status !== 'beforeLive' || hasNoDay || startAt <= now - waitedFor) return null
  return startAt > now ? 'planned' : 'soon'
}

/** What is on first, then the next. */
export const byTurn = (a: { state: LiveState; startAt: Instant }, b: { state: LiveState; startAt: Instant }) =>
  Number(b.state === 'live') - Number(a.state === 'live') || a.startAt - b.startAt

/** Lives that were to begin earlier are not looked for: none of them is on. */
export const livesSince = (now: Instant): Instant => now - 2 * day

/** Lives of the brand that are on or planned, whether or not the fan may watch them; what is on first, then the next. */
export const livesFor = async (db: Db, brand: PublicBrand, { uid, locale, now, limit }: Asked) => {
  const since = livesSince(now)
  const page = { limit, offset: 0 }
  const rows = await cardsOf(db, brand, { uid, filter: { type: 'lives', since }, page, locale, now })
  const ids = rows.flatMap(({ streamingId }) => streamingId ?? [])
  const found = new Map((await streamingsOfBrand(db, brand, ids)).map((one) => [one.streamingId, one]))
  const shown = (row: CardRow) => {
    const streaming = found.get(row.streamingId ?? '')
    if (!streaming) return []
    const status = streamingStatusAt(streaming, now)
    const startAt = streaming.scheduledStartAt
    const state = liveStateOf({ status, startAt, hasNoDay: eventStateOf(streaming).eventState !== null }, now)
    if (state === null) return []
    const { planContentId, name, thumbnail, visibleFrom: publishedAt } = row
    const mayWatch = isOpen(accessOfRow(row, now).status)
    return [{ planContentId, name, thumbnail, publishedAt, state, startAt, startedAt: streaming.startedAt, mayWatch }]
  }
  return rows.flatMap(shown).toSorted(byTurn)
}
