import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'

/** A pool or a transaction; handlers get it from serve and cannot tell which. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

declare const proven: unique symbol
/** Only `server/access.ts` creates these values: a query that needs one cannot run for a user without access. */
export type Tenant = { tenantId: string; name: string; [proven]: 'tenant' }
export type Brand = { tenantId: string; brandId: string; slug: string; name: string; [proven]: 'brand' }
/** A brand as visible to everybody: sufficient only for queries of published rows. */
export type PublicBrand = { tenantId: string; brandId: string; slug: string; [proven]: 'publicBrand' }
export type Operator = { uid: string; [proven]: 'operator' }
/** Any signed-in person, for queries of their own rows. */
export type Fan = { uid: string; [proven]: 'fan' }

export type User = {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string
  photoURL: string
  /** When its token was made, by the real clock; undefined where nobody has shown one. */
  issuedAt?: Instant
}
/** `brandIds` null: all brands of the tenant. */
export type Member = { memberId: string; uid: string; role: Role; brandIds: readonly string[] | null }
export type Locale = 'ja' | 'en'
/** The value is never logged. */
export type Cookie = { name: string; value: string; path: string; domain: string | undefined; secure: boolean }
