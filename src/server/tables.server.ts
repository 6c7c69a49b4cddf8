import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from './db/columns'
import { platformTenantId } from './db/tableKinds'

/** Responses of writes by the caller's idempotency key, for 24 hours: a retry gets the same response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    uid: text('uid').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer'),
    /** Null until the first call with this key has ended; visible to others only for calls to external services. */
    answeredAt: instantColumn('answered_at'),
    attempt: text('attempt'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.operation, table.key] }),
    index('idempotency_keys_attempt').on(table.attempt),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)

/** Every change by staff: who, in which role, which operation, on what. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    auditId: text('audit_id').notNull(),
    at: instantColumn('at').notNull(),
    actorUid: text('actor_uid').notNull(),
    role: text('role').notNull(),
    operation: text('operation').notNull(),
    /** The platform's own where no club was concerned. */
    tenantId: text('tenant_id').notNull().default(platformTenantId),
    brandId: text('brand_id'),
    payload: jsonb('payload').notNull(),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.auditId] }),
    index('audit_log_tenant').on(table.tenantId, table.at),
    index('audit_log_question')
      .on(sql`(payload->>'inquiryId')`, table.at)
      .where(sql`operation = 'assignPlatformInquiry'`),
    index('audit_log_actor').on(table.tenantId, table.actorUid, table.at),
  ],
)

/** Counters of rate-limiter-flexible, for installations of several instances. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Writes whose pages other instances have not been told to make anew; a row is there for moments (renewal.ts). */
export const pageRenewals = pgTable('page_renewals', {
  renewalId: text('renewal_id').primaryKey(),
  tag: text('tag').notNull(),
  at: instantColumn('at').notNull(),
})

/** Of which club a row is, by a name that comes from outside without its club (db/directory.ts). */
export const directory = pgTable(
  'directory',
  {
    /** The row's table and column: `orders.intent_id`. */
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    tenantId: text('tenant_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
)

/** Addresses to which no mail goes any more: it came back for good, or its reader complained. */
export const mailSuppressions = pgTable('mail_suppressions', {
  /** The address itself is not kept: this outlives accounts. */
  addressHash: text('address_hash').primaryKey(),
  reason: text('reason').$type<'bounced' | 'complained'>().notNull(),
  at: instantColumn('at').notNull(),
})
