import { brandOfShop } from '#club/brands/queries.server.ts'
import { inLanguage } from '#kit/english.ts'
import { tokyoMonth } from '#kit/time.ts'
import { statusAt } from '#membership/plans/plan.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { isMemberOf } from '#membership/subscriptions/front.server.ts'
import { backNumberName, bothConfirmation, confirmationOf } from '#money/orders/confirmation.ts'
import { backNumberPrice, monthKey, planKey } from '#money/orders/order.ts'
import { isAsShown, purchase, single } from '#money/orders/purchase.server.ts'
import { openOrderOf } from '#money/orders/queries.server.ts'
import type { Handler } from '#server/context.ts'
import { monthOfContent } from '../contents/queries.server'
import type { backNumbers } from './contract'
import { decisionOfMonth, hasPaidForMonth } from './owned.queries.server'

/** Begins the purchase of the month of a plan that a content belongs to. */
export const purchaseMonth: Handler<(typeof backNumbers)['purchasePlanBackNumber']> = async (context, payload) => {
  const { tenantId, planId, planContentId, paymentType, returnPath, withPlan = false, expectedTotal } = payload
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
    if (withPlan && statusAt(found, now) !== 'active') return refuse('planNotOnSale')
    const { backNumberNeedsActivePlan } = await brandOfShop(db, brand)
    return {
      plan: found,
      period: content.period,
      price: backNumberPrice(found, decision?.priceOverride ?? null),
      needsPlan: backNumberNeedsActivePlan,
    }
  })
  const told = inLanguage(plan, locale).name
  const inEnglish = backNumberName('en', inLanguage(plan, 'en').name, period)
  const month = { name: backNumberName(locale, plan.name, period), english: { name: inEnglish }, price }
  const joining = withPlan ? { name: plan.name, english: plan.english, price: plan.price } : null
  const agreedBy = { locale, now, endsAt: plan.archivingAt, method: paymentType, name: told, period }
  const sessionUrl = await purchase(
    context,
    refuse,
    single({
      ...(joining ? { ...joining, with: month } : month),
      kind: joining ? 'plan' : 'backNumber',
      openKey: joining ? planKey(planId) : monthKey(planId, period),
      planId,
      period,
      expectedTotal,
      overlapping: async ({ tx }) => {
        if (joining) return openOrderOf(tx.db, user.uid, monthKey(planId, period))
        const other = await openOrderOf(tx.db, user.uid, planKey(planId))
        return other?.periodYear === period.year && other.periodMonth === period.month ? other : undefined
      },
      thumbnail: plan.thumbnail,
      endsAt: plan.archivingAt,
      check: async (work) => {
        if (await hasPaidForMonth(work.tx.db, { tenantId, planId, period }, user.uid)) return refuse('alreadyOwned')
        if (joining && (await isMemberOf(work, { tenantId, uid: user.uid }, plan))) return refuse('alreadySubscribed')
        const total = price + (joining?.price ?? 0) + (paymentType === 'konbini' ? fees.konbini : 0)
        if (!isAsShown(total, { expectedTotal })) return refuse('priceChanged')
      },
      confirmation: (konbiniFee) =>
        joining
          ? bothConfirmation({
              ...agreedBy,
              konbiniFee,
              price: joining.price,
              interval: plan.subscriptionInterval,
              monthPrice: price,
            })
          : confirmationOf({ ...agreedBy, kind: 'backNumber', price, needsPlan, konbiniFee }),
    }),
    paymentType,
    returnPath ?? '',
  )
  return { sessionUrl }
}
