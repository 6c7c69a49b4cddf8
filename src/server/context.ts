import type { z } from 'zod'
import type { Fees } from '../features/ledger/ledger'
import type { Contract, Definition, FieldError, RefusalOf, Subject } from '../kit/contract'
import type { NewId } from '../kit/ids'
import type { Instant } from '../kit/time'
import type { Analytics } from './analytics/analytics'
import type { Transaction } from './jobDefinition'
import type { Payments } from './payments/payments'
import type { Brand, Cookie, Db, Fan, Locale, Member, Operator, PublicBrand, Tenant, User } from './proven'
import type * as pictures from './storage/pictures'
import type { Storage } from './storage/types'

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
type Reader = {
  db: Db
  fees: Fees
  /** Reads of one moment, each planned for the values that it is asked with. */
  inOwnPlans: <T>(work: (db: Db) => Promise<T>) => Promise<T>
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
  pictures: typeof pictures
  payments: Payments
  fees: Fees
}
type Visitor = { user: User | null }
type OfFan = { user: User; fan: Fan; isOperator: boolean }
type OfTenant = { user: User; tenant: Tenant; member: Member }
type OfBrand = OfTenant & { brand: Brand; storage: Storage; analytics: Analytics }
/** `operators`: the addresses of all of them. */
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

/** A handler for every operation of the contract: a forgotten one does not compile. */
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }
