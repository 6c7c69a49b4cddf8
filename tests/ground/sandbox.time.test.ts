import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { addMonths, periodOf } from '#sandbox/objects/subscriptions.ts'
import { now } from '#server/clock.ts'
import { moveClock } from '#server/queue.ts'
import { shared } from '#server/shared.ts'
import { callbacks, provider, told } from '../support/payments'

/*
 * Time at the payment provider: what falls due there happens in its order while the clock is moved, and everything of it has
 * been told and handled before time goes on.
 */
const stripe = new Stripe('sk_test_sandbox', {
  ...{ protocol: 'http', host: '127.0.0.1', port: shared.ownPort ?? 0 },
  ...{ maxNetworkRetries: 0, telemetry: false },
})
const hour = 3_600_000
const at = (text: string) => Date.parse(text) / 1000
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

test.each([
  ['2026-01-31T03:00:00Z', 1, '2026-02-28T03:00:00.000Z'],
  ['2026-01-31T03:00:00Z', 2, '2026-03-31T03:00:00.000Z'],
  ['2027-11-30T00:00:00Z', 3, '2028-02-29T00:00:00.000Z'],
  ['2028-02-29T12:34:56Z', 12, '2029-02-28T12:34:56.000Z'],
  ['2028-02-29T12:34:56Z', 48, '2032-02-29T12:34:56.000Z'],
  ['2026-12-15T23:59:59Z', 1, '2027-01-15T23:59:59.000Z'],
])('%s and %i months are %s', (from, months, expected) => {
  expect(iso(addMonths(at(from), months))).toBe(expected)
})

test('the 31st comes back after February', () => {
  const anchor = at('2026-01-31T03:00:00Z')
  const ends = [0, 1, 2, 3].map((n) => iso(periodOf(anchor, 'month', n).end).slice(0, 10))
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(iso(periodOf(at('2028-02-29T00:00:00Z'), 'year', 3).end).slice(0, 10)).toBe('2032-02-29')
})

let serial = 0
const join = async (
  card: 'works' | 'declinesLater' | 'declines' = 'works',
  { interval = 'month', startsAt }: { interval?: 'month' | 'year'; startsAt?: number } = {},
) => {
  const n = ++serial
  const customerId = await provider.createCustomer({ uid: `u${n}`, email: `f${n}@example.test`, name: 'F' }, `c${n}`)
  const price = { priceId: `ours_${n}`, name: 'Plan', amount: 980, interval }
  const session = await provider.openSession(
    {
      orderId: `not_ours_${n}`,
      customerId,
      mode: 'subscription',
      lines: [{ priceId: await provider.ensurePrice(price, `p${n}`) }],
      successUrl: 'http://localhost:3000/fc/me/plans',
      cancelUrl: 'http://localhost:3000/fc/aoi',
      expiresAt: now() + hour,
      locale: 'ja',
      ...(startsAt !== undefined && { startsAt }),
    },
    `s${n}`,
  )
  const { outcome } = await told<{ outcome: string }>({ action: 'paySession', session: session.id, card })
  const { subscriptionId } = await provider.session(session.id)
  return { customerId, session, outcome, subscriptionId: subscriptionId ?? '' }
}
const newest = async (subscriptionId: string) => {
  const [invoice] = await provider.invoicesOf(subscriptionId)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
const eventsOf = async (objectId: string) => {
  const types: string[] = []
  for await (const event of provider.eventsSince(0)) if (event.objectId === objectId) types.push(event.type)
  return types
}

test('a month is charged at its end, an hour after its invoice was drafted', async () => {
  const { subscriptionId } = await join()
  const first = await newest(subscriptionId)
  expect(first).toMatchObject({ isFirst: true, status: 'paid' })
  await moveClock(first.to)
  expect(await newest(subscriptionId)).toMatchObject({ status: 'draft', isFirst: false, from: first.to })
  await moveClock(first.to + hour)
  const second = await newest(subscriptionId)
  expect(second).toMatchObject({ status: 'paid', amount: 980, attempts: 0, paidAt: first.to + hour })
  expect(second.intentId).toMatch(/^pi_/)
  expect(await provider.intent(second.intentId ?? '')).toMatchObject({
    status: 'succeeded',
    method: 'card',
    konbini: null,
  })
})

test('a refused renewal is tried on days 3, 5, 7 and 14, and then the subscription ends', async () => {
  const { subscriptionId } = await join('declinesLater')
  const { to } = await newest(subscriptionId)
  const failedAt = to + hour
  const days: number[] = []
  await moveClock(failedAt)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'past_due' })
  for (;;) {
    const invoice = await newest(subscriptionId)
    expect(invoice).toMatchObject({ status: 'open', attempts: days.length + 1 })
    if (invoice.nextAttemptAt === null) break
    days.push((invoice.nextAttemptAt - failedAt) / day)
    await moveClock(invoice.nextAttemptAt)
  }
  expect(days).toEqual([3, 5, 7, 14])
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    status: 'canceled',
    endedAt: failedAt + 14 * day,
  })
})

test('a new card pays on the next day of trying, and the subscription goes on as if nothing had been', async () => {
  const { subscriptionId, customerId } = await join('declinesLater')
  const { to } = await newest(subscriptionId)
  await moveClock(to + hour)
  const { id: card } = await told<{ id: string }>({ action: 'setCard', customer: customerId, card: 'works' })
  await provider.setCard(subscriptionId, card, `card:${subscriptionId}`)
  await moveClock(to + hour + 3 * day)
  expect(await newest(subscriptionId)).toMatchObject({ status: 'paid', attempts: 1, from: to })
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'active', cardId: card })
  expect((await eventsOf(subscriptionId)).filter((type) => type.endsWith('deleted'))).toEqual([])
})

test('a card that was changed in the portal is the customer’s default: a subscription goes on with its own', async () => {
  const { subscriptionId, customerId } = await join('declinesLater')
  const { to } = await newest(subscriptionId)
  const { cardId } = await provider.subscription(subscriptionId)
  await moveClock(to + hour)
  const { id: card } = await told<{ id: string }>({ action: 'setCard', customer: customerId, card: 'works' })
  expect(await provider.customer(customerId)).toMatchObject({ cardId: card })
  await moveClock(to + hour + 3 * day)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'past_due', cardId })
  const { id } = await newest(subscriptionId)
  expect(await provider.payInvoice(id, cardId ?? '', `pay:${id}:1`)).toMatchObject({ status: 'open' })
  expect(await provider.payInvoice(id, card, `pay:${id}:2`)).toMatchObject({ status: 'paid' })
  // Paid by that card, once: it is not made the subscription's own.
  expect(await provider.payInvoice(id, card, `pay:${id}:3`)).toMatchObject({ status: 'paid' })
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'active', cardId })
})

test('one refusal that the control asks for is one refusal', async () => {
  const { subscriptionId, customerId } = await join()
  await told({ action: 'declineNext', customer: customerId })
  const { to } = await newest(subscriptionId)
  await moveClock(to + hour)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'past_due' })
  await moveClock(to + hour + 3 * day)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'active' })
})

test('who leaves at the end of the period is not charged again, and may take it back until then', async () => {
  const { subscriptionId } = await join()
  const { to } = await newest(subscriptionId)
  expect(await provider.setCancelAtPeriodEnd(subscriptionId, true, 'a')).toMatchObject({ cancelsAtPeriodEnd: true })
  expect(await provider.setCancelAtPeriodEnd(subscriptionId, false, 'b')).toMatchObject({
    cancelsAtPeriodEnd: false,
    canceledAt: null,
  })
  await provider.setCancelAtPeriodEnd(subscriptionId, true, 'c')
  await moveClock(to - 60_000)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'active' })
  await moveClock(to + hour)
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'canceled', endedAt: to })
  expect(await provider.invoicesOf(subscriptionId)).toHaveLength(1)
})

test('a subscription that starts later costs nothing until then', async () => {
  const startsAt = Math.ceil(now() / 1000) * 1000 + 5 * day
  const { subscriptionId, session } = await join('works', { startsAt })
  expect(session.amount).toBe(0)
  expect(await provider.session(session.id)).toMatchObject({ status: 'complete', isPaid: true })
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'trialing' })
  await moveClock(startsAt + hour)
  expect(await newest(subscriptionId)).toMatchObject({ status: 'paid', amount: 980, from: startsAt, isFirst: false })
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'active' })
})

test('a charge that is moved comes at its new moment and on that day of the months after, and an invoice of nothing says so', async () => {
  const { subscriptionId } = await join()
  const { to } = await newest(subscriptionId)
  await moveClock(to - 10 * day)
  const later = to + 7 * day
  expect(await provider.chargeFrom(subscriptionId, later, `later:${subscriptionId}`)).toMatchObject({
    ...{ status: 'trialing', chargesAt: later, endedAt: null, cancelsAtPeriodEnd: false },
  })
  const nothing = await newest(subscriptionId)
  expect(nothing).toMatchObject({ status: 'paid', amount: 0, isFirst: false, attempts: 0, intentId: null, to: later })
  expect((await provider.subscription(subscriptionId)).latestInvoiceId).toBe(nothing.id)
  const raw = await stripe.invoices.retrieve(nothing.id)
  expect(raw.billing_reason).toBe('subscription_update')
  const { data } = await stripe.events.list({ limit: 20 })
  const ofIt = data.filter(({ data: { object } }) => 'id' in object && object.id === nothing.id).map(({ type }) => type)
  expect(ofIt.sort()).toEqual(['invoice.created', 'invoice.finalized', 'invoice.paid', 'invoice.payment_succeeded'])
  // The trial begins when it is asked for, not when an earlier one did.
  const { trial_start, billing_cycle_anchor } = await stripe.subscriptions.retrieve(subscriptionId)
  expect([trial_start, billing_cycle_anchor]).toEqual([Math.floor((to - 10 * day) / 1000), later / 1000])
  await moveClock(to + 2 * hour)
  expect((await provider.invoicesOf(subscriptionId)).map(({ amount }) => amount)).toEqual([0, 980])
  expect(await provider.subscription(subscriptionId)).toMatchObject({ status: 'trialing' })
  await moveClock(later + hour)
  expect(await newest(subscriptionId)).toMatchObject({ status: 'paid', amount: 980, from: later })
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    status: 'active',
    chargesAt: addMonths(later / 1000, 1) * 1000,
  })
  await expect(provider.chargeFrom(subscriptionId, later + 800 * day, `far:${subscriptionId}`)).rejects.toThrow(
    'refused',
  )
})

test('a voucher and a session that nobody pays lapse at their own moments', async () => {
  const customerId = await provider.createCustomer({ uid: 'late', email: 'l@example.test', name: 'L' }, 'late')
  const expiresAt = Math.ceil(now() / 1000) * 1000 + day
  const of = {
    orderId: 'o',
    customerId,
    amount: 500,
    name: 'L',
    email: 'l@example.test',
    phone: '',
    expiresAt,
    returnUrl: 'https://tsudoi.test/fc/pay/konbini/o',
  }
  const intent = await provider.issueKonbini(of, 'late-k')
  const lines = [{ name: 'A', unitPrice: 500, quantity: 1 }]
  const session = await provider.openSession(
    {
      orderId: 'o',
      customerId,
      mode: 'payment',
      lines,
      successUrl: 'http://localhost:3000/',
      cancelUrl: 'http://localhost:3000/',
      expiresAt: expiresAt - 2 * hour,
      locale: 'ja',
    },
    'late-s',
  )
  await moveClock(expiresAt - 2 * hour)
  expect(await provider.session(session.id)).toMatchObject({ status: 'expired', url: null })
  expect(await told({ action: 'paySession', session: session.id })).toEqual({ outcome: 'closed' })
  await moveClock(expiresAt - 60_000)
  expect(await provider.intent(intent.id)).toMatchObject({ status: 'requires_action' })
  await moveClock(expiresAt)
  // It cannot be paid from its deadline on, and is told of an hour later.
  expect(await told({ action: 'payAtStore', intent: intent.id })).toEqual({ paid: false })
  expect(await provider.intent(intent.id)).toMatchObject({ status: 'requires_action' })
  await moveClock(expiresAt + hour)
  expect(await provider.intent(intent.id)).toMatchObject({ status: 'requires_payment_method' })
  expect(await provider.cancelIntent(intent.id)).toMatchObject({ status: 'canceled' })
})

test('years are renewed on their day', async () => {
  const { subscriptionId } = await join('works', { interval: 'year' })
  const { to } = await newest(subscriptionId)
  await moveClock(to + hour)
  const second = await newest(subscriptionId)
  expect(second.from).toBe(to)
  expect(Math.round((second.to - second.from) / day)).toBeGreaterThanOrEqual(365)
  await callbacks()
})
