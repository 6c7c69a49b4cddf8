import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import type { TrackingRow } from './tracking'

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
    unique('tracking_imports_id').on(table.importId),
    index('tracking_imports_brand').on(table.tenantId, table.brandId, table.createdAt, table.importId),
    check('tracking_imports_state', sql`state in ('waiting', 'read', 'applied', 'undone')`),
  ],
)
