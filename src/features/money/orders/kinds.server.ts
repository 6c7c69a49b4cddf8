import type { Letter, Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import type { Write } from '#server/db/together.ts'
import type { eachOnItsOwn } from '#server/each.ts'
import type { JobContext, Transaction } from '#server/jobDefinition.ts'
import type { CheckoutSession, Payments, SessionLine } from '#server/payments/payments.ts'
import type { Ports } from '#server/ports.ts'
import type { Db, Fan, Locale, PublicBrand, User } from '#server/proven.ts'
import type { AtTill } from './atTill.queries.server'
import type { Bought } from './letter'
import type { OrderKind } from './order'
import type { OrderLine, OrderRow } from './queries.server'
import type { RefundRow } from './refunds.queries.server'
import type { Later, Work } from './work.server'

/*
 * What is sold, as the till sees it. Money knows when an order is paid, closed, given back or disputed; what that means
 * for a membership, a past month or a parcel is said by the wing that sells it, in one KindOfSale. `program/kindsOfSale.ts`
 * lists them, and every transaction brings the list along (`Ports`).
 */

/** Money that has come for an order, as the provider tells it. Amounts in its smallest unit, which of yen is the yen. */
export type Payment = {
  amount: number
  currency: string
  at: Instant
  intentId: string | null
  invoiceId?: string
  /** The provider's own period and subscription, of a plan that is paid by card. */
  period?: { from: Instant; to: Instant }
  providerSubscriptionId?: string
}

/** How what was bought is handed over, in the transaction that books it: what is written with the order, then the rest. */
export type Delivery = { written?: readonly Write[]; give: () => Promise<void> }
/** Why something cannot be delivered, as the order's history keeps it. */
export type Undeliverable = 'cannotDeliver' | 'emptyMonth'

/** A fan's call to the outside about a brand's thing: the part of its context that a purchase uses. */
export type Buying = Pick<JobContext, 'transaction' | 'payments' | 'fees' | 'now' | 'newId' | 'origin'> & {
  attempt: string
  brand: PublicBrand
  user: User
  fan: Fan
  locale: Locale
}

export type PaidLetter = (to: Reader, bought: Bought) => Letter

type Pieces = readonly { lineId: string; quantity: number }[]

/** Pieces of an order that are sent or handed over: counted, held, packed and earned one by one. */
export type PiecesOfSale = {
  /** Takes the pieces of a new refund out of what is to be sent; 'tooMuch' where they are no longer there. */
  take: (
    work: Work,
    order: OrderRow,
    pieces: Pieces,
  ) => Promise<{ lines: RefundRow['lines']; unsent: number } | 'tooMuch'>
  /** A refund was refused: its pieces are the buyer's again. */
  putBack: (work: Work, order: OrderRow, pieces: Pieces) => Promise<void>
  /** Brings the order's state in line with its pieces, after a refund of some was accepted. */
  settle: (work: Work, order: OrderRow) => Promise<void>
  /** Refunded pieces can be sold again. */
  restock: (work: Work, order: OrderRow, pieces: Pieces) => Promise<void>
  /** Discards parcels whose pieces have gone back. */
  unpack: (work: Work, order: OrderRow) => Promise<void>
  /** Books what waits for nothing any more; `cause` names the fact in the ledger. */
  earnRest: (work: Work, order: OrderRow, cause: string) => Promise<void>
  /** Nothing more of the order leaves. */
  hold: (work: Work, order: OrderRow, why: { what: 'heldForRefund' | 'heldForDispute'; uid?: string }) => Promise<void>
  /** A dispute was won: what was held for it alone may leave. */
  release: (work: Work, order: OrderRow) => Promise<void>
}

/**
 * One kind of sale. Every function runs inside the transaction of the move that it belongs to, under the fan's lock. What a
 * kind leaves out it does not have: nothing is reserved, waits, or is taken back.
 */
export type KindOfSale = {
  /**
   * How the thing is handed over, or why it cannot be (any more). `madeAt`: when it was paid, whenever that is taken up
   * (staff may accept a late payment).
   */
  deliver: (
    work: Work,
    order: OrderRow,
    payment: Payment,
    madeAt: Instant,
    known: AtTill,
  ) => Promise<Delivery | Undeliverable>
  /** The thing of an open order has ended, so that its payment would buy nothing: a new order replaces it. */
  isOver?: (work: Work, order: OrderRow) => Promise<boolean>
  /** When the thing itself ends: no voucher outlives it. */
  endsAt?: (db: Db, order: OrderRow) => Promise<Instant | null>
  /** Yen of these lines that are earned only when they are sent. */
  deferred?: (lines: readonly OrderLine[]) => number
  /** Yen of a brand's sales until the end of a month (`2026-11`) that are for months after it (rule: money.toCome). */
  toCome?: (db: Db, brand: { tenantId: string; brandId: string }, month: string) => Promise<number>
  /** What else the order becomes when it is paid. */
  whenPaid?: (lines: readonly OrderLine[]) => Partial<Pick<OrderRow, 'fulfillmentState'>>
  /** Several brands share its income, by the shares of its lines. */
  isShared?: true
  /** Gives free what was reserved for an order that will not be paid. */
  release?: (work: Work, order: OrderRow) => Promise<void>
  /** Its voucher was issued: the purchase is done as far as the fan is concerned. */
  voucherIssued?: (work: Work, order: OrderRow) => Promise<void>
  /** Takes back what the order gave: after the refund of all of it, or when the buyer's bank disputes it. */
  takeBack?: (work: Work, order: OrderRow, why: 'refund' | 'dispute') => Promise<void>
  /** Takes back what some lines gave, each for itself; what has pieces does it by these. */
  takeBackLines?: (work: Work, order: OrderRow, lines: Pieces) => Promise<void>
  /** Gives it again: the dispute was won. */
  restore?: (work: Work, order: OrderRow) => Promise<void>
  /** The mail of its payment, where that says more than what was bought. */
  paidLetter?: (work: Work, order: OrderRow) => Promise<PaidLetter | null>
  /** That mail as it will be if the order is delivered now: who decides about a late payment reads it before. */
  paidLetterAhead?: (db: Db, order: OrderRow, at: { now: Instant; madeAt: Instant }) => Promise<PaidLetter | null>
  pieces?: PiecesOfSale
  /**
   * The provider's page for it, where that differs from a payment of the order's lines that leads back to where the fan
   * came from.
   */
  page?: (
    context: Buying,
    order: OrderRow,
    brand: { slug: string },
  ) => Promise<{ mode?: 'subscription'; lines?: SessionLine[]; cancelPath?: string }>
}

/** An object of the provider, read outside of any transaction; what it tells is applied inside one. */
export type ApplyEvent = (work: Work) => Promise<unknown>
/** Null where it changes nothing. */
export type ReadEvent = (context: { db: Db; payments: Payments }, objectId: string) => Promise<ApplyEvent | null>

/** What wings above add to the till; the lists are made in `program/`. */
export type TillPorts = {
  kindsOfSale: Record<OrderKind, KindOfSale>
  /** Work that calls the provider and therefore follows the transaction. */
  later: (tx: Pick<Transaction, 'enqueue'>) => Later
  /** Events of the provider about things above the till. */
  paymentEvents: readonly (readonly [type: RegExp, read: ReadEvent])[]
  /** Payment pages that belong to no order: by the first part of the id that they carry. */
  sessions: Readonly<Record<string, (work: Work, session: CheckoutSession) => Promise<void>>>
  /** What the nightly reconciliation compares besides orders, each a pass of its own. */
  reconciliations: readonly ((
    context: JobContext,
    on: Pick<ReturnType<typeof eachOnItsOwn>, 'each' | 'attempt'>,
  ) => Promise<void>)[]
}
declare module '#server/ports.ts' {
  interface Ports {
    till: TillPorts
  }
}

export const kindOf = ({ ports }: { ports: Ports }, { kind }: Pick<OrderRow, 'kind'>): KindOfSale =>
  ports.till.kindsOfSale[kind]
