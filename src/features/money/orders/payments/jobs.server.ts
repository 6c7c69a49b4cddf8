import { z } from 'zod'
import { anyId, email as emailAddress } from '#kit/text.ts'
import { day } from '#kit/time.ts'
import { eachOnItsOwn } from '#server/each.ts'
import { type JobContext, job, jobs } from '#server/jobDefinition.ts'
import type { ProviderEvent } from '#server/payments/payments.ts'
import { giveUp, reconcileOrder } from '../front.server'
import { askRefund } from '../jobs.server'
import { orderById } from '../queries.server'
import { overdueOrders, unansweredRefunds } from '../repair.queries.server'
import { atProvider, workOf } from '../work.server'
import { lookAtBalance } from './balance.server'
import { NotYetKnown, receivePaymentEvent } from './callbacks.server'
import { handledEvents, keepLook, knownPayments, lastLook, unallocatedGoingBack } from './queries.server'
import { applyUnknownPayment, followRefunds, settleAtProvider } from './unallocated.server'

/** How far back the nightly reconciliation reads at least: longer than the provider retries its events; and at most, as long as it keeps them. */
const lookBack = { least: 4 * day, most: 30 * day }
/** A payment is told of, or its page comes back, within this. */
const settling = 3_600_000

/** A payment that the provider lists and that is known nowhere here. */
const takeUnknownPayment = async (context: JobContext, intentId: string): Promise<void> => {
  const { db, payments, transaction } = context
  const intent = await payments.intent(intentId)
  const named = intent.orderId === '' ? undefined : await orderById(db, intent.orderId)
  // Its own payment, of which nothing was told.
  if (named?.paymentState === 'awaitingPayment') await reconcileOrder(context, named)
  await transaction((tx) => applyUnknownPayment(workOf(context, tx), intent))
  // Somebody may have refunded it by hand before it was found.
  await followRefunds(context, intentId)
}

export const paymentJobs = jobs({
  settleUnallocated: job(
    {
      about: 'platform',
      // Those that were asked before a payment could be refunded twice name no refund.
      data: z.object({ providerId: anyId, refundId: anyId.optional(), email: emailAddress.nullable() }),
      ...atProvider,
    },
    (context, { refundId, ...of }) =>
      settleAtProvider(context, { ...of, refundId: refundId ?? `unallocated_${of.providerId}` }),
  ),
  /** Repairs missed changes: events that never came, and orders, memberships and refunds without an event. */
  reconcilePayments: job(
    {
      about: 'platform',
      data: z.object({}),
      cron: '30 3 * * *',
      catchesUp: true,
      expireInSeconds: 3600,
      retryLimit: 2,
    },
    async (context) => {
      const { db, now, payments, ports } = context
      const { attempt, each, end } = eachOnItsOwn('reconcilePayments')
      const last = (await lastLook(db)) ?? 0
      const since = Math.max(now - lookBack.most, Math.min(now - lookBack.least, last - settling))
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
        for await (const event of payments.eventsSince(since)) {
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
      await each(
        unallocatedGoingBack(db),
        ({ providerId }) => providerId,
        ({ providerId }) => followRefunds(context, providerId),
      )
      for (const reconcile of ports.till.reconciliations) await reconcile(context, { each, attempt })
      // The other way round: what the provider was paid, and nobody here knows.
      await attempt('payments', async () => {
        let paid: string[] = []
        const lookAt = async () => {
          const known = await knownPayments(db, paid)
          for (const intentId of paid)
            if (!known.has(intentId)) await attempt(intentId, () => takeUnknownPayment(context, intentId))
          paid = []
        }
        for await (const { intentId, at } of payments.paidSince(since)) {
          if (at > now - settling) continue
          paid.push(intentId)
          if (paid.length === 100) await lookAt()
        }
        if (paid.length > 0) await lookAt()
      })
      await attempt('balance', () => lookAtBalance(context))
      end()
      await keepLook(db, now)
    },
  ),
})
