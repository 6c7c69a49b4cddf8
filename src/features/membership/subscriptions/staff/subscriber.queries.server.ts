import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { orderEvents, orders } from '#money/orders/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'
import { daysGiven, freeDaysOf } from '../freeDays'
import { subscriptionTerms } from '../tables.server'

/* What the page of one membership shows. */

export const termsOfSubscription = (db: Db, { tenantId }: Brand, subscriptionId: string) =>
  db
    .select({
      termId: subscriptionTerms.termId,
      from: subscriptionTerms.from,
      to: subscriptionTerms.to,
      amount: subscriptionTerms.amount,
      source: subscriptionTerms.source,
      voidedAt: subscriptionTerms.voidedAt,
    })
    .from(subscriptionTerms)
    .where(and(eq(subscriptionTerms.tenantId, tenantId), eq(subscriptionTerms.subscriptionId, subscriptionId)))
    .orderBy(desc(subscriptionTerms.to), asc(subscriptionTerms.termId))
    .limit(100)

export const ordersOfSubscription = (db: Db, brand: Brand, subscriptionId: string) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      total: orders.total,
      paymentState: orders.paymentState,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), eq(orders.tenantId, brand.tenantId)))
    .orderBy(desc(orders.placedAt))
    .limit(50)

/** Free days that were given to a member, from the history of what had paid for the terms. */
export const freeDaysOfSubscription = async (db: Db, { tenantId }: Brand, orderIds: readonly string[]) => {
  const rows = await db
    .select({
      at: orderEvents.at,
      detail: orderEvents.detail,
      actorName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${orderEvents.tenantId} and m.uid = ${orderEvents.actorUid} and ${orderEvents.actorUid} <> '' limit 1), '')`,
    })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.tenantId, tenantId),
        sql`${orderEvents.orderId} = any(${sql.param([...new Set(orderIds)])}::text[])`,
        eq(orderEvents.what, daysGiven),
      ),
    )
    .orderBy(desc(orderEvents.at), desc(orderEvents.eventId))
    .limit(100)
  return rows.flatMap(({ detail, ...row }) => {
    const given = freeDaysOf(detail)
    return given ? [{ ...row, ...given }] : []
  })
}
