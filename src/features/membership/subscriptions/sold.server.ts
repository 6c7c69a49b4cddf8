import { fanOf } from '#club/fans/membership.queries.server.ts'
import { isDeleted } from '#club/identity/queries.server.ts'
import type { Delivery, KindOfSale, Payment, Undeliverable } from '#money/orders/kinds.server.ts'
import { changedByKey, periodEnd, planKey } from '#money/orders/order.ts'
import { type OrderRow, openOrderOf } from '#money/orders/queries.server.ts'
import { cancelOpenOrder, type Work } from '#money/orders/work.server.ts'
import { deliverablePlan, endOfPlan } from '../plans/front.server'
import type { ActivePlan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { changeMembership, goesOnFrom, returnToFormer } from './change.server'
import { voidDaysAfter } from './days.queries.server'
import { currentMembership, recountPaid, renewableBy, renewMembership, startMembership } from './membership.server'
import { ensurePrice } from './provider/price.server'
import {
  insertTerm,
  isPaidAtStore,
  paidUntilOf,
  type SubscriptionRow,
  subscriptionById,
  type TermRow,
  termOfOrder,
  voidTermOfOrder,
} from './queries.server'
import { endOf, nextPeriodEnd } from './subscription'
import { letterAhead, letterOfTerm } from './termLetter.server'
import { paidForMonthsToCome } from './toCome.queries.server'

/* What an order of a plan is to the till: the first term of a membership, a next one, or the change of one to the plan. */

const joining = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  plan: ActivePlan,
): Promise<Delivery | Undeliverable> => {
  // A plan that is to be archived takes no new member: its open orders have been given up.
  if (plan.archivingAt !== null || (await currentMembership(work, order, plan))) return 'cannotDeliver'
  const from = payment.period?.from ?? payment.at
  const to = payment.period?.to ?? periodEnd(from, plan.subscriptionInterval, 1)
  const providerSubscriptionId = payment.providerSubscriptionId ?? null
  return {
    give: async () => {
      await startMembership(work, order, plan, { from, to, providerSubscriptionId })
    },
  }
}

/** The order is for the next term of a membership that ended unpaid: a payment now starts a new one. */
const isLapsed = async ({ tx }: Work, order: OrderRow, subscriptionId: string): Promise<boolean> =>
  order.paymentMethod === 'konbini' &&
  (await subscriptionById(tx.db, subscriptionId))?.endReason === 'konbiniUnpaid' &&
  !(await fanOf(tx.db, order, order.uid))?.blockedAt

/** The order is for the next term, or the change, of a membership that has ended otherwise: it cannot be fulfilled any more. */
const isOfEnded = async (work: Work, order: OrderRow): Promise<boolean> => {
  const changing = changedByKey(order.openKey)
  if (changing !== null) return (await subscriptionById(work.tx.db, changing))?.endedAt !== null
  const { subscriptionId } = order
  if (subscriptionId === null || (await isLapsed(work, order, subscriptionId))) return false
  return (await subscriptionById(work.tx.db, subscriptionId))?.endedAt !== null
}

/** The next term, or a new membership where the store's payment came after the end. */
const nextTerm = async (
  work: Work,
  order: OrderRow & { subscriptionId: string },
  payment: Payment,
  plan: ActivePlan,
  madeAt: number,
): Promise<Delivery | Undeliverable> => {
  const { tx } = work
  const { uid, subscriptionId } = order
  const own = await planOfMembership(work, subscriptionId)
  const subscription = own && (await renewableBy(work, { uid, subscriptionId }, own, madeAt))
  if (!subscription)
    return (await isLapsed(work, order, subscriptionId)) ? joining(work, order, payment, plan) : 'cannotDeliver'
  const isChange = plan.planId !== subscription.planId
  // Somebody who has joined that plan meanwhile is not given it twice.
  if (isChange && (await currentMembership(work, order, plan))) return 'cannotDeliver'
  const interval = isChange ? plan.subscriptionInterval : subscription.interval
  const { period: charged } = payment
  // Where a store payment covers the charged period already, the card's charge buys the term after it.
  const isProviders = charged !== undefined && !(await isPaidAtStore(tx.db, subscription, charged))
  const period = isProviders ? charged : { from: subscription.paidUntil, to: nextPeriodEnd(subscription, interval) }
  if (!isChange) return { give: () => renewMembership(work, subscription, order, period, plan, isProviders) }
  return {
    give: async () => {
      const changed = await changeMembership(work, subscription, plan, { order, term: period })
      if (changed.providerSubscriptionId !== null && !isProviders)
        await work.later.chargeFromPaid(changed.subscriptionId)
    },
  }
}

const planOfMembership = async ({ tx }: Work, subscriptionId: string) => {
  const subscription = await subscriptionById(tx.db, subscriptionId)
  return subscription && (await planById(tx.db, subscription.planId))
}

/** The difference is paid: the old term ends here, and what was paid opens the other plan (rule: membership.change). */
const changing = async (
  work: Work,
  order: OrderRow,
  payment: Payment,
  plan: ActivePlan,
  changedId: string,
): Promise<Delivery | Undeliverable> => {
  const { tx } = work
  const own = await planOfMembership(work, changedId)
  const former = await subscriptionById(tx.db, changedId)
  if (!own || former?.endedAt !== null || endOf(former, own, work.now)) return 'cannotDeliver'
  const goesOn = former.cancelScheduledAt === null && own.archivingAt === null && former.paymentFailedAt === null
  // After the end of the old term the next one is due: what was paid was for the days before.
  if (!goesOn || plan.archivingAt !== null || payment.at >= former.paidUntil) return 'cannotDeliver'
  if (await currentMembership(work, order, plan)) return 'cannotDeliver'
  const isWhole = plan.subscriptionInterval !== former.interval
  const to = isWhole ? periodEnd(payment.at, plan.subscriptionInterval, 1) : former.paidUntil
  return {
    give: async () => {
      await changeMembership(work, former, plan, { order, term: { from: payment.at, to } })
    },
  }
}

/**
 * Takes back what an order gave. A refund voids the term from its start, so that its month counts as unpaid; a dispute
 * ends it now.
 */
const voidMembershipTerm = async (work: Work, order: OrderRow, why: 'refund' | 'dispute') => {
  const { tx, now } = work
  const term = await termOfOrder(tx.db, order)
  const subscription = await membershipOfTerm(work, term)
  if (!subscription || !term) return
  await voidTermOfOrder(tx.db, order, { at: why === 'refund' ? term.from : now, now })
  await voidDaysAfter(tx.db, subscription, term.to, now)
  const into = await goesOnFrom(tx.db, subscription, term)
  // A change is paid with the rest of the term that it cut short: without that the difference alone pays for nothing.
  if (into) await voidTermOfOrder(tx.db, { ...order, orderId: into.latestOrderId }, { at: now, now })
  const held = into ?? subscription
  if (held.endedAt !== null) return
  const isChange = !into && changedByKey(order.openKey) !== null
  const isLeft = ((await paidUntilOf(tx.db, held)) ?? 0) > now
  if (isChange && !isLeft && (await returnToFormer(work, held))) return
  await endUnpaid(work, held, why)
}

const membershipOfTerm = async ({ tx }: Work, term: TermRow | undefined) =>
  term?.subscriptionId ? subscriptionById(tx.db, term.subscriptionId) : undefined

/** A term was taken back. With later terms paid (after the refund of an earlier month) the membership and its charges go on. */
const endUnpaid = async (work: Work, subscription: SubscriptionRow, why: 'refund' | 'dispute') => {
  const { tx } = work
  if (!(await recountPaid(work, subscription, why))) return
  if (subscription.providerSubscriptionId !== null)
    await work.later.endProviderSubscription(subscription.providerSubscriptionId, subscription)
  // The next term of an ended membership could be paid and not be delivered: its open order is cancelled.
  const awaited = await openOrderOf(tx.db, subscription.uid, planKey(subscription.planId))
  if (awaited?.subscriptionId === subscription.subscriptionId) await cancelOpenOrder(work, awaited)
}

/** A dispute was won: the term is given anew, beside the one that it had voided. */
const giveTermAgain = async (work: Work, order: OrderRow) => {
  const { tx, now, newId } = work
  // Nobody could use it, and figures would count a member.
  if (await isDeleted(tx.db, order.uid)) return
  const ofOrder = await termOfOrder(tx.db, order)
  const subscription = await membershipOfTerm(work, ofOrder)
  if (await changeAgain(work, order, subscription)) return
  const into = ofOrder && subscription && (await goesOnFrom(tx.db, subscription, ofOrder))
  const term = into ? await termOfOrder(tx.db, { ...order, orderId: into.latestOrderId }) : ofOrder
  if (!term || term.voidedAt === null) return
  const { tenantId, planId, uid, subscriptionId, from, to, amount, orderId } = term
  await insertTerm(
    tx.db,
    {
      tenantId,
      planId,
      uid,
      subscriptionId,
      orderId,
      from,
      to,
      amount,
      termId: newId('term'),
      source: 'extension',
    },
    now,
  )
}

/** A change that was taken back while it was disputed is made again, where the membership is still what it was before. */
const changeAgain = async (work: Work, order: OrderRow, disputed: SubscriptionRow | undefined): Promise<boolean> => {
  const { tx, now } = work
  const changedId = changedByKey(order.openKey)
  const former = changedId === null ? undefined : await subscriptionById(tx.db, changedId)
  const plan = disputed && (await planById(tx.db, disputed.planId))
  const term = await termOfOrder(tx.db, order)
  if (former?.endedAt !== null || plan?.status !== 'active' || !term || term.to <= now) return false
  if (former.paidUntil <= now || (await currentMembership(work, order, plan))) return false
  await changeMembership(work, former, plan, { order, term: { from: now, to: term.to } })
  return true
}

export const soldPlan: KindOfSale = {
  deliver: async (work, order, payment, madeAt) => {
    const plan = await deliverablePlan(work.tx.db, order, madeAt)
    if (!plan) return 'cannotDeliver'
    const { subscriptionId } = order
    const changedId = changedByKey(order.openKey)
    if (changedId !== null) return changing(work, order, payment, plan, changedId)
    if (subscriptionId === null) return joining(work, order, payment, plan)
    return nextTerm(work, { ...order, subscriptionId }, payment, plan, madeAt)
  },
  isOver: isOfEnded,
  endsAt: async (db, order) => {
    const changedId = changedByKey(order.openKey)
    const ends = [
      await endOfPlan(db, order),
      changedId === null ? null : ((await subscriptionById(db, changedId))?.paidUntil ?? null),
    ].filter((end) => end !== null)
    return ends.length === 0 ? null : Math.min(...ends)
  },
  toCome: paidForMonthsToCome,
  paidLetter: letterOfTerm,
  paidLetterAhead: letterAhead,
  takeBack: voidMembershipTerm,
  restore: giveTermAgain,
  page: async (context, { planId, openKey }, { slug }) => {
    const plan = planId === null ? undefined : await context.transaction(({ db }) => planById(db, planId))
    // The difference is paid once: the provider's subscription is there, and charges the new price from the next term on.
    if (plan && changedByKey(openKey) !== null) return { cancelPath: `/fc/${slug}/plans/${plan.planId}` }
    if (!plan) return { mode: 'subscription' }
    return {
      mode: 'subscription',
      lines: [{ priceId: await ensurePrice(context, plan) }],
      cancelPath: `/fc/${slug}/plans/${plan.planId}`,
    }
  },
}
