import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { nextDue } from '#program/dueJobs.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { now } from '#server/clock.ts'
import { moveClock } from '#server/queue.ts'
import { shared } from '#server/shared.ts'
import { callbacks, provider, sandboxAddress, told } from '../support/payments'
import { sandboxProvider } from '../support/sandboxProvider'
import { sandbox } from '../support/world'

/* The sandbox as Stripe's own SDK and as plain HTTP see it. */
const { port } = new URL(sandboxAddress)
const stripe = new Stripe('sk_test_anybody', { protocol: 'http', host: '127.0.0.1', port: Number(port) })
const error = async (call: Promise<unknown>) => {
  const refused = await call.then(
    () => null,
    (thrown: Stripe.errors.StripeError) => thrown,
  )
  if (!refused) throw new Error('It was not refused.')
  const { type, code, param, statusCode, headers } = refused
  return { type, code, param, statusCode, ...(headers?.['idempotent-replayed'] === 'true' && { isReplayed: true }) }
}
const send = (path: string, init: RequestInit = {}) =>
  fetch(sandboxAddress + path, { ...init, headers: { Authorization: 'Bearer sk_test_x', ...init.headers } })
const inSeconds = (seconds: number) => Math.floor(now() / 1000) + seconds
const customer = () => stripe.customers.create({ email: 'fan@example.test', name: '青井', metadata: { uid: 'u' } })

describe('objects', () => {
  test('a customer is made, changed, found and listed', async () => {
    const made = await customer()
    expect(made).toMatchObject({ object: 'customer', email: 'fan@example.test', name: '青井', metadata: { uid: 'u' } })
    const changed = await stripe.customers.update(made.id, { name: '青', metadata: { more: '1' } })
    expect(changed).toMatchObject({ name: '青', email: 'fan@example.test', metadata: { uid: 'u', more: '1' } })
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, name: '青' })
    expect((await stripe.customers.list({ limit: 1 })).data[0]?.id).toBe(made.id)
  })

  test('a price is found by its lookup key, and no second one takes the key', async () => {
    const of = {
      currency: 'jpy',
      unit_amount: 980,
      recurring: { interval: 'month' },
      lookup_key: 'key-1',
      product_data: { name: '月' },
    } as const
    const price = await stripe.prices.create(of)
    expect(price).toMatchObject({ type: 'recurring', unit_amount: 980, lookup_key: 'key-1' })
    expect((await stripe.prices.list({ lookup_keys: ['none', 'key-1'] })).data.map(({ id }) => id)).toEqual([price.id])
    const expanded = await stripe.prices.retrieve(price.id, { expand: ['product'] })
    expect(expanded.product).toMatchObject({ object: 'product', name: '月' })
    expect(await error(stripe.prices.create(of))).toMatchObject({
      code: 'resource_already_exists',
      param: 'lookup_key',
    })
  })

  test('lists are paged, newest first, and the SDK walks through them', async () => {
    const { id } = await customer()
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'jpy',
      customer: id,
      confirm: true,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
    })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000 })
    const made: string[] = []
    for (let n = 0; n < 5; n++) {
      made.unshift((await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })).id)
    }
    const of = { payment_intent: intent.id }
    const first = await stripe.refunds.list({ ...of, limit: 2 })
    expect(first).toMatchObject({ has_more: true, url: '/v1/refunds', object: 'list' })
    expect(first.data.map((refund) => refund.id)).toEqual(made.slice(0, 2))
    const rest = await stripe.refunds.list({ ...of, limit: 3, starting_after: made[1] ?? '' })
    expect(rest).toMatchObject({ has_more: false })
    const before = await stripe.refunds.list({ ...of, limit: 2, ending_before: made[3] ?? '' })
    expect(before.data.map((refund) => refund.id)).toEqual(made.slice(1, 3))
    const all = await stripe.refunds.list({ ...of, limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map((refund) => refund.id)).toEqual(made)
    expect(await stripe.charges.list(of)).toMatchObject({ data: [{ amount_refunded: 500, refunded: false }] })
    const withCharge = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.customer'] })
    expect(withCharge.latest_charge).toMatchObject({ amount: 1000, customer: { id } })
  })

  test('what is shown only on asking is not shown unasked', async () => {
    const { id } = await customer()
    const lines = [{ price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: 'A' } }, quantity: 2 }]
    const of = { mode: 'payment', customer: id, line_items: lines, success_url: 'http://localhost/x' } as const
    const session = await stripe.checkout.sessions.create(of)
    expect(session.line_items).toBeUndefined()
    const asked = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'customer'] })
    expect(asked).toMatchObject({
      amount_total: 1000,
      customer: { id },
      line_items: { data: [{ amount_total: 1000 }] },
    })
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
    expect(await error(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 })
  })

  test('a card that is refused stays with its intent', async () => {
    const { id } = await customer()
    const refused = stripe.paymentIntents.create({
      amount: 1000,
      currency: 'jpy',
      customer: id,
      confirm: true,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_chargeDeclined',
    })
    expect(await error(refused)).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 })
    const [intent] = (await stripe.paymentIntents.list({ customer: id })).data
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
  })

  test('a dispute takes the charge, and is won or lost once', async () => {
    const { id } = await customer()
    const intent = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'jpy',
      customer: id,
      confirm: true,
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_visa',
    })
    const dispute = await told<Stripe.Dispute>({ action: 'createDispute', intent: intent.id })
    expect(await error(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({ code: 'charge_disputed' })
    await told({ action: 'closeDispute', dispute: dispute.id, status: 'won' })
    expect(await provider.dispute(dispute.id)).toMatchObject({ state: 'won', amount: 700 })
    await expect(told({ action: 'closeDispute', dispute: dispute.id, status: 'lost' })).rejects.toThrow()
  })
})

describe('what is refused', () => {
  const konbini = (more: object = {}, options: object = {}) =>
    stripe.paymentIntents.create({
      amount: 500,
      currency: 'jpy',
      confirm: true,
      allowed_payment_method_types: ['konbini'],
      payment_method_data: { type: 'konbini', billing_details: { name: 'A', email: 'a@example.test' } },
      payment_method_options: { konbini: options },
      ...more,
    })
  test.each<[string, () => Promise<unknown>, object]>([
    [
      'an unknown object',
      () => stripe.customers.retrieve('cus_no'),
      { statusCode: 404, code: 'resource_missing', param: 'id' },
    ],
    ['another kind of object', async () => stripe.invoices.retrieve((await customer()).id), { statusCode: 404 }],
    [
      'an unknown parameter',
      () => stripe.customers.create({ nmae: 'x' } as object),
      { code: 'parameter_unknown', param: 'nmae' },
    ],
    [
      'an unknown parameter deep inside',
      () =>
        stripe.prices.create({ currency: 'jpy', unit_amount: 1, recurring: { interval: 'month', every: 2 } } as never),
      { code: 'parameter_unknown', param: 'recurring[every]' },
    ],
    [
      'a missing parameter',
      () => stripe.prices.create({ currency: 'jpy' } as never),
      { code: 'parameter_missing', param: 'unit_amount' },
    ],
    ['no whole number', () => konbini({ amount: 1.5 }), { code: 'parameter_invalid_integer', param: 'amount' }],
    ['too small an amount', () => konbini({ amount: 119 }), { code: 'amount_too_small' }],
    ['too large an amount for a store', () => konbini({ amount: 300_001 }), { code: 'amount_too_large' }],
    ['a voucher of ten minutes', () => konbini({}, { expires_at: inSeconds(600) }), { statusCode: 400 }],
    ['a voucher of 61 days', () => konbini({}, { expires_at: inSeconds(61 * 86_400) }), { statusCode: 400 }],
    [
      'zeroes for a confirmation number',
      () => konbini({}, { confirmation_number: '0000000000' }),
      { code: 'payment_intent_konbini_rejected_confirmation_number' },
    ],
    [
      'a store payment of nobody',
      () => konbini({ payment_method_data: { type: 'konbini', billing_details: { email: 'a@example.test' } } }),
      { code: 'parameter_missing', param: 'payment_method_data[billing_details][name]' },
    ],
    ['another currency', () => konbini({ currency: 'usd' }), { statusCode: 400, param: 'currency' }],
    ['a list of 101', () => stripe.customers.list({ limit: 101 }), { statusCode: 400, param: 'limit' }],
    [
      'a list after nothing',
      () => stripe.customers.list({ starting_after: 'cus_no' }),
      { statusCode: 404, param: 'starting_after' },
    ],
  ])('%s', async (_name, call, expected) => {
    expect(await error(call())).toMatchObject(expected)
  })

  test.each([
    ['no key', { Authorization: '' }],
    ['a live key', { Authorization: 'Bearer sk_live_x' }],
    ['a publishable key', { Authorization: 'Bearer pk_test_x' }],
    ['half a key', { Authorization: 'Bearer sk_test_' }],
  ])('%s', async (_name, headers) => {
    const answer = await send('/v1/customers', { headers })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  test.each([
    ['GET', '/v1/nothing'],
    ['PUT', '/v1/customers'],
    ['DELETE', '/v1/customers/cus_x'],
    ['GET', '/v1/customers/%E0%A4%A'],
    ['GET', '/v1/'],
  ])('%s %s is no address', async (method, path) => {
    expect((await send(path, { method })).status).toBe(404)
  })

  test.each([
    '__proto__[x]=1',
    'metadata[__proto__]=1',
    'metadata[constructor][prototype]=1',
    'a[b][c][d][e][f][g]=1',
    '%00=1',
    'metadata=1',
    'email[]=a',
    'expand=x',
  ])('the form %s', async (body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send('/v1/customers', { method: 'POST', body, headers })).status).toBe(400)
  })
})

describe('idempotency', () => {
  test('the same key and the same request is one object, also at the same time', async () => {
    const options = { idempotencyKey: 'once' }
    const made = await Promise.all(Array.from({ length: 8 }, () => stripe.customers.create({ name: 'A' }, options)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await error(stripe.customers.create({ name: 'B' }, options))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('what was refused leaves the key free', async () => {
    const options = { idempotencyKey: 'mended' }
    expect(await error(stripe.customers.create({ nmae: 'A' } as object, options))).toMatchObject({ statusCode: 400 })
    expect(await stripe.customers.create({ name: 'A' }, options)).toMatchObject({ name: 'A' })
  })

  test('an answer is kept once the call has begun, a 402 and a 500 too, and may be gone after a day', async () => {
    const { id } = await customer()
    const pay = (payment_method: string) =>
      stripe.paymentIntents.create(
        {
          amount: 500,
          currency: 'jpy',
          customer: id,
          confirm: true,
          payment_method,
          allowed_payment_method_types: ['card'],
        },
        { idempotencyKey: 'refused' },
      )
    expect(await error(pay('pm_card_chargeDeclined'))).toEqual(expect.objectContaining({ statusCode: 402 }))
    expect(await error(pay('pm_card_chargeDeclined'))).toMatchObject({ statusCode: 402, isReplayed: true })
    expect((await stripe.charges.list({ customer: id })).data).toHaveLength(1)
    // The SDK has tried again by itself, and met the answer that was kept.
    await told({ failNext: ['within'] })
    expect(await error(stripe.customers.create({ name: 'C' }, { idempotencyKey: 'broken' }))).toMatchObject({
      statusCode: 500,
      isReplayed: true,
    })
    await moveClock(now() + 86_400_000)
    expect(await stripe.customers.create({ name: 'C' }, { idempotencyKey: 'broken' })).toMatchObject({ name: 'C' })
  })

  test.each(['before', 'after', 'within'] as const)(
    'a call that fails %s it is done is tried again and makes one object',
    async (how) => {
      const uid = `uid-${how}`
      await told({ failNext: [how] })
      const id = await provider.createCustomer({ uid, email: 'x@example.test', name: 'X' }, `key-${how}`)
      const all = await stripe.customers.list({ limit: 100 })
      expect(all.data.filter(({ metadata }) => metadata.uid === uid).map((one) => one.id)).toEqual([id])
    },
  )
})

test.each([
  ['locked', 409, 'idempotency_key_in_use'],
  ['unknownKey', 401, undefined],
  ['limited', 429, 'rate_limit'],
] as const)(
  'a call that is refused for now (%s) has not begun: the same key makes the object afterwards',
  async (fault, statusCode, code) => {
    const make = () => stripe.customers.create({ name: fault }, { idempotencyKey: `for-now-${fault}` })
    // As often as the SDK tries by itself.
    await told({ failNext: [fault, fault, fault] })
    const refused = await error(make())
    expect(refused).toMatchObject({ statusCode, ...(code && { code }) })
    expect(refused).not.toHaveProperty('isReplayed')
    await told({ failNext: [] })
    const made = await make()
    const all = await stripe.customers.list({ limit: 100 })
    expect(all.data.filter(({ name }) => name === fault).map(({ id }) => id)).toEqual([made.id])
  },
)

describe('who leaves on a page of the provider’s', () => {
  test('has left by the moment alone, and is told of', async () => {
    const { subscription } = await sandboxProvider().member('works')
    const { items } = await stripe.subscriptions.retrieve(subscription)
    const end = items.data[0]?.current_period_end
    const left = await told<Stripe.Subscription>({ action: 'cancelSubscription', subscription })
    expect(left).toMatchObject({ status: 'active', cancel_at: end, cancel_at_period_end: false })
    const { data } = await stripe.events.list({ types: ['customer.subscription.updated'], limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ id: subscription, cancel_at: end })
    // The other way to end it is not what holds, so taking that back changes nothing.
    const same = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    expect(same).toMatchObject({ cancel_at: end })
    expect(await stripe.subscriptions.update(subscription, { cancel_at: '' })).toMatchObject({ cancel_at: null })
  })

  test('of a subscription that has ended is refused', async () => {
    const { subscription } = await sandboxProvider().member('works')
    await stripe.subscriptions.cancel(subscription)
    await expect(told({ action: 'cancelSubscription', subscription })).rejects.toThrow()
  })
})

test('stores that the account has not activated are refused, and their key is free', async () => {
  await told({ stores: 'notActivated' })
  const options = { idempotencyKey: 'not-activated' }
  const make = () =>
    stripe.paymentIntents.create({ amount: 500, currency: 'jpy', allowed_payment_method_types: ['konbini'] }, options)
  expect(await error(make())).toMatchObject({ statusCode: 400, param: 'allowed_payment_method_types' })
  await told({ stores: 'open' })
  expect(await make()).toMatchObject({ status: 'requires_payment_method' })
})

test('what was made and what waits to be told outlives a restart', async () => {
  const { id } = await customer()
  const intent = await provider.issueKonbini(
    {
      orderId: 'o',
      customerId: id,
      amount: 500,
      name: 'A',
      email: 'a@example.test',
      phone: '03-1234-5678',
      expiresAt: now() + 86_400_000,
      returnUrl: 'https://tsudoi.test/fc/pay/konbini/o',
    },
    'restart',
  )
  await told({ action: 'payAtStore', intent: intent.id })
  await sandbox.stop()
  const again = startSandbox({ auto: false })
  const dueAt = async () => (await nextDue([], now(), again.nextDueQuery)).other
  expect(await dueAt()).toBeLessThanOrEqual(now())
  expect(await provider.intent(intent.id)).toMatchObject({ status: 'succeeded', konbini: { paidStore: 'lawson' } })
  expect(intent.konbini?.stores.lawson?.confirmationNumber).toBe('0312345678')
  await again.advance()
  expect((await dueAt()) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now())
  expect(shared.sandbox).toBe(again)
})

describe('pages', () => {
  const page = async (path: string, form?: Record<string, string>) => {
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const answer = await send(path, { ...init, redirect: 'manual' })
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
  }
  const openSession = async () => {
    const { id } = await customer()
    return stripe.checkout.sessions.create({
      mode: 'payment',
      customer: id,
      line_items: [
        { price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: '<b>&"A' } }, quantity: 1 },
      ],
      success_url: 'http://localhost:3000/fc/me/plans?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/fc/aoi',
      custom_text: { submit: { message: 'You are buying: <A>' } },
      locale: 'en',
    })
  }

  test('a session is declined, then paid, and leads back', async () => {
    const { url, id } = await openSession()
    const path = new URL(url ?? '').pathname
    expect(path).toBe(`/en/sandbox/checkout/${id}`)
    const first = await page(path)
    expect(first.html).toContain('data-testid="sandbox-pay"')
    expect(first.html).toContain('&lt;b&gt;&amp;&quot;A')
    expect(first.html).toContain('You are buying: &lt;A&gt;')
    expect(first.html).not.toContain('<script')
    expect((await page(path, { act: 'decline' })).html).toContain('The card was declined')
    const paid = await page(path, { act: 'pay', card: 'works' })
    expect(paid).toMatchObject({ status: 303, location: `http://localhost:3000/fc/me/plans?session=${id}` })
    expect((await page(path, { act: 'pay' })).status).toBe(303)
    expect((await page(path)).html).toContain('This payment is done')
  })

  test('a voucher is paid at a store', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'jpy',
      confirm: true,
      allowed_payment_method_types: ['konbini'],
      payment_method_data: { type: 'konbini', billing_details: { name: 'A', email: 'a@example.test' } },
    })
    const path = new URL(intent.next_action?.konbini_display_details?.hosted_voucher_url ?? '').pathname
    expect((await page(path)).html.match(/data-testid="sandbox-pay-at-store"/g)).toHaveLength(4)
    expect((await page(path, { store: 'seicomart' })).html).toContain('お支払いが済みました')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', next_action: null })
  })

  test('a refund of a store has its page, which its mail names: answered once, sent back by the bank, and lapsed', async () => {
    const mail = shared.sandbox ? vi.spyOn(shared.sandbox, 'mail') : undefined
    const { id: customer } = await stripe.customers.create({ preferred_locales: ['en'] })
    const intent = await stripe.paymentIntents.create({
      ...{ amount: 500, currency: 'jpy', customer, confirm: true, allowed_payment_method_types: ['konbini'] },
      payment_method_data: { type: 'konbini', billing_details: { name: 'A', email: 'a@example.test' } },
    })
    await told({ action: 'payAtStore', intent: intent.id })
    const refund = await stripe.refunds.create({ payment_intent: intent.id, instructions_email: 'a@example.test' })
    const stands = async () => (await stripe.refunds.retrieve(refund.id)).status
    const path = `/en/sandbox/refund/${refund.id}`
    const letter = { to: 'a@example.test', locale: 'en', text: expect.stringContaining(path) }
    expect(mail?.mock.calls).toMatchObject([[letter, expect.stringMatching(/^[A-Za-z0-9-]+$/)]])
    expect((await page(path)).html).toContain('data-testid="sandbox-name-account"')
    expect((await page(path, { act: 'bounce' })).html).toContain('data-testid="sandbox-name-account"')
    expect((await page(path, { act: 'answer' })).html).toContain('on its way to your bank account')
    await page(path, { act: 'expire' })
    expect(await stands()).toBe('succeeded')
    expect((await page(path, { act: 'bounce' })).html).toContain('data-testid="sandbox-name-account"')
    expect([await stands(), mail?.mock.calls.length]).toEqual(['requires_action', 2])
    expect((await page(path, { act: 'expire' })).html).toContain('nothing was refunded')
    expect((await page(path, { act: 'answer' })).html).not.toContain('<form')
    expect(await stands()).toBe('failed')
  })

  test.each([
    '/sandbox/checkout/cs_test_no',
    '/sandbox/refund/re_no',
    '/sandbox/voucher/pi_no',
    '/en/sandbox/portal/bps_no',
    '/sandbox/portal/..%2f',
  ])('%s is not there', async (path) => {
    expect((await page(path)).status).toBe(404)
    expect((await page(path, { act: 'pay' })).status).toBe(404)
  })

  test('the buttons are for this page alone', async () => {
    const { url } = await openSession()
    const path = new URL(url ?? '').pathname
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await send(path, { method: 'POST', body: new URLSearchParams({ act: 'pay' }), headers })).status).toBe(404)
  })
})

test.each([
  ['nothing', undefined],
  ['an unknown setting', { delay: 1 }],
  ['an unknown action', { action: 'explode' }],
  ['a share above one', { drop: 1.5 }],
])('the control refuses %s', async (_name, what) => {
  const body = what === undefined ? '' : JSON.stringify(what)
  const answer = await send('/sandbox/control', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(answer.status).toBe(400)
  await callbacks()
})
