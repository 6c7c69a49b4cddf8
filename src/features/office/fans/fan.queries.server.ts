import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { fans, people } from '#club/fans/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { mostCounted } from '#kit/pagination.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions, subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { orderLines, orders } from '#money/orders/tables.server.ts'
import { backNumberPurchases } from '#publishing/backNumbers/tables.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db } from '#server/proven.ts'

import { ofBrand } from './queries.server'

/* What the page of one fan shows. */

export const emailOf = async (db: Db, brand: Brand, fanId: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ email: people.email })
    .from(fans)
    .leftJoin(people, eq(people.uid, fans.uid))
    .where(and(ofBrand(brand), eq(fans.fanId, fanId)))
  return row && (row.email ?? '')
}

/** The fan's terms in this brand with their plans, without grace terms. */
export const termsOfFan = (db: Db, brand: Brand, uid: string) =>
  db
    .select({
      planId: plans.planId,
      planName: plans.name,
      from: subscriptionTerms.from,
      to: subscriptionTerms.to,
      voidedAt: subscriptionTerms.voidedAt,
    })
    .from(subscriptionTerms)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)))
    .where(
      and(
        eq(subscriptionTerms.uid, uid),
        eq(subscriptionTerms.tenantId, brand.tenantId),
        eq(plans.brandId, brand.brandId),
        ne(subscriptionTerms.source, 'grace'),
      ),
    )
    .orderBy(asc(subscriptionTerms.from))
    .limit(2000)

export const monthsBoughtBy = (db: Db, brand: Brand, uid: string) =>
  db
    .select({
      planId: plans.planId,
      planName: plans.name,
      year: backNumberPurchases.periodYear,
      month: backNumberPurchases.periodMonth,
    })
    .from(backNumberPurchases)
    .innerJoin(
      plans,
      and(eq(plans.tenantId, backNumberPurchases.tenantId), eq(plans.planId, backNumberPurchases.planId)),
    )
    .where(
      and(
        eq(backNumberPurchases.uid, uid),
        eq(backNumberPurchases.tenantId, brand.tenantId),
        eq(plans.brandId, brand.brandId),
        isNull(backNumberPurchases.voidedAt),
      ),
    )
    .limit(2000)

export const membershipsOfFan = (db: Db, brand: Brand, uid: string) =>
  db
    .select({
      subscription: subscriptions,
      plan: { name: plans.name, archivingAt: plans.archivingAt },
      isAwaited: subquery<boolean>`exists (select 1 from ${orders} o where o.tenant_id = ${subscriptions.tenantId}
        and o.subscription_id = ${subscriptions.subscriptionId} and o.payment_state = 'awaitingPayment')`,
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .where(
      and(
        eq(subscriptions.uid, uid),
        eq(subscriptions.tenantId, brand.tenantId),
        eq(subscriptions.brandId, brand.brandId),
      ),
    )
    .orderBy(desc(subscriptions.purchasedAt))
    .limit(50)

export const ordersOfFan = (db: Db, brand: Brand, uid: string) =>
  db
    .select({
      orderId: orders.orderId,
      orderNumber: orders.orderNumber,
      kind: orders.kind,
      total: orders.total,
      paymentState: orders.paymentState,
      placedAt: orders.placedAt,
      name: sql<string>`coalesce(${orderLines.name}, '')`,
    })
    .from(orders)
    .leftJoin(
      orderLines,
      and(eq(orderLines.tenantId, orders.tenantId), eq(orderLines.orderId, orders.orderId), eq(orderLines.position, 0)),
    )
    .where(and(eq(orders.uid, uid), eq(orders.tenantId, brand.tenantId), eq(orders.brandId, brand.brandId)))
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(20)

export const countComments = async (db: Db, brand: Brand, uid: string): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(comments)
    .where(and(eq(comments.tenantId, brand.tenantId), eq(comments.brandId, brand.brandId), eq(comments.uid, uid)))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

export const staffName = async (db: Db, brand: Brand, uid: string): Promise<string> => {
  const [row] = await db
    .select({ name: tenantMembers.displayName, email: tenantMembers.email })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, brand.tenantId), eq(tenantMembers.uid, uid)))
    .limit(1)
  return row ? row.name || row.email : ''
}
