import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { brands } from '../brands/tables.server'
import type { BinKind } from './bin'

/**
 * What staff have deleted. The thing itself stays in its table, as a draft or hidden, with `deleted_at`, which takes it out of
 * everything that staff read; whoever deletes this row decides whether it comes back or is gone.
 */
export const bin = pgTable(
  'bin',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    kind: text('kind').$type<BinKind>().notNull(),
    itemId: text('item_id').notNull(),
    name: text('name').notNull(),
    deletedAt: instantColumn('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
    /** Whether it was published, and the moment that goes with it, in the words of its own table. */
    formerStatus: text('former_status').notNull(),
    formerAt: instantColumn('former_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.kind, table.itemId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('bin_newest').on(table.tenantId, table.brandId, table.deletedAt, table.itemId),
    index('bin_overdue').on(table.deletedAt),
    check('bin_kind', sql`kind in ('content', 'plan', 'goods', 'event')`),
  ],
)
