import { afterEach, expect, test, vi } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { ask, type Person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { provider, told } from '../support/payments'
import { ledger, myPlan, newFan, settled, shop } from '../support/shop'

/* The form for a store's codes is sent again with other words, after an answer that never came. */
afterEach(() => vi.restoreAllMocks())

const chosen = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  return { of, fan, orderId: sessionUrl.split('/').at(-1) ?? '' }
}
const said = (orderId: string, { email }: Person, phone: string) => ({ orderId, name: '青井 そら', email, phone })
const [firstPhone, otherPhone] = ['090-1111-1111', '090-2222-2222']

type Issue = typeof provider.issueKonbini
/** What the provider does in the next call for a voucher, of which nothing comes back. */
const lost = (does: (real: Issue, ...of: Parameters<Issue>) => Promise<unknown>) => {
  const real = provider.issueKonbini
  vi.spyOn(provider, 'issueKonbini').mockImplementationOnce(async (...of) => {
    await does(real, ...of)
    throw new Error('The connection was closed.')
  })
}

const intentsOf = async (orderId: string) =>
  (
    await pool().query<{ status: string }>(
      `select body ->> 'status' as status from sandbox_objects
        where object = 'payment_intent' and body -> 'metadata' ->> 'orderId' = $1`,
      [orderId],
    )
  ).rows.map(({ status }) => status)
const numbersOf = ({ stores }: { stores: { confirmationNumber: string }[] }) => [
  ...new Set(stores.map(({ confirmationNumber }) => confirmationNumber)),
]

test('the codes that the first press made are shown to the second one, and can be paid', async () => {
  const { of, fan, orderId } = await chosen()
  lost((real, ...asked) => real(...asked))
  expect(await refused(orders.issueKonbiniPayment, said(orderId, fan, firstPhone), fan)).toMatchObject({ status: 500 })
  const issued = await ask(orders.issueKonbiniPayment, said(orderId, fan, otherPhone), fan)
  expect(issued).toMatchObject({ state: 'issued', paymentState: 'awaitingPayment' })
  expect(numbersOf(issued)).toEqual(['09011111111'])
  expect(await ask(orders.getKonbiniPayment, { orderId }, fan)).toEqual(issued)
  expect(await intentsOf(orderId)).toEqual(['requires_action'])
  expect(await mailsTo(fan.email)).toHaveLength(1)
  const { rows } = await pool().query('select intent_id as intent from orders where order_id = $1', [orderId])
  await told({ action: 'payAtStore', intent: rows[0].intent })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1700 })
})

test('codes are made with the other words where the first press never reached the provider', async () => {
  const { fan, orderId } = await chosen()
  lost(async () => {})
  await refused(orders.issueKonbiniPayment, said(orderId, fan, firstPhone), fan)
  const issued = await ask(orders.issueKonbiniPayment, said(orderId, fan, otherPhone), fan)
  expect(numbersOf(issued)).toEqual(['09022222222'])
  expect(await intentsOf(orderId)).toEqual(['requires_action'])
})

test('and where the provider has begun with the first words and not got further', async () => {
  const { fan, orderId } = await chosen()
  // Reported as well, it is neither a voucher nor one that has lapsed.
  await told({ enabledEvents: null })
  // Too near for the provider: it makes the payment, and refuses to give it a code.
  lost((real, of, key) => real({ ...of, expiresAt: now() + 60_000 }, key).catch(() => null))
  await refused(orders.issueKonbiniPayment, said(orderId, fan, firstPhone), fan)
  expect(await intentsOf(orderId)).toEqual(['requires_payment_method'])
  await settled()
  await told({ enabledEvents: [...webhookEvents] })
  expect(await ask(orders.getKonbiniPayment, { orderId }, fan)).toMatchObject({ state: 'creating' })
  const issued = await ask(orders.issueKonbiniPayment, said(orderId, fan, otherPhone), fan)
  expect(numbersOf(issued)).toEqual(['09022222222'])
  expect(await intentsOf(orderId)).toEqual(['requires_action'])
})

test('two presses with other words at one moment get the same codes', async () => {
  const { fan, orderId } = await chosen()
  // So that both ask for the voucher at once, and neither for the customer.
  await ask(subscriptions.purchasePlanSubscriptionKonbini, (await shop()).of, fan).then(({ sessionUrl }) =>
    ask(orders.issueKonbiniPayment, said(sessionUrl.split('/').at(-1) ?? '', fan, firstPhone), fan),
  )
  const answers = await Promise.all(
    [firstPhone, otherPhone, '090-3333-3333'].map((phone) =>
      ask(orders.issueKonbiniPayment, said(orderId, fan, phone), fan),
    ),
  )
  expect(new Set(answers.map(({ stores }) => JSON.stringify(stores))).size).toBe(1)
  expect(await intentsOf(orderId)).toEqual(['requires_action'])
})
