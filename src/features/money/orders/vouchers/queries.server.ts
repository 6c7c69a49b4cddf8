import { and, desc, eq, exists, gt, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import type { OrderRow } from '../queries.server'
import { konbiniPayments, orders } from '../tables.server'

/** Orders that must not be paid any more when a plan ends: all terms, and months that could be paid after the end. */
export const openOrdersOfPlan = (
  db: Db,
  { tenantId, planId }: { tenantId: string; planId: string },
  archivingAt: Instant,
): Promise<OrderRow[]> => {
  const isIts = and(eq(konbiniPayments.tenantId, orders.tenantId), eq(konbiniPayments.orderId, orders.orderId))
  const outlives = db
    .select({ orderId: konbiniPayments.orderId })
    .from(konbiniPayments)
    .where(and(isIts, gt(konbiniPayments.expiresAt, archivingAt)))
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.planId, planId),
        eq(orders.paymentState, 'awaitingPayment'),
        or(eq(orders.kind, 'plan'), gt(orders.expiresAt, archivingAt), exists(outlives)),
      ),
    )
    .limit(5000)
}

const lapsedQuery = prepared((db) =>
  db
    .select({ at: orders.closedAt })
    .from(orders)
    .where(
      and(
        eq(orders.uid, sql.placeholder('uid')),
        eq(orders.paymentState, 'expired'),
        eq(orders.paymentMethod, 'konbini'),
        isNotNull(orders.intentId),
        gte(orders.closedAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(orders.closedAt))
    .limit(100)
    .prepare(''),
)
/** When a fan's vouchers lapsed unpaid, the newest first. An order that none was ever issued for left none. */
export const lapsedVouchers = async (db: Db, uid: string, since: Instant): Promise<Instant[]> => {
  const rows = await lapsedQuery(db).execute({ uid, since: toTimestamp(since) })
  return rows.flatMap(({ at }) => (at === null ? [] : [at]))
}
