import type Stripe from 'stripe'
import { newObjectId, randomLetters } from '../store'

type Metadata = Record<string, string>

export const newIntent = (
  at: number,
  of: {
    amount: number
    customer: string | null
    method: 'card' | 'konbini'
    metadata: Metadata
    description: string | null
    descriptor?: string | undefined
    receiptEmail: string | null
    isOffSession: boolean
  },
): Stripe.PaymentIntent => {
  const id = newObjectId('payment_intent')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: [of.method],
    amount: of.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: 'automatic',
    created: at,
    currency: 'jpy',
    customer: of.customer,
    customer_account: null,
    description: of.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: of.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: of.method === 'konbini' ? { konbini: noKonbiniOptions } : { card: cardOptions },
    payment_method_types: [of.method],
    payment_record: null,
    processing: null,
    receipt_email: of.receiptEmail,
    review: null,
    setup_future_usage: of.isOffSession ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: of.descriptor ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

const cardOptions: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
}
const noKonbiniOptions: Stripe.PaymentIntent.PaymentMethodOptions.Konbini = {
  confirmation_number: null,
  expires_after_days: null,
  expires_at: null,
  product_description: null,
}

export const newCharge = (
  at: number,
  intent: Stripe.PaymentIntent,
  of: { method: Stripe.PaymentMethod; store: string | null; isPaid: boolean },
): Stripe.Charge => ({
  id: newObjectId('charge'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: of.isPaid ? intent.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: {
    address: null,
    email: of.method.billing_details.email,
    name: of.method.billing_details.name,
    phone: of.method.billing_details.phone,
    tax_id: null,
  },
  // https://docs.stripe.com/get-started/account/statement-descriptors#dynamic
  calculated_statement_descriptor: ['TSUDOI', intent.statement_descriptor_suffix].filter(Boolean).join('* '),
  captured: of.isPaid,
  created: at,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: of.isPaid ? null : 'card_declined',
  failure_message: of.isPaid ? null : 'Your card was declined.',
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: {
    advice_code: of.isPaid ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: of.isPaid ? 'approved_by_network' : 'declined_by_network',
    reason: of.isPaid ? null : 'generic_decline',
    risk_level: 'normal',
    seller_message: of.isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: of.isPaid ? 'authorized' : 'issuer_declined',
  },
  paid: of.isPaid,
  payment_intent: intent.id,
  payment_method: of.method.id,
  payment_method_details: of.method.card
    ? { type: 'card', card: chargedCard(intent, of.method.card) }
    : { type: 'konbini', konbini: { store: of.store === null ? null : { chain: of.store } } },
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: of.isPaid ? 'succeeded' : 'failed',
  transfer_data: null,
  transfer_group: null,
})

const chargedCard = (
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod.Card,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: intent.amount,
  authorization_code: null,
  brand: card.brand,
  checks: card.checks,
  country: card.country,
  electronic_commerce_indicator: null,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  fingerprint: card.fingerprint ?? null,
  funding: card.funding,
  installments: null,
  last4: card.last4,
  mandate: null,
  network: card.brand,
  network_token: null,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
})
