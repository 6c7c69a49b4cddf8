import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { uploads } from '#club/uploads/tables.server.ts'
import { orderLines } from '#money/orders/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { goods } from '../goods/tables.server'
import type { SuspendReason } from './download'

/** The files of a digital product. Buyers keep access to a removed file. */
export const goodsFiles = pgTable(
  'goods_files',
  {
    tenantId: text('tenant_id').notNull(),
    goodsId: text('goods_id').notNull(),
    fileId: text('file_id').notNull(),
    /** If replaced by a newer version, existing buyers get that one. */
    mediaId: text('media_id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    removedAt: instantColumn('removed_at'),
    addedAt: instantColumn('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.fileId] }),
    foreignKey({ columns: [table.tenantId, table.goodsId], foreignColumns: [goods.tenantId, goods.goodsId] }),
    foreignKey({
      name: 'goods_files_media',
      columns: [table.tenantId, table.mediaId],
      foreignColumns: [uploads.tenantId, uploads.mediaId],
    }),
    index('goods_files_goods').on(table.tenantId, table.goodsId, table.position),
  ],
)

/** Download permissions: created by the payment of an order line, one for each file of the product. */
export const downloadGrants = pgTable(
  'download_grants',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    grantId: text('grant_id').notNull(),
    uid: text('uid').notNull(),
    orderId: text('order_id').notNull(),
    lineId: text('line_id').notNull(),
    goodsId: text('goods_id').notNull(),
    fileId: text('file_id').notNull(),
    maxDownloads: integer('max_downloads').notNull(),
    usedCount: integer('used_count').notNull().default(0),
    /** Time of the last counted download: another one within the hour is not counted. */
    countedAt: instantColumn('counted_at'),
    lastDownloadAt: instantColumn('last_download_at'),
    suspendedAt: instantColumn('suspended_at'),
    suspendReason: text('suspend_reason').$type<SuspendReason>(),
    /** When staff resumed the grant: networks from before are ignored. */
    resumedAt: instantColumn('resumed_at'),
    /** The version that the buyer knows: the one that was sold, or the last one notified by mail. */
    toldMediaId: text('told_media_id'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.grantId] }),
    foreignKey({
      name: 'download_grants_line',
      columns: [table.tenantId, table.lineId],
      foreignColumns: [orderLines.tenantId, orderLines.lineId],
    }),
    foreignKey({
      name: 'download_grants_file',
      columns: [table.tenantId, table.fileId],
      foreignColumns: [goodsFiles.tenantId, goodsFiles.fileId],
    }),
    index('download_grants_by_id').on(table.grantId).concurrently(),
    // A payment that is reported twice grants once.
    unique('download_grants_once').on(table.tenantId, table.lineId, table.fileId),
    index('download_grants_order').on(table.tenantId, table.orderId, table.createdAt),
    index('download_grants_goods').on(
      table.tenantId,
      table.goodsId,
      table.createdAt.desc().nullsFirst(),
      table.grantId,
    ),
    index('download_grants_brand').on(
      table.tenantId,
      table.brandId,
      table.createdAt.desc().nullsFirst(),
      table.grantId,
    ),
    check('download_grants_count', sql`used_count >= 0 and max_downloads >= 0`),
    check('download_grants_suspended', sql`(suspended_at is null) = (suspend_reason is null)`),
  ],
)

/** Log of issued URLs; rows are only added. The network is stored as a keyed hash, not as an address. */
export const downloadLog = pgTable(
  'download_log',
  {
    tenantId: text('tenant_id').notNull(),
    logId: text('log_id').notNull(),
    grantId: text('grant_id').notNull(),
    at: instantColumn('at').notNull(),
    network: text('network').notNull(),
    isCounted: boolean('is_counted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.logId] }),
    foreignKey({
      name: 'download_log_grant',
      columns: [table.tenantId, table.grantId],
      foreignColumns: [downloadGrants.tenantId, downloadGrants.grantId],
    }),
    index('download_log_grant_at').on(table.tenantId, table.grantId, table.at),
  ],
)
