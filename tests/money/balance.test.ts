import { beforeEach, describe, expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, operator } from '../support/club'
import { provider, told } from '../support/payments'
import {
  joinAtStore,
  joinByCard,
  ledger,
  myPlan,
  newFan,
  nextNight,
  ordersIn,
  sessionIn,
  settled,
  shop,
} from '../support/shop'

/*
 * The provider's own list of what came into the balance and what it kept, against the ledger (rule: money.balance), each night.
 */

const sums = async () => {
  const { balance } = await ask(waitingMoney.getProviderBalance, {}, await operator())
  return balance ?? { provider: 0, unknown: 0, ledger: 0 }
}
let before = { provider: 0, unknown: 0, ledger: 0 }
/** What the last night's look says of what has happened in this test. */
const look = async () => {
  const after = await sums()
  const [provider, unknown, ledger] = (['provider', 'unknown', 'ledger'] as const).map(
    (side) => after[side] - before[side],
  ) as [number, number, number]
  return { provider, unknown, ledger, difference: provider - unknown - ledger }
}

beforeEach(async () => {
  await told({ enabledEvents: [...webhookEvents], feeRate: 36_000 })
  before = await sums()
})
const intentOf = async (tenantId: string) => {
  const { rows } = await pool().query('select intent_id as id from orders where tenant_id = $1', [tenantId])
  return rows[0]?.id as string
}

test('before the first night nothing has been compared', async () => {
  expect(await ask(waitingMoney.getProviderBalance, {}, await operator())).toEqual({ balance: null })
})

test('what the provider kept of a card and of a store is booked, and both sides say the same', async () => {
  const of = await shop()
  await joinByCard(of, await newFan())
  await joinAtStore(of, await newFan())
  await nextNight()
  // 1,500 and 1,700 yen, less 54 and 61.
  expect(await look()).toMatchObject({ provider: 3085, unknown: 0, ledger: 3085, difference: 0 })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3200, providerFees: -115 })
})

test('a fee beyond the rate is the platform’s: the club is owed what it was', async () => {
  const of = await shop()
  await joinByCard(of, await newFan())
  const { brandPayable, paymentFee } = await ledger(of.tenantId)
  await told({ feeRate: 56_000 })
  await joinByCard(of, await newFan())
  await nextNight()
  const books = await ledger(of.tenantId)
  expect(books.brandPayable).toBe((brandPayable ?? 0) * 2)
  // 54 and 84 were kept where 54 had been taken each time.
  expect(books.paymentFee).toBe((paymentFee ?? 0) * 2 + 54 + 84)
  expect(books).toMatchObject({ paymentFee: 30, providerFees: -138 })
  expect(await look()).toMatchObject({ difference: 0 })
})

test('refunds, a bounced one, and disputes with their fee are booked to the yen', async () => {
  const of = await shop()
  const [first, second] = [await newFan(), await newFan()]
  await joinByCard(of, first)
  const paid = await pool().query('select order_id as id from orders where uid = $1', [first.uid])
  await ask(staffOrders.refundOrder, { ...of.ids, orderId: paid.rows[0].id, amount: 500, reason: 'Sorry' }, of.owner)
  await settled()
  await nextNight()
  expect(await look()).toMatchObject({ provider: 946, difference: 0 })
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
    paid.rows[0].id,
  ])
  await told({ action: 'bounceRefund', refund: rows[0].id })
  await settled()
  await joinByCard(of, second)
  const orders = await pool().query('select intent_id as id from orders where uid = $1', [second.uid])
  const { id: dispute } = await told<{ id: string }>({ action: 'createDispute', intent: orders.rows[0].id })
  await settled()
  await nextNight()
  // The second one's 1,500 left again with the dispute, its fee of 54 and the dispute's of 1,500 did not come back.
  expect(await look()).toMatchObject({ provider: 1446 - 54 - 1500, difference: 0 })
  await told({ action: 'closeDispute', dispute, status: 'won' })
  await settled()
  await nextNight()
  expect(await look()).toMatchObject({ provider: 1446 + 1446 - 1500, difference: 0 })
})

test('a payment of nobody stands beside, not in the difference', async () => {
  const of = await shop()
  const fan = await newFan()
  await joinByCard(of, fan)
  const intent = await intentOf(of.tenantId)
  // The order forgets its payment, which nobody knows from then on.
  await pool().query('update orders set intent_id = null where tenant_id = $1', [of.tenantId])
  await pool().query(`update sandbox_objects set body = jsonb_set(body, '{customer}', '"cus_unknown"') where id = $1`, [
    intent,
  ])
  await nextNight()
  const seen = await look()
  expect(seen).toMatchObject({ provider: 1446, unknown: 1446 })
  // What the ledger has and the provider does not name for an order is what differs.
  expect(seen.difference).toBe(-1500)
})

test('money that the provider was paid and that was not booked is the difference, until it is', async () => {
  const of = await shop()
  const fan = await newFan()
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ enabledEvents: [] })
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await nextNight()
  // The same night's look has found it first.
  expect(await look()).toMatchObject({ provider: 1446, difference: 0 })
})

test('looking twice books nothing twice', async () => {
  const of = await shop()
  await joinByCard(of, await newFan())
  await nextNight()
  const before = await ledger(of.tenantId)
  await nextNight()
  expect(await ledger(of.tenantId)).toEqual(before)
  expect(await look()).toMatchObject({ difference: 0 })
})

describe('money of another currency is never taken for as many yen', () => {
  const customerOf = async (uid: string) =>
    (await pool().query('select customer_id as id from customers where uid = $1', [uid])).rows[0]?.id as string
  const listed = async (providerId: string) =>
    (await ask(waitingMoney.getUnallocatedPayments, {}, await operator())).payments.find(
      (one) => one.providerId === providerId,
    )
  /** A member, and a payment of 1,043 US cents that somebody takes of the same customer by hand, for 1,564 yen. */
  const takenByHand = async (yen: number | null = 1564) => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const taken = { customer: await customerOf(fan.uid), amount: 1043, currency: 'usd', yen }
    const { id } = await told<{ id: string }>({ action: 'takePayment', ...taken })
    await settled()
    return { of, fan, id }
  }

  test('a payment that was taken by hand stands in its own money, and beside the difference with the yen that came', async () => {
    const { of, id } = await takenByHand()
    await nextNight()
    expect(await listed(id)).toMatchObject({ amount: 1043, currency: 'usd' })
    expect((await ledger(of.tenantId)).cash).toBe(1500)
    // 1,500 yen less 54, and 1,564 less 56.
    expect(await look()).toEqual({ provider: 1446 + 1508, unknown: 1508, ledger: 1446, difference: 0 })
  })

  test('it goes back in its own money, by the yen that left', async () => {
    const { of, id } = await takenByHand()
    await nextNight()
    const giveBack = { providerId: id, action: 'giveBack' as const, reason: 'Nobody’s', email: null }
    await ask(waitingMoney.settleUnallocatedPayment, giveBack, await operator())
    await settled()
    await nextNight()
    expect(await provider.refundsOf(id)).toMatchObject([{ amount: 1043, state: 'succeeded' }])
    expect((await ledger(of.tenantId)).cash).toBe(1500)
    expect(await look()).toEqual({ provider: 1446 - 56, unknown: -56, ledger: 1446, difference: 0 })
  })

  test('one that the account keeps in dollars is in no sum of yen', async () => {
    await takenByHand(null)
    await nextNight()
    expect(await look()).toEqual({ provider: 1446, unknown: 0, ledger: 1446, difference: 0 })
  })

  test('one that names an order which waits pays it not', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
    const { rows } = await pool().query('select order_id as id from orders where tenant_id = $1', [of.tenantId])
    const taken = { customer: await customerOf(fan.uid), amount: 1043, currency: 'usd', yen: 1564, orderId: rows[0].id }
    const { id } = await told<{ id: string }>({ action: 'takePayment', ...taken })
    await settled()
    await nextNight()
    expect(await listed(id)).toMatchObject({ amount: 1043, currency: 'usd', orderNumber: expect.any(String) })
    expect(await ledger(of.tenantId)).toEqual({})
    expect(await look()).toMatchObject({ unknown: 1508, ledger: 0, difference: 0 })
  })

  test('an order’s own page that was paid in it hands nothing over and books nothing: the operator sees the payment', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
    // As an account does it that converts prices against what was asked for.
    await told({ enabledEvents: [] })
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await told({ enabledEvents: [...webhookEvents] })
    await pool().query(
      `update sandbox_objects set body = body || '{"currency": "usd", "amount_total": 1043}' where id = $1`,
      [sessionIn(sessionUrl)],
    )
    await pool().query(
      `update sandbox_objects set body = body || '{"currency": "usd", "amount": 1043}'
        where object in ('charge', 'payment_intent') and body->>'customer' = $1`,
      [await customerOf(fan.uid)],
    )
    await nextNight()
    const intent = await pool().query(
      `select id from sandbox_objects where object = 'payment_intent' and body->>'customer' = $1`,
      [await customerOf(fan.uid)],
    )
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'canceled' }])
    expect(await myPlan(of, fan)).toBe(null)
    expect(await ledger(of.tenantId)).toEqual({})
    expect(await listed(intent.rows[0].id)).toMatchObject({ amount: 1043, currency: 'usd' })
    expect(await look()).toMatchObject({ unknown: 1446, ledger: 0, difference: 0 })
  })
})
