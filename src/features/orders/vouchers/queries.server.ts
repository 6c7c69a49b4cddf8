import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import type { Instant } from '../../../kit/time'
import type { Db } from '../../../server/proven'
import { orders } from '../tables.server'

/** When a fan's vouchers lapsed unpaid, the newest first. An order that none was ever issued for left none. */
export const lapsedVouchers = async (db: Db, uid: string, since: Instant): Promise<Instant[]> => {
  const isVoucher = and(eq(orders.paymentMethod, 'konbini'), isNotNull(orders.intentId))
  const lapsed = and(eq(orders.uid, uid), eq(orders.paymentState, 'expired'), isVoucher, gte(orders.closedAt, since))
  const rows = await db
    .select({ at: orders.closedAt })
    .from(orders)
    .where(lapsed)
    .orderBy(desc(orders.closedAt))
    .limit(100)
  return rows.flatMap(({ at }) => (at === null ? [] : [at]))
}
