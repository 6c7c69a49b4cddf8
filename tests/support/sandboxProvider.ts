import Stripe from 'stripe'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import type { Provider } from '../../bench/provider/questions'
import { ask } from './club'
import { provider, told } from './payments'
import { moveTo, myPlan, newFan, sessionIn, settled, shop } from './shop'

/* The sandbox in the place of a real test account: fans of the program are its customers, and the clock is the program's. */

const renewals = new Map<string, number>()

export const sandboxProvider = (): Provider => {
  const at = { protocol: 'http', host: '127.0.0.1', port: shared.ownPort ?? 0 } as const
  const stripe = new Stripe('sk_test_sandbox', { ...at, maxNetworkRetries: 0, telemetry: false })
  return {
    stripe,
    payments: provider,
    now,
    payer: 'buyer@example.test',
    lapsingPayer: 'late@example.test',
    member: async (card) => {
      const [of, fan] = [await shop(), await newFan()]
      const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
      const session = sessionIn(sessionUrl)
      await told({ action: 'paySession', session, card })
      if (card === 'authenticates') await told({ action: 'answerBank', session })
      await settled()
      const joined = await myPlan(of, fan)
      if (joined?.status !== 'active') throw new Error('not a member')
      const { rows } = await pool().query(
        `select c.customer_id as customer, s.provider_subscription_id as subscription from customers c
          join subscriptions s on s.uid = c.uid where c.uid = $1`,
        [fan.uid],
      )
      renewals.set(rows[0].subscription, joined.expiredAt)
      return rows[0]
    },
    changeDefaultCard: async ({ customer }) =>
      (await told<{ id: string }>({ action: 'setCard', customer, card: 'works' })).id,
    leave: async ({ subscription }) => {
      await told({ action: 'cancelSubscription', subscription })
    },
    renew: ({ subscription }) => moveTo((renewals.get(subscription) ?? 0) + 3 * 3_600_000),
    payAtStore: async (intent) => {
      await told({ action: 'payAtStore', intent })
    },
    lapse: async (intent) => {
      await told({ action: 'letExpire', intent })
    },
    disputed: async () => {
      const { id: customer } = await stripe.customers.create({})
      const { id: intent } = await stripe.paymentIntents.create({
        ...{ amount: 1700, currency: 'jpy', customer, confirm: true, payment_method: 'pm_card_visa' },
        allowed_payment_method_types: ['card'],
      })
      return (await told<{ id: string }>({ action: 'createDispute', intent })).id
    },
    decide: async (dispute, status) => {
      await told({ action: 'closeDispute', dispute, status })
    },
    toPress: () => {},
  }
}
