import { adminRoles, moneyRoles } from '../../../kit/contract'
import { everything, paginationOf } from '../../../kit/pagination'
import type { Handlers } from '../../../server/context'
import { PaymentRefused } from '../../../server/payments/payments'
import { applyRefund } from '../../payments/giveBack.server'
import { workOf } from '../jobs.server'
import {
  buyerOf,
  disputesOf,
  insertRefund,
  konbiniOf,
  lateOf,
  linesOf,
  lockFan,
  refundsOfOrder,
} from '../queries.server'
import { acceptLate, refundLate } from '../settle.server'
import { note } from '../work.server'
import { type staffOrders as contract, orderTabs } from './contract'
import { buyerOfOrder, countsOfOrders, orderOfBrand, ordersOf, timelineOf } from './queries.server'

const kept = ['paid', 'partiallyRefunded']

export const staffOrderHandlers: Handlers<typeof contract> = {
  async getOrders({ db, brand }, { tab = 'all', pagination: page = everything, ...filter }) {
    const rows = await ordersOf(db, brand, tab, filter, page)
    const counted = await Promise.all(
      orderTabs.map(async (one) => [one, await countsOfOrders(db, brand, one, filter)] as const),
    )
    const counts = Object.fromEntries(counted) as Record<(typeof orderTabs)[number], number>
    return {
      orders: rows.map((row) => ({ ...row, buyerName: row.buyerName ?? '' })),
      counts,
      pagination: paginationOf(counts[tab], page),
    }
  },

  async getOrder({ db, brand, member, refuse }, { orderId }) {
    const order = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    const [lines, buyer, konbini, late, refunds, disputes, timeline] = await Promise.all([
      linesOf(db, order),
      buyerOfOrder(db, brand, order.uid),
      konbiniOf(db, order),
      lateOf(db, order),
      refundsOfOrder(db, order),
      disputesOf(db, order),
      timelineOf(db, brand, orderId),
    ])
    const underway = refunds
      .filter(({ state }) => state === 'requested' || state === 'requiresCustomerAction')
      .reduce((sum, { amount }) => sum + amount, 0)
    const isKept = kept.includes(order.paymentState)
    const isAdmin = adminRoles.some((role) => role === member.role)
    const seesEmail = moneyRoles.some((role) => role === member.role)
    return {
      order: {
        orderId,
        orderNumber: order.orderNumber,
        kind: order.kind,
        paymentMethod: order.paymentMethod,
        paymentState: order.paymentState,
        items: lines.map(({ name, quantity }) => ({ name, quantity })),
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
        lines: lines.map(({ lineId, name, unitPrice, quantity }) => ({ lineId, name, unitPrice, quantity })),
        buyer: {
          uid: order.uid,
          displayName: buyer?.displayName ?? '',
          memberNumber: buyer?.memberNumber ?? null,
          email: seesEmail && buyer?.isEmailVisible ? buyer.email : '',
        },
        konbini: konbini ? { state: konbini.state, expiresAt: konbini.expiresAt } : null,
        late: late ? { amount: late.amount, arrivedAt: late.arrivedAt, resolution: late.resolution } : null,
        refunds: refunds.map(({ refundId, amount, state, reason, requestedAt }) => ({
          refundId,
          amount,
          state,
          reason,
          requestedAt,
        })),
        disputes: disputes.map(({ disputeId, amount, state, openedAt }) => ({ disputeId, amount, state, openedAt })),
        timeline,
      },
      canRefund: isKept && isAdmin,
      canResolveLate: order.paymentState === 'paidLate' && late?.resolution === null && isAdmin,
      refundable: isKept ? order.total - order.refunded - underway : 0,
    }
  },

  async refundOrder(context, { orderId, amount, reason }) {
    const { transaction, payments, brand, user, now, newId, refuse } = context
    const refund = await transaction(async (tx) => {
      const seen = (await orderOfBrand(tx.db, brand, orderId)) ?? refuse('orderNotFound')
      await lockFan(tx.db, seen.uid)
      const order = (await orderOfBrand(tx.db, brand, orderId)) ?? refuse('orderNotFound')
      if (!kept.includes(order.paymentState) || order.intentId === null) return refuse('notPaid')
      const asked = (await refundsOfOrder(tx.db, order))
        .filter(({ state }) => state === 'requested' || state === 'requiresCustomerAction')
        .reduce((sum, one) => sum + one.amount, 0)
      if (order.refunded + asked + amount > order.total) return refuse('refundExceedsPaid')
      const email = order.paymentMethod === 'konbini' ? (await buyerOf(tx.db, order))?.email : undefined
      if (order.paymentMethod === 'konbini' && !email) return refuse('refundNeedsEmail')
      const refundId = newId('refund')
      await insertRefund(tx.db, {
        tenantId: order.tenantId,
        orderId,
        refundId,
        amount,
        state: 'requested',
        reason,
        requestedBy: user.uid,
        requestedAt: now,
      })
      const work = workOf(context, tx)
      await note(work, order, 'refundRequested', { actorUid: user.uid, detail: String(amount) })
      // Finishes what a crash between here and the answer leaves.
      await work.later.refund(refundId, now + 2 * 60_000)
      return { refundId, intentId: order.intentId, amount, ...(email && { instructionsEmail: email }) }
    })
    try {
      const told = await payments.refund(refund, `refund:${refund.refundId}`)
      await transaction((tx) => applyRefund(workOf(context, tx), told))
      return { refundId: refund.refundId, state: told.state }
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      await transaction((tx) =>
        applyRefund(workOf(context, tx), {
          id: refund.refundId,
          refundId: refund.refundId,
          intentId: refund.intentId,
          amount,
          state: 'failed',
        }),
      )
      return refuse('paymentRefused')
    }
  },

  async resolveLatePayment(context, { orderId, action }) {
    const { db, brand, user, refuse } = context
    const seen = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    await lockFan(db, seen.uid)
    const order = (await orderOfBrand(db, brand, orderId)) ?? refuse('orderNotFound')
    const late = await lateOf(db, order)
    if (order.paymentState !== 'paidLate' || !late || late.resolution !== null) return refuse('notLate')
    const work = workOf(context, context)
    if (action === 'refund') await refundLate(work, order, late.amount, user.uid)
    else if (late.amount !== order.total || !(await acceptLate(work, order, user.uid))) return refuse('cannotAccept')
    return {}
  },
}
