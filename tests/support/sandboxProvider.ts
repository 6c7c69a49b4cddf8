import Stripe from 'stripe'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import type { Provider } from '../../bench/provider/questions'
import { ask } from './club'
import { told } from './payments'
import { moveTo, myPlan, newFan, sessionIn, settled, shop } from './shop'

/* The sandbox in the place of a real test account: fans of the program are its customers, and the clock is the program's. */

const renewals = new Map<string, number>()

export const sandboxProvider = (): Provider => {
  const at = { protocol: 'http', host: '127.0.0.1', port: shared.ownPort ?? 0 } as const
  const stripe = new Stripe('sk_test_sandbox', { ...at, maxNetworkRetries: 0, telemetry: false })
  return {
    stripe,
    payer: 'buyer@example.test',
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
  }
}
