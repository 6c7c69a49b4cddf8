import { and, asc, eq } from 'drizzle-orm'
import { fans, people } from '#club/fans/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { orderEvents, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'

/* One order, as its page shows it. */

export const orderOfBrand = async (db: Db, brand: Brand, orderId: string): Promise<OrderRow | undefined> => {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, brand.tenantId), eq(orders.brandId, brand.brandId), eq(orders.orderId, orderId)))
  return row
}

/** The buyer's data that the shop may see. */
export const buyerOfOrder = async (db: Db, brand: Brand, uid: string) => {
  const [row] = await db
    .select({
      displayName: people.displayName,
      email: people.email,
      locale: people.locale,
      fanId: fans.fanId,
      memberNumber: fans.memberNumber,
      isEmailVisible: fans.isEmailVisible,
    })
    .from(people)
    .leftJoin(fans, and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId), eq(fans.uid, people.uid)))
    .where(eq(people.uid, uid))
  return row
}

/** The order's history, oldest first, with the names of staff. */
export const timelineOf = (db: Db, brand: Brand, orderId: string) =>
  db
    .select({
      at: orderEvents.at,
      what: orderEvents.what,
      detail: orderEvents.detail,
      actorName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${orderEvents.tenantId} and m.uid = ${orderEvents.actorUid} and ${orderEvents.actorUid} <> '' limit 1), '')`,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.tenantId, brand.tenantId), eq(orderEvents.orderId, orderId)))
    .orderBy(asc(orderEvents.at), asc(orderEvents.eventId))
    .limit(200)
