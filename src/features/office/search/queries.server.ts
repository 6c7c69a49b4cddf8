import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { isNamed } from '#club/fans/queries.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { orderNumberOf } from '#money/orders/order.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { plansOfContent } from '#publishing/contents/queries.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { goods } from '#shop/goods/tables.server.ts'
import { type AskedMonth, periodAsked } from './asked'
import { mostFound, mostOfMonth, mostSearched } from './search'

/*
 * Names are searched only among the newest rows of each table (`mostSearched`), however many there are: the rows are
 * read in index order up to that limit. Numbers are looked up in an index, and so are names of fans where that is one.
 */
const ofBrand = ({ tenantId, brandId }: Brand, table: typeof plans | typeof contents | typeof events | typeof goods) =>
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

/** Contents that are published in a month or on a day, the first ones first. */
export const contentsOfMonth = async (db: Db, brand: Brand, asked: AskedMonth) => {
  const { type, rest } = asked
  if (type === 'event' || type === 'order') return []
  const { from, to } = periodAsked(asked)
  return db
    .select(shownContent)
    .from(contents)
    .where(
      and(
        ofBrand(brand, contents),
        gte(contents.publishingAt, from),
        lt(contents.publishingAt, to),
        type === null ? undefined : eq(contents.type, type),
        contains([contents.name], rest),
      ),
    )
    .orderBy(contents.publishingAt, contents.planContentId)
    .limit(mostOfMonth)
}

const shownEvent = {
  eventId: events.eventId,
  name: events.title,
  visibility: events.visibility,
  publishAt: events.publishAt,
  cancellation: events.cancellation,
  postponement: events.postponement,
  startAt: events.startAt,
  endAt: events.endAt,
  editedAt: events.editedAt,
}

export const eventsNamed = (db: Db, brand: Brand, q: string) => {
  const newest = db
    .select(shownEvent)
    .from(events)
    .where(ofBrand(brand, events))
    .orderBy(sql`${events.startAt} desc nulls first`, events.eventId)
    .limit(mostSearched)
    .as('newest')
  return db
    .select()
    .from(newest)
    .where(contains([newest.name], q))
    .orderBy(sql`${newest.startAt} desc nulls first`, newest.eventId)
    .limit(mostFound)
}

/** Events that begin in a month or on a day, the first ones first. */
export const eventsOfMonth = async (db: Db, brand: Brand, asked: AskedMonth) => {
  if (asked.type !== null && asked.type !== 'event') return []
  const { from, to } = periodAsked(asked)
  return db
    .select(shownEvent)
    .from(events)
    .where(
      and(
        ofBrand(brand, events),
        gte(events.startAt, from),
        lt(events.startAt, to),
        contains([events.title], asked.rest),
      ),
    )
    .orderBy(events.startAt, events.eventId)
    .limit(mostFound)
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
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(mostFound)

export const ordersNumbered = (db: Db, brand: Brand, serial: number) =>
  ordersWhere(db, brand, eq(orders.orderNumber, orderNumberOf(serial)))

/** Orders of a month or a day, the latest first. An order has no name: other words ask for something else. */
export const ordersOfMonth = async (db: Db, brand: Brand, asked: AskedMonth) => {
  if ((asked.type !== null && asked.type !== 'order') || asked.rest !== '') return []
  const { from, to } = periodAsked(asked)
  return ordersWhere(db, brand, and(gte(orders.placedAt, from), lt(orders.placedAt, to)))
}

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

const latestFirst = [desc(fans.firstSeenAt), desc(fans.fanId)] as const

/**
 * Among the newest fans by reading their names; of a club that has more, the earlier ones by the index of names, where at most
 * `mostSearched` people of all clubs have such a name.
 */
export const fansNamed = async (db: Db, { tenantId, brandId }: Brand, q: string) => {
  const isOfBrand = and(eq(fans.tenantId, tenantId), eq(fans.brandId, brandId))
  const newest = db
    .select({ uid: fans.uid, fanId: fans.fanId, memberNumber: fans.memberNumber, firstSeenAt: fans.firstSeenAt })
    .from(fans)
    .where(isOfBrand)
    .orderBy(...latestFirst)
    .limit(mostSearched)
    .as('newest')
  const found = await db
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
  if (found.length === mostFound || [...q].length < 2) return found

  const [last] = await db
    .select({ at: fans.firstSeenAt, fanId: fans.fanId })
    .from(fans)
    .where(isOfBrand)
    .orderBy(...latestFirst)
    .limit(1)
    .offset(mostSearched - 1)
  if (!last) return found
  const isEarlier = sql`(${fans.firstSeenAt}, ${fans.fanId}) < (${toTimestamp(last.at)}::timestamptz, ${last.fanId})`
  const named = db
    .select({ uid: people.uid, displayName: people.displayName })
    .from(people)
    .where(isNamed(q))
    .limit(mostSearched)
    .as('named')
  // Its limit cuts nothing: without one PostgreSQL would walk the club's fans, the latest first, until some are among the named.
  const earlier = db
    .select({
      fanId: fans.fanId,
      memberNumber: fans.memberNumber,
      displayName: named.displayName,
      at: fans.firstSeenAt,
    })
    .from(named)
    .innerJoin(fans, and(isOfBrand, eq(fans.uid, named.uid), isEarlier))
    .limit(mostSearched)
    .as('earlier')
  const others = await db
    .select()
    .from(earlier)
    .orderBy(desc(earlier.at), desc(earlier.fanId))
    .limit(mostFound - found.length)
  return [...found, ...others]
}
