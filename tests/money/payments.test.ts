import { expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { callbacks, provider, told } from '../support/payments'

test('a fan joins by card', async () => {
  const customerId = await provider.createCustomer({ uid: 'u1', email: 'a@example.test', name: 'A' }, 'c1')
  const priceId = await provider.ensurePrice(
    { priceId: 'price_ours', name: 'Plan', amount: 980, interval: 'month' },
    'p1',
  )
  const session = await provider.openSession(
    {
      orderId: 'order_1',
      customerId,
      mode: 'subscription',
      lines: [{ priceId }],
      successUrl: 'http://localhost:3000/fc/me/plans',
      cancelUrl: 'http://localhost:3000/fc/aoi',
      expiresAt: now() + 31 * 60_000,
      locale: 'ja',
    },
    's1',
  )
  expect(session).toMatchObject({ status: 'open', isPaid: false, amount: 980, currency: 'jpy', orderId: 'order_1' })
  // The page asks for the yen that ours has named, in no other currency.
  const { rows } = await pool().query(
    `select body->'adaptive_pricing' as adaptive from sandbox_objects where id = $1`,
    [session.id],
  )
  expect(rows).toEqual([{ adaptive: { enabled: false } }])
  expect(await told({ action: 'paySession', session: session.id })).toEqual({ outcome: 'paid' })
  await callbacks()
  const done = await provider.session(session.id)
  expect(done).toMatchObject({ status: 'complete', isPaid: true, url: null })
  const invoice = await provider.invoice(done.invoiceId ?? '')
  expect(invoice).toMatchObject({ status: 'paid', isFirst: true, amount: 980, attempts: 0 })
  expect(await provider.subscription(done.subscriptionId ?? '')).toMatchObject({ status: 'active', orderId: 'order_1' })
})

test('an operator sees how long the provider takes for each call, by its name and without anybody’s id', async () => {
  await expect(provider.session('cs_test_Unknown1')).rejects.toThrow()
  // An address of the page of thanks may name anything.
  await expect(provider.session('cs_nobody')).rejects.toThrow()
  const text = await metrics().registry.metrics()
  expect(text).toContain('tsudoi_provider_seconds_count{call="POST checkout/sessions",status="200"}')
  expect(text).toContain('tsudoi_provider_seconds_count{call="GET checkout/sessions/:id",status="404"}')
  expect(text).not.toContain('cs_')
})

test('a fan pays at a store, gets the money back, and a card is disputed', async () => {
  const customerId = await provider.createCustomer({ uid: 'u2', email: 'b@example.test', name: 'B' }, 'c2')
  const expiresAt = Math.floor(now() / 1000) * 1000 + 3 * 86_400_000
  const of = {
    orderId: 'order_2',
    customerId,
    amount: 1180,
    name: '青井',
    email: 'b@example.test',
    phone: '090-1234-5678',
    expiresAt,
    returnUrl: 'https://tsudoi.test/fc/pay/konbini/o',
  }
  const intent = await provider.issueKonbini(of, 'k1')
  expect(await provider.issueKonbini(of, 'k1')).toEqual(intent)
  expect(intent).toMatchObject({ status: 'requires_action', method: 'konbini', amount: 1180, orderId: 'order_2' })
  expect(intent.konbini?.expiresAt).toBe(expiresAt)
  expect(Object.keys(intent.konbini?.stores ?? {}).sort()).toEqual(['familymart', 'lawson', 'ministop', 'seicomart'])
  await told({ action: 'payAtStore', intent: intent.id, store: 'lawson' })
  const paid = await provider.cancelIntent(intent.id)
  expect(paid).toMatchObject({ status: 'succeeded', konbini: { paidStore: 'lawson' } })
  const refund = await provider.refund(
    { refundId: 'refund_1', intentId: intent.id, amount: 1180, instructionsEmail: 'b@example.test' },
    'r1',
  )
  expect(refund).toMatchObject({ state: 'requires_action', refundId: 'refund_1' })
  await told({ action: 'answerRefund', refund: refund.id })
  expect(await provider.refundsOf(intent.id)).toEqual([{ ...refund, state: 'succeeded', answerUntil: null }])
  await expect(
    provider.refund({ refundId: 'x', intentId: intent.id, amount: 1, instructionsEmail: 'b@example.test' }, 'r2'),
  ).rejects.toThrow('charge_already_refunded')
  const session = await provider.openSession(
    {
      orderId: 'order_3',
      customerId,
      mode: 'payment',
      lines: [{ name: '4月', unitPrice: 980, quantity: 1 }],
      successUrl: 'http://localhost:3000/fc/me/plans',
      cancelUrl: 'http://localhost:3000/fc/aoi',
      expiresAt: now() + 31 * 60_000,
      locale: 'en',
    },
    's3',
  )
  await told({ action: 'paySession', session: session.id })
  expect(await provider.expireSession(session.id)).toMatchObject({ status: 'complete', isPaid: true })
  const { intentId } = await provider.session(session.id)
  const dispute = await told<{ id: string }>({ action: 'createDispute', intent: intentId })
  expect(await provider.dispute(dispute.id)).toEqual({
    ...{ id: dispute.id, intentId, amount: 980, state: 'open', reason: 'fraudulent' },
    evidenceDueAt: expect.any(Number),
  })
  expect(
    await provider.portalUrl({
      customerId,
      returnUrl: 'http://localhost:3000/fc/me/plans',
      doneUrl: 'http://localhost:3000/fc/me/plans?card=changed',
      locale: 'en',
    }),
  ).toContain('/en/sandbox/portal/bps_1')
  const events = []
  for await (const event of provider.eventsSince(0)) events.push(event.type)
  // The card that Checkout has kept is the customer's default.
  expect(events.filter((type) => type !== 'customer.updated')[0]).toBe('payment_intent.succeeded')
  expect(events.slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
  await callbacks()
})
