import { everything, paginationOf } from '#kit/pagination.ts'
import { lastBalanceLook } from '#money/orders/payments/balance.queries.server.ts'
import { unallocatedOf } from '#money/orders/payments/queries.server.ts'
import { orderById, saveBuyer } from '#money/orders/queries.server.ts'
import { locked, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { refundDeleted } from '../accounts/deleted/money.server'
import type { waitingMoney as contract } from './contract'
import {
  countUnallocated,
  countWaitingMoney,
  decideUnallocated,
  listed,
  unallocatedPaymentsOf,
  waitingAmount,
  waitingMoneyOf,
} from './queries.server'

export const waitingMoneyHandlers: Handlers<typeof contract> = {
  async getWaitingMoney({ db, operator }, { pagination: page = everything }) {
    const orders = await waitingMoneyOf(db, operator, page)
    return { orders, pagination: paginationOf(await countWaitingMoney(db, operator), page) }
  },

  async getUnallocatedPayments({ db, operator }, { pagination: page = everything }) {
    const rows = await unallocatedPaymentsOf(db, operator, page)
    return {
      payments: rows.map(({ state, ...row }) => ({ ...row, isAsked: state === 'asked' })),
      pagination: paginationOf(await countUnallocated(db, operator, listed), page),
    }
  },

  async getProviderBalance({ db, operator }) {
    return { balance: (await lastBalanceLook(db, operator)) ?? null }
  },

  async settleUnallocatedPayment(context, { providerId, action, reason, email }) {
    const { db, operator, now, newId, refuse } = context
    const found = (await unallocatedOf(db, providerId)) ?? refuse('paymentNotFound')
    const isGivenBack = action === 'giveBack'
    if (isGivenBack && found.kind === 'payment' && found.method === 'konbini' && email === null)
      return refuse('refundNeedsEmail')
    const state = isGivenBack ? ('asked' as const) : ('settled' as const)
    const decision = { state, reason, settledBy: operator.uid, settledAt: isGivenBack ? null : now }
    if (!(await decideUnallocated(db, operator, providerId, decision))) return refuse('paymentNotFound')
    if (isGivenBack)
      await workOf(context, context).later.settleUnallocated({ providerId, refundId: newId('refund'), email })
    return {}
  },

  async refundWaitingMoney(context, { orderId, email }) {
    const { db, operator, refuse } = context
    const work = workOf(context, context)
    const order = await locked(work, () => orderById(db, orderId))
    const amount = order && (await waitingAmount(db, operator, orderId))
    if (!order || amount === undefined) return refuse('orderNotFound')
    if (order.paymentMethod === 'konbini') {
      if (email === null) return refuse('refundNeedsEmail')
      await saveBuyer(db, order, { name: '', email, phone: '' })
    }
    await refundDeleted(work, order, { by: operator.uid, amount })
    return {}
  },
}
