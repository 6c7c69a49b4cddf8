import { and, desc, eq, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { English } from '#kit/english.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import { prepared } from '#server/db/prepared.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Fan } from '#server/proven.ts'
import { kindsOf } from './order'
import { orderLines, orders } from './tables.server'

/* A fan's own history. */

const arg = sql.placeholder

const isInHistory = and(
  eq(orders.uid, arg('uid')),
  sql`(${arg('kinds')}::text[] is null or ${orders.kind} = any(${arg('kinds')}::text[]))`,
)
/** Counted to 10,000. */
const countedInHistory = (db: Db) => {
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(isInHistory)
    .limit(mostCounted)
    .as('counted')
  return db.select({ count: sql<number>`count(*)::int` }).from(counted)
}
const historyCount = prepared((db) => countedInHistory(db).prepare(''))
const historyQuery = prepared((db) =>
  db
    .select({
      totalCount: subquery<number>`(${countedInHistory(db).getSQL()})`.as('total_count'),
      order: orders,
      brandName: brands.name,
      brandSlug: brands.slug,
      items: subquery<
        { name: string; english: English<'name'> }[]
      >`coalesce((select json_agg(json_build_object('name', l.name, 'english', l.english) order by l.position)
        from ${orderLines} l where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId}), '[]')`.as(
        'items',
      ),
      // A column of its own: its address is made where it is read, which nothing does inside of JSON.
      thumbnail: subquery`coalesce((select l.thumbnail from ${orderLines} l
        where l.tenant_id = ${orders.tenantId} and l.order_id = ${orders.orderId} order by l.position limit 1), '')`
        .mapWith(orderLines.thumbnail)
        .as('thumbnail'),
    })
    .from(orders)
    .innerJoin(brands, and(eq(brands.tenantId, orders.tenantId), eq(brands.brandId, orders.brandId)))
    .where(isInHistory)
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare(''),
)
/** Newest first, and how many there are (counted to 10,000). */
export const historyOf = async (db: Db, { uid }: Fan, type: 'plan' | 'goods' | null, page: PaginationRequest) => {
  const mine = { uid, kinds: type ? kindsOf[type] : null }
  const rows = await historyQuery(db).execute({ ...mine, limit: page.limit, offset: page.offset })
  const [first] = rows
  if (first || page.offset === 0) return { rows, totalCount: first?.totalCount ?? 0 }
  // A page behind the last one.
  const [total] = await historyCount(db).execute(mine)
  return { rows, totalCount: total?.count ?? 0 }
}
