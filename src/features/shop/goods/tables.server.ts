import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import type { English } from '#kit/english.ts'
import type { Share } from '#money/ledger/shares.ts'
import { instantColumn, picturesColumn } from '#server/db/columns.ts'
import type { SaleWindow } from '../eventGoods/windows'
import type { GoodsAudience, GoodsType, SalesType, StockReason, Visibility } from './goods'

/** Stores what staff set; the current status is computed by `salesStatusAt` of goods.ts. */
export const goods = pgTable(
  'goods',
  {
    tenantId: text('tenant_id').notNull(),
    brandId: text('brand_id').notNull(),
    goodsId: text('goods_id').notNull(),
    visibility: text('visibility').$type<Visibility>().notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<English<'name' | 'description'>>().notNull().default({}),
    price: integer('price').notNull(),
    goodsType: text('goods_type').$type<GoodsType>().notNull(),
    salesType: text('sales_type').$type<SalesType>().notNull(),
    saleStartAt: instantColumn('sale_start_at').notNull(),
    saleEndAt: instantColumn('sale_end_at'),
    audience: text('audience').$type<GoodsAudience>().notNull(),
    planIds: jsonb('plan_ids').$type<string[]>().notNull(),
    maxPerPerson: integer('max_per_person'),
    /** Food or drink that is taxed at the reduced rate; what was sold keeps its own (`order_lines`). */
    isReducedTax: boolean('is_reduced_tax').notNull().default(false),
    shippingFee: integer('shipping_fee').notNull().default(0),
    shippingTimeText: text('shipping_time_text').notNull().default(''),
    thumbnails: picturesColumn('thumbnails').notNull(),
    /** Event goods only (features/eventGoods): pick-up, sale windows and the brands' shares. */
    isPickUp: boolean('is_pick_up').notNull().default(false),
    /** Both ways are offered, and the buyer chooses. */
    isPickUpOffered: boolean('is_pick_up_offered').notNull().default(false),
    saleWindows: jsonb('sale_windows').$type<SaleWindow[]>(),
    shares: jsonb('shares').$type<Share[]>(),
    createdAt: instantColumn('created_at').notNull(),
    editedAt: instantColumn('edited_at').notNull(),
    /** uid of the last editor. */
    editedBy: text('edited_by'),
    /** In the bin since then, and in no list; what is gone for good keeps it for its stock's history. See club/bin. */
    deletedAt: instantColumn('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.goodsId] }),
    foreignKey({ columns: [table.tenantId, table.brandId], foreignColumns: [brands.tenantId, brands.brandId] }),
    index('goods_by_id').on(table.goodsId).concurrently(),
    index('goods_newest').on(table.tenantId, table.brandId, table.createdAt.desc().nullsFirst(), table.goodsId),
    index('goods_price').on(table.tenantId, table.brandId, table.price, table.goodsId),
    index('goods_start').on(table.tenantId, table.brandId, table.saleStartAt),
    index('goods_end').on(table.tenantId, table.brandId, table.saleEndAt),
    check('goods_visibility', sql`visibility in ('visible', 'hidden')`),
    check('goods_type', sql`goods_type in ('physicalGoods', 'digitalGoods')`),
    check('goods_sales_type', sql`sales_type in ('permanent', 'builtToOrder')`),
    check('goods_audience', sql`audience in ('public', 'plans')`),
    check('goods_price', sql`price between 100 and 1000000 and shipping_fee >= 0`),
    check('goods_pick_up', sql`not (is_pick_up and is_pick_up_offered)`),
    check('goods_window', sql`sale_end_at is null or sale_end_at > sale_start_at`),
  ],
)

/**
 * Variations, the items that are bought. Stock is stored here and changed together with a row of `stock_moves`;
 * constraints refuse negative figures.
 */
export const goodsVariations = pgTable(
  'goods_variations',
  {
    tenantId: text('tenant_id').notNull(),
    goodsId: text('goods_id').notNull(),
    variationId: text('variation_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** What of it the creator gave in English too. */
    english: jsonb('english').$type<English<'name'>>().notNull().default({}),
    sku: text('sku').notNull().default(''),
    maxQuantity: integer('max_quantity'),
    isStopped: boolean('is_stopped').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    isUnlimited: boolean('is_unlimited').notNull().default(false),
    initial: integer('initial').notNull().default(0),
    adjusted: integer('adjusted').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    available: integer('available').notNull().generatedAlwaysAs(sql`initial + adjusted - reserved - sold`),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.variationId] }),
    foreignKey({ columns: [table.tenantId, table.goodsId], foreignColumns: [goods.tenantId, goods.goodsId] }),
    index('goods_variations_by_id').on(table.variationId).concurrently(),
    unique('goods_variations_goods').on(table.tenantId, table.goodsId, table.variationId),
    index('goods_variations_order').on(table.tenantId, table.goodsId, table.position),
    index('goods_variations_low')
      .on(table.tenantId, table.goodsId)
      .where(sql`not is_unlimited and not is_hidden and not is_stopped and available <= 5`),
    check('goods_variations_stock', sql`initial >= 0 and reserved >= 0 and sold >= 0`),
    check('goods_variations_available', sql`is_unlimited or initial + adjusted - reserved - sold >= 0`),
  ],
)

/** History of stock changes; rows are only added, and the figures are their sum. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    tenantId: text('tenant_id').notNull(),
    moveId: text('move_id').notNull(),
    goodsId: text('goods_id').notNull(),
    variationId: text('variation_id').notNull(),
    at: instantColumn('at').notNull(),
    reason: text('reason').$type<StockReason>().notNull(),
    /** Number of pieces; signed only for adjustments by staff. */
    quantity: integer('quantity').notNull(),
    orderId: text('order_id'),
    actorUid: text('actor_uid').notNull().default(''),
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.moveId] }),
    foreignKey({
      name: 'stock_moves_variation',
      columns: [table.tenantId, table.goodsId, table.variationId],
      foreignColumns: [goodsVariations.tenantId, goodsVariations.goodsId, goodsVariations.variationId],
    }),
    index('stock_moves_variation_at').on(table.tenantId, table.variationId, table.at),
    index('stock_moves_goods').on(
      table.tenantId,
      table.goodsId,
      table.at.desc().nullsFirst(),
      table.moveId.desc().nullsFirst(),
    ),
    index('stock_moves_order').on(table.tenantId, table.orderId),
    check('stock_moves_reason', sql`reason in ('initial', 'reserve', 'release', 'sale', 'restock', 'adjust')`),
    check('stock_moves_quantity', sql`quantity <> 0 and (reason = 'adjust' or quantity > 0)`),
    check('stock_moves_order', sql`(order_id is null) = (reason in ('initial', 'adjust'))`),
  ],
)

/** Fans who asked to be told when goods are on sale, or one of their variations; gone once they are told. */
export const goodsWaits = pgTable(
  'goods_waits',
  {
    tenantId: text('tenant_id').notNull(),
    goodsId: text('goods_id').notNull(),
    /** Empty: whichever of them. */
    variationId: text('variation_id').notNull(),
    uid: text('uid').notNull(),
    askedAt: instantColumn('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.goodsId, table.variationId, table.uid] }),
    foreignKey({
      name: 'goods_waits_goods',
      columns: [table.tenantId, table.goodsId],
      foreignColumns: [goods.tenantId, goods.goodsId],
    }).onDelete('cascade'),
    index('goods_waits_uid').on(table.uid, table.askedAt),
  ],
)
