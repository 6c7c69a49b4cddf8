import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'

/** Started OAuth attempts, one per person and brand: a new one replaces the last. */
export const oauthTries = pgTable(
  'oauth_tries',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    state: text('state').notNull(),
    /** Encrypted PKCE verifier: together with an intercepted code it would yield the token. */
    verifier: text('verifier').notNull(),
    startedAt: instantColumn('started_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.uid] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)

/** Connection of a brand to the analytics service. */
export const oauthConnections = pgTable(
  'oauth_connections',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    /** Encrypted. */
    refreshToken: text('refresh_token').notNull(),
    scope: text('scope').notNull(),
    connectedBy: text('connected_by').notNull(),
    connectedAt: instantColumn('connected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    foreignKey({
      name: 'oauth_connections_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
  ],
)

/** Figures of a brand per past day (Tokyo time); counted the following night, and again on request. */
export const brandDays = pgTable(
  'brand_days',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    /** `yyyy-mm-dd`. */
    day: text('day').notNull(),
    /** At the end of the day. */
    members: integer('members').notNull(),
    mrr: bigint('mrr', { mode: 'number' }).notNull(),
    joined: integer('joined').notNull(),
    endedVoluntary: integer('ended_voluntary').notNull(),
    endedFailed: integer('ended_failed').notNull(),
    endedArchived: integer('ended_archived').notNull(),
    endedOther: integer('ended_other').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.day] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    check('brand_days_day', sql`day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
  ],
)
