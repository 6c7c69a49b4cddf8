import { and, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { people } from '#club/fans/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { jsonList } from '#server/db/jsonList.ts'
import { prepared, preparedFor } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type OrderTab, orderTabs } from './contract'
import { anyBrand, inTab, isOfAll, isOfSeveralStates, type OrderFilter, passes } from './queries.server'
import { type OrderSort, orderedBy } from './sort.queries.server'

const arg = sql.placeholder

/**
 * Without a `sort` newest first by the chosen date. No index has several states in that order, nor orders that are found by their ids: all
 * matches are sorted, so lines and buyers are joined for the page only.
 */
const listQuery = (
  db: Db,
  where: SQL | undefined,
  { filter, sort }: { filter: OrderFilter; sort?: OrderSort | undefined },
  page: PaginationRequest | Record<'limit' | 'offset', Placeholder>,
) => {
  const isOfSpan = filter.from !== undefined || filter.to !== undefined
  const moment = isOfSpan && sort === undefined ? (filter.dateField ?? 'placedAt') : 'placedAt'
  const passing = db
    .select({
      tenantId: orders.tenantId,
      uid: orders.uid,
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      kind: orders.kind,
      paymentMethod: orders.paymentMethod,
      paymentState: orders.paymentState,
      fulfillmentState: orders.fulfillmentState,
      isRefundFailed: orders.isRefundFailed,
      isDisputed: orders.isDisputed,
      total: orders.total,
      refunded: orders.refunded,
      placedAt: orders.placedAt,
      paidAt: orders.paidAt,
      expiresAt: orders.expiresAt,
    })
    .from(orders)
    .where(where)
  const isCut = isOfSeveralStates(filter) || (filter.shippedOrders ?? filter.foundOrders) !== undefined
  const cut = () =>
    passing
      .orderBy(...orderedBy(orders, sort, moment))
      .limit(page.limit)
      .offset(page.offset)
  const shown = (isCut ? cut() : passing).as('shown')
  const items = db
    .select({
      list: jsonList({ name: orderLines.name, quantity: orderLines.quantity }, sql`${orderLines.position}`).as('list'),
      // The same as the rule `isPickUpOrder`.
      isPickUp: sql<boolean>`coalesce(bool_or(${orderLines.isPickUp})
        and bool_and(${orderLines.isPickUp} or coalesce(${orderLines.deliveryMethod} = 'digital', false)), false)`.as(
        'is_pick_up',
      ),
    })
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, shown.tenantId), eq(orderLines.orderId, shown.orderId)))
    .as('items')
  return db
    .select({
      orderId: shown.orderId,
      orderNumber: shown.orderNumber,
      kind: shown.kind,
      paymentMethod: shown.paymentMethod,
      paymentState: shown.paymentState,
      fulfillmentState: shown.fulfillmentState,
      isRefundFailed: shown.isRefundFailed,
      isDisputed: shown.isDisputed,
      total: shown.total,
      refunded: shown.refunded,
      placedAt: shown.placedAt,
      paidAt: shown.paidAt,
      expiresAt: shown.expiresAt,
      buyerName: people.displayName,
      items: items.list,
      isPickUp: items.isPickUp,
    })
    .from(shown)
    .innerJoinLateral(items, sql`true`)
    .leftJoin(people, eq(people.uid, shown.uid))
    .orderBy(...orderedBy(shown, sort, moment))
    .limit(page.limit)
    .offset(isCut ? 0 : page.offset)
}

/** What the screen asks when it is opened. */
const wholeTab = preparedFor((db, { tab }: { tab: OrderTab }) =>
  listQuery(db, inTab(anyBrand, tab), { filter: {} }, { limit: arg('limit'), offset: arg('offset') }).prepare(''),
)
export const ordersOf = async (
  db: Db,
  brand: Brand,
  { tab, filter, sort }: { tab: OrderTab; filter: OrderFilter; sort?: OrderSort | undefined },
  { limit, offset }: PaginationRequest,
) => {
  const { tenantId, brandId } = brand
  if (sort === undefined && isOfAll(filter)) return wholeTab(db, { tab }).execute({ tenantId, brandId, limit, offset })
  return listQuery(db, passes(brand, tab, filter), { filter, sort }, { limit, offset })
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

const wholeCounts = prepared((db) => {
  const countOf = (tab: OrderTab) =>
    subquery<number>`(select count(*)::int from ${db
      .select({ one: sql`1`.as('one') })
      .from(orders)
      .where(inTab(anyBrand, tab))
      .limit(mostCounted)
      .as('some')})`
  const columns = Object.fromEntries(orderTabs.map((tab) => [tab, countOf(tab)])) as Record<OrderTab, SQL<number>>
  return db.select(columns).from(subquery`(select) once`).prepare('')
})
/**
 * Orders of each tab under the same filter, counted to 10,000. With a filter the other tabs are counted among the
 * newest 10,000 matches, in one scan.
 */
export const countsOfOrders = async (
  db: Db,
  brand: Brand,
  tab: OrderTab,
  filter: OrderFilter,
): Promise<Record<OrderTab, number>> => {
  if (isOfAll(filter)) {
    const [row] = await wholeCounts(db).execute({ tenantId: brand.tenantId, brandId: brand.brandId })
    if (!row) throw new Error('A count answers one row.')
    return row
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
