import { inLanguage } from '#kit/english.ts'
import { confirmationOf } from '#money/orders/confirmation.ts'
import type { Buying } from '#money/orders/kinds.server.ts'
import { planKey } from '#money/orders/order.ts'
import { konbiniPage, purchase, single } from '#money/orders/purchase.server.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { statusAt } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { currentMembership } from './membership.server'
import { nextTermOrder } from './nextTerm.server'
import { isNextTermDue } from './subscription'

type PlanRefusal =
  | 'unauthenticated'
  | 'planNotFound'
  | 'planNotOnSale'
  | 'alreadySubscribed'
  | 'awaitingPayment'
  | 'beingPaid'
  | 'notSelling'
  | 'tenantSuspended'
  | 'blocked'
  | 'konbiniUnavailable'
  | 'paymentRefused'

/** Begins the purchase of a plan, or of the next term of a member who pays at stores. */
export const purchasePlan = async (
  context: Buying & { refuse: (code: PlanRefusal) => never },
  { planId, returnPath }: { planId: string; returnPath?: string | null | undefined },
  method: 'card' | 'konbini',
) => {
  const { refuse, transaction, brand, user, now, locale } = context
  const { plan, nextTerm } = await transaction(async (tx) => {
    const found = (await planById(tx.db, planId)) ?? refuse('planNotFound')
    const status = statusAt(found, now)
    if (status === 'draft') return refuse('planNotFound')
    if (status !== 'active') return refuse('planNotOnSale')
    await lockFan(tx.db, user.uid)
    const work = workOf(context, tx)
    const member = await currentMembership(work, { tenantId: brand.tenantId, uid: user.uid }, found)
    // A member who pays at stores buys the next term here, once it is due.
    if (member && (method === 'card' || !isNextTermDue(member, found, now))) return refuse('alreadySubscribed')
    if (!member) return { plan: found, nextTerm: null }
    const asked = { locale, returnPath, actorUid: user.uid }
    const made = (await nextTermOrder(work, member, found, asked)) ?? refuse('konbiniUnavailable')
    return { plan: found, nextTerm: made.order }
  })
  if (nextTerm) return { sessionUrl: konbiniPage(context, nextTerm) }
  const sessionUrl = await purchase(
    context,
    refuse,
    single({
      kind: 'plan',
      openKey: planKey(planId),
      planId,
      period: null,
      name: plan.name,
      english: plan.english,
      thumbnail: plan.thumbnail,
      price: plan.price,
      endsAt: plan.archivingAt,
      check: async (work) => {
        if (await currentMembership(work, { tenantId: brand.tenantId, uid: user.uid }, plan))
          return refuse('alreadySubscribed')
      },
      confirmation: (konbiniFee) =>
        confirmationOf({
          kind: 'plan',
          locale,
          now,
          name: inLanguage(plan, locale).name,
          price: plan.price,
          interval: plan.subscriptionInterval,
          endsAt: plan.archivingAt,
          method,
          konbiniFee,
        }),
    }),
    method,
    returnPath ?? '',
  )
  return { sessionUrl }
}
