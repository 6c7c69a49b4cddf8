import { fanRoles } from '#club/fans/contract.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import { isAdmin } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { extendAtProvider, stopExtending } from '#money/orders/front.server.ts'
import { isExtended } from '#money/orders/order.ts'
import {
  buyerOf,
  konbiniOf,
  lateOf,
  linesOf,
  lockFan,
  type OrderLine,
  setKonbini,
} from '#money/orders/queries.server.ts'
import { shippingLeft, waitingRefund } from '#money/orders/refund.ts'
import { disputesOf, refundsOfOrder, setFailedRefundsHandled } from '#money/orders/refunds.queries.server.ts'
import { beginRefund, sendRefund } from '#money/orders/refunds.server.ts'
import { acceptLate, lateAcceptedLetter, lateLeft, refundLate } from '#money/orders/settle.server.ts'
import { extendableUntil, isOpenVoucher } from '#money/orders/vouchers/extension.server.ts'
import { note, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { isStoreBusy, PaymentRefused } from '#server/payments/payments.ts'
import { eventGoodsNames } from '../eventGoods/choices.queries.server'
import { mayBeUncollected } from '../eventGoods/eventGoods'
import { endedUncollected } from '../eventGoods/pickUp/queries.server'
import { shippingRoles } from '../parcels/contract'
import { isAddressHidden, isPickUpOrder, mostAtOnce, toSend } from '../parcels/fulfillment'
import { lockedOrder, shipmentsOf } from '../parcels/queries.server'
import { shownReturn } from '../parcels/returned.server'
import { returnsOf } from '../parcels/returns.queries.server'
import { shownShipment } from '../parcels/ship.server'
import type { staffOrders as contract } from './contract'
import { countsOfOrders, ordersOf } from './list.queries.server'
import { needsOf } from './needs.queries.server'
import { buyerOfOrder, orderOfBrand, timelineOf } from './order.queries.server'
import { isNarrowed, searchedBy, someOrders, withWhatIsFew } from './queries.server'

const kept = ['paid', 'partiallyRefunded']
const isSomeLeft = (lines: readonly OrderLine[]) => lines.some((line) => toSend(line) > 0)

export const staffOrderHandlers: Handlers<typeof contract> = {
  async getOrders({ db, inOwnPlans, brand, member, now }, asked) {
    const { tenantId: _, brandId: __, tab = 'all', sort, pagination: page = everything, ...said } = asked
    const canShip = shippingRoles.some((role) => role === member.role)
    const filter = await withWhatIsFew(db, brand, { ...said, ...searchedBy(said.q, member.role, now) })
    const look = async (seen: typeof db) => ({
      rows: await ordersOf(seen, brand, { tab, filter, sort }, page),
      counts: await countsOfOrders(seen, brand, tab, filter),
    })
    const { rows, counts } = isNarrowed(filter) || sort ? await inOwnPlans(look) : await look(db)
    const atVenue = rows.filter(mayBeUncollected).map(({ orderId }) => orderId)
    const [ended, needs] = [await endedUncollected(db, brand, atVenue, now), await needsOf(db, brand, rows)]
    return {
      orders: rows.map(({ isRefundFailed: _, isDisputed: __, ...row }) => ({
        ...row,
        needs: needs(row.orderId),
        buyerName: row.buyerName ?? '',
        notCollectedSince: ended.get(row.orderId) ?? null,
      })),
      counts,
      canShip,
      findsByEmail: isAdmin(member.role),
      pagination: paginationOf(counts[tab], page),
    }
  },

  async getOrderIds(context, { tenantId: _, brandId: __, tab = 'all', sort, after, ...said }) {
    const { db, inOwnPlans, brand, member, now } = context
    const filter = await withWhatIsFew(db, brand, { ...said, ...searchedBy(said.q, member.role, now) })
    const look = (seen: typeof db) => someOrders(seen, brand, { tab, filter, sort, after }, mostAtOnce)
    const rows = isNarrowed(filter) || sort ? await inOwnPlans(look) : await look(db)
    const last = rows.at(-1)
    return {
      orders: rows.map(({ orderId, orderNumber }) => ({ orderId, orderNumber })),
      next:
        last && rows.length === mostAtOnce
          ? { placedAt: last.placedAt, total: last.total, orderId: last.orderId }
          : null,
    }
  },

  async getOrderChoices({ db, brand }) {
    return { eventGoods: await eventGoodsNames(db, brand) }
  },

  async getOrder({ db, ports, brand, member, now, origin, refuse }, { orderId }) {
    const order = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    const [lines, buyer, konbini, late, refunds, disputes, timeline, shipments, returns, bought, ended, isGone, needs] =
      await Promise.all([
        linesOf(db, order),
        buyerOfOrder(db, brand, order.uid),
        konbiniOf(db, order),
        lateOf(db, order),
        refundsOfOrder(db, order),
        disputesOf(db, order),
        timelineOf(db, brand, orderId),
        shipmentsOf(db, order),
        returnsOf(db, order),
        buyerOf(db, order),
        endedUncollected(db, brand, mayBeUncollected(order) ? [orderId] : [], now),
        isDeleted(db, order.uid),
        needsOf(db, brand, [order]),
      ])
    const isPhysical = lines.some(({ deliveryMethod }) => deliveryMethod === 'physical')
    const underway = refunds
      .filter(({ state }) => state === 'requested' || state === 'requiresCustomerAction')
      .reduce((sum, { amount }) => sum + amount, 0)
    const isKept = kept.includes(order.paymentState)
    const admin = isAdmin(member.role)
    // The provider gives nothing back of a payment that is disputed, or was lost by a dispute.
    const isDisputed = disputes.some(({ state }) => state === 'open' || state === 'lost')
    const refundable = isKept ? order.total - order.refunded - underway : 0
    const canShip = shippingRoles.some((role) => role === member.role)
    const canResolveLate = order.paymentState === 'paidLate' && late?.resolution === null && admin
    const reader = { origin, locale: buyer?.locale ?? order.locale, name: buyer?.displayName ?? '' }
    return {
      order: {
        orderId,
        brandName: brand.name,
        brandSlug: brand.slug,
        orderNumber: order.orderNumber,
        kind: order.kind,
        paymentMethod: order.paymentMethod,
        paymentState: order.paymentState,
        fulfillmentState: order.fulfillmentState,
        items: lines.map(({ name, quantity }) => ({ name, quantity })),
        isPickUp: isPickUpOrder(lines),
        notCollectedSince: ended.get(orderId) ?? null,
        needs: needs(orderId),
        buyerName: buyer?.displayName ?? '',
        subtotal: order.subtotal,
        shippingFee: order.shippingFee,
        konbiniFee: order.konbiniFee,
        total: order.total,
        refunded: order.refunded,
        placedAt: order.placedAt,
        paidAt: order.paidAt,
        expiresAt: order.expiresAt,
        closedAt: order.closedAt,
        planId: order.planId,
        period:
          order.periodYear === null || order.periodMonth === null
            ? null
            : { year: order.periodYear, month: order.periodMonth },
        note: order.note,
        lines: lines.map((line) => ({
          lineId: line.lineId,
          name: line.name,
          variationName: line.variationName,
          english: line.english,
          thumbnail: line.thumbnail,
          goodsId: line.goodsId,
          deliveryMethod: line.deliveryMethod,
          unitPrice: line.unitPrice,
          quantity: line.quantity,
          fulfilledQuantity: line.fulfilledQuantity,
          refundedQuantity: line.refundedQuantity,
          toSend: line.isPickUp ? 0 : toSend(line),
          isPickUp: line.isPickUp,
        })),
        shipments: shipments.map(shownShipment),
        returns: returns.map((one) => shownReturn(one, order, lines, refunds)),
        destination:
          isPhysical && bought && bought.recipientName !== ''
            ? { prefecture: bought.prefecture, isHidden: isAddressHidden({ order, lines, parcels: shipments }, now) }
            : null,
        receipt: order.receiptFor === null ? null : { issuedTo: order.receiptTo ?? '', purpose: order.receiptFor },
        buyer: {
          uid: order.uid,
          fanId: fanRoles.some((role) => role === member.role) ? (buyer?.fanId ?? null) : null,
          locale: buyer?.locale ?? order.locale,
          isDeleted: isGone,
          displayName: buyer?.displayName ?? '',
          isReachable: Boolean(buyer?.email),
          memberNumber: buyer?.memberNumber ?? null,
          email: admin && buyer?.isEmailVisible ? buyer.email : '',
        },
        konbini: konbini
          ? {
              state: konbini.state,
              expiresAt: konbini.expiresAt,
              isOpen: isOpenVoucher(order, konbini, now),
              extendableUntil: await extendableUntil({ db, ports }, order, konbini, now),
              stores: Object.keys(konbini.stores),
            }
          : null,
        late: late ? { amount: late.amount, arrivedAt: late.arrivedAt, resolution: late.resolution } : null,
        refunds: refunds.map(({ refundId, amount, state, reason, requestedAt, answerUntil, handledAt }) => ({
          refundId,
          amount,
          state,
          reason,
          requestedAt,
          answerUntil: state === 'requiresCustomerAction' ? answerUntil : null,
          isHandled: handledAt !== null,
        })),
        refundWaits: waitingRefund(order, refunds),
        disputes: disputes.map(({ disputeId, amount, state, openedAt, reason, evidenceDueAt }) => ({
          disputeId,
          amount,
          state,
          openedAt,
          reason,
          evidenceDueAt,
        })),
        timeline,
      },
      canRefund: isKept && admin && !isDisputed,
      canShip,
      canRelease:
        canShip &&
        order.fulfillmentState === 'onHold' &&
        (underway === 0 || (refundable > 0 && (isSomeLeft(lines) || shipments.length > 0))),
      canCancel:
        admin &&
        (order.kind === 'goods' || order.kind === 'eventGoods') &&
        (order.paymentState === 'awaitingPayment' || (isKept && refundable > 0 && !isDisputed)) &&
        lines.every(({ fulfilledQuantity }) => fulfilledQuantity === 0),
      canHandleRefund: admin && order.isRefundFailed,
      canSendEvidence: admin && disputes.some(({ state }) => state === 'open' || state === 'inquiry'),
      canResolveLate,
      lateMail: canResolveLate ? await lateAcceptedLetter({ db, ports, now }, order, reader) : null,
      refundable,
      refundableShipping: isKept ? Math.min(shippingLeft(order, refunds), refundable) : 0,
    }
  },

  async refundOrder(context, { orderId, amount, lines = [], shippingFee = 0, restock = false, reason }) {
    const { transaction, brand, user, refuse } = context
    const refund = await transaction(async (tx) => {
      const order = (await lockedOrder(tx.db, brand, orderId)) ?? refuse('orderNotFound')
      if (!kept.includes(order.paymentState) || order.intentId === null) return refuse('notPaid')
      const email = order.paymentMethod === 'konbini' ? (await buyerOf(tx.db, order))?.email : undefined
      if (order.paymentMethod === 'konbini' && !email) return refuse('refundNeedsEmail')
      const priceOf = new Map((await linesOf(tx.db, order)).map((line) => [line.lineId, line.unitPrice]))
      const ofLines = lines.reduce((sum, { lineId, quantity }) => sum + (priceOf.get(lineId) ?? 0) * quantity, 0)
      const asked = { amount: amount ?? ofLines + shippingFee, reason, by: user.uid, lines, shippingFee, restock }
      if (asked.amount === 0) return refuse('refundExceedsPaid')
      const begun = await beginRefund(workOf(context, tx), order, asked)
      if (begun === 'tooMuch') return refuse('refundExceedsPaid')
      return { ...begun, ...(email && { instructionsEmail: email }) }
    })
    const state = await sendRefund(context, refund)
    return state === null ? refuse('paymentRefused') : { refundId: refund.refundId, state }
  },

  async extendVoucher(context, { orderId }) {
    const { transaction, brand, user, now, refuse } = context
    const extension = await transaction(async (tx) => {
      const order = (await lockedOrder(tx.db, brand, orderId)) ?? refuse('orderNotFound')
      const konbini = await konbiniOf(tx.db, order)
      if (!isOpenVoucher(order, konbini, now) || order.intentId === null) return refuse('orderClosed')
      if (isExtended(konbini)) return refuse('alreadyExtended')
      const expiresAt = (await extendableUntil(tx, order, konbini, now)) ?? refuse('cannotExtend')
      await setKonbini(tx.db, order, { remindersSent: [...konbini.remindersSent, 'extending'] })
      const work = workOf(context, tx)
      await note(work, order, 'extensionAsked', { actorUid: user.uid })
      const begun = { orderId, intentId: order.intentId, expiresAt }
      // Finishes what a crash between here and the answer leaves.
      await work.later.extendVoucher(begun, now + 2 * 60_000)
      return { ...begun, order }
    })
    try {
      const outcome = await extendAtProvider(context, extension)
      return outcome === 'extended' ? { expiresAt: extension.expiresAt } : refuse(outcome)
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      await transaction(async ({ db }) => {
        await lockFan(db, extension.order.uid)
        await stopExtending(db, extension.order)
      })
      return refuse(isStoreBusy(error) ? 'storesUnavailable' : 'paymentRefused')
    }
  },

  async markRefundHandled(context, { orderId, reason }) {
    const { db, brand, user, now, refuse } = context
    const order = (await lockedOrder(db, brand, orderId)) ?? refuse('orderNotFound')
    if (!order.isRefundFailed) return refuse('noFailedRefund')
    await setFailedRefundsHandled(db, order, now)
    await note(workOf(context, context), order, 'refundHandled', { actorUid: user.uid, detail: reason })
    return {}
  },

  async resolveLatePayment(context, { orderId, action }) {
    const { db, brand, user, refuse } = context
    const seen = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    await lockFan(db, seen.uid)
    const order = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    const late = await lateOf(db, order)
    if (order.paymentState !== 'paidLate' || !late || late.resolution !== null) return refuse('notLate')
    const work = workOf(context, context)
    const left = await lateLeft(db, order)
    if (left <= 0) return refuse('notLate')
    if (action === 'refund') await refundLate(work, order, left, { by: user.uid })
    else if (left !== order.total || !(await acceptLate(work, order, user.uid))) return refuse('cannotAccept')
    return {}
  },
}
