import { afterEach, describe, expect, test, vi } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { giveUp } from '#money/orders/front.server.ts'
import { orderById } from '#money/orders/queries.server.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, type Person, refused } from '../support/club'
import { checkOut, makeGoods, newBuyer, put, stockOf, stockProblems } from '../support/goods'
import { mailsTo } from '../support/mail'
import { provider, told } from '../support/payments'
import { moveTo, newFan, sessionIn, settled, shop } from '../support/shop'

/*
 * A4: what was taken out of stock is given back only when nobody can pay for it any more. An order is closed here while the
 * provider makes what it could be paid by.
 */
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await stockProblems()).toEqual([])
})

/** The provider has made it, and its answer does not come back before it is let through. */
const held = <Call extends 'issueKonbini' | 'openSession'>(call: Call) => {
  const [made, through] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const real = provider[call] as (...of: unknown[]) => Promise<{ id: string }>
  vi.spyOn(provider, call).mockImplementationOnce((async (...of: unknown[]) => {
    const answer = await real(...of)
    made.resolve(answer.id)
    await through.promise
    return answer
  }) as never)
  return { made: made.promise, letThrough: through.resolve }
}

const orderOf = async (orderId: string) => {
  const order = await orderById(database(), orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  return order
}
const stateOf = async (orderId: string) => (await orderOf(orderId)).paymentState
const orderAt = (address: string) => address.split('/').at(-1) ?? ''
const buyerOf = ({ email }: Person) => ({ name: '青井 そら', email, phone: '090-1234-5678' })

/** Three towels in the cart of a fan who has chosen the store and gives a name now. */
const atStore = async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made, 3)
  const { sessionUrl } = await ask(carts.purchaseGoodsByCartByKonbini, { cartId }, fan)
  const orderId = orderAt(sessionUrl)
  const named = { ...of.ids, orderId }
  const said = { orderId, ...buyerOf(fan) }
  return { of, fan, made, cartId, orderId, named, said }
}
const staffCancel = (at: Awaited<ReturnType<typeof atStore>>) =>
  ask(fulfillments.cancelOrder, { ...at.named, reason: 'Sold out.', restock: true }, at.of.owner)

describe('a code that is made while its order is closed', () => {
  test('by the staff is ended at the provider, and its fan is not told it', async () => {
    const at = await atStore()
    const { made, letThrough } = held('issueKonbini')
    const answer = refused(orders.issueKonbiniPayment, at.said, at.fan)
    const intentId = await made
    expect(await staffCancel(at)).toEqual({ state: 'canceled' })
    letThrough()
    expect(await answer).toMatchObject({ status: 409, code: 'orderClosed' })
    await settled()
    expect((await provider.intent(intentId)).status).toBe('canceled')
    expect(await ask(orders.getKonbiniPayment, { orderId: at.orderId }, at.fan)).toMatchObject({
      paymentState: 'canceled',
      stores: [],
      voucherUrl: '',
    })
    expect(await stockOf(at.made.variationId)).toMatchObject({ available: 10, reserved: 0 })
    // The cart was not left for it.
    expect((await ask(carts.getCarts, {}, at.fan)).carts[0]?.goodsList).toMatchObject([{ quantity: 3 }])
    expect(await mailsTo(at.fan.email)).toEqual([])
  })

  test('by the fan, who gives it up in another tab, is ended as well', async () => {
    const at = await atStore()
    const { made, letThrough } = held('issueKonbini')
    const answer = refused(orders.issueKonbiniPayment, at.said, at.fan)
    const intentId = await made
    await ask(orders.cancelPaymentKonbini, { orderId: at.orderId }, at.fan)
    letThrough()
    expect(await answer).toMatchObject({ code: 'orderClosed' })
    await settled()
    expect((await provider.intent(intentId)).status).toBe('canceled')
  })

  test('and paid before it could be ended is money that came late, never money without an order', async () => {
    const at = await atStore()
    const { made, letThrough } = held('issueKonbini')
    const answer = refused(orders.issueKonbiniPayment, at.said, at.fan)
    const intentId = await made
    await staffCancel(at)
    await told({ drop: 1 })
    await told({ action: 'payAtStore', intent: intentId })
    await told({ drop: 0 })
    letThrough()
    await answer
    await settled()
    // There are towels enough: the order takes its pieces again.
    expect(await stateOf(at.orderId)).toBe('paid')
    expect(await stockOf(at.made.variationId)).toMatchObject({ available: 7, reserved: 0, sold: 3 })
  })
})

test('a code that two tabs ask for is told once, and leaves the cart once', async () => {
  const at = await atStore()
  await put(at.of, at.fan, at.made, 5)
  const { made, letThrough } = held('issueKonbini')
  const first = ask(orders.issueKonbiniPayment, at.said, at.fan, { 'idempotency-key': crypto.randomUUID() })
  await made
  const second = await ask(orders.issueKonbiniPayment, at.said, at.fan, { 'idempotency-key': crypto.randomUUID() })
  letThrough()
  expect((await first).stores).toEqual(second.stores)
  expect((await ask(carts.getCarts, {}, at.fan)).carts[0]?.goodsList).toMatchObject([{ quantity: 5 }])
  expect(await mailsTo(at.fan.email)).toHaveLength(1)
})

describe('an order that is given up as it was read before its code came', () => {
  test('is closed after the code was ended at the provider', async () => {
    const at = await atStore()
    const { made, letThrough } = held('issueKonbini')
    const answer = ask(orders.issueKonbiniPayment, at.said, at.fan)
    const intentId = await made
    const before = await orderOf(at.orderId)
    expect(before.intentId).toBe(null)
    letThrough()
    expect(await answer).toMatchObject({ state: 'issued' })
    await giveUp(jobContext('given up'), before, 'canceled')
    expect((await provider.intent(intentId)).status).toBe('canceled')
    expect(await stateOf(at.orderId)).toBe('canceled')
    expect(await stockOf(at.made.variationId)).toMatchObject({ available: 10, reserved: 0 })
  })

  test('is paid where the store was faster', async () => {
    const at = await atStore()
    const before = await orderOf(at.orderId)
    await ask(orders.issueKonbiniPayment, at.said, at.fan)
    await told({ drop: 1 })
    await told({ action: 'payAtStore', intent: (await orderOf(at.orderId)).intentId })
    await told({ drop: 0 })
    await giveUp(jobContext('given up'), before, 'canceled')
    expect(await stateOf(at.orderId)).toBe('paid')
    expect(await stockOf(at.made.variationId)).toMatchObject({ reserved: 0, sold: 3 })
  })

  test('at half an hour keeps the code that came in the last moment: it has days to be paid', async () => {
    const at = await atStore()
    const before = await orderOf(at.orderId)
    const { made, letThrough } = held('issueKonbini')
    const answer = ask(orders.issueKonbiniPayment, at.said, at.fan)
    const intentId = await made
    letThrough()
    await answer
    await giveUp({ ...jobContext('lapsed'), now: (before.expiresAt ?? 0) + 1000 }, before, 'expired')
    expect(await stateOf(at.orderId)).toBe('awaitingPayment')
    expect((await provider.intent(intentId)).status).toBe('requires_action')
  })

  test('closes with a page for a card that was opened meanwhile', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { made, letThrough } = held('openSession')
    const answer = ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
    const sessionId = await made
    const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
    const before = await orderOf(rows[0].order_id)
    letThrough()
    expect(sessionIn((await answer).sessionUrl)).toBe(sessionId)
    await giveUp(jobContext('given up'), before, 'canceled')
    expect((await provider.session(sessionId)).status).toBe('expired')
    expect(['expired', 'canceled']).toContain(await stateOf(before.orderId))
  })
})

describe('a page for a card that is opened while its order is closed', () => {
  const atCard = async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const goods = await makeGoods(of)
    const { cartId } = await put(of, fan, goods, 2)
    const { made, letThrough } = held('openSession')
    const answer = refused(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)
    return { of, fan, goods, cartId, letThrough, answer, sessionId: await made }
  }

  test('because the fan has chosen the store in another tab is ended, and nobody is sent there', async () => {
    const { fan, goods, cartId, letThrough, answer, sessionId } = await atCard()
    const { sessionUrl } = await ask(carts.purchaseGoodsByCartByKonbini, { cartId }, fan)
    letThrough()
    expect(await answer).toMatchObject({ status: 409, code: 'awaitingPayment' })
    await settled()
    expect((await provider.session(sessionId)).status).toBe('expired')
    expect(await stateOf(orderAt(sessionUrl))).toBe('awaitingPayment')
    expect(await stockOf(goods.variationId)).toMatchObject({ available: 8, reserved: 2 })
    const { rows } = await pool().query('select session_url from orders where session_id = $1', [sessionId])
    expect(rows).toEqual([{ session_url: null }])
  })

  test('by the staff is ended, and the fan may begin anew', async () => {
    const { of, fan, cartId, letThrough, answer, sessionId } = await atCard()
    const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
    await ask(
      fulfillments.cancelOrder,
      { ...of.ids, orderId: rows[0].order_id, reason: 'Closed today.', restock: true },
      of.owner,
    )
    letThrough()
    expect(await answer).toMatchObject({ code: 'paymentRefused' })
    await settled()
    expect((await provider.session(sessionId)).status).toBe('expired')
    expect(await stateOf(rows[0].order_id)).toBe('canceled')
    expect(sessionIn((await checkOut(cartId, fan)).sessionUrl)).not.toBe(sessionId)
  })
})

test('a code that comes back when half an hour is over finds its order lapsed, and is ended', async () => {
  const at = await atStore()
  const { made, letThrough } = held('issueKonbini')
  const answer = refused(orders.issueKonbiniPayment, at.said, at.fan)
  const intentId = await made
  await moveTo(now() + 31 * 60_000)
  expect(await stateOf(at.orderId)).toBe('expired')
  letThrough()
  expect(await answer).toMatchObject({ code: 'orderClosed' })
  await settled()
  expect((await provider.intent(intentId)).status).toBe('canceled')
})
