import { and, eq } from 'drizzle-orm'
import type { Db } from '../../server/context'
import { orders } from './tables.server'

/** Whose shop a fan's own order is of, for `access.ts`. */
export const brandOfOrder = async (db: Db, orderId: string, uid: string) => {
  const [row] = await db
    .select({ tenantId: orders.tenantId, brandId: orders.brandId })
    .from(orders)
    .where(and(eq(orders.orderId, orderId), eq(orders.uid, uid)))
  return row ?? null
}
