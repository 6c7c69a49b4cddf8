import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { notifications } from '#office/notifications/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, type Person, refused } from '../support/club'
import { onSale, orderOf, secondBrand } from '../support/eventGoods'
import { type Club, newBuyer, payCart, put, stockOf, stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { boughtMonth } from '../support/month'
import { callbacks, provider, told } from '../support/payments'
import {
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  orderAtStore,
  ordersIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

/* Refunds, disputes, and what becomes of the money that stays. */

type Refund = {
  amount?: number
  lines?: { lineId: string; quantity: number }[]
  shippingFee?: number
  restock?: boolean
}
type Of = { tenantId: string; brandId: string; orderId: string }
const refund = async (of: Of, by: Person, what: Refund) => {
  await ask(staffOrders.refundOrder, { ...of, reason: 'Asked for.', ...what } as never, by)
  await settled()
}
const seenBy = async (of: Of, by: Person) => ask(staffOrders.getOrder, of, by)
const allOf = ({ lines }: GoodsOrder) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
const intentOf = async (orderId: string) =>
  (await pool().query('select intent_id as id from orders where order_id = $1', [orderId])).rows[0].id as string
const quarrel = async (orderId: string, how: { amount?: number; isInquiry?: boolean } = {}) => {
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent: await intentOf(orderId), ...how })
  await settled()
  return id
}
const ends = async (dispute: string, status: 'won' | 'lost' | 'warning_closed') => {
  await told({ action: 'closeDispute', dispute, status })
  await settled()
}
/** A refund that has succeeded comes back from the bank. */
const bounce = async (orderId: string) => {
  const { rows } = await pool().query(
    `select provider_refund_id as id from refunds where order_id = $1 and state = 'succeeded' order by decided_at desc limit 1`,
    [orderId],
  )
  await told({ action: 'bounceRefund', refund: rows[0].id })
  await settled()
}
const notesOf = async (of: Of, by: Person) => (await seenBy(of, by)).order.timeline.map(({ what }) => what)
const bellOf = async ({ tenantId, brandId }: Of, by: Person) =>
  (await ask(notifications.getNotifications, { tenantId, brandId }, by)).notifications.map(({ kind }) => kind)

/** What is left of what a brand earned and gave back, and of its fee; nothing where they are even again. */
const partsOf = async (brandId: string) => {
  const { rows } = await pool().query<{ part: string; amount: number }>(
    `select case component when 'refund' then 'gross' else component end as part, -sum(amount)::int as amount
      from ledger_entries where brand_id = $1 and account = 'brandPayable' group by 1 having sum(amount) <> 0`,
    [brandId],
  )
  return Object.fromEntries(rows.map(({ part, amount }) => [part, amount]))
}
/** What the ledger owes to a brand, by part; parts that are even again are left out. */
const owedTo = async (brandId: string) => {
  const { rows } = await pool().query<{ component: string; amount: number }>(
    `select component, sum(amount)::int as amount from ledger_entries where brand_id = $1 and account = 'brandPayable'
      group by 1 having sum(amount) <> 0`,
    [brandId],
  )
  return rows.reduce((sum, { amount }) => sum - amount, 0)
}

// Two shirts of 3,000 yen and three badges of 500, sent for 600: 8,100 by card, of which the provider keeps 291.
const paymentFee = 291

// The first of the file: each of its ninety-six nights looks at everybody who has paid by then.
test('who is given back an earlier month, or disputes it, stays a member of the month that runs and is charged on', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 64 * day)
  const { rows } = await pool().query<{ id: string }>(
    'select order_id as id from orders where tenant_id = $1 order by placed_at',
    [of.tenantId],
  )
  expect(rows).toHaveLength(3)
  const [first, second] = rows.map(({ id }) => id)
  await refund({ ...of.ids, orderId: first ?? '' }, of.owner, { amount: 1500 })
  await ends(await quarrel(second ?? ''), 'lost')
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await statusOnSale(of, fan)).toBe('purchased')
  await moveTo(now() + 32 * day)
  expect(await statusOnSale(of, fan)).toBe('purchased')
  expect((await ordersIn(of.tenantId)).filter(({ payment_state }) => payment_state === 'paid')).toHaveLength(3)
})

describe('once nothing more is to be sent, what was paid and not given back is the brand’s', () => {
  test('the shipping fee of an order whose goods were all refunded without it', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await refund(order.of, of.owner, { lines: allOf(order), restock: true })
    expect((await seenBy(order.of, of.owner)).order).toMatchObject({
      paymentState: 'partiallyRefunded',
      fulfillmentState: 'canceled',
      refunded: 7500,
    })
    expect(await ledger(of.tenantId)).toEqual({
      cash: 600,
      deferred: 0,
      paymentFee: -paymentFee,
      brandPayable: -(600 - paymentFee),
    })
  })

  test('the shipping fee of what was refunded beside goods that were handed over at the venue', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const sent = await onSale(of, {
      name: 'Towel',
      price: 2000,
      delivery: 'shipping',
      shippingFee: 600,
      shippingTimeText: 'Soon',
    })
    const there = await onSale(of, { name: 'Light' })
    const { cartId } = await put(of, fan, sent)
    await put(of, fan, there)
    await payCart(cartId, fan)
    const its = { ...of.ids, orderId: (await orderOf(fan)).order_id }
    const { order } = await seenBy(its, of.owner)
    const lineOf = (name: string) => [
      { lineId: order.lines.find((line) => line.name === name)?.lineId ?? '', quantity: 1 },
    ]
    const { tenantId } = of
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId: its.orderId, lines: lineOf('Light') }, of.owner)
    await refund(its, of.owner, { lines: lineOf('Towel') })
    expect(await ledger(of.tenantId)).toEqual({
      cash: 3600,
      deferred: 0,
      platformFee: -300,
      paymentFee: -201,
      brandPayable: -(3600 - 300 - 201),
    })
  })

  test('goods that were disputed before they were sent, were sent meanwhile, and the dispute was won', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const dispute = await quarrel(order.orderId)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0 })
    await ask(fulfillments.releaseOrder, order.of, of.owner)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await ends(dispute, 'won')
    expect(await ledger(of.tenantId)).toEqual({
      cash: 8100,
      deferred: 0,
      disputes: 0,
      platformFee: -750,
      paymentFee: -paymentFee,
      brandPayable: -(8100 - 750 - paymentFee),
    })
  })

  test('a part of them was sent meanwhile: the rest waits for its own parcel', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    const dispute = await quarrel(order.orderId)
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 1 }] })
    await ask(fulfillments.releaseOrder, order.of, of.owner)
    await ask(fulfillments.createFulfillment, some, of.owner)
    await ends(dispute, 'won')
    expect(await ledger(of.tenantId)).toMatchObject({ deferred: -4500, platformFee: -300 })
    const rest = [
      { lineId: shirts?.lineId ?? '', quantity: 1 },
      { lineId: badges?.lineId ?? '', quantity: 3 },
    ]
    await ask(fulfillments.createFulfillment, parcel(order, { lines: rest }), of.owner)
    expect(await ledger(of.tenantId)).toMatchObject({ deferred: 0, platformFee: -750 })
  })

  test('a store’s buyer whose refund of the rest is under way: it is decided before anything of it is earned', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    await pool().query(`update orders set payment_method = 'konbini' where order_id = $1`, [order.orderId])
    await pool().query(`update order_buyers set email = 'b@example.test' where order_id = $1`, [order.orderId])
    await pool().query(
      `update sandbox_objects set body = jsonb_set(body, '{payment_method_details,type}', '"konbini"') where object = 'charge' and body->>'payment_intent' = $1`,
      [await intentOf(order.orderId)],
    )
    await refund(order.of, of.owner, { lines: [{ lineId: badges?.lineId ?? '', quantity: 3 }] })
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 2 }] })
    await ask(fulfillments.createFulfillment, some, of.owner)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 8100, deferred: -1500, platformFee: -600 })
    const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
      order.orderId,
    ])
    await told({ action: 'answerRefund', refund: rows[0].id })
    await settled()
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 6600, deferred: 0, platformFee: -600 })
  })

  test('a parcel whose label was printed and whose pieces were all given back does not wait for ever', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(order, { shippedAt: null }), of.owner)
    await refund(order.of, of.owner, { lines: allOf(order), restock: true })
    expect((await seenBy(order.of, of.owner)).order).toMatchObject({ fulfillmentState: 'canceled', shipments: [] })
    expect(await ledger(of.tenantId)).toEqual({
      cash: 600,
      deferred: 0,
      paymentFee: -paymentFee,
      brandPayable: -(600 - paymentFee),
    })
    expect(await stockProblems()).toEqual([])
  })
})

/** Goods of 1,000 yen whose price two brands share by halves, sent by the first for 500. */
const sharedOrder = async (of: Club, { price = 1000, share = 5000, quantity = 1 } = {}) => {
  const [brandId, fan] = [await secondBrand(of), await newBuyer()]
  const made = await onSale(of, {
    price,
    delivery: 'shipping',
    shippingFee: 500,
    shippingTimeText: 'Soon',
    shares: [
      { brandId: of.brandId, share: 10_000 - share },
      { brandId, share },
    ],
  })
  const { cartId } = await put(of, fan, made, quantity)
  await payCart(cartId, fan)
  const its = { ...of.ids, orderId: (await orderOf(fan)).order_id }
  const { order } = await seenBy(its, of.owner)
  const lines = order.lines.map(({ lineId }) => ({ lineId, quantity }))
  const send = () =>
    ask(
      fulfillments.createFulfillment,
      {
        ...its,
        lines,
        provider: 'yamato',
        providerName: '',
        trackingNumber: '1234-5678-9012',
        trackingUrl: '',
        note: '',
        shippedAt: now(),
        notify: false,
      },
      of.owner,
    )
  return { its, lines, send, partner: brandId, home: of.brandId }
}

/** Goods shared by halves and goods of the home brand alone, in one order. */
const mixedOrder = async (of: Club) => {
  const fan = await newBuyer()
  const partner = await secondBrand(of)
  const sent = { delivery: 'shipping' as const, shippingFee: 500, shippingTimeText: 'Soon' }
  const shares = [
    { brandId: of.brandId, share: 5000 },
    { brandId: partner, share: 5000 },
  ]
  const both = await onSale(of, { ...sent, name: 'Towel', price: 1000, shares })
  const own = await onSale(of, { ...sent, name: 'Light', price: 2000 })
  const { cartId } = await put(of, fan, both)
  await put(of, fan, own)
  await payCart(cartId, fan)
  const its = { ...of.ids, orderId: (await orderOf(fan)).order_id }
  const { order } = await seenBy(its, of.owner)
  const lineOf = (name: string) => [
    { lineId: order.lines.find((line) => line.name === name)?.lineId ?? '', quantity: 1 },
  ]
  const said = { provider: 'yamato' as const, providerName: '', trackingNumber: '', trackingUrl: '', note: '' }
  const ship = (lines: { lineId: string; quantity: number }[]) =>
    ask(fulfillments.createFulfillment, { ...its, ...said, lines, shippedAt: now(), notify: false }, of.owner)
  return { its, ship, lineOf, partner }
}

describe('a brand that has a share of another’s goods', () => {
  test('gives back what it earned of them, and nothing of the shipping that it never had', async () => {
    const of = await club()
    const { its, send, partner, home } = await sharedOrder(of)
    await send()
    expect(await owedTo(partner)).toBe(450)
    await refund(its, of.owner, { amount: 1500 })
    expect(await owedTo(partner)).toBe(0)
    // The home brand bears the provider's fee.
    expect(await owedTo(home)).toBe(-54)
  })

  test('keeps not a yen of what is given back piece by piece', async () => {
    const of = await club()
    const { its, lines, send, partner, home } = await sharedOrder(of, { price: 1001, share: 3333, quantity: 7 })
    await send()
    expect(await owedTo(partner)).toBeGreaterThan(0)
    for (let n = 0; n < 7; n++)
      await refund(its, of.owner, { lines: lines.map(({ lineId }) => ({ lineId, quantity: 1 })) })
    expect(await partsOf(partner)).toEqual({})
    // The shipping was not asked for; the home brand bears the provider's fee.
    expect(await partsOf(home)).toEqual({ shippingFee: 500, paymentFee: expect.any(Number) })
  })

  test('keeps what it earned when the shipping alone goes back', async () => {
    const of = await club()
    const { its, send, partner, home } = await sharedOrder(of)
    await send()
    await refund(its, of.owner, { shippingFee: 500 })
    expect([await owedTo(partner), await owedTo(home)]).toEqual([450, 450 - 54])
    // It was paid once.
    const again = { ...its, shippingFee: 500, reason: 'Twice.' }
    expect(await refused(staffOrders.refundOrder, again, of.owner)).toMatchObject({ code: 'refundExceedsPaid' })
  })

  test('has all of it again after a dispute that was won, and bears its half of one that was lost', async () => {
    const of = await club()
    const { its, send, partner, home } = await sharedOrder(of)
    await send()
    const dispute = await quarrel(its.orderId)
    expect([await owedTo(partner), await owedTo(home)]).toEqual([0, -54])
    await ends(dispute, 'won')
    expect([await owedTo(partner), await owedTo(home)]).toEqual([450, 950 - 54])
  })

  test('earns its half of what was disputed, sent meanwhile, and won', async () => {
    const of = await club()
    const { its, send, partner, home } = await sharedOrder(of)
    const dispute = await quarrel(its.orderId)
    await ask(fulfillments.releaseOrder, its, of.owner)
    await send()
    await ends(dispute, 'won')
    expect([await owedTo(partner), await owedTo(home)]).toEqual([450, 950 - 54])
  })

  test('pays nothing of goods that it has no share of', async () => {
    const of = await club()
    const { its, ship, lineOf, partner } = await mixedOrder(of)
    // Only what is the home brand's own has been sent: a dispute of everything takes nothing from the other.
    await ship(lineOf('Light'))
    const dispute = await quarrel(its.orderId)
    expect(await owedTo(partner)).toBe(0)
    await ends(dispute, 'won')
    await ship(lineOf('Towel'))
    expect(await owedTo(partner)).toBe(450)
  })

  test('pays nothing of a refund that names goods which it has no share of, or which were never sent', async () => {
    const of = await club()
    const { its, ship, lineOf, partner } = await mixedOrder(of)
    await ship(lineOf('Light'))
    await refund(its, of.owner, { lines: [...lineOf('Light'), ...lineOf('Towel')] })
    expect(await owedTo(partner)).toBe(0)
    const other = await mixedOrder(of)
    await other.ship([...other.lineOf('Light'), ...other.lineOf('Towel')])
    await refund(other.its, of.owner, { lines: other.lineOf('Light') })
    expect(await owedTo(other.partner)).toBe(450)
  })
})

describe('the platform’s fee', () => {
  test('is not given back of shipping, of which none was taken', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 2 }] })
    await ask(fulfillments.createFulfillment, some, of.owner)
    expect(await ledger(of.tenantId)).toMatchObject({ platformFee: -600 })
    await refund(order.of, of.owner, { shippingFee: 600 })
    expect(await ledger(of.tenantId)).toMatchObject({ platformFee: -600 })
    const rest = parcel(order, { lines: [{ lineId: badges?.lineId ?? '', quantity: 3 }] })
    await ask(fulfillments.createFulfillment, rest, of.owner)
    expect(await ledger(of.tenantId)).toMatchObject({ deferred: 0, platformFee: -750 })
    await refund(order.of, of.owner, { lines: [{ lineId: badges?.lineId ?? '', quantity: 3 }] })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 6000, platformFee: -600 })
  })
})

describe('money that came late and that the provider could not give back', () => {
  const late = async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { intentId, orderId } = await orderAtStore(of, fan)
    await pool().query('update plans set archiving_at = $2 where plan_id = $1', [
      of.planId,
      new Date(now() + 400 * 86_400_000),
    ])
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    const its = { ...of.ids, orderId }
    const resolve = (action: 'accept' | 'refund') => ask(staffOrders.resolveLatePayment, { ...its, action }, of.owner)
    const answer = async (status: 'succeeded' | 'failed' | 'canceled') => {
      const { rows } = await pool().query(
        `select provider_refund_id as id from refunds where order_id = $1 and state = 'requiresCustomerAction'`,
        [orderId],
      )
      await told({ action: 'answerRefund', refund: rows[0].id, status })
      await settled()
    }
    return { of, fan, its, resolve, answer }
  }

  test.each(['failed', 'canceled'] as const)('is the staff’s to decide about again: %s', async (status) => {
    const { of, its, resolve, answer } = await late()
    await resolve('refund')
    await settled()
    expect([(await seenBy(its, of.owner)).canResolveLate, await bellOf(its, of.owner)]).toEqual([false, []])
    // The buyer never named a bank account: staff are notified now, not when the money came.
    await moveTo(now() + 30 * 86_400_000)
    await answer(status)
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(true)
    expect(await bellOf(its, of.owner)).toContain('latePayment')
    expect((await ask(staffOrders.getOrders, { ...of.ids, isLate: true }, of.owner)).orders).toHaveLength(1)
    await resolve('refund')
    await settled()
    await answer('succeeded')
    // What the provider kept of it is the platform's loss.
    const kept = { paymentFee: 61, providerFees: -61 }
    expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0, ...kept })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded' }])
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(false)
  })

  test('may be accepted after all', async () => {
    const { of, fan, resolve, answer } = await late()
    const { historyItems } = await ask(orders.getFanClubOrderHistory, {}, fan)
    expect(historyItems).toMatchObject([{ status: 'incomplete', isLate: true, isPayable: false }])
    await resolve('refund')
    await settled()
    await answer('failed')
    await pool().query('update plans set archiving_at = null where plan_id = $1', [of.planId])
    await resolve('accept')
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  })

  test('goes back in parts: what was not given back yet waits on, and is never accepted for the whole', async () => {
    const { of, fan, its, resolve, answer } = await late()
    const made = { refundId: '', intentId: await intentOf(its.orderId), instructionsEmail: fan.email }
    const atProvider = async (amount: number) => {
      await provider.refund({ ...made, amount }, `part:${its.orderId}:${amount}`)
      await settled()
      await answer('succeeded')
    }
    await atProvider(500)
    expect(await ledger(of.tenantId)).toEqual({ cash: 1200, unallocated: -1200 })
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(true)
    await bounce(its.orderId)
    await answer('failed')
    expect(await ledger(of.tenantId)).toEqual({ cash: 1700, unallocated: -1700 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paidLate', refunded: 0 }])
    await atProvider(300)
    await pool().query('update plans set archiving_at = null where plan_id = $1', [of.planId])
    const accept = { ...its, action: 'accept' as const }
    expect(await refused(staffOrders.resolveLatePayment, accept, of.owner)).toMatchObject({ code: 'cannotAccept' })
    await resolve('refund')
    await settled()
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(false)
    await answer('succeeded')
    expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded', refunded: 1700 }])
  })

  test('comes back even after the refund seemed done, and waits for a decision once more', async () => {
    const { of, its, resolve, answer } = await late()
    await resolve('refund')
    await settled()
    await answer('succeeded')
    await bounce(its.orderId)
    expect(await ledger(of.tenantId)).toEqual({ cash: 1700, unallocated: -1700 })
    // Its buyer is asked for another bank account, and names none.
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(false)
    await answer('failed')
    expect((await seenBy(its, of.owner)).canResolveLate).toBe(true)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paidLate', refunded: 0 }])
  })
})

describe('a refund that comes back after it had succeeded', () => {
  test('is booked back, the staff are told, and they can refund once more', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const before = await ledger(of.tenantId)
    const [order] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
    const its = { ...of.ids, orderId: order?.orderId ?? '' }
    await refund(its, of.owner, { amount: 500 })
    await refund(its, of.owner, { amount: 1000 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded', refunded: 1500 }])
    await bounce(its.orderId)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'partiallyRefunded', refunded: 500 }])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 1000, platformFee: -100 })
    await bounce(its.orderId)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid', refunded: 0 }])
    expect(await ledger(of.tenantId)).toEqual(before)
    // The membership has ended with the refund, and stays so: the note says what there is to do.
    expect(await myPlan(of, fan)).toBe(null)
    expect(await notesOf(its, of.owner)).toContain('refundCameBack')
    expect(await bellOf(its, of.owner)).toContain('refundFailed')
    await callbacks()
    await refund(its, of.owner, { amount: 1500 })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, platformFee: 0, brandPayable: 54 })
    expect((await seenBy(its, of.owner)).order.refunds.map(({ state }) => state).sort()).toEqual([
      'failed',
      'failed',
      'succeeded',
    ])
  })

  test('of goods that were not sent: the money that nobody is sent anything for is the brand’s until it is refunded', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await refund(order.of, of.owner, { lines: allOf(order), restock: true })
    await bounce(order.orderId)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 8100, deferred: 0, platformFee: -750 })
    await refund(order.of, of.owner, { amount: 8100 })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0, platformFee: 0, brandPayable: paymentFee })
    expect(await stockProblems()).toEqual([])
  })

  test('of goods that were sent: their parcel is not taken back for one that never left', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await refund(order.of, of.owner, { lines: allOf(order), shippingFee: 600 })
    await bounce(order.orderId)
    const back = { ...order.of, fulfillmentId: fulfillment.fulfillmentId, reason: 'It is here.' }
    expect(await refused(fulfillments.stepFulfillmentBack, back, of.owner)).toMatchObject({ code: 'alreadyRefunded' })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 8100, deferred: 0, platformFee: -750 })
  })

  test('gives the other brand its share again', async () => {
    const of = await club()
    const { its, send, partner } = await sharedOrder(of)
    await send()
    await refund(its, of.owner, { amount: 1500 })
    await bounce(its.orderId)
    expect(await owedTo(partner)).toBe(450)
  })
})

/** What staff read of the month that an order bought. */
const earnedBy = (of: Awaited<ReturnType<typeof shop>>, orderId: string) => async () => {
  const { rows } = await pool().query(
    'select period_year as year, period_month as month from orders where order_id = $1',
    [orderId],
  )
  const { months } = await ask(backNumbers.getPlanBackNumbersAdmin, { ...of.pub, year: rows[0].year }, of.owner)
  const found = months.find(({ period }) => period.month === rows[0].month)
  return { buyers: found?.buyers, income: found?.income }
}

describe('a dispute', () => {
  test('that is won gives a bought month back', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId } = await boughtMonth(of, fan)
    const earned = earnedBy(of, orderId)
    const owned = async () =>
      (
        await pool().query(
          'select count(*)::int as n from back_number_purchases where order_id = $1 and voided_at is null',
          [orderId],
        )
      ).rows[0].n
    expect(await owned()).toBe(1)
    expect(await earned()).toEqual({ buyers: 1, income: 1500 })
    const dispute = await quarrel(orderId)
    expect(await owned()).toBe(0)
    expect(await earned()).toEqual({ buyers: 0, income: 0 })
    await ends(dispute, 'won')
    expect(await owned()).toBe(1)
    expect(await earned()).toEqual({ buyers: 1, income: 1500 })
  })

  test('that is lost leaves nothing of a month, nor what was disputed of a part', async () => {
    const of = await shop()
    const [whole, part] = [await boughtMonth(of, await newFan()), await boughtMonth(of, await newFan())]
    const earned = earnedBy(of, whole.orderId)
    expect(await earned()).toEqual({ buyers: 2, income: 3000 })
    await ends(await quarrel(whole.orderId), 'lost')
    expect(await earned()).toEqual({ buyers: 1, income: 1500 })
    await refund({ ...of.ids, orderId: part.orderId }, of.owner, { amount: 400 })
    await ends(await quarrel(part.orderId, { amount: 500 }), 'lost')
    expect(await earned()).toEqual({ buyers: 0, income: 600 })
  })

  test('that is won opens the files again', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }] })
    const states = async () =>
      (await ask(goodsOrders.getOrderDetail, { orderId: order.orderId }, order.buyer)).orderDetail.downloads.map(
        ({ state }) => state,
      )
    expect(await states()).toEqual(['active'])
    const dispute = await quarrel(order.orderId)
    expect(await states()).toEqual(['suspended'])
    await ends(dispute, 'won')
    expect(await states()).toEqual(['active'])
  })

  test('of a part takes that part, to the yen, and gives it back when it is won', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    const before = await ledger(of.tenantId)
    const dispute = await quarrel(order.orderId, { amount: 333 })
    const fee = Math.floor((7500 - 333) * 0.1)
    expect(await ledger(of.tenantId)).toEqual({
      cash: 8100 - 333,
      deferred: 0,
      disputes: 0,
      platformFee: -fee,
      paymentFee: -paymentFee,
      brandPayable: -(8100 - 333 - fee - paymentFee),
    })
    await ends(dispute, 'won')
    expect(await ledger(of.tenantId)).toEqual({ ...before, disputes: 0 })
  })
})

describe('a bank that only asks', () => {
  const member = async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const [order] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
    return { of, fan, its: { ...of.ids, orderId: order?.orderId ?? '' }, before: await ledger(of.tenantId) }
  }

  test('changes nothing: the staff are told that it asked, and that it has its answer', async () => {
    const { of, fan, its, before } = await member()
    const asked = await quarrel(its.orderId, { isInquiry: true })
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
    expect(await ledger(of.tenantId)).toEqual(before)
    expect((await seenBy(its, of.owner)).order.disputes).toMatchObject([{ amount: 1500, state: 'inquiry' }])
    expect(await notesOf(its, of.owner)).toContain('inquiryOpened')
    await ends(asked, 'warning_closed')
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
    expect(await ledger(of.tenantId)).toEqual(before)
    expect(await notesOf(its, of.owner)).toContain('inquiryClosed')
    expect(await statusOnSale(of, fan)).toBe('purchased')
  })

  test('and disputes afterwards takes the money then, and the term with it', async () => {
    const { of, fan, its, before } = await member()
    const dispute = await quarrel(its.orderId, { isInquiry: true })
    await told({ action: 'escalateDispute', dispute })
    await settled()
    expect(await myPlan(of, fan)).toBe(null)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, brandPayable: 54, disputes: 0 })
    await ends(dispute, 'won')
    expect(await ledger(of.tenantId)).toEqual({ ...before, disputes: 0 })
    expect((await termsIn(of.tenantId)).some(({ source }) => source === 'extension')).toBe(true)
  })

  test('leaves files open', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }] })
    await quarrel(order.orderId, { isInquiry: true })
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId: order.orderId }, order.buyer)
    expect(orderDetail.downloads.map(({ state }) => state)).toEqual(['active'])
  })
})

describe('an order of which a part was sent', () => {
  test('is refunded whole: what was never sent is on sale again, and nothing of it is to be sent', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 1 }] })
    await ask(fulfillments.createFulfillment, some, of.owner)
    // One more is packed, and its label printed.
    const packed = parcel(order, { lines: [{ lineId: badges?.lineId ?? '', quantity: 1 }], shippedAt: null })
    await ask(fulfillments.createFulfillment, packed, of.owner)
    await refund(order.of, of.owner, { amount: 8100 })
    const { order: seen } = await seenBy(order.of, of.owner)
    expect(seen).toMatchObject({ paymentState: 'refunded', fulfillmentState: 'shipped' })
    expect(seen.lines.map(({ toSend }) => toSend)).toEqual([0, 0])
    expect(seen.shipments).toHaveLength(1)
    expect((await stockOf(shirts?.variationId ?? '')).available).toBe(99)
    expect((await stockOf(badges?.variationId ?? '')).available).toBe(100)
    expect(await stockProblems()).toEqual([])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0, platformFee: 0 })
  })

  test('and held: what was sent is not counted as back in the store', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 2 }] })
    await ask(fulfillments.createFulfillment, some, of.owner)
    await ask(fulfillments.holdOrder, { ...order.of, reason: 'A call.' }, of.owner)
    await refund(order.of, of.owner, { amount: 8100 })
    expect((await seenBy(order.of, of.owner)).order.fulfillmentState).toBe('shipped')
    expect((await stockOf(shirts?.variationId ?? '')).available).toBe(98)
    expect((await stockOf(badges?.variationId ?? '')).available).toBe(100)
    expect(await stockProblems()).toEqual([])
  })

  test('is refunded whole by its lines, back on sale: the rest is not sent', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines
    const some = parcel(order, { lines: [{ lineId: shirts?.lineId ?? '', quantity: 2 }] })
    await ask(fulfillments.createFulfillment, some, of.owner)
    await refund(order.of, of.owner, { lines: [{ lineId: badges?.lineId ?? '', quantity: 3 }], restock: true })
    expect((await seenBy(order.of, of.owner)).order.fulfillmentState).toBe('shipped')
    expect((await stockOf(badges?.variationId ?? '')).available).toBe(100)
    expect(await ledger(of.tenantId)).toMatchObject({ deferred: 0 })
  })
})
