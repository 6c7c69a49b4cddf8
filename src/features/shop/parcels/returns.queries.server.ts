import { and, asc, eq, inArray, max } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { OrderLine, OrderRow } from '#money/orders/queries.server.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { toSend } from './fulfillment'
import type { Shipment } from './queries.server'
import { parcelReturns } from './tables.server'

/* Parcels that a carrier brought back (rule: goods.returns). */

export type ReturnRow = typeof parcelReturns.$inferSelect

type Said = Pick<ReturnRow, 'shippedAt' | 'returnedAt' | 'reason' | 'postage' | 'note' | 'createdBy'>
/** Keeps all of the parcel beside what is said of its return. */
export const insertReturn = (db: Db, shipment: Shipment, said: Said) => {
  const { tenantId, orderId, fulfillmentId, provider, providerName, trackingNumber, lines, wentTo } = shipment
  const { state, trackingUrl, note, createdBy, createdAt, deliveredAt, importId, goodsWere, editedAt } = shipment
  const parcel = { state, trackingUrl, note, createdBy, createdAt, deliveredAt, importId, goodsWere, editedAt }
  return db.insert(parcelReturns).values({
    tenantId,
    orderId,
    fulfillmentId,
    provider,
    providerName,
    trackingNumber,
    lines,
    wentTo,
    ...said,
    parcel,
  })
}

/** The parcel as it was before it came back; null where an earlier version did not keep it. */
export const parcelOfReturn = (row: ReturnRow): Shipment | null => {
  const { tenantId, orderId, fulfillmentId, provider, providerName, trackingNumber, lines, wentTo, shippedAt } = row
  const kept = { tenantId, orderId, fulfillmentId, provider, providerName, trackingNumber, lines, wentTo, shippedAt }
  return row.parcel && { ...kept, ...row.parcel }
}

export const removeReturn = (db: Db, { tenantId, fulfillmentId }: ReturnRow) =>
  db
    .delete(parcelReturns)
    .where(and(eq(parcelReturns.tenantId, tenantId), eq(parcelReturns.fulfillmentId, fulfillmentId)))

/** Oldest first. */
export const returnsOf = (
  db: Db,
  { tenantId, orderId }: Pick<OrderRow, 'tenantId' | 'orderId'>,
): Promise<ReturnRow[]> =>
  db
    .select()
    .from(parcelReturns)
    .where(and(eq(parcelReturns.tenantId, tenantId), eq(parcelReturns.orderId, orderId)))
    .orderBy(asc(parcelReturns.returnedAt), asc(parcelReturns.fulfillmentId))
    .limit(200)

/** Whether pieces of it are neither sent again nor refunded. */
export const isWaiting = ({ lines }: Pick<ReturnRow, 'lines'>, sold: readonly OrderLine[]): boolean =>
  sold.some((line) => toSend(line) > 0 && lines.some(({ lineId }) => lineId === line.lineId))

/** The same rule in SQL. */
const isWaitingRow = subquery`exists (select 1 from ${orderLines} l
  where l.tenant_id = ${parcelReturns.tenantId} and l.order_id = ${parcelReturns.orderId}
    and l.delivery_method = 'physical' and l.fulfilled_quantity + l.refunded_quantity < l.quantity
    and ${parcelReturns.lines} @> jsonb_build_array(jsonb_build_object('lineId', l.line_id)))`

/**
 * Orders of a club of which something came back that is neither sent again nor refunded: a condition on `orders`. These few are
 * collected first; joined, the planner goes through all orders as long as no parcel has come back.
 */
export const haveCameBack = ({ tenantId }: { tenantId: string }) => subquery`${orders.orderId} = any (array(
  select ${parcelReturns.orderId} from ${parcelReturns} where ${parcelReturns.tenantId} = ${tenantId} and ${isWaitingRow}))`

/** Of these orders those of which something waits since it came back, and since when. */
export const cameBackOf = async (
  db: Db,
  { tenantId }: Brand,
  orderIds: readonly string[],
): Promise<Map<string, Instant>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ orderId: parcelReturns.orderId, at: max(parcelReturns.returnedAt) })
    .from(parcelReturns)
    .where(and(eq(parcelReturns.tenantId, tenantId), inArray(parcelReturns.orderId, [...orderIds]), isWaitingRow))
    .groupBy(parcelReturns.orderId)
  return new Map(rows.flatMap(({ orderId, at }) => (at === null ? [] : [[orderId, at]])))
}
