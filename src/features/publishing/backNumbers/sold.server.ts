import { rememberFan } from '#club/fans/queries.server.ts'
import { deliverablePlan, endOfPlan } from '#membership/plans/front.server.ts'
import type { KindOfSale } from '#money/orders/kinds.server.ts'
import type { OrderRow } from '#money/orders/queries.server.ts'
import { insertPurchase, ownsMonth, restorePurchaseOf, voidPurchaseOf } from './owned.queries.server'
import { givesContents } from './queries.server'

/* What an order of a past month is to the till. */

/** The month of a plan that an order is for. */
const monthOf = ({ tenantId, planId, periodYear: year, periodMonth: month }: OrderRow) =>
  planId === null || year === null || month === null ? null : { tenantId, planId, period: { year, month } }

export const soldBackNumber: KindOfSale = {
  deliver: async (work, order, payment, madeAt) => {
    const { tx, newId, now } = work
    const month = monthOf(order)
    if (month === null) return 'cannotDeliver'
    // Its contents were moved to other months or withdrawn before the payment: its buyer would get nothing.
    if (!(await givesContents(tx.db, order, { ...month, paidAt: payment.at }, now))) return 'emptyMonth'
    if (!(await deliverablePlan(tx.db, order, madeAt))) return 'cannotDeliver'
    if (await ownsMonth(tx.db, month, order.uid)) return 'cannotDeliver'
    return async () => {
      await rememberFan(tx.db, order, order.uid, { newId, now })
      await insertPurchase(tx.db, {
        ...month,
        purchaseId: newId('purchase'),
        uid: order.uid,
        orderId: order.orderId,
        paidAt: payment.at,
      })
    }
  },
  endsAt: endOfPlan,
  takeBack: ({ tx, now }, order) => voidPurchaseOf(tx.db, order.tenantId, order.orderId, now),
  restore: ({ tx, newId }, order) => restorePurchaseOf(tx.db, order, newId('purchase')),
}
