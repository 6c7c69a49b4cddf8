import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { questions } from '../../bench/provider/questions'
import { ask } from '../support/club'
import { provider, told } from '../support/payments'
import { errorType } from '../support/providerCalls'
import { objectMessage, sentPrefix, shapesOf, wrongInRun, wrongLiterals } from '../support/providerTypes'
import { sandboxProvider } from '../support/sandboxProvider'
import { joinAtStore, joinByCard, newFan, orderAtStore, sessionIn, settled, shop } from '../support/shop'
import { simulate } from '../support/simulation'
import { providerCalls } from '../support/world'

/*
 * What the program and the sandbox send each other is of the provider's types to the letter: every request, object, event and error
 * of a month of a club, and of what is rare in one, as literals that the compiler reads with the pinned SDK.
 */

type Kept = { object: string } & Record<string, unknown>
const sent = async () =>
  (await pool().query<{ body: Kept }>('select body from sandbox_objects order by serial')).rows.map(({ body }) => body)
const literals = (all: readonly Kept[]) => wrongLiterals(all.map(objectMessage))

/** What a month rarely brings: a dispute that is won on appeal, in another currency; a code that lapses; a refund that fails. */
const rare = async () => {
  const of = await shop()
  const [first, second] = [await newFan(), await newFan()]
  await joinByCard(of, first)
  const { intentId } = await orderAtStore(of, second)
  await told({ action: 'letExpire', intent: intentId })
  await provider.cancelIntent((await orderAtStore(of, await newFan())).intentId)
  const begun = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, await newFan())
  await told({ action: 'expireSession', session: sessionIn(begun.sessionUrl) })
  await joinAtStore(of, await newFan())
  await settled()
  const paid = await pool().query(
    'select order_id as "orderId", intent_id as id, payment_method as method from orders where tenant_id = $1 and paid_at is not null',
    [of.tenantId],
  )
  const by = (method: string) => paid.rows.find((one) => one.method === method)
  const asked = { action: 'createDispute', intent: by('card').id, currency: 'usd', amount: 1043 }
  const { id: dispute } = await told<{ id: string }>(asked)
  await told({ action: 'closeDispute', dispute, status: 'lost' })
  await told({ action: 'appealDispute', dispute })
  const refund = { ...of.ids, orderId: by('konbini').orderId, amount: 500, reason: 'Sorry' }
  for (const status of ['failed', 'succeeded']) {
    await ask(staffOrders.refundOrder, refund, of.owner)
    await settled()
    const waiting = await pool().query(
      `select provider_refund_id as id from refunds where order_id = $1 and state = 'requiresCustomerAction'`,
      [refund.orderId],
    )
    await told({ action: 'answerRefund', refund: waiting.rows[0].id, status })
    await settled()
  }
}

/** What the program asks in a month of a club. */
const calls = [
  ...['CustomerCreate', 'PriceCreate', 'Checkout.SessionCreate', 'Checkout.SessionRetrieve', 'PaymentIntentCreate'],
  ...[
    'PaymentIntentConfirm',
    'PaymentIntentCancel',
    'PaymentIntentRetrieve',
    'SubscriptionUpdate',
    'SubscriptionRetrieve',
  ],
  ...['InvoiceRetrieve', 'RefundCreate', 'RefundList', 'DisputeRetrieve'],
]

test('every request, object, event and error that the program and the sandbox send each other compiles with the types of the pinned SDK, open strings closed', async () => {
  await simulate(5, { months: 1, fans: 10 })
  await told({ enabledEvents: null })
  for (const { ask: asks } of questions) await asks(sandboxProvider())
  await rare()
  const objects = await sent()
  const shapes = shapesOf([...objects.map(objectMessage), ...providerCalls])
  expect(shapes.length).toBeGreaterThan(60)
  const kinds = new Set(objects.map(({ object }) => object))
  for (const kind of ['customer', 'price', 'product', 'checkout.session', 'payment_intent', 'payment_method', 'charge'])
    expect(kinds).toContain(kind)
  for (const kind of ['subscription', 'invoice', 'refund', 'dispute', 'balance_transaction', 'event'])
    expect(kinds).toContain(kind)
  const types = new Set(objects.filter(({ object }) => object === 'event').map(({ type }) => type))
  // Store payments have no such sessions.
  const never = ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']
  expect(webhookEvents.filter((type) => !types.has(type) && !never.includes(type))).toEqual([])
  const asked = new Set(providerCalls.map(({ type }) => /Stripe\.(.+)Params$/.exec(type)?.[1]))
  for (const call of calls) expect([...asked], call).toContain(call)
  expect(providerCalls.filter(({ type }) => type.includes('StripeRawError')).length).toBeGreaterThan(0)
  expect(wrongLiterals(shapes)).toEqual([])
}, 300_000)

/** A request as a message; what of it is text on the wire is text here. */
const request = (type: string, body: object) => ({ type: `Stripe.${type}Params`, body, isForm: true })

test('control: a parameter that is misspelt, missing or of a word that no documentation names does not compile', () => {
  const right = { payment_intent: 'pi_1', amount: '500', reason: 'requested_by_customer', metadata: { refundId: '1' } }
  expect(wrongLiterals([request('RefundCreate', right)])).toEqual([])
  const wrong = [
    request('RefundCreate', { ...right, reason: 'sorry' }),
    request('RefundCreate', { ...right, amuont: '1' }),
    request('CustomerUpdate', { invoice_settings: { default_payment_method: 'true' } }),
    request('PriceCreate', { unit_amount: '500' }),
    { type: errorType, body: { type: 'card_failed', message: 'No.' } },
    { type: errorType, body: { type: 'card_error', code: 'card_tired', message: 'No.' } },
  ]
  expect(wrong.map((one) => wrongLiterals([one]).length > 0)).toEqual(wrong.map(() => true))
})

test('control: a word that the documentation does not name, a misspelt field and a missing one do not compile', async () => {
  const [intent] = (await sent()).filter(({ object }) => object === 'payment_intent')
  if (!intent) throw new Error('nothing was sent')
  const { currency, ...without } = intent
  const wrong = [{ ...intent, status: 'paid' }, { ...intent, amuont: 1 }, without]
  expect(wrong.map((one) => literals([one as Kept]).length > 0)).toEqual([true, true, true])
  expect(literals([intent])).toEqual([])
  // Of a whole run, each is named with the files in which it was sent.
  const folder = mkdtempSync(join(tmpdir(), 'tsudoi-sent-'))
  const keep = (file: string, shapes: Kept[]) =>
    writeFileSync(
      join(folder, `${sentPrefix}${file}.json`),
      JSON.stringify({ file, shapes: shapes.map(objectMessage) }),
    )
  keep('right', [intent])
  expect(wrongInRun(folder)).toEqual([])
  keep('wrong', [intent, { ...intent, status: 'paid' }])
  expect(wrongInRun(folder)).toEqual([expect.stringMatching(/^Stripe.PaymentIntent: .*\(wrong\)$/)])
  rmSync(folder, { recursive: true })
  expect(currency).toBe('jpy')
})
