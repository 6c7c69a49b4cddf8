import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn } from '#server/db/columns.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import { brands } from '../brands/tables.server'

/**
 * A file on its way in, and where it lies afterwards. It belongs to a brand, or, as the platform's own, to the application of somebody
 * who has no club yet.
 */
export const uploads = pgTable(
  'uploads',
  {
    mediaId: text('media_id').notNull(),
    tenantId: text('tenant_id').notNull().default(platformTenantId),
    brandId: text('brand_id'),
    applicationId: text('application_id'),
    kind: text('kind', { enum: ['image', 'audio', 'file', 'video', 'goodsFile'] }).notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    key: text('key').notNull(),
    /** `completing`: the parts are stored, and the storage has been asked to join them. */
    state: text('state', { enum: ['pending', 'completing', 'ready', 'refused'] }).notNull(),
    /** MD5 of the first file that was sent, so that a repeated PUT is known from a different one. */
    sentMd5: text('sent_md5'),
    /** Multipart uploads only: our id, the storage's id, and the parts that it was completed with. */
    uploadId: text('upload_id'),
    storageUploadId: text('storage_upload_id'),
    parts: jsonb('parts').$type<{ partNumber: number; etag: string }[]>(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'uploads_brand',
      columns: [table.tenantId, table.brandId],
      foreignColumns: [brands.tenantId, brands.brandId],
    }),
    unique('uploads_of_tenant').on(table.tenantId, table.mediaId),
    index('uploads_by_media').on(table.mediaId).concurrently(),
    uniqueIndex('uploads_by_key').on(table.key, table.tenantId).concurrently(),
    uniqueIndex('uploads_by_upload').on(table.uploadId, table.tenantId).concurrently(),
    index('uploads_state').on(table.state, table.createdAt),
    check(
      'uploads_owner',
      sql`(tenant_id = 'platform') = (brand_id is null) and (tenant_id = 'platform') <> (application_id is null)`,
    ),
  ],
)
