import { brandOfShop } from '#club/brands/queries.server.ts'
import { tokyoMonth } from '#kit/time.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { backNumberName, confirmationOf } from '#money/orders/confirmation.ts'
import { backNumberPrice, monthKey } from '#money/orders/order.ts'
import { isAsShown, purchase, single } from '#money/orders/purchase.server.ts'
import type { Handler } from '#server/context.ts'
import { monthOfContent } from '../contents/queries.server'
import type { backNumbers } from './contract'
import { decisionOfMonth, hasPaidForMonth } from './owned.queries.server'

/** Begins the purchase of the month of a plan that a content belongs to. */
export const purchaseMonth: Handler<(typeof backNumbers)['purchasePlanBackNumber']> = async (context, payload) => {
  const { tenantId, planId, planContentId, paymentType, returnPath, expectedTotal } = payload
  const { refuse, transaction, brand, user, now, locale, fees } = context
  const { plan, period, price, needsPlan } = await transaction(async ({ db }) => {
    const found = (await planById(db, planId)) ?? refuse('planNotFound')
    if (found.status === 'draft') return refuse('planNotFound')
    const content = (await monthOfContent(db, brand, planContentId, now)) ?? refuse('contentNotFound')
    if (content.period === null || !content.planIds.includes(planId)) return refuse('noBackNumber')
    const current = tokyoMonth(now)
    const isPast = content.period.year * 12 + content.period.month < current.year * 12 + current.month
    if (!isPast) return refuse('currentMonth')
    const month = { tenantId, planId, period: content.period }
    if (await hasPaidForMonth(db, month, user.uid)) return refuse('alreadyOwned')
    const decision = await decisionOfMonth(db, month)
    // An archived plan's months are no longer sold; what was bought stays.
    if (decision?.saleState === 'notForSale' || statusAt(found, now) === 'archived') return refuse('notForSale')
    const { backNumberNeedsActivePlan } = await brandOfShop(db, brand)
    return {
      plan: found,
      period: content.period,
      price: backNumberPrice(found, decision?.priceOverride ?? null),
      needsPlan: backNumberNeedsActivePlan,
    }
  })
  const sessionUrl = await purchase(
    context,
    refuse,
    single({
      kind: 'backNumber',
      openKey: monthKey(planId, period),
      planId,
      period,
      expectedTotal,
      name: backNumberName(locale, plan.name, period),
      thumbnail: plan.thumbnail,
      price,
      endsAt: plan.archivingAt,
      check: async ({ tx }) => {
        if (await hasPaidForMonth(tx.db, { tenantId, planId, period }, user.uid)) return refuse('alreadyOwned')
        const total = price + (paymentType === 'konbini' ? fees.konbini : 0)
        if (!isAsShown(total, { expectedTotal })) return refuse('priceChanged')
      },
      confirmation: (konbiniFee) =>
        confirmationOf({
          kind: 'backNumber',
          locale,
          now,
          name: plan.name,
          price,
          period,
          needsPlan,
          endsAt: plan.archivingAt,
          method: paymentType,
          konbiniFee,
        }),
    }),
    paymentType,
    returnPath ?? '',
  )
  return { sessionUrl }
}
