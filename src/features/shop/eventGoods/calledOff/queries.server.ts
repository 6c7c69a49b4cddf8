import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { GoodsRow } from '../../goods/queries.server'
import { lockVariations } from '../../goods/stock.queries.server'
import { goods, goodsVariations } from '../../goods/tables.server'
import { deliveries, isPickedUpBy, uncollected } from '../eventGoods'
import { waitsAtVenue } from '../pickUp/queries.server'
import { eventGoods } from '../tables.server'

type OfTenant = { tenantId: string }

const joined = and(eq(goods.tenantId, eventGoods.tenantId), eq(goods.goodsId, eventGoods.goodsId))
/** Across all brands of the club, because any of them may sell goods for any of its events. */
const isOfEvent = ({ tenantId }: OfTenant, eventId: string) =>
  and(eq(eventGoods.tenantId, tenantId), eq(eventGoods.eventId, eventId))
const isHandedOver = inArray(eventGoods.delivery, deliveries.filter(isPickedUpBy))
const isSold = (now: Instant) => or(isNull(goods.saleEndAt), gt(goods.saleEndAt, now))

/** Locks the event until the transaction ends, so that it is not cancelled meanwhile. */
export const isCanceledEvent = async (db: Db, { tenantId }: OfTenant, eventId: string): Promise<boolean> => {
  const [row] = await db
    .select({ cancellation: events.cancellation })
    .from(events)
    .where(and(eq(events.tenantId, tenantId), eq(events.eventId, eventId)))
    .for('share')
  return row !== undefined && row.cancellation !== null
}

/** Number of all goods of an event, of those sold for pick-up there, and of those sold for shipping or download. */
export const countGoodsOfEvent = async (db: Db, brand: Brand, eventId: string, now: Instant) => {
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      ending: sql<number>`(count(*) filter (where ${and(isHandedOver, isSold(now))}))::int`,
      staying: sql<number>`(count(*) filter (where not ${isHandedOver} and ${isSold(now)}))::int`,
    })
    .from(eventGoods)
    .innerJoin(goods, joined)
    .where(isOfEvent(brand, eventId))
  if (!row) throw new Error('A count answers one row.')
  return row
}

/**
 * Locks goods sold for pick-up at the event until the transaction ends, and their stock: a concurrent purchase has
 * either placed its order before, or finds the sale ended.
 */
export const lockGoodsHandedOver = async (db: Db, brand: Brand, eventId: string, now: Instant): Promise<GoodsRow[]> => {
  const { tenantId } = brand
  const rows = await db
    .select({ goods })
    .from(eventGoods)
    .innerJoin(goods, joined)
    .where(and(isOfEvent(brand, eventId), isHandedOver, isSold(now)))
    .orderBy(asc(goods.goodsId))
    .for('update', { of: goods })
  const found = rows.map((row) => row.goods)
  const ids = found.map(({ goodsId }) => goodsId)
  if (ids.length === 0) return found
  const variations = await db
    .select({ variationId: goodsVariations.variationId })
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, tenantId), inArray(goodsVariations.goodsId, ids)))
  await lockVariations(
    db,
    tenantId,
    variations.map(({ variationId }) => variationId),
  )
  return found
}

/** Orders with lines to pick up at the event, found by the event's goods, which are few. */
const ordersAt = ({ tenantId }: OfTenant, eventId: string, waits: SQL) => sql`select l.order_id from ${eventGoods} g
  join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id
  where g.tenant_id = ${tenantId} and g.event_id = ${eventId} and ${waits}`

const isUnpaid = (of: OfTenant, eventId: string) =>
  and(
    eq(orders.tenantId, of.tenantId),
    eq(orders.paymentState, 'awaitingPayment'),
    sql`${orders.orderId} in (${ordersAt(of, eventId, sql`l.is_pick_up`)})`,
  )

/** Whose code for a store dies with the order, and who is told so: whoever has an address. */
const isTold = and(
  eq(orders.paymentMethod, 'konbini'),
  isNotNull(orders.intentId),
  exists(subquery`(select 1 from ${people} where ${people.uid} = ${orders.uid} and ${people.email} <> '')`),
)

/** `told`: only those whose buyer gets a mail. */
export const countUnpaid = async (db: Db, brand: Brand, eventId: string, { told = false } = {}): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(and(isUnpaid(brand, eventId), told ? isTold : undefined))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Unpaid orders, oldest first. */
export const unpaidOrders = (db: Db, of: OfTenant, eventId: string) =>
  batchesOf<OrderRow>(
    db
      .select()
      .from(orders)
      .where(and(isUnpaid(of, eventId), isAfterLast(orders.placedAt, orders.orderId)))
      .orderBy(asc(orders.placedAt), asc(orders.orderId))
      .limit(batchSize)
      .prepare(''),
    ({ placedAt, orderId }) => ({ at: placedAt, id: orderId }),
  )

/** Number of paid orders with pieces to pick up, by the orders' brand. */
export const uncollectedByBrand = (db: Db, brand: Brand, eventId: string) => {
  const some = db
    .select({ brandId: orders.brandId })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, brand.tenantId),
        inArray(orders.paymentState, [...uncollected.payment]),
        inArray(orders.fulfillmentState, [...uncollected.fulfillment]),
        sql`${orders.orderId} in (${ordersAt(brand, eventId, waitsAtVenue)})`,
      ),
    )
    .limit(mostCounted)
    .as('some')
  return db
    .select({ brandId: brands.brandId, name: brands.name, orders: sql<number>`count(*)::int` })
    .from(some)
    .innerJoin(brands, and(eq(brands.tenantId, brand.tenantId), eq(brands.brandId, some.brandId)))
    .groupBy(brands.brandId, brands.name)
    .orderBy(asc(brands.name), asc(brands.brandId))
}
