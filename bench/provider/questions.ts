import type Stripe from 'stripe'
import type { Instant } from '#kit/time.ts'
import type { Payments } from '#server/payments/payments.ts'

/*
 * What the program believes of the payment provider and its documentation does not settle. Each question is asked of a real test
 * account (`npm run check:provider`) and, in `npm test`, of the sandbox, which has to answer what is believed here.
 */

/** A member of a club at the provider, whose time can be moved. */
export type TestMember = { customer: string; subscription: string }

/** What a browser, a store or time does, which no call of the API does by itself. */
export type Provider = {
  stripe: Stripe
  /** The program's own calls. */
  payments: Payments
  now: () => Instant
  /** A customer who pays the first period of a monthly subscription with this test card. */
  member(card: 'works' | 'declinesLater' | 'authenticates'): Promise<TestMember>
  /** The customer's default card becomes another one, as the billing portal does it; its id. */
  changeDefaultCard(member: TestMember): Promise<string>
  /** The customer leaves on a page of the provider's: the subscription ends by a moment alone. */
  leave(member: TestMember): Promise<void>
  /** Until the renewal has been tried. */
  renew(member: TestMember): Promise<void>
  /** The voucher of this intent is paid at a store. */
  payAtStore(intent: string): Promise<void>
  /** The e-mail address of a payer who pays in the end, and of one whose voucher lapses at once. */
  payer: string
  lapsingPayer: string
  /** The voucher of this intent has lapsed. */
  lapse(intent: string): Promise<void>
  /** A payment of 1,700 yen by a card whose holder disputes it; the dispute's id. */
  disputed(): Promise<string>
  /** The cardholder's bank decides. */
  decide(dispute: string, status: 'won' | 'lost'): Promise<void>
  /** What only a person can try, who is told the address. */
  toPress(what: string, address: string): void
}

type Answer = Record<string, unknown>
export type Question = { id: string; asks: string; believed: Answer; ask: (provider: Provider) => Promise<Answer> }

/** The code of a refusal, and whether the same key is answered the same again. */
const refusal = async (call: () => Promise<unknown>): Promise<Answer> => {
  try {
    await call()
    return { refused: null }
  } catch (error) {
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    return { refused: code ?? String(statusCode) }
  }
}

const newVoucher = ({ stripe }: Provider) =>
  stripe.paymentIntents.create({ amount: 1700, currency: 'jpy', allowed_payment_method_types: ['konbini'] })

const payerOf = ({ payer }: Provider, number?: string): Stripe.PaymentIntentConfirmParams => ({
  payment_method_data: { type: 'konbini', billing_details: { name: 'Tsudoi Test', email: payer } },
  ...(number && { payment_method_options: { konbini: { confirmation_number: number } } }),
})
const returnUrl = { return_url: 'https://tsudoi.example/fc/me/orders' }

const site = 'https://tsudoi.example'
/** A name of its own in each run. */
const named = (what: string) => `check-${what}-${crypto.randomUUID()}`

const fanOf = (payments: Payments) => {
  const uid = named('fan')
  return payments.createCustomer({ uid, email: '', name: 'Tsudoi check', locale: 'ja' }, uid)
}

const balanceOf = ({ balance_transactions }: Stripe.Dispute) =>
  balance_transactions.map(({ amount, fee, type }) => ({ amount, fee, type }))
/** How a dispute stands, for the program and in the balance, and which events have told of it; its evidence is nobody's news. */
const disputeAsSeen = async ({ stripe, payments }: Provider, id: string) => {
  const types = ['created', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((one) => `charge.dispute.${one}`)
  const { data } = await stripe.events.list({ types, limit: 50 })
  const told = data.filter(({ data: { object } }) => 'id' in object && object.id === id)
  const { state, amount } = await payments.dispute(id)
  return {
    ...{ state, amount, balance: balanceOf(await stripe.disputes.retrieve(id)) },
    events: [...new Set(told.map(({ type }) => type))].sort(),
  }
}
const taken = { amount: -1700, fee: 1500, type: 'adjustment' }
const decided = (status: 'won' | 'lost', believed: Answer): Question => ({
  id: status === 'won' ? 'disputeWon' : 'disputeLost',
  asks: `What becomes of a dispute that is ${status}, in the balance too, and which events tell of it?`,
  believed,
  ask: async (provider) => {
    const id = await provider.disputed()
    await provider.decide(id, status)
    return disputeAsSeen(provider, id)
  },
})

const paidAtStore = async (provider: Provider) => {
  const { id } = await newVoucher(provider)
  await provider.stripe.paymentIntents.confirm(id, { ...payerOf(provider), ...returnUrl })
  await provider.payAtStore(id)
  const intent = await provider.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') throw new Error('was not paid')
  return { id, charge }
}

const latestInvoice = async ({ stripe }: Provider, { subscription }: TestMember) => {
  const { data } = await stripe.invoices.list({ subscription, limit: 1 })
  if (!data[0]) throw new Error('has no invoice')
  return stripe.invoices.retrieve(data[0].id, { expand: ['payments.data.payment.payment_intent'] })
}
const intentOf = ({ payments }: Stripe.Invoice) => {
  const intent = payments?.data[0]?.payment.payment_intent
  return typeof intent === 'object' ? intent : null
}

export const questions: readonly Question[] = [
  {
    id: 'returnUrl',
    asks: 'Is a store’s payment confirmed without a return_url?',
    believed: { refused: null },
    ask: async (provider) => {
      const { id } = await newVoucher(provider)
      return refusal(() => provider.stripe.paymentIntents.confirm(id, payerOf(provider)))
    },
  },
  {
    id: 'returnUrlGiven',
    asks: 'Is one accepted?',
    believed: { refused: null },
    ask: async (provider) => {
      const { id } = await newVoucher(provider)
      return refusal(() => provider.stripe.paymentIntents.confirm(id, { ...payerOf(provider), ...returnUrl }))
    },
  },
  {
    id: 'commonNumber',
    asks: 'Which confirmation number is rejected, and how?',
    believed: { refused: 'payment_intent_konbini_rejected_confirmation_number' },
    ask: async (provider) => {
      const { id } = await newVoucher(provider)
      const asked = { ...payerOf(provider, '01234567890'), ...returnUrl }
      return refusal(() => provider.stripe.paymentIntents.confirm(id, asked))
    },
  },
  {
    id: 'voucher',
    asks: 'What does a voucher look like, and can it be cancelled before it is paid?',
    believed: {
      status: 'requires_action',
      stores: ['familymart', 'lawson', 'ministop', 'seicomart'],
      after: 'canceled',
    },
    ask: async (provider) => {
      const { id } = await newVoucher(provider)
      const issued = await provider.stripe.paymentIntents.confirm(id, { ...payerOf(provider), ...returnUrl })
      const stores = Object.keys(issued.next_action?.konbini_display_details?.stores ?? {}).sort()
      const { status: after } = await provider.stripe.paymentIntents.cancel(id)
      return { status: issued.status, stores, after }
    },
  },
  {
    id: 'soldOnceBeside',
    asks: 'Does the page of a subscription take a line that is sold once, and charge it with the first period?',
    believed: { mode: 'subscription', total: 2000, lines: 2 },
    ask: async ({ stripe }) => {
      const { id: customer } = await stripe.customers.create({})
      const line = (name: string, unit_amount: number, recurring?: { interval: 'month' }) => ({
        price_data: { currency: 'jpy', unit_amount, product_data: { name }, ...(recurring && { recurring }) },
        quantity: 1,
      })
      const session = await stripe.checkout.sessions.create({
        ...{ mode: 'subscription', customer, expand: ['line_items'] },
        success_url: returnUrl.return_url,
        subscription_data: { billing_mode: { type: 'flexible' } },
        line_items: [line('Tsudoi plan', 1500, { interval: 'month' }), line('Tsudoi month', 500)],
      })
      return { mode: session.mode, total: session.amount_total, lines: session.line_items?.data.length ?? 0 }
    },
  },
  {
    id: 'keptRefusal',
    asks: 'Is a declined card’s answer kept under its idempotency key?',
    believed: { first: 'card_declined', again: 'card_declined', isSameCharge: true },
    ask: async ({ stripe }) => {
      const key = `kept-${crypto.randomUUID()}`
      const { id: customer } = await stripe.customers.create({})
      const declined = async () => {
        try {
          await stripe.paymentIntents.create(
            {
              ...{ amount: 500, currency: 'jpy', customer, confirm: true },
              payment_method: 'pm_card_chargeDeclined',
              allowed_payment_method_types: ['card'],
            },
            { idempotencyKey: key },
          )
          return { code: null, charge: '' }
        } catch (error) {
          const { code, payment_intent: intent } = error as Stripe.errors.StripeCardError
          return { code: code ?? '', charge: String(intent?.latest_charge ?? '') }
        }
      }
      const [first, again] = [await declined(), await declined()]
      return { first: first.code, again: again.code, isSameCharge: first.charge === again.charge }
    },
  },
  {
    id: 'fee',
    asks: 'What does the provider keep of 1,700 yen that were paid at a store?',
    believed: { fee: 61, type: 'payment' },
    ask: async (provider) => {
      const { charge } = await paidAtStore(provider)
      const transaction = charge.balance_transaction
      if (transaction === null || typeof transaction === 'string') return { fee: null, type: null }
      return { fee: transaction.fee, type: transaction.type }
    },
  },
  {
    id: 'refundAtStore',
    asks: 'How does a refund of a store begin: who is asked, until when, and has the balance lost it already?',
    believed: { status: 'requires_action', days: 45, isWithdrawn: false },
    ask: async (provider) => {
      const { id } = await paidAtStore(provider)
      const asked = { payment_intent: id, amount: 700, instructions_email: provider.payer }
      const refund = await provider.stripe.refunds.create(asked)
      const until = refund.next_action?.display_details?.expires_at ?? 0
      const days = Math.round((until - refund.created) / 86_400)
      return { status: refund.status, days, isWithdrawn: refund.balance_transaction !== null }
    },
  },
  {
    id: 'refusedRenewal',
    asks: 'How does a renewal stand that its card refuses, and is it paid by a new card at once?',
    believed: { subscription: 'past_due', invoice: 'open', attempts: 1, ownCard: 'kept', paidWith: 'paid' },
    ask: async (provider) => {
      const { stripe } = provider
      const member = await provider.member('declinesLater')
      await provider.renew(member)
      const before = await stripe.subscriptions.retrieve(member.subscription)
      const invoice = await latestInvoice(provider, member)
      const card = await provider.changeDefaultCard(member)
      const after = await stripe.subscriptions.retrieve(member.subscription)
      const paid = await stripe.invoices.pay(invoice.id, { payment_method: card, off_session: true })
      return {
        subscription: before.status,
        invoice: invoice.status,
        attempts: invoice.attempt_count,
        ownCard: after.default_payment_method === before.default_payment_method ? 'kept' : 'changed',
        paidWith: paid.status,
      }
    },
  },
  {
    id: 'endTakenBack',
    asks: 'Does an empty cancel_at take back an end by the moment, and leave the other way to end it alone?',
    believed: {
      left: { hasMoment: true, atPeriodEnd: false },
      stays: { hasMoment: false, atPeriodEnd: false, status: 'active' },
    },
    ask: async (provider) => {
      const { stripe } = provider
      const member = await provider.member('works')
      await provider.leave(member)
      const left = await stripe.subscriptions.retrieve(member.subscription)
      const stays = await stripe.subscriptions.update(member.subscription, { cancel_at: '' })
      const endOf = (of: Stripe.Subscription) => ({
        ...{ hasMoment: of.cancel_at !== null, atPeriodEnd: of.cancel_at_period_end },
      })
      return { left: endOf(left), stays: { ...endOf(stays), status: stays.status } }
    },
  },
  {
    id: 'askedRenewal',
    asks: 'How does a renewal stand that the card’s bank wants confirmed, and which events tell of it?',
    believed: {
      ...{ subscription: 'past_due', intent: 'requires_action', hasPage: true },
      events: ['invoice.payment_action_required', 'invoice.payment_failed'],
    },
    ask: async (provider) => {
      const { stripe } = provider
      const member = await provider.member('authenticates')
      await provider.renew(member)
      const { status } = await stripe.subscriptions.retrieve(member.subscription)
      const invoice = await latestInvoice(provider, member)
      const types = ['invoice.payment_action_required', 'invoice.payment_failed']
      const { data } = await stripe.events.list({ types, limit: 50 })
      const told = data.filter(({ data: { object } }) => 'id' in object && object.id === invoice.id)
      return {
        subscription: status,
        intent: intentOf(invoice)?.status ?? null,
        hasPage: invoice.hosted_invoice_url != null,
        events: [...new Set(told.map(({ type }) => type))].sort(),
      }
    },
  },
  {
    id: 'programPrice',
    asks: 'Is a plan’s price made with its line on statements, and found again instead of being made twice?',
    believed: { isFound: true, descriptor: 'TSUDOI CHECK' },
    ask: async ({ stripe, payments }) => {
      const of = { priceId: named('price'), name: 'Tsudoi check', amount: 1500, interval: 'month' as const }
      const made = await payments.ensurePrice({ ...of, descriptor: 'TSUDOI CHECK' }, named('key'))
      const found = await payments.ensurePrice({ ...of, descriptor: 'TSUDOI CHECK' }, named('key'))
      const { product } = await stripe.prices.retrieve(made)
      const { statement_descriptor: descriptor } = await stripe.products.retrieve(String(product))
      return { isFound: found === made, descriptor: descriptor ?? null }
    },
  },
  {
    id: 'programSessions',
    asks: 'Do the payment pages open as the program asks for them, for a subscription and for goods, and end?',
    believed: { subscription: ['open', 'expired'], payment: ['open', 'expired'] },
    ask: async ({ payments, now }) => {
      const customerId = await fanOf(payments)
      const price = { priceId: named('price'), name: 'Tsudoi check', amount: 1500, interval: 'month' as const }
      const priceId = await payments.ensurePrice(price, named('key'))
      const openAndEnd = async (mode: 'subscription' | 'payment') => {
        const line = mode === 'payment' ? { name: 'Tsudoi goods', unitPrice: 2200, quantity: 1 } : { priceId }
        const opened = await payments.openSession(
          {
            ...{ orderId: named('order'), customerId, mode, lines: [line], descriptor: 'CHECK', locale: 'ja' },
            ...{ successUrl: `${site}/fc/me/plans`, cancelUrl: `${site}/fc/me/plans`, expiresAt: now() + 3_600_000 },
          },
          named('key'),
        )
        return [
          opened.url === null ? 'without a page' : opened.status,
          (await payments.expireSession(opened.id)).status,
        ]
      }
      return { subscription: await openAndEnd('subscription'), payment: await openAndEnd('payment') }
    },
  },
  {
    id: 'programPortal',
    asks: 'Does the page open where a fan changes the card? Whether it leads back, a person has to try.',
    believed: { isOpen: true },
    ask: async (provider) => {
      // Of no test clock, with which the customer would go before anybody has pressed.
      const customerId = await fanOf(provider.payments)
      const returns = { returnUrl: `${site}/fc/me/plans`, doneUrl: `${site}/fc/me/plans?card=changed` }
      const url = await provider.payments.portalUrl({ customerId, locale: 'ja', ...returns })
      provider.toPress(`Enter a card: the page leads to ${returns.doneUrl}, and offers nothing but the card.`, url)
      return { isOpen: URL.canParse(url) }
    },
  },
  {
    id: 'dispute',
    asks: 'How does a dispute begin, what is taken at once, and until when can it be answered?',
    believed: {
      ...{ state: 'open', amount: 1700, balance: [taken] },
      events: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
      hasDeadline: true,
    },
    ask: async (provider) => {
      const id = await provider.disputed()
      const { evidenceDueAt } = await provider.payments.dispute(id)
      return { ...(await disputeAsSeen(provider, id)), hasDeadline: evidenceDueAt !== null }
    },
  },
  decided('lost', {
    ...{ state: 'lost', amount: 1700, balance: [taken] },
    events: ['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  }),
  decided('won', {
    ...{ state: 'won', amount: 1700, balance: [taken, { ...taken, amount: 1700, fee: 0 }] },
    events: ['closed', 'created', 'funds_reinstated', 'funds_withdrawn'].map((one) => `charge.dispute.${one}`),
  }),
  {
    id: 'lapsedVoucher',
    asks: 'How does a payment stand whose voucher has lapsed, and which events tell of it?',
    believed: {
      ...{ status: 'requires_payment_method', error: 'payment_intent_payment_attempt_expired' },
      events: ['payment_intent.payment_failed'],
    },
    ask: async (provider) => {
      const { stripe } = provider
      const { id } = await newVoucher(provider)
      await stripe.paymentIntents.confirm(id, {
        ...payerOf({ ...provider, payer: provider.lapsingPayer }),
        ...returnUrl,
      })
      await provider.lapse(id)
      const { last_payment_error: error } = await stripe.paymentIntents.retrieve(id)
      const types = ['payment_intent.payment_failed', 'payment_intent.canceled']
      const { data } = await stripe.events.list({ types, limit: 50 })
      const told = data.filter(({ data: { object } }) => 'id' in object && object.id === id)
      return {
        status: (await provider.payments.intent(id)).status,
        error: error?.code ?? null,
        events: [...new Set(told.map(({ type }) => type))].sort(),
      }
    },
  },
]
