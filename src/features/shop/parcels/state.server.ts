import { isPaid, shippableStates } from '#money/orders/order.ts'
import { linesOf, type OrderRow, orderById } from '#money/orders/queries.server.ts'
import { note, type Work } from '#money/orders/work.server.ts'
import { mayBecome, stateOf } from './fulfillment'
import {
  type FulfillmentRow,
  isRefundUnanswered,
  lastEventOf,
  moveGoods,
  saveShipment,
  shipmentsOf,
} from './queries.server'

/**
 * Brings the order's own state in line with its lines and shipments. `before` is where its goods are while nothing of it has
 * been sent; without it, where they were last.
 */
export const settleGoods = async (
  work: Work,
  order: OrderRow,
  before?: OrderRow['fulfillmentState'],
): Promise<void> => {
  const { tx, now } = work
  // Nothing of it is sent, so there is nothing to move.
  if (order.fulfillmentState === 'notRequired') return
  const [lines, shipments] = [await linesOf(tx.db, order), await shipmentsOf(tx.db, order)]
  const isHeld = order.fulfillmentState === 'onHold'
  const to = stateOf(lines, shipments, before ?? (isHeld ? (order.heldFrom ?? 'unfulfilled') : order.fulfillmentState))
  // An order on hold stays so until it is released, unless nothing of it is left.
  if (isHeld && to !== 'canceled' && to !== 'shipped' && to !== 'delivered') return
  // A cancellation that the provider refuses leaves the goods where they were.
  if (to === 'canceled' && (await isRefundUnanswered(tx.db, order))) return
  if (to !== order.fulfillmentState) await moveGoods(tx.db, order, to, { editedAt: now, heldFrom: null })
}

/** Entries of an order's history that put its goods on hold. */
export const holdNotes = ['held', 'heldForRefund', 'heldForDispute'] as const
type Hold = { what: (typeof holdNotes)[number]; uid?: string; reason?: string }

/** Nothing of an order leaves until it is released. */
export const hold = async (work: Work, order: OrderRow, { what, uid, reason }: Hold) => {
  await moveGoods(work.tx.db, order, 'onHold', { editedAt: work.now, heldFrom: order.fulfillmentState })
  await note(work, order, what, { ...(uid !== undefined && { actorUid: uid }), ...(reason && { detail: reason }) })
}

/** Holds what is left to be sent of a paid order; nothing where all has left, or is on hold. */
export const holdUnsent = async (work: Work, { orderId }: OrderRow, why: Hold) => {
  const order = await orderById(work.tx.db, orderId)
  if (order && isPaid(order.paymentState) && shippableStates.includes(order.fulfillmentState))
    await hold(work, order, why)
}

/** Where the goods of an order on hold are once it is released. */
export const releasedTo = async (work: Work, order: OrderRow) => {
  const from = order.heldFrom ?? 'unfulfilled'
  const to = stateOf(await linesOf(work.tx.db, order), await shipmentsOf(work.tx.db, order), from)
  return mayBecome('onHold', to) ? to : from
}

export const releaseHold = async (work: Work, order: OrderRow, to: OrderRow['fulfillmentState'], uid = '') => {
  await moveGoods(work.tx.db, order, to, { editedAt: work.now, heldFrom: null })
  await note(work, order, 'released', { actorUid: uid })
}

/** A dispute was won: what was held for it, and for nothing else since, may be sent. */
export const releaseFromDispute = async (work: Work, { orderId }: OrderRow) => {
  const order = await orderById(work.tx.db, orderId)
  if (order?.fulfillmentState !== 'onHold' || !isPaid(order.paymentState)) return
  if ((await lastEventOf(work.tx.db, order, holdNotes)) === 'heldForDispute')
    await releaseHold(work, order, await releasedTo(work, order))
}

/** Marks a parcel as delivered; `uid` is empty where a job does it. */
export const deliver = async (work: Work, order: OrderRow, shipment: FulfillmentRow, uid: string): Promise<boolean> => {
  const { tx, now } = work
  if (shipment.state !== 'shipped') return false
  if (!(await saveShipment(tx.db, shipment, 'delivered', { deliveredAt: now, editedAt: now }))) return false
  await note(work, order, 'delivered', { actorUid: uid, detail: shipment.trackingNumber })
  await settleGoods(work, order)
  return true
}
