import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { now } from '#server/clock.ts'
import { stripePayments } from '#server/payments/stripe.ts'
import { shared } from '#server/shared.ts'
import type { Provider } from './questions'

/*
 * A real test account: time is moved by test clocks (https://docs.stripe.com/billing/testing/test-clocks), cards and payers are the
 * provider's own test data (https://docs.stripe.com/testing, https://docs.stripe.com/payments/konbini/accept-a-payment).
 */
const cards = {
  works: 'pm_card_visa',
  declinesLater: 'pm_card_chargeCustomerFail',
  authenticates: 'pm_card_authenticationRequired',
} as const
const patience = 120_000

/** Asks until it is so; the provider works some seconds on time that was moved and on payments at stores. */
const until = async <T>(look: () => Promise<T>, isSo: (now: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + patience
  for (;;) {
    const now = await look()
    if (isSo(now)) return now
    if (Date.now() > end) throw new Error(`${what}: not within ${patience / 1000} s`)
    await setTimeout(1000)
  }
}

/** Removes its test clocks, with their customers and subscriptions, when everything was asked. */
export const realProvider = (key: string): Provider & { pressed: readonly string[]; end(): Promise<void> } => {
  // Asked of a database otherwise, which there is none of here.
  shared.restoredCopy = { isHeld: false, askedAt: 0 }
  const stripe = new Stripe(key, { maxNetworkRetries: 2, timeout: 20_000, telemetry: false })
  const clocks = new Map<string, string>()
  const pressed: string[] = []
  return {
    stripe,
    payments: stripePayments({ secretKey: key, webhookSecret: '' }),
    now,
    pressed,
    payer: 'succeed_immediately@test.com',
    lapsingPayer: 'expire_immediately@test.com',
    member: async (card) => {
      const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })
      const { id: customer } = await stripe.customers.create({ test_clock: clock, name: 'Tsudoi check' })
      const works = await stripe.paymentMethods.attach(cards.works, { customer })
      const price = await stripe.prices.create({
        ...{ currency: 'jpy', unit_amount: 1500, recurring: { interval: 'month' } },
        product_data: { name: 'Tsudoi check' },
      })
      const { id: subscription } = await stripe.subscriptions.create({
        ...{ customer, items: [{ price: price.id }], default_payment_method: works.id },
        billing_mode: { type: 'flexible' },
      })
      // The first period is paid on the provider's page, where its buyer answers the bank: here by a card that works.
      if (card !== 'works') {
        const { id } = await stripe.paymentMethods.attach(cards[card], { customer })
        await stripe.subscriptions.update(subscription, { default_payment_method: id })
      }
      clocks.set(subscription, clock)
      return { customer, subscription }
    },
    changeDefaultCard: async ({ customer }) => {
      const { id } = await stripe.paymentMethods.attach(cards.works, { customer })
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
      return id
    },
    leave: async ({ subscription }) => {
      const { items } = await stripe.subscriptions.retrieve(subscription)
      await stripe.subscriptions.update(subscription, { cancel_at: items.data[0]?.current_period_end ?? 0 })
    },
    renew: async ({ subscription }) => {
      const clock = clocks.get(subscription) ?? ''
      const { items } = await stripe.subscriptions.retrieve(subscription)
      // The invoice is charged an hour after the period has ended.
      const frozen_time = (items.data[0]?.current_period_end ?? 0) + 2 * 3600
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time })
      await until(
        () => stripe.testHelpers.testClocks.retrieve(clock),
        ({ status }) => status === 'ready',
        'the test clock',
      )
    },
    payAtStore: async (intent) => {
      await until(
        () => stripe.paymentIntents.retrieve(intent),
        ({ status }) => status === 'succeeded',
        'the payment at the store',
      )
    },
    lapse: async (intent) => {
      await until(
        () => stripe.paymentIntents.retrieve(intent),
        ({ status }) => status === 'requires_payment_method',
        'the end of the voucher',
      )
    },
    disputed: async () => {
      const { id: payment_intent } = await stripe.paymentIntents.create({
        ...{ amount: 1700, currency: 'jpy', confirm: true, payment_method: 'pm_card_createDispute' },
        allowed_payment_method_types: ['card'],
      })
      const { data } = await until(
        () => stripe.disputes.list({ payment_intent, limit: 1 }),
        // What it has taken from the balance comes a moment later.
        (listed) => (listed.data[0]?.balance_transactions.length ?? 0) > 0,
        'the dispute',
      )
      return data[0]?.id ?? ''
    },
    // By the evidence that is handed in (https://docs.stripe.com/testing#evidence).
    decide: async (dispute, status) => {
      const uncategorized_text = status === 'won' ? 'winning_evidence' : 'losing_evidence'
      await stripe.disputes.update(dispute, { evidence: { uncategorized_text }, submit: true })
      await until(
        () => stripe.disputes.retrieve(dispute),
        (one) => one.status === status && one.balance_transactions.length === (status === 'won' ? 2 : 1),
        'the decision',
      )
    },
    toPress: (what, address) => void pressed.push(`${what}\n    ${address}`),
    end: async () => {
      for (const clock of clocks.values()) await stripe.testHelpers.testClocks.del(clock)
    },
  }
}
