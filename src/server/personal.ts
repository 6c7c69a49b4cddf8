import type { PgTable } from 'drizzle-orm/pg-core'
import type { Instant } from '#kit/time.ts'
import type { Db } from './proven'
import { auditLog, idempotencyKeys, mailSuppressions, rateLimits } from './tables.server'

/**
 * What becomes of a column that holds somebody's uid, address, name or words: whether the copy of their own data holds it,
 * and why it stays when their account is deleted; null: it goes.
 */
export type Fate = { exported: boolean; kept: string | null }

/** In the copy, and gone with the account. */
export const own: Fate = { exported: true, kept: null }
/** In the copy, and stays for this reason. */
export const exported = (kept: string): Fate => ({ exported: true, kept })
/** In no copy: of others, or of no use outside this program. Gone with the account. */
export const forgotten: Fate = { exported: false, kept: null }
export const kept = (reason: string): Fate => ({ exported: false, kept: reason })

/** Reasons that many columns share. */
export const becauseOf = {
  record: 'says who of the staff did it; without the account only a uid, which leads to nobody',
  money: 'belongs to what was paid, which the books keep; without the account only a uid, which leads to nobody',
  club: 'was written for the club and belongs to it',
} as const

type Table = { table: PgTable; fates: Readonly<Record<string, Fate>> }
export const fatesOf = <T extends PgTable>(
  table: T,
  fates: Partial<Record<keyof T['_']['columns'] & string, Fate>>,
): Table => ({ table, fates: fates as Record<string, Fate> })

/** Whose account it is. `email` is empty if it was never confirmed: it may be somebody else's. */
export type Leaving = { uid: string; email: string }

/** A room's share of somebody's data: its columns, what the copy holds of them, and how they are forgotten. */
export type PersonalData = {
  columns: readonly Table[]
  export?: (db: Db, whose: { uid: string }) => Promise<Record<string, unknown>>
  forget?: (db: Db, who: Leaving, now: Instant) => Promise<void>
}
/** At most so many rows of a kind are copied. */
export const mostCopied = 10_000

declare module './ports' {
  interface Ports {
    personalData: readonly PersonalData[]
  }
}

export const personalOfServer: PersonalData = {
  columns: [
    fatesOf(idempotencyKeys, {
      uid: kept('a repeated call of a moment ago gets the same answer; a day later the row is gone'),
      key: kept('as the uid beside it'),
      answer: kept('as the uid beside it'),
    }),
    fatesOf(auditLog, {
      actorUid: kept(becauseOf.record),
      payload: kept('holds the fields that the contract names: ids and choices, and what staff wrote as a reason'),
      address: kept('the log of a club may not be changed afterwards'),
    }),
    fatesOf(mailSuppressions, {
      addressHash: kept('leads to no address; who asked for no more mails is not mailed again after a new account'),
      reason: kept('one of two words, beside a hash'),
    }),
    fatesOf(rateLimits, { key: kept('counts calls by uid for minutes') }),
  ],
}
