import { rememberedFan } from '#club/fans/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import type { KindOfSale } from '#money/orders/kinds.server.ts'
import { cartOfKey } from '#money/orders/order.ts'
import { konbiniOf, linesOf, type OrderLine, type OrderRow } from '#money/orders/queries.server.ts'
import type { Work } from '#money/orders/work.server.ts'
import { sendTogether, type Write } from '#server/db/together.ts'
import { leftOfCart } from '../carts/queries.server'
import { grantedDownloads } from '../downloads/grants.server'
import { filesOfGoods } from '../downloads/queries.server'
import { isInStock, lockVariations, moveStock, type Piece } from '../goods/stock.queries.server'

/* What an order of goods does to the stock: reserved from its beginning until it is paid or closed. */

type Counted = Pick<OrderLine, 'goodsId' | 'variationId' | 'quantity'>
const piecesOf = (lines: readonly Counted[]): Piece[] =>
  lines.flatMap(({ goodsId, variationId, quantity }) =>
    goodsId === null || variationId === null ? [] : [{ goodsId, variationId, quantity }],
  )

const held = (work: Work, { tenantId }: OrderRow, pieces: readonly Piece[]) =>
  lockVariations(
    work.tx.db,
    tenantId,
    pieces.map(({ variationId }) => variationId),
  )
const move = async (
  { tx, now, newId }: Work,
  order: OrderRow,
  pieces: readonly Piece[],
  reason: 'reserve' | 'release' | 'sale' | 'restock',
) => {
  const turns = await moveStock(tx.db, order.tenantId, pieces, reason, { now, newId, orderId: order.orderId })
  if (turns) await tx.renew(order)
}

/** For an order that has just been written, of variations that its transaction holds. */
export const reserve = (work: Work, order: OrderRow, lines: readonly OrderLine[]) =>
  move(work, order, piecesOf(lines), 'reserve')

/** Releases the stock of an order that will not be paid. */
export const release = async (work: Work, order: OrderRow) => {
  const pieces = piecesOf(await linesOf(work.tx.db, order))
  await held(work, order, pieces)
  await move(work, order, pieces, 'release')
}

/** Removes ordered items from the fan's cart once the order is paid or has a voucher. */
export const leaveCart = async (work: Work, order: OrderRow) => {
  const lines = await linesOf(work.tx.db, order)
  await sendTogether(work.tx.db, leavesCart(order, lines, work.now))
}

const leavesCart = (order: OrderRow, lines: readonly OrderLine[], now: Instant): Write[] => {
  const cartId = cartOfKey(order.openKey)
  return cartId === null ? [] : leftOfCart(order, cartId, piecesOf(lines), now)
}

/** What is sent or handed over waits for the staff. */
export const unsentOf = (lines: readonly OrderLine[]) =>
  lines.some(({ deliveryMethod }) => deliveryMethod === 'physical') ? { fulfillmentState: 'unfulfilled' as const } : {}

/**
 * How a paid order of goods is delivered; physical goods wait for the staff. Not where the stock is gone, where the fan
 * owns one of the files already or was blocked meanwhile, or where a product has no file.
 */
export const deliverGoods: KindOfSale['deliver'] = async (work, order, _payment, _madeAt, { fan, lines }) => {
  const { tx, now, newId } = work
  if (fan?.blockedAt) return 'cannotDeliver'
  const pieces = piecesOf(lines)
  const stock = await held(work, order, pieces)
  const isReserved = order.paymentState === 'awaitingPayment'
  const digital = lines.flatMap(({ deliveryMethod, goodsId }) =>
    deliveryMethod === 'digital' && goodsId ? [goodsId] : [],
  )
  const files = await filesOfGoods(tx.db, order, digital)
  if (files.some(({ isOwned }) => isOwned)) return 'cannotDeliver'
  if (digital.some((id) => !files.some(({ goodsId }) => goodsId === id))) return 'cannotDeliver'
  if (!isReserved && !isInStock(stock, pieces)) return 'cannotDeliver'
  // Left when its voucher was issued: what the fan has put in since then is of the next order.
  const hasLeft = order.paymentMethod === 'konbini' && (await konbiniOf(tx.db, order))?.issuedAt
  return {
    written: [
      rememberedFan(tx.db, order, order.uid, { newId, now }),
      ...grantedDownloads(work, order, lines, files),
      ...(hasLeft ? [] : leavesCart(order, lines, now)),
    ],
    give: async () => {
      if (!isReserved) await move(work, order, pieces, 'reserve')
      await move(work, order, pieces, 'sale')
    },
  }
}

/** Pieces of an order that were sold can be sold again. */
export const restock = async (work: Work, order: OrderRow, lines: readonly Counted[]) => {
  const pieces = piecesOf(lines)
  await held(work, order, pieces)
  await move(work, order, pieces, 'restock')
}

/** The price of what is sent: earned when it is shipped (rule: money.recognised). */
export const deferredOf = (lines: readonly Pick<OrderLine, 'deliveryMethod' | 'unitPrice' | 'quantity'>[]) =>
  lines
    .filter(({ deliveryMethod }) => deliveryMethod === 'physical')
    .reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
