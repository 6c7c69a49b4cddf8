import { brandOfShop } from '#club/brands/queries.server.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'
import { changeKey, isPaid, planKey } from '#money/orders/order.ts'
import { type OrderRow, openOrderOf, orderById, setOrder } from '#money/orders/queries.server.ts'
import { cancelOpenOrder, mailToFan, type Work } from '#money/orders/work.server.ts'
import type { Db } from '#server/proven.ts'
import type { ActivePlan, Plan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { type ChangedPlan, changeDropped, changeScheduled, changeUndone, planChanged } from './change.mails'
import { presentForm } from './change.queries.server'
import { addGrace } from './membership.server'
import {
  insertSubscription,
  insertTerm,
  livingSubscription,
  paidTerms,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  type TermRow,
  voidTerms,
} from './queries.server'

/*
 * A membership becomes one of another plan (rule: membership.change). The row ends as changed, and another one goes on with the
 * day of joining, the provider's subscription and the number; who could read what when stays in the terms of both.
 */

/** What the next term of a membership is of, and what it costs: its own plan, or the one that was chosen to follow. */
export const nextOf = async <P extends { name: string }>(db: Db, subscription: SubscriptionRow, plan: P) => {
  const next = subscription.nextPlanId === null ? undefined : await planById(db, subscription.nextPlanId)
  const { price, interval } = subscription
  return next ? { plan: next, price: next.price, interval: next.subscriptionInterval } : { plan, price, interval }
}

type Term = { from: Instant; to: Instant }

/** `order`: what paid for the new term; none where the change cost nothing, and the old term's order has paid for it. */
type Changed = { order: OrderRow | null; term: Term }

/** The membership goes on with another plan from the first moment of its new term. */
export const changeMembership = async (
  work: Work,
  former: SubscriptionRow,
  plan: Pick<ActivePlan, 'planId' | 'price' | 'subscriptionInterval' | 'archivingAt'>,
  { order, term: { from, to } }: Changed,
): Promise<SubscriptionRow> => {
  const { tx, now, newId } = work
  const { tenantId, brandId, uid, providerSubscriptionId, purchasedAt, cancelScheduledAt, cancelReason } = former
  const { planId, price, subscriptionInterval: interval } = plan
  const at = Math.min(from, now)
  const isLeaving = cancelScheduledAt !== null
  const cancelAppliedAt = former.cancelAppliedAt
  await voidTerms(tx.db, former, { at: from, now })
  const over = { endedAt: at, endReason: 'switched' as const, graceUntil: null, cancelAppliedAt: cancelAppliedAt ?? at }
  const left = { nextPlanId: null, providerSubscriptionId: null, moveConfirmation: null }
  await setSubscription(tx.db, former, { ...over, ...left }, now)
  const orderId = order?.orderId ?? former.latestOrderId
  const { method } = former
  const ids = { tenantId, brandId, subscriptionId: newId('subscription'), planId, uid }
  await insertSubscription(tx.db, {
    ...ids,
    ...{ interval, price, method, providerSubscriptionId, purchasedAt },
    ...(isLeaving && { cancelAppliedAt, cancelScheduledAt: to, cancelReason }),
    paidUntil: to,
    latestOrderId: orderId,
    changedFromId: former.subscriptionId,
    editedAt: now,
  })
  const amount = order?.subtotal ?? 0
  const { subscriptionId } = ids
  const termId = newId('term')
  const of = { tenantId, subscriptionId, planId, uid }
  await insertTerm(tx.db, { ...of, termId, orderId, from, to, amount, source: order?.paymentMethod ?? method }, now)
  const isGraced = !isLeaving && plan.archivingAt === null
  const graceUntil = isGraced ? await addGrace(work, { ...ids, method }, to) : null
  await setSubscription(tx.db, { tenantId, subscriptionId, editedAt: now }, { graceUntil }, now)
  if (order) await setOrder(tx.db, order, { subscriptionId })
  await endOpenOrders(work, former, order)
  if (providerSubscriptionId !== null) await work.later.settlePrice(subscriptionId)
  return (await subscriptionById(tx.db, subscriptionId)) ?? former
}

/** Orders that were made for a membership as it was: its next term, and another change of it. */
const openOrdersOf = async ({ tx }: Work, { uid, planId, subscriptionId }: SubscriptionRow): Promise<OrderRow[]> => {
  const [next, change] = [
    await openOrderOf(tx.db, uid, planKey(planId)),
    await openOrderOf(tx.db, uid, changeKey(subscriptionId)),
  ]
  return [...(next?.subscriptionId === subscriptionId ? [next] : []), ...(change ? [change] : [])]
}

const endOpenOrders = async (work: Work, of: SubscriptionRow, except: OrderRow | null) => {
  for (const order of await openOrdersOf(work, of))
    if (order.orderId !== except?.orderId) await cancelOpenOrder(work, order)
}

/**
 * The payment of a change has gone back: the membership is again what it was, for the rest of its old term. False where that is over,
 * was given back itself, or has been replaced by something newer.
 */
export const returnToFormer = async (work: Work, current: SubscriptionRow): Promise<boolean> => {
  const { tx, now, newId } = work
  const former = current.changedFromId === null ? undefined : await subscriptionById(tx.db, current.changedFromId)
  if (former?.endReason !== 'switched' || former.paidUntil <= now) return false
  const [plan, paidBy, other] = [
    await planById(tx.db, former.planId),
    await orderById(tx.db, former.latestOrderId),
    await livingSubscription(tx.db, former, former.uid),
  ]
  const isOver = !plan || (plan.archivingAt !== null && plan.archivingAt <= now)
  if (isOver || other || !paidBy || !isPaid(paidBy.paymentState)) return false
  const { providerSubscriptionId, cancelScheduledAt, cancelReason } = current
  const isLeaving = cancelScheduledAt !== null
  await voidTerms(tx.db, current, { at: now, now })
  const over = { endedAt: now, endReason: 'refund' as const, graceUntil: null, nextPlanId: null }
  const cancelAppliedAt = current.cancelAppliedAt
  await setSubscription(
    tx.db,
    current,
    { ...over, providerSubscriptionId: null, cancelAppliedAt: cancelAppliedAt ?? now },
    now,
  )
  await endOpenOrders(work, current, null)
  const { tenantId, subscriptionId, planId, uid, latestOrderId: orderId, paidUntil: to } = former
  const of = { tenantId, subscriptionId, planId, uid, orderId }
  await insertTerm(tx.db, { ...of, termId: newId('term'), from: now, to, amount: 0, source: 'extension' }, now)
  const graceUntil = isLeaving || plan.archivingAt !== null ? null : await addGrace(work, former, to)
  const again = { endedAt: null, endReason: null, cancelAppliedAt: isLeaving ? cancelAppliedAt : null }
  await setSubscription(
    tx.db,
    former,
    { ...again, graceUntil, providerSubscriptionId, cancelScheduledAt: isLeaving ? to : null, cancelReason },
    now,
  )
  if (providerSubscriptionId !== null) await work.later.settlePrice(subscriptionId)
  return true
}

/**
 * The membership that a term, which was cut short by a change, goes on in; undefined where the term ran to its end, or where the
 * membership has been paid for anew since.
 */
export const goesOnFrom = async (
  db: Db,
  subscription: SubscriptionRow,
  term: TermRow,
): Promise<SubscriptionRow | undefined> => {
  if (subscription.endReason !== 'switched' || term.voidedAt === null || term.voidedAt >= term.to) return undefined
  const into = await presentForm(db, subscription)
  return into !== subscription && (await paidTerms(db, into)) === 1 ? into : undefined
}

// --- What waits for the term's end -----------------------------------------------------------------------------------------

const tell = async (
  work: Work,
  subscription: SubscriptionRow,
  of: { from: { name: string }; to: Pick<Plan, 'name' | 'price' | 'subscriptionInterval'>; at: Instant },
  write: (to: Reader, of: ChangedPlan) => Letter,
) => {
  const { name: brandName, slug } = await brandOfShop(work.tx.db, subscription)
  const { name, price, subscriptionInterval: interval } = of.to
  const { method } = subscription
  const told = { brandName, slug, from: of.from.name, to: name, price, interval, at: of.at, byCard: method === 'card' }
  await mailToFan(work, subscription, (reader) => write(reader, told))
}

/** The member goes on with another plan when the present term ends. */
export const scheduleChange = async (
  work: Work,
  subscription: SubscriptionRow,
  { plan, to, confirmation }: { plan: Plan; to: Plan; confirmation: SubscriptionRow['moveConfirmation'] },
) => {
  const { tx, now } = work
  await setSubscription(tx.db, subscription, { nextPlanId: to.planId, moveConfirmation: confirmation }, now)
  await endOpenOrders(work, subscription, null)
  if (subscription.providerSubscriptionId !== null) await work.later.settlePrice(subscription.subscriptionId)
  await tell(work, subscription, { from: plan, to, at: subscription.paidUntil }, changeScheduled)
}

/** The member goes on with the same plan after all; `why`: the member says so, or one of the plans ends. */
export const giveUpChange = async (work: Work, subscription: SubscriptionRow, why: 'undone' | 'planEnds') => {
  const { tx, now } = work
  const [plan, to] = [
    await planById(tx.db, subscription.planId),
    await planById(tx.db, subscription.nextPlanId ?? subscription.planId),
  ]
  // An order for the next term is of the other plan: one of this plan is made anew.
  await endOpenOrders(work, subscription, null)
  if (subscription.nextPlanId === null) return
  await setSubscription(tx.db, subscription, { nextPlanId: null, moveConfirmation: null }, now)
  if (subscription.providerSubscriptionId !== null) await work.later.settlePrice(subscription.subscriptionId)
  if (!plan || !to) return
  const of = { from: plan, to, at: subscription.paidUntil }
  await tell(work, subscription, of, why === 'undone' ? changeUndone : changeDropped)
}

/** A change that cost nothing has no payment, whose mail would say so. */
export const tellOfChange = (work: Work, former: Plan, changed: SubscriptionRow, to: Plan) =>
  tell(work, changed, { from: former, to, at: changed.paidUntil }, (reader, of) => planChanged(reader, of, null))
