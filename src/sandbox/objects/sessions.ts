import type Stripe from 'stripe'
import { newObjectId } from '../store'

type Metadata = Record<string, string>

const noText: Stripe.Checkout.Session.CustomText = {
  after_submit: null,
  shipping_address: null,
  submit: null,
  terms_of_service_acceptance: null,
}

export type NewLine = { name: string; price: Stripe.Price; quantity: number }

export const newSession = (
  at: number,
  of: {
    mode: 'payment' | 'subscription'
    customer: Stripe.Customer
    lines: NewLine[]
    amount: number
    metadata: Metadata
    clientReferenceId: string | null
    successUrl: string
    cancelUrl: string | null
    expiresAt: number
    locale: Stripe.Checkout.Session.Locale | null
    /** Whether the page offers the buyer's own currency; where it is not told, as the account is set. */
    isAdaptive: boolean
    /** Beside the button that pays. */
    submitText: Stripe.Checkout.Session.CustomText.Submit | null
    methods: string[] | null
    url: (id: string) => string
  },
): Stripe.Checkout.Session => {
  const id = newObjectId('checkout.session')
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: of.isAdaptive },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: of.methods,
    amount_subtotal: of.amount,
    amount_total: of.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: of.cancelUrl,
    client_reference_id: of.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: at,
    currency: 'jpy',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { ...noText, submit: of.submitText },
    customer: of.customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: {
      address: null,
      business_name: null,
      email: of.customer.email,
      individual_name: null,
      name: of.customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    customer_email: null,
    discounts: [],
    expires_at: of.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: {
      object: 'list',
      data: of.lines.map(
        ({ name, price, quantity }): Stripe.LineItem => ({
          id: newObjectId('line'),
          object: 'item',
          adjustable_quantity: null,
          amount_discount: 0,
          amount_subtotal: (price.unit_amount ?? 0) * quantity,
          amount_tax: 0,
          amount_total: (price.unit_amount ?? 0) * quantity,
          currency: 'jpy',
          description: name,
          metadata: null,
          price,
          quantity,
        }),
      ),
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode: false,
    locale: of.locale,
    managed_payments: null,
    metadata: of.metadata,
    mode: of.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: of.mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: of.methods ?? ['card'],
    payment_status: of.amount === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: of.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: of.url(id),
    wallet_options: null,
  }
}
