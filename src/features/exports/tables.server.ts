import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'
import type { Encoding, ExportState, ExportType } from './export'

/** A file that is made for staff, of the rows that their screen showed (records, 2.20). */
export const exportsTable = pgTable(
  'exports',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    exportId: text('export_id').notNull(),
    type: text('type').$type<ExportType>().notNull(),
    format: text('format').notNull(),
    encoding: text('encoding').$type<Encoding>().notNull(),
    /** What was asked for, as the noun's writer reads it. */
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    /** Holds what not everybody may read who may export: only those who may see it are offered it. */
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
    unique('exports_id').on(table.exportId),
    index('exports_brand').on(table.tenantId, table.brandId, table.createdAt, table.exportId),
    index('exports_kept').on(table.expiresAt).where(sql`key is not null`),
    check('exports_state', sql`state in ('enqueued', 'processing', 'completed', 'failed', 'expired')`),
  ],
)
