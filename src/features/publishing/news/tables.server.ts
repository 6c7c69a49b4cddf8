import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { contents } from '../contents/tables.server'

/** That members are told of a content: once, however often it is published. */
export const contentNotices = pgTable(
  'content_notices',
  {
    tenantId: text('tenant_id').notNull(),
    planContentId: text('plan_content_id').notNull(),
    brandId: text('brand_id').notNull(),
    wantedAt: instantColumn('wanted_at').notNull(),
    /** uid of the member of staff who wanted it. */
    wantedBy: text('wanted_by').notNull(),
    toldAt: instantColumn('told_at'),
    /** Members who were told so far. */
    told: integer('told').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.planContentId] }),
    foreignKey({
      name: 'content_notices_content',
      columns: [table.tenantId, table.planContentId],
      foreignColumns: [contents.tenantId, contents.planContentId],
    }).onDelete('cascade'),
    index('content_notices_waiting').on(table.tenantId, table.brandId).where(sql`told_at is null`),
  ],
)
