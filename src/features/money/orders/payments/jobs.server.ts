import { z } from 'zod'
import { day } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { job, jobs } from '#server/jobDefinition.ts'
import type { ProviderEvent } from '#server/payments/payments.ts'
import { giveUp } from '../front.server'
import { askRefund } from '../jobs.server'
import { overdueOrders, unansweredRefunds } from '../repair.queries.server'
import { NotYetKnown, receivePaymentEvent } from './callbacks.server'
import { handledEvents } from './queries.server'

/** How far back the nightly reconciliation reads events: longer than the provider retries them. */
const lookBack = 4 * day

export const paymentJobs = jobs({
  /** Repairs missed changes: events that never came, and orders, memberships and refunds without an event. */
  reconcilePayments: job(
    { about: 'platform', data: z.object({}), cron: '30 3 * * *', expireInSeconds: 3600, retryLimit: 2 },
    async (context) => {
      const { db, now, payments, ports } = context
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
      for (const reconcile of ports.till.reconciliations) await reconcile(context, each)
      end()
    },
  ),
})
