import { countPieces } from '#money/orders/lines.queries.server.ts'
import { isPaid } from '#money/orders/order.ts'
import { linesOf, type OrderLine, type OrderRow, orderById } from '#money/orders/queries.server.ts'
import { isGoingBack, pendingRefundTotal, type RefundRow } from '#money/orders/refunds.queries.server.ts'
import { note, type Work } from '#money/orders/work.server.ts'
import type { Db } from '#server/proven.ts'
import { restock } from '../orders/settle.server'
import { areUncollectedEarned } from './earn.server'
import { unsentOf } from './fulfillment'
import { removeShipment, type Shipment, shipmentsOf } from './queries.server'
import { returnsOf } from './returns.queries.server'
import { settleGoods } from './state.server'

type Pieces = readonly { lineId: string; quantity: number }[]

/**
 * Takes the pieces of a new refund out of what is to be sent, and answers how many of each were never sent, with their
 * price in yen; 'tooMuch' where they are no longer there.
 */
export const takePieces = async (
  work: Work,
  order: OrderRow,
  pieces: Pieces,
): Promise<{ lines: RefundRow['lines']; unsent: number } | 'tooMuch'> => {
  const { tx } = work
  const lines = new Map((await linesOf(tx.db, order)).map((line) => [line.lineId, line]))
  const packed = (await shipmentsOf(tx.db, order))
    .filter(({ state }) => state === 'shipping')
    .flatMap((one) => one.lines)
  const packedOf = (lineId: string) => packed.reduce((sum, one) => sum + (one.lineId === lineId ? one.quantity : 0), 0)
  const isEarned = await areUncollectedEarned(tx.db, order)
  const taken: RefundRow['lines'] = []
  let worth = 0
  for (const { lineId, quantity } of pieces) {
    const line = lines.get(lineId)
    if (!line || line.refundedQuantity + quantity > line.quantity) return 'tooMuch'
    // Packed pieces have not been shipped, so their income is not recognised. That of uncollected pieces is, although
    // they are still here.
    const here = { ...line, fulfilledQuantity: line.fulfilledQuantity - packedOf(lineId) }
    const unsent = line.isPickUp && isEarned ? 0 : unsentOf(here, quantity)
    worth += unsent * line.unitPrice
    taken.push({ lineId, quantity, unsent })
  }
  await countPieces(tx.db, order, 'givenBack', taken)
  return { lines: taken, unsent: worth }
}

/** The provider refused a refund: its pieces are the buyer's again. */
export const takeBackPieces = async (work: Work, order: OrderRow, lines: Pieces): Promise<void> => {
  await countPieces(work.tx.db, order, 'givenBack', lines, -1)
  if (lines.length > 0) await settleAnew(work, order)
}

/** Pieces that went back can be sold again. */
export const restockPieces = async (work: Work, order: OrderRow, pieces: Pieces): Promise<void> => {
  const lines = new Map((await linesOf(work.tx.db, order)).map((line) => [line.lineId, line]))
  const back = pieces.flatMap(({ lineId, quantity }) => {
    const line = lines.get(lineId)
    return line ? [{ ...line, quantity }] : []
  })
  if (back.length > 0) await restock(work, order, back)
}

export const settleAnew = async (work: Work, { orderId }: OrderRow) => {
  const seen = await orderById(work.tx.db, orderId)
  if (seen) await settleGoods(work, seen)
}

/** How many pieces of a line were shipped or handed over. */
const shippedQuantityOf = (shipments: Awaited<ReturnType<typeof shipmentsOf>>) => {
  const gone = shipments.filter(({ state }) => state !== 'shipping').flatMap(({ lines }) => lines)
  return (lineId: string) => gone.reduce((sum, one) => sum + (one.lineId === lineId ? one.quantity : 0), 0)
}

/** How many pieces of a line are neither sent nor refunded, packed ones included. */
const restOfLines = async (db: Db, order: OrderRow, shipments: Shipment[]) => {
  const gone = shippedQuantityOf(shipments)
  const rest = new Map(
    (await linesOf(db, order)).map((line) => [line.lineId, line.quantity - line.refundedQuantity - gone(line.lineId)]),
  )
  return (lineId: string) => rest.get(lineId) ?? 0
}

/** Whether a packed parcel may leave: none of it is on its way back to the buyer as money. */
export const mayLeave = async (db: Db, order: OrderRow, parcel: Shipment): Promise<boolean> => {
  if (await isGoingBack(db, order)) return false
  const restOf = await restOfLines(db, order, await shipmentsOf(db, order))
  if (parcel.lines.every(({ lineId }) => restOf(lineId) <= 0)) return false
  return (await pendingRefundTotal(db, order)) === 0 || parcel.lines.every((one) => one.quantity <= restOf(one.lineId))
}

/** Whether money of what a sent parcel holds went back, or is on its way: nothing of it waits to be sent anew. */
export const isRefunded = async (
  db: Db,
  order: OrderRow,
  parcel: Shipment,
  lines: readonly OrderLine[],
): Promise<boolean> => {
  if (!isPaid(order.paymentState) || (await pendingRefundTotal(db, order)) > 0) return true
  const here = new Set(parcel.lines.map(({ lineId }) => lineId))
  return lines.some(
    ({ lineId, quantity, fulfilledQuantity, refundedQuantity }) =>
      here.has(lineId) && fulfilledQuantity + refundedQuantity > quantity,
  )
}

/** Discards packed parcels all of whose pieces were refunded. */
export const unpack = async (work: Work, order: OrderRow): Promise<void> => {
  const { db } = work.tx
  const shipments = await shipmentsOf(db, order)
  const restOf = await restOfLines(db, order, shipments)
  for (const parcel of shipments) {
    if (parcel.state !== 'shipping' || parcel.lines.some(({ lineId }) => restOf(lineId) > 0)) continue
    await removeShipment(db, parcel)
    await countPieces(db, order, 'sent', parcel.lines, -1)
    await note(work, order, 'notShipped')
  }
  await settleAnew(work, order)
}

/**
 * After the whole refund of an order: what of it has not left the house is given back, and on sale again, but for what came
 * back damaged.
 */
export const takeBackGoods = async (work: Work, order: OrderRow): Promise<void> => {
  const { db } = work.tx
  const isOpen = ['unfulfilled', 'preparing', 'partiallyShipped', 'onHold'].includes(order.fulfillmentState)
  if (!isOpen) return
  const shipments = await shipmentsOf(db, order)
  const gone = shippedQuantityOf(shipments)
  const isUntouched = shipments.every(({ state }) => state === 'shipping')
  const rest = (await linesOf(db, order)).flatMap((line) => {
    const isHere = line.deliveryMethod === 'physical' || isUntouched
    const quantity = isHere ? line.quantity - line.refundedQuantity - gone(line.lineId) : 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const damaged = (await returnsOf(db, order))
    .filter(({ reason }) => reason === 'damaged')
    .flatMap(({ lines }) => lines)
  const damagedOf = (lineId: string) =>
    damaged.reduce((sum, one) => sum + (one.lineId === lineId ? one.quantity : 0), 0)
  const whole = rest.map((line) => ({ ...line, quantity: line.quantity - damagedOf(line.lineId) }))
  await restock(
    work,
    order,
    whole.filter(({ quantity }) => quantity > 0),
  )
  await countPieces(db, order, 'givenBack', rest)
  await unpack(work, order)
}
