import { describe, expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, refused, request } from '../support/club'
import { stockOf, stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { told } from '../support/payments'
import { ledger, moveTo, settled } from '../support/shop'

/* What becomes of goods when their money does not go back, or not yet. */

type Of = Awaited<ReturnType<typeof club>>
const seen = (order: GoodsOrder, of: Of) => ask(staffOrders.getOrder, order.of, of.owner)
const stateOf = async (order: GoodsOrder, of: Of) => (await seen(order, of)).order.fulfillmentState
const leftOf = async (order: GoodsOrder, of: Of) =>
  (await seen(order, of)).order.lines.reduce((sum, { toSend }) => sum + toSend, 0)
const allOf = ({ lines }: GoodsOrder) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
const one = ({ lines: [line] }: GoodsOrder, quantity = 1) => [{ lineId: line?.lineId ?? '', quantity }]

const cancel = (order: GoodsOrder) => ({ ...order.of, reason: 'Broken', restock: true })
const hold = (order: GoodsOrder, of: Of) => ask(fulfillments.holdOrder, { ...order.of, reason: 'Address?' }, of.owner)
const send = (order: GoodsOrder, of: Of, values = {}) =>
  ask(fulfillments.createFulfillment, parcel(order, values), of.owner)
const notSent = async (order: GoodsOrder, of: Of, values = {}) =>
  (await refused(fulfillments.createFulfillment, parcel(order, values), of.owner)).code
const sentAtOnce = async (order: GoodsOrder, of: Of) => {
  const parcels = [{ orderId: order.orderId, trackingNumber: '123456789012' }]
  const said = { ...of.ids, provider: 'yamato' as const, providerName: '', parcels, notify: false }
  return (await ask(fulfillments.shipOrders, said, of.owner)).results[0]?.result
}

/** The provider knows of no such payment, and refuses every refund of it. */
const refusing = async (order: GoodsOrder, work: () => Promise<unknown>) => {
  const payment = (intentId: string | null) =>
    pool().query('update orders set intent_id = $2 where order_id = $1', [order.orderId, intentId])
  await payment('pi_unknown')
  await work()
  await payment(order.intentId)
  await settled()
}
/** The order was paid at a store: a refund waits for the buyer's bank account. */
const paidAtStore = async (order: GoodsOrder) => {
  await pool().query(`update orders set payment_method = 'konbini' where order_id = $1`, [order.orderId])
  await pool().query(`update order_buyers set email = 'b@example.test' where order_id = $1`, [order.orderId])
  await pool().query(
    `update sandbox_objects set body = jsonb_set(body, '{payment_method_details,type}', '"konbini"') where object = 'charge' and body->>'payment_intent' = $1`,
    [order.intentId],
  )
}
const answered = async ({ orderId }: GoodsOrder, status: 'succeeded' | 'failed' | 'canceled') => {
  const { rows } = await pool().query(
    `select provider_refund_id as id from refunds where order_id = $1 and state = 'requiresCustomerAction'`,
    [orderId],
  )
  await told({ action: 'answerRefund', refund: rows[0].id, status })
  await settled()
}
const disputed = async ({ intentId }: GoodsOrder) => {
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent: intentId })
  await settled()
  return async (status: 'won' | 'lost') => {
    await told({ action: 'closeDispute', dispute: id, status })
    await settled()
  }
}

describe('a cancellation or refund that the provider refuses leaves the order as it was', () => {
  const starts: Record<string, (order: GoodsOrder, of: Of) => Promise<unknown>> = {
    unfulfilled: async () => {},
    preparing: (order, of) => ask(fulfillments.startPreparing, { ...of.ids, orderIds: [order.orderId] }, of.owner),
    onHold: hold,
  }
  test.each(Object.keys(starts))('cancelled while %s', async (state) => {
    const of = await club()
    const order = await goodsOrder(of)
    await starts[state]?.(order, of)
    const books = await ledger(of.tenantId)
    await refusing(order, async () =>
      expect((await refused(fulfillments.cancelOrder, cancel(order), of.owner)).code).toBe('paymentRefused'),
    )
    expect([await stateOf(order, of), await leftOf(order, of)]).toEqual([state, 5])
    expect(await ledger(of.tenantId)).toEqual(books)
    expect((await stockOf(order.lines[0]?.variationId ?? '')).available).toBe(98)
    expect(await stockProblems()).toEqual([])
    if (state === 'onHold') {
      expect([await notSent(order, of), await sentAtOnce(order, of)]).toEqual(['onHold', 'onHold'])
      expect(await ask(fulfillments.releaseOrder, order.of, of.owner)).toEqual({ fulfillmentState: 'unfulfilled' })
    }
    await send(order, of)
    expect(await stateOf(order, of)).toBe('shipped')
  })

  test.each(Object.keys(starts))('refunded by its pieces while %s', async (state) => {
    const of = await club()
    const order = await goodsOrder(of)
    await starts[state]?.(order, of)
    const refund = { ...order.of, lines: allOf(order), reason: 'Torn', restock: true }
    await refusing(order, async () =>
      expect((await refused(staffOrders.refundOrder, refund, of.owner)).code).toBe('paymentRefused'),
    )
    expect([await stateOf(order, of), await leftOf(order, of)]).toEqual([state, 5])
  })

  test('the rest of an order of which a part was sent', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await send(order, of, { lines: one(order, 2) })
    const rest = order.lines.slice(1).map(({ lineId, quantity }) => ({ lineId, quantity }))
    await refusing(order, () =>
      refused(staffOrders.refundOrder, { ...order.of, lines: rest, reason: 'None left' }, of.owner),
    )
    expect([await stateOf(order, of), await leftOf(order, of)]).toEqual(['partiallyShipped', 3])
  })

  test('held, its payment disputed and lost: nobody released it, so it stays', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await hold(order, of)
    const end = await disputed(order)
    await end('lost')
    expect((await refused(fulfillments.cancelOrder, cancel(order), of.owner)).code).toBe('paymentRefused')
    await settled()
    expect(await stateOf(order, of)).toBe('onHold')
    expect([await notSent(order, of), await sentAtOnce(order, of)]).toEqual(['onHold', 'onHold'])
  })
})

describe('while money is on its way back its goods cannot be sent', () => {
  test('the provider has not answered: the order is where it was, and nothing of it leaves', async () => {
    const of = await club()
    for (const isHeld of [false, true]) {
      const order = await goodsOrder(of)
      if (isHeld) await hold(order, of)
      await told({ drop: 0, failNext: Array(100).fill('before') })
      expect((await request(fulfillments.cancelOrder, JSON.stringify(cancel(order)), of.owner)).status).toBe(503)
      await told({ failNext: [] })
      expect([await stateOf(order, of), await leftOf(order, of)]).toEqual([isHeld ? 'onHold' : 'unfulfilled', 0])
      expect(await notSent(order, of)).toBe(isHeld ? 'onHold' : 'notEnough')
      expect(await sentAtOnce(order, of)).toBe(isHeld ? 'onHold' : 'nothingToShip')
      if (isHeld) {
        expect((await seen(order, of)).canRelease).toBe(false)
        expect((await refused(fulfillments.releaseOrder, order.of, of.owner)).code).toBe('refundUnderway')
      }
      await moveTo(now() + 5 * 60_000)
      await settled()
      expect(await seen(order, of)).toMatchObject({
        order: { paymentState: 'refunded', fulfillmentState: 'canceled' },
      })
    }
  })

  test('all of it by amount, before the provider has answered', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillment } = await send(order, of, { lines: one(order), shippedAt: null })
    await told({ drop: 0, failNext: Array(100).fill('before') })
    const refund = JSON.stringify({ ...order.of, amount: order.total, reason: 'Asked for.' })
    expect((await request(staffOrders.refundOrder, refund, of.owner)).status).toBe(503)
    await told({ failNext: [] })
    expect(await notSent(order, of, { lines: one(order) })).toBe('notEnough')
    const { lines: _, ...said } = parcel(order)
    const leaves = { ...said, fulfillmentId: fulfillment.fulfillmentId }
    expect((await refused(fulfillments.updateFulfillment, leaves, of.owner)).code).toBe('notEnough')
    await moveTo(now() + 5 * 60_000)
    await settled()
    expect((await seen(order, of)).order.paymentState).toBe('refunded')
  })

  test.each(['failed', 'canceled', 'succeeded'] as const)('a packed piece of a store’s buyer: %s', async (status) => {
    const of = await club()
    const order = await goodsOrder(of)
    await paidAtStore(order)
    const { fulfillment } = await send(order, of, { shippedAt: null })
    await ask(staffOrders.refundOrder, { ...order.of, lines: one(order), reason: 'Torn' }, of.owner)
    await settled()
    const { lines: _, ...said } = parcel(order)
    const leaves = { ...said, fulfillmentId: fulfillment.fulfillmentId }
    expect((await refused(fulfillments.updateFulfillment, leaves, of.owner)).code).toBe('notEnough')
    await answered(order, status)
    await ask(fulfillments.updateFulfillment, leaves, of.owner)
  })
})

describe('a store’s refund that was accepted and then fails releases nothing', () => {
  test.each([
    ['failed', false],
    ['canceled', false],
    ['failed', true],
  ] as const)('of a cancelled order: %s, held before: %s', async (status, isHeld) => {
    const of = await club()
    const order = await goodsOrder(of)
    await paidAtStore(order)
    if (isHeld) await hold(order, of)
    await ask(fulfillments.cancelOrder, cancel(order), of.owner)
    expect(await stateOf(order, of)).toBe('canceled')
    await answered(order, status)
    expect([await stateOf(order, of), await leftOf(order, of)]).toEqual(['canceled', 0])
    expect([await notSent(order, of), await sentAtOnce(order, of)]).toEqual(['nothingToShip', 'nothingToShip'])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: order.total })
    expect((await stockOf(order.lines[0]?.variationId ?? '')).available).toBe(98)
    expect(await stockProblems()).toEqual([])
    // Staff can ask for the refund again.
    const { canRefund, refundable } = await seen(order, of)
    expect([canRefund, refundable]).toEqual([true, order.total])
    await ask(staffOrders.refundOrder, { ...order.of, amount: order.total, reason: 'Again' }, of.owner)
    await answered(order, 'succeeded')
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0 })
  })

  test('of packed pieces: their parcel is unpacked, and the rest can be sent', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await paidAtStore(order)
    await send(order, of, { lines: one(order, 2), shippedAt: null })
    await ask(staffOrders.refundOrder, { ...order.of, lines: one(order, 2), reason: 'Torn' }, of.owner)
    await answered(order, 'failed')
    expect((await seen(order, of)).order).toMatchObject({ fulfillmentState: 'preparing', shipments: [] })
    expect(await leftOf(order, of)).toBe(3)
    expect(await notSent(order, of, { lines: one(order) })).toBe('notEnough')
  })
})

describe('a dispute holds what is unsent', () => {
  const buttons = async (order: GoodsOrder, of: Of) => {
    const { canRefund, canCancel, canRelease } = await seen(order, of)
    return { canRefund, canCancel, canRelease }
  }
  const nothingBack = { canRefund: false, canCancel: false, canRelease: true }

  test('while it is open and when it is lost, also where staff released it in between', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    expect(await buttons(order, of)).toEqual({ canRefund: true, canCancel: true, canRelease: false })
    const end = await disputed(order)
    expect([await stateOf(order, of), await notSent(order, of), await sentAtOnce(order, of)]).toEqual([
      'onHold',
      'onHold',
      'onHold',
    ])
    expect((await seen(order, of)).order.timeline.map(({ what }) => what)).toContain('heldForDispute')
    expect(await buttons(order, of)).toEqual(nothingBack)
    await ask(fulfillments.releaseOrder, order.of, of.owner)
    await send(order, of, { lines: one(order) })
    await end('lost')
    expect([await stateOf(order, of), await notSent(order, of, { lines: one(order) })]).toEqual(['onHold', 'onHold'])
    expect(await buttons(order, of)).toEqual(nothingBack)
  })

  test('until it is won: then it is released, to where it was', async () => {
    const of = await club()
    const order = await goodsOrder(of, { isPrepared: true })
    const end = await disputed(order)
    expect(await stateOf(order, of)).toBe('onHold')
    await end('won')
    expect(await stateOf(order, of)).toBe('preparing')
    await send(order, of)
  })

  test('but what staff held stays held when it is won', async () => {
    const of = await club()
    const [before, during] = [await goodsOrder(of), await goodsOrder(of)]
    await hold(before, of)
    const ends = [await disputed(before), await disputed(during)]
    await ask(fulfillments.releaseOrder, during.of, of.owner)
    await hold(during, of)
    for (const end of ends) await end('won')
    expect([await stateOf(before, of), await stateOf(during, of)]).toEqual(['onHold', 'onHold'])
  })

  test('and nothing of what has left', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await send(order, of)
    const end = await disputed(order)
    expect(await stateOf(order, of)).toBe('shipped')
    await end('lost')
    expect(await stateOf(order, of)).toBe('shipped')
  })
})
