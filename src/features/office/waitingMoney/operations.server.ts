import { everything, paginationOf } from '#kit/pagination.ts'
import { orderById, saveBuyer } from '#money/orders/queries.server.ts'
import { locked, workOf } from '#money/orders/work.server.ts'
import type { Handlers } from '#server/context.ts'
import { refundDeleted } from '../accounts/deleted/money.server'
import type { waitingMoney as contract } from './contract'
import { countWaitingMoney, waitingAmount, waitingMoneyOf } from './queries.server'

export const waitingMoneyHandlers: Handlers<typeof contract> = {
  async getWaitingMoney({ db, operator }, { pagination: page = everything }) {
    const orders = await waitingMoneyOf(db, operator, page)
    return { orders, pagination: paginationOf(await countWaitingMoney(db, operator), page) }
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
