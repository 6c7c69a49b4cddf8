import { z } from 'zod'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { atProvider, workOf } from '#money/orders/work.server.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import type { Db } from '#server/proven.ts'
import { planById } from '../../plans/queries.server'
import { chargedSubscriptions } from '../living.queries.server'
import { subscriptionById, subscriptionByProvider } from '../queries.server'
import { applySubscription, mailOfFailure } from './apply.server'
import { payWithNewCard } from './newCard.server'
import { ensurePrice } from './price.server'

export const endedAtProvider = async (context: JobContext, providerSubscriptionId: string) => {
  const subscription = await context.payments.cancelSubscription(
    providerSubscriptionId,
    `end:${providerSubscriptionId}`,
  )
  await context.transaction((tx) => applySubscription(workOf(context, tx), subscription))
}

/** Postpones the provider's next charge to the end of what has been paid, if it would come earlier. */
export const chargedFromPaid = async (
  { db, payments, now }: Pick<JobContext, 'db' | 'payments' | 'now'>,
  subscriptionId: string,
): Promise<void> => {
  const subscription = await subscriptionById(db, subscriptionId)
  if (!subscription || subscription.endedAt !== null || subscription.providerSubscriptionId === null) return
  const { providerSubscriptionId: id, paidUntil } = subscription
  const told = await payments.subscription(id)
  // It counts in seconds.
  if (told.endedAt !== null || told.chargesAt + 1000 > paidUntil || paidUntil <= now) return
  await payments.chargeFrom(id, paidUntil, `from:${id}:${paidUntil}`)
  // Another term was paid during the call.
  if ((await subscriptionById(db, subscriptionId))?.paidUntil !== paidUntil)
    await chargedFromPaid({ db, payments, now }, subscriptionId)
}

/** What the next charge is to be of: read under no lock, and read again after each call. */
const wantedPrice = async (db: Db, subscriptionId: string) => {
  const subscription = await subscriptionById(db, subscriptionId)
  if (!subscription || subscription.endedAt !== null || subscription.providerSubscriptionId === null) return null
  const { providerSubscriptionId: id, paidUntil } = subscription
  const plan = await planById(db, subscription.nextPlanId ?? subscription.planId)
  return plan && { id, paidUntil, plan }
}

/** The provider's price becomes that of the plan that the next term is of; its charge comes when what is paid has ended. */
export const settledPrice = async (context: JobContext, subscriptionId: string): Promise<void> => {
  const { db, payments, jobId } = context
  for (let wanted = await wantedPrice(db, subscriptionId), nth = 0; wanted; nth++) {
    const { id, plan, paidUntil } = wanted
    const priceId = await ensurePrice(context, plan)
    const told = await payments.subscription(id)
    // The charge of the next term is under way: what it is of decides (`paidAnew`).
    if (told.endedAt !== null || paidUntil <= context.now) return
    const from = told.interval === plan.subscriptionInterval ? null : paidUntil
    if (told.priceId !== priceId)
      await payments.setPrice(id, { priceId, from }, `price:${jobId}:${nth}:${priceId}:${paidUntil}`)
    const since = await wantedPrice(db, subscriptionId)
    if (since?.plan.planId === plan.planId && since.paidUntil === paidUntil) return
    wanted = since
  }
}

/** Work at the provider that follows a membership's moves. */
export const providerJobs = jobs({
  endProviderSubscription: job(
    {
      about: async (db, { of, providerSubscriptionId }) => of ?? subscriptionByProvider(db, providerSubscriptionId),
      data: z.object({ providerSubscriptionId: id, of: z.object({ tenantId: id, brandId: id }).optional() }),
      ...atProvider,
    },
    (context, data) => endedAtProvider(context, data.providerSubscriptionId),
  ),
  chargeFromPaid: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: z.object({ subscriptionId: id }),
      ...atProvider,
    },
    (context, { subscriptionId }) => chargedFromPaid(context, subscriptionId),
  ),
  settlePrice: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: z.object({ subscriptionId: id }),
      ...atProvider,
    },
    (context, { subscriptionId }) => settledPrice(context, subscriptionId),
  ),
  /** The fan has changed the card at the provider. */
  payWithNewCard: job(
    {
      // A card belongs to a person: where it pays plans of several brands, the first one's staff hear of a failure.
      about: async (db, { uid }) => (await chargedSubscriptions(db, uid))[0],
      data: z.object({ uid: id }),
      ...atProvider,
    },
    async (context, { uid }) => {
      await payWithNewCard(context, uid)
    },
  ),
  remindFailure: job(
    {
      about: (db, { subscriptionId }) => subscriptionById(db, subscriptionId),
      data: z.object({ subscriptionId: id, failedAt: instant }),
    },
    async (context, { subscriptionId, failedAt }) => {
      await context.transaction(async (tx) => {
        const subscription = await subscriptionById(tx.db, subscriptionId)
        if (subscription?.endedAt !== null || subscription.paymentFailedAt !== failedAt) return
        await mailOfFailure(workOf(context, tx), subscription)
      })
    },
  ),
})
