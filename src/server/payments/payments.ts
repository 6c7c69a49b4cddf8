import type { Yen } from '../../kit/money'
import type { Instant } from '../../kit/time'

/*
 * The payment provider as the program knows it: Stripe by its own SDK, or the payment sandbox that speaks Stripe's HTTP API
 * to the same SDK. Objects are read anew whenever something is told of them, so each says all that a decision needs.
 * Amounts are yen. Every call that makes or changes something carries a key that was stored before.
 */

export type CheckoutSession = {
  id: string
  /** Null once it is no longer open. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** The order of ours that it was opened for; empty when it is not ours. */
  orderId: string
  customerId: string | null
  amount: Yen
  currency: string
  subscriptionId: string | null
  intentId: string | null
  invoiceId: string | null
}

export type ProviderSubscription = {
  id: string
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused'
  /** The order of ours that began it. */
  orderId: string
  cancelsAtPeriodEnd: boolean
  canceledAt: Instant | null
  endedAt: Instant | null
  /** When its card is charged next: the end of its period, or of the time before the first charge. */
  chargesAt: Instant
  latestInvoiceId: string | null
}

export type Invoice = {
  id: string
  subscriptionId: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** The first invoice of its subscription. */
  isFirst: boolean
  amount: Yen
  currency: string
  /** The period that it pays. */
  from: Instant
  to: Instant
  paidAt: Instant | null
  /** Refused so far, and when it is tried again; null when it is not. */
  attempts: number
  nextAttemptAt: Instant | null
  intentId: string | null
}

export type PaymentIntent = {
  id: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded'
  orderId: string
  customerId: string | null
  amount: Yen
  currency: string
  method: 'card' | 'konbini'
  /** Of a voucher that was issued. */
  konbini: {
    expiresAt: Instant
    voucherUrl: string
    stores: Record<string, { paymentCode: string; confirmationNumber: string }>
    paidStore: string | null
  } | null
  succeededAt: Instant | null
}

export type ProviderRefund = {
  id: string
  /** The refund of ours that asked for it; empty when it was made by hand at the provider. */
  refundId: string
  intentId: string
  amount: Yen
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
}

export type ProviderDispute = {
  id: string
  intentId: string
  amount: Yen
  /** An inquiry is a bank that only asks: it takes no money, unless it becomes a dispute. */
  state: 'inquiry' | 'inquiryClosed' | 'open' | 'won' | 'lost'
}

/** What the provider tells: only which object has changed. */
export type ProviderEvent = { id: string; type: string; at: Instant; objectId: string; livemode: boolean }

export type SessionLine = { priceId: string } | { name: string; unitPrice: Yen; quantity: number }

export type Payments = {
  /** The customer of a person, made at the first purchase. */
  createCustomer(of: { uid: string; email: string; name: string }, key: string): Promise<string>
  /** The provider's price for our own price id (its `lookup_key`): found, or made. */
  ensurePrice(
    of: { priceId: string; name: string; amount: Yen; interval: 'month' | 'year' },
    key: string,
  ): Promise<string>
  openSession(
    of: {
      orderId: string
      customerId: string
      mode: 'subscription' | 'payment'
      lines: readonly SessionLine[]
      successUrl: string
      cancelUrl: string
      /** At least half an hour from now. */
      expiresAt: Instant
      /** Of a subscription: charged first at this moment (a konbini member who moves to a card). */
      startsAt?: Instant
      locale: 'ja' | 'en'
    },
    key: string,
  ): Promise<CheckoutSession>
  session(id: string): Promise<CheckoutSession>
  /** Ends a session that is open; answers what it has become, which may be complete. */
  expireSession(id: string): Promise<CheckoutSession>

  /** Makes and confirms a PaymentIntent for convenience stores: its voucher stands in the answer. */
  issueKonbini(
    of: {
      orderId: string
      customerId: string
      amount: Yen
      name: string
      email: string
      phone: string
      expiresAt: Instant
    },
    key: string,
  ): Promise<PaymentIntent>
  intent(id: string): Promise<PaymentIntent>
  /** Ends an intent that is not paid; answers what it has become, which may be succeeded. */
  cancelIntent(id: string): Promise<PaymentIntent>

  subscription(id: string): Promise<ProviderSubscription>
  setCancelAtPeriodEnd(id: string, cancels: boolean, key: string): Promise<ProviderSubscription>
  /** Nothing is charged before this moment, and then period by period from it; nothing is given back for what was charged. */
  chargeFrom(id: string, at: Instant, key: string): Promise<ProviderSubscription>
  /** Ends it now; no refund. */
  cancelSubscription(id: string, key: string): Promise<ProviderSubscription>
  invoice(id: string): Promise<Invoice>
  /** Newest first, at most 24. */
  invoicesOf(subscriptionId: string): Promise<Invoice[]>

  refund(
    of: { refundId: string; intentId: string; amount: Yen; instructionsEmail?: string },
    key: string,
  ): Promise<ProviderRefund>
  refundById(id: string): Promise<ProviderRefund>
  dispute(id: string): Promise<ProviderDispute>
  /** Every refund of a payment, newest first. */
  refundsOf(intentId: string): Promise<ProviderRefund[]>

  /** Where a fan changes the card; cancelling is not offered there. */
  portalUrl(of: { customerId: string; returnUrl: string; locale: 'ja' | 'en' }): Promise<string>

  /** The event of a callback, when its signature over the raw body is right and no older than five minutes; else null. */
  verifyEvent(body: Uint8Array, signature: string, now: Instant): ProviderEvent | null
  /** What was told since, oldest first, for the nightly reconciliation. */
  eventsSince(at: Instant): AsyncIterable<ProviderEvent>
}

/** The provider says no, for good: the same call again gets the same answer. Anything else that is thrown is unknown. */
export class PaymentRefused extends Error {
  constructor(readonly code: string) {
    super(`The payment provider refused: ${code}`)
  }
}
