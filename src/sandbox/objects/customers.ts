import type Stripe from 'stripe'
import { type CardBehaviour, newObjectId, randomLetters } from '../store'

/*
 * New objects in the provider's format. Every field of the SDK's types is included: a missing or misspelt one does not
 * compile. Times are in seconds, as everywhere in this API.
 */
type Metadata = Record<string, string>

/** Decimals are sent as text. */
const decimal = (amount: number) => String(amount) as unknown as Stripe.Decimal

export const newCustomer = (
  at: number,
  of: { email: string | null; name: string | null; phone: string | null; metadata: Metadata; locale: string | null },
): Stripe.Customer => ({
  id: newObjectId('customer'),
  object: 'customer',
  address: null,
  balance: 0,
  created: at,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: of.email,
  invoice_prefix: randomLetters(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: of.metadata,
  name: of.name,
  next_invoice_sequence: 1,
  phone: of.phone,
  preferred_locales: of.locale ? [of.locale] : [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

export const newProduct = (
  at: number,
  of: { name: string; metadata: Metadata; statement_descriptor?: string | undefined },
): Stripe.Product => ({
  id: newObjectId('product'),
  object: 'product',
  active: true,
  created: at,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: of.metadata,
  name: of.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: of.statement_descriptor ?? null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: at,
  url: null,
})

export const newPrice = (
  at: number,
  of: {
    product: string
    amount: number
    interval: 'month' | 'year' | null
    lookupKey: string | null
    nickname: string | null
    metadata: Metadata
  },
): Stripe.Price => ({
  id: newObjectId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: at,
  currency: 'jpy',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: of.lookupKey,
  metadata: of.metadata,
  nickname: of.nickname,
  product: of.product,
  recurring: of.interval && {
    interval: of.interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: of.interval ? 'recurring' : 'one_time',
  unit_amount: of.amount,
  unit_amount_decimal: decimal(of.amount),
})

/** Last digits of the provider's test cards. */
/** https://docs.stripe.com/testing */
const last4 = { works: '4242', authenticates: '3184', declinesLater: '0341', declines: '0002' } satisfies Record<
  CardBehaviour,
  string
>

export const newCard = (at: number, customer: string | null, behaviour: CardBehaviour): Stripe.PaymentMethod => ({
  id: newObjectId('payment_method'),
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'JP',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: new Date(at * 1000).getUTCFullYear() + 4,
    fingerprint: randomLetters(16),
    funding: 'credit',
    generated_from: null,
    last4: last4[behaviour],
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: at,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

export const newKonbini = (
  at: number,
  of: { name: string; email: string; phone: string | null },
): Stripe.PaymentMethod => ({
  id: newObjectId('payment_method'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: of.email, name: of.name, phone: of.phone, tax_id: null },
  created: at,
  customer: null,
  customer_account: null,
  konbini: {},
  livemode: false,
  metadata: {},
  type: 'konbini',
})
