import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'

/*
 * Tables of the payment sandbox. No other part of the program reads or writes them: it communicates with the sandbox by
 * HTTP only, as with a real provider.
 */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    /** The order of creation; lists are sorted by it, newest first. */
    serial: bigserial('serial', { mode: 'number' }).notNull(),
    object: text('object').notNull(),
    body: jsonb('body').notNull(),
    /** Keys that lists can be filtered by: `customer:cus_...`, `lookup_key:...`. */
    refs: text('refs').array().notNull(),
    /** Data that the API never returns: how a card behaves, whom a page is for. */
    kept: jsonb('kept').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When its next automatic change is due. */
    dueAt: instantColumn('due_at'),
  },
  (table) => [
    index('sandbox_objects_list').on(table.object, table.serial),
    index('sandbox_objects_refs').using('gin', table.refs),
    index('sandbox_objects_due').on(table.dueAt),
  ],
)

/** Responses by idempotency key, saved in the transaction of their effect. */
export const sandboxKeys = pgTable(
  'sandbox_keys',
  {
    key: text('key').primaryKey(),
    request: text('request').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [index('sandbox_keys_age').on(table.createdAt)],
)

/** Callbacks to be sent; deleted once sent. */
export const sandboxDeliveries = pgTable(
  'sandbox_deliveries',
  {
    serial: bigserial('serial', { mode: 'number' }).primaryKey(),
    eventId: text('event_id').notNull(),
    dueAt: instantColumn('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('sandbox_deliveries_due').on(table.dueAt)],
)

/** Simulated faults, set by `POST /sandbox/control`; one row. */
export const sandboxSettings = pgTable('sandbox_settings', {
  id: integer('id').primaryKey(),
  settings: jsonb('settings').notNull(),
})
