import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { disputes, orderLines, orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { downloadPageOf } from '../downloads/download'

/** Paid, and neither these pieces nor the whole order were refunded. An open dispute changes nothing yet. */
export const isKept = and(
  inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
  lt(orderLines.refundedQuantity, orderLines.quantity),
  subquery`not exists (select 1 from ${disputes} d where d.tenant_id = ${orders.tenantId} and d.order_id = ${orders.orderId}
    and d.state = 'lost')`,
)
/** A store payment is pending and still possible. */
const isAwaited = (now: Instant) =>
  and(
    eq(orders.paymentState, 'awaitingPayment'),
    eq(orders.paymentMethod, 'konbini'),
    isNotNull(orders.intentId),
    gt(orders.expiresAt, sql`${toTimestamp(now)}::timestamptz`),
  )

/** Digital goods with their orders: owned ones, and those with a pending store payment. */
export type HeldGoods = { owned: Map<string, string>; awaited: Map<string, string> }

export const heldGoods = async (
  db: Db,
  { tenantId }: { tenantId: string },
  uid: string,
  goodsIds: readonly string[],
  now: Instant,
): Promise<HeldGoods> => {
  const held: HeldGoods = { owned: new Map(), awaited: new Map() }
  if (goodsIds.length === 0) return held
  const rows = await db
    .select({ goodsId: orderLines.goodsId, orderId: orders.orderId, paymentState: orders.paymentState })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .where(
      and(
        eq(orders.uid, uid),
        eq(orders.tenantId, tenantId),
        eq(orderLines.deliveryMethod, 'digital'),
        inArray(orderLines.goodsId, [...goodsIds]),
        or(isKept, isAwaited(now)),
      ),
    )
    .orderBy(asc(orders.placedAt))
  for (const { goodsId, orderId, paymentState } of rows)
    if (goodsId !== null) held[paymentState === 'awaitingPayment' ? 'awaited' : 'owned'].set(goodsId, orderId)
  return held
}

/** Whether digital goods are owned, with their download page: our own URL, never the storage's. */
export const purchaseInfoOf = (goodsId: string, held: HeldGoods | undefined, origin: string) => {
  const [orderId, awaitedOrderId] = [held?.owned.get(goodsId), held?.awaited.get(goodsId)]
  return orderId === undefined
    ? ({ isPurchased: false, ...(awaitedOrderId !== undefined && { awaitedOrderId }) } as const)
    : ({ isPurchased: true, downloadUrl: downloadPageOf(origin, { orderId, goodsId }) } as const)
}
