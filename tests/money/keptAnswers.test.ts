import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { stripePayments } from '#server/payments/stripe.ts'
import { shared } from '#server/shared.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club, request } from '../support/club'
import { goodsOrder } from '../support/goodsOrder'
import { provider, told } from '../support/payments'
import { joinByCard, moveTo, newFan, sessionIn, settled, shop } from '../support/shop'

/*
 * The provider keeps an answer under its key once a call has begun, a broken one too, and forgets it after a day. So what
 * follows a lost or broken answer looks for what was made, and only then asks again.
 */

const intentOf = async (orderId: string) =>
  (await pool().query('select orders.intent_id as id from orders where orders.order_id = $1', [orderId])).rows[0]
    .id as string

test('a part that is given back is given back once, also where it is asked for again when its key is forgotten', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const intent = await intentOf(order.of.orderId)
  // Made at the provider; neither its answer nor its event arrives, and the next tries do not reach it either.
  await told({ enabledEvents: [], failNext: ['after', ...Array(60).fill('before')] })
  const asked = { ...order.of, amount: 300, reason: 'Asked for.' }
  expect((await request(staffOrders.refundOrder, JSON.stringify(asked), of.owner)).status).toBe(503)
  expect(await pool().query(`delete from pgboss.job where name = 'refund'`)).toBeTruthy()
  await pool().query(
    `delete from sandbox_objects where object = 'event' and body->'data'->'object'->>'payment_intent' = $1`,
    [intent],
  )
  await told({ failNext: [] })
  expect(await provider.refundsOf(intent)).toHaveLength(1)
  // As after a day in which the provider was not reached.
  await pool().query(`delete from sandbox_keys where key like 'refund:%'`)
  await moveTo(now() + 2 * day)
  await settled()
  await told({ enabledEvents: [...webhookEvents] })
  expect(await provider.refundsOf(intent)).toHaveLength(1)
  const { order: after } = await ask(staffOrders.getOrder, order.of, of.owner)
  expect(after).toMatchObject({ paymentState: 'partiallyRefunded', refunded: 300 })
})

test('a price that broke at the provider is made at the next press, not a day later', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(await shop(), fan)
  // With a known customer the price is looked for, and then is the first thing that is made.
  await told({ failNext: ['none', 'within', 'within', 'within'] })
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  expect(sessionIn(sessionUrl)).not.toBe('')
  await told({ failNext: [] })
})

test('the card portal of a new account that broke at the provider opens at that press, not a day later', async () => {
  const at = { protocol: 'http' as const, host: '127.0.0.1', port: shared.ownPort as number }
  const anew = stripePayments({ secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_unused', at })
  await pool().query(`delete from sandbox_objects where object = 'billing_portal.configuration'`)
  await pool().query(`delete from sandbox_keys where key like 'portal-%'`)
  const customerId = await anew.createCustomer({ uid: 'portal', email: '', name: '' }, `portal:${now()}`)
  const returns = { returnUrl: 'https://tsudoi.test/a', doneUrl: 'https://tsudoi.test/b', locale: 'ja' as const }
  // Nothing is listed yet; what was to be made breaks, as often as it is asked for under this key.
  await told({ failNext: ['none', 'within', 'within', 'within'] })
  expect(await anew.portalUrl({ customerId, ...returns })).toContain('/sandbox/portal/')
  await told({ failNext: [] })
  const { rows } = await pool().query(`select id from sandbox_objects where object = 'billing_portal.configuration'`)
  expect(rows).toHaveLength(1)
})
