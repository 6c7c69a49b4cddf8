import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { orders } from '#money/orders/tables.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { fewLeft, type StockReason, stockEffects } from './goods'
import { goods, goodsVariations, stockMoves } from './tables.server'

/*
 * All changes of stock figures are here, each with a row that says why. Callers lock several variations in the order of
 * their ids, so that two carts with the same goods cannot deadlock.
 */

export type StockRow = typeof goodsVariations.$inferSelect
export type Piece = { goodsId: string; variationId: string; quantity: number }
type StockMove = { now: Instant; newId: NewId; orderId?: string | null; actorUid?: string; note?: string }

/** Locks the variations until the transaction ends. */
export const lockVariations = async (
  db: Db,
  tenantId: string,
  variationIds: readonly string[],
): Promise<Map<string, StockRow>> => {
  if (variationIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(goodsVariations)
    .where(and(eq(goodsVariations.tenantId, tenantId), inArray(goodsVariations.variationId, [...variationIds])))
    .orderBy(asc(goodsVariations.variationId))
    .for('no key update')
  return new Map(rows.map((row) => [row.variationId, row]))
}

/** Sums by variation, because several lines may have the same one. */
const summed = (pieces: readonly Piece[]): Piece[] =>
  [...Map.groupBy(pieces, ({ variationId }) => variationId).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: more.reduce((sum, { quantity }) => sum + quantity, first.quantity) }] : [],
  )

/** Whether all pieces are available. `held` is locked, so the result stays valid. */
export const isInStock = (held: ReadonlyMap<string, StockRow>, pieces: readonly Piece[]): boolean =>
  summed(pieces).every(({ variationId, quantity }) => {
    const row = held.get(variationId)
    return row !== undefined && (row.isUnlimited || row.available >= quantity)
  })

/** Changes the stock of locked variations. Returns whether what everybody is told of it has changed (`fewLeft`). */
export const moveStock = async (
  db: Db,
  tenantId: string,
  pieces: readonly Piece[],
  reason: Exclude<StockReason, 'initial'>,
  { now, newId, orderId = null, actorUid = '', note = '' }: StockMove,
): Promise<boolean> => {
  const moved = summed(pieces).filter(({ quantity }) => quantity !== 0)
  if (moved.length === 0) return false
  const effect = stockEffects[reason]
  let turns = false
  for (const { variationId, quantity } of moved) {
    const [row] = await db
      .update(goodsVariations)
      .set({
        adjusted: sql`${goodsVariations.adjusted} + ${effect.adjusted * quantity}`,
        reserved: sql`${goodsVariations.reserved} + ${effect.reserved * quantity}`,
        sold: sql`${goodsVariations.sold} + ${effect.sold * quantity}`,
      })
      .where(and(eq(goodsVariations.tenantId, tenantId), eq(goodsVariations.variationId, variationId)))
      .returning({ available: goodsVariations.available, isUnlimited: goodsVariations.isUnlimited })
    if (!row) throw new Error('A variation that was sold is gone.')
    const change = (effect.adjusted - effect.reserved - effect.sold) * quantity
    if (fewLeft(row) !== fewLeft({ ...row, available: row.available - change })) turns = true
  }
  await db.insert(stockMoves).values(
    moved.map(({ goodsId, variationId, quantity }) => ({
      tenantId,
      moveId: newId('stock'),
      goodsId,
      variationId,
      at: now,
      reason,
      quantity,
      orderId,
      actorUid,
      note,
    })),
  )
  return turns
}

/** Records the initial stock of a new variation. */
export const noteInitial = async (
  db: Db,
  tenantId: string,
  pieces: readonly Piece[],
  { now, newId, actorUid = '' }: StockMove,
) => {
  const some = pieces.filter(({ quantity }) => quantity > 0)
  if (some.length === 0) return
  await db.insert(stockMoves).values(
    some.map(({ goodsId, variationId, quantity }) => ({
      tenantId,
      moveId: newId('stock'),
      goodsId,
      variationId,
      at: now,
      reason: 'initial' as const,
      quantity,
      actorUid,
    })),
  )
}

/** Locks a variation of the brand until the transaction ends. */
export const lockVariation = async (db: Db, brand: Brand, variationId: string): Promise<StockRow | undefined> => {
  const [found] = await db
    .select({ variationId: goodsVariations.variationId })
    .from(goodsVariations)
    .innerJoin(goods, and(eq(goods.tenantId, goodsVariations.tenantId), eq(goods.goodsId, goodsVariations.goodsId)))
    .where(
      and(
        eq(goodsVariations.tenantId, brand.tenantId),
        eq(goods.brandId, brand.brandId),
        eq(goodsVariations.variationId, variationId),
      ),
    )
  return found && (await lockVariations(db, brand.tenantId, [variationId])).get(variationId)
}

/** Latest stock changes of the goods, newest first. */
export const movesOfGoods = (db: Db, brand: Brand, goodsId: string) =>
  db
    .select({
      at: stockMoves.at,
      variationName: goodsVariations.name,
      reason: stockMoves.reason,
      quantity: stockMoves.quantity,
      orderNumber: sql<string>`coalesce(${orders.orderNumber}, '')`,
      note: stockMoves.note,
    })
    .from(stockMoves)
    .innerJoin(
      goodsVariations,
      and(eq(goodsVariations.tenantId, stockMoves.tenantId), eq(goodsVariations.variationId, stockMoves.variationId)),
    )
    .leftJoin(orders, and(eq(orders.tenantId, stockMoves.tenantId), eq(orders.orderId, stockMoves.orderId)))
    .where(and(eq(stockMoves.tenantId, brand.tenantId), eq(stockMoves.goodsId, goodsId)))
    .orderBy(desc(stockMoves.at), desc(stockMoves.moveId))
    .limit(100)
