import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'

/** The payment provider's customer of a person, in one of its accounts. */
export const customers = pgTable(
  'customers',
  {
    uid: text('uid').notNull(),
    /** The provider's account and mode that it is of (`Payments.account`). */
    account: text('account').notNull(),
    customerId: text('customer_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When the provider was told to forget the person. */
    forgottenAt: instantColumn('forgotten_at'),
  },
  (table) => [primaryKey({ columns: [table.uid, table.account] }), unique('customers_customer').on(table.customerId)],
)

/** The provider's price of a plan of ours: a plan's price never changes, so it is made once in each account. */
export const providerPrices = pgTable(
  'provider_prices',
  {
    /** Our own price id, the provider's `lookup_key`. */
    priceId: text('price_id').notNull(),
    account: text('account').notNull(),
    providerPriceId: text('provider_price_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.priceId, table.account] })],
)

/**
 * What the provider charged or charges for nobody that is known here (rule: money.unallocated): the operator decides. An order is
 * only proposed, because what names it was not made for its buyer.
 */
export const unallocatedPayments = pgTable(
  'unallocated_payments',
  {
    /** Of the payment or of the subscription. */
    providerId: text('provider_id').primaryKey(),
    kind: text('kind').$type<'payment' | 'subscription'>().notNull(),
    /** In the currency's smallest unit; of a subscription that of each charge. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    method: text('method').$type<'card' | 'konbini'>().notNull(),
    customerId: text('customer_id').notNull().default(''),
    orderId: text('order_id'),
    arrivedAt: instantColumn('arrived_at').notNull(),
    /** `asked`: the provider is to refund or to end it. */
    state: text('state').$type<'waiting' | 'asked' | 'refunded' | 'ended' | 'settled'>().notNull(),
    reason: text('reason').notNull().default(''),
    /** What came between the decision and its end (`unallocated.ts`); empty for nothing. */
    trouble: text('trouble').notNull().default(''),
    /** Until when the provider takes evidence in a dispute that is open; null for none. */
    evidenceDueAt: instantColumn('evidence_due_at'),
    settledBy: text('settled_by').notNull().default(''),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    index('unallocated_payments_state').on(table.state, table.arrivedAt, table.providerId),
    check('unallocated_payments_kind', sql`kind in ('payment', 'subscription')`),
    check('unallocated_payments_state', sql`state in ('waiting', 'asked', 'refunded', 'ended', 'settled')`),
  ],
)

/**
 * Changes of the balance at the provider, as it lists them; without an order where none is known for its payment. The provider's fee is booked in the transaction that gives it its order.
 */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    transactionId: text('transaction_id').primaryKey(),
    type: text('type').notNull(),
    intentId: text('intent_id'),
    amount: integer('amount').notNull(),
    fee: integer('fee').notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
    orderId: text('order_id'),
  },
  (table) => [index('balance_transactions_unknown').on(table.occurredAt).where(sql`order_id is null`)],
)

/** What the provider's balance and the ledger said, each night. */
export const balanceLooks = pgTable('balance_looks', {
  lookedAt: instantColumn('looked_at').primaryKey(),
  /** The sum of the provider's transactions, after its fees. */
  provider: bigint('provider', { mode: 'number' }).notNull(),
  /** What of it no order is known for. */
  unknown: bigint('unknown', { mode: 'number' }).notNull(),
  /** The same by the ledger: money at the provider before payouts to clubs, less its fees. */
  ledger: bigint('ledger', { mode: 'number' }).notNull(),
})

/** When the nightly comparison with the provider last went through; it looks back to then. */
export const paymentLooks = pgTable('payment_looks', {
  name: text('name').primaryKey(),
  wentThroughAt: instantColumn('went_through_at').notNull(),
})

/** Events from the provider, each once; written in the same transaction as their effect. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    /** Null until it had its effect; what failed is tried again by the provider and by the nightly reconciliation. */
    handledAt: instantColumn('handled_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('payment_events_object').on(table.objectId), index('payment_events_time').on(table.receivedAt)],
)
