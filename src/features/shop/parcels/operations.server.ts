import { brandOfShop } from '#club/brands/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { giveUp, mailAgain, unlessBeingPaid } from '#money/orders/front.server.ts'
import { isPaid, shippableStates } from '#money/orders/order.ts'
import { buyerOf, konbiniOf, linesOf, type OrderRow, orderById } from '#money/orders/queries.server.ts'
import { isGoingBack, pendingRefundTotal, refundsOfOrder } from '#money/orders/refunds.queries.server.ts'
import { beginRefund, hasRefunds, sendRefund, shippingLeftOf } from '#money/orders/refunds.server.ts'
import { isOpenVoucher } from '#money/orders/vouchers/extension.server.ts'
import { note, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { senderIn } from '../desk/files/sender'
import type { fulfillments as contract } from './contract'
import { isAddressHidden, isHandOver, mostPicked, type Provider, toSend, trackingUrlOf } from './fulfillment'
import { piecesToPick, skusOf } from './pick.queries.server'
import { isRefunded, mayLeave } from './pieces.server'
import {
  addressesOf,
  changedAddresses,
  linesOfOrders,
  lockedOrder,
  lockedOrders,
  moveGoods,
  noteLabels,
  ordersIn,
  saveAddress,
  shipmentsOf,
} from './queries.server'
import { bringBack, undoReturn, whyNotUndone } from './returned.server'
import { returnsOf } from './returns.queries.server'
import {
  changeShipment,
  mailShipped,
  parcelMailsOf,
  restOf,
  ship,
  shownShipment,
  stepBack,
  whyNotShip,
} from './ship.server'
import { deliver, hold, releasedTo, releaseHold } from './state.server'

type ShipmentPayload = {
  provider: Provider
  providerName: string
  trackingNumber: string
  trackingUrl: string
  note: string
  shippedAt: Instant | null
}
const parcelOf = ({ provider, providerName, trackingNumber, trackingUrl, note: said, shippedAt }: ShipmentPayload) => ({
  provider,
  providerName: provider === 'other' ? providerName : '',
  trackingNumber,
  trackingUrl: trackingUrl || trackingUrlOf(provider, trackingNumber),
  note: said,
  shippedAt,
})

/** Nobody ships tomorrow, nor before there was an order. */
const checkTime = (
  shippedAt: Instant | null,
  { placedAt }: OrderRow,
  now: Instant,
  refuse: (code: 'validation', fields: { field: string; rule: string }[]) => never,
) => {
  if (shippedAt === null) return
  if (shippedAt > now + 60_000) refuse('validation', [{ field: 'shippedAt', rule: 'tooLate' }])
  if (shippedAt < placedAt - 60_000) refuse('validation', [{ field: 'shippedAt', rule: 'tooEarly' }])
}

const inOrder = (orderIds: readonly string[]) => [...new Set(orderIds)]

export const fulfillmentHandlers: Handlers<typeof contract> = {
  async startPreparing(context, { orderIds }) {
    const { db, brand, user, now, refuse } = context
    const found = new Map((await lockedOrders(db, brand, orderIds)).map((order) => [order.orderId, order]))
    if (found.size === 0) return refuse('orderNotFound')
    const results = []
    for (const orderId of inOrder(orderIds)) {
      const order = found.get(orderId)
      if (!order) results.push({ orderId, result: 'orderNotFound' as const })
      else if (!isPaid(order.paymentState)) results.push({ orderId, result: 'awaitingPayment' as const })
      else if (order.fulfillmentState === 'onHold') results.push({ orderId, result: 'onHold' as const })
      else if (order.fulfillmentState !== 'unfulfilled') results.push({ orderId, result: 'notUnfulfilled' as const })
      else {
        await moveGoods(db, order, 'preparing', { editedAt: now })
        await note(workOf(context, context), order, 'preparing', { actorUid: user.uid })
        results.push({ orderId, result: 'ok' as const })
      }
    }
    return { results }
  },

  async createFulfillment(context, { orderId, lines, notify, ...said }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const why = whyNotShip(order)
    if (why) return refuse(why)
    checkTime(said.shippedAt, order, now, refuse)
    const atVenue = (await linesOf(db, order)).filter(({ isPickUp }) => isPickUp).map(({ lineId }) => lineId)
    if (lines.some(({ lineId }) => atVenue.includes(lineId))) return refuse('nothingToShip')
    const work = workOf(context, context)
    const made = await ship(work, order, { ...parcelOf(said), lines }, { uid: user.uid, notify })
    if (made === 'notEnough' || made === 'lineNotFound') return refuse(made)
    const after = await orderById(db, orderId)
    return { fulfillment: shownShipment(made), fulfillmentState: after?.fulfillmentState ?? order.fulfillmentState }
  },

  async shipOrders(context, { provider, providerName, parcels, notify }) {
    const { db, brand, user, now, refuse } = context
    const orderIds = parcels.map(({ orderId }) => orderId)
    const found = new Map((await lockedOrders(db, brand, orderIds)).map((order) => [order.orderId, order]))
    if (found.size === 0) return refuse('orderNotFound')
    const sold = await linesOfOrders(db, brand, [...found.keys()])
    const work = workOf(context, context)
    const results = []
    for (const { orderId, trackingNumber } of parcels) {
      const order = found.get(orderId)
      const why = order ? whyNotShip(order) : ('orderNotFound' as const)
      const lines = restOf(sold.get(orderId) ?? [])
      if (!order || why) results.push({ orderId, result: why ?? ('orderNotFound' as const) })
      else if (lines.length === 0) results.push({ orderId, result: 'nothingToShip' as const })
      else {
        const said = { provider, providerName, trackingNumber, trackingUrl: '', note: '', shippedAt: now }
        const made = await ship(work, order, { ...parcelOf(said), lines }, { uid: user.uid, notify })
        results.push({ orderId, result: typeof made === 'object' ? ('ok' as const) : ('nothingToShip' as const) })
      }
    }
    return { results }
  },

  async getParcelMails({ db, brand, refuse }, { orderIds }) {
    const found = new Map((await ordersIn(db, brand, orderIds)).map((order) => [order.orderId, order]))
    if (found.size === 0) return refuse('orderNotFound')
    const inOrderOf = inOrder(orderIds).flatMap((orderId) => found.get(orderId) ?? [])
    const mails = await parcelMailsOf(db, brand, inOrderOf)
    return { brandName: brand.name, mails }
  },

  async updateFulfillment(context, { orderId, fulfillmentId, notify, expectedEditedAt, ...said }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const shipment =
      (await shipmentsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId) ?? refuse('fulfillmentNotFound')
    if (expectedEditedAt !== undefined && expectedEditedAt !== shipment.editedAt) return refuse('conflict')
    // A hand-over has no carrier, so there is no parcel to update.
    if (isHandOver(shipment, await linesOf(db, order))) return refuse('fulfillmentNotFound')
    if (shipment.state === 'shipping' && said.shippedAt !== null) {
      if (!isPaid(order.paymentState)) return refuse('awaitingPayment')
      // The label was printed before the order was put on hold: the parcel waits, too.
      if (order.fulfillmentState === 'onHold') return refuse('onHold')
      if (!(await mayLeave(db, order, shipment))) return refuse('notEnough')
    }
    checkTime(said.shippedAt, order, now, refuse)
    const work = workOf(context, context)
    if (!(await changeShipment(work, order, shipment, parcelOf(said), { uid: user.uid, notify })))
      return refuse('conflict')
    const after = await orderById(db, orderId)
    const saved = (await shipmentsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId) ?? shipment
    return { fulfillment: shownShipment(saved), fulfillmentState: after?.fulfillmentState ?? order.fulfillmentState }
  },

  async markDelivered(context, { orderIds }) {
    const { db, brand, user, refuse } = context
    const found = new Map((await lockedOrders(db, brand, orderIds)).map((order) => [order.orderId, order]))
    if (found.size === 0) return refuse('orderNotFound')
    const results = []
    for (const orderId of inOrder(orderIds)) {
      const order = found.get(orderId)
      if (!order) {
        results.push({ orderId, result: 'orderNotFound' as const })
        continue
      }
      const sent = (await shipmentsOf(db, order)).filter(({ state }) => state === 'shipped')
      for (const shipment of sent) {
        const seen = (await orderById(db, orderId)) ?? order
        await deliver(workOf(context, context), seen, shipment, user.uid)
      }
      results.push({ orderId, result: sent.length > 0 ? ('ok' as const) : ('notShipped' as const) })
    }
    return { results }
  },

  async stepFulfillmentBack(context, { orderId, fulfillmentId, reason }) {
    const { db, brand, user, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const shipment =
      (await shipmentsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId) ?? refuse('fulfillmentNotFound')
    // A hand-over is never in transit: a single step back undoes it.
    const isAtVenue = isHandOver(shipment, await linesOf(db, order))
    if ((isAtVenue || shipment.state !== 'delivered') && (await hasRefunds(db, order))) return refuse('alreadyRefunded')
    await stepBack(workOf(context, context), order, shipment, { uid: user.uid, reason, isAtVenue })
    return { fulfillmentState: (await orderById(db, orderId))?.fulfillmentState ?? order.fulfillmentState }
  },

  async recordParcelReturn(context, { orderId, fulfillmentId, reason, postage, note: said }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const shipment = (await shipmentsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId)
    if (!shipment) {
      const isReturned = (await returnsOf(db, order)).some((one) => one.fulfillmentId === fulfillmentId)
      return refuse(isReturned ? 'alreadyReturned' : 'fulfillmentNotFound')
    }
    const lines = await linesOf(db, order)
    // What was handed over at a venue has no carrier.
    if (isHandOver(shipment, lines)) return refuse('fulfillmentNotFound')
    if (shipment.shippedAt === null) return refuse('parcelNotSent')
    if (await isRefunded(db, order, shipment, lines)) return refuse('returnRefunded')
    const { shippedAt } = shipment
    const its = { uid: user.uid, shippedAt, reason, postage, note: said }
    await bringBack(workOf(context, context), order, shipment, its)
    const after = await orderById(db, orderId)
    return { fulfillmentState: after?.fulfillmentState ?? order.fulfillmentState, returnedAt: now }
  },

  async undoParcelReturn(context, { orderId, fulfillmentId, expectedReturnedAt }) {
    const { db, brand, user, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const its = (await returnsOf(db, order)).find((one) => one.fulfillmentId === fulfillmentId)
    if (!its) {
      const isParcel = (await shipmentsOf(db, order)).some((one) => one.fulfillmentId === fulfillmentId)
      return refuse(isParcel ? 'notReturned' : 'fulfillmentNotFound')
    }
    if (its.returnedAt !== expectedReturnedAt) return refuse('conflict')
    const why = whyNotUndone(its, order, await linesOf(db, order), await refundsOfOrder(db, order))
    if (why) return refuse(why)
    await undoReturn(workOf(context, context), order, its, user.uid)
    return { fulfillmentState: (await orderById(db, orderId))?.fulfillmentState ?? order.fulfillmentState }
  },

  async cancelOrder(context, { orderId, reason, restock }) {
    const { transaction, payments, brand, user, now, refuse } = context
    const begun = await transaction(async (tx) => {
      const order = (await lockedOrder(tx.db, brand, orderId)) ?? refuse('orderNotFound')
      if (order.kind !== 'goods' && order.kind !== 'eventGoods') return refuse('notGoods')
      const work = workOf(context, tx)
      if (order.paymentState === 'awaitingPayment') {
        await note(work, order, 'cancelAsked', { actorUid: user.uid, detail: reason })
        return { order, refund: null }
      }
      if (!isPaid(order.paymentState) || order.intentId === null) return refuse('orderClosed')
      const lines = await linesOf(tx.db, order)
      if (lines.some(({ fulfilledQuantity }) => fulfilledQuantity > 0)) return refuse('alreadyShipped')
      const amount = order.total - order.refunded - (await pendingRefundTotal(tx.db, order))
      if (amount <= 0) return refuse('orderClosed')
      const email = order.paymentMethod === 'konbini' ? (await buyerOf(tx.db, order))?.email : undefined
      if (order.paymentMethod === 'konbini' && !email) return refuse('refundNeedsEmail')
      const rest = lines.flatMap((line) => {
        const quantity = line.quantity - line.refundedQuantity
        return quantity > 0 ? [{ lineId: line.lineId, quantity }] : []
      })
      const refund = await beginRefund(work, order, {
        amount,
        reason,
        by: user.uid,
        lines: rest,
        shippingFee: await shippingLeftOf(tx.db, order),
        restock,
      })
      if (refund === 'tooMuch') return refuse('orderClosed')
      // The fan is mailed once the provider has accepted the refund (`applyRefund`).
      await note(work, order, 'canceledByStaff', { actorUid: user.uid, detail: reason })
      return { order, refund: { ...refund, ...(email && { instructionsEmail: email }) } }
    })
    if (begun.refund === null) {
      await unlessBeingPaid(refuse, () => giveUp(context, begun.order, 'canceled'))
      const after = await transaction(({ db }) => orderById(db, orderId))
      return after && isPaid(after.paymentState) ? refuse('alreadyPaid') : { state: after?.paymentState ?? 'canceled' }
    }
    const state = await sendRefund({ ...context, now, payments }, begun.refund)
    return state === null ? refuse('paymentRefused') : { state }
  },

  async addOrderNote(context, { orderId, note: said }) {
    const { db, brand, user, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    await note(workOf(context, context), order, 'note', { actorUid: user.uid, detail: said })
    return {}
  },

  async updateOrderAddress(context, { orderId, ...said }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const { fulfillmentState: state } = order
    const lines = await linesOf(db, order)
    // Also before it is paid: what is downloaded or picked up goes nowhere.
    const isSent = lines.some(({ deliveryMethod, isPickUp }) => deliveryMethod === 'physical' && !isPickUp)
    if (!isSent || (state === 'notRequired' && isPaid(order.paymentState))) return refuse('nothingToShip')
    const isOpen = state === 'onHold' || state === 'notRequired' || shippableStates.includes(state)
    if (!isOpen || (state !== 'notRequired' && restOf(lines).length === 0)) return refuse('alreadyShipped')
    const { tenantId } = order
    const { brandId: _, tenantId: __, ...fields } = { ...said, tenantId }
    await saveAddress(db, order, fields, now)
    await note(workOf(context, context), order, 'addressChanged', { actorUid: user.uid })
    return {}
  },

  async holdOrder(context, { orderId, reason }) {
    const { db, brand, user, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const why = whyNotShip(order)
    if (why) return refuse(why)
    await hold(workOf(context, context), order, { what: 'held', uid: user.uid, reason })
    return {}
  },

  async releaseOrder(context, { orderId }) {
    const { db, brand, user, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    if (order.fulfillmentState !== 'onHold') return refuse('notOnHold')
    const work = workOf(context, context)
    const next = await releasedTo(work, order)
    // The refund may wait for the buyer's bank account, and it may be refused.
    const isPending = (await pendingRefundTotal(db, order)) > 0
    if ((await isGoingBack(db, order)) || (isPending && next === 'canceled')) return refuse('refundUnderway')
    await releaseHold(work, order, next, user.uid)
    return { fulfillmentState: next }
  },

  async resendOrderMail(context, { orderId, kind }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const work = workOf(context, context)
    if (kind === 'shipped') {
      const lines = await linesOf(db, order)
      const parcels = (await shipmentsOf(db, order)).filter((one) => !isHandOver(one, lines))
      const sent = parcels.filter(({ state }) => state !== 'shipping').at(-1)
      if (!sent) return refuse('notShipped')
      await mailShipped(work, order, sent)
    } else {
      const konbini = kind === 'voucher' ? await konbiniOf(db, order) : undefined
      if (kind === 'voucher' && !isOpenVoucher(order, konbini, now)) return refuse('noVoucher')
      if (kind === 'purchaseDone' && !isPaid(order.paymentState)) return refuse('notPaid')
      await mailAgain(work, order, konbini)
    }
    await note(work, order, 'mailSent', { actorUid: user.uid, detail: kind })
    return {}
  },

  async revealOrderAddress({ db, brand, now, refuse }, { orderId }) {
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    const address = (await addressesOf(db, brand, [orderId])).get(orderId)
    if (!address || address.recipientName === '') return refuse('noAddress')
    const [lines, parcels] = [await linesOf(db, order), await shipmentsOf(db, order)]
    if (isAddressHidden({ order, lines, parcels }, now)) return refuse('addressHidden')
    const sent = parcels.flatMap(({ fulfillmentId, wentTo }) => (wentTo ? [{ fulfillmentId, address: wentTo }] : []))
    return { address, sent }
  },

  async getPickList({ db, brand }, { way }) {
    const rows = await piecesToPick(db, brand, way === 'handOver')
    return { rows: rows.slice(0, mostPicked), isCut: rows.length > mostPicked }
  },

  async getPackingSlips({ db, brand, now, refuse }, { orderIds }) {
    const found = await lockedOrders(db, brand, orderIds)
    if (found.length === 0) return refuse('orderNotFound')
    const wanted = inOrder(orderIds).flatMap((orderId) => found.find((order) => order.orderId === orderId) ?? [])
    const these = wanted.map(({ orderId }) => orderId)
    const [lines, addresses] = [await linesOfOrders(db, brand, these), await addressesOf(db, brand, these)]
    const variationIds = [...lines.values()].flat().flatMap(({ variationId }) => variationId ?? [])
    const [changed, skus] = [await changedAddresses(db, brand, these), await skusOf(db, brand, variationIds)]
    const slips = wanted.map((order) => {
      const address = addresses.get(order.orderId)
      // Orders that are unpaid, on hold or sent get no slip, and their address is not revealed.
      const ofOrder = whyNotShip(order) === null ? (lines.get(order.orderId) ?? []) : []
      // Without the pieces of earlier parcels.
      const sent = ofOrder.flatMap((line) => {
        const quantity = line.isPickUp ? 0 : toSend(line)
        const { lineId, name, variationName, unitPrice } = line
        const sku = skus.get(line.variationId ?? '') ?? ''
        return quantity > 0 ? [{ lineId, name, variationName, sku, unitPrice, quantity }] : []
      })
      const laidIn = sent.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
      const { shippingFee, konbiniFee, total, refunded } = order
      return {
        orderId: order.orderId,
        orderNumber: order.orderNumber,
        placedAt: order.placedAt,
        // The address is shown only while something is to be sent.
        address: sent.length > 0 && address && address.recipientName !== '' ? address : null,
        lines: sent,
        sums: { others: order.subtotal - laidIn, shippingFee, konbiniFee, total, refunded },
        addressChangedAt: sent.length > 0 ? (changed.get(order.orderId) ?? null) : null,
      }
    })
    const printed = slips.flatMap(({ orderId, address }) => (address ? [orderId] : []))
    await noteLabels(db, brand, printed, now)
    const { building: _, ...sender } = senderIn((await brandOfShop(db, brand)).legalNotice)
    return { brandName: brand.name, sender, slips }
  },
}
