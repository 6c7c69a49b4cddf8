import type Stripe from 'stripe'
import { inYen, newBalanceTransaction, type Settled, sorts } from './objects/balance'
import { newCard, newKonbini } from './objects/customers'
import { newCharge, newIntent } from './objects/payments'
import { type CardBehaviour, find, get, lock, randomLetters, save } from './store'
import type { World } from './world'

/** The id of a reference that the SDK types as an id or an expanded object; null for none. */
export const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)

const declinedBy = (method: Stripe.PaymentMethod, charge: Stripe.Charge): Stripe.PaymentIntent.LastPaymentError => ({
  advice_code: 'try_again_later',
  charge: charge.id,
  code: 'card_declined',
  decline_code: 'generic_decline',
  doc_url: 'https://docs.stripe.com/error-codes#card-declined',
  message: 'Your card was declined.',
  payment_method: method,
  type: 'card_error',
})

/** The control API can make this customer's next charges fail. */
const isRefusedOnce = async ({ db }: World, customerId: string | null): Promise<boolean> => {
  const customer = customerId ? await find(db, 'customer', customerId, { locked: true }) : null
  const declines = customer?.kept.declines ?? 0
  if (!customer || declines === 0) return false
  save(db, customer.body, { kept: { ...customer.kept, declines: declines - 1 } })
  return true
}

/** The payment comes into the balance, less what the provider keeps of it. */
const keepPaid = async (
  { db, at, settings }: World,
  { id, amount: paid, payment_method_details }: Stripe.Charge,
  settled: Settled,
) => {
  const sort = payment_method_details?.type === 'card' ? sorts.charge : sorts.payment
  const amount = Math.round(paid * (settled.rate ?? 1))
  const fee = { amount: Math.round((amount * settings.feeRate) / 1_000_000), description: 'Stripe processing fees' }
  const transaction = newBalanceTransaction(at, sort, { source: id, amount, fee, settled })
  save(db, transaction)
  return transaction.id
}

const settle = async (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { isPaid, store, into = inYen }: { isPaid: boolean; store: string | null; into?: Settled },
): Promise<Stripe.PaymentIntent> => {
  const { db, at, emit } = world
  const made = newCharge(at, intent, { method, store, isPaid })
  const charge = isPaid ? { ...made, balance_transaction: await keepPaid(world, made, into) } : made
  save(db, charge)
  const settled: Stripe.PaymentIntent = {
    ...intent,
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: isPaid ? null : declinedBy(method, charge),
    latest_charge: charge.id,
    next_action: null,
    payment_method: isPaid ? method.id : null,
    status: isPaid ? 'succeeded' : 'requires_payment_method',
  }
  save(db, settled)
  emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge)
  emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', settled)
  return settled
}

/**
 * The bank asks the cardholder before it pays; an intent waits for that answer as long as it takes:
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
const askBank = async (
  { db, emit }: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Stripe.PaymentIntent> => {
  const asked: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: method.id,
    status: 'requires_action',
  }
  save(db, asked)
  emit('payment_intent.requires_action', asked)
  return asked
}

/** The cardholder has confirmed the payment to the bank, or has not: a failed authentication makes no charge. */
export const answerBank = async (world: World, intentId: string, isConfirmed: boolean) => {
  const { db, emit } = world
  const { body: intent } = await lock(db, 'payment_intent', intentId)
  const methodId = idOf(intent.payment_method)
  if (intent.status !== 'requires_action' || !methodId) return intent
  const { body: method } = await get(db, 'payment_method', methodId)
  if (isConfirmed) return settle(world, intent, method, { isPaid: true, store: null })
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
      payment_method: method,
      type: 'card_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  save(db, failed)
  emit('payment_intent.payment_failed', failed)
  return failed
}

/** Charges a card; creates an intent unless one is given that was refused before. */
export const chargeCard = async (
  world: World,
  of: {
    amount: number
    customer: string | null
    methodId: string
    isFirst: boolean
    metadata: Record<string, string>
    description: string | null
    descriptor?: string | undefined
    earlier?: Stripe.PaymentIntent | undefined
    isOffSession?: boolean
  },
): Promise<Stripe.PaymentIntent> => {
  const { db, at } = world
  const method = await get(db, 'payment_method', of.methodId)
  const isRefused =
    method.kept.card === 'declines' ||
    (method.kept.card === 'declinesLater' && !of.isFirst) ||
    (await isRefusedOnce(world, of.customer))
  const intent =
    of.earlier ??
    newIntent(at, {
      amount: of.amount,
      customer: of.customer,
      method: 'card',
      metadata: of.metadata,
      description: of.description,
      descriptor: of.descriptor,
      receiptEmail: null,
      isOffSession: of.isOffSession ?? false,
    })
  if (!isRefused && method.kept.card === 'authenticates') return askBank(world, intent, method.body)
  return settle(world, intent, method.body, { isPaid: !isRefused, store: null })
}

/**
 * A payment that somebody takes on the same account by hand, or with another program, in whatever currency: its money comes
 * into the balance in yen at that day's rate, or stays in a balance of its own currency
 * (https://docs.stripe.com/currencies/conversion, https://docs.stripe.com/api/balance_transactions/object).
 */
export const takePayment = async (
  world: World,
  of: { customer: string; amount: number; currency: string; yen: number | null; orderId: string },
) => {
  const card = newCard(world.at, of.customer, 'works')
  save(world.db, card, { kept: { card: 'works' } })
  const made = newIntent(world.at, {
    ...{
      amount: of.amount,
      customer: of.customer,
      method: 'card',
      metadata: of.orderId ? { orderId: of.orderId } : {},
    },
    ...{ description: null, receiptEmail: null, isOffSession: false },
  })
  const into = of.yen === null ? { currency: of.currency, rate: null } : { currency: 'jpy', rate: of.yen / of.amount }
  return settle(world, { ...made, currency: of.currency }, card, { isPaid: true, store: null, into })
}

/** What an amount of this payment is in the balance. */
export const inBalance = async ({ db }: World, charge: Stripe.Charge | null, amount: number) => {
  const id = idOf(charge?.balance_transaction)
  const kept = id === null ? null : (await get(db, 'balance_transaction', id)).body
  const settled: Settled = kept === null ? inYen : { currency: kept.currency, rate: kept.exchange_rate ?? null }
  return { amount: Math.round(amount * (settled.rate ?? 1)), settled }
}

/**
 * Attaches a card to a customer and makes it the customer's default, as the billing portal does. A subscription keeps the card
 * of its own: https://docs.stripe.com/customer-management/integrate-customer-portal (payment methods).
 */
export const attachCard = async (
  { db, at, emit }: World,
  customerId: string,
  behaviour: CardBehaviour,
): Promise<Stripe.PaymentMethod> => {
  const card = newCard(at, customerId, behaviour)
  save(db, card, { kept: { card: behaviour } })
  emit('payment_method.attached', card)
  const customer = await lock(db, 'customer', customerId)
  const { invoice_settings } = customer.body
  const changed = { ...customer.body, invoice_settings: { ...invoice_settings, default_payment_method: card.id } }
  save(db, changed, { kept: customer.kept })
  emit('customer.updated', changed)
  return card
}

// --- Convenience stores ----------------------------------------------------------------------------------------------

export const storeChains = ['familymart', 'lawson', 'ministop', 'seicomart'] as const
export type StoreChain = (typeof storeChains)[number]

/** A voucher that ran out is told of an hour later: https://docs.stripe.com/payments/konbini/accept-a-payment */
const toldAfter = 3_600_000

const digits = (length: number) => [...randomLetters(length)].map((letter) => letter.charCodeAt(0) % 10).join('')

export const issueVoucher = async (
  { db, emit, at }: World,
  intent: Stripe.PaymentIntent,
  of: {
    name: string
    email: string
    phone: string | null
    confirmationNumber: string | null
    expiresAt: number
    voucherUrl: string
  },
): Promise<Stripe.PaymentIntent> => {
  const method = newKonbini(at, of)
  save(db, method)
  const codes = () => ({ confirmation_number: of.confirmationNumber ?? `1${digits(10)}`, payment_code: digits(6) })
  const issued: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: {
      type: 'konbini_display_details',
      konbini_display_details: {
        expires_at: of.expiresAt,
        hosted_voucher_url: of.voucherUrl,
        stores: { familymart: codes(), lawson: codes(), ministop: codes(), seicomart: codes() },
      },
    },
    payment_method: method.id,
    payment_method_options: {
      konbini: {
        confirmation_number: of.confirmationNumber,
        expires_after_days: null,
        expires_at: of.expiresAt,
        product_description: null,
      },
    },
    status: 'requires_action',
  }
  save(db, issued, { dueAt: of.expiresAt * 1000 + toldAfter })
  emit('payment_intent.requires_action', issued)
  return issued
}

/** False if there is no voucher to pay any more. */
export const payAtStore = async (world: World, intentId: string, store: StoreChain): Promise<boolean> => {
  const { body: intent, kept } = await lock(world.db, 'payment_intent', intentId)
  const methodId = idOf(intent.payment_method)
  if (intent.status !== 'requires_action' || !methodId) return false
  const until = intent.next_action?.konbini_display_details?.expires_at ?? 0
  if (until <= world.at && !kept.isBeingPaid) return false
  const { body: method } = await get(world.db, 'payment_method', methodId)
  await settle(world, intent, method, { isPaid: true, store })
  return true
}

/** The customer is at the till. */
export const beginPayingAtStore = async ({ db }: World, intentId: string): Promise<boolean> => {
  const { body, kept, dueAt } = await lock(db, 'payment_intent', intentId)
  if (body.status !== 'requires_action') return false
  save(db, body, { kept: { ...kept, isBeingPaid: true }, dueAt })
  return true
}

/** Expires the voucher: it cannot be paid any more. */
export const lapse = async ({ db, emit }: World, intentId: string): Promise<boolean> => {
  const { body: intent } = await lock(db, 'payment_intent', intentId)
  if (intent.status !== 'requires_action') return false
  const methodId = idOf(intent.payment_method)
  const method = methodId ? (await find(db, 'payment_method', methodId))?.body : undefined
  const lapsed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: {
      code: 'payment_intent_payment_attempt_expired',
      message: 'The payment attempt for this PaymentIntent has expired.',
      ...(method && { payment_method: method }),
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  save(db, lapsed)
  emit('payment_intent.payment_failed', lapsed)
  return true
}

export const cancelIntent = async (
  { db, emit, at }: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<Stripe.PaymentIntent> => {
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: at,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  }
  save(db, canceled)
  emit('payment_intent.canceled', canceled)
  return canceled
}
