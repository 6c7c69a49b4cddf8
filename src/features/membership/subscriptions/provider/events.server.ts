import type { Instant } from '#kit/time.ts'
import { reconcileOrder } from '#money/orders/front.server.ts'
import type { TillPorts } from '#money/orders/kinds.server.ts'
import {
  fanOfCustomer,
  insertUnallocated,
  invoicesWithOrder,
  isCustomerOf,
  ourPricesOf,
} from '#money/orders/payments/queries.server.ts'
import { lockFan, orderById } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { batchSize } from '#server/db/batches.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import type { Invoice, ProviderSubscription } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { planOfPriceId } from '../../plans/plan'
import { planById } from '../../plans/queries.server'
import { chargedSubscriptions, renewalsMissed } from '../living.queries.server'
import { endIfLapsed } from '../membership.server'
import {
  livingSubscription,
  type SubscriptionRow,
  subscriptionById,
  subscriptionByProvider,
  subscriptionsByProvider,
} from '../queries.server'
import { applyInvoice, applySubscription } from './apply.server'
import { chargedFromPaid, endedAtProvider, providerJobs, settledPrice } from './jobs.server'

/* What the provider tells of memberships, by events and when it is asked at night. */

export const membershipEvents: TillPorts['paymentEvents'] = [
  [
    /^customer\.updated$/,
    async ({ db }, customerId) => {
      // Each payment by card tells of its card, and most fans have nothing that it could be charged for.
      const uid = await fanOfCustomer(db, customerId)
      const isCharged = uid !== undefined && (await chargedSubscriptions(db, uid)).length > 0
      return isCharged ? ({ tx }) => tx.enqueue(providerJobs.payWithNewCard, { uid }) : null
    },
  ],
  [
    /^invoice\./,
    async ({ payments }, id) => {
      const invoice = await payments.invoice(id)
      return (work) => applyInvoice(work, invoice)
    },
  ],
  [
    /^customer\.subscription\./,
    async ({ payments }, id) => {
      const subscription = await payments.subscription(id)
      return (work) => applySubscription(work, subscription)
    },
  ],
]

/** Invoices without an effect so far: of a long membership dozens are paid and have their order. */
const unapplied = async (db: Db, invoices: readonly Invoice[]) => {
  const known = await invoicesWithOrder(
    db,
    invoices.map(({ id }) => id),
  )
  return invoices.filter(({ id, status, isFirst }) => !isFirst && !(status === 'paid' && known.has(id)))
}

/** A membership whose paid time is over, as the provider knows it. */
const reconcile = async (context: JobContext, subscription: SubscriptionRow) => {
  const { db, payments, transaction } = context
  const { providerSubscriptionId: providerId } = subscription
  if (providerId === null) return
  const told = await payments.subscription(providerId)
  const invoices = await unapplied(db, await payments.invoicesOf(providerId))
  await transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, subscription.uid)
    for (const invoice of invoices.toReversed()) await applyInvoice(work, invoice)
    await applySubscription(work, told)
    const current = await livingSubscription(tx.db, subscription, subscription.uid)
    const plan = current && (await planById(tx.db, current.planId))
    if (current && plan) await endIfLapsed(work, current, plan)
  })
}

/** A subscription is told of, or its page comes back, within this. */
const settling = 3_600_000

/**
 * What the provider will charge next is of another plan than the membership's: a call was lost, or somebody changed it there. What
 * cannot be mended fails the pass, which is told to the platform.
 */
const mendPrice = async (
  context: JobContext,
  known: SubscriptionRow,
  told: ProviderSubscription,
  ours: string | undefined,
) => {
  if (known.cancelScheduledAt !== null || told.endedAt !== null || told.cancelsAtPeriodEnd) return
  const charged = ours === undefined ? null : planOfPriceId(ours)
  if (charged !== (known.nextPlanId ?? known.planId)) await settledPrice(context, known.subscriptionId)
}

/** The next charge would come before what is paid and given has ended: the call that was to move it was lost. */
const mendDate = async (context: JobContext, known: SubscriptionRow, told: ProviderSubscription) => {
  const goesOn = known.cancelScheduledAt === null && told.endedAt === null && !told.cancelsAtPeriodEnd
  if (goesOn && told.chargesAt + 1000 <= known.paidUntil) await chargedFromPaid(context, known.subscriptionId)
}

type Living = ProviderSubscription & { customerId: string | null; amount: number; createdAt: Instant }

/**
 * A subscription that charges a membership which has ended, or none: it ends where it was made for one of our orders and its buyer;
 * any other one stands for the operator (rule: money.unallocated).
 */
const endUnknown = async (context: JobContext, told: Living, known: SubscriptionRow | undefined) => {
  const { db, transaction } = context
  const order = known || told.orderId === '' ? undefined : await orderById(db, told.orderId)
  const isItsBuyers = order !== undefined && (await isCustomerOf(db, told.customerId, order))
  // Its own page, of which nothing was told.
  if (isItsBuyers && order.paymentState === 'awaitingPayment') await reconcileOrder(context, order)
  const isOurs = await transaction(async (tx) => {
    const { id: providerId, amount, customerId, createdAt: arrivedAt } = told
    const current = await subscriptionByProvider(tx.db, providerId)
    if (current !== undefined) return current.endedAt !== null
    if (isItsBuyers) return true
    // A store's member who gives a card: named after the membership (`applyMove`).
    const moving = told.orderId === '' ? undefined : await subscriptionById(tx.db, told.orderId)
    if (moving && moving.endedAt === null) return false
    await insertUnallocated(tx.db, {
      ...{ providerId, amount, orderId: order?.orderId ?? null, arrivedAt },
      kind: 'subscription',
      currency: 'jpy',
      method: 'card',
      customerId: customerId ?? '',
    })
    return false
  })
  if (isOurs) await endedAtProvider(context, told.id)
}

export const reconcileMemberships: TillPorts['reconciliations'][number] = async (context, { each, attempt }) => {
  await each(
    renewalsMissed(context.db, context.now),
    ({ subscriptionId }) => subscriptionId,
    (subscription) => reconcile(context, subscription),
  )
  // The other way round: what the provider goes on charging, and nobody here knows.
  await attempt('subscriptions', async () => {
    const look = async (batch: readonly Living[]) => {
      const known = await subscriptionsByProvider(
        context.db,
        batch.map(({ id }) => id),
      )
      const prices = await ourPricesOf(
        context.db,
        batch.flatMap(({ priceId }) => priceId ?? []),
      )
      for (const told of batch) {
        const own = known.get(told.id)
        const isHere = own?.endedAt === null
        await attempt(told.id, async () => {
          if (!isHere) return endUnknown(context, told, own)
          await mendDate(context, own, told)
          await mendPrice(context, own, told, prices.get(told.priceId ?? ''))
        })
      }
    }
    let batch: Living[] = []
    for await (const told of context.payments.livingSubscriptions()) {
      if (told.createdAt < context.now - settling) batch.push(told)
      if (batch.length < batchSize) continue
      await look(batch)
      batch = []
    }
    await look(batch)
  })
}
