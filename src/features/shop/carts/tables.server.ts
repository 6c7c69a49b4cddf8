import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { instantColumn } from '#server/db/columns.ts'
import { goodsVariations } from '../goods/tables.server'

/** One cart per fan and brand. */
export const carts = pgTable(
  'carts',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    cartId: text('cart_id').notNull(),
    uid: text('uid').notNull(),
    /** Incremented by each change of the items: each version is bought at most once (rule: A6). */
    version: integer('version').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.cartId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('carts_by_id').on(table.cartId).concurrently(),
    unique('carts_fan').on(table.uid, table.tenantId, table.brandId),
  ],
)

export const cartItems = pgTable(
  'cart_items',
  {
    tenantId: text('tenant_id').notNull(),
    cartId: text('cart_id').notNull(),
    goodsId: text('goods_id').notNull(),
    variationId: text('variation_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** The price that the fan last agreed to. */
    priceSeen: integer('price_seen').notNull(),
    /** Chosen pick-up at the venue; only for goods that offer both ways. */
    isPickUp: boolean('is_pick_up').notNull().default(false),
    addedAt: instantColumn('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.cartId, table.variationId] }),
    foreignKey({ columns: [table.tenantId, table.cartId], foreignColumns: [carts.tenantId, carts.cartId] }),
    foreignKey({
      name: 'cart_items_variation',
      columns: [table.tenantId, table.goodsId, table.variationId],
      foreignColumns: [goodsVariations.tenantId, goodsVariations.goodsId, goodsVariations.variationId],
    }),
    index('cart_items_variation').on(table.tenantId, table.variationId),
    check('cart_items_quantity', sql`quantity between 1 and 99`),
  ],
)

/** Delivery addresses of a fan. They belong to the person, not to a club. */
export const shippingAddresses = pgTable(
  'shipping_addresses',
  {
    uid: text('uid').notNull(),
    addressId: text('address_id').notNull(),
    recipientName: text('recipient_name').notNull(),
    recipientPhone: text('recipient_phone').notNull(),
    postalCode: text('postal_code').notNull(),
    prefecture: text('prefecture').notNull(),
    town: text('town').notNull(),
    address: text('address').notNull(),
    building: text('building').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressId] }),
    index('shipping_addresses_fan').on(table.uid, table.createdAt),
    uniqueIndex('shipping_addresses_default').on(table.uid).where(sql`is_default`),
  ],
)
