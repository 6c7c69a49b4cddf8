import { and, asc, desc, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { closedStates, type FulfillmentState } from '#money/orders/order.ts'
import { lockFan, type OrderLine, type OrderRow } from '#money/orders/queries.server.ts'
import { refundsOfOrder } from '#money/orders/refunds.queries.server.ts'
import { orderBuyers, orderEvents, orderLines, orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Tenant } from '#server/proven.ts'
import { type DeliveryAddress, mayBecome, overStates, type ShipmentState } from './fulfillment'
import { fulfillmentLines, fulfillments, parcelReturns } from './tables.server'

export type FulfillmentRow = typeof fulfillments.$inferSelect
export type Shipment = FulfillmentRow & { lines: { lineId: string; quantity: number }[] }

type OfOrder = Pick<OrderRow, 'tenantId' | 'orderId'>
const ofBrand = ({ tenantId, brandId }: Brand) => and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId))

/** An order of the brand, locked until the transaction ends against all other changes of its money or goods. */
export const lockedOrder = async (db: Db, brand: Brand, orderId: string): Promise<OrderRow | undefined> =>
  (await lockedOrders(db, brand, [orderId]))[0]

/** The fans' locks are taken in one order, so that two calls for the same orders cannot deadlock. */
export const lockedOrders = async (db: Db, brand: Brand, orderIds: readonly string[]): Promise<OrderRow[]> => {
  const these = and(ofBrand(brand), inArray(orders.orderId, [...orderIds]))
  const seen = await db.select({ uid: orders.uid }).from(orders).where(these)
  for (const uid of [...new Set(seen.map((row) => row.uid))].sort()) await lockFan(db, uid)
  return seen.length === 0 ? [] : db.select().from(orders).where(these)
}

export const ordersIn = (db: Db, brand: Brand, orderIds: readonly string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(ofBrand(brand), inArray(orders.orderId, [...orderIds])))

/** Moves an order's goods, only over the state that was read; throws where the move does not exist. */
export const moveGoods = async (
  db: Db,
  order: Pick<OrderRow, 'tenantId' | 'orderId' | 'fulfillmentState'>,
  to: FulfillmentState,
  changes: { editedAt: Instant; heldFrom?: FulfillmentState | null },
) => {
  const from = order.fulfillmentState
  if (!mayBecome(from, to)) throw new Error(`Goods do not move from ${from} to ${to}.`)
  const moved = await db
    .update(orders)
    .set({ ...changes, fulfillmentState: to })
    .where(
      and(eq(orders.tenantId, order.tenantId), eq(orders.orderId, order.orderId), eq(orders.fulfillmentState, from)),
    )
    .returning({ orderId: orders.orderId })
  if (moved.length === 0) throw new Error(`The goods of ${order.orderId} were moved by somebody else.`)
}

// --- Shipments -------------------------------------------------------------------------------------------------------------

export const shipmentsOf = async (db: Db, { tenantId, orderId }: OfOrder): Promise<Shipment[]> => {
  const listed = db
    .select({
      list: jsonList(
        { lineId: fulfillmentLines.lineId, quantity: fulfillmentLines.quantity },
        sql`${fulfillmentLines.lineId}`,
      ).as('list'),
    })
    .from(fulfillmentLines)
    .where(
      and(
        eq(fulfillmentLines.tenantId, fulfillments.tenantId),
        eq(fulfillmentLines.fulfillmentId, fulfillments.fulfillmentId),
      ),
    )
    .as('listed')
  const rows = await db
    .select({ row: fulfillments, lines: listed.list })
    .from(fulfillments)
    .innerJoinLateral(listed, sql`true`)
    .where(and(eq(fulfillments.tenantId, tenantId), eq(fulfillments.orderId, orderId)))
    .orderBy(asc(fulfillments.createdAt), asc(fulfillments.fulfillmentId))
    .limit(200)
  return rows.map(({ row, lines }) => ({ ...row, lines }))
}

export const insertShipment = async (db: Db, { lines, ...row }: Shipment) => {
  const { tenantId, fulfillmentId } = row
  await withNames(db, tenantId, [[fulfillments.fulfillmentId, fulfillmentId]])
    .insert(fulfillments)
    .values(row)
  await db.insert(fulfillmentLines).values(lines.map((line) => ({ ...line, tenantId, fulfillmentId })))
}

type Changes = Partial<Omit<FulfillmentRow, 'tenantId' | 'orderId' | 'fulfillmentId' | 'state'>>
/** Saves over the state that was read; false when somebody was first. */
export const saveShipment = async (
  db: Db,
  { tenantId, fulfillmentId, state: from }: Pick<FulfillmentRow, 'tenantId' | 'fulfillmentId' | 'state'>,
  state: ShipmentState,
  changes: Changes,
): Promise<boolean> => {
  const saved = await db
    .update(fulfillments)
    .set({ ...changes, state })
    .where(
      and(
        eq(fulfillments.tenantId, tenantId),
        eq(fulfillments.fulfillmentId, fulfillmentId),
        eq(fulfillments.state, from),
      ),
    )
    .returning({ fulfillmentId: fulfillments.fulfillmentId })
  return saved.length > 0
}

export const removeShipment = (db: Db, { tenantId, fulfillmentId }: FulfillmentRow) =>
  db.delete(fulfillments).where(and(eq(fulfillments.tenantId, tenantId), eq(fulfillments.fulfillmentId, fulfillmentId)))

/** For jobs, which know nothing but its id. */
export const shipmentById = async (db: Db, fulfillmentId: string): Promise<FulfillmentRow | undefined> => {
  const [row] = await db.select().from(fulfillments).where(isNamed(fulfillments.fulfillmentId, fulfillmentId))
  return row
}

export const shipmentsOfImport = (db: Db, { tenantId }: Brand, importId: string): Promise<FulfillmentRow[]> =>
  db
    .select()
    .from(fulfillments)
    .where(and(eq(fulfillments.tenantId, tenantId), eq(fulfillments.importId, importId)))
    .limit(2000)

// --- Addresses -------------------------------------------------------------------------------------------------------------

export const addressColumns = {
  recipientName: orderBuyers.recipientName,
  recipientPhone: orderBuyers.recipientPhone,
  postalCode: orderBuyers.postalCode,
  prefecture: orderBuyers.prefecture,
  town: orderBuyers.town,
  address: orderBuyers.address,
  building: orderBuyers.building,
}

/** It was changed since the order was placed, and no label or slip was made of it since. */
export const isAddressChanged = sql`${orderBuyers.addressChangedAt} is not null
  and (${orderBuyers.labelMadeAt} is null or ${orderBuyers.labelMadeAt} < ${orderBuyers.addressChangedAt})`

/** Changes where the rest of an order goes; what has left keeps the address that it went to. */
export const saveAddress = async (
  db: Db,
  { tenantId, orderId, uid }: OrderRow,
  address: DeliveryAddress,
  now: Instant,
) => {
  const isOf = and(eq(orderBuyers.tenantId, tenantId), eq(orderBuyers.orderId, orderId))
  const [former] = await db.select(addressColumns).from(orderBuyers).where(isOf)
  const fields = Object.keys(addressColumns) as (keyof DeliveryAddress)[]
  const isOther = former && former.recipientName !== '' && fields.some((field) => former[field] !== address[field])
  if (isOther) {
    await db
      .update(fulfillments)
      .set({ wentTo: former })
      .where(
        and(
          eq(fulfillments.tenantId, tenantId),
          eq(fulfillments.orderId, orderId),
          ne(fulfillments.state, 'shipping'),
          isNull(fulfillments.wentTo),
          // What was handed over at a venue went nowhere.
          subquery`exists (select 1 from ${fulfillmentLines} p join ${orderLines} l on l.tenant_id = p.tenant_id and l.line_id = p.line_id
            where p.tenant_id = ${fulfillments.tenantId} and p.fulfillment_id = ${fulfillments.fulfillmentId} and not l.is_pick_up)`,
        ),
      )
    await db
      .update(parcelReturns)
      .set({ wentTo: former })
      .where(
        and(eq(parcelReturns.tenantId, tenantId), eq(parcelReturns.orderId, orderId), isNull(parcelReturns.wentTo)),
      )
  }
  await db
    .insert(orderBuyers)
    .values({ tenantId, orderId, uid, ...address })
    .onConflictDoUpdate({
      target: [orderBuyers.tenantId, orderBuyers.orderId],
      set: { ...address, ...(isOther && { addressChangedAt: now }) },
    })
}

/** A slip or a carrier's file was made of these orders: a later change of their address is marked (rule: goods.fit). */
export const noteLabels = async (db: Db, { tenantId }: Brand, orderIds: readonly string[], now: Instant) => {
  if (orderIds.length === 0) return
  await db
    .update(orderBuyers)
    .set({ labelMadeAt: now })
    .where(and(eq(orderBuyers.tenantId, tenantId), inArray(orderBuyers.orderId, [...orderIds])))
}

export const addressesOf = async (
  db: Db,
  { tenantId }: Brand,
  orderIds: readonly string[],
): Promise<Map<string, DeliveryAddress>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderBuyers)
    .where(and(eq(orderBuyers.tenantId, tenantId), inArray(orderBuyers.orderId, [...orderIds])))
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Of these orders those whose address was changed since a label or slip was made of it, and when. */
export const changedAddresses = async (
  db: Db,
  { tenantId }: Brand,
  orderIds: readonly string[],
): Promise<Map<string, Instant>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ orderId: orderBuyers.orderId, at: orderBuyers.addressChangedAt })
    .from(orderBuyers)
    .where(and(eq(orderBuyers.tenantId, tenantId), inArray(orderBuyers.orderId, [...orderIds]), isAddressChanged))
  return new Map(rows.flatMap(({ orderId, at }) => (at === null ? [] : [[orderId, at]])))
}

type OfMany = Record<'tenantId' | 'orderId' | 'paymentState' | 'closedAt' | 'refundedAt', SQLWrapper>
const isOneOf = (state: SQLWrapper, states: readonly string[]) =>
  sql`${state} in (${sql.join(
    states.map((one) => sql`${one}`),
    sql`, `,
  )})`

/** `isAddressHidden` as SQL, for the orders of a query. */
export const isAddressShown = (order: OfMany, since: Instant): SQL => {
  const isOf = (alias: 'f' | 'l') =>
    sql`${sql.raw(alias)}.tenant_id = ${order.tenantId} and ${sql.raw(alias)}.order_id = ${order.orderId}`
  const isRecent = (moment: SQL) => sql`(${moment} is null or ${moment} > ${toTimestamp(since)}::timestamptz)`
  const endedAt = sql`(case when ${isOneOf(order.paymentState, closedStates)} then ${order.closedAt} else ${order.refundedAt} end)`
  return subquery`((not ${isOneOf(order.paymentState, overStates)}
      and exists (select 1 from ${orderLines} l where ${isOf('l')} and l.delivery_method = 'physical' and not l.is_pick_up
        and l.fulfilled_quantity + l.refunded_quantity < l.quantity))
    or coalesce((select bool_or${isRecent(sql`f.delivered_at`)} from ${fulfillments} f
      join ${fulfillmentLines} p on p.tenant_id = f.tenant_id and p.fulfillment_id = f.fulfillment_id
      join ${orderLines} l on l.tenant_id = p.tenant_id and l.line_id = p.line_id
      where ${isOf('f')} and not l.is_pick_up), ${isRecent(endedAt)}))`
}

/** The lines of several orders at once, in their order. */
export const linesOfOrders = async (
  db: Db,
  { tenantId }: Brand | Tenant,
  orderIds: readonly string[],
): Promise<Map<string, OrderLine[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, tenantId), inArray(orderLines.orderId, [...orderIds])))
    .orderBy(asc(orderLines.position))
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

// --- What keeps goods from leaving -----------------------------------------------------------------------------------------

/** Whether a refund of pieces was requested that the provider has neither accepted nor refused. */
export const isRefundUnanswered = async (db: Db, order: OfOrder): Promise<boolean> =>
  (await refundsOfOrder(db, order)).some(
    ({ state, providerRefundId, lines }) => state === 'requested' && providerRefundId === null && lines.length > 0,
  )

/** The last of these entries in the history. */
export const lastEventOf = async (
  db: Db,
  { tenantId, orderId }: OfOrder,
  among: readonly string[],
): Promise<string | undefined> => {
  const [row] = await db
    .select({ what: orderEvents.what })
    .from(orderEvents)
    .where(
      and(eq(orderEvents.tenantId, tenantId), eq(orderEvents.orderId, orderId), inArray(orderEvents.what, [...among])),
    )
    .orderBy(desc(orderEvents.at), desc(orderEvents.eventId))
    .limit(1)
  return row?.what
}
