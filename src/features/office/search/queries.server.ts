import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { fans, people } from '#club/fans/tables.server.ts'
import { addTokyoMonths, startOfTokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { plansOfContent } from '#publishing/contents/queries.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { goods } from '#shop/goods/tables.server.ts'
import type { AskedMonth } from './asked'
import { mostFound, mostOfMonth, mostSearched } from './search'

/*
 * Names are searched only among the newest rows of each table (`mostSearched`), however many there are: the rows are
 * read in index order up to that limit. Numbers are looked up in an index.
 */
const ofBrand = ({ tenantId, brandId }: Brand, table: typeof plans | typeof contents | typeof goods) =>
  and(eq(table.tenantId, tenantId), eq(table.brandId, brandId), isNull(table.deletedAt))

export const plansNamed = async (db: Db, brand: Brand, q: string) => {
  const newest = db
    .select({
      planId: plans.planId,
      name: plans.name,
      status: plans.status,
      archivingAt: plans.archivingAt,
      editedAt: plans.editedAt,
    })
    .from(plans)
    .where(ofBrand(brand, plans))
    .orderBy(desc(plans.editedAt))
    .limit(mostSearched)
    .as('newest')
  return db
    .select()
    .from(newest)
    .where(contains([newest.name], q))
    .orderBy(desc(newest.editedAt), newest.planId)
    .limit(mostFound)
}

const shownContent = {
  planContentId: contents.planContentId,
  name: contents.name,
  type: contents.type,
  status: contents.status,
  viewableBy: contents.viewableBy,
  publishingAt: contents.publishingAt,
  editedAt: contents.editedAt,
  plans: plansOfContent,
}

export const contentsNamed = (db: Db, brand: Brand, q: string) => {
  const newest = db
    .select({ planContentId: contents.planContentId, name: contents.name, editedAt: contents.editedAt })
    .from(contents)
    .where(ofBrand(brand, contents))
    .orderBy(desc(contents.editedAt))
    .limit(mostSearched)
    .as('newest')
  const found = db
    .select({ planContentId: newest.planContentId, editedAt: newest.editedAt })
    .from(newest)
    .where(contains([newest.name], q))
    .orderBy(desc(newest.editedAt), newest.planContentId)
    .limit(mostFound)
    .as('found')
  return db
    .select(shownContent)
    .from(found)
    .innerJoin(contents, and(ofBrand(brand, contents), eq(contents.planContentId, found.planContentId)))
    .orderBy(desc(found.editedAt), found.planContentId)
}

/** Contents that are published in a month, the first ones first. */
export const contentsOfMonth = (db: Db, brand: Brand, { month, type, rest }: AskedMonth) => {
  const from = startOfTokyoMonth(month)
  return db
    .select(shownContent)
    .from(contents)
    .where(
      and(
        ofBrand(brand, contents),
        gte(contents.publishingAt, from),
        lt(contents.publishingAt, addTokyoMonths(from, 1)),
        type === null ? undefined : eq(contents.type, type),
        contains([contents.name], rest),
      ),
    )
    .orderBy(contents.publishingAt, contents.planContentId)
    .limit(mostOfMonth)
}

export const goodsNamed = (db: Db, brand: Brand, q: string) => {
  const newest = db
    .select({ goodsId: goods.goodsId, name: goods.name, type: goods.goodsType, createdAt: goods.createdAt })
    .from(goods)
    .where(ofBrand(brand, goods))
    .orderBy(desc(goods.createdAt))
    .limit(mostSearched)
    .as('newest')
  return db
    .select({ goodsId: newest.goodsId, name: newest.name, type: newest.type, at: newest.createdAt })
    .from(newest)
    .where(contains([newest.name], q))
    .orderBy(desc(newest.createdAt), newest.goodsId)
    .limit(mostFound)
}

const firstLine = subquery<string>`coalesce((select l.name from ${orderLines} l where l.tenant_id = ${orders.tenantId}
  and l.order_id = ${orders.orderId} order by l.position limit 1), '')`
const ordersWhere = (db: Db, { tenantId, brandId }: Brand, where: SQL | undefined) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      item: firstLine,
      kind: orders.kind,
      at: orders.placedAt,
    })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.brandId, brandId), where))
    .limit(mostFound)

export const ordersNumbered = (db: Db, brand: Brand, serial: number) =>
  ordersWhere(db, brand, eq(orders.orderNumber, orderNumberOf(serial)))

const shownFan = {
  fanId: fans.fanId,
  memberNumber: fans.memberNumber,
  displayName: sql<string>`coalesce(${people.displayName}, '')`,
  at: fans.firstSeenAt,
}

export const fansNumbered = (db: Db, { tenantId, brandId }: Brand, serial: number) =>
  db
    .select(shownFan)
    .from(fans)
    .leftJoin(people, eq(people.uid, fans.uid))
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId), eq(fans.memberNumber, serial)))
    .limit(mostFound)

export const fansNamed = (db: Db, { tenantId, brandId }: Brand, q: string) => {
  const newest = db
    .select({ uid: fans.uid, fanId: fans.fanId, memberNumber: fans.memberNumber, firstSeenAt: fans.firstSeenAt })
    .from(fans)
    .where(and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId)))
    .orderBy(desc(fans.firstSeenAt), desc(fans.fanId))
    .limit(mostSearched)
    .as('newest')
  return db
    .select({
      fanId: newest.fanId,
      memberNumber: newest.memberNumber,
      displayName: people.displayName,
      at: newest.firstSeenAt,
    })
    .from(newest)
    .innerJoin(people, eq(people.uid, newest.uid))
    .where(contains([people.displayName], q))
    .orderBy(desc(newest.firstSeenAt), desc(newest.fanId))
    .limit(mostFound)
}
