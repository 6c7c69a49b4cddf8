import type { Instant } from '#kit/time.ts'
import type { Db, Fan, Locale } from '#server/proven.ts'
import type { ClubOfFan } from '../fans/clubs.queries.server'
import type { Notice } from './notice'

/** What happened for a fan since a moment, at most `mostOfKind` of each kind; only what they may open now. */
export type Ask = (
  db: Db,
  fan: Fan,
  asked: { clubs: readonly ClubOfFan[]; since: Instant; locale: Locale; now: Instant },
) => Promise<Notice[]>

declare module '#server/ports.ts' {
  interface Ports {
    /** Each wing says what it has for a fan. */
    fanNotices: readonly Ask[]
  }
}
