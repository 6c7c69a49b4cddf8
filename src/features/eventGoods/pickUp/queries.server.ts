import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../../kit/time'
import { batchesOf, batchSize, isAfterLast } from '../../../server/db/batches'
import { toTimestamp } from '../../../server/db/columns'
import type { Db } from '../../../server/proven'
import { events } from '../../events/tables.server'
import { ledgerMovements } from '../../ledger/tables.server'
import { shippableStates, uncollectedFact } from '../../orders/fulfillments/fulfillment'
import type { OrderRow } from '../../orders/queries.server'
import { orderLines, orders } from '../../orders/tables.server'
import { eventGoods } from '../tables.server'

const waitsAtVenue = sql`l.is_pick_up and l.quantity > l.fulfilled_quantity + l.refunded_quantity`
/** Goods that are no longer handed over say no hours: then it is the end of their event that counts. */
const isOver = (now: Instant) => sql`coalesce(
    (select to_timestamp(max((w ->> 'to')::numeric) / 1000.0) from jsonb_array_elements(g.pick_up -> 'windows') w),
    (select e.end_at from ${events} e where e.tenant_id = g.tenant_id and e.event_id = g.event_id)
  ) <= ${toTimestamp(now)}::timestamptz`

/** Paid, something of it waits at a venue, everywhere its last hour is over, and that is not earned yet. */
const isUncollected = (now: Instant): SQL | undefined =>
  and(
    eq(orders.kind, 'eventGoods'),
    inArray(orders.paymentState, ['paid', 'partiallyRefunded']),
    // Of a held one staff have yet to decide.
    inArray(orders.fulfillmentState, [...shippableStates]),
    sql`${orders.subtotal} > 0`,
    sql`${orders.orderId} in (select l.order_id from ${eventGoods} g
      join ${orderLines} l on l.tenant_id = g.tenant_id and l.goods_id = g.goods_id where ${waitsAtVenue} and ${isOver(now)})`,
    sql`not exists (select 1 from ${orderLines} l
      left join ${eventGoods} g on g.tenant_id = l.tenant_id and g.goods_id = l.goods_id
      where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and ${waitsAtVenue}
        and (${isOver(now)}) is not true)`,
    sql`not exists (select 1 from ${ledgerMovements} m where m.fact = ${uncollectedFact('')} || ${orders.orderId})`,
  )

/** Orders of which something was not collected, oldest first. */
export const uncollectedOrders = (db: Db, now: Instant) =>
  batchesOf<OrderRow>(
    db
      .select()
      .from(orders)
      .where(and(isUncollected(now), isAfterLast(orders.placedAt, orders.orderId)))
      .orderBy(asc(orders.placedAt), asc(orders.orderId))
      .limit(batchSize)
      .prepare(''),
    ({ placedAt, orderId }) => ({ at: placedAt, id: orderId }),
  )

/** The order, where it is still one of these. */
export const uncollectedOrder = async (db: Db, orderId: string, now: Instant): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderId, orderId), isUncollected(now)))
  return row
}
