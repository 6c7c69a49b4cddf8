import { serverConfig } from '#config.server.ts'
import { shared } from '../shared'
import type { Payments } from './payments'
import { stripePayments } from './stripe'

let chosen: Payments | undefined

/** Stripe if its key is configured, otherwise this program's sandbox, which the settings only allow in a demo. */
export const payments = (): Payments => {
  if (chosen) return chosen
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, PORT } = serverConfig()
  chosen = STRIPE_SECRET_KEY
    ? stripePayments({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET })
    : stripePayments({
        secretKey: 'sk_test_sandbox',
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        at: { protocol: 'http', host: '127.0.0.1', port: shared.ownPort ?? PORT },
      })
  return chosen
}

/** Whether the provider's events are about real money. */
export const isLive = () => /^(sk|rk)_live_/.test(serverConfig().STRIPE_SECRET_KEY ?? '')
