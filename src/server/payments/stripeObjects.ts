import type Stripe from 'stripe'
import type { Instant } from '#kit/time.ts'
import type {
  BalanceTransaction,
  CheckoutSession,
  Invoice,
  PaidSession,
  PaymentIntent,
  ProviderDispute,
  ProviderEvent,
  ProviderRefund,
  ProviderSubscription,
} from './payments'

/** Converts Stripe's objects into our types. The provider counts in seconds, the program in milliseconds. */
export const toSeconds = (at: Instant) => Math.floor(at / 1000)
const toInstant = (at: number): Instant => at * 1000
const toInstantOrNull = (at: number | null | undefined): Instant | null => (at == null ? null : toInstant(at))
export const idOf = (of: string | { id: string } | null | undefined): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)

/** What is opened where an object is read: an intent's charge, what paid a session, an invoice's payments. */
export const opened = {
  charge: { expand: ['latest_charge'] },
  whatPaid: { expand: ['payment_intent.latest_charge', 'invoice.payments'] },
  payments: { expand: ['payments.data.payment.payment_intent'] },
}

export const sessionOf = (session: Stripe.Checkout.Session): CheckoutSession => ({
  id: session.id,
  url: session.url,
  status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
  // A trial has nothing to pay yet, and is complete without a payment.
  isPaid: session.payment_status !== 'unpaid',
  orderId: session.metadata?.orderId ?? '',
  customerId: idOf(session.customer),
  amount: session.amount_total ?? 0,
  currency: session.currency ?? '',
  subscriptionId: idOf(session.subscription),
  intentId: idOf(session.payment_intent),
  invoiceId: idOf(session.invoice),
})

export const subscriptionOf = (subscription: Stripe.Subscription): ProviderSubscription => ({
  id: subscription.id,
  status: subscription.status as ProviderSubscription['status'],
  orderId: subscription.metadata.orderId ?? '',
  cancelsAtPeriodEnd:
    subscription.status !== 'canceled' && (subscription.cancel_at_period_end || subscription.cancel_at !== null),
  canceledAt: toInstantOrNull(subscription.canceled_at),
  endedAt: toInstantOrNull(subscription.ended_at),
  chargesAt: toInstant(Math.max(...subscription.items.data.map(({ current_period_end }) => current_period_end))),
  latestInvoiceId: idOf(subscription.latest_invoice),
  cardId: idOf(subscription.default_payment_method),
  priceId: subscription.items.data[0]?.price.id ?? null,
  interval: subscription.items.data[0]?.price.recurring?.interval === 'year' ? 'year' : 'month',
})

/** Lines of periods that are charged, without what is sold once beside them, credited, or charged for a part of a period. */
const chargedLines = ({ lines }: Stripe.Invoice) =>
  lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false)

const periodOf = (invoice: Stripe.Invoice) => {
  const { period_start, period_end } = invoice
  // The invoice's own period is the past one; the period that is paid for is that of its lines.
  const periods = chargedLines(invoice)
  if (periods.length === 0) return { from: toInstant(period_start), to: toInstant(period_end) }
  return {
    from: toInstant(Math.min(...periods.map(({ period }) => period.start))),
    to: toInstant(Math.max(...periods.map(({ period }) => period.end))),
  }
}

/** With the intents of its payments (`expand`), where it is open. */
export const invoiceOf = (invoice: Stripe.Invoice): Invoice => {
  const payments = invoice.payments?.data ?? []
  const payment = payments.find(({ status }) => status === 'paid') ?? payments.find(({ is_default }) => is_default)
  const intent = payment?.payment.payment_intent
  const isAsked = invoice.status === 'open' && typeof intent === 'object' && intent.status === 'requires_action'
  return {
    id: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: (invoice.status ?? 'draft') as Invoice['status'],
    isFirst: invoice.billing_reason === 'subscription_create',
    amount: invoice.total,
    currency: invoice.currency,
    priceId: idOf(chargedLines(invoice)[0]?.pricing?.price_details?.price),
    ...periodOf(invoice),
    paidAt: toInstantOrNull(invoice.status_transitions.paid_at),
    attempts: invoice.status === 'paid' ? Math.max(0, invoice.attempt_count - 1) : invoice.attempt_count,
    nextAttemptAt: toInstantOrNull(invoice.next_payment_attempt),
    intentId: idOf(payment?.payment.payment_intent),
    authenticationUrl: isAsked ? (invoice.hosted_invoice_url ?? null) : null,
  }
}

const voucherOf = (intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): PaymentIntent['konbini'] => {
  const voucher = intent.next_action?.konbini_display_details
  const paidStore = charge?.payment_method_details?.konbini?.store?.chain ?? null
  const options = intent.payment_method_options?.konbini
  const expiresAt = voucher?.expires_at ?? options?.expires_at
  if (!expiresAt) return null
  const stores = Object.entries(voucher?.stores ?? {}).flatMap(([store, codes]) =>
    codes ? [[store, { paymentCode: codes.payment_code, confirmationNumber: codes.confirmation_number ?? '' }]] : [],
  )
  return {
    expiresAt: toInstant(expiresAt),
    voucherUrl: voucher?.hosted_voucher_url ?? '',
    stores: Object.fromEntries(stores),
    paidStore,
  }
}

export const intentOf = (intent: Stripe.PaymentIntent): PaymentIntent => {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const method = intent.payment_method_types.includes('konbini') ? 'konbini' : 'card'
  return {
    id: intent.id,
    status: intent.status as PaymentIntent['status'],
    orderId: intent.metadata.orderId ?? '',
    customerId: idOf(intent.customer),
    amount: intent.amount,
    currency: intent.currency,
    method,
    konbini: method === 'konbini' ? voucherOf(intent, charge) : null,
    succeededAt: intent.status === 'succeeded' ? toInstant(charge?.created ?? intent.created) : null,
  }
}

/** With its payment and its invoice (`expand`), where it is paid. */
export const paidSessionOf = (session: Stripe.Checkout.Session): PaidSession => {
  const { payment_intent: intent, invoice } = session
  const of = sessionOf(session)
  return {
    ...of,
    invoice: of.isPaid && typeof invoice === 'object' && invoice ? invoiceOf(invoice) : null,
    intent: of.isPaid && typeof intent === 'object' && intent ? intentOf(intent) : null,
  }
}

const refundStates = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  refundId: refund.metadata?.refundId ?? '',
  intentId: idOf(refund.payment_intent) ?? '',
  amount: refund.amount,
  state: refundStates.find((state) => state === refund.status) ?? 'pending',
  answerUntil: toInstantOrNull(refund.next_action?.display_details?.expires_at),
})

const disputeStates: Partial<Record<Stripe.Dispute.Status, ProviderDispute['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiryClosed',
  // Prevented before it became a dispute.
  prevented: 'inquiryClosed',
  won: 'won',
  lost: 'lost',
}
/** A cardholder's currency has an amount of its own; what was taken from our balance is in yen. */
const yenOf = ({ amount, currency, balance_transactions }: Stripe.Dispute) => {
  if (currency === 'jpy') return amount
  const withdrawn = balance_transactions.find((one) => one.currency === 'jpy' && one.amount < 0)
  return withdrawn ? -withdrawn.amount : null
}
export const disputeOf = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent) ?? '',
  amount: yenOf(dispute),
  reason: dispute.reason,
  evidenceDueAt:
    dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
      ? toInstantOrNull(dispute.evidence_details.due_by)
      : null,
  state: disputeStates[dispute.status] ?? 'open',
})

/** With its source (`expand`): a charge, a refund or a dispute names its payment. */
export const balanceTransactionOf = (one: Stripe.BalanceTransaction): BalanceTransaction => {
  const { id, type, amount, fee, source, created } = one
  const intent = typeof source === 'object' && source && 'payment_intent' in source ? source.payment_intent : null
  return { id, type, intentId: idOf(intent), amount, fee, at: toInstant(created) }
}

export const eventOf = (event: Stripe.Event): ProviderEvent => {
  const { object } = event.data
  return {
    id: event.id,
    type: event.type,
    at: toInstant(event.created),
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    livemode: event.livemode,
    isOfCard: object.object === 'payment_intent' && object.payment_method_types.every((type) => type === 'card'),
  }
}
