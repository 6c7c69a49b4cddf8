import { z } from 'zod'
import { day } from '../../kit/time'
import { job, jobs } from '../../server/jobDefinition'
import type { ProviderEvent } from '../../server/payments/payments'
import { askRefund, giveUp, workOf } from '../orders/jobs.server'
import { lockFan, overdueOrders, unansweredRefunds } from '../orders/queries.server'
import { planById } from '../plans/queries.server'
import { endIfLapsed } from '../subscriptions/membership.server'
import { lapsedSubscriptions, livingSubscription } from '../subscriptions/queries.server'
import { applyInvoice, applySubscription } from './apply.server'
import { NotYetKnown, receivePaymentEvent } from './callbacks.server'
import { handledEvents } from './queries.server'

/** How far back the nightly look at what was told goes: longer than the provider tries to tell it. */
const lookBack = 4 * day

export const paymentJobs = jobs({
  /** Finds and mends what was missed: events that never came, orders, memberships and refunds that nobody told of. */
  reconcilePayments: job({ data: z.object({}), cron: '30 3 * * *', expireInSeconds: 3600 }, async (context) => {
    const { db, now, payments, transaction } = context
    let page: ProviderEvent[] = []
    const take = async () => {
      const handled = await handledEvents(
        db,
        page.map((event) => event.id),
      )
      for (const event of page) {
        if (handled.has(event.id)) continue
        await receivePaymentEvent(context, event).catch((error: unknown) => {
          // It comes after what it waits for, or has nothing to wait for: the others go on.
          if (!(error instanceof NotYetKnown)) throw error
        })
      }
      page = []
    }
    for await (const event of payments.eventsSince(now - lookBack)) {
      page.push(event)
      if (page.length === 100) await take()
    }
    if (page.length > 0) await take()
    for (const order of await overdueOrders(db, now)) await giveUp(context, order, 'expired')
    for (const { refundId } of await unansweredRefunds(db)) await askRefund(context, refundId)
    for (const subscription of await lapsedSubscriptions(db, now)) {
      const { providerSubscriptionId } = subscription
      if (providerSubscriptionId !== null) {
        const told = await payments.subscription(providerSubscriptionId)
        for (const invoice of (await payments.invoicesOf(providerSubscriptionId)).reverse())
          await transaction((tx) => applyInvoice(workOf(context, tx), invoice))
        await transaction((tx) => applySubscription(workOf(context, tx), told))
      }
      await transaction(async (tx) => {
        await lockFan(tx.db, subscription.uid)
        const current = await livingSubscription(tx.db, subscription, subscription.uid)
        const plan = current && (await planById(tx.db, current.planId))
        if (current && plan) await endIfLapsed(workOf(context, tx), current, plan)
      })
    }
  }),
})
