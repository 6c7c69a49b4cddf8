import { bigserial, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../db/columns'

/*
 * The payment sandbox's own world. Nothing else of the program reads or writes these tables: the two talk by HTTP alone, as
 * the program and its provider do.
 */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    id: text('id').primaryKey(),
    /** The order in which objects were made; lists go by it, newest first. */
    serial: bigserial('serial', { mode: 'number' }).notNull(),
    object: text('object').notNull(),
    body: jsonb('body').notNull(),
    /** What lists may be narrowed by: `customer:cus_...`, `lookup_key:...`. */
    refs: text('refs').array().notNull(),
    /** What the API never shows: how a card behaves, whom a page is for. */
    kept: jsonb('kept').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When something happens to it by itself. */
    dueAt: instantColumn('due_at'),
  },
  (table) => [
    index('sandbox_objects_list').on(table.object, table.serial),
    index('sandbox_objects_refs').using('gin', table.refs),
    index('sandbox_objects_due').on(table.dueAt),
  ],
)

/** Answers by idempotency key, kept with what they made. */
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

/** What is still to be told by callback; told ones are gone. */
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

/** How the sandbox misbehaves, as `POST /sandbox/control` says; one row. */
export const sandboxSettings = pgTable('sandbox_settings', {
  id: integer('id').primaryKey(),
  settings: jsonb('settings').notNull(),
})
