import type Stripe from 'stripe'
import { PaymentRefused, type Payments } from './payments'
import { decided, once } from './stripeCalls'

/** Stripe's billing portal, as far as fans use it: to change the card. */
export const stripePortal = (stripe: Stripe): Pick<Payments, 'portalUrl'> => {
  let settings: Promise<string> | undefined

  const findSettings = async () => {
    const known = await stripe.billingPortal.configurations
      .list({ active: true, limit: 100 })
      .autoPagingToArray({ limit: 1000 })
    return known.find(({ metadata }) => metadata?.tsudoi === 'portal-1')
  }
  /** Our configuration: created once in an account, for everybody, and found again by its metadata. */
  const ensureSettings = async (): Promise<string> => {
    const found = await findSettings()
    if (found) return found.id
    const of = {
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        // Plans are cancelled on our own screen, which asks for the reason and shows until when contents stay open.
        subscription_cancel: { enabled: false },
      },
      metadata: { tsudoi: 'portal-1' },
    }
    const made = await once<{ id: string }>(
      'portal-1',
      (idempotencyKey) => stripe.billingPortal.configurations.create(of, { idempotencyKey }),
      findSettings,
    )
    return made.id
  }

  return {
    portalUrl: async ({ customerId, returnUrl, doneUrl, locale }) => {
      const open = async () => {
        settings ??= ensureSettings()
        return decided(
          stripe.billingPortal.sessions.create({
            customer: customerId,
            return_url: returnUrl,
            locale,
            configuration: await decided(settings),
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
            },
          }),
        )
      }
      const session = await open().catch((error: unknown) => {
        settings = undefined
        // The configuration that was known is gone: it is found or made again.
        if (error instanceof PaymentRefused && error.code === 'resource_missing') return open()
        throw error
      })
      return session.url
    },
  }
}
