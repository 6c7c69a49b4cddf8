import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { brands } from '../brands/tables.server'
import type { Encoding, ExportState, ExportType } from './export'

/** Exports of a screen's rows, made for staff (rule: access.exports). */
export const exportsTable = pgTable(
  'exports',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    exportId: text('export_id').notNull(),
    type: text('type').$type<ExportType>().notNull(),
    format: text('format').notNull(),
    encoding: text('encoding').$type<Encoding>().notNull(),
    /** Parameters of the export, in the format of its type's writer. */
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    /** Contains data that only admins may see: not listed for other roles. */
    isPrivate: boolean('is_private').notNull().default(false),
    state: text('state').$type<ExportState>().notNull(),
    rowCount: integer('row_count').notNull().default(0),
    fileName: text('file_name').notNull(),
    key: text('key'),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    expiresAt: instantColumn('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.exportId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('exports_by_id').on(table.exportId).concurrently(),
    index('exports_brand').on(table.tenantId, table.brandId, table.createdAt, table.exportId),
    index('exports_kept').on(table.expiresAt).where(sql`key is not null`),
    check('exports_state', sql`state in ('enqueued', 'processing', 'completed', 'failed', 'expired')`),
  ],
)
