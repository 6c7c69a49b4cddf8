import { and, eq, inArray, ne, not, sql } from 'drizzle-orm'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import type { Stock } from '../goods/goods'
import { cartItems, carts } from './tables.server'

/**
 * Unpaid orders of this cart: paying again continues, closes or replaces them (`begin` of orders/purchase.server.ts).
 * An issued voucher is an order of its own.
 */
const isCheckoutOf = (cartId: typeof carts.cartId | string) => sql`(${orders.paymentState} = 'awaitingPayment'
  and starts_with(${orders.openKey}, 'cart:' || ${cartId}::text || ':')
  and not (${orders.paymentMethod} = 'konbini' and ${orders.intentId} is not null))`

type Held = { variationId: string; quantity: number }
/** Stock that is reserved by this cart's own checkouts. */
export const checkedOut = subquery<
  Held[]
>`(select coalesce(json_agg(json_build_object('variationId', ${orderLines.variationId},
    'quantity', ${orderLines.quantity})), '[]')
  from ${orders} join ${orderLines} on ${orderLines.tenantId} = ${orders.tenantId} and ${orderLines.orderId} = ${orders.orderId}
  where ${orders.uid} = ${carts.uid} and ${isCheckoutOf(carts.cartId)})`

/** Stock reserved by the checkouts of a fan's cart of this brand, and the variations that are still in that cart. */
export const checkoutOf = async (
  db: Db,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  { uid }: { uid: string },
): Promise<{ held: Held[]; inCart: string[] } | undefined> => {
  const [row] = await db
    .select({
      held: checkedOut.as('held'),
      inCart: sql<
        string[]
      >`coalesce(json_agg(${cartItems.variationId}) filter (where ${cartItems.variationId} is not null), '[]')`,
    })
    .from(carts)
    .leftJoin(cartItems, and(eq(cartItems.tenantId, carts.tenantId), eq(cartItems.cartId, carts.cartId)))
    .where(and(eq(carts.uid, uid), eq(carts.tenantId, tenantId), eq(carts.brandId, brandId)))
    .groupBy(carts.tenantId, carts.cartId)
  return row
}

/** The stock as this cart sees it: pieces held by its own checkouts count as available. */
export const forCart = <V extends Stock & { variationId: string }>(
  variations: readonly V[],
  checkout: readonly Held[],
): V[] =>
  variations.map((one) => {
    const held = checkout.reduce((sum, piece) => sum + (piece.variationId === one.variationId ? piece.quantity : 0), 0)
    return held === 0 ? one : { ...one, available: one.available + held, reserved: one.reserved - held }
  })

/**
 * Pieces of these goods that the fan has ordered and that were not refunded, by goodsId. With `but`, without pieces
 * reserved by this cart's own checkouts.
 */
export const orderedOf = async (
  db: Db,
  { tenantId }: { tenantId: string },
  { uid }: { uid: string },
  goodsIds: readonly string[],
  but?: { cartId: string },
): Promise<Map<string, number>> => {
  if (goodsIds.length === 0) return new Map()
  const rows = await db
    .select({
      goodsId: orderLines.goodsId,
      pieces: sql<number>`sum(${orderLines.quantity} - ${orderLines.refundedQuantity})::int`,
    })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .where(
      and(
        eq(orders.uid, uid),
        eq(orders.tenantId, tenantId),
        inArray(orders.paymentState, ['awaitingPayment', 'paid', 'partiallyRefunded']),
        ne(orders.kind, 'plan'),
        inArray(orderLines.goodsId, [...goodsIds]),
        but && not(isCheckoutOf(but.cartId)),
      ),
    )
    .groupBy(orderLines.goodsId)
  return new Map(rows.flatMap(({ goodsId, pieces }) => (goodsId ? [[goodsId, pieces] as const] : [])))
}
