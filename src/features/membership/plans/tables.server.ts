import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import type { English } from '#kit/english.ts'
import { instantColumn, pictureColumn } from '#server/db/columns.ts'

/**
 * Stored are the states that a person sets: draft and active. Scheduled and archived are what `archivingAt` and the
 * clock make of an active plan (`statusAt` in plan.ts).
 */
export const plans = pgTable(
  'plans',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    planId: text('plan_id').notNull(),
    status: text('status').$type<'draft' | 'active'>().notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<English<'name' | 'description'>>().notNull().default({}),
    thumbnail: pictureColumn('thumbnail').notNull(),
    price: integer('price').notNull(),
    subscriptionInterval: text('subscription_interval').$type<'month' | 'year'>().notNull(),
    archivingAt: instantColumn('archiving_at'),
    archiveMessage: text('archive_message').notNull().default(''),
    /** Months of yearly terms that have not begun when the plan ends are given back. */
    archiveRefunds: boolean('archive_refunds').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    activatedAt: instantColumn('activated_at'),
    editedAt: instantColumn('edited_at').notNull(),
    /** The uid of who saved last. */
    editedBy: text('edited_by'),
    /** A draft in the bin since then, and in no list; see club/bin. */
    deletedAt: instantColumn('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('plans_by_id').on(table.planId).concurrently(),
    index('plans_brand').on(table.tenantId, table.brandId, table.editedAt, table.planId),
    index('plans_archiving').on(table.tenantId, table.brandId, table.archivingAt),
    index('plans_on_sale')
      .on(table.tenantId, table.brandId, table.price, table.activatedAt, table.planId)
      .where(sql`status = 'active'`),
    check('plans_status', sql`status in ('draft', 'active')`),
    check('plans_interval', sql`subscription_interval in ('month', 'year')`),
    check('plans_price', sql`price >= 500`),
    check('plans_active_has_name', sql`status = 'draft' or name <> ''`),
    check('plans_draft_is_not_archiving', sql`status = 'active' or archiving_at is null`),
  ],
)
