import { brandOfShop } from '#club/brands/queries.server.ts'
import { numberMember } from '#club/fans/membership.queries.server.ts'
import { type Named, nameFor } from '#kit/english.ts'
import type { Instant } from '#kit/time.ts'
import { planKey } from '#money/orders/order.ts'
import { type OrderRow, openOrderOf, setOrder } from '#money/orders/queries.server.ts'
import { mailToFan, type Work } from '#money/orders/work.server.ts'
import type { Db } from '#server/proven.ts'
import type { Plan } from '../plans/plan'
import { planById } from '../plans/queries.server'
import { recountMember } from './figures.queries.server'
import { lastLeft } from './living.queries.server'
import {
  insertSubscription,
  insertTerm,
  livingSubscription,
  paidUntilOf,
  type SubscriptionRow,
  setSubscription,
  subscriptionById,
  voidGrace,
  voidTerms,
} from './queries.server'
import { membershipEnded } from './renewal.mails'
import { type EndReason, endOf, graceEnd, numberKeptFor, numberKeptUntil } from './subscription'

/*
 * A membership's moves, each inside the transaction that the fan's lock is held in. What opens contents is written as terms;
 * the row itself only says how it goes on.
 */

declare module '#server/ports.ts' {
  interface Ports {
    /** Counts who has joined, once the transaction is committed. */
    joined: (db: Db, method: OrderRow['paymentMethod']) => void
  }
}

type Term = { from: Instant; to: Instant }

/** Keeps the contents open for a while after the term, for a late payment; ended when the next payment arrives. */
export const addGrace = async (
  work: Work,
  subscription: Pick<SubscriptionRow, 'tenantId' | 'brandId' | 'subscriptionId' | 'planId' | 'uid' | 'method'>,
  paidUntil: Instant,
) => {
  const { tx, newId, now } = work
  if (subscription.method === 'comp') return null
  const { graceDays } = await brandOfShop(tx.db, subscription)
  const to = graceEnd(subscription.method, paidUntil, graceDays)
  const { tenantId, subscriptionId, planId, uid } = subscription
  await insertTerm(
    tx.db,
    {
      tenantId,
      termId: newId('term'),
      subscriptionId,
      planId,
      uid,
      from: paidUntil,
      to,
      amount: 0,
      source: 'grace',
    },
    now,
  )
  return to
}

/** A fan has paid for the first time, or again after leaving. */
export const startMembership = async (
  work: Work,
  order: OrderRow,
  plan: Pick<Plan, 'planId' | 'price' | 'subscriptionInterval' | 'archivingAt'>,
  { from, to, providerSubscriptionId }: Term & { providerSubscriptionId: string | null },
): Promise<string> => {
  const { tx, now, newId } = work
  const { tenantId, brandId, uid } = order
  const left = await lastLeft(tx.db, order, uid)
  const subscription = {
    tenantId,
    brandId,
    subscriptionId: newId('subscription'),
    planId: plan.planId,
    uid,
    interval: plan.subscriptionInterval,
    price: order.subtotal,
    method: order.paymentMethod,
    providerSubscriptionId,
    purchasedAt: from,
    paidUntil: to,
    latestOrderId: order.orderId,
    editedAt: now,
  } as const
  await insertSubscription(tx.db, subscription)
  tx.ports.joined(tx.db, subscription.method)
  const { subscriptionId } = subscription
  await insertTerm(
    tx.db,
    {
      tenantId,
      termId: newId('term'),
      subscriptionId,
      orderId: order.orderId,
      planId: plan.planId,
      uid,
      from,
      to,
      amount: order.subtotal,
      source: order.paymentMethod,
    },
    now,
  )
  if (plan.archivingAt === null) {
    const graceUntil = await addGrace(work, subscription, to)
    await setSubscription(tx.db, subscription, { graceUntil }, now)
  }
  await setOrder(tx.db, order, { subscriptionId })
  await numberMember(tx.db, order, uid, { newId, now, keepsNumber: left === null || now - left <= numberKeptFor })
  await recountMember(tx.db, subscription, uid, now)
  return subscriptionId
}

/**
 * The membership whose next term an order is, unless it has ended. It may have ended as unpaid by the clock: a payment
 * that was made in time and is only reported now continues it.
 */
export const renewableBy = async (
  work: Work,
  { uid, subscriptionId }: { uid: string; subscriptionId: string },
  plan: Named & { archivingAt: Instant | null },
  madeAt: Instant,
): Promise<SubscriptionRow | undefined> => {
  const subscription = await subscriptionById(work.tx.db, subscriptionId)
  if (!subscription) return undefined
  const at = { now: work.now, madeAt }
  const renewable = await renewableAt(work.tx.db, { uid, subscription }, plan, at)
  if (!renewable && subscription.endedAt === null) await endIfLapsed(work, subscription, plan)
  return renewable
}

/** The same, without storing an end that was reached by time. */
export const renewableAt = async (
  db: Db,
  { uid, subscription }: { uid: string; subscription: SubscriptionRow },
  plan: { archivingAt: Instant | null },
  { now, madeAt }: { now: Instant; madeAt: Instant },
): Promise<SubscriptionRow | undefined> => {
  const end = endOf(subscription, plan, now)
  if (!end) return subscription
  const isArchived = plan.archivingAt !== null && plan.archivingAt <= now
  const isUnpaid =
    end.reason === 'konbiniUnpaid' || (end.reason === 'planArchived' && subscription.method === 'konbini')
  if (!isUnpaid || madeAt >= end.at || isArchived) return undefined
  // Unless the fan has joined again meanwhile.
  const isLiving = subscription.endedAt === null || !(await livingSubscription(db, subscription, uid))
  return isLiving ? subscription : undefined
}

/** Stores the next term, which has been paid. A late payment leaves no gap. */
export const renewMembership = async (
  work: Work,
  subscription: SubscriptionRow,
  order: OrderRow,
  { from, to }: Term,
  plan: Pick<Plan, 'archivingAt'>,
  /** The provider's own period: it goes on from its end by itself. */
  isProviders: boolean,
) => {
  const { tx, now, newId } = work
  const { tenantId, subscriptionId, planId, uid } = subscription
  await voidGrace(tx.db, subscription, now)
  await insertTerm(
    tx.db,
    {
      tenantId,
      termId: newId('term'),
      subscriptionId,
      orderId: order.orderId,
      planId,
      uid,
      from,
      to,
      amount: order.subtotal,
      source: order.paymentMethod,
    },
    now,
  )
  const goesOn = subscription.cancelScheduledAt === null
  // The provider's periods may be reported in any order: an older one moves no end back.
  const isLatest = to >= subscription.paidUntil
  const paidUntil = isLatest ? to : subscription.paidUntil
  const graceUntil = goesOn && plan.archivingAt === null ? await addGrace(work, subscription, paidUntil) : null
  await setSubscription(
    tx.db,
    subscription,
    {
      paidUntil,
      graceUntil,
      paymentFailedAt: null,
      failedCount: 0,
      authenticationUrl: null,
      ...(isLatest && { latestOrderId: order.orderId }),
      ...(goesOn ? {} : { cancelScheduledAt: paidUntil }),
      ...(subscription.endedAt !== null && { endedAt: null, endReason: null, cancelAppliedAt: null }),
    },
    now,
  )
  if (subscription.providerSubscriptionId !== null && !isProviders) await work.later.chargeFromPaid(subscriptionId)
}

/** The fan leaves when what is paid has ended. */
export const scheduleCancel = async (work: Work, subscription: SubscriptionRow, reason: string) => {
  const { tx, now } = work
  await voidGrace(tx.db, subscription, now)
  await setSubscription(
    tx.db,
    subscription,
    {
      cancelAppliedAt: now,
      cancelScheduledAt: Math.max(subscription.paidUntil, now),
      cancelReason: reason,
      graceUntil: null,
      nextPlanId: null,
    },
    now,
  )
}

export const resume = async (work: Work, subscription: SubscriptionRow) => {
  const { tx, now } = work
  const graceUntil = await addGrace(work, subscription, subscription.paidUntil)
  await setSubscription(
    tx.db,
    subscription,
    { cancelAppliedAt: null, cancelScheduledAt: null, cancelReason: '', graceUntil },
    now,
  )
  // Days may have been added meanwhile; the provider has to be informed.
  if (subscription.providerSubscriptionId !== null) await work.later.chargeFromPaid(subscription.subscriptionId)
}

/** The plan ends: removes the grace after the paid time. */
export const stopsAtPeriodEnd = async (work: Work, subscription: SubscriptionRow) => {
  await voidGrace(work.tx.db, subscription, work.now)
  await setSubscription(work.tx.db, subscription, { graceUntil: null }, work.now)
}

/** The plan does not end after all: restores the grace after the paid time. */
export const goesOn = async (work: Work, subscription: SubscriptionRow) => {
  await voidGrace(work.tx.db, subscription, work.now)
  const graceUntil = await addGrace(work, subscription, subscription.paidUntil)
  await setSubscription(work.tx.db, subscription, { graceUntil }, work.now)
}

/** A member who paid at stores goes on by card: what is paid stays, the next term is the provider's. */
export const moveToCard = async (work: Work, subscription: SubscriptionRow, providerSubscriptionId: string) => {
  const { tx, now } = work
  await voidGrace(tx.db, subscription, now)
  const graceUntil = await addGrace(work, { ...subscription, method: 'card' }, subscription.paidUntil)
  await setSubscription(tx.db, subscription, { method: 'card', providerSubscriptionId, graceUntil }, now)
  // The page named the end as it was when it was opened: another term may have been paid since.
  await work.later.chargeFromPaid(subscription.subscriptionId)
  await giveUpAwaited(work, subscription.uid, subscription.planId)
}

/**
 * An order of the plan that waits to be paid ends with what was just decided. By a job: a voucher that is being paid cannot be ended
 * at this moment, which undoes no decision.
 */
export const giveUpAwaited = async (work: Work, uid: string, planId: string) => {
  const awaited = await openOrderOf(work.tx.db, uid, planKey(planId))
  if (awaited) await work.later.giveUp(awaited.orderId)
}

/** Ends a membership at a moment that has come: nothing that would have opened contents after it stays. */
export const endMembership = async (
  work: Work,
  subscription: SubscriptionRow,
  { at, reason }: { at: Instant; reason: EndReason },
) => {
  const { tx, now } = work
  await voidTerms(tx.db, subscription, { at, now })
  await setSubscription(
    tx.db,
    subscription,
    {
      ...{ endedAt: at, endReason: reason, graceUntil: null, nextPlanId: null },
      cancelAppliedAt: subscription.cancelAppliedAt ?? at,
    },
    now,
  )
}

/** Stores an end that was reached by time; returns whether there was one. */
export const endIfLapsed = async (
  work: Work,
  subscription: SubscriptionRow,
  plan: Named & { archivingAt: Instant | null },
): Promise<boolean> => {
  const end = endOf(subscription, plan, work.now)
  if (!end) return false
  // Terms paid beyond the end of the plan stay open (rule: membership.archive): only the grace period is removed.
  await voidGrace(work.tx.db, subscription, work.now)
  await setSubscription(
    work.tx.db,
    subscription,
    {
      endedAt: end.at,
      endReason: end.reason,
      graceUntil: null,
      nextPlanId: null,
      cancelAppliedAt: subscription.cancelAppliedAt ?? end.at,
    },
    work.now,
  )
  if (end.reason === 'konbiniUnpaid') {
    await mailOfUnpaidEnd(work, subscription, plan, { reason: end.reason, at: end.at })
  }
  return true
}

/** Nobody has left: a payment was missing. */
export const mailOfUnpaidEnd = async (
  work: Work,
  subscription: SubscriptionRow,
  plan: Named,
  { reason, at }: { reason: 'paymentFailed' | 'konbiniUnpaid'; at: Instant },
) => {
  const { name: brandName, slug } = await brandOfShop(work.tx.db, subscription)
  const of = {
    brandName,
    reason,
    numberUntil: numberKeptUntil(subscription, at),
    planPath: `/fc/${slug}/plans/${subscription.planId}`,
  }
  await mailToFan(work, subscription, (to) => membershipEnded(to, { ...of, item: nameFor(plan, to) }))
}

/** After a refund or a dispute took a term away: how far the membership is paid now. Answers whether that has ended it. */
export const recountPaid = async (work: Work, subscription: SubscriptionRow, reason: EndReason): Promise<boolean> => {
  const paidUntil = await paidUntilOf(work.tx.db, subscription)
  const isOver = paidUntil === null || paidUntil <= work.now
  if (isOver) await endMembership(work, subscription, { at: work.now, reason })
  else if (paidUntil !== subscription.paidUntil) await paidLess(work, subscription, paidUntil)
  return isOver
}

/** The paid time has become shorter: the grace, or the scheduled end, moves with it. */
const paidLess = async (work: Work, subscription: SubscriptionRow, paidUntil: Instant) => {
  const { tx, now } = work
  const leaves = subscription.cancelScheduledAt !== null
  const plan = await planById(tx.db, subscription.planId)
  await voidGrace(tx.db, subscription, now)
  const isGraced = !leaves && plan?.archivingAt === null
  const graceUntil = isGraced ? await addGrace(work, subscription, paidUntil) : null
  await setSubscription(
    tx.db,
    subscription,
    { paidUntil, graceUntil, ...(leaves && { cancelScheduledAt: paidUntil }) },
    now,
  )
}

/** The fan's membership of the plan of this order, unless the clock has ended it. */
export const currentMembership = async (
  work: Work,
  { tenantId, uid }: Pick<OrderRow, 'tenantId' | 'uid'>,
  plan: Named & { planId: string; archivingAt: Instant | null },
): Promise<SubscriptionRow | undefined> => {
  const living = await livingSubscription(work.tx.db, { tenantId, planId: plan.planId }, uid)
  return living && !(await endIfLapsed(work, living, plan)) ? living : undefined
}
