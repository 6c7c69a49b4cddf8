import { brandOfShop } from '#club/brands/queries.server.ts'
import { fanOf } from '#club/fans/membership.queries.server.ts'
import type { Reader } from '#kit/letter.ts'
import type { Delivery, KindOfSale, Payment, Undeliverable } from '#money/orders/kinds.server.ts'
import type { Bought } from '#money/orders/letter.ts'
import { periodEnd, planKey } from '#money/orders/order.ts'
import { type OrderRow, openOrderOf } from '#money/orders/queries.server.ts'
import { cancelOpenOrder, type Work } from '#money/orders/work.server.ts'
import { deliverablePlan, endOfPlan } from '../plans/front.server'
import type { ActivePlan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { currentMembership, recountPaid, renewableBy, renewMembership, startMembership } from './membership.server'
import { ensurePrice } from './provider/price.server'
import { insertTerm, isPaidAtStore, paidTerms, subscriptionById, termOfOrder, voidTermOfOrder } from './queries.server'
import { termPaid, welcome } from './renewal.mails'

/* What an order of a plan is to the till: the first term of a membership, or a next one. */

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
  return async () => {
    await startMembership(work, order, plan, { from, to, providerSubscriptionId })
  }
}

/** The order is for the next term of a membership that ended unpaid: a payment now starts a new one. */
const isLapsed = async ({ tx }: Work, order: OrderRow, subscriptionId: string): Promise<boolean> =>
  order.paymentMethod === 'konbini' &&
  (await subscriptionById(tx.db, subscriptionId))?.endReason === 'konbiniUnpaid' &&
  !(await fanOf(tx.db, order, order.uid))?.blockedAt

/** The order is for the next term of a membership that has ended otherwise: it cannot be fulfilled any more. */
const isOfEnded = async (work: Work, order: OrderRow): Promise<boolean> => {
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
  const subscription = await renewableBy(work, { uid, subscriptionId }, plan, madeAt)
  if (!subscription)
    return (await isLapsed(work, order, subscriptionId)) ? joining(work, order, payment, plan) : 'cannotDeliver'
  const terms = await paidTerms(tx.db, subscription)
  const { period: charged } = payment
  // Where a store payment covers the charged period already, the card's charge buys the term after it.
  const isProviders = charged !== undefined && !(await isPaidAtStore(tx.db, subscription, charged))
  const period = isProviders
    ? charged
    : {
        from: subscription.paidUntil,
        // Months of the calendar since joining, unless days were given in between.
        to:
          periodEnd(subscription.purchasedAt, subscription.interval, terms) === subscription.paidUntil
            ? periodEnd(subscription.purchasedAt, subscription.interval, terms + 1)
            : periodEnd(subscription.paidUntil, subscription.interval, 1),
      }
  return () => renewMembership(work, subscription, order, period, plan, isProviders)
}

/**
 * Takes back what an order gave. A refund voids the term from its start, so that its month counts as unpaid; a dispute
 * ends it now.
 */
const voidMembershipTerm = async (work: Work, order: OrderRow, why: 'refund' | 'dispute') => {
  const { tx, now } = work
  const subscription = order.subscriptionId === null ? undefined : await subscriptionById(tx.db, order.subscriptionId)
  const term = await termOfOrder(tx.db, order)
  if (!subscription || !term) return
  await voidTermOfOrder(tx.db, order, { at: why === 'refund' ? term.from : now, now })
  if (subscription.endedAt !== null) return
  // With later terms paid (after the refund of an earlier month) the membership and its charges go on.
  if (!(await recountPaid(work, subscription, 'refund'))) return
  if (subscription.providerSubscriptionId !== null)
    await work.later.endProviderSubscription(subscription.providerSubscriptionId, subscription)
  // The next term of an ended membership could be paid and not be delivered: its open order is cancelled.
  const awaited = await openOrderOf(tx.db, subscription.uid, planKey(subscription.planId))
  if (awaited?.subscriptionId === subscription.subscriptionId) await cancelOpenOrder(work, awaited)
}

/** A dispute was won: the term is given anew, beside the one that it had voided. */
const giveTermAgain = async ({ tx, now, newId }: Work, order: OrderRow) => {
  const term = await termOfOrder(tx.db, order)
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

/** The mail of a paid term says when the next one begins and what it costs; the first one welcomes. */
const letterOfTerm = async ({ tx }: Work, order: OrderRow) => {
  const term = await termOfOrder(tx.db, order)
  const subscription = term?.subscriptionId ? await subscriptionById(tx.db, term.subscriptionId) : undefined
  const plan = subscription && (await planById(tx.db, subscription.planId))
  if (!subscription || !plan) return null
  const { paidUntil, method, price, cancelScheduledAt } = subscription
  const goesOn = cancelScheduledAt === null && plan.archivingAt === null
  const { slug } = await brandOfShop(tx.db, order)
  const memberNumber = (await fanOf(tx.db, order, order.uid))?.memberNumber ?? null
  const of = { slug, memberNumber, paidUntil, next: method === 'card' && goesOn ? price : null }
  const write = (await paidTerms(tx.db, subscription)) === 1 ? welcome : termPaid
  return (to: Reader, bought: Bought) => write(to, bought, of)
}

export const soldPlan: KindOfSale = {
  deliver: async (work, order, payment, madeAt) => {
    const plan = await deliverablePlan(work.tx.db, order, madeAt)
    if (!plan) return 'cannotDeliver'
    const { subscriptionId } = order
    if (subscriptionId === null) return joining(work, order, payment, plan)
    return nextTerm(work, { ...order, subscriptionId }, payment, plan, madeAt)
  },
  isOver: isOfEnded,
  endsAt: endOfPlan,
  paidLetter: letterOfTerm,
  takeBack: voidMembershipTerm,
  restore: giveTermAgain,
  page: async (context, { planId }, { slug }) => {
    const plan = planId === null ? undefined : await context.transaction(({ db }) => planById(db, planId))
    if (!plan) return { mode: 'subscription' }
    return {
      mode: 'subscription',
      lines: [{ priceId: await ensurePrice(context, plan) }],
      cancelPath: `/fc/${slug}/plans/${plan.planId}`,
    }
  },
}
