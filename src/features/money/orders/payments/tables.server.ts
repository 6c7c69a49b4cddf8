import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'

/** The payment provider's customer of a person. */
export const customers = pgTable(
  'customers',
  {
    uid: text('uid').primaryKey(),
    customerId: text('customer_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [unique('customers_customer').on(table.customerId)],
)

/** The provider's price of a plan of ours: a plan's price never changes, so it is made once. */
export const providerPrices = pgTable('provider_prices', {
  /** Our own price id, the provider's `lookup_key`. */
  priceId: text('price_id').primaryKey(),
  providerPriceId: text('provider_price_id').notNull(),
  createdAt: instantColumn('created_at').notNull(),
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
