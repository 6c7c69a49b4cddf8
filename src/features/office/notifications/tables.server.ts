import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'

/** Until when somebody has looked at what happened in a brand. */
export const notificationsSeen = pgTable(
  'notifications_seen',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    uid: text('uid').notNull(),
    seenAt: instantColumn('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.tenantId, table.brandId] }),
    foreignKey({
      name: 'notifications_seen_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
  ],
)

/** Until when the members of a brand have been mailed of what happened in it. */
export const notificationsTold = pgTable(
  'notifications_told',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    toldAt: instantColumn('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    foreignKey({
      name: 'notifications_told_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
  ],
)
