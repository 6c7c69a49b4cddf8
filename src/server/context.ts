import type { z } from 'zod'
import type { Contract, Definition, Feature, FieldError, RefusalOf, Subject } from '#kit/contract.ts'
import type { Fees } from '#kit/fees.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import type { Analytics } from './analytics/analytics'
import type { Transaction } from './jobDefinition'
import type { Payments } from './payments/payments'
import type { Ports } from './ports'
import type { Brand, Cookie, Db, Fan, Locale, Member, Operator, PublicBrand, Tenant, User } from './proven'
import type * as pictures from './storage/pictures'
import type { Storage } from './storage/types'

type Everyone<D extends Definition> = {
  now: Instant
  newId: NewId
  locale: Locale
  /** Base URL of links in mails, without a trailing slash. */
  origin: string
  /** Keyed hash of the caller's network: the same for a household, and not reversible to an address. */
  network: () => string
  /** RTMP address that live video is sent to; empty if this installation accepts none. */
  ingestUrl: string
  /**
   * Ends the operation with one of its declared refusals, a validation error, or that the caller's account is gone; its
   * transaction is rolled back.
   */
  refuse: (code: RefusalOf<D> | 'validation' | 'unauthenticated' | 'notFound', fields?: FieldError[]) => never
  ports: Ports
  /** Whether an optional feature is on. */
  isOn: (feature: Feature) => boolean
  /** Only available if the contract says `setsCookies`. */
  setCookie: (cookie: Cookie) => void
}
type Reader = {
  db: Db
  fees: Fees
  /** Queries that must see one snapshot, each planned for its actual parameters. */
  inOwnPlans: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}
type Writer = Transaction & {
  fees: Fees
  /** Writes an entry into a club's log for somebody who is not its staff by the contract: who joins it, an operator who acts on it. */
  audit: (of: { tenantId: string; role: string; kept?: Record<string, string> }) => Promise<unknown>
}
type Outside = {
  /**
   * One transaction, without external calls. The first one stores the intent: the idempotency key and the audit entry
   * are saved with it, and a job that finishes what a crash leaves unfinished should be enqueued in it.
   */
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>
  /** Id of this attempt: part of the key of external calls, and passed to `free` by the job that finds the outcome. */
  attempt: string
  storage: Storage
  pictures: typeof pictures
  payments: Payments
  fees: Fees
}
type Visitor = { user: User | null }
type OfFan = { user: User; fan: Fan; isOperator: boolean }
type OfTenant = { user: User; tenant: Tenant; member: Member }
type OfBrand = OfTenant & { brand: Brand; storage: Storage; analytics: Analytics }
/** `operators`: e-mail addresses of all operators. */
type OfOperator = { user: User; operator: Operator; operators: readonly string[] }

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

/** Requires a handler for every operation of the contract: a missing one does not compile. */
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }
