import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '../../../kit/pagination'
import type { Instant } from '../../../kit/time'
import { jsonList } from '../../../server/db/jsonList'
import type { Brand, Db } from '../../../server/proven'
import { fans, people } from '../../fans/tables.server'
import { tenantMembers } from '../../tenants/tables.server'
import { trackingNumberOf } from '../fulfillments/fulfillment'
import { fulfillments } from '../fulfillments/tables.server'
import type { OrderKind } from '../order'
import type { OrderRow } from '../queries.server'
import { latePayments, orderBuyers, orderEvents, orderLines, orders } from '../tables.server'
import { type OrderTab, orderTabs } from './contract'

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
  uid?: string | undefined
  isPaid?: true | undefined
  prefecture?: string | undefined
  hasTracking?: boolean | undefined
  isLate?: boolean | undefined
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** In how many of the newest orders a name is looked for. */
const mostSearched = 10_000
const isNumber = (q: string) => /^[a-z]-\d{3,}$/i.test(q)

/**
 * Orders by the beginning of their number or by a tracking number, however old they are; by what was bought, of the newest.
 * Text that can only be a number is looked for as one.
 */
const found = ({ tenantId, brandId }: Ids, q: string): SQL => {
  const text = q.normalize('NFKC').trim()
  const byNumber = sql`select order_id from ${orders} where tenant_id = ${tenantId} and brand_id = ${brandId}
    and order_number like ${`${escaped(text.toUpperCase())}%`}`
  const tracking = trackingNumberOf(text)
  const byTracking = sql`select f.order_id from ${fulfillments} f where f.tenant_id = ${tenantId}
    and f.tracking_number = ${tracking} and f.tracking_number <> ''`
  const byName = sql`select l.order_id from (select tenant_id, order_id from ${orders} where tenant_id = ${tenantId}
      and brand_id = ${brandId} order by placed_at desc limit ${mostSearched}) n
    join ${orderLines} l on l.tenant_id = n.tenant_id and l.order_id = n.order_id where l.name ilike ${`%${escaped(q)}%`}`
  if (isNumber(text)) return byNumber
  return /^\d{10,}$/.test(tracking)
    ? sql`${byNumber} union ${byTracking}`
    : sql`${byNumber} union ${byTracking} union ${byName}`
}

const isOfLate = ({ tenantId, brandId }: Ids) =>
  and(eq(latePayments.tenantId, tenantId), eq(latePayments.brandId, brandId))
const isWaiting = isNull(latePayments.resolution)

/** Money that came late and that nobody has decided about. */
export const countLatePayments = async (db: Db, brand: Brand): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(latePayments)
    .where(and(isOfLate(brand), isWaiting))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** The rows of the list, and of the files that are made of it. */
export const passes = (
  brand: Ids,
  tab: OrderTab,
  { kind, method, q, from, to, dateField = 'placedAt', ...others }: OrderFilter,
): SQL | undefined => {
  const { goodsId, uid, isPaid, prefecture, hasTracking, isLate } = others
  const moment = orders[dateField]
  // What is sent is goods: an order of anything else is not even looked at.
  const isOfGoods = sql`${orders.kind} in ('goods', 'eventGoods')`
  const tracked = sql`exists (select 1 from ${fulfillments} f where f.tenant_id = ${orders.tenantId} and f.order_id = ${orders.orderId} and f.tracking_number <> '')`
  return and(
    ofBrand(brand),
    tab === 'all' ? undefined : eq(orders.tab, tab),
    kind && eq(orders.kind, kind),
    method && eq(orders.paymentMethod, method),
    uid === undefined ? undefined : eq(orders.uid, uid),
    isPaid && isNotNull(orders.paidAt),
    from === undefined ? undefined : gte(moment, from),
    to === undefined ? undefined : lt(moment, to),
    goodsId || prefecture || hasTracking ? isOfGoods : undefined,
    goodsId
      ? sql`exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and l.goods_id = ${goodsId})`
      : undefined,
    prefecture
      ? sql`exists (select 1 from ${orderBuyers} b where b.tenant_id = ${orders.tenantId} and b.order_id = ${orders.orderId} and b.prefecture = ${prefecture})`
      : undefined,
    hasTracking === undefined ? undefined : hasTracking ? tracked : not(tracked),
    isLate
      ? sql`${orders.orderId} in (select order_id from ${latePayments} where ${and(isOfLate(brand), isWaiting)})`
      : undefined,
    q ? sql`${orders.orderId} in (${found(brand, q)})` : undefined,
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

/** Newest first, by the moment that is asked about. */
export const ordersOf = (db: Db, brand: Brand, tab: OrderTab, filter: OrderFilter, page: PaginationRequest) => {
  const items = itemsOf(db)
  const isOfSpan = filter.from !== undefined || filter.to !== undefined
  const moment = orders[isOfSpan ? (filter.dateField ?? 'placedAt') : 'placedAt']
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
    .orderBy(desc(moment), desc(orders.orderId))
    .limit(page.limit)
    .offset(page.offset)
}

const counted = async (db: Db, brand: Brand, tab: OrderTab, filter: OrderFilter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(passes(brand, tab, filter))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** How many wait to be sent or decided about, counted to 10,000. */
export const countOrdersTodo = (db: Db, brand: Brand) => counted(db, brand, 'todo', {})

/**
 * How many each tab holds under the same filter, counted to 10,000. Where something is filtered the other tabs are counted
 * among the newest 10,000 that pass: one walk, and not one for each tab through everything that stands in another.
 */
export const countsOfOrders = async (
  db: Db,
  brand: Brand,
  tab: OrderTab,
  filter: OrderFilter,
): Promise<Record<OrderTab, number>> => {
  if (Object.values(filter).every((value) => value === undefined)) {
    const all = await Promise.all(orderTabs.map(async (one) => [one, await counted(db, brand, one, filter)] as const))
    return Object.fromEntries(all) as Record<OrderTab, number>
  }
  const newest = db
    .select({ tab: orders.tab })
    .from(orders)
    .where(passes(brand, 'all', filter))
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(mostCounted)
    .as('newest')
  const [groups, current] = await Promise.all([
    db.select({ tab: newest.tab, count: sql<number>`count(*)::int` }).from(newest).groupBy(newest.tab),
    tab === 'all' ? null : counted(db, brand, tab, filter),
  ])
  const found = new Map<string, number>(groups.map((group) => [group.tab, group.count]))
  const all = groups.reduce((sum, { count }) => sum + count, 0)
  const counts = Object.fromEntries(orderTabs.map((one) => [one, one === 'all' ? all : (found.get(one) ?? 0)]))
  return { ...counts, ...(current !== null && { [tab]: current }) } as Record<OrderTab, number>
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
