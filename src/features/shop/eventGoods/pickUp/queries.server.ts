import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { isOfClubs, rowsOfAllClubs } from '#club/tenants/clubs.queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { ledgerMovements } from '#money/ledger/tables.server.ts'
import { shippableStates } from '#money/orders/order.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Member, Tenant } from '#server/proven.ts'
import { uncollectedFact } from '../../parcels/fulfillment'
import { fulfillmentLines, fulfillments } from '../../parcels/tables.server'
import { eventGoods } from '../tables.server'

/** Condition on an order line `l`. */
export const waitsAtVenue = sql`l.is_pick_up and l.quantity > l.fulfilled_quantity + l.refunded_quantity`
/** End of pick-up of goods `g`: of their hours or, without any, of their event. */
const endOfPickUp = subquery`coalesce(
    (select to_timestamp(max((w ->> 'to')::numeric) / 1000.0) from jsonb_array_elements(g.pick_up -> 'windows') w),
    (select e.end_at from ${events} e where e.tenant_id = g.tenant_id and e.event_id = g.event_id)
  )`
/**
 * Whether pick-up of goods `g` is over. Never over for a cancelled event or one postponed without a date, because
 * nobody could collect them.
 */
const isOver = (now: Instant) => subquery`(${endOfPickUp} <= ${toTimestamp(now)}::timestamptz
  and not exists (select 1 from ${events} e where e.tenant_id = g.tenant_id and e.event_id = g.event_id
    and (e.cancellation is not null or e.end_at = 'infinity')))`

/** Paid orders with pieces left at a venue after its last hour, everywhere, that were not booked as earned yet. */
const isUncollected = (now: Instant): SQL | undefined =>
  and(
    eq(orders.kind, 'eventGoods'),
    inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
    // Orders on hold are left for staff to decide.
    inArray(orders.fulfillmentState, [...shippableStates]),
    sql`${orders.subtotal} > 0`,
    subquery`(${orders.tenantId}, ${orders.orderId}) in (select l.tenant_id, l.order_id from ${eventGoods} g
      join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id where ${waitsAtVenue} and ${isOver(now)})`,
    subquery`not exists (select 1 from ${orderLines} l
      left join ${eventGoods} g on g.tenant_id = l.tenant_id and g.goods_id = l.goods_id
      where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and ${waitsAtVenue}
        and (${isOver(now)}) is not true)`,
    subquery`not exists (select 1 from ${ledgerMovements} m where m.tenant_id = ${orders.tenantId}
      and m.fact = ${uncollectedFact('')} || ${orders.orderId})`,
  )

/**
 * Of these orders those with pieces left at a venue after its last hour, and when that was. Whether they are paid is
 * not looked at.
 */
export const endedUncollected = async (
  db: Db,
  { tenantId }: { tenantId: string },
  orderIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, Instant>> => {
  if (orderIds.length === 0) return new Map()
  const waiting = sql`select l.order_id, ${endOfPickUp} as ended, (${isOver(now)}) is true as is_over
    from ${orderLines} l left join ${eventGoods} g on g.tenant_id = l.tenant_id and g.goods_id = l.goods_id
    where l.tenant_id = ${tenantId} and ${inArray(sql`l.order_id`, [...orderIds])} and ${waitsAtVenue}`
  const { rows } = await db.execute<{ orderId: string; ended: string }>(sql`
    select order_id as "orderId", round(extract(epoch from max(ended)) * 1000) as ended
    from (${waiting}) waiting group by order_id having bool_and(is_over)`)
  return new Map(rows.map(({ orderId, ended }) => [orderId, Number(ended)]))
}

/** Orders of which something is so, of all clubs; of each batch of clubs the oldest first. */
export const ordersOfAllClubs = (db: Db, which: SQL | undefined) =>
  rowsOfAllClubs(db, (clubs) =>
    batchesOf<OrderRow>(
      db
        .select()
        .from(orders)
        .where(and(isOfClubs(orders.tenantId, clubs), which, isAfterLast(orders.placedAt, orders.orderId)))
        .orderBy(asc(orders.placedAt), asc(orders.orderId))
        .limit(batchSize)
        .prepare(''),
      ({ placedAt, orderId }) => ({ at: placedAt, id: orderId }),
    ),
  )

type OrderIds = Pick<OrderRow, 'tenantId' | 'orderId'>
/** The order, if that is so of it still. */
export const orderOfWhich = async (db: Db, { tenantId, orderId }: OrderIds, which: SQL | undefined) => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.orderId, orderId), which))
  return row as OrderRow | undefined
}

/** Orders with uncollected pieces. */
export const uncollectedOrders = (db: Db, now: Instant) => ordersOfAllClubs(db, isUncollected(now))

export const uncollectedOrder = (db: Db, order: OrderIds, now: Instant) => orderOfWhich(db, order, isUncollected(now))

// --- The desk --------------------------------------------------------------------------------------------------------------

/** Orders of event goods, with what the desk shows of them besides their lines. */
const deskOrders = (db: Db, { tenantId }: Tenant, { brandIds }: Member, which: SQL | undefined) =>
  db
    .select({
      order: orders,
      brandName: brands.name,
      buyerName: sql<string>`coalesce(${people.displayName}, '')`.as('buyer_name'),
      handedAt:
        // Only deliveries at the venue: parcels of the same order have other times.
        subquery<Date | null>`(select max(f.delivered_at) from ${fulfillments} f
        join ${fulfillmentLines} h on h.tenant_id = f.tenant_id and h.fulfillment_id = f.fulfillment_id
        join ${orderLines} l on l.tenant_id = h.tenant_id and l.line_id = h.line_id and l.is_pick_up
        where f.tenant_id = ${orders.tenantId} and f.order_id = ${orders.orderId})`.as('handed_at'),
    })
    .from(orders)
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .leftJoin(people, eq(people.uid, orders.uid))
    .where(
      and(
        eq(orders.tenantId, tenantId),
        which,
        brandIds === null ? undefined : inArray(orders.brandId, [...brandIds]),
        eq(orders.kind, 'eventGoods'),
      ),
    )
export type DeskOrder = Awaited<ReturnType<typeof deskOrders>>[number]

/** Orders for a scanned code or a typed number; order numbers are unique only within a brand. */
export const ordersByCode = (db: Db, tenant: Tenant, member: Member, code: string): Promise<DeskOrder[]> =>
  deskOrders(db, tenant, member, code.startsWith('order_') ? eq(orders.orderId, code) : eq(orders.orderNumber, code))
    .orderBy(asc(orders.brandId))
    .limit(20)

/**
 * Orders with pieces that wait at this event, by id, after the one that was read last. The ids are found first, by the
 * event's goods: with conditions on the orders in the same query, the planner might walk through all of the club's.
 */
export const ordersWaitingAt = async (
  db: Db,
  tenant: Tenant,
  member: Member,
  { eventId, after, limit }: { eventId: string; after: string; limit: number },
): Promise<{ found: DeskOrder[]; next: string | null }> => {
  const { rows } = await db.execute<{ order_id: string }>(sql`select distinct l.order_id from ${eventGoods} g
    join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id
    where g.tenant_id = ${tenant.tenantId} and g.event_id = ${eventId} and ${waitsAtVenue} and l.order_id > ${after}
    order by l.order_id limit ${limit}`)
  const ids = rows.map(({ order_id }) => order_id)
  const last = ids.at(-1)
  if (last === undefined) return { found: [], next: null }
  const found = await deskOrders(db, tenant, member, inArray(orders.orderId, ids)).orderBy(asc(orders.orderId))
  return { found, next: ids.length < limit ? null : last }
}
