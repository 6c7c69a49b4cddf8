import { and, asc, desc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared, preparedSql } from '#server/db/prepared.ts'
import type { Brand, Db } from '#server/proven.ts'
import { cartItems } from '../carts/tables.server'
import { fewLeft, type StockReason, stockEffects } from './goods'
import { goods, goodsVariations, stockMoves } from './tables.server'

/*
 * All changes of stock figures are here, each with a row that says why. Callers lock several variations in the order of
 * their ids, so that two carts with the same goods cannot deadlock.
 */

export type StockRow = typeof goodsVariations.$inferSelect
export type Piece = { goodsId: string; variationId: string; quantity: number }
type StockMove = { now: Instant; newId: NewId; orderId?: string | null; actorUid?: string; note?: string }

const arg = sql.placeholder

const locking = (which: (db: Db) => SQL) =>
  prepared((db) =>
    db
      .select()
      .from(goodsVariations)
      .where(and(eq(goodsVariations.tenantId, arg('tenantId')), which(db)))
      .orderBy(asc(goodsVariations.variationId))
      .for('no key update', { of: goodsVariations })
      .prepare(''),
  )
const lockingNamed = locking(() => sql`${goodsVariations.variationId} = any(${arg('variationIds')}::text[])`)
const lockingCart = locking((db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(cartItems)
      .where(
        and(
          eq(cartItems.tenantId, goodsVariations.tenantId),
          eq(cartItems.cartId, arg('cartId')),
          eq(cartItems.variationId, goodsVariations.variationId),
        ),
      ),
  ),
)

/** Locks the variations until the transaction ends. */
export const lockVariations = async (
  db: Db,
  tenantId: string,
  variationIds: readonly string[],
): Promise<Map<string, StockRow>> => {
  if (variationIds.length === 0) return new Map()
  const rows = await lockingNamed(db).execute({ tenantId, variationIds: [...variationIds] })
  return new Map(rows.map((row) => [row.variationId, row]))
}
/** The same of all that lies in a cart, which the caller has locked. */
export const lockVariationsOfCart = (db: Db, { tenantId, cartId }: { tenantId: string; cartId: string }) =>
  lockingCart(db).execute({ tenantId, cartId })

/** Sums by variation, because several lines may have the same one. */
export const summed = (pieces: readonly Piece[]): Piece[] =>
  [...Map.groupBy(pieces, ({ variationId }) => variationId).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, quantity: more.reduce((sum, { quantity }) => sum + quantity, first.quantity) }] : [],
  )

/** Whether all pieces are available. `held` is locked, so the result stays valid. */
export const isInStock = (held: ReadonlyMap<string, StockRow>, pieces: readonly Piece[]): boolean =>
  summed(pieces).every(({ variationId, quantity }) => {
    const row = held.get(variationId)
    return row !== undefined && (row.isUnlimited || row.available >= quantity)
  })

const changed = (column: 'adjusted' | 'reserved' | 'sold') =>
  sql`${sql.raw(column)} = v.${sql.raw(column)} + ${arg(column)}::integer * piece.quantity`
const moving = preparedSql<{ variation_id: string; available: number; is_unlimited: boolean }>(
  () => sql`
    with piece as (
      select goods_id, variation_id, move_id, quantity from jsonb_to_recordset(${arg('pieces')}::jsonb)
        as x (goods_id text, variation_id text, move_id text, quantity integer)
    ), noted as (
      insert into ${stockMoves} (tenant_id, move_id, goods_id, variation_id, at, reason, quantity, order_id, actor_uid, note)
      select ${arg('tenantId')}::text, piece.move_id, piece.goods_id, piece.variation_id, ${arg('at')}::timestamptz,
        ${arg('reason')}::text, piece.quantity, ${arg('orderId')}::text, ${arg('actorUid')}::text, ${arg('note')}::text from piece
    )
    update ${goodsVariations} v set ${changed('adjusted')}, ${changed('reserved')}, ${changed('sold')}
    from piece where v.tenant_id = ${arg('tenantId')}::text and v.variation_id = piece.variation_id
    returning v.variation_id, v.available, v.is_unlimited`,
)

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
  const pieceRows = moved.map(({ goodsId: goods_id, variationId: variation_id, quantity }) => ({
    goods_id,
    variation_id,
    quantity,
    move_id: newId('stock'),
  }))
  const rows = await moving(db, {
    pieces: JSON.stringify(pieceRows),
    tenantId,
    at: toTimestamp(now),
    reason,
    orderId,
    actorUid,
    note,
    ...effect,
  })
  const after = new Map(rows.map((row) => [row.variation_id, row]))
  const turned = moved.map(({ variationId, quantity }) => {
    const row = after.get(variationId)
    if (!row) throw new Error('A variation that was sold is gone.')
    const { available, is_unlimited: isUnlimited } = row
    const change = (effect.adjusted - effect.reserved - effect.sold) * quantity
    return fewLeft({ isUnlimited, available }) !== fewLeft({ isUnlimited, available: available - change })
  })
  return turned.includes(true)
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
        isNull(goods.deletedAt),
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
