import type Stripe from 'stripe'
import { z } from 'zod'
import { expireSession } from '../checkout'
import { newPrice, newProduct } from '../objects/customers'
import { newIntent } from '../objects/payments'
import { type NewLine, newSession } from '../objects/sessions'
import { attachCard, cancelIntent, chargeCard, issueVoucher } from '../paying'
import { get, lock, save } from '../store'
import type { World } from '../world'
import { boolean, expand, Failure, integer, invalid, metadata, read, text, yen } from './form'
import { listing, type Routes, retrieve } from './routes'
import { checkStores } from './stores'

// --- Checkout --------------------------------------------------------------------------------------------------------

const amount = integer.pipe(z.number().min(0).max(99_999_999))
const line = z.strictObject({
  price: text.optional(),
  price_data: z
    .strictObject({
      currency: yen,
      unit_amount: amount,
      product: text.optional(),
      product_data: z.strictObject({ name: text, images: z.array(text).max(8).optional() }).optional(),
      recurring: z.strictObject({ interval: z.enum(['month', 'year']) }).optional(),
    })
    .optional(),
  quantity: integer.pipe(z.number().min(1)).default(1),
})

/** Latin, with a letter, and short enough beside the account's own: https://docs.stripe.com/get-started/account/statement-descriptors */
const suffix = z
  .string()
  .max(22)
  .regex(/^(?=.*[A-Za-z])[^<>\\'"*]+$/)
const sessionFields = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  customer: text,
  line_items: z.array(line).min(1).max(100),
  success_url: z.url().max(5000),
  cancel_url: z.url().max(5000).optional(),
  expires_at: integer.optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.default({}),
  locale: z.enum(['ja', 'en', 'auto']).optional(),
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_end: integer.optional(),
      billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      statement_descriptor_suffix: suffix.optional(),
    })
    .optional(),
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: text.max(1200) }).optional() }).optional(),
  expand,
})
type SessionFields = z.output<typeof sessionFields>

const priceOf = async ({ db, at }: World, { price, price_data }: z.output<typeof line>): Promise<NewLine['price']> => {
  if ((price === undefined) === (price_data === undefined)) {
    throw invalid('You must provide one of `price` or `price_data` for each line item.', { param: 'line_items' })
  }
  if (price) return (await get(db, 'price', price, 'line_items[0][price]')).body
  const name = price_data?.product_data?.name
  const made = name === undefined ? null : newProduct(at, { name, metadata: {} })
  if (made) save(db, made)
  const product = made ?? (await get(db, 'product', price_data?.product ?? '', 'product')).body
  const inline = newPrice(at, {
    product: product.id,
    amount: price_data?.unit_amount ?? 0,
    interval: price_data?.recurring?.interval ?? null,
    lookupKey: null,
    nickname: product.name,
    metadata: {},
  })
  save(db, inline)
  return inline
}

const halfHour = 1800
const checkSession = ({ mode, expires_at, subscription_data, payment_intent_data }: SessionFields, at: number) => {
  if (expires_at !== undefined && (expires_at < at + halfHour || expires_at > at + 86_400)) {
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    )
  }
  if (mode === 'payment' && subscription_data) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' })
  }
  if (mode === 'subscription' && payment_intent_data) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', { param: 'payment_intent_data' })
  }
  const trialEnd = subscription_data?.trial_end
  if (trialEnd !== undefined && trialEnd < at + 48 * 3600) {
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    })
  }
}

const checkout: Routes = {
  'POST /v1/checkout/sessions': async (world, { sent, origin }) => {
    const { db, at } = world
    const of = read(sessionFields, sent)
    checkSession(of, at)
    const { body: customer } = await get(db, 'customer', of.customer, 'customer')
    const lines: NewLine[] = []
    for (const each of of.line_items) {
      const price = await priceOf(world, each)
      if (price.type === 'recurring' && of.mode === 'payment') {
        throw invalid('You must provide one-time prices in `payment` mode.', { param: 'line_items' })
      }
      lines.push({ name: price.nickname ?? price.id, price, quantity: each.quantity })
    }
    // What is sold once beside a subscription stands on its first invoice.
    if (of.mode === 'subscription' && lines.filter(({ price }) => price.type === 'recurring').length !== 1) {
      throw invalid('The sandbox takes one recurring price for a subscription.', { param: 'line_items' })
    }
    const trialEnd = of.subscription_data?.trial_end
    const sum = lines.reduce((all, { price, quantity }) => all + (price.unit_amount ?? 0) * quantity, 0)
    const session = newSession(at, {
      mode: of.mode,
      customer,
      lines,
      amount: trialEnd === undefined ? sum : 0,
      metadata: of.metadata,
      clientReferenceId: of.client_reference_id ?? null,
      successUrl: of.success_url,
      cancelUrl: of.cancel_url ?? null,
      expiresAt: of.expires_at ?? at + 86_400,
      locale: of.locale ?? null,
      isAdaptive: of.adaptive_pricing?.enabled ?? true,
      submitText: of.custom_text?.submit ?? null,
      methods: of.allowed_payment_method_types ?? null,
      url: (id) => `${origin}${of.locale === 'en' ? '/en' : ''}/sandbox/checkout/${id}`,
    })
    const kept = {
      ...(of.subscription_data?.metadata && { subscriptionMetadata: of.subscription_data.metadata }),
      ...(of.payment_intent_data?.metadata && { intentMetadata: of.payment_intent_data.metadata }),
      ...(of.payment_intent_data?.statement_descriptor_suffix && {
        descriptor: of.payment_intent_data.statement_descriptor_suffix,
      }),
      ...(trialEnd !== undefined && { trialEnd }),
      ...(of.subscription_data?.billing_mode && { billingMode: of.subscription_data.billing_mode.type }),
    }
    save(db, session, { kept, dueAt: session.expires_at * 1000 })
    return { body: session, expand: of.expand }
  },
  'POST /v1/checkout/sessions/:id/expire': async (world, { id, sent }) => {
    const of = read(z.strictObject({ expand }), sent)
    const found = await lock(world.db, 'checkout.session', id)
    const expired = await expireSession(world, found)
    if (!expired) {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.body.status}\`.`,
      )
    }
    return { body: expired, expand: of.expand }
  },
  'GET /v1/checkout/sessions/:id': retrieve('checkout.session'),
  'GET /v1/checkout/sessions': listing('checkout.session', '/v1/checkout/sessions', [
    'customer',
    'payment_intent',
    'subscription',
    'status',
  ]),
}

// --- PaymentIntents --------------------------------------------------------------------------------------------------

const payerFields = {
  return_url: z.url().optional(),
  payment_method_data: z
    .strictObject({
      type: z.enum(['konbini']),
      billing_details: z.strictObject({
        name: text.optional(),
        email: z.email().optional(),
        phone: z.string().max(20).optional(),
      }),
    })
    .optional(),
  payment_method_options: z
    .strictObject({
      konbini: z
        .strictObject({ confirmation_number: z.string().optional(), expires_at: integer.optional() })
        .optional(),
    })
    .optional(),
  expand,
}
const confirmFields = z.strictObject(payerFields)
const intentFields = z.strictObject({
  ...payerFields,
  amount: integer,
  currency: yen,
  customer: text.optional(),
  confirm: boolean.default(false),
  description: z.string().max(1000).optional(),
  receipt_email: z.email().optional(),
  metadata: metadata.default({}),
  allowed_payment_method_types: z.array(z.enum(['card', 'konbini'])).length(1),
  payment_method: text.optional(),
  off_session: boolean.optional(),
})
type IntentFields = z.output<typeof intentFields>
type ConfirmFields = z.output<typeof confirmFields>

const limits = { card: { least: 50, most: 99_999_999 }, konbini: { least: 120, most: 300_000 } } as const

const checkAmount = (value: number, method: 'card' | 'konbini') => {
  if (value < limits[method].least) {
    throw invalid(`Amount must be no less than ¥${limits[method].least}`, { code: 'amount_too_small', param: 'amount' })
  }
  if (value > limits[method].most) {
    throw invalid(`Amount must be no more than ¥${limits[method].most}`, { code: 'amount_too_large', param: 'amount' })
  }
}

const lastSecondOfTokyoDay = (at: number, days: number) =>
  Math.floor((at + 9 * 3600) / 86_400 + days + 1) * 86_400 - 9 * 3600 - 1

const confirmAtStore = async (world: World, intent: Stripe.PaymentIntent, of: ConfirmFields, origin: string) => {
  const { billing_details: who } = of.payment_method_data ?? {}
  for (const name of ['name', 'email'] as const) {
    if (!who?.[name]) {
      const param = `payment_method_data[billing_details][${name}]`
      throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    }
  }
  // Whether stores want one is not documented: https://docs.stripe.com/api/payment_intents/confirm#confirm_payment_intent-return_url
  if (world.settings.returnUrl === 'wanted' && of.return_url === undefined)
    throw invalid('You must provide a `return_url` when confirming this PaymentIntent.', {
      code: 'parameter_missing',
      param: 'return_url',
    })
  const { confirmation_number, expires_at } = of.payment_method_options?.konbini ?? {}
  checkStores(world.settings, confirmation_number)
  if (expires_at !== undefined && (expires_at < world.at + halfHour || expires_at > world.at + 60 * 86_400)) {
    throw invalid('The expiry must be between 30 minutes and 60 days from now.', {
      param: 'payment_method_options[konbini][expires_at]',
    })
  }
  return issueVoucher(world, intent, {
    name: who?.name ?? '',
    email: who?.email ?? '',
    phone: who?.phone ?? null,
    confirmationNumber: confirmation_number ?? null,
    expiresAt: expires_at ?? lastSecondOfTokyoDay(world.at, 3),
    voucherUrl: `${origin}/sandbox/voucher/${intent.id}`,
  })
}

const cardRefused = (intent: Stripe.PaymentIntent) =>
  new Failure(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: intent,
  })

/** Stripe's test cards with their behaviour. */
const testCards = {
  pm_card_visa: 'works',
  pm_card_authenticationRequired: 'authenticates',
  pm_card_chargeDeclined: 'declines',
  pm_card_chargeCustomerFail: 'declinesLater',
} as const

const confirmCard = async (world: World, intent: Stripe.PaymentIntent, of: IntentFields) => {
  if (!of.payment_method)
    throw invalid('Missing required param: payment_method.', { code: 'parameter_missing', param: 'payment_method' })
  const behaviour = testCards[of.payment_method as keyof typeof testCards]
  const methodId = behaviour && of.customer ? (await attachCard(world, of.customer, behaviour)).id : of.payment_method
  return chargeCard(world, {
    amount: of.amount,
    customer: of.customer ?? null,
    methodId,
    isFirst: !of.off_session,
    metadata: of.metadata,
    description: of.description ?? null,
    earlier: intent,
  })
}

const intents: Routes = {
  'POST /v1/payment_intents': async (world, { sent, origin }) => {
    const { db, at, emit } = world
    const of = read(intentFields, sent)
    const method = of.allowed_payment_method_types[0] ?? 'card'
    checkAmount(of.amount, method)
    if (method === 'konbini' && world.settings.stores === 'notActivated')
      throw invalid(
        'The payment method type "konbini" is invalid. Please ensure the provided type is activated in your dashboard.',
        { param: 'allowed_payment_method_types' },
      )
    if (of.customer) await get(db, 'customer', of.customer, 'customer')
    const intent = newIntent(at, {
      amount: of.amount,
      customer: of.customer ?? null,
      method,
      metadata: of.metadata,
      description: of.description ?? null,
      receiptEmail: of.receipt_email ?? null,
      isOffSession: false,
    })
    save(db, intent)
    emit('payment_intent.created', intent)
    if (!of.confirm) return { body: intent, expand: of.expand }
    const confirmed = await (method === 'konbini'
      ? confirmAtStore(world, intent, of, origin)
      : confirmCard(world, intent, of))
    // The error is returned, not thrown, so that the declined charge stays stored.
    if (method === 'card' && confirmed.status === 'requires_payment_method')
      return { status: 402, body: { error: cardRefused(confirmed).error } }
    return { body: confirmed, expand: of.expand }
  },
  'POST /v1/payment_intents/:id/confirm': async (world, { id, sent, origin }) => {
    const of = read(confirmFields, sent)
    const { body } = await lock(world.db, 'payment_intent', id)
    if (!body.payment_method_types.includes('konbini'))
      throw invalid('The sandbox confirms a PaymentIntent for a card when it makes it.')
    if (body.status !== 'requires_payment_method') {
      throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${body.status}.`, {
        code: 'payment_intent_unexpected_state',
      })
    }
    return { body: await confirmAtStore(world, body, of, origin), expand: of.expand }
  },
  'POST /v1/payment_intents/:id/cancel': async (world, { id, sent }) => {
    const of = read(
      z.strictObject({
        cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
        expand,
      }),
      sent,
    )
    const { body, kept } = await lock(world.db, 'payment_intent', id)
    // https://docs.stripe.com/payments/konbini/accept-a-payment: while the customer is paying, it cannot be canceled.
    if (body.status === 'requires_action' && kept.isBeingPaid) {
      throw new Failure(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'You cannot cancel this PaymentIntent while its customer is paying.',
      })
    }
    if (body.status === 'succeeded' || body.status === 'canceled') {
      throw invalid(
        `You cannot cancel this PaymentIntent because it has a status of ${body.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
        { code: 'payment_intent_unexpected_state' },
      )
    }
    return { body: await cancelIntent(world, body, of.cancellation_reason ?? null), expand: of.expand }
  },
  'GET /v1/payment_intents/:id': retrieve('payment_intent'),
  'GET /v1/payment_intents': listing('payment_intent', '/v1/payment_intents', ['customer']),
  'GET /v1/charges': listing('charge', '/v1/charges', ['customer']),
}

export const checkoutRoutes: Routes = { ...checkout, ...intents }
