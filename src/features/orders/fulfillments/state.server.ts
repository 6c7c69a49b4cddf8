import { linesOf, type OrderRow } from '../queries.server'
import { note, type Work } from '../work.server'
import { stateOf } from './fulfillment'
import { type FulfillmentRow, moveGoods, saveShipment, shipmentsOf } from './queries.server'

/** Brings the order's own state in line with its lines and shipments. */
export const settleGoods = async (work: Work, order: OrderRow): Promise<void> => {
  const { tx, now } = work
  // Nothing of it is sent, so there is nothing to move.
  if (order.fulfillmentState === 'notRequired') return
  const [lines, shipments] = [await linesOf(tx.db, order), await shipmentsOf(tx.db, order)]
  const isHeld = order.fulfillmentState === 'onHold'
  const to = stateOf(lines, shipments, isHeld ? (order.heldFrom ?? 'unfulfilled') : order.fulfillmentState)
  // An order on hold stays so until it is released, unless nothing of it is left.
  if (isHeld && to !== 'canceled' && to !== 'shipped' && to !== 'delivered') return
  if (to !== order.fulfillmentState) await moveGoods(tx.db, order, to, { editedAt: now, heldFrom: null })
}

/** Nothing of an order leaves until staff release it. Without a reason it waits for a refund of all that was paid. */
export const hold = async (work: Work, order: OrderRow, { uid, reason }: { uid: string; reason?: string }) => {
  await moveGoods(work.tx.db, order, 'onHold', { editedAt: work.now, heldFrom: order.fulfillmentState })
  const what = reason === undefined ? 'heldForRefund' : 'held'
  await note(work, order, what, { actorUid: uid, ...(reason !== undefined && { detail: reason }) })
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
