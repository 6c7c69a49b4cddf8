import { type SQL, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db } from '#server/proven.ts'
import { fans } from './tables.server'

type Paid = { amount: number; isGoods: boolean; isSale: boolean; at: Instant; newId: NewId }

/**
 * What adds a payment, or a refund (negative), to the fan's figures, as one of the writes that are sent together: price and shipping,
 * without the store's fee.
 */
export const addedToPaid = (
  db: Db,
  { tenantId, brandId }: { tenantId: string; brandId: string },
  uid: string,
  { amount, isGoods, isSale, at, newId }: Paid,
): SQL => {
  const seen = { fanId: newId('fan'), firstSeenAt: at, lastActiveAt: at, editedAt: at }
  const bought = isSale ? { orderCount: 1, lastPurchaseAt: at } : {}
  return db
    .insert(fans)
    .values({ tenantId, brandId, uid, ...seen, lifetimeAmount: amount, goodsAmount: isGoods ? amount : 0, ...bought })
    .onConflictDoUpdate({
      target: [fans.tenantId, fans.brandId, fans.uid],
      set: {
        lifetimeAmount: sql`${fans.lifetimeAmount} + ${amount}`,
        ...(isGoods && { goodsAmount: sql`${fans.goodsAmount} + ${amount}` }),
        ...(isSale && {
          orderCount: sql`${fans.orderCount} + 1`,
          lastPurchaseAt: sql`greatest(${fans.lastPurchaseAt}, ${toTimestamp(at)}::timestamptz)`,
        }),
      },
    })
    .getSQL()
}
