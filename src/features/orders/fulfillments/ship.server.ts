import type { Instant } from '../../../kit/time'
import type { Db } from '../../../server/proven'
import { shipped, unshipped } from '../../ledger/ledger'
import { book, deferredOfOrder, entriesOfFact, recognizedOfOrder } from '../../ledger/queries.server'
import { shareMovement, unshareMovement } from '../goods/share.server'
import { brandOfShop, linesOf, type OrderLine, type OrderRow } from '../queries.server'
import { mailToFan, note, type Work } from '../work.server'
import { deliveredAfter, isPaid, type Provider, shippableStates, toSend } from './fulfillment'
import { fulfillmentJobs } from './jobs.server'
import { goodsShipped, type Sent, trackingChanged } from './mails'
import {
  countPieces,
  type FulfillmentRow,
  insertShipment,
  removeShipment,
  type Shipment,
  saveShipment,
  shipmentsOf,
} from './queries.server'
import { settleGoods } from './state.server'

/* What is done with an order's goods, under the lock of its fan (`lockedOrder`). */

/** As staff see it. */
export const shownShipment = (one: Shipment) => ({
  fulfillmentId: one.fulfillmentId,
  state: one.state,
  provider: one.provider,
  providerName: one.providerName,
  trackingNumber: one.trackingNumber,
  trackingUrl: one.trackingUrl,
  note: one.note,
  lines: one.lines,
  createdAt: one.createdAt,
  shippedAt: one.shippedAt,
  deliveredAt: one.deliveredAt,
  editedAt: one.editedAt,
})

/** Why nothing may be sent for an order now; null when it may. */
export const whyNotShip = ({ paymentState, fulfillmentState }: OrderRow) => {
  if (fulfillmentState === 'notRequired' && isPaid(paymentState)) return 'nothingToShip' as const
  if (paymentState === 'refunded') return 'nothingToShip' as const
  if (!isPaid(paymentState)) return 'awaitingPayment' as const
  if (fulfillmentState === 'onHold') return 'onHold' as const
  return shippableStates.includes(fulfillmentState) ? null : ('nothingToShip' as const)
}

/** Everything of an order that is still to be sent; what is handed over at a venue is not. */
export const restOf = (lines: readonly OrderLine[]) =>
  lines.flatMap((line) => {
    const quantity = line.isPickUp ? 0 : toSend(line)
    return quantity > 0 ? [{ lineId: line.lineId, quantity }] : []
  })

/** What is earned by sending these pieces; the last parcel earns all that still waits. */
const recognize = async (work: Work, order: OrderRow, shipment: Shipment) => {
  const { tx, newId, fees, now } = work
  const lines = await linesOf(tx.db, order)
  const waiting = await deferredOfOrder(tx.db, order)
  const others = (await shipmentsOf(tx.db, order)).filter(
    ({ fulfillmentId, state }) => fulfillmentId !== shipment.fulfillmentId && state === 'shipping',
  )
  const isLast = others.length === 0 && lines.every((line) => toSend(line) === 0)
  const handed = new Set(lines.flatMap(({ lineId, isPickUp }) => (isPickUp ? [lineId] : [])))
  // Shipping is earned by what is sent, whatever was picked up before.
  const isSent = isLast || shipment.lines.some(({ lineId }) => !handed.has(lineId))
  const priceOf = new Map(lines.map(({ lineId, unitPrice }) => [lineId, unitPrice]))
  const worth = shipment.lines.reduce((sum, { lineId, quantity }) => sum + (priceOf.get(lineId) ?? 0) * quantity, 0)
  const sent = {
    price: isLast ? waiting.price : Math.min(worth, waiting.price),
    shipping: isSent ? waiting.shipping : 0,
  }
  const before = await recognizedOfOrder(tx.db, order)
  // By when it is written down, never by a date that somebody typed: a month that is closed stays as it is.
  const movement = shipped({ fulfillmentId: shipment.fulfillmentId, sent, before }, fees, now)
  await book(tx.db, newId, movement, order)
  await shareMovement(work, order, movement, shipment.lines)
}

export const sentOf = async (db: Db, order: OrderRow, shipment: Shipment): Promise<Sent> => {
  const lines = new Map((await linesOf(db, order)).map((line) => [line.lineId, line]))
  const { name: brandName } = await brandOfShop(db, order)
  const { provider, providerName, trackingNumber, trackingUrl } = shipment
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    brandName,
    items: shipment.lines.flatMap(({ lineId, quantity }) => {
      const line = lines.get(lineId)
      return line ? [{ name: line.name, variationName: line.variationName, quantity }] : []
    }),
    provider,
    providerName,
    trackingNumber,
    trackingUrl,
  }
}

export const mailShipped = async (work: Work, order: OrderRow, shipment: Shipment, isChanged = false) => {
  const sent = await sentOf(work.tx.db, order, shipment)
  await mailToFan(work, order.uid, (to) => (isChanged ? trackingChanged : goodsShipped)(to, sent))
}

const awaitDelivery = async ({ tx }: Work, { fulfillmentId, shippedAt }: FulfillmentRow, since: Instant) => {
  if (shippedAt === null) return
  await tx.enqueue(fulfillmentJobs.deliver, { fulfillmentId, shippedAt }, { at: since + deliveredAfter })
}

export type Parcel = {
  lines: { lineId: string; quantity: number }[]
  provider: Provider
  providerName: string
  trackingNumber: string
  trackingUrl: string
  note: string
  /** Null: the carrier does not have it yet. */
  shippedAt: Instant | null
}
type By = { uid: string; notify: boolean; importId?: string }

/** Sends pieces of an order: 'notEnough' where they are no longer there to be sent. */
export const ship = async (
  work: Work,
  order: OrderRow,
  parcel: Parcel,
  { uid, notify, importId }: By,
): Promise<Shipment | 'notEnough' | 'lineNotFound'> => {
  const { tx, now, newId } = work
  const lines = new Map((await linesOf(tx.db, order)).map((line) => [line.lineId, line]))
  for (const { lineId, quantity } of parcel.lines) {
    const line = lines.get(lineId)
    if (!line) return 'lineNotFound'
    if (toSend(line) < quantity) return 'notEnough'
  }
  const shipment: Shipment = {
    ...parcel,
    tenantId: order.tenantId,
    orderId: order.orderId,
    fulfillmentId: newId('fulfillment'),
    state: parcel.shippedAt === null ? 'shipping' : 'shipped',
    createdBy: uid,
    createdAt: now,
    deliveredAt: null,
    importId: importId ?? null,
    editedAt: now,
  }
  await insertShipment(tx.db, shipment)
  for (const { lineId, quantity } of parcel.lines) await countPieces(tx.db, order, lineId, { sent: quantity })
  await note(work, order, shipment.state === 'shipped' ? 'shipped' : 'labelPrinted', {
    actorUid: uid,
    detail: shipment.trackingNumber,
  })
  if (shipment.state === 'shipped') await left(work, order, shipment, notify)
  await settleGoods(work, order)
  return shipment
}

/** A parcel is with the carrier. */
const left = async (work: Work, order: OrderRow, shipment: Shipment, notify: boolean) => {
  await recognize(work, order, shipment)
  await awaitDelivery(work, shipment, Math.max(work.now - deliveredAfter, shipment.shippedAt ?? work.now))
  if (notify) await mailShipped(work, order, shipment)
}

/** What is known of a parcel changes; one that waited may leave by it. False when somebody was first. */
export const changeShipment = async (
  work: Work,
  order: OrderRow,
  shipment: Shipment,
  changes: Omit<Parcel, 'lines'>,
  { uid, notify }: By,
): Promise<boolean> => {
  const { tx, now } = work
  const leaves = shipment.state === 'shipping' && changes.shippedAt !== null
  const state = leaves ? 'shipped' : shipment.state
  // What has left stays so: that it did not is said by a step back, with a reason.
  const shippedAt = changes.shippedAt ?? shipment.shippedAt
  const saved = { ...shipment, ...changes, shippedAt, state, editedAt: now }
  if (!(await saveShipment(tx.db, shipment, state, { ...changes, shippedAt, editedAt: now }))) return false
  await note(work, order, leaves ? 'shipped' : 'trackingChanged', { actorUid: uid, detail: changes.trackingNumber })
  if (leaves) await left(work, order, saved, notify)
  else {
    if (saved.shippedAt !== shipment.shippedAt && state === 'shipped')
      await awaitDelivery(work, saved, saved.shippedAt ?? now)
    const isOther =
      saved.trackingNumber !== shipment.trackingNumber ||
      saved.trackingUrl !== shipment.trackingUrl ||
      saved.provider !== shipment.provider ||
      saved.providerName !== shipment.providerName
    if (notify && isOther && state !== 'shipping') await mailShipped(work, order, saved, true)
  }
  await settleGoods(work, order)
  return true
}

/** One step back, with a reason: an arrival that was none, or a parcel that never left. */
export const stepBack = async (
  work: Work,
  order: OrderRow,
  shipment: Shipment,
  { uid, reason }: { uid: string; reason: string },
): Promise<void> => {
  const { tx, now, newId } = work
  if (shipment.state === 'delivered') {
    await saveShipment(tx.db, shipment, 'shipped', { deliveredAt: null, editedAt: now })
    await note(work, order, 'notDelivered', { actorUid: uid, detail: reason })
    await awaitDelivery(work, shipment, now)
  } else {
    const booked = await entriesOfFact(tx.db, `shipped:${shipment.fulfillmentId}`)
    if (booked.length > 0)
      await book(tx.db, newId, unshipped(booked, shipment.fulfillmentId, now), {
        tenantId: order.tenantId,
        brandId: order.brandId,
        orderId: order.orderId,
      })
    await unshareMovement(work, order, `shipped:${shipment.fulfillmentId}`)
    await removeShipment(tx.db, shipment)
    for (const { lineId, quantity } of shipment.lines) await countPieces(tx.db, order, lineId, { sent: -quantity })
    await note(work, order, 'notShipped', { actorUid: uid, detail: reason })
  }
  await settleGoods(work, order)
}
