import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { fulfillmentStates } from '#money/orders/order.ts'
import { accounts } from '#office/accounts/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import {
  fulfillmentMoves,
  isTrackingNumber,
  mayBecome,
  stateOf,
  toSend,
  trackingNumberOf,
  trackingUrlOf,
} from '#shop/parcels/fulfillment.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { type Club, stockOf, stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder, isAddressSeen, parcel } from '../support/goodsOrder'
import { lastMailTo, mailsTo } from '../support/mail'
import { advisoryLocks, withoutPrecautions } from '../support/naive'
import { told } from '../support/payments'
import { ledger, moveTo, settled } from '../support/shop'

const stateIn = async (order: GoodsOrder, by: Awaited<ReturnType<typeof club>>['owner']) =>
  (await ask(staffOrders.getOrder, order.of, by)).order

describe('where goods are', () => {
  const line = (values: object = {}) => ({
    deliveryMethod: 'physical' as const,
    quantity: 2,
    fulfilledQuantity: 0,
    refundedQuantity: 0,
    ...values,
  })
  test.each([
    ['nothing is sent', [line()], [], 'unfulfilled'],
    ['somebody has begun', [line()], [], 'preparing'],
    ['a label is printed', [line({ fulfilledQuantity: 2 })], ['shipping'], 'preparing'],
    ['a part is gone', [line({ fulfilledQuantity: 1 })], ['shipped'], 'partiallyShipped'],
    ['all is gone', [line({ fulfilledQuantity: 2 })], ['shipped'], 'shipped'],
    ['one of two parcels waits', [line({ fulfilledQuantity: 2 })], ['shipped', 'shipping'], 'partiallyShipped'],
    ['one of two has arrived', [line({ fulfilledQuantity: 2 })], ['shipped', 'delivered'], 'shipped'],
    ['all has arrived', [line({ fulfilledQuantity: 2 })], ['delivered'], 'delivered'],
    ['the rest was given back', [line({ fulfilledQuantity: 1, refundedQuantity: 1 })], ['shipped'], 'shipped'],
    ['all was given back', [line({ refundedQuantity: 2 })], [], 'canceled'],
  ] as const)('%s', (_, lines, shipments, state) => {
    const before = state === 'preparing' ? 'preparing' : 'unfulfilled'
    expect(
      stateOf(
        lines,
        shipments.map((one) => ({ state: one })),
        before,
      ),
    ).toBe(state)
  })

  test('what is given back is taken from what has not been sent', () => {
    expect(toSend(line({ quantity: 3, fulfilledQuantity: 2, refundedQuantity: 1 }))).toBe(0)
    expect(toSend(line({ quantity: 3, fulfilledQuantity: 1, refundedQuantity: 1 }))).toBe(1)
    expect(toSend(line({ quantity: 3, fulfilledQuantity: 2, refundedQuantity: 3 }))).toBe(0)
    expect(toSend({ ...line(), deliveryMethod: 'digital' as never })).toBe(0)
  })

  test('goods that were never to be sent, or came back, do not move', () => {
    for (const to of fulfillmentStates) {
      expect(mayBecome('notRequired', to)).toBe(to === 'notRequired')
      expect(mayBecome('returned', to)).toBe(to === 'returned')
    }
    expect(Object.keys(fulfillmentMoves).sort()).toEqual([...fulfillmentStates].sort())
  })

  test.each([
    ['yamato', '1234-5678-9012', '123456789012', true],
    ['yamato', '１２３４ ５６７８ ９０１２', '123456789012', true],
    ['sagawa', '12345', '12345', false],
    ['japanPost', 'EE123456789JP', 'EE123456789JP', true],
    ['clickPost', '1234567890123', '1234567890123', true],
    ['other', 'AB-1', 'AB1', false],
    ['other', '', '', true],
    ['other', '<script>', '<SCRIPT>', false],
  ] as const)('a number of %s: %s', (provider, written, kept, isOne) => {
    expect(trackingNumberOf(written)).toBe(kept)
    expect(isTrackingNumber(provider, kept)).toBe(isOne)
  })

  test('a parcel is looked up at its carrier', () => {
    expect(trackingUrlOf('yamato', '123456789012')).toContain('number01=123456789012')
    expect(trackingUrlOf('other', '123456789012')).toBe('')
    expect(trackingUrlOf('sagawa', '')).toBe('')
  })
})

test('from paid to arrived: prepared, sent with a mail, and there after fourteen days', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const { results } = await ask(
    fulfillments.startPreparing,
    { ...of.ids, orderIds: [order.orderId, 'order_nobody'] },
    of.owner,
  )
  expect(results).toEqual([
    { orderId: order.orderId, result: 'ok' },
    { orderId: 'order_nobody', result: 'orderNotFound' },
  ])
  const { fulfillment, fulfillmentState } = await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  expect(fulfillment).toMatchObject({ trackingNumber: '123456789012', state: 'shipped' })
  expect(fulfillment.trackingUrl).toContain('123456789012')
  expect(fulfillmentState).toBe('shipped')
  const mail = await lastMailTo(order.buyer.email)
  expect(mail.subject).toContain(order.orderNumber)
  expect(mail.text).toContain('number01=123456789012')
  expect(mail.text).toContain('Tシャツ × 2')
  await moveTo(now() + 14 * day + 60_000)
  const seen = await stateIn(order, of.owner)
  expect(seen.fulfillmentState).toBe('delivered')
  expect(seen.shipments[0]?.state).toBe('delivered')
  expect(seen.timeline.map(({ what }) => what).slice(-3)).toEqual(['preparing', 'shipped', 'delivered'])
})

test('what a fan paid for goods is the brand’s when they are sent: part by part, to the yen', async () => {
  const of = await club()
  const order = await goodsOrder(of, {
    lines: [
      { name: 'Shirt', unitPrice: 1999, quantity: 3 },
      { name: 'Song', unitPrice: 777, quantity: 1, digital: true },
    ],
    shippingFee: 650,
  })
  // The song is the brand's at once, less the fees; shirts and shipping wait.
  const total = 1999 * 3 + 777 + 650
  const paymentFee = Math.floor(total * 0.036)
  expect(await ledger(of.tenantId)).toEqual({
    cash: total,
    deferred: -(1999 * 3 + 650),
    brandPayable: -(777 - 77 - paymentFee),
    platformFee: -77,
    paymentFee: -paymentFee,
  })
  const lineId = order.lines[0]?.lineId ?? ''
  for (const quantity of [1, 2])
    await ask(fulfillments.createFulfillment, parcel(order, { lines: [{ lineId, quantity }] }), of.owner)
  const platformFee = Math.floor((1999 * 3 + 777) * 0.1)
  expect(await ledger(of.tenantId)).toEqual({
    cash: total,
    deferred: 0,
    brandPayable: -(total - platformFee - paymentFee),
    platformFee: -platformFee,
    paymentFee: -paymentFee,
  })
})

test('the fan sees each parcel, what lies in it and where it can be followed', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const [shirts, badges] = order.lines
  const seen = async () => (await ask(goodsOrders.getOrderDetail, { orderId: order.orderId }, order.buyer)).orderDetail
  // From the payment on, whether or not staff have begun.
  const preparing = {
    shippingProviderInfo: { providerName: '', trackingNumber: '', trackingUrl: '', shippingStatus: 'preparing' },
    shipments: [],
  }
  expect(await seen()).toMatchObject(preparing)
  await ask(fulfillments.startPreparing, { ...of.ids, orderIds: [order.orderId] }, of.owner)
  expect(await seen()).toMatchObject(preparing)
  const unpaid = await goodsOrder(of, { isUnpaid: true })
  const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId: unpaid.orderId }, unpaid.buyer)
  expect(orderDetail.shippingProviderInfo).toBeNull()
  const part = (line: typeof shirts, quantity: number, trackingNumber: string) =>
    ask(
      fulfillments.createFulfillment,
      parcel(order, { lines: [{ lineId: line?.lineId, quantity }], trackingNumber }),
      of.owner,
    )
  await part(shirts, 2, '111111111111')
  await part(badges, 3, '222222222222')
  const { shipments, shippingProviderInfo, fulfillmentState } = await seen()
  expect(fulfillmentState).toBe('shipped')
  expect(shipments.map(({ trackingNumber, items }) => [trackingNumber, items[0]?.name, items[0]?.quantity])).toEqual([
    ['111111111111', 'Tシャツ', 2],
    ['222222222222', '缶バッジ', 3],
  ])
  expect(shippingProviderInfo).toMatchObject({ trackingNumber: '222222222222', shippingStatus: 'shipped' })
  expect(shippingProviderInfo?.trackingUrl).toContain('222222222222')
})

test('nothing is sent that is not paid, is held, is gone or was never ordered', async () => {
  const of = await club()
  const unpaid = await goodsOrder(of, { isUnpaid: true })
  expect(await refused(fulfillments.createFulfillment, parcel(unpaid), of.owner)).toMatchObject({
    status: 409,
    code: 'awaitingPayment',
  })
  const { results } = await ask(fulfillments.startPreparing, { ...of.ids, orderIds: [unpaid.orderId] }, of.owner)
  expect(results[0]?.result).toBe('awaitingPayment')
  const song = await goodsOrder(of, { lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }] })
  expect(
    await refused(
      fulfillments.createFulfillment,
      { ...parcel(song), lines: [{ lineId: song.lines[0]?.lineId, quantity: 1 }] },
      of.owner,
    ),
  ).toMatchObject({ code: 'nothingToShip' })
  const order = await goodsOrder(of)
  await ask(fulfillments.holdOrder, { ...order.of, reason: 'Address?' }, of.owner)
  expect(await refused(fulfillments.createFulfillment, parcel(order), of.owner)).toMatchObject({ code: 'onHold' })
  expect(await refused(fulfillments.holdOrder, { ...order.of, reason: 'x' }, of.owner)).toMatchObject({
    code: 'onHold',
  })
  expect(await ask(fulfillments.releaseOrder, order.of, of.owner)).toEqual({ fulfillmentState: 'unfulfilled' })
  expect(await refused(fulfillments.releaseOrder, order.of, of.owner)).toMatchObject({ code: 'notOnHold' })
  const [first] = order.lines
  const tooMany = parcel(order, { lines: [{ lineId: first?.lineId, quantity: 3 }] })
  expect(await refused(fulfillments.createFulfillment, tooMany, of.owner)).toMatchObject({ code: 'notEnough' })
  const foreign = parcel(order, { lines: [{ lineId: unpaid.lines[0]?.lineId, quantity: 1 }] })
  expect(await refused(fulfillments.createFulfillment, foreign, of.owner)).toMatchObject({ code: 'lineNotFound' })
  await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  expect(await refused(fulfillments.createFulfillment, parcel(order), of.owner)).toMatchObject({
    code: 'nothingToShip',
  })
})

test('a parcel of a held order stays where it is until the order is released, though its label is printed', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order, { shippedAt: null }), of.owner)
  await ask(fulfillments.holdOrder, { ...order.of, reason: 'Address?' }, of.owner)
  const [mails, books] = [(await mailsTo(order.buyer.email)).length, await ledger(of.tenantId)]
  const { lines: _, ...said } = parcel(order)
  const leaves = { ...said, fulfillmentId: fulfillment.fulfillmentId }
  expect(await refused(fulfillments.updateFulfillment, leaves, of.owner)).toMatchObject({ status: 409, code: 'onHold' })
  const held = await stateIn(order, of.owner)
  expect(held).toMatchObject({ fulfillmentState: 'onHold', shipments: [{ state: 'shipping' }] })
  expect(await mailsTo(order.buyer.email)).toHaveLength(mails)
  expect(await ledger(of.tenantId)).toEqual(books)
  // The label's text may be corrected meanwhile.
  await ask(fulfillments.updateFulfillment, { ...leaves, trackingNumber: '999999999999', shippedAt: null }, of.owner)
  expect((await stateIn(order, of.owner)).fulfillmentState).toBe('onHold')
  await ask(fulfillments.releaseOrder, order.of, of.owner)
  const { fulfillmentState } = await ask(fulfillments.updateFulfillment, leaves, of.owner)
  expect(fulfillmentState).toBe('shipped')
})

test.each([
  ['a number that the carrier does not know', { trackingNumber: '12' }],
  ['a link that is a script', { trackingUrl: 'javascript:alert(1)' }],
  ['a day that has not come', { shippedAt: Date.now() + 400 * day }],
  ['no line', { lines: [] }],
  ['a line twice', { twice: true }],
  ['no piece', { none: true }],
  ['half a piece', { half: true }],
])('a parcel with %s is refused', async (_, values: Record<string, unknown>) => {
  const of = await club()
  const order = await goodsOrder(of)
  const lineId = order.lines[0]?.lineId
  const lines = values.twice
    ? [
        { lineId, quantity: 1 },
        { lineId, quantity: 1 },
      ]
    : values.none
      ? [{ lineId, quantity: 0 }]
      : values.half
        ? [{ lineId, quantity: 0.5 }]
        : undefined
  const said = parcel(order, lines ? { lines } : values)
  expect(await refused(fulfillments.createFulfillment, said, of.owner)).toMatchObject({ status: 400 })
})

test('a morning’s parcels leave at once: each with its number, what does not suit stays and is said', async () => {
  const of = await club()
  const [first, second, third] = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
  const [unpaid, held, other] = [
    await goodsOrder(of, { isUnpaid: true }),
    await goodsOrder(of),
    await goodsOrder(await club()),
  ]
  await ask(fulfillments.holdOrder, { ...held.of, reason: 'Address?' }, of.owner)
  await ask(fulfillments.createFulfillment, parcel(third, { trackingNumber: '' }), of.owner)
  const said = { ...of.ids, provider: 'sagawa' as const, providerName: '', notify: true }
  const parcels = [first, second, third, unpaid, held, other].map(({ orderId }, n) => ({
    orderId,
    trackingNumber: n === 1 ? '' : ` 4000-0000-000${n}`,
  }))
  expect(
    (await ask(fulfillments.shipOrders, { ...said, parcels }, of.owner)).results.map(({ result }) => result),
  ).toEqual(['ok', 'ok', 'nothingToShip', 'awaitingPayment', 'onHold', 'orderNotFound'])
  const [sent, plain] = [await stateIn(first, of.owner), await stateIn(second, of.owner)]
  expect(sent).toMatchObject({
    fulfillmentState: 'shipped',
    shipments: [{ provider: 'sagawa', trackingNumber: '400000000000', state: 'shipped' }],
  })
  expect(sent.shipments[0]?.lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
  expect(plain).toMatchObject({ fulfillmentState: 'shipped', shipments: [{ trackingNumber: '', trackingUrl: '' }] })
  expect((await lastMailTo(first.buyer.email)).text).toContain('okurijoNo=400000000000')
  expect(await stateIn(held, of.owner)).toMatchObject({ fulfillmentState: 'onHold', shipments: [] })
  expect(await stockProblems()).toEqual([])

  const twice = [first, second].map(({ orderId }) => ({ orderId, trackingNumber: '400000000001' }))
  for (const [wrong, rule] of [
    [twice, 'sameTracking'],
    [[...twice.slice(0, 1), { ...twice[0], trackingNumber: '' }], 'twice'],
    [[{ orderId: first.orderId, trackingNumber: '12' }], 'invalidTracking'],
  ] as const)
    expect(await refused(fulfillments.shipOrders, { ...said, parcels: wrong as typeof twice }, of.owner)).toMatchObject(
      { status: 400, fields: [{ rule }] },
    )
  const accountant = await person()
  await addMember(of.tenantId, accountant, 'accountant')
  expect(await refused(fulfillments.shipOrders, { ...said, parcels }, accountant)).toMatchObject({ status: 403 })
})

test('ten presses that send the same morning send each order once', async () => {
  const of = await club()
  const orders = [await goodsOrder(of), await goodsOrder(of)]
  const payload = {
    ...of.ids,
    provider: 'yamato' as const,
    providerName: '',
    parcels: orders.map(({ orderId }) => ({ orderId, trackingNumber: '' })),
    notify: false,
  }
  const presses = () => Promise.all(Array.from({ length: 10 }, () => ask(fulfillments.shipOrders, payload, of.owner)))
  const sent = (await presses()).flatMap(({ results }) => results.filter(({ result }) => result === 'ok'))
  expect(sent).toHaveLength(2)
  const { rows } = await pool().query('select count(*)::int as n from fulfillments where tenant_id = $1', [of.tenantId])
  expect(rows[0].n).toBe(2)
})

test('a parcel’s number is mended: the buyer is told, and a stale screen does not overwrite it', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order, { shippedAt: null }), of.owner)
  expect(fulfillment.state).toBe('shipping')
  expect((await stateIn(order, of.owner)).fulfillmentState).toBe('preparing')
  const before = (await mailsTo(order.buyer.email)).length
  const { lines: _, ...said } = parcel(order, { fulfillmentId: fulfillment.fulfillmentId })
  const sent = await ask(
    fulfillments.updateFulfillment,
    { ...said, fulfillmentId: fulfillment.fulfillmentId, expectedEditedAt: fulfillment.editedAt },
    of.owner,
  )
  expect(sent).toMatchObject({ fulfillmentState: 'shipped', fulfillment: { state: 'shipped' } })
  expect(await mailsTo(order.buyer.email)).toHaveLength(before + 1)
  const other = { ...said, fulfillmentId: fulfillment.fulfillmentId, trackingNumber: '999999999999' }
  expect(
    await refused(fulfillments.updateFulfillment, { ...other, expectedEditedAt: fulfillment.editedAt - 1 }, of.owner),
  ).toMatchObject({ code: 'conflict' })
  await ask(fulfillments.updateFulfillment, other, of.owner)
  expect((await lastMailTo(order.buyer.email)).text).toContain('999999999999')
  expect(await ledger(of.tenantId)).toMatchObject({ deferred: 0 })
})

test('a step back: an arrival that was none, then a parcel that never left, with the money where it was', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const before = await ledger(of.tenantId)
  const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  await ask(fulfillments.markDelivered, { ...of.ids, orderIds: [order.orderId] }, of.owner)
  const back = { ...order.of, fulfillmentId: fulfillment.fulfillmentId, reason: 'Wrong parcel' }
  expect(await refused(fulfillments.stepFulfillmentBack, { ...back, reason: '' }, of.owner)).toMatchObject({
    status: 400,
  })
  expect(await ask(fulfillments.stepFulfillmentBack, back, of.owner)).toEqual({ fulfillmentState: 'shipped' })
  expect(await ask(fulfillments.stepFulfillmentBack, back, of.owner)).toEqual({ fulfillmentState: 'preparing' })
  expect(await refused(fulfillments.stepFulfillmentBack, back, of.owner)).toMatchObject({
    status: 404,
    code: 'fulfillmentNotFound',
  })
  expect(await ledger(of.tenantId)).toEqual({ ...before, platformFee: 0 })
  await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  expect((await stateIn(order, of.owner)).fulfillmentState).toBe('shipped')
})

test('an order is cancelled before it is sent: all money goes back, and nothing of it can be sent', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const [shirts] = order.lines
  expect((await stockOf(shirts?.variationId ?? '')).available).toBe(98)
  const cancel = { ...order.of, reason: 'Broken in the store', restock: true }
  await ask(fulfillments.cancelOrder, cancel, of.owner)
  expect((await stateIn(order, of.owner)).fulfillmentState).toBe('canceled')
  expect(await refused(fulfillments.createFulfillment, parcel(order), of.owner)).toMatchObject({
    code: 'nothingToShip',
  })
  await settled()
  expect(await stateIn(order, of.owner)).toMatchObject({ paymentState: 'refunded', fulfillmentState: 'canceled' })
  // The provider's fee is not given back; it is the brand's loss.
  const paymentFee = Math.floor(order.total * 0.036)
  expect(await ledger(of.tenantId)).toEqual({ cash: 0, deferred: 0, brandPayable: paymentFee, paymentFee: -paymentFee })
  expect(await refused(fulfillments.cancelOrder, cancel, of.owner)).toMatchObject({ code: 'orderClosed' })
  expect((await stockOf(shirts?.variationId ?? '')).available).toBe(100)
  expect(await stockProblems()).toEqual([])
  expect((await mailsTo(order.buyer.email)).some(({ subject }) => subject.includes('取り消され'))).toBe(true)
})

test('a fan is told that an order is cancelled when the provider has taken the refund, and not before', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const told = async () =>
    (await mailsTo(order.buyer.email)).filter(({ subject }) => subject.includes('取り消され')).length
  const payment = (intentId: string | null) =>
    pool().query('update orders set intent_id = $2 where order_id = $1', [order.orderId, intentId])
  const cancel = { ...order.of, reason: 'Broken in the store', restock: true }
  // The provider refuses: it knows of no such payment.
  await payment('pi_unknown')
  expect(await refused(fulfillments.cancelOrder, cancel, of.owner)).toMatchObject({ code: 'paymentRefused' })
  await settled()
  expect(await stateIn(order, of.owner)).toMatchObject({ paymentState: 'paid', refunded: 0 })
  expect(await told()).toBe(0)
  await payment(order.intentId)
  await ask(fulfillments.cancelOrder, cancel, of.owner)
  expect(await told()).toBe(1)
  // The provider sends the callback again by itself.
  await settled()
  expect(await stateIn(order, of.owner)).toMatchObject({ paymentState: 'refunded' })
  expect(await told()).toBe(1)
})

test('a refund of a line tells of no cancelled order', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const lines = order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
  await ask(staffOrders.refundOrder, { ...order.of, lines, reason: 'Torn' }, of.owner)
  await settled()
  const mails = await mailsTo(order.buyer.email)
  expect(mails.filter(({ subject }) => subject.includes('取り消され'))).toEqual([])
})

test('shipping that goes back is not offered a second time', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const left = async () => (await ask(staffOrders.getOrder, order.of, of.owner)).refundableShipping
  expect(await left()).toBe(600)
  const [shirts] = order.lines
  const lines = [{ lineId: shirts?.lineId ?? '', quantity: 1 }]
  await ask(staffOrders.refundOrder, { ...order.of, lines, shippingFee: 600, reason: 'Late' }, of.owner)
  expect(await left()).toBe(0)
  await settled()
  expect(await left()).toBe(0)
})

test('an order that waits for its payment is cancelled: it cannot be paid any more, and what was kept is on sale again', async () => {
  const of = await club()
  const order = await goodsOrder(of, { isUnpaid: true })
  const [shirts] = order.lines
  expect((await stockOf(shirts?.variationId ?? '')).reserved).toBe(2)
  const cancel = { ...order.of, reason: 'Sold elsewhere', restock: true }
  // A card's page is ended at the provider, which tells that it has expired.
  expect(await ask(fulfillments.cancelOrder, cancel, of.owner)).toEqual({ state: 'expired' })
  expect(await stateIn(order, of.owner)).toMatchObject({ paymentState: 'expired', fulfillmentState: 'notRequired' })
  expect(await stockOf(shirts?.variationId ?? '')).toMatchObject({ reserved: 0, available: 100 })
  expect(await stockProblems()).toEqual([])
  expect(await refused(fulfillments.cancelOrder, cancel, of.owner)).toMatchObject({ code: 'orderClosed' })
})

test('a line is given back after a part was sent: the rest of it is not sent, and every yen has its place', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const [shirts, badges] = order.lines
  const [shirtId, badgeId] = [shirts?.lineId ?? '', badges?.lineId ?? '']
  await ask(fulfillments.createFulfillment, parcel(order, { lines: [{ lineId: shirtId, quantity: 1 }] }), of.owner)
  const refund = { ...order.of, lines: [{ lineId: badgeId, quantity: 3 }], reason: 'None left' }
  expect(
    await refused(staffOrders.refundOrder, { ...refund, lines: [{ lineId: badgeId, quantity: 4 }] }, of.owner),
  ).toMatchObject({ code: 'refundExceedsPaid' })
  expect(await refused(staffOrders.refundOrder, { ...refund, amount: 5 }, of.owner)).toMatchObject({ status: 400 })
  expect(await refused(staffOrders.refundOrder, { ...order.of, reason: 'x' }, of.owner)).toMatchObject({ status: 400 })
  await ask(staffOrders.refundOrder, refund, of.owner)
  await settled()
  expect(await stateIn(order, of.owner)).toMatchObject({
    paymentState: 'partiallyRefunded',
    refunded: 1500,
    fulfillmentState: 'partiallyShipped',
  })
  await ask(fulfillments.createFulfillment, parcel(order, { lines: [{ lineId: shirtId, quantity: 1 }] }), of.owner)
  expect((await stateIn(order, of.owner)).fulfillmentState).toBe('shipped')
  const paymentFee = Math.floor(order.total * 0.036)
  expect(await ledger(of.tenantId)).toEqual({
    cash: 6600,
    deferred: 0,
    platformFee: -600,
    paymentFee: -paymentFee,
    brandPayable: -(6600 - 600 - paymentFee),
  })
})

test('two who send the same line at once send it once', async () => {
  const of = await club()
  const race = async () => {
    const order = await goodsOrder(of)
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => ask(fulfillments.createFulfillment, parcel(order), of.owner)),
    )
    const failures = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    return { won: answers.length - failures.length, isClean: failures.every((said) => said.includes(' 409:')) }
  }
  for (let i = 0; i < 5; i++) expect(await race()).toEqual({ won: 1, isClean: true })
  // Without the lock some find the pieces still there, and run into the limits of the database itself.
  const naive = await withoutPrecautions(advisoryLocks, async () => {
    const seen = []
    for (let i = 0; i < 8; i++) seen.push(await race())
    return seen
  })
  expect(naive.every(({ won, isClean }) => won === 1 && isClean)).toBe(false)
})

test('a refund and a shipment at once: the pieces are sent, or given back as unsent, never both', async () => {
  const of = await club()
  const race = async () => {
    const order = await goodsOrder(of)
    const lines = order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
    const refund = { ...order.of, lines, reason: 'race' }
    const both = await Promise.allSettled(
      [0, 1, 2].flatMap(() => [
        ask(fulfillments.createFulfillment, parcel(order, { notify: false }), of.owner),
        ask(staffOrders.refundOrder, refund, of.owner),
      ]),
    )
    const shipped = both.filter((one, i) => i % 2 === 0 && one.status === 'fulfilled')
    const { rows } = await pool().query('select max(unshipped_amount) as unshipped from refunds where order_id = $1', [
      order.orderId,
    ])
    const isUnsent = Number(rows[0]?.unshipped) > 0
    const isClean = both.every((one) => one.status === 'fulfilled' || String(one.reason).includes(' 409:'))
    return { isSent: shipped.length > 0, isUnsent, isClean }
  }
  const isTrue = ({ isSent, isUnsent, isClean }: Awaited<ReturnType<typeof race>>) => isSent !== isUnsent && isClean
  for (let i = 0; i < 6; i++) expect(isTrue(await race())).toBe(true)
  const naive = await withoutPrecautions(advisoryLocks, async () => {
    const seen = []
    for (let i = 0; i < 12; i++) seen.push(await race().catch(() => ({ isSent: true, isUnsent: true, isClean: false })))
    return seen
  })
  expect(naive.every(isTrue)).toBe(false)
})

describe('who sees what', () => {
  test('a shipper sees an address and no e-mail, each look is written down; an accountant sees neither', async () => {
    const of = await club()
    const [shipper, accountant] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, accountant, 'accountant')
    const order = await goodsOrder(of)
    await pool().query('update fans set is_email_visible = true where uid = $1', [order.buyer.uid])
    const seen = await ask(staffOrders.getOrder, order.of, shipper)
    expect(seen.order.buyer.email).toBe('')
    expect(JSON.stringify(seen)).not.toContain('神南')
    expect(seen.order.destination).toEqual({ prefecture: '東京都', isHidden: false })
    const { address } = await ask(fulfillments.revealOrderAddress, order.of, shipper)
    expect(address).toMatchObject({ town: '渋谷区神南', recipientName: '青井 そら' })
    expect(await refused(fulfillments.revealOrderAddress, order.of, accountant)).toMatchObject({ status: 403 })
    const { slips } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [order.orderId] }, shipper)
    expect(slips[0]).toMatchObject({
      address: { building: 'ひだまり荘 201' },
      lines: [{ quantity: 2 }, { quantity: 3 }],
    })
    const { rows } = await pool().query(
      'select operation, actor_uid, payload from audit_log where tenant_id = $1 order by at, audit_id',
      [of.tenantId],
    )
    const looks = rows.filter(({ actor_uid }) => actor_uid === shipper.uid)
    expect(looks.map(({ operation }) => operation).sort()).toEqual(['getPackingSlips', 'revealOrderAddress'])
    expect(JSON.stringify(rows)).not.toContain('神南')
  })

  test('ninety days after it arrived nobody sees an address any more', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await ask(fulfillments.markDelivered, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    await ask(fulfillments.revealOrderAddress, order.of, of.owner)
    await pool().query(`update fulfillments set delivered_at = delivered_at - interval '90 days' where order_id = $1`, [
      order.orderId,
    ])
    expect(await refused(fulfillments.revealOrderAddress, order.of, of.owner)).toMatchObject({ code: 'addressHidden' })
    const { slips } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    expect(slips[0]?.address).toBe(null)
    expect((await stateIn(order, of.owner)).destination?.isHidden).toBe(true)
  })

  describe('the address of an order that ended without being sent', () => {
    const atStore = (of: Club) => goodsOrder(of, { isAtStore: true })
    const piecesOf = (order: GoodsOrder) => order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
    test.each([
      [
        'canceled before it was paid',
        'expired',
        (of: Club) => goodsOrder(of, { isUnpaid: true }),
        (of: Club, order: GoodsOrder) =>
          ask(fulfillments.cancelOrder, { ...order.of, reason: 'x', restock: true }, of.owner),
      ],
      [
        'canceled after it was paid',
        'refunded',
        goodsOrder,
        (of: Club, order: GoodsOrder) =>
          ask(fulfillments.cancelOrder, { ...order.of, reason: 'x', restock: true }, of.owner),
      ],
      [
        'given back whole as a sum',
        'refunded',
        goodsOrder,
        (of: Club, order: GoodsOrder) =>
          ask(staffOrders.refundOrder, { ...order.of, amount: order.total, reason: 'x' }, of.owner),
      ],
      [
        'given back piece by piece, less the shipping',
        'partiallyRefunded',
        goodsOrder,
        (of: Club, order: GoodsOrder) =>
          ask(staffOrders.refundOrder, { ...order.of, lines: piecesOf(order), reason: 'x' }, of.owner),
      ],
      [
        'whose voucher lapsed',
        'expired',
        atStore,
        (_: Club, order: GoodsOrder) => moveTo((order.expiresAt ?? Number.NaN) + 60_000),
      ],
    ] as const)('%s: goes ninety days after the end', async (_, state, begin, end) => {
      const of = await club()
      const order = await begin(of)
      const seen = () => isAddressSeen(of, order.orderId, '青井 そら')
      const earlier = (days: number) =>
        pool().query(
          `update orders set placed_at = placed_at - make_interval(days => $2), closed_at = closed_at - make_interval(days => $2),
            refunded_at = refunded_at - make_interval(days => $2) where order_id = $1`,
          [order.orderId, days],
        )
      // However long it waits.
      await earlier(400)
      expect(await seen()).toBe(true)
      await end(of, order)
      await settled()
      expect((await stateIn(order, of.owner)).paymentState).toBe(state)
      await earlier(89)
      expect(await seen()).toBe(true)
      await earlier(1)
      expect(await seen()).toBe(false)
      expect(await refused(fulfillments.revealOrderAddress, order.of, of.owner)).toMatchObject({
        code: 'addressHidden',
      })
    })

    test('stays as long as money that came late waits for the staff', async () => {
      const of = await club()
      const order = await atStore(of)
      // What was paid is not what it costs.
      await pool().query('update orders set subtotal = subtotal + 1, total = total + 1 where order_id = $1', [
        order.orderId,
      ])
      await told({ action: 'payAtStore', intent: order.intentId ?? '' })
      await settled()
      expect((await stateIn(order, of.owner)).paymentState).toBe('paidLate')
      await pool().query(`update orders set closed_at = closed_at - interval '90 days' where order_id = $1`, [
        order.orderId,
      ])
      expect(await isAddressSeen(of, order.orderId, '青井 そら')).toBe(true)
    })
  })

  test('an order of another club cannot be touched', async () => {
    const [of, other] = [await club(), await club()]
    const order = await goodsOrder(other)
    for (const [operation, more] of [
      [fulfillments.revealOrderAddress, {}],
      [fulfillments.holdOrder, { reason: 'x' }],
      [fulfillments.addOrderNote, { note: 'x' }],
    ] as const)
      expect(await refused(operation, { ...of.ids, orderId: order.orderId, ...more }, of.owner)).toMatchObject({
        status: 404,
      })
    expect(await refused(fulfillments.revealOrderAddress, order.of, of.owner)).toMatchObject({ status: 404 })
  })
})

test('notes, a mended address and mails stand in the history of the order', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  await ask(fulfillments.addOrderNote, { ...order.of, note: 'Called\nat noon' }, of.owner)
  const mended = {
    recipientName: '青井 そら',
    recipientPhone: '０９０-1111-2222',
    postalCode: '〒1500042'.replace('〒', ''),
    prefecture: '大阪府',
    town: '大阪市北区',
    address: '1-1',
    building: '',
  }
  await ask(fulfillments.updateOrderAddress, { ...order.of, ...mended }, of.owner)
  expect((await ask(fulfillments.revealOrderAddress, order.of, of.owner)).address).toMatchObject({
    prefecture: '大阪府',
    recipientPhone: '09011112222',
  })
  expect(await refused(fulfillments.resendOrderMail, { ...order.of, kind: 'shipped' }, of.owner)).toMatchObject({
    code: 'notShipped',
  })
  const before = (await mailsTo(order.buyer.email)).length
  await ask(fulfillments.createFulfillment, parcel(order, { notify: false }), of.owner)
  expect(await mailsTo(order.buyer.email)).toHaveLength(before)
  await ask(fulfillments.resendOrderMail, { ...order.of, kind: 'shipped' }, of.owner)
  expect(await mailsTo(order.buyer.email)).toHaveLength(before + 1)
  expect(await refused(fulfillments.updateOrderAddress, { ...order.of, ...mended }, of.owner)).toMatchObject({
    code: 'alreadyShipped',
  })
  expect((await stateIn(order, of.owner)).timeline.map(({ what }) => what).slice(-4)).toEqual([
    'note',
    'addressChanged',
    'shipped',
    'mailSent',
  ])
})

test('what has left keeps the address that it went to, when the rest of the order goes elsewhere', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const [line] = order.lines
  const first = parcel(order, { lines: [{ lineId: line?.lineId ?? '', quantity: 1 }] })
  const { fulfillment } = await ask(fulfillments.createFulfillment, first, of.owner)
  const moved = {
    recipientName: '青井 そら',
    recipientPhone: '09011112222',
    postalCode: '5300001',
    prefecture: '大阪府',
    town: '大阪市北区',
    address: '1-1',
    building: '',
  }
  // Saved as it is, it is no other address.
  const { address: same } = await ask(fulfillments.revealOrderAddress, order.of, of.owner)
  await ask(fulfillments.updateOrderAddress, { ...order.of, ...same }, of.owner)
  expect((await ask(fulfillments.revealOrderAddress, order.of, of.owner)).sent).toEqual([])
  await ask(fulfillments.updateOrderAddress, { ...order.of, ...moved }, of.owner)
  await ask(fulfillments.updateOrderAddress, { ...order.of, ...moved, address: '2-2' }, of.owner)
  const { fulfillmentId } = fulfillment
  const rest = order.lines.map(({ lineId, quantity }) => ({
    lineId,
    quantity: lineId === line?.lineId ? quantity - 1 : quantity,
  }))
  const seen = await ask(fulfillments.revealOrderAddress, order.of, of.owner)
  expect(seen).toMatchObject({
    address: { prefecture: '大阪府', address: '2-2' },
    sent: [{ fulfillmentId, address: { prefecture: '東京都', address: '1-2-3' } }],
  })
  await ask(fulfillments.createFulfillment, parcel(order, { lines: rest }), of.owner)
  expect((await stateIn(order, of.owner)).shipments.map(({ wentElsewhere }) => wentElsewhere)).toEqual([true, false])
  const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId: order.orderId }, order.buyer)
  expect(orderDetail.shipments.map(({ wentTo }) => wentTo?.address ?? null)).toEqual([
    '東京都渋谷区神南1-2-3 ひだまり荘 201',
    null,
  ])
  // It goes with the address of its buyer.
  await ask(accounts.deleteMyAccount, { typedEmail: order.buyer.email }, order.buyer)
  const { rows } = await pool().query('select went_to from fulfillments where order_id = $1', [order.orderId])
  expect(rows).toEqual([{ went_to: null }, { went_to: null }])
})

test('the list stands in tabs, each order in one of them', async () => {
  const of = await club()
  await goodsOrder(of)
  await goodsOrder(of, { isPrepared: true })
  await goodsOrder(of, { isUnpaid: true })
  await goodsOrder(of, { lines: [{ name: 'Song', unitPrice: 700, quantity: 1, digital: true }] })
  const sent = await goodsOrder(of, { prefecture: '沖縄県' })
  await ask(fulfillments.createFulfillment, parcel(sent), of.owner)
  const { counts, orders } = await ask(staffOrders.getOrders, of.ids, of.owner)
  expect(counts).toEqual({ todo: 1, awaiting: 1, preparing: 1, shipped: 1, done: 1, closed: 0, all: 5 })
  expect(orders).toHaveLength(5)
  const found = async (filter: object) =>
    (await ask(staffOrders.getOrders, { ...of.ids, ...filter }, of.owner)).orders.map(({ orderId }) => orderId)
  expect(await found({ q: '1234-5678-9012' })).toEqual([sent.orderId])
  expect(await found({ prefecture: '沖縄県' })).toEqual([sent.orderId])
  expect(await found({ hasTracking: true })).toEqual([sent.orderId])
  expect(await found({ goodsId: sent.lines[0]?.goodsId ?? '' })).toEqual([sent.orderId])
  expect(await found({ hasTracking: false, tab: 'todo' })).toHaveLength(1)
  expect(await found({ dateField: 'paidAt', from: now() - day })).toHaveLength(4)
})
