import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import type { EditedKind } from './presence'

/** Who has what open for editing: for moments, and renewed every few seconds, so that nothing else is indexed or refers to it. */
export const presences = pgTable(
  'presences',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    kind: text('kind').$type<EditedKind>().notNull(),
    itemId: text('item_id').notNull(),
    uid: text('uid').notNull(),
    seenAt: instantColumn('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.brandId, table.kind, table.itemId, table.uid] })],
)
