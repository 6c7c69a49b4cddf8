import { and, eq, isNotNull } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { orderLines } from '#money/orders/tables.server.ts'
import type { Db } from '#server/proven.ts'
import type { Changes } from './queries.server'
import { goods, goodsVariations, goodsWaits } from './tables.server'

/* Goods in the bin; the caller has taken their row there. */

type Ids = { tenantId: string; brandId: string }

const isBinned = ({ tenantId, brandId }: Ids, goodsId: string) =>
  and(eq(goods.tenantId, tenantId), eq(goods.brandId, brandId), eq(goods.goodsId, goodsId), isNotNull(goods.deletedAt))

/** Out of the bin again. */
export const setGoodsBack = (db: Db, brand: Ids, goodsId: string, changes: Changes & { editedAt: Instant }) =>
  db
    .update(goods)
    .set({ ...changes, deletedAt: null })
    .where(isBinned(brand, goodsId))

/**
 * Takes everything of goods in the bin that somebody wrote or sent; the rows stay without it for the history of their stock, to which
 * only is added. Answers what their pictures were.
 */
export const emptyGoods = async (db: Db, brand: Ids, goodsId: string): Promise<readonly string[]> => {
  const [row] = await db.select().from(goods).where(isBinned(brand, goodsId)).for('update')
  if (!row) return []
  const { tenantId } = brand
  await db.delete(goodsWaits).where(and(eq(goodsWaits.tenantId, tenantId), eq(goodsWaits.goodsId, goodsId)))
  await db
    .update(goodsVariations)
    .set({ name: '', sku: '', isHidden: true })
    .where(and(eq(goodsVariations.tenantId, tenantId), eq(goodsVariations.goodsId, goodsId)))
  await db
    .update(goods)
    .set({ name: '', description: '', shippingTimeText: '', thumbnails: [], planIds: [] })
    .where(isBinned(brand, goodsId))
  return row.thumbnails.map(({ url }) => url)
}

/** Whether anybody has ordered any of it, paid or not. */
export const isOrdered = async (db: Db, { tenantId }: { tenantId: string }, goodsId: string): Promise<boolean> => {
  const rows = await db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(and(eq(orderLines.tenantId, tenantId), eq(orderLines.goodsId, goodsId)))
    .limit(1)
  return rows.length > 0
}
