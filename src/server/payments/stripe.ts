import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { now } from '../clock'
import { PaymentRefused, type Payments, rejectedNumber, type SessionLine } from './payments'
import { currentAfterRefusal, decided, isDecided, measured, once } from './stripeCalls'
import { inTime, payingClient } from './stripeClient'
import { stripeLists } from './stripeLists'
import {
  disputeOf,
  eventOf,
  idOf,
  intentOf,
  invoiceOf,
  opened,
  paidSessionOf,
  refundOf,
  sessionOf,
  subscriptionOf,
  toSeconds,
} from './stripeObjects'
import { stripePortal } from './stripePortal'

/* Stripe by its own SDK. If the key is not one of Stripe's, the same SDK talks to the payment sandbox.
 * Every call that makes something carries a key that was stored before it (rule: B10). */
type Settings = {
  secretKey: string
  webhookSecret: string
  /** Base URL of the API, if it is not Stripe's. */
  at?: { protocol: 'http' | 'https'; host: string; port: number }
}

const currency = 'jpy'
/** Characters: https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-custom_text-submit-message */
const longestNote = 1200

const lineOf = (line: SessionLine): Stripe.Checkout.SessionCreateParams.LineItem =>
  'priceId' in line
    ? { price: line.priceId, quantity: 1 }
    : {
        price_data: { currency, unit_amount: line.unitPrice, product_data: { name: line.name } },
        quantity: line.quantity,
      }

/** Ten or eleven digits, as stores ask for. */
const digitsOf = (phone: string) => phone.normalize('NFKC').replace(/^\+81/, '0').replaceAll(/\D/g, '')

type Voucher = Parameters<Payments['issueKonbini']>[0]
const konbiniPayer = ({ name, email, phone, expiresAt, returnUrl: return_url }: Voucher) => {
  const digits = digitsOf(phone)
  return {
    return_url,
    payment_method_data: {
      type: 'konbini',
      billing_details: { name, email, ...(digits && { phone: digits }) },
    },
    payment_method_options: {
      konbini: {
        expires_at: toSeconds(expiresAt),
        ...(/^(?!0+$)\d{10,11}$/.test(digits) && { confirmation_number: digits }),
      },
    },
  } satisfies Stripe.PaymentIntentConfirmParams
}

const tolerance = 300
const timeOf = (signature: string) => Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN)

export const stripePayments = ({ secretKey, webhookSecret, at }: Settings): Payments => {
  const settings = { ...at, httpClient: payingClient(at), maxNetworkRetries: 2, telemetry: false }
  const stripe = measured(new Stripe(secretKey, settings))

  const findPrice = async (priceId: string) =>
    (await decided(stripe.prices.list({ lookup_keys: [priceId], limit: 1 }))).data[0]

  let account: Promise<string> | undefined

  return inTime({
    // Asked once: a key is of one account.
    account: async () => {
      account ??= decided(stripe.accounts.retrieveCurrent()).then(
        ({ id }) => `${id}:${/^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test'}`,
      )
      return account.catch((error: unknown) => {
        account = undefined
        throw error
      })
    },
    createCustomer: async ({ uid, email, name, locale }, key) => {
      const of = {
        ...(email && { email }),
        ...(name && { name }),
        ...(locale && { preferred_locales: [locale] }),
        metadata: { uid },
      }
      // A second customer of a person would be of no harm.
      return (await decided(once(key, (idempotencyKey) => stripe.customers.create(of, { idempotencyKey })))).id
    },

    forgetCustomer: async (customerId) => {
      await decided(stripe.customers.update(customerId, { name: '', email: '', phone: '' }))
    },
    customer: async (customerId) => {
      const customer = await decided(stripe.customers.retrieve(customerId))
      return {
        id: customerId,
        cardId: customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method),
      }
    },

    ensurePrice: async ({ priceId, name, amount, interval, descriptor }, key) => {
      const found = await findPrice(priceId)
      if (found) {
        if (found.unit_amount !== amount || found.currency !== currency) throw new PaymentRefused('price_mismatch')
        return found.id
      }
      try {
        const of = {
          currency,
          unit_amount: amount,
          recurring: { interval },
          lookup_key: priceId,
          nickname: name.slice(0, 200),
          product_data: { name: name.slice(0, 200), ...(descriptor && { statement_descriptor: descriptor }) },
        }
        const made = await once<{ id: string }>(
          key,
          (idempotencyKey) => stripe.prices.create(of, { idempotencyKey }),
          () => findPrice(priceId),
        )
        return made.id
      } catch (error) {
        // Another call may have created it first.
        const made = isDecided(error) ? await findPrice(priceId) : undefined
        if (made) return made.id
        if (isDecided(error)) throw new PaymentRefused(error.code ?? error.type)
        throw error
      }
    },

    openSession: async (of, key) => {
      const metadata = { orderId: of.orderId }
      const asked: Stripe.Checkout.SessionCreateParams = {
        mode: of.mode,
        customer: of.customerId,
        line_items: of.lines.map(lineOf),
        client_reference_id: of.orderId,
        metadata,
        success_url: of.successUrl,
        cancel_url: of.cancelUrl,
        expires_at: toSeconds(of.expiresAt),
        locale: of.locale,
        allowed_payment_method_types: ['card'],
        // The yen that our page has named, in no other currency.
        adaptive_pricing: { enabled: false },
        ...(of.note && { custom_text: { submit: { message: of.note.slice(0, longestNote) } } }),
        ...(of.mode === 'subscription'
          ? {
              subscription_data: {
                metadata,
                billing_mode: { type: 'flexible' },
                ...(of.startsAt !== undefined && { trial_end: toSeconds(of.startsAt) }),
              },
            }
          : {
              payment_intent_data: {
                metadata,
                ...(of.descriptor && { statement_descriptor_suffix: of.descriptor }),
              },
            }),
      }
      const session = await decided(
        once<Stripe.Checkout.Session>(
          key,
          (idempotencyKey) => stripe.checkout.sessions.create(asked, { idempotencyKey }),
          async () => {
            const { data } = await stripe.checkout.sessions.list({ customer: of.customerId, limit: 20 })
            return data.find(({ status, metadata: named }) => status === 'open' && named?.orderId === of.orderId)
          },
        ),
      )
      return sessionOf(session)
    },
    session: async (id) => paidSessionOf(await decided(stripe.checkout.sessions.retrieve(id, opened.whatPaid))),
    expireSession: async (id) =>
      sessionOf(
        await currentAfterRefusal(
          stripe.checkout.sessions.expire(id),
          () => stripe.checkout.sessions.retrieve(id),
          ({ status }) => status !== 'open',
        ),
      ),

    /*
     * In two calls. The first one has the same parameters whatever the payer types, so that all presses of an order get
     * one PaymentIntent; the second one gives it the payer, and thereby its voucher, once.
     */
    issueKonbini: async (of, key) => {
      const asked: Stripe.PaymentIntentCreateParams = {
        amount: of.amount,
        currency,
        customer: of.customerId,
        allowed_payment_method_types: ['konbini'],
        metadata: { orderId: of.orderId },
      }
      const made = await decided(once(key, (idempotencyKey) => stripe.paymentIntents.create(asked, { idempotencyKey })))
      // A repeated answer says how the intent was when it was made: since then it may have got its voucher.
      const isRepeated = made.lastResponse.headers['idempotent-replayed'] === 'true'
      const current = isRepeated ? await decided(stripe.paymentIntents.retrieve(made.id, opened.charge)) : made
      if (current.status !== 'requires_payment_method') return intentOf(current)
      const confirmed = (payer: ReturnType<typeof konbiniPayer>) => {
        // An intent takes one payer, whatever the keys: a refusal that is kept under one does not outlive its minute.
        const minute = Math.floor(now() / 60_000)
        const words = createHash('sha256').update(JSON.stringify(payer)).digest('hex').slice(0, 32)
        return currentAfterRefusal(
          once(`${key}:payer:${words}:${minute}`, (idempotencyKey) =>
            stripe.paymentIntents.confirm(made.id, { ...payer, ...opened.charge }, { idempotencyKey }),
          ),
          () => stripe.paymentIntents.retrieve(made.id, opened.charge),
          // Another press with other words was faster.
          ({ status }) => status !== 'requires_payment_method',
        )
      }
      const intent = await confirmed(konbiniPayer(of)).catch((error: unknown) => {
        // A number of the provider's takes the place of one that the stores reject as too common.
        if (!(error instanceof PaymentRefused) || error.code !== rejectedNumber) throw error
        return confirmed(konbiniPayer({ ...of, phone: '' }))
      })
      return intentOf(intent)
    },
    intent: async (id) => intentOf(await decided(stripe.paymentIntents.retrieve(id, opened.charge))),
    cancelIntent: async (id) =>
      intentOf(
        await currentAfterRefusal(
          stripe.paymentIntents.cancel(id, opened.charge),
          () => stripe.paymentIntents.retrieve(id, opened.charge),
          ({ status }) => status === 'canceled' || status === 'succeeded',
        ),
      ),

    subscription: async (id) => subscriptionOf(await decided(stripe.subscriptions.retrieve(id))),
    setCancelAtPeriodEnd: async (id, cancels, key) => {
      // In the flexible billing mode the provider's own pages end it by the moment alone, which has to be taken back by itself.
      const kept = cancels ? null : await decided(stripe.subscriptions.retrieve(id))
      const isByMoment = kept !== null && kept.cancel_at !== null && !kept.cancel_at_period_end
      const asked = isByMoment ? { cancel_at: '' as const } : { cancel_at_period_end: cancels }
      const ask = (idempotencyKey: string) => stripe.subscriptions.update(id, asked, { idempotencyKey })
      return subscriptionOf(await decided(once(isByMoment ? `${key}:moment` : key, ask)))
    },
    // A trial that starts again: the next charge is at its end, and periods are counted from there.
    chargeFrom: async (id, at, key) =>
      subscriptionOf(
        await decided(
          once(key, (idempotencyKey) =>
            stripe.subscriptions.update(
              id,
              { trial_end: toSeconds(at), proration_behavior: 'none' },
              { idempotencyKey },
            ),
          ),
        ),
      ),
    // Of another interval it would charge at once, unless a trial lasts: https://docs.stripe.com/api/subscriptions/update
    setPrice: async (id, { priceId: price, from }, key) => {
      const { items } = await decided(stripe.subscriptions.retrieve(id))
      const asked: Stripe.SubscriptionUpdateParams = {
        items: items.data.slice(0, 1).map((item) => ({ id: item.id, price })),
        proration_behavior: 'none',
        ...(from !== null && { trial_end: toSeconds(from) }),
      }
      return subscriptionOf(
        await decided(once(key, (idempotencyKey) => stripe.subscriptions.update(id, asked, { idempotencyKey }))),
      )
    },
    cancelSubscription: async (id, key) =>
      subscriptionOf(
        await currentAfterRefusal(
          once(key, (idempotencyKey) =>
            stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }, { idempotencyKey }),
          ),
          () => stripe.subscriptions.retrieve(id),
          ({ status }) => status === 'canceled' || status === 'incomplete_expired',
        ),
      ),
    setCard: async (id, cardId, key) =>
      subscriptionOf(
        await decided(
          once(key, (idempotencyKey) =>
            stripe.subscriptions.update(id, { default_payment_method: cardId }, { idempotencyKey }),
          ),
        ),
      ),
    payInvoice: async (id, cardId, key) =>
      invoiceOf(
        await currentAfterRefusal(
          once<Stripe.Invoice>(
            key,
            (idempotencyKey) =>
              stripe.invoices.pay(
                id,
                { payment_method: cardId, off_session: true, ...opened.payments },
                { idempotencyKey },
              ),
            async () => {
              const invoice = await stripe.invoices.retrieve(id, opened.payments)
              return invoice.status === 'open' ? undefined : invoice
            },
          ),
          () => stripe.invoices.retrieve(id, opened.payments),
          () => true,
        ),
      ),
    invoice: async (id) => invoiceOf(await decided(stripe.invoices.retrieve(id, opened.payments))),
    invoicesOf: async (subscription) => {
      const { data } = await decided(stripe.invoices.list({ subscription, limit: 24, expand: ['data.payments'] }))
      // A list opens its objects one level less.
      const open = ({ id, status }: Stripe.Invoice) =>
        status === 'open' ? decided(stripe.invoices.retrieve(id, opened.payments)) : undefined
      return Promise.all(data.map(async (invoice) => invoiceOf((await open(invoice)) ?? invoice)))
    },

    refund: async ({ refundId, intentId, amount, instructionsEmail }, key) => {
      const asked = {
        payment_intent: intentId,
        amount,
        metadata: { refundId },
        ...(instructionsEmail && { instructions_email: instructionsEmail }),
      }
      const made = once<Stripe.Refund>(
        key,
        (idempotencyKey) => stripe.refunds.create(asked, { idempotencyKey }),
        async () => {
          const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 })
          return data.find(({ metadata }) => metadata?.refundId === refundId)
        },
      )
      return refundOf(await decided(made))
    },
    refundById: async (id) => refundOf(await decided(stripe.refunds.retrieve(id))),
    refundsOf: async (intentId) => {
      const all = stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 })
      return (await decided(all)).map(refundOf)
    },
    dispute: async (id) => disputeOf(await decided(stripe.disputes.retrieve(id))),

    verifyEvent: (body, signature, now) => {
      // The SDK accepts timestamps in the future.
      if (!(timeOf(signature) <= toSeconds(now) + tolerance)) return null
      try {
        const bytes = Buffer.from(body)
        return eventOf(stripe.webhooks.constructEvent(bytes, signature, webhookSecret, tolerance, undefined, now))
      } catch {
        return null
      }
    },
    ...stripeLists(stripe),
    ...stripePortal(stripe),
  })
}
