import { rememberedFan } from '#club/fans/queries.server.ts'
import { inLanguage } from '#kit/english.ts'
import { deliverablePlan, endOfPlan } from '#membership/plans/front.server.ts'
import type { KindOfSale } from '#money/orders/kinds.server.ts'
import { isWithMonth } from '#money/orders/order.ts'
import { linesOf, type OrderRow } from '#money/orders/queries.server.ts'
import type { Work } from '#money/orders/work.server.ts'
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
    return {
      written: [rememberedFan(tx.db, order, order.uid, { newId, now })],
      give: () =>
        insertPurchase(tx.db, {
          ...month,
          purchaseId: newId('purchase'),
          uid: order.uid,
          orderId: order.orderId,
          paidAt: payment.at,
        }),
    }
  },
  endsAt: endOfPlan,
  takeBack: ({ tx, now }, order) => voidPurchaseOf(tx.db, order.tenantId, order.orderId, now),
  restore: ({ tx, newId }, order) => restorePurchaseOf(tx.db, order, newId('purchase')),
}

/** What an order of a plan is to the till, where a month of the plan may be bought with joining it (`isWithMonth`). */
export const withMonth = (plan: KindOfSale): KindOfSale => ({
  ...plan,
  deliver: async (work, order, payment, madeAt, known) => {
    if (!isWithMonth(order)) return plan.deliver(work, order, payment, madeAt, known)
    const [joining] = known.lines
    // The membership is agreed at the plan's own price.
    const ofPlan = { ...order, subtotal: joining?.unitPrice ?? order.subtotal }
    const membership = await plan.deliver(work, ofPlan, payment, madeAt, known)
    const month = await soldBackNumber.deliver(work, order, payment, madeAt, known)
    if (typeof membership === 'string') return membership
    if (typeof month === 'string') return month
    return {
      written: [...(membership.written ?? []), ...(month.written ?? [])],
      give: async () => {
        await membership.give()
        await month.give()
      },
    }
  },
  takeBack: async (work, order, why) => {
    await plan.takeBack?.(work, order, why)
    if (isWithMonth(order)) await soldBackNumber.takeBack?.(work, order, why)
  },
  takeBackLines: async (work, order, lines) => {
    for (const { position } of await linesGivenBack(work, order, lines))
      await (position === 0 ? plan : soldBackNumber).takeBack?.(work, order, 'refund')
  },
  restore: async (work, order) => {
    const all = await linesOf(work.tx.db, order)
    const isKept = (position: number) => all.some((line) => line.position === position && line.refundedQuantity === 0)
    if (isKept(0)) await plan.restore?.(work, order)
    if (isWithMonth(order) && isKept(1)) await soldBackNumber.restore?.(work, order)
  },
  page: async (context, order, shop) => {
    const page = (await plan.page?.(context, order, shop)) ?? {}
    if (!isWithMonth(order)) return page
    const [, month] = await context.transaction(({ db }) => linesOf(db, order))
    const { unitPrice, quantity } = month ?? { unitPrice: 0, quantity: 1 }
    const name = month ? inLanguage(month, context.locale).name : ''
    return {
      ...page,
      lines: [...(page.lines ?? []), { name, unitPrice, quantity }],
      ...(order.returnPath !== '' && { cancelPath: order.returnPath }),
    }
  },
})

const linesGivenBack = async ({ tx }: Work, order: OrderRow, lines: readonly { lineId: string }[]) =>
  (await linesOf(tx.db, order)).filter((line) => lines.some(({ lineId }) => lineId === line.lineId))
