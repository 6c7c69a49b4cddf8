import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'

/** A consent that somebody has been sent to ask for; a new one replaces it. */
export const oauthTries = pgTable(
  'oauth_tries',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    state: text('state').notNull(),
    /** Encrypted: with it and an overheard code the token could be had. */
    verifier: text('verifier').notNull(),
    startedAt: instantColumn('started_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId, table.uid] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)

/** The analytics service that a brand is connected with. */
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
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
  ],
)

/** A brand's members on a day of Tokyo that is over; counted in the night after it, and again whenever that is asked for. */
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
