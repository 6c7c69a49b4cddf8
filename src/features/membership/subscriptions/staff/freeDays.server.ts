import { z } from 'zod'
import { brandOfShop } from '#club/brands/queries.server.ts'
import { id } from '#kit/text.ts'
import { type Instant, instant } from '#kit/time.ts'
import { locked, mailToFan, note, workOf } from '#money/orders/work.server.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import type { ProviderSubscription } from '#server/payments/payments.ts'
import { planById } from '../../plans/queries.server'
import { hasTermOfId } from '../days.queries.server'
import { extendMembership } from '../days.server'
import { daysGiven, detailOfFreeDays, freeDayReasons } from '../freeDays'
import { subscriptionById } from '../queries.server'
import { endOf } from '../subscription'
import { freeDaysGiven } from './mails'

/*
 * The provider's next charge is moved first, then the paid time here: who is told of a later charge is not charged before. The date is
 * absolute and follows from the one that staff saw, so that the act is done once, whatever is pressed or sent again.
 */

export const gift = z.object({
  subscriptionId: id,
  termId: id,
  from: instant,
  to: instant,
  days: z.int(),
  reason: z.enum(freeDayReasons),
  note: z.string(),
  actorUid: z.string(),
})
export type Gift = z.infer<typeof gift>

/** What handlers and jobs have in common. */
type Context = Pick<JobContext, 'payments' | 'transaction' | 'now' | 'newId' | 'fees' | 'origin'>

/** It counts in seconds. */
const isChargedAt = ({ chargesAt }: ProviderSubscription, at: Instant) => chargesAt === Math.floor(at / 1000) * 1000

/** Moves the next charge at the provider; false where it is not the one that staff saw. */
export const chargeMoved = async (
  { payments }: Context,
  { termId, from, to }: Gift,
  providerSubscriptionId: string,
): Promise<boolean> => {
  const told = await payments.subscription(providerSubscriptionId)
  const isGoingOn = (told.status === 'active' || told.status === 'trialing') && !told.cancelsAtPeriodEnd
  // By a call that was made at the same moment: which of the two is stored decides.
  if (isGoingOn && isChargedAt(told, to)) return true
  if (!isGoingOn || !isChargedAt(told, from)) return false
  await payments.chargeFrom(providerSubscriptionId, to, `days:${termId}`)
  return true
}

/** Stores the days that the provider has taken, and tells the member, once. */
export const storeFreeDays = (context: Context, given: Gift): Promise<'given' | 'over' | 'moved'> =>
  context.transaction(async (tx) => {
    const work = workOf(context, tx)
    const { subscriptionId, termId, from, to, days, reason, actorUid } = given
    const subscription = await locked(work, () => subscriptionById(tx.db, subscriptionId))
    const plan = subscription && (await planById(tx.db, subscription.planId))
    if (subscription && (await hasTermOfId(tx.db, subscription, termId))) return 'given'
    if (!subscription || !plan || endOf(subscription, plan, work.now)) return 'over'
    if (subscription.paidUntil !== from) return 'moved'
    await extendMembership(work, subscription, plan, { termId, from, to })
    const { tenantId, latestOrderId: orderId, cancelScheduledAt } = subscription
    await note(work, { tenantId, orderId }, daysGiven, { actorUid, detail: detailOfFreeDays(given) })
    const { name: brandName } = await brandOfShop(tx.db, subscription)
    const chargedAt = cancelScheduledAt === null && plan.archivingAt === null ? to : null
    const of = { brandName, item: plan.name, days, reason, until: to, chargedAt }
    await mailToFan(work, subscription, (reader) => freeDaysGiven(reader, of))
    return 'given'
  })

/** The provider charges next when what is paid here ends, after one of two calls has moved its date for nothing. */
export const settleCharge = async (context: Context, subscriptionId: string, key: string): Promise<void> => {
  const { payments, transaction, now } = context
  const seen = () => transaction(({ db }) => subscriptionById(db, subscriptionId))
  for (let ours = await seen(), nth = 0; ours; nth++) {
    const { providerSubscriptionId, paidUntil, endedAt } = ours
    if (providerSubscriptionId === null || endedAt !== null || paidUntil <= now) return
    const told = await payments.subscription(providerSubscriptionId)
    // A renewal that has begun decides.
    if (told.status !== 'trialing' || isChargedAt(told, paidUntil)) return
    await payments.chargeFrom(providerSubscriptionId, paidUntil, `${key}:${nth}:${paidUntil}`)
    const since = await seen()
    if (since?.paidUntil === paidUntil) return
    ours = since
  }
}

/** A call that broke off: what the provider has taken is stored, what never reached it is given to nobody. */
export const finishFreeDays = async (context: Context & Pick<JobContext, 'db'>, given: Gift): Promise<void> => {
  const { db, payments } = context
  const subscription = await subscriptionById(db, given.subscriptionId)
  if (!subscription || (await hasTermOfId(db, subscription, given.termId))) return
  const { providerSubscriptionId } = subscription
  if (providerSubscriptionId === null || subscription.endedAt !== null) return
  if (!isChargedAt(await payments.subscription(providerSubscriptionId), given.to)) return
  if ((await storeFreeDays(context, given)) !== 'given')
    await settleCharge(context, given.subscriptionId, `days:${given.termId}:settled`)
}
