import { and, eq, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db } from '#server/proven.ts'
import { rememberFan } from './queries.server'
import { fans } from './tables.server'

/** Adds a payment, or a refund (negative): price and shipping, without the store's fee. */
export const addPaid = async (
  db: Db,
  brand: { tenantId: string; brandId: string },
  uid: string,
  {
    amount,
    isGoods,
    isSale,
    at,
    newId,
  }: { amount: number; isGoods: boolean; isSale: boolean; at: Instant; newId: NewId },
) => {
  const add = () =>
    db
      .update(fans)
      .set({
        lifetimeAmount: sql`${fans.lifetimeAmount} + ${amount}`,
        ...(isGoods && { goodsAmount: sql`${fans.goodsAmount} + ${amount}` }),
        ...(isSale && {
          orderCount: sql`${fans.orderCount} + 1`,
          lastPurchaseAt: sql`greatest(${fans.lastPurchaseAt}, ${toTimestamp(at)}::timestamptz)`,
        }),
      })
      .where(and(eq(fans.tenantId, brand.tenantId), eq(fans.brandId, brand.brandId), eq(fans.uid, uid)))
      .returning({ uid: fans.uid })
  if ((await add()).length > 0) return
  await rememberFan(db, brand, uid, { newId, now: at })
  await add()
}
