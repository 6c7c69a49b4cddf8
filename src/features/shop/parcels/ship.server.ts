import { brandOfShop } from '#club/brands/queries.server.ts'
import { peopleOf } from '#club/fans/membership.queries.server.ts'
import { longestWait, pushToFan } from '#club/push/work.server.ts'
import type { Instant } from '#kit/time.ts'
import { countPieces } from '#money/orders/lines.queries.server.ts'
import { isPaid, shippableStates } from '#money/orders/order.ts'
import { linesOf, type OrderLine, type OrderRow } from '#money/orders/queries.server.ts'
import { isGoingBack } from '#money/orders/refunds.queries.server.ts'
import { mailToFan, note, type Work } from '#money/orders/work.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { earnParcel, unearnParcel } from './earn.server'
import { deliveredAfter, isHandOver, type Provider, toSend } from './fulfillment'
import { fulfillmentJobs } from './jobs.server'
import { goodsShipped, type Sent, trackingChanged } from './mails'
import { shippedMessage } from './messages'
import {
  type FulfillmentRow,
  insertShipment,
  linesOfOrders,
  removeShipment,
  type Shipment,
  saveShipment,
} from './queries.server'
import { settleGoods } from './state.server'

/* What is done with an order's goods, under the lock of its fan (`lockedOrder`). */

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
  wentElsewhere: one.wentTo !== null,
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
      return line ? [{ name: line.name, variationName: line.variationName, english: line.english, quantity }] : []
    }),
    provider,
    providerName,
    trackingNumber,
    trackingUrl,
  }
}

/** Of the orders that can be sent now: to whom a mail about the rest goes, and which pieces it names. */
export const parcelMailsOf = async (db: Db, brand: Brand, orders: readonly OrderRow[]) => {
  const sent = orders.filter((order) => whyNotShip(order) === null)
  const lines = await linesOfOrders(
    db,
    brand,
    sent.map(({ orderId }) => orderId),
  )
  const people = await peopleOf(
    db,
    sent.map(({ uid }) => uid),
  )
  return sent.flatMap(({ orderId, orderNumber, uid, locale }) => {
    const ofOrder = lines.get(orderId) ?? []
    const rest = new Map(restOf(ofOrder).map((one) => [one.lineId, one.quantity]))
    if (rest.size === 0) return []
    const buyer = people.get(uid)
    return [
      {
        orderId,
        orderNumber,
        to: {
          uid,
          locale: buyer?.locale ?? locale,
          displayName: buyer?.displayName ?? '',
          isReachable: Boolean(buyer?.email),
        },
        items: ofOrder.flatMap(({ lineId, name, variationName, english }) => {
          const quantity = rest.get(lineId)
          return quantity === undefined ? [] : [{ name, variationName, english, quantity }]
        }),
      },
    ]
  })
}

export const mailShipped = async (work: Work, order: OrderRow, shipment: Shipment, isChanged = false) => {
  const sent = await sentOf(work.tx.db, order, shipment)
  await mailToFan(work, order, (to) => (isChanged ? trackingChanged : goodsShipped)(to, sent))
  if (isChanged) return
  const { tenantId, brandId, uid, locale } = order
  const news = `sent ${shipment.fulfillmentId} ${shipment.shippedAt}`
  await pushToFan(
    work.tx,
    work.now,
    { tenantId, brandId, uid },
    { kind: 'order', news, until: work.now + longestWait },
    async () => shippedMessage((await peopleOf(work.tx.db, [uid])).get(uid)?.locale ?? locale, sent),
  )
}

/** Counts it as delivered a while after `since`, unless there is news of it. */
export const awaitDelivery = async ({ tx }: Work, { fulfillmentId, shippedAt }: FulfillmentRow, since: Instant) => {
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
const sentNotes = { shipping: 'labelPrinted', shipped: 'shipped', delivered: 'pickedUp' } as const
type By = { uid: string; notify: boolean; importId?: string }

/** Sends pieces of an order or hands them over: 'notEnough' where fewer are left to send. */
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
  if (await isGoingBack(tx.db, order)) return 'notEnough'
  const isAtVenue = isHandOver(parcel, [...lines.values()])
  const shipment: Shipment = {
    ...parcel,
    tenantId: order.tenantId,
    orderId: order.orderId,
    fulfillmentId: newId('fulfillment'),
    state: isAtVenue ? 'delivered' : parcel.shippedAt === null ? 'shipping' : 'shipped',
    createdBy: uid,
    createdAt: now,
    // A hand-over may have been entered later than it happened.
    deliveredAt: isAtVenue ? (parcel.shippedAt ?? now) : null,
    importId: importId ?? null,
    goodsWere: importId === undefined ? null : order.fulfillmentState,
    wentTo: null,
    editedAt: now,
  }
  await insertShipment(tx.db, shipment)
  await countPieces(tx.db, order, 'sent', parcel.lines)
  await note(work, order, sentNotes[shipment.state], {
    actorUid: uid,
    detail: shipment.trackingNumber,
    ...(shipment.deliveredAt !== null && { at: shipment.deliveredAt }),
  })
  if (isAtVenue) await earnParcel(work, order, shipment)
  if (shipment.state === 'shipped') await left(work, order, shipment, notify)
  await settleGoods(work, order)
  return shipment
}

/** The carrier has the parcel: recognises its income, schedules the delivery, and mails the buyer. */
const left = async (work: Work, order: OrderRow, shipment: Shipment, notify: boolean) => {
  await earnParcel(work, order, shipment)
  await awaitDelivery(work, shipment, Math.max(work.now - deliveredAfter, shipment.shippedAt ?? work.now))
  if (notify) await mailShipped(work, order, shipment)
}

/** Changes what is known of a parcel; one that was packed may be shipped by it. False when somebody saved first. */
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
  // A shipped parcel stays shipped: `stepBack` undoes that, with a reason.
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

/** The pieces of a parcel are to be sent again, and their income waits again. */
export const takeBack = async (work: Work, order: OrderRow, shipment: Shipment): Promise<void> => {
  const { tx } = work
  await removeShipment(tx.db, shipment)
  await countPieces(tx.db, order, 'sent', shipment.lines, -1)
  await unearnParcel(work, order, shipment)
}

/**
 * One step back, with a reason: an arrival that was none, a parcel that never left, or what nobody was handed. `before` is where
 * the goods were before this parcel, if that is known.
 */
export const stepBack = async (
  work: Work,
  order: OrderRow,
  shipment: Shipment,
  {
    uid,
    reason,
    isAtVenue = false,
    before,
  }: { uid: string; reason: string; isAtVenue?: boolean; before?: OrderRow['fulfillmentState'] | undefined },
): Promise<void> => {
  const { tx, now } = work
  if (shipment.state === 'delivered' && !isAtVenue) {
    await saveShipment(tx.db, shipment, 'shipped', { deliveredAt: null, editedAt: now })
    await note(work, order, 'notDelivered', { actorUid: uid, detail: reason })
    await awaitDelivery(work, shipment, now)
  } else {
    await takeBack(work, order, shipment)
    await note(work, order, isAtVenue ? 'notPickedUp' : 'notShipped', { actorUid: uid, detail: reason })
  }
  await settleGoods(work, order, before)
}
