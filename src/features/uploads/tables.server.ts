import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../server/db/columns'
import { brands } from '../brands/tables.server'

export const uploads = pgTable(
  'uploads',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    mediaId: text('media_id').notNull(),
    kind: text('kind', { enum: ['image', 'audio', 'file'] }).notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    key: text('key').notNull(),
    state: text('state', { enum: ['pending', 'ready', 'refused'] }).notNull(),
    /** MD5 of the first file that was sent, so that a repeated PUT is known from a different one. */
    sentMd5: text('sent_md5'),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.mediaId] }),
    foreignKey({
      name: 'uploads_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
    unique('uploads_key').on(table.key),
    index('uploads_state').on(table.state, table.createdAt),
  ],
)
