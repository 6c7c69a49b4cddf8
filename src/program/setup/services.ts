import { createECDH } from 'node:crypto'
import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { identityAdmin } from '#server/identity/identity.ts'
import { clientInTime } from '#server/payments/stripeClient.ts'
import type { Part } from './part'

const hostOf = (url: string) => new URL(url).host

/** Connects and signs in; no mail is sent. */
export const mail: Part = async ({ SMTP_URL }) => {
  if (!SMTP_URL) return { unset: 'SMTP_URL is empty: mails are kept in DATA_DIR' }
  const patience = { connectionTimeout: 3000, dnsTimeout: 3000, greetingTimeout: 5000, socketTimeout: 10_000 }
  const transport = createTransport({ url: SMTP_URL, ...patience })
  await transport.verify().finally(() => transport.close())
  return `${hostOf(SMTP_URL)} takes our sign-in`
}

/** The two keys have to be one pair: otherwise every push service refuses every message. */
export const push: Part = async ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }) => {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY)
    return { unset: 'VAPID_PUBLIC_KEY is empty: fans get no messages on their devices' }
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url')
  if (pair.getPublicKey('base64url') !== VAPID_PUBLIC_KEY)
    throw new Error('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY')
  return 'the keys are a pair'
}

export const identity: Part = async ({ FIREBASE_PROJECT_ID, USE_EMULATOR, FIREBASE_AUTH_EMULATOR_HOST }) => {
  if (USE_EMULATOR && !FIREBASE_AUTH_EMULATOR_HOST)
    return { unset: 'the emulator starts with the program (USE_EMULATOR)' }
  await identityAdmin().listUsers(1)
  return `${FIREBASE_PROJECT_ID} lets us manage its accounts`
}

/** What fans pay by; a provider that has switched one off refuses it at the first purchase. */
const needed = { card_payments: 'cards', konbini_payments: 'convenience stores' } as const

export const payments: Part = async ({ STRIPE_SECRET_KEY: key }) => {
  if (!key) return { unset: 'STRIPE_SECRET_KEY is empty: the demo pays by its sandbox' }
  const stripe = new Stripe(key, { httpClient: clientInTime(), maxNetworkRetries: 0, telemetry: false })
  const account = await stripe.accounts.retrieveCurrent().catch((error: unknown) => {
    // The provider repeats parts of the key.
    if (error instanceof Stripe.errors.StripeAuthenticationError) throw new Error('STRIPE_SECRET_KEY is refused')
    throw error
  })
  const mode = /_live_/.test(key) ? 'real money' : 'test mode'
  const off = Object.entries(needed).filter(([name]) => {
    const state = account.capabilities?.[name as keyof typeof needed]
    return state !== undefined && state !== 'active'
  })
  if (off.length > 0) throw new Error(`the account ${account.id} takes no ${off.map(([, name]) => name).join(', ')}`)
  if (account.charges_enabled === false) throw new Error(`the account ${account.id} may not charge yet`)
  return `the account ${account.id}, ${mode}`
}
