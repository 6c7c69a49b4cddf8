import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { English } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { shippableStates } from '#money/orders/order.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import type { Schedule } from '#publishing/events/event.ts'
import { events } from '#publishing/events/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Ports } from '#server/ports.ts'
import type { Db } from '#server/proven.ts'
import type { PickUpWindow } from '../eventGoods'
import { eventGoods } from '../tables.server'
import { orderOfWhich, ordersOfAllClubs, waitsAtVenue } from './queries.server'

/* Whom a pick-up that is near or open is told. */

/** What an order's history holds once its buyer has been told that pick-up is open. */
export const pickUpOpened = 'pickUpOpened'

/** Paid orders of event goods of which pieces may be handed over; what staff hold back is not handed over. */
const isPaidForVenue = and(
  eq(orders.kind, 'eventGoods'),
  inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
  inArray(orders.fulfillmentState, [...shippableStates]),
)
/** Of goods `g`: their event takes place, on a day that is known. Goods without an event are no event's to cancel. */
const takesPlace = subquery`not exists (select 1 from ${events} e where e.tenant_id = g.tenant_id and e.event_id = g.event_id
  and (e.cancellation is not null or e.end_at = 'infinity'))`
const opensAt = sql`to_timestamp((w ->> 'from')::numeric / 1000.0)`
const closesAt = sql`to_timestamp((w ->> 'to')::numeric / 1000.0)`

/** Goods of lines `l` with a pick-up hour that runs, by the hour that began first. */
const openLines = (now: Instant) => sql`${eventGoods} g
  join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id
  cross join jsonb_array_elements(g.pick_up -> 'windows') w
  where g.delivery in ('pickUp', 'both') and ${opensAt} <= ${toTimestamp(now)}::timestamptz
    and ${closesAt} > ${toTimestamp(now)}::timestamptz and ${waitsAtVenue} and ${takesPlace}`

/** Orders whose goods can be picked up by now, whose buyers paid before that and have not been told. */
const isToTell = (now: Instant): SQL | undefined =>
  and(
    isPaidForVenue,
    subquery`(${orders.tenantId}, ${orders.orderId}) in (select l.tenant_id, l.order_id from ${openLines(now)})`,
    subquery`${orders.paidAt} < (select min(${opensAt}) from ${openLines(now)}
      and l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId})`,
    subquery`not exists (select 1 from ${orderEvents} h where h.tenant_id = ${orders.tenantId}
      and h.order_id = ${orders.orderId} and h.what = ${pickUpOpened})`,
  )

export const ordersToTell = (db: Db, now: Instant) => ordersOfAllClubs(db, isToTell(now))

type OrderIds = Pick<OrderRow, 'tenantId' | 'orderId'>
/** The order, if its buyer still has to be told. */
export const orderToTell = (db: Db, order: OrderIds, now: Instant) => orderOfWhich(db, order, isToTell(now))

type Time = { from: Instant; to: Instant }
const isOfEvents = ({ from, to }: Time): SQL | undefined =>
  and(
    isPaidForVenue,
    subquery`(${orders.tenantId}, ${orders.orderId}) in (select l.tenant_id, l.order_id from ${events} e
      join ${eventGoods} g on g.tenant_id = e.tenant_id and g.event_id = e.event_id
      join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id
      where e.start_at >= ${toTimestamp(from)}::timestamptz and e.start_at < ${toTimestamp(to)}::timestamptz
        and e.visibility <> 'draft' and ${waitsAtVenue} and ${takesPlace})`,
  )

/** Orders with pieces that wait at an event that begins in this time. */
export const ordersOfEvents = (db: Db, time: Time) => ordersOfAllClubs(db, isOfEvents(time))

export const orderOfEvents = (db: Db, order: OrderIds, time: Time) => orderOfWhich(db, order, isOfEvents(time))

/** Whether somebody has paid for pieces that wait at this event. */
export const picksUpAt: Ports['picksUpAt'] = async (db, { tenantId, eventId, uid }) => {
  const [found] = await db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.uid, uid),
        isPaidForVenue,
        subquery`exists (select 1 from ${orderLines} l
          join ${eventGoods} g on g.tenant_id = l.tenant_id and g.goods_id = l.goods_id
          where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and g.event_id = ${eventId} and ${waitsAtVenue})`,
      ),
    )
    .limit(1)
  return found !== undefined
}

export type Waiting = {
  name: string
  variationName: string
  english: English<'name' | 'variationName'>
  quantity: number
  venueName: string
  windows: PickUpWindow[]
  event: { eventId: string; title: string; startAt: Instant; schedules: Schedule[] } | null
}

/** The pieces of an order that wait at venues of events that take place. */
export const waitingOf = async (db: Db, { tenantId, orderId }: OrderRow): Promise<Waiting[]> => {
  const rows = await db
    .select({
      name: orderLines.name,
      variationName: orderLines.variationName,
      english: orderLines.english,
      quantity: sql<number>`${orderLines.quantity} - ${orderLines.fulfilledQuantity} - ${orderLines.refundedQuantity}`,
      pickUp: eventGoods.pickUp,
      eventId: events.eventId,
      title: events.title,
      startAt: events.startAt,
      schedules: events.schedules,
      isOff: sql<boolean>`coalesce(${events.cancellation} is not null or ${events.endAt} = 'infinity', false)`,
    })
    .from(orderLines)
    .innerJoin(
      eventGoods,
      and(eq(eventGoods.tenantId, orderLines.tenantId), eq(eventGoods.goodsId, orderLines.goodsId)),
    )
    .leftJoin(events, and(eq(events.tenantId, eventGoods.tenantId), eq(events.eventId, eventGoods.eventId)))
    .where(and(eq(orderLines.tenantId, tenantId), eq(orderLines.orderId, orderId), eq(orderLines.isPickUp, true)))
    .orderBy(asc(orderLines.position))
  return rows.flatMap(
    ({ name, variationName, english, quantity, pickUp, eventId, title, startAt, schedules, isOff }) =>
      quantity > 0 && !isOff
        ? [
            {
              name,
              variationName,
              english,
              quantity,
              venueName: pickUp.venueName,
              windows: pickUp.windows,
              event: eventId && title && startAt && schedules ? { eventId, title, startAt, schedules } : null,
            },
          ]
        : [],
  )
}
