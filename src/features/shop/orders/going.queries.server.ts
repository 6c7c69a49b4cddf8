import { and, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { Ask } from '#club/notices/ask.ts'
import { mostOfKind } from '#club/notices/notice.ts'
import { day, type Instant } from '#kit/time.ts'
import { orderEvents, orderLines, orders, refunds } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan } from '#server/proven.ts'
import { downloadGrants } from '../downloads/tables.server'
import { pickUpOpened } from '../eventGoods/pickUp/tell.queries.server'
import { fulfillmentLines, fulfillments } from '../parcels/tables.server'
import { goingOf } from './going'

/** Older orders are looked for in the history. */
const lookedAt = 180 * day
const most = 100

const brandShown = { slug: brands.slug, name: brands.name, icon: brands.icon }
const isBrand = and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId))
const isParcelOfOrder = and(eq(fulfillments.tenantId, orders.tenantId), eq(fulfillments.orderId, orders.orderId))
const linesOfOrder = sql`${orderLines} where ${orderLines.tenantId} = ${orders.tenantId} and ${orderLines.orderId} = ${orders.orderId}`
const firstName = subquery<string>`coalesce((select ${orderLines.name} from ${linesOfOrder} order by ${orderLines.position} limit 1), '')`

/** A parcel, and not what was handed over at a venue. */
const isCarried = subquery`exists (select 1 from ${fulfillmentLines}
  join ${orderLines} on ${orderLines.tenantId} = ${fulfillmentLines.tenantId} and ${orderLines.lineId} = ${fulfillmentLines.lineId}
  where ${fulfillmentLines.tenantId} = ${fulfillments.tenantId} and ${fulfillmentLines.fulfillmentId} = ${fulfillments.fulfillmentId}
    and not ${orderLines.isPickUp})`

type Line = { name: string; isPickUp: boolean; quantity: number; fulfilledQuantity: number; refundedQuantity: number }

/** A fan's orders of the last half year of which something is awaited, in all clubs, newest first. */
export const ordersGoingOn = async (db: Db, { uid }: Fan, now: Instant) => {
  const rows = await db
    .select({
      order: orders,
      brand: brandShown,
      lines: subquery<
        Line[]
      >`coalesce((select json_agg(json_build_object('name', ${orderLines.name}, 'isPickUp', ${orderLines.isPickUp},
          'quantity', ${orderLines.quantity}, 'fulfilledQuantity', ${orderLines.fulfilledQuantity}, 'refundedQuantity', ${orderLines.refundedQuantity})
          order by ${orderLines.position})
        from ${linesOfOrder}), '[]')`,
      sentAt:
        subquery`(select max(${fulfillments.shippedAt}) from ${fulfillments} where ${isParcelOfOrder} and ${isCarried})`.mapWith(
          orders.placedAt,
        ),
      asksForAccount: subquery<boolean>`exists (select 1 from ${refunds} where ${refunds.tenantId} = ${orders.tenantId}
        and ${refunds.orderId} = ${orders.orderId} and ${refunds.state} = 'requiresCustomerAction')`,
      hasUnfetched: subquery<boolean>`exists (select 1 from ${downloadGrants} where ${downloadGrants.tenantId} = ${orders.tenantId}
        and ${downloadGrants.orderId} = ${orders.orderId} and ${downloadGrants.usedCount} = 0 and ${downloadGrants.suspendedAt} is null)`,
    })
    .from(orders)
    .innerJoin(brands, isBrand)
    .where(
      and(
        eq(orders.uid, uid),
        gt(orders.placedAt, now - lookedAt),
        or(
          eq(orders.paymentState, 'awaitingPayment'),
          inArray(orders.kind, ['goods', 'eventGoods']),
          eq(orders.paymentMethod, 'konbini'),
        ),
      ),
    )
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(most)
  return rows.flatMap(({ order, brand, lines, ...facts }) => {
    const going = goingOf(order, { lines, ...facts }, now)
    return going === null
      ? []
      : [
          {
            orderId: order.orderId,
            orderNumber: order.orderNumber,
            kind: order.kind,
            paymentMethod: order.paymentMethod,
            going,
            brand,
            items: lines.map(({ name }) => name),
            total: order.total,
            placedAt: order.placedAt,
            /** Until when it has to be paid. */
            dueAt: going === 'pay' ? order.expiresAt : null,
            sentAt: facts.sentAt,
          },
        ]
  })
}

/** Parcels of a fan's orders that were handed to a carrier. */
export const ordersSentToFan: Ask = async (db, { uid }, { since, now }) => {
  const rows = await db
    .select({
      itemId: orders.orderId,
      name: firstName,
      detail: orders.orderNumber,
      at: fulfillments.shippedAt,
      brand: brandShown,
    })
    .from(orders)
    .innerJoin(brands, isBrand)
    .innerJoin(fulfillments, isParcelOfOrder)
    .where(and(eq(orders.uid, uid), gt(orders.placedAt, now - lookedAt), gt(fulfillments.shippedAt, since), isCarried))
    .orderBy(desc(fulfillments.shippedAt))
    .limit(mostOfKind)
  return rows.map((row) => ({ ...row, kind: 'orderSent', at: row.at ?? 0, startAt: null }))
}

/** Orders that were paid at a store, of which files can be fetched or goods be picked up since: a card's buyer was there when it was paid. */
export const ordersReadyForFan: Ask = async (db, { uid }, { since, now }) => {
  const rows = await db
    .select({
      itemId: orders.orderId,
      name: firstName,
      detail: orders.orderNumber,
      at: orders.paidAt,
      brand: brandShown,
    })
    .from(orders)
    .innerJoin(brands, isBrand)
    .where(
      and(
        eq(orders.uid, uid),
        gt(orders.placedAt, now - lookedAt),
        isNotNull(orders.paidAt),
        gt(orders.paidAt, since),
        eq(orders.paymentMethod, 'konbini'),
        inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
        subquery`exists (select 1 from ${linesOfOrder} and (${orderLines.isPickUp} or ${orderLines.deliveryMethod} = 'digital'))`,
      ),
    )
    .orderBy(desc(orders.paidAt))
    .limit(mostOfKind)
  return rows.map((row) => ({ ...row, kind: 'orderReady', at: row.at ?? 0, startAt: null }))
}

/** Orders of which pieces can be picked up since. */
export const pickUpOpenForFan: Ask = async (db, { uid }, { since, now }) => {
  const rows = await db
    .select({
      itemId: orders.orderId,
      name: firstName,
      detail: orders.orderNumber,
      at: orderEvents.at,
      brand: brandShown,
    })
    .from(orders)
    .innerJoin(brands, isBrand)
    .innerJoin(orderEvents, and(eq(orderEvents.tenantId, orders.tenantId), eq(orderEvents.orderId, orders.orderId)))
    .where(
      and(
        eq(orders.uid, uid),
        gt(orders.placedAt, now - lookedAt),
        eq(orders.kind, 'eventGoods'),
        eq(orderEvents.what, pickUpOpened),
        gt(orderEvents.at, since),
      ),
    )
    .orderBy(desc(orderEvents.at))
    .limit(mostOfKind)
  return rows.map((row) => ({ ...row, kind: 'pickUpOpen', startAt: null }))
}
