import { and, eq, inArray, sql } from 'drizzle-orm'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { goodsVariations } from '../goods/tables.server'
import { mostPicked, toPick } from './fulfillment'

const rest = sql`${orderLines.quantity} - ${orderLines.fulfilledQuantity} - ${orderLines.refundedQuantity}`
const oldestAt = sql`min(${orders.placedAt})`

/** The shop's own numbers of these variations, of those that have one. */
export const skusOf = async (
  db: Db,
  { tenantId }: Brand,
  variationIds: readonly string[],
): Promise<Map<string, string>> => {
  if (variationIds.length === 0) return new Map()
  const rows = await db
    .select({ variationId: goodsVariations.variationId, sku: goodsVariations.sku })
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, tenantId), inArray(goodsVariations.variationId, [...variationIds])))
  return new Map(rows.map(({ variationId, sku }) => [variationId, sku]))
}

/** The pieces of paid orders that nobody packed yet, by goods and variation, those that wait longest first; one row more than are shown. */
export const piecesToPick = async (db: Db, { tenantId, brandId }: Brand, isPickUp: boolean) => {
  const rows = await db
    .select({
      goodsId: orderLines.goodsId,
      variationId: orderLines.variationId,
      // As the newest order calls it.
      name: sql<string>`(array_agg(${orderLines.name} order by ${orders.placedAt} desc))[1]`,
      variationName: sql<string>`(array_agg(${orderLines.variationName} order by ${orders.placedAt} desc))[1]`,
      sku: sql<string>`coalesce(max(${goodsVariations.sku}), '')`,
      pieces: sql<number>`sum(${rest})::int`,
      orders: sql<number>`count(distinct ${orders.orderId})::int`,
      oldestAt: oldestAt.mapWith(orders.placedAt),
    })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .leftJoin(
      goodsVariations,
      and(eq(goodsVariations.tenantId, orderLines.tenantId), eq(goodsVariations.variationId, orderLines.variationId)),
    )
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.brandId, brandId),
        inArray(orders.fulfillmentState, [...toPick.fulfillmentState]),
        inArray(orders.paymentState, [...toPick.paymentState]),
        eq(orderLines.deliveryMethod, 'physical'),
        eq(orderLines.isPickUp, isPickUp),
        sql`${rest} > 0`,
      ),
    )
    .groupBy(orderLines.goodsId, orderLines.variationId)
    .orderBy(oldestAt, orderLines.goodsId, orderLines.variationId)
    .limit(mostPicked + 1)
  return rows.map((row) => ({ ...row, goodsId: row.goodsId ?? '', variationId: row.variationId ?? '' }))
}
