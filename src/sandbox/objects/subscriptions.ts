import type Stripe from 'stripe'
import { newObjectId } from '../store'

type Metadata = Record<string, string>
export type Period = { start: number; end: number }

/** The same day of a later month, in UTC as the provider counts; the last day of a month that is too short. */
export const addMonths = (at: number, months: number): number => {
  const date = new Date(at * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / 1000 + (at % 86_400)
}

/** The n-th period, counted from the anchor so that a period on the 31st returns to the 31st after February. */
export const periodOf = (anchor: number, interval: 'month' | 'year', n: number): Period => {
  const months = interval === 'year' ? 12 : 1
  return { start: addMonths(anchor, months * n), end: addMonths(anchor, months * (n + 1)) }
}

/** An item that charges another price. */
export const pricedAt = (item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem => ({
  ...item,
  plan: planOf(price),
  price,
})

/** The old name for a recurring price, which items still carry. */
const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export const newSubscription = (
  at: number,
  of: {
    customer: string
    price: Stripe.Price
    quantity: number
    metadata: Metadata
    paymentMethod: string
    trialEnd: number | null
    billingMode: 'classic' | 'flexible'
    period: Period
  },
): Stripe.Subscription => {
  const id = newObjectId('subscription')
  const item: Stripe.SubscriptionItem = {
    id: newObjectId('item'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_end: of.period.end,
    current_period_start: of.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(of.price),
    price: of.price,
    quantity: of.quantity,
    subscription: id,
    tax_rates: [],
  }
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: of.trialEnd ?? at,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: of.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: of.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: 'jpy',
    customer: of.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: of.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: of.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: of.trialEnd ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: of.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: of.trialEnd ? at : null,
  }
}

export const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item.`)
  return item
}
