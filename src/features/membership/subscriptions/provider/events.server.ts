import type { TillPorts } from '#money/orders/kinds.server.ts'
import { fanOfCustomer, invoicesWithOrder } from '#money/orders/payments/queries.server.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import type { Invoice } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { planById } from '../../plans/queries.server'
import { endIfLapsed } from '../membership.server'
import { lapsedSubscriptions, livingSubscription, type SubscriptionRow } from '../queries.server'
import { applyInvoice, applySubscription } from './apply.server'
import { providerJobs } from './jobs.server'

/* What the provider tells of memberships, by events and when it is asked at night. */

export const membershipEvents: TillPorts['paymentEvents'] = [
  [
    /^customer\.updated$/,
    async (_, customerId) =>
      async ({ tx }) => {
        const uid = await fanOfCustomer(tx.db, customerId)
        if (uid !== undefined) await tx.enqueue(providerJobs.payWithNewCard, { uid })
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
  const told = providerId === null ? null : await payments.subscription(providerId)
  const invoices = providerId === null ? [] : await unapplied(db, await payments.invoicesOf(providerId))
  await transaction(async (tx) => {
    const work = workOf(context, tx)
    await lockFan(tx.db, subscription.uid)
    for (const invoice of invoices.toReversed()) await applyInvoice(work, invoice)
    if (told) await applySubscription(work, told)
    const current = await livingSubscription(tx.db, subscription, subscription.uid)
    const plan = current && (await planById(tx.db, current.planId))
    if (current && plan) await endIfLapsed(work, current, plan)
  })
}

export const reconcileMemberships: TillPorts['reconciliations'][number] = (context, each) =>
  each(
    lapsedSubscriptions(context.db, context.now),
    ({ subscriptionId }) => subscriptionId,
    (subscription) => reconcile(context, subscription),
  )
