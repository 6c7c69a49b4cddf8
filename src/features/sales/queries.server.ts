import { and, asc, desc, eq, gte, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '../../kit/pagination'
import type { Instant } from '../../kit/time'
import { batchesOf, batchSize, isAfterLast } from '../../server/db/batches'
import type { Brand, Db } from '../../server/proven'
import { people } from '../fans/tables.server'
import { dayOf } from '../ledger/ledger'
import { salesDays } from '../ledger/tables.server'
import type { OrderKind } from '../orders/order'
import { orderLines, orders } from '../orders/tables.server'
import { plans } from '../plans/tables.server'

export type SalesFilter = {
  from: Instant
  to: Instant
  kind?: OrderKind | undefined
  method?: 'card' | 'konbini' | undefined
  planId?: string | undefined
  goodsId?: string | undefined
}

const passes = (brand: Brand, { from, to, kind, method, planId, goodsId }: SalesFilter): SQL | undefined =>
  and(
    eq(orders.tenantId, brand.tenantId),
    eq(orders.brandId, brand.brandId),
    isNotNull(orders.paidAt),
    gte(orders.paidAt, from),
    lt(orders.paidAt, to),
    kind && eq(orders.kind, kind),
    method && eq(orders.paymentMethod, method),
    planId === undefined ? undefined : eq(orders.planId, planId),
    goodsId === undefined ? undefined : sql`${orders.kind} in ('goods', 'eventGoods')`,
    goodsId === undefined
      ? undefined
      : sql`exists (select 1 from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} and l.goods_id = ${goodsId})`,
  )

const shownSale = {
  orderId: orders.orderId,
  orderNumber: orders.orderNumber,
  paidAt: orders.paidAt,
  kind: orders.kind,
  method: orders.paymentMethod,
  gross: sql<number>`${orders.subtotal} + ${orders.shippingFee}`,
  refunded: orders.refunded,
  state: orders.paymentState,
  buyerName: sql<string>`coalesce(${people.displayName}, '')`,
  item: sql<string>`coalesce((select l.name from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} order by l.position limit 1), '')`,
}

/** What was paid, newest first. */
export const salesOf = (db: Db, brand: Brand, filter: SalesFilter, page: PaginationRequest) =>
  db
    .select(shownSale)
    .from(orders)
    .leftJoin(people, eq(people.uid, orders.uid))
    .where(passes(brand, filter))
    .orderBy(desc(orders.paidAt), desc(orders.orderId))
    .limit(page.limit)
    .offset(page.offset)

/** The sales of a file, the oldest first. */
export const exportedSales = (db: Db, brand: Brand, filter: SalesFilter) =>
  batchesOf(
    db
      .select(shownSale)
      .from(orders)
      .leftJoin(people, eq(people.uid, orders.uid))
      .where(and(passes(brand, filter), isAfterLast(orders.paidAt, orders.orderId)))
      .orderBy(asc(orders.paidAt), asc(orders.orderId))
      .limit(batchSize)
      .prepare(''),
    ({ paidAt, orderId }) => ({ at: paidAt ?? 0, id: orderId }),
  )

export const countSales = async (db: Db, brand: Brand, filter: SalesFilter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(passes(brand, filter))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

const daysPass = (brand: Brand, { from, to, kind, method, planId, goodsId }: SalesFilter): SQL | undefined =>
  and(
    eq(salesDays.tenantId, brand.tenantId),
    eq(salesDays.brandId, brand.brandId),
    gte(salesDays.day, dayOf(from)),
    lte(salesDays.day, dayOf(to - 1)),
    kind && eq(salesDays.kind, kind),
    method && eq(salesDays.method, method),
    (planId ?? goodsId) === undefined ? undefined : eq(salesDays.itemId, planId ?? goodsId ?? ''),
  )

/** Sums of whole days by kind; a row a day and kind, whatever was sold. */
export const salesByDay = (db: Db, brand: Brand, filter: SalesFilter) =>
  db
    .select({
      day: salesDays.day,
      kind: salesDays.kind,
      orders: sql<number>`sum(${salesDays.orders})::int`,
      gross: sql`sum(${salesDays.gross})`.mapWith(Number),
      refunds: sql`sum(${salesDays.refunds})`.mapWith(Number),
    })
    .from(salesDays)
    .where(daysPass(brand, filter))
    .groupBy(salesDays.day, salesDays.kind)

/** Plans and goods by what was sold of them, the most first. */
export const topItems = (db: Db, brand: Brand, filter: SalesFilter, limit: number) => {
  const summed = db
    .select({
      tenantId: salesDays.tenantId,
      kind: salesDays.kind,
      itemId: salesDays.itemId,
      orders: sql<number>`sum(${salesDays.orders})::int`.as('sold'),
      gross: sql`sum(${salesDays.gross})`.mapWith(Number).as('amount'),
    })
    .from(salesDays)
    .where(and(daysPass(brand, filter), sql`${salesDays.itemId} <> ''`))
    .groupBy(salesDays.tenantId, salesDays.kind, salesDays.itemId)
    .orderBy(sql`amount desc`, salesDays.itemId)
    .limit(limit)
    .as('summed')
  return db
    .select({
      kind: summed.kind,
      itemId: summed.itemId,
      orders: summed.orders,
      gross: summed.gross,
      name: sql<string>`coalesce(${plans.name}, (select l.name from ${orderLines} l where l.tenant_id = ${summed.tenantId} and l.goods_id = ${summed.itemId} limit 1), '')`,
    })
    .from(summed)
    .leftJoin(plans, and(eq(plans.tenantId, summed.tenantId), eq(plans.planId, summed.itemId)))
    .orderBy(desc(summed.gross), summed.itemId)
}
