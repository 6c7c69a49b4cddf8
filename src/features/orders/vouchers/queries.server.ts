import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Instant } from '../../../kit/time'
import type { Db } from '../../../server/proven'
import { konbiniPayments, orders } from '../tables.server'

/** When a fan's vouchers lapsed unpaid, the newest first. An order that none was ever issued for left none. */
export const lapsedVouchers = async (db: Db, uid: string, since: Instant): Promise<Instant[]> => {
  const rows = await db
    .select({ closedAt: orders.closedAt })
    .from(orders)
    .innerJoin(
      konbiniPayments,
      and(eq(konbiniPayments.tenantId, orders.tenantId), eq(konbiniPayments.orderId, orders.orderId)),
    )
    .where(
      and(
        eq(orders.uid, uid),
        eq(konbiniPayments.state, 'expired'),
        isNotNull(orders.intentId),
        gte(orders.closedAt, since),
      ),
    )
    .orderBy(desc(orders.closedAt))
    .limit(100)
  return rows.flatMap(({ closedAt }) => (closedAt === null ? [] : [closedAt]))
}
