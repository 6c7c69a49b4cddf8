import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { PaymentRefused, type Payments } from '#server/payments/payments.ts'
import { balanceTransactionOf, intentOf, invoiceOf, subscriptionOf, toSeconds } from '#server/payments/stripeObjects.ts'
import { shared } from '#server/shared.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club, operator, type Person, request } from '../support/club'
import { goodsOrder } from '../support/goodsOrder'
import { provider, told } from '../support/payments'
import {
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  nextNight,
  orderAtStore,
  sessionIn,
  settled,
  shop,
} from '../support/shop'

/*
 * What the program has to know of the provider's behaviour. Each sentence about the club is asked of the program, and of a naive one
 * whose calls to the provider are those of somebody who believes something else: a sentence that holds for both would prove nothing.
 */

const minute = 60_000
const at = { protocol: 'http', host: '127.0.0.1', port: shared.ownPort ?? 0 } as const
const stripe = new Stripe('sk_test_sandbox', { ...at, maxNetworkRetries: 0, telemetry: false })
const real = { ...provider }

type Said = {
  behaviour: string
  /** What happens in the club, and what is then seen of it. */
  happens: () => Promise<unknown>
  seen: unknown
  naive: () => Partial<Payments>
  naively: unknown
}

const one = async (sql: string, ...of: string[]) => Object.values((await pool().query(sql, of)).rows[0] ?? {})[0]
const intentOfOrder = (orderId: string) =>
  one('select orders.intent_id from orders where orders.order_id = $1', orderId) as Promise<string>
const stateOfOrder = (orderId: string) =>
  one('select orders.payment_state from orders where orders.order_id = $1', orderId)
const subscriptionOfFan = ({ uid }: Person) =>
  one(
    'select subscriptions.provider_subscription_id from subscriptions where subscriptions.uid = $1',
    uid,
  ) as Promise<string>
const customerOfFan = ({ uid }: Person) =>
  one('select customers.customer_id from customers where customers.uid = $1', uid)
/** What came into the balance, by the last night's look. */
const providerSum = async () =>
  (await ask(waitingMoney.getProviderBalance, {}, await operator())).balance?.provider ?? 0
const statusOf = async (of: Parameters<typeof myPlan>[0], fan: Person) => (await myPlan(of, fan))?.status ?? null

const member = async (card: 'works' | 'declinesLater' = 'works') => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan, card)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  return { of, fan, paidUntil: joined.expiredAt }
}

/** A store's order whose voucher is not made yet, and how it is asked for. */
const atStore = async (phone = '090-1234-5678') => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const sent = JSON.stringify({
    ...{ orderId: sessionUrl.split('/').at(-1) ?? '', name: '青井 そら', email: fan.email, phone },
  })
  return async () => {
    const { status, body } = await request(orders.issueKonbiniPayment, sent, fan)
    const { state, code } = JSON.parse(String(body)) as { state?: string; code?: string }
    return status === 200 ? state : code
  }
}

/** Whatever is refused is decided. */
const asRefusal = (error: Stripe.errors.StripeError): Error => new PaymentRefused(error.code ?? error.type)
/** Refusals are told by their status: 429 is a limit of calls, of which no buyer has to know. */
const byStatus = (error: Stripe.errors.StripeError) => (error.statusCode === 429 ? error : asRefusal(error))

/** One key for a payer, whatever was answered before, and nothing tried in another way. */
const issued =
  (sends: (of: Parameters<Payments['issueKonbini']>[0]) => object, understands = asRefusal): Payments['issueKonbini'] =>
  async (of, key) => {
    const { id } = await stripe.paymentIntents.create(
      {
        ...{ amount: of.amount, currency: 'jpy', customer: of.customerId, metadata: { orderId: of.orderId } },
        allowed_payment_method_types: ['konbini'],
      },
      { idempotencyKey: key },
    )
    const { name, email, phone } = of
    const confirmation_number = phone.replaceAll(/\D/g, '')
    const payer = {
      payment_method_data: { type: 'konbini' as const, billing_details: { name, email } },
      payment_method_options: { konbini: { expires_at: toSeconds(of.expiresAt), confirmation_number } },
      ...sends(of),
    }
    const confirmed = stripe.paymentIntents.confirm(id, payer, { idempotencyKey: `${key}:payer:${phone}` })
    return intentOf(
      await confirmed.catch((error: Stripe.errors.StripeError) => {
        throw understands(error)
      }),
    )
  }
const withReturnUrl = ({ returnUrl: return_url }: { returnUrl: string }) => ({ return_url })
const naiveVoucher = { issueKonbini: issued(withReturnUrl) }

/** Without the number where it was refused, which only 400 says. */
const otherNumberOf400: Payments['issueKonbini'] = (of, key) =>
  issued(withReturnUrl, (error) => error)(of, key).catch((error: Stripe.errors.StripeError) => {
    if (error.statusCode !== 400) throw error
    return real.issueKonbini({ ...of, phone: '' }, key)
  })

/** Every answer is kept under its key, so what was refused is not asked again. */
const refusedForGood = (issue: Payments['issueKonbini']): Payments['issueKonbini'] => {
  const refusals = new Map<string, unknown>()
  return async (of, key) => {
    if (refusals.has(key)) throw refusals.get(key)
    return issue(of, key).catch((error: unknown) => {
      refusals.set(key, error)
      throw error
    })
  }
}

const lapsedByClock =
  (reads: Payments['intent']): Payments['intent'] =>
  async (id) => {
    const told = await reads(id)
    const isOver = told.status === 'requires_action' && (told.konbini?.expiresAt ?? 0) <= now()
    return isOver ? { ...told, status: 'requires_payment_method' } : told
  }

/** Answers again what it has answered once it was this. */
const forGood = <Told extends { id: string; state: string }>(state: string, reads: (id: string) => Promise<Told>) => {
  const seen = new Map<string, Told>()
  return async (id: string) => {
    const known = seen.get(id) ?? (await reads(id))
    if (known.state === state) seen.set(id, known)
    return known
  }
}

const refundInFull = async (fault: 'locked' | 'unknownKey' | 'limited') => {
  const of = await club()
  const order = await goodsOrder(of)
  await told({ failNext: Array(20).fill(fault) })
  await request(
    staffOrders.refundOrder,
    JSON.stringify({ ...order.of, amount: order.total, reason: 'Asked for.' }),
    of.owner,
  )
  await told({ failNext: [] })
  await moveTo(now() + 5 * minute)
  await settled()
  return stateOfOrder(order.orderId)
}
const takesForDecided = (): Partial<Payments> => ({
  refund: (...of) =>
    real.refund(...of).catch(() => {
      throw new PaymentRefused('refused')
    }),
})

const isAsked = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const join = () => ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  const { sessionUrl } = await join()
  await told({ action: 'paySession', session: sessionIn(sessionUrl), card: 'authenticates' })
  await settled()
  return { of, fan, session: sessionIn(sessionUrl) }
}

const leftOnPage = async () => {
  const joined = await member()
  await told({ action: 'cancelSubscription', subscription: await subscriptionOfFan(joined.fan) })
  await settled()
  return joined
}

const sentences: Said[] = [
  {
    behaviour: 'the portal changes the customer’s default card only: who changes it after a refused renewal stays',
    happens: async () => {
      const { of, fan, paidUntil } = await member('declinesLater')
      await moveTo(paidUntil + day)
      await told({ action: 'setCard', customer: await customerOfFan(fan), card: 'works' })
      await settled()
      await moveTo(paidUntil + 16 * day)
      return statusOf(of, fan)
    },
    seen: 'active',
    // The new card is the subscription's already, and is tried by itself.
    naive: () => ({
      subscription: async (id) => {
        const [told, { customer }] = [await real.subscription(id), await stripe.subscriptions.retrieve(id)]
        return { ...told, cardId: (await real.customer(String(customer))).cardId }
      },
    }),
    naively: null,
  },
  {
    behaviour: 'a 402 is kept under its key: a working card pays what another one was refused for',
    happens: async () => {
      const { of, fan, paidUntil } = await member('declinesLater')
      await moveTo(paidUntil + day)
      for (const card of ['declines', 'works']) {
        await told({ action: 'setCard', customer: await customerOfFan(fan), card })
        await ask(subscriptions.payWithNewCard, {}, fan)
      }
      return statusOf(of, fan)
    },
    seen: 'active',
    naive: () => ({ payInvoice: (id, cardId) => real.payInvoice(id, cardId, `pay:${id}`) }),
    naively: 'paymentIncomplete',
  },
  {
    behaviour: 'a 500 is kept under its key: a price that broke is made all the same',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      const press = async () => {
        const sent = JSON.stringify({ ...of.of, returnPath: null })
        return (await request(subscriptions.purchasePlanSubscription, sent, fan)).status
      }
      // Of a customer whom the provider knows the price is looked for, and then is the first thing that is made.
      await joinByCard(await shop(), fan)
      await told({ failNext: ['none', 'within', 'within', 'within'] })
      const first = await press()
      await told({ failNext: [] })
      await moveTo(now() + 5 * minute)
      return [first, await press()]
    },
    seen: [200, 200],
    naive: () => ({
      ensurePrice: async ({ priceId, name, amount, interval }, idempotencyKey) => {
        const [found] = (await stripe.prices.list({ lookup_keys: [priceId] })).data
        if (found) return found.id
        const product_data = { name }
        const of = { currency: 'jpy', unit_amount: amount, recurring: { interval }, lookup_key: priceId, product_data }
        return (await stripe.prices.create(of, { idempotencyKey })).id
      },
    }),
    naively: [500, 500],
  },
  ...(['locked', 'unknownKey', 'limited'] as const).map((fault) => ({
    behaviour: `a call that is refused for now (${fault}) is not decided: the refund is made minutes later`,
    happens: () => refundInFull(fault),
    seen: 'refunded',
    naive: takesForDecided,
    naively: 'paid',
  })),
  {
    behaviour: 'a key is forgotten after a day: what is repeated after it gives back once',
    happens: async () => {
      const of = await club()
      const order = await goodsOrder(of)
      const intent = await intentOfOrder(order.orderId)
      // Made at the provider; neither its answer nor its event arrives, and the next tries do not reach it either.
      await told({ enabledEvents: [], failNext: ['after', ...Array(60).fill('before')] })
      const asked = { ...order.of, amount: 300, reason: 'Asked for.' }
      await request(staffOrders.refundOrder, JSON.stringify(asked), of.owner)
      await pool().query(`delete from pgboss.job where name = 'refund'`)
      await pool().query(
        `delete from sandbox_objects where object = 'event' and body->'data'->'object'->>'payment_intent' = $1`,
        [intent],
      )
      await told({ failNext: [] })
      // As after a day in which the provider was not reached.
      await pool().query(`delete from sandbox_keys where key like 'refund:%'`)
      await moveTo(now() + 2 * day)
      await settled()
      return (await real.refundsOf(intent)).length
    },
    seen: 1,
    naive: () => ({ refundsOf: async () => [] }),
    naively: 2,
  },
  {
    behaviour: 'where a return_url is wanted the voucher is made',
    happens: async () => {
      const press = await atStore()
      await told({ returnUrl: 'wanted' })
      return press()
    },
    seen: 'issued',
    naive: () => ({ issueKonbini: issued(() => ({})) }),
    naively: 'paymentRefused',
  },
  {
    behaviour: 'a number that stores reject as too common is left out',
    happens: async () => (await atStore('01234567890'))(),
    seen: 'issued',
    naive: () => naiveVoucher,
    naively: 'paymentRefused',
  },
  {
    behaviour: 'and is told by its code, whatever the status: in a busy hour it is left out as well',
    happens: async () => {
      const press = await atStore('01234567890')
      await told({ storesStatus: 429 })
      return press()
    },
    seen: 'issued',
    naive: () => ({ issueKonbini: otherNumberOf400 }),
    naively: 'internal',
  },
  {
    behaviour: 'refused parameters are not kept: where the account takes stores later, the same order gets its voucher',
    happens: async () => {
      const press = await atStore()
      await told({ stores: 'notActivated' })
      const first = await press()
      await told({ stores: 'open' })
      return [first, await press()]
    },
    seen: ['paymentRefused', 'issued'],
    naive: () => ({ issueKonbini: refusedForGood(real.issueKonbini) }),
    naively: ['paymentRefused', 'paymentRefused'],
  },
  {
    behaviour:
      'a voucher’s end is told an hour after its deadline: who stands at the till at it is not told that it has lapsed',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      const { orderId, intentId, issued: voucher } = await orderAtStore(of, fan)
      if (voucher.state !== 'issued') throw new Error('no voucher')
      await told({ action: 'beginPayingAtStore', intent: intentId })
      await moveTo(voucher.expiresAt + 10 * minute)
      const atTheTill = await stateOfOrder(orderId)
      await told({ action: 'payAtStore', intent: intentId })
      await settled()
      return [atTheTill, await stateOfOrder(orderId)]
    },
    seen: ['awaitingPayment', 'paid'],
    // The deadline is the end: what is not paid by then has lapsed.
    naive: () => ({ intent: lapsedByClock(real.intent), cancelIntent: lapsedByClock(real.intent) }),
    naively: ['expired', 'paid'],
  },
  {
    behaviour: 'stores that are unavailable make the voucher for the same phone a minute later',
    happens: async () => {
      const press = await atStore()
      await told({ stores: 'unavailable' })
      const first = await press()
      await told({ stores: 'open' })
      await moveTo(now() + minute)
      return [first, await press()]
    },
    seen: ['storesUnavailable', 'issued'],
    naive: () => naiveVoucher,
    // The refusal is kept under the key of the order and its payer.
    naively: ['storesUnavailable', 'storesUnavailable'],
  },
  {
    behaviour: 'stores that are limited are said to be busy, which is no refusal, whatever the status',
    happens: async () => {
      const press = await atStore()
      await told({ stores: 'limited', storesStatus: 429 })
      return press()
    },
    seen: 'storesUnavailable',
    naive: () => ({ issueKonbini: issued(withReturnUrl, byStatus) }),
    naively: 'internal',
  },
  {
    behaviour: 'what a customer is paying cannot be cancelled: the fan reads that it is being paid',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      const { orderId, intentId } = await orderAtStore(of, fan)
      await told({ action: 'beginPayingAtStore', intent: intentId })
      const { status, body } = await request(orders.cancelPaymentKonbini, JSON.stringify({ orderId }), fan)
      return [status, (JSON.parse(String(body)) as { code: string }).code]
    },
    seen: [409, 'beingPaid'],
    naive: () => ({ cancelIntent: async (id) => intentOf(await stripe.paymentIntents.cancel(id)) }),
    naively: [500, 'internal'],
  },
  {
    behaviour: 'a refund goes from succeeded back to requires_action: its buyer is asked again',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      const { orderId } = await joinAtStore(of, fan)
      await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 1700, reason: 'Asked for' }, of.owner)
      await settled()
      const refund = await one('select refunds.provider_refund_id from refunds where refunds.order_id = $1', orderId)
      await told({ action: 'answerRefund', refund })
      await settled()
      await told({ action: 'bounceRefund', refund })
      await settled()
      return one('select refunds.state from refunds where refunds.order_id = $1', orderId)
    },
    seen: 'requiresCustomerAction',
    naive: () => ({ refundById: forGood('succeeded', real.refundById) }),
    naively: 'succeeded',
  },
  {
    behaviour: 'a lost dispute is won on appeal: the money is the club’s again',
    happens: async () => {
      const of = await club()
      const order = await goodsOrder(of)
      const { cash } = await ledger(of.tenantId)
      const { id: dispute } = await told<{ id: string }>({ action: 'createDispute', intent: order.intentId })
      await told({ action: 'closeDispute', dispute, status: 'lost' })
      await settled()
      await told({ action: 'appealDispute', dispute })
      await settled()
      return (cash ?? 0) - ((await ledger(of.tenantId)).cash ?? 0)
    },
    seen: 0,
    naive: () => ({ dispute: forGood('lost', real.dispute) }),
    // Two shirts, three badges and their shipping.
    naively: 8100,
  },
  {
    behaviour: 'a dispute in the cardholder’s currency takes the yen that left the balance',
    happens: async () => {
      const of = await club()
      const order = await goodsOrder(of)
      await told({ action: 'createDispute', intent: order.intentId, amount: 1043, currency: 'usd' })
      await settled()
      return (await ledger(of.tenantId)).cash ?? 0
    },
    seen: 0,
    naive: () => ({
      dispute: async (id) => ({ ...(await real.dispute(id)), amount: (await stripe.disputes.retrieve(id)).amount }),
    }),
    naively: 8100 - 1043,
  },
  {
    behaviour: 'a payment of another currency is no yen: one that names a paid order is the operator’s to decide about',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      await joinByCard(of, fan)
      const orderId = await one('select orders.order_id from orders where orders.tenant_id = $1', of.tenantId)
      const taken = { customer: await customerOfFan(fan), amount: 1500, currency: 'usd', yen: 2250, orderId }
      const { id } = await told<{ id: string }>({ action: 'takePayment', ...taken })
      await nextNight()
      const { payments } = await ask(waitingMoney.getUnallocatedPayments, {}, await operator())
      return payments.find(({ providerId }) => providerId === id)?.currency ?? null
    },
    seen: 'usd',
    naive: () => ({ intent: async (id) => ({ ...(await real.intent(id)), currency: 'jpy' }) }),
    // Given back as a second payment, of which 1,500 yen were booked.
    naively: null,
  },
  {
    behaviour: 'a balance that the account keeps in dollars is in no sum of yen',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      await joinByCard(of, fan)
      await nextNight()
      const before = await providerSum()
      const taken = { customer: await customerOfFan(fan), amount: 1043, currency: 'usd', yen: null }
      await told({ action: 'takePayment', ...taken })
      await settled()
      await nextNight()
      return (await providerSum()) - before
    },
    seen: 0,
    naive: () => ({
      balanceSince: async function* (since) {
        const asked = { created: { gte: toSeconds(since) }, limit: 100, expand: ['data.source'] }
        for await (const told of stripe.balanceTransactions.list(asked)) yield balanceTransactionOf(told)
      },
    }),
    naively: 1043 - 38,
  },
  {
    behaviour: 'what the provider keeps stands in its balance transactions, whatever the rate says',
    happens: async () => {
      const [of, fan] = [await shop(), await newFan()]
      await told({ feeRate: 56_000 })
      await joinByCard(of, fan)
      await moveTo(now() + day)
      await settled()
      return (await ledger(of.tenantId)).providerFees
    },
    seen: -84,
    naive: () => ({
      balanceSince: async function* (since) {
        for await (const told of real.balanceSince(since)) yield { ...told, fee: Math.round(told.amount * 0.036) }
      },
    }),
    naively: -54,
  },
  {
    behaviour:
      'a bank that asks at joining has refused nothing: who presses again comes to the same page, and cannot pay on two',
    happens: async () => {
      const { of, fan, session } = await isAsked()
      await moveTo(now() + 10 * minute)
      await settled()
      const again = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
      await told({ action: 'answerBank', session })
      await settled()
      return [sessionIn(again.sessionUrl) === session, await statusOf(of, fan)]
    },
    seen: [true, 'active'],
    // A payment that is not made has failed: its page is over, and another one is opened.
    naive: () => ({
      session: async (id) => {
        const session = await real.session(id)
        const { data } = await stripe.paymentIntents.list({ customer: session.customerId ?? '' })
        const isAsking = data.some(({ status }) => status === 'requires_action')
        return isAsking ? { ...session, status: 'expired' } : session
      },
    }),
    naively: [false, 'active'],
  },
  {
    behaviour: 'a bank that asks at a renewal has a page for its answer, which my plans names',
    happens: async () => {
      const { of, fan, session } = await isAsked()
      await told({ action: 'answerBank', session })
      await settled()
      const joined = await myPlan(of, fan)
      await moveTo((joined?.status === 'active' ? joined.expiredAt : 0) + day)
      const plan = await myPlan(of, fan)
      return plan?.status === 'paymentIncomplete' && plan.authenticationUrl !== null
    },
    seen: true,
    naive: () => ({
      invoice: async (id) => invoiceOf(await stripe.invoices.retrieve(id, { expand: ['payments'] })),
      invoicesOf: async (subscription) =>
        (await stripe.invoices.list({ subscription, limit: 24, expand: ['data.payments'] })).data.map(invoiceOf),
    }),
    naively: false,
  },
  {
    behaviour: 'in the flexible billing mode who leaves on the provider’s page has left by the moment alone',
    happens: async () => {
      const { of, fan } = await leftOnPage()
      return statusOf(of, fan)
    },
    seen: 'scheduledToCancel',
    naive: () => ({
      subscription: async (id) => {
        const told = await stripe.subscriptions.retrieve(id)
        return { ...subscriptionOf(told), cancelsAtPeriodEnd: told.cancel_at_period_end }
      },
    }),
    naively: 'active',
  },
  {
    behaviour: 'and who stays after all stays: the moment is taken back, too',
    happens: async () => {
      const { of, fan, paidUntil } = await leftOnPage()
      await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
      await moveTo(paidUntil + 3 * day)
      return statusOf(of, fan)
    },
    seen: 'active',
    naive: () => ({
      setCancelAtPeriodEnd: async (id, cancels, idempotencyKey) =>
        subscriptionOf(await stripe.subscriptions.update(id, { cancel_at_period_end: cancels }, { idempotencyKey })),
    }),
    naively: null,
  },
]

const asUsual = () =>
  told({
    ...{ enabledEvents: [...webhookEvents], feeRate: 36_000, returnUrl: 'accepted' },
    ...{ stores: 'open', storesStatus: 400 },
  })

beforeEach(asUsual)
afterEach(() => vi.restoreAllMocks())

test.each(sentences)('$behaviour', async ({ happens, seen, naive, naively }) => {
  expect(await happens()).toEqual(seen)
  await asUsual()
  for (const [call, instead] of Object.entries(naive()))
    vi.spyOn(provider, call as 'session').mockImplementation(instead as never)
  expect(await happens(), 'the naive program').toEqual(naively)
})
