import { and, asc, desc, eq, gte, lt, not, type SQL, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '../../../kit/pagination'
import type { Instant } from '../../../kit/time'
import type { Brand, Db } from '../../../server/context'
import { jsonList } from '../../../server/db/jsonList'
import { fans, people } from '../../fans/tables.server'
import { tenantMembers } from '../../tenants/tables.server'
import { trackingNumberOf } from '../fulfillments/fulfillment'
import { fulfillments } from '../fulfillments/tables.server'
import type { OrderKind } from '../order'
import type { OrderRow } from '../queries.server'
import { orderBuyers, orderEvents, orderLines, orders } from '../tables.server'
import type { OrderTab } from './contract'

type Ids = { tenantId: string; brandId: string }
const ofBrand = (brand: Ids) => and(eq(orders.tenantId, brand.tenantId), eq(orders.brandId, brand.brandId))

export type OrderFilter = {
  kind?: OrderKind | undefined
  method?: 'card' | 'konbini' | undefined
  q?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  dateField?: 'placedAt' | 'paidAt' | undefined
  goodsId?: string | undefined
  prefecture?: string | undefined
  hasTracking?: boolean | undefined
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The rows of the list, and of the files that are made of it. */
export const passes = (
  brand: Ids,
  tab: OrderTab,
  { kind, method, q, from, to, dateField = 'placedAt', goodsId, prefecture, hasTracking }: OrderFilter,
): SQL | undefined => {
  const moment = orders[dateField]
  const tracked = sql`exists (select 1 from ${fulfillments} f where f.tenant_id = ${orders.tenantId} and f.order_id = ${orders.orderId} and f.tracking_number <> '')`
  return and(
    ofBrand(brand),
    tab === 'all' ? undefined : eq(orders.tab, tab),
    kind && eq(orders.kind, kind),
    method && eq(orders.paymentMethod, method),
    from === undefined ? undefined : gte(moment, from),
    to === undefined ? undefined : lt(moment, to),
    goodsId
      ? sql`exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and l.goods_id = ${goodsId})`
      : undefined,
    prefecture
      ? sql`exists (select 1 from ${orderBuyers} b where b.tenant_id = ${orders.tenantId} and b.order_id = ${orders.orderId} and b.prefecture = ${prefecture})`
      : undefined,
    hasTracking === undefined ? undefined : hasTracking ? tracked : not(tracked),
    q
      ? sql`(${orders.orderNumber} ilike ${`${escaped(q)}%`}
          or exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and l.name ilike ${`%${escaped(q)}%`})
          or exists (select 1 from ${fulfillments} f where f.tenant_id = ${orders.tenantId} and f.order_id = ${orders.orderId} and f.tracking_number = ${trackingNumberOf(q)} and f.tracking_number <> ''))`
      : undefined,
  )
}

const itemsOf = (db: Db) =>
  db
    .select({
      list: jsonList({ name: orderLines.name, quantity: orderLines.quantity }, sql`${orderLines.position}`).as('list'),
    })
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId)))
    .as('items')

/** Newest first. */
export const ordersOf = (db: Db, brand: Brand, tab: OrderTab, filter: OrderFilter, page: PaginationRequest) => {
  const items = itemsOf(db)
  return db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      kind: orders.kind,
      paymentMethod: orders.paymentMethod,
      paymentState: orders.paymentState,
      fulfillmentState: orders.fulfillmentState,
      total: orders.total,
      refunded: orders.refunded,
      placedAt: orders.placedAt,
      paidAt: orders.paidAt,
      expiresAt: orders.expiresAt,
      buyerName: people.displayName,
      items: items.list,
    })
    .from(orders)
    .innerJoinLateral(items, sql`true`)
    .leftJoin(people, eq(people.uid, orders.uid))
    .where(passes(brand, tab, filter))
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(page.limit)
    .offset(page.offset)
}

/** How many each tab holds under the same filter, counted to 10,000. */
export const countsOfOrders = async (db: Db, brand: Brand, tab: OrderTab, filter: OrderFilter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(passes(brand, tab, filter))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

export const orderOfBrand = async (db: Db, brand: Brand, orderId: string): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(ofBrand(brand), eq(orders.orderId, orderId)))
  return row
}

/** Who bought, as the shop may know them. */
export const buyerOfOrder = async (db: Db, brand: Brand, uid: string) => {
  const [row] = await db
    .select({
      displayName: people.displayName,
      email: people.email,
      locale: people.locale,
      memberNumber: fans.memberNumber,
      isEmailVisible: fans.isEmailVisible,
    })
    .from(people)
    .leftJoin(fans, and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId), eq(fans.uid, people.uid)))
    .where(eq(people.uid, uid))
  return row
}

/** What happened to an order, oldest first, with the names of staff who did it. */
export const timelineOf = (db: Db, brand: Brand, orderId: string) =>
  db
    .select({
      at: orderEvents.at,
      what: orderEvents.what,
      detail: orderEvents.detail,
      actorName: sql<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${orderEvents.tenantId} and m.uid = ${orderEvents.actorUid} and ${orderEvents.actorUid} <> '' limit 1), '')`,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.tenantId, brand.tenantId), eq(orderEvents.orderId, orderId)))
    .orderBy(asc(orderEvents.at), asc(orderEvents.eventId))
    .limit(200)
