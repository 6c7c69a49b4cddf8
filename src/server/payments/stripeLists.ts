import type Stripe from 'stripe'
import { webhookEvents } from './events'
import type { Payments, ProviderEvent } from './payments'
import { balanceTransactionOf, eventOf, idOf, subscriptionOf, toSeconds } from './stripeObjects'

type Lists = Pick<Payments, 'paidSince' | 'balanceSince' | 'livingSubscriptions' | 'eventsSince'>

/** What the nightly comparison reads of Stripe's lists, page by page. */
export const stripeLists = (stripe: Stripe): Lists => ({
  paidSince: async function* (at) {
    for await (const charge of stripe.charges.list({ created: { gte: toSeconds(at) }, limit: 100 })) {
      const intentId = idOf(charge.payment_intent)
      if (charge.paid && intentId !== null) yield { intentId, at: charge.created * 1000 }
    }
  },
  balanceSince: async function* (at) {
    const asked = { created: { gte: toSeconds(at) }, limit: 100, expand: ['data.source'] }
    // An account may keep balances of other currencies, whose amounts are no yen.
    for await (const one of stripe.balanceTransactions.list(asked))
      if (one.currency === 'jpy' && !one.type.startsWith('payout')) yield balanceTransactionOf(one)
  },
  livingSubscriptions: async function* () {
    for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
      // An incomplete one is not paid for yet: its buyer is on the provider's page, and it ends by itself within a day.
      if (['canceled', 'incomplete', 'incomplete_expired'].includes(subscription.status)) continue
      yield {
        ...subscriptionOf(subscription),
        customerId: idOf(subscription.customer),
        amount: subscription.items.data.reduce((sum, { price }) => sum + (price.unit_amount ?? 0), 0),
        createdAt: subscription.created * 1000,
      }
    }
  },
  eventsSince: async function* (at) {
    // The provider lists the newest first, of at most 20 types (https://docs.stripe.com/api/events/list).
    const all: ProviderEvent[] = []
    for (let nth = 0; nth < webhookEvents.length; nth += 20) {
      const asked = { created: { gte: toSeconds(at) }, types: webhookEvents.slice(nth, nth + 20), limit: 100 }
      const part: ProviderEvent[] = []
      for await (const event of stripe.events.list(asked)) part.push(eventOf(event))
      all.push(...part.toReversed())
    }
    yield* all.toSorted((one, other) => one.at - other.at)
  },
})
