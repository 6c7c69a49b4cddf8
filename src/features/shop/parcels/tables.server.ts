import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { FulfillmentState } from '#money/orders/order.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import type { DeliveryAddress, Provider, ReturnReason, ShipmentState } from './fulfillment'

/** One parcel of an order. */
export const fulfillments = pgTable(
  'fulfillments',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    fulfillmentId: text('fulfillment_id').notNull(),
    state: text('state').$type<ShipmentState>().notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    /** Name shown to the fan, for carriers that are not on our list. */
    providerName: text('provider_name').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    trackingUrl: text('tracking_url').notNull().default(''),
    note: text('note').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    shippedAt: instantColumn('shipped_at'),
    deliveredAt: instantColumn('delivered_at'),
    /** The import that made it, so that the import can be undone. */
    importId: text('import_id'),
    /** Where the order's goods were before that import, so that undoing it restores this. */
    goodsWere: text('goods_were').$type<FulfillmentState>(),
    /** Where it went, if the order's address was changed after it had left; null: to the order's address. */
    wentTo: jsonb('went_to').$type<DeliveryAddress>(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.fulfillmentId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('fulfillments_by_id').on(table.fulfillmentId).concurrently(),
    index('fulfillments_order').on(table.tenantId, table.orderId, table.createdAt),
    index('fulfillments_provider').on(table.tenantId, table.provider, table.orderId),
    index('fulfillments_shipped').on(table.tenantId, table.shippedAt, table.orderId).where(sql`shipped_at is not null`),
    index('fulfillments_tracking').on(table.tenantId, table.trackingNumber).where(sql`tracking_number <> ''`),
    index('fulfillments_import').on(table.tenantId, table.importId).where(sql`import_id is not null`),
    check('fulfillments_state', sql`state in ('shipping', 'shipped', 'delivered')`),
    check('fulfillments_shipped', sql`(state = 'shipping') = (shipped_at is null)`),
    check('fulfillments_delivered', sql`(state = 'delivered') = (delivered_at is not null)`),
    check('fulfillments_provider', sql`provider in ('yamato', 'sagawa', 'japanPost', 'clickPost', 'other')`),
  ],
)

export const fulfillmentLines = pgTable(
  'fulfillment_lines',
  {
    tenantId: text('tenant_id').notNull(),
    fulfillmentId: text('fulfillment_id').notNull(),
    lineId: text('line_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.fulfillmentId, table.lineId] }),
    foreignKey({
      name: 'fulfillment_lines_fulfillment',
      columns: [table.tenantId, table.fulfillmentId],
      foreignColumns: [fulfillments.tenantId, fulfillments.fulfillmentId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'fulfillment_lines_line',
      columns: [table.tenantId, table.lineId],
      foreignColumns: [orderLines.tenantId, orderLines.lineId],
    }),
    check('fulfillment_lines_quantity', sql`quantity > 0`),
  ],
)

type KeptParcel = Pick<
  typeof fulfillments.$inferSelect,
  'state' | 'trackingUrl' | 'note' | 'createdBy' | 'createdAt' | 'deliveredAt' | 'importId' | 'goodsWere' | 'editedAt'
>

/** A parcel that the carrier brought back: its record of `fulfillments` is gone, and this is what it was. */
export const parcelReturns = pgTable(
  'parcel_returns',
  {
    tenantId: text('tenant_id').notNull(),
    orderId: text('order_id').notNull(),
    fulfillmentId: text('fulfillment_id').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    providerName: text('provider_name').notNull().default(''),
    trackingNumber: text('tracking_number').notNull().default(''),
    lines: jsonb('lines').$type<{ lineId: string; quantity: number }[]>().notNull(),
    shippedAt: instantColumn('shipped_at').notNull(),
    returnedAt: instantColumn('returned_at').notNull(),
    reason: text('reason').$type<ReturnReason>().notNull(),
    /** Yen that the carrier charged the club: a note, which books nothing. */
    postage: integer('postage').notNull(),
    note: text('note').notNull().default(''),
    createdBy: text('created_by').notNull(),
    /** The rest of its record, so that a return can be taken back; null where an earlier version recorded it. */
    parcel: jsonb('parcel').$type<KeptParcel>(),
    /** As of `fulfillments`. */
    wentTo: jsonb('went_to').$type<DeliveryAddress>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.fulfillmentId] }),
    foreignKey({ columns: [table.tenantId, table.orderId], foreignColumns: [orders.tenantId, orders.orderId] }),
    index('parcel_returns_order').on(table.tenantId, table.orderId, table.returnedAt),
    check('parcel_returns_reason', sql`reason in ('refused', 'unknownAddress', 'notPickedUp', 'damaged')`),
    check('parcel_returns_postage', sql`postage >= 0`),
  ],
)
