import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'

/*
 * The payment provider's interface: Stripe by its own SDK, or the payment sandbox, which offers Stripe's HTTP API
 * to the same SDK. Each event makes the program read its objects again, so each has all that a decision needs.
 * Amounts are yen. Every call that makes or changes something carries a key that was stored before.
 */

export type CheckoutSession = {
  id: string
  /** Null once it is no longer open. */
  url: string | null
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** Our order that it was opened for; empty if it is not ours. */
  orderId: string
  customerId: string | null
  amount: Yen
  currency: string
  subscriptionId: string | null
  intentId: string | null
  invoiceId: string | null
}

/** With what paid it, read at the same moment; null of one that is not paid, or was paid without the other. */
export type PaidSession = CheckoutSession & { invoice: Invoice | null; intent: PaymentIntent | null }

export type ProviderSubscription = {
  id: string
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused'
  /** Our order that started it. */
  orderId: string
  cancelsAtPeriodEnd: boolean
  canceledAt: Instant | null
  endedAt: Instant | null
  /** Next charge of the card: the end of its period, or of the time before the first charge. */
  chargesAt: Instant
  latestInvoiceId: string | null
  /** The card of its own, which is charged before the customer's default; null where that is charged. */
  cardId: string | null
  /** The provider's price that it charges, and how often. */
  priceId: string | null
  interval: 'month' | 'year'
}

export type Invoice = {
  id: string
  subscriptionId: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** Whether it is the first invoice of its subscription. */
  isFirst: boolean
  amount: Yen
  currency: string
  /** The provider's price that it charges; null where it names none. */
  priceId: string | null
  /** The period that it pays for. */
  from: Instant
  to: Instant
  paidAt: Instant | null
  /** Number of refused attempts, and time of the next one; null if there is none. */
  attempts: number
  nextAttemptAt: Instant | null
  intentId: string | null
  /** The provider's page where its buyer confirms the payment to the card's bank; null unless the bank asks. */
  authenticationUrl: string | null
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
  /** Set once a voucher was issued. */
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
  /** Our refund; empty when it was made by hand at the provider. */
  refundId: string
  intentId: string
  amount: Yen
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** Until when its buyer may name a bank account; null where none is asked for. */
  answerUntil: Instant | null
}

export type ProviderDispute = {
  id: string
  intentId: string
  /** Yen that the bank has taken; null of a dispute in another currency before the provider says what that is. */
  amount: Yen | null
  /** The provider's word: `fraudulent`, `product_not_received` and others. */
  reason: string
  /** Until when evidence can be handed in; null where none can be any more. */
  evidenceDueAt: Instant | null
  /** An inquiry is only a question from the bank: it takes no money, unless it becomes a dispute. */
  state: 'inquiry' | 'inquiryClosed' | 'open' | 'won' | 'lost'
}

/** A change of the balance at the provider. */
export type BalanceTransaction = {
  id: string
  /** The provider's word: `charge`, `refund`, `adjustment` and others. */
  type: string
  /** The payment that it is about; null where it is about none. */
  intentId: string | null
  /** Signed; the fee is taken off it. */
  amount: Yen
  fee: Yen
  at: Instant
}

/** An event names only the object that has changed. */
export type ProviderEvent = {
  id: string
  type: string
  at: Instant
  objectId: string
  livemode: boolean
  /** About a payment that can be made by card alone, which never changes: the only thing that is taken from the event itself. */
  isOfCard: boolean
}

export type SessionLine = { priceId: string } | { name: string; unitPrice: Yen; quantity: number }

export type Payments = {
  /** Whose ids it gives and knows: the account, and whether its money is real. Another key may bring another one. */
  account(): Promise<string>
  /** Creates a person's customer at the first purchase. */
  createCustomer(
    of: { uid: string; email: string; name: string; locale?: 'ja' | 'en' | undefined },
    key: string,
  ): Promise<string>
  /** Blanks what it knows of a person; its payments stay. */
  forgetCustomer(id: string): Promise<void>
  /** `cardId`: the customer's default, which the billing portal changes; null for none. */
  customer(id: string): Promise<{ id: string; cardId: string | null }>
  /** Finds or creates the provider's price for our own price id (its `lookup_key`). */
  ensurePrice(
    of: {
      priceId: string
      name: string
      amount: Yen
      interval: 'month' | 'year'
      /** Stands on the statements of its charges. */
      descriptor?: string | undefined
    },
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
      /** Stands on the card's statement beside the platform's own name: 2 to 10 Latin letters and digits. */
      descriptor?: string | undefined
      /** Subscriptions only: moment of the first charge (a konbini member who moves to a card). */
      startsAt?: Instant
      /** Stands beside the button that pays. */
      note?: string | undefined
      locale: 'ja' | 'en'
    },
    key: string,
  ): Promise<CheckoutSession>
  session(id: string): Promise<PaidSession>
  /** Ends an open session; returns its new state, which may be complete. */
  expireSession(id: string): Promise<CheckoutSession>

  /**
   * Makes and confirms a PaymentIntent for convenience stores; the result contains its voucher. One key makes one
   * voucher: a repeated call with another payer returns the existing one, or makes it if there is none yet.
   */
  issueKonbini(
    of: {
      orderId: string
      customerId: string
      amount: Yen
      name: string
      email: string
      phone: string
      expiresAt: Instant
      /** Where the fan goes on; whether the provider wants it for stores is not documented. */
      returnUrl: string
    },
    key: string,
  ): Promise<PaymentIntent>
  intent(id: string): Promise<PaymentIntent>
  /** Cancels an unpaid intent; returns its new state, which may be succeeded. */
  cancelIntent(id: string): Promise<PaymentIntent>

  subscription(id: string): Promise<ProviderSubscription>
  setCancelAtPeriodEnd(id: string, cancels: boolean, key: string): Promise<ProviderSubscription>
  /** Moves the next charge to this moment; later periods are counted from it. Past charges are not refunded. */
  chargeFrom(id: string, at: Instant, key: string): Promise<ProviderSubscription>
  /**
   * Charges another price from the next charge on, which comes when it would have come, or at `from`. Nothing is charged or credited
   * for what has been paid. A price of another interval needs `from`: without it the provider would charge at once.
   */
  setPrice(id: string, of: { priceId: string; from: Instant | null }, key: string): Promise<ProviderSubscription>
  /** Ends it now; no refund. */
  cancelSubscription(id: string, key: string): Promise<ProviderSubscription>
  /** The card that its next charges try first. */
  setCard(id: string, cardId: string, key: string): Promise<ProviderSubscription>
  invoice(id: string): Promise<Invoice>
  /** Charges an open invoice now, with this card; answers how it stands then: paid, or still open. */
  payInvoice(id: string, cardId: string, key: string): Promise<Invoice>
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

  /** URL of the page where a fan changes the card, and nothing else; it leads back to `doneUrl` once the card is changed. */
  portalUrl(of: { customerId: string; returnUrl: string; doneUrl: string; locale: 'ja' | 'en' }): Promise<string>

  /**
   * The event of a callback if its signature over the raw body is valid and at most five minutes old; otherwise null.
   */
  verifyEvent(body: Uint8Array, signature: string, now: Instant): ProviderEvent | null
  /** Payments that have succeeded since then, whoever they are for. */
  paidSince(at: Instant): AsyncIterable<{ intentId: string; at: Instant }>
  /** Changes of the balance since then, without what was paid out to the platform's own bank. */
  balanceSince(at: Instant): AsyncIterable<BalanceTransaction>
  /** Every subscription that still charges, or will. */
  livingSubscriptions(): AsyncIterable<
    ProviderSubscription & { customerId: string | null; amount: Yen; createdAt: Instant }
  >
  /** Events since then, oldest first, for the nightly reconciliation. */
  eventsSince(at: Instant): AsyncIterable<ProviderEvent>
}

/**
 * The stores make no vouchers for the moment: a minute later they may. Stripe documents these errors by their code alone, not by
 * their HTTP status (https://docs.stripe.com/error-codes).
 */
export const storesBusy = ['payment_method_not_available', 'payment_method_rate_limit_exceeded']
/** The stores reject the payer's phone number as too common. */
export const rejectedNumber = 'payment_intent_konbini_rejected_confirmation_number'
export const isStoreBusy = ({ code }: PaymentRefused) => storesBusy.includes(code)

/** A final refusal: the same call gets the same response again. For any other exception the result is unknown. */
export class PaymentRefused extends Error {
  constructor(readonly code: string) {
    super(`The payment provider refused: ${code}`)
  }
}
