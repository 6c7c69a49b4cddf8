import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Fees } from '../features/ledger/ledger'
import type { Contract, Definition, FieldError, RefusalOf, Role, Subject } from '../kit/contract'
import type { NewId } from '../kit/ids'
import type { Instant } from '../kit/time'
import type { Analytics } from './analytics/analytics'
import type { Enqueue } from './jobDefinition'
import type { Payments } from './payments/payments'
import type { Storage } from './storage/types'

/** A pool or a transaction; handlers get it from serve and cannot tell which. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

declare const proven: unique symbol
/** Values that only `server/access.ts` can make: a query that wants one cannot run for a stranger. */
export type Tenant = { tenantId: string; name: string; [proven]: 'tenant' }
export type Brand = { tenantId: string; brandId: string; slug: string; name: string; [proven]: 'brand' }
/** A brand as everybody may see it: good for queries of published rows only. */
export type PublicBrand = { tenantId: string; brandId: string; slug: string; [proven]: 'publicBrand' }
export type Operator = { uid: string; [proven]: 'operator' }
/** Whoever is signed in, for queries of their own rows. */
export type Fan = { uid: string; [proven]: 'fan' }

export type User = { uid: string; email: string; emailVerified: boolean; displayName: string; photoURL: string }
/** `brandIds` null: all brands of the tenant. */
export type Member = { memberId: string; uid: string; role: Role; brandIds: readonly string[] | null }
export type Locale = 'ja' | 'en'
/** Its value appears in no log. */
export type Cookie = { name: string; value: string; path: string; domain: string | undefined; secure: boolean }

type Everyone<D extends Definition> = {
  now: Instant
  newId: NewId
  locale: Locale
  /** Where links in mails lead; no slash at its end. */
  origin: string
  /** Where the caller's device is connected, as a keyed hash: the same for a household, and nothing an address can be read from. */
  network: () => string
  /** Where live pictures are sent to (RTMP); empty where this installation takes none. */
  ingestUrl: string
  /** Ends the operation with one of its declared refusals, or as a bad field; nothing its transaction wrote stays. */
  refuse: (code: RefusalOf<D> | 'validation', fields?: FieldError[]) => never
  /** Only where the contract says `setsCookies`. */
  setCookie: (cookie: Cookie) => void
}
type Reader = { db: Db; fees: Fees }
/** What is done inside one transaction; jobs are part of it. */
export type Transaction = {
  db: Db
  enqueue: Enqueue
  /** Has the visitors' pages that show this brand rendered anew, for changes by others than its staff, whose own do so. */
  renew: (brand: { brandId: string }) => Promise<void>
}
type Writer = Transaction & {
  fees: Fees
  /** Writes down a change by somebody whom the contract does not know as staff: an invited person who joins. */
  audit: (of: { tenantId: string; role: string }) => Promise<void>
}
type Outside = {
  /**
   * One transaction, with no call to the outside in it. The first one holds the intention: the idempotency key and the
   * audit are saved with it, and a job that finishes what a crash leaves unfinished is best enqueued in it.
   */
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  /** Names this attempt in the key of calls to the outside, and in `free` of the job that finds out how it ended. */
  attempt: string
  storage: Storage
  payments: Payments
  fees: Fees
}
type Visitor = { user: User | null }
type OfFan = { user: User; fan: Fan; isOperator: boolean }
type OfTenant = { user: User; tenant: Tenant; member: Member }
type OfBrand = OfTenant & { brand: Brand; storage: Storage; analytics: Analytics }
type OfOperator = { user: User; operator: Operator }

export type Context<D extends Definition = Definition> = Everyone<D> &
  (D['effect'] extends 'outside' ? Outside : D['effect'] extends 'write' ? Writer : Reader) &
  (D['caller'] extends 'visitor'
    ? Visitor
    : D['caller'] extends 'fan'
      ? OfFan
      : D['caller'] extends 'tenant'
        ? OfTenant
        : D['caller'] extends 'brand'
          ? OfBrand
          : OfOperator) &
  (D['caller'] extends 'visitor' | 'fan'
    ? D['by'] extends 'maybeContent'
      ? { brand: PublicBrand | null; storage: Storage }
      : D['by'] extends Subject
        ? { brand: PublicBrand; storage: Storage }
        : unknown
    : unknown)

export type Handler<D extends Definition> = (
  context: Context<D>,
  payload: z.output<D['payload']>,
) => Promise<z.input<D['result']>>

/** A handler for every operation of the contract: a forgotten one does not compile. */
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }
