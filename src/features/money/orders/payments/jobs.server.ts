import { z } from 'zod'
import { day } from '#kit/time.ts'
import { planById } from '#membership/plans/queries.server.ts'
import { endIfLapsed } from '#membership/subscriptions/membership.server.ts'
import {
  lapsedSubscriptions,
  livingSubscription,
  type SubscriptionRow,
} from '#membership/subscriptions/queries.server.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import type { Invoice, ProviderEvent } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { askRefund, giveUp, workOf } from '../jobs.server'
import { lockFan } from '../queries.server'
import { overdueOrders, unansweredRefunds } from '../repair.queries.server'
import { applyInvoice, applySubscription } from './apply.server'
import { NotYetKnown, receivePaymentEvent } from './callbacks.server'
import { handledEvents, invoicesWithOrder } from './queries.server'

/** How far back the nightly reconciliation reads events: longer than the provider retries them. */
const lookBack = 4 * day

/** Invoices without an effect so far: of a long membership dozens are paid and have their order. */
const unapplied = async (db: Db, invoices: readonly Invoice[]) => {
  const known = await invoicesWithOrder(
    db,
    invoices.map(({ id }) => id),
  )
  return invoices.filter(({ id, status, isFirst }) => !isFirst && !(status === 'paid' && known.has(id)))
}

export const paymentJobs = jobs({
  /** Repairs missed changes: events that never came, and orders, memberships and refunds without an event. */
  reconcilePayments: job(
    { data: z.object({}), cron: '30 3 * * *', expireInSeconds: 3600, retryLimit: 2 },
    async (context) => {
      const { db, now, payments, transaction } = context
      const { attempt, each, end } = eachOnItsOwn('reconcilePayments')
      let page: ProviderEvent[] = []
      const take = async () => {
        const handled = await handledEvents(
          db,
          page.map((event) => event.id),
        )
        for (const event of page) {
          if (handled.has(event.id)) continue
          await attempt(event.id, () =>
            receivePaymentEvent(context, event).catch((error: unknown) => {
              // The event's object is not stored here, which is no failure of this run.
              if (!(error instanceof NotYetKnown)) throw error
            }),
          )
        }
        page = []
      }
      await attempt('events', async () => {
        for await (const event of payments.eventsSince(now - lookBack)) {
          page.push(event)
          if (page.length === 100) await take()
        }
        if (page.length > 0) await take()
      })
      await each(
        overdueOrders(db, now),
        ({ orderId }) => orderId,
        (order) => giveUp(context, order, 'expired'),
      )
      await each(
        unansweredRefunds(db),
        ({ refundId }) => refundId,
        ({ refundId }) => askRefund(context, refundId),
      )
      const renew = async (subscription: SubscriptionRow) => {
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
      await each(lapsedSubscriptions(db, now), ({ subscriptionId }) => subscriptionId, renew)
      end()
    },
  ),
})
