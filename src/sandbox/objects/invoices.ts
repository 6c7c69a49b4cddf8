import type Stripe from 'stripe'
import { newObjectId } from '../store'
import { itemOf, type Period } from './subscriptions'

const decimal = (amount: number) => String(amount) as unknown as Stripe.Decimal

const selfIssuer: Stripe.Invoice.Issuer = { type: 'self' }

export const newInvoice = (
  at: number,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
  of: {
    amount: number
    period: Period
    reason: Stripe.Invoice.BillingReason
    usedPeriod: Period
    finalizesAt: number | null
    /** Charged once with it. */
    once?: readonly Stripe.LineItem[]
  },
): Stripe.Invoice => {
  const id = newObjectId('invoice')
  const item = itemOf(subscription)
  const quantity = item.quantity ?? 1
  const line: Stripe.InvoiceLineItem = {
    id: newObjectId('line'),
    object: 'line_item',
    amount: of.amount,
    currency: 'jpy',
    description: `${quantity} × ${item.price.nickname ?? item.price.id}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: of.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: String(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: decimal(of.amount / quantity),
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: subscription.id,
    subtotal: of.amount,
    taxes: [],
  }
  const once = (of.once ?? []).map(
    (sold): Stripe.InvoiceLineItem => ({
      ...line,
      id: newObjectId('line'),
      amount: sold.amount_total,
      description: sold.description,
      parent: {
        invoice_item_details: {
          invoice_item: newObjectId('invoiceItem'),
          proration: false,
          proration_details: { credited_items: null },
          subscription: subscription.id,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
      period: { start: at, end: at },
      pricing: {
        price_details: { price: sold.price?.id ?? '', product: String(sold.price?.product ?? '') },
        type: 'price_details',
        unit_amount_decimal: decimal(sold.amount_total / (sold.quantity ?? 1)),
      },
      quantity: sold.quantity,
      quantity_decimal: decimal(sold.quantity ?? 1),
      subtotal: sold.amount_total,
    }),
  )
  const total = once.reduce((sum, { amount }) => sum + amount, of.amount)
  return {
    id,
    object: 'invoice',
    account_country: 'JP',
    account_name: 'Tsudoi',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: of.finalizesAt,
    billing_reason: of.reason,
    collection_method: 'charge_automatically',
    created: at,
    currency: 'jpy',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: selfIssuer,
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line, ...once], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: of.finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    period_end: of.usedPeriod.end,
    period_start: of.usedPeriod.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total: total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

export const newInvoicePayment = (
  at: number,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  isPaid: boolean,
): Stripe.InvoicePayment => ({
  id: newObjectId('payment'),
  object: 'invoice_payment',
  amount_paid: isPaid ? invoice.amount_due : null,
  amount_requested: invoice.amount_due,
  created: at,
  currency: 'jpy',
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
  status: isPaid ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: isPaid ? at : null },
})
