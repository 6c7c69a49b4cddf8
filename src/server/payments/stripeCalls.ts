import Stripe from 'stripe'
import { metrics } from '../telemetry/metrics'
import { PaymentRefused, rejectedNumber, storesBusy } from './payments'

/* How a call to Stripe is understood: decided, unknown, or kept as broken under its key. */

/** What stores refuse is documented by its codes alone, with whatever status (https://docs.stripe.com/error-codes). */
const saidByStores = [...storesBusy, rejectedNumber]

/** Final decisions of the provider, as opposed to failures: a busy or broken provider may respond differently later. */
export const isDecided = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError &&
  (saidByStores.includes(error.code ?? '') ||
    (['StripeInvalidRequestError', 'StripeCardError', 'StripeIdempotencyError'].includes(error.type) &&
      error.statusCode !== 409 &&
      error.statusCode !== 429))

export const decided = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (isDecided(error)) throw new PaymentRefused(error.code ?? error.type)
    throw error
  }
}

/** For ending something that may have ended already: after a refusal the object's current state is returned. */
export const currentAfterRefusal = async <T>(
  call: Promise<T>,
  look: () => Promise<T>,
  hasEnded: (now: T) => boolean,
): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (!isDecided(error)) throw error
    const now = await decided(look())
    if (hasEnded(now)) return now
    throw new PaymentRefused(error.code ?? error.type)
  }
}

/**
 * A failure that Stripe keeps under the idempotency key, as it keeps every answer once an endpoint has begun: the same key answers
 * the same for a day, so a key that is derived from what is made would block it that long.
 */
const isKeptFailure = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true' &&
  !isDecided(error)

/** Keys that are tried after kept failures: `key`, `key:2`, ... The next run begins with the first, and meets its answers again. */
const mostKeys = 5

/** Makes something once. After a kept failure it is looked for (the call may have made it all the same) before the next key. */
export const once = async <T>(
  key: string,
  call: (key: string) => Promise<T>,
  look: () => Promise<T | undefined> = async () => undefined,
): Promise<T> => {
  for (let n = 1; ; n++) {
    try {
      return await call(n === 1 ? key : `${key}:${n}`)
    } catch (error) {
      if (!isKeptFailure(error) || n === mostKeys) throw error
      const made = await look()
      if (made !== undefined) return made
    }
  }
}

const namesOfApi = new Set([
  ...[
    'account',
    'accounts',
    'balance_transactions',
    'billing_portal',
    'charges',
    'checkout',
    'configurations',
    'customers',
  ],
  ...[
    'disputes',
    'events',
    'invoices',
    'payment_intents',
    'prices',
    'products',
    'refunds',
    'sessions',
    'subscriptions',
  ],
  ...['cancel', 'confirm', 'expire', 'pay'],
])
/** `POST checkout/sessions/:id/expire`. Whatever is no name of the API is an id, which may be one that a fan typed. */
const callOf = ({ method, path }: Stripe.ResponseEvent) => {
  const segments = path.replace(/^\/v1\/|\?.*$/g, '').split('/')
  return `${method} ${segments.map((one) => (namesOfApi.has(one) ? one : ':id')).join('/')}`
}

/** Operators see how long its calls take (`/api/metrics`). */
export const measured = (stripe: Stripe): Stripe => {
  stripe.on('response', (answer: Stripe.ResponseEvent) =>
    metrics().providerSeconds.observe({ call: callOf(answer), status: answer.status }, answer.elapsed / 1000),
  )
  return stripe
}
