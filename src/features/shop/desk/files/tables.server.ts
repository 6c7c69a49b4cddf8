import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import type { BilledFormat, Billing, Sender } from './sender'
import type { TrackingRow } from './tracking'

/** What a brand's labels say of who sends and who pays: asked for once, and kept for the next file. */
export const labelSenders = pgTable(
  'label_senders',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    /** The sender is written into the file; otherwise the carrier's program adds its own. */
    isGiven: boolean('is_given').notNull(),
    sender: jsonb('sender').$type<Sender>(),
    billing: jsonb('billing').$type<Partial<Record<BilledFormat, Billing>>>().notNull().default({}),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    foreignKey({
      name: 'label_senders_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
  ],
)

/** A file of tracking numbers: read, then applied, and for a day undone. */
export const trackingImports = pgTable(
  'tracking_imports',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    importId: text('import_id').notNull(),
    fileName: text('file_name').notNull(),
    size: integer('size').notNull(),
    key: text('key').notNull(),
    state: text('state').$type<'waiting' | 'read' | 'applied' | 'undone'>().notNull(),
    rows: jsonb('rows').$type<TrackingRow[]>().notNull().default([]),
    rowCount: integer('row_count').notNull().default(0),
    appliedCount: integer('applied_count').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    appliedAt: instantColumn('applied_at'),
    undoneAt: instantColumn('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.importId] }),
    foreignKey({
      name: 'tracking_imports_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
    index('tracking_imports_by_id').on(table.importId).concurrently(),
    index('tracking_imports_brand').on(table.tenantId, table.brandId, table.createdAt, table.importId),
    check('tracking_imports_state', sql`state in ('waiting', 'read', 'applied', 'undone')`),
  ],
)
