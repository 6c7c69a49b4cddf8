import { jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn, pictureColumn } from '../../server/db/columns'
import { tenants } from '../tenants/tables.server'

export const brands = pgTable(
  'brands',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.tenantId),
    brandId: text('brand_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** The wide cover and the square icon; empty text means none. */
    thumbnail: pictureColumn('thumbnail').notNull(),
    icon: pictureColumn('icon').notNull(),
    description: text('description').notNull(),
    accentColor: text('accent_color').notNull(),
    links: jsonb('links').$type<string[]>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    /** The uid of who saved last. */
    editedBy: text('edited_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.brandId] }),
    unique('brands_brand').on(table.brandId),
    unique('brands_slug').on(table.slug),
  ],
)
