import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { handingOf } from '#shop/carts/cart.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { downloads } from '#shop/downloads/contract.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { problemOf } from '#shop/eventGoods/eventGoods.ts'
import { pickUpJobs } from '#shop/eventGoods/pickUp/jobs.server.ts'
import { goods } from '#shop/goods/contract.ts'
import { isHandedOver } from '#shop/goods/goods.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { draftIn, onSale, orderOf, secondBrand } from '../support/eventGoods'
import { tourShirt } from '../support/eventGoodsScene'
import {
  type Club,
  checkOut,
  type Made,
  makeGoods,
  newBuyer,
  payCart,
  put,
  sentFile,
  stockProblems,
  towel,
  wallpaper,
} from '../support/goods'
import { isAddressSeen } from '../support/goodsOrder'
import { told } from '../support/payments'
import { ledger, moveTo, sessionIn, settled } from '../support/shop'

const eitherWay = (values: Partial<EventGoodsSaid> = {}): Partial<EventGoodsSaid> => ({
  delivery: 'both',
  shippingFee: 600,
  shippingTimeText: 'Two weeks after the show',
  ...values,
})
const choose = (cartId: string, { goodsId, variationId }: Made, isPickUp: boolean, fan: Person) =>
  ask(carts.updateCart, { cartId, goodsList: [{ goodsId, variationId, quantity: 1, isPickUp }] }, fan)
const detailOf = async (orderId: string, fan: Person) =>
  (await ask(goodsOrders.getOrderDetail, { orderId }, fan)).orderDetail
const orderedBy = async (cartId: string, fan: Person) => {
  await payCart(cartId, fan)
  return (await orderOf(fan)).order_id
}

describe('the rules', () => {
  const said = tourShirt({ tenantId: 't', brandId: 'b' }, 1_000 * day)
  const sent = { shippingTimeText: 'Later' }
  test.each([
    ['sent without a word of when', { ...said, delivery: 'shipping' }, 'shippingTimeText'],
    ['sent', { ...said, ...sent, delivery: 'shipping', pickUp: { venueName: '', windows: [] } }, undefined],
    ['both, without a word of when', { ...said, delivery: 'both' }, 'shippingTimeText'],
    [
      'both, without a venue',
      { ...said, ...sent, delivery: 'both', pickUp: { venueName: '', windows: [] } },
      'pickUp.venueName',
    ],
    ['both', { ...said, ...sent, delivery: 'both' }, undefined],
    ['digital, without a file', { ...said, delivery: 'digital' }, 'files'],
    ['digital', { ...said, delivery: 'digital', files: [{ mediaId: 'media_1', name: 'Song' }] }, undefined],
  ] as [string, EventGoodsSaid, string | undefined][])('a draft of goods that are %s', (_, draft, field) =>
    expect(problemOf(draft)?.field).toBe(field),
  )

  test.each([
    [false, false, true, false],
    [true, false, false, true],
    [false, true, false, false],
    [false, true, true, true],
  ])('picked up only %s, or offered %s, and chosen %s: handed over there %s', (isPickUp, isPickUpOffered, chosen, is) =>
    expect(isHandedOver({ isPickUp, isPickUpOffered }, chosen)).toBe(is),
  )

  test('what is told before buying names each way once, and no other', () => {
    const line = (values: object) => ({ goodsType: 'physicalGoods' as const, ...values })
    expect(
      handingOf([
        line({ shippingTimeText: 'Soon' }),
        line({ shippingTimeText: 'Soon' }),
        line({ shippingTimeText: 'Soon', isPickUp: true, pickUpVenue: 'Star Hall' }),
        line({ shippingTimeText: 'Moon Hall', isPickUp: true }),
      ]),
    ).toEqual({
      isSent: true,
      sentWithin: ['Soon'],
      isPickUp: true,
      venues: ['Star Hall', 'Moon Hall'],
      isDigital: false,
    })
    expect(handingOf([{ goodsType: 'digitalGoods', shippingTimeText: '' }])).toMatchObject({
      isSent: false,
      isPickUp: false,
      isDigital: true,
    })
  })
})

describe('what is picked up', () => {
  test('needs no address and costs no shipping; beside it what is sent does', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await onSale(of)
    const { cartId } = await put(of, fan, made)
    expect(await ask(carts.getPrePurchaseByCart, { cartId }, fan)).toMatchObject({
      isShippingRequired: false,
      orderSummary: { shippingFee: 0, totalFee: 3000 },
    })
    const { goodsId } = await ask(goods.createGoods, { ...of.ids, ...towel() }, of.owner)
    const sent = await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)
    await put(of, fan, { goodsId, variationIds: [], variationId: sent.goods.variations[0]?.variationId ?? '' })
    expect(await ask(carts.getPrePurchaseByCart, { cartId }, fan)).toMatchObject({
      isShippingRequired: true,
      orderSummary: { shippingFee: 500 },
    })
  })
})

describe('what is offered both ways', () => {
  test('is sent unless the fan chooses the venue; the fee and the address go with what is sent', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await onSale(of, eitherWay())
    expect((await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId })).goods.pickUp).toMatchObject({
      venueName: 'Star Hall',
      isChoice: true,
    })
    const { cartId, goodsList } = await put(of, fan, made)
    expect(goodsList[0]).toMatchObject({ pickUpVenue: 'Star Hall', shippingTimeText: 'Two weeks after the show' })
    expect(goodsList[0]?.isPickUp).toBeUndefined()
    const before = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
    expect(before).toMatchObject({ isShippingRequired: true, orderSummary: { shippingFee: 600, totalFee: 3600 } })
    expect(await refused(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)).toMatchObject({
      code: 'addressRequired',
    })
    const { cart } = await choose(cartId, made, true, fan)
    expect(cart).toMatchObject({ goodsList: [{ isPickUp: true }], orderSummary: { shippingFee: 0, totalFee: 3000 } })
    // More of it, or a look at it, leaves the choice as it is.
    await ask(carts.updateCart, { cartId, goodsList: [{ goodsId: made.goodsId, quantity: 2 }] }, fan)
    await put(of, fan, made)
    const after = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
    expect(after).toMatchObject({
      isShippingRequired: false,
      goodsList: [{ isPickUp: true, quantity: 3 }],
      orderSummary: { totalFee: 9000 },
    })
    const order = await detailOf(await orderedBy(cartId, fan), fan)
    expect(order).toMatchObject({
      shippingAddress: null,
      pickUp: { state: 'ready', venues: [{ venueName: 'Star Hall' }] },
      orderSummary: { shippingFee: 0, totalFee: 9000 },
      orderedGoods: [{ deliveryInfo: { type: 'physical', deliveryTimeText: 'Star Hall' } }],
    })
  })

  test('of goods that are only sent, or only picked up, nothing is chosen', async () => {
    const [of, fan] = [await club(), await person()]
    const sent = await onSale(of, { delivery: 'shipping', shippingFee: 600, shippingTimeText: 'Soon' })
    const { cartId } = await put(of, fan, sent)
    expect((await choose(cartId, sent, true, fan)).cart).toMatchObject({ orderSummary: { shippingFee: 600 } })
    const there = await onSale(of)
    await put(of, fan, there)
    const { cart } = await choose(cartId, there, false, fan)
    expect(cart.goodsList.map(({ isPickUp = false }) => isPickUp)).toEqual([false, true])
  })

  test('stays in the order as it was chosen, whatever is chosen in the cart or said of the goods afterwards', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await onSale(of, eitherWay())
    const { cartId } = await put(of, fan, made)
    await choose(cartId, made, true, fan)
    const { sessionUrl } = await ask(carts.purchaseGoodsByCart, { cartId, returnPath: null }, fan)
    // Another version of the cart is another checkout; the one that is open keeps its lines and its total.
    await choose(cartId, made, false, fan)
    await told({ action: 'paySession', session: sessionIn(sessionUrl) })
    await settled()
    const { rows } = await pool().query(
      `select o.total, o.shipping_fee, l.is_pick_up from orders o join order_lines l using (order_id)
      where o.uid = $1 and o.payment_state = 'paid'`,
      [fan.uid],
    )
    expect(rows).toEqual([{ total: 3000, shipping_fee: 0, is_pick_up: true }])
    const { said } = await ask(eventGoods.getEventGoods, { tenantId: of.tenantId, goodsId: made.goodsId }, of.owner)
    const sentOnly = { ...said, delivery: 'shipping' as const, pickUp: { venueName: '', windows: [] } }
    const draftId = await draftIn(of, of.owner, sentOnly, made.goodsId)
    await ask(eventGoods.approveEventGoodsDraft, { tenantId: of.tenantId, draftId }, of.owner)
    const { order_id: orderId } = await orderOf(fan)
    expect((await detailOf(orderId, fan)).pickUp).toMatchObject({ state: 'ready' })
    const { cartId: again, goodsList } = await put(of, fan, made)
    expect(goodsList[0]?.pickUpVenue).toBeUndefined()
    expect((await ask(carts.getPrePurchaseByCart, { cartId: again }, fan)).isShippingRequired).toBe(true)
  })
})

/** One order of two kinds offered both ways: the first is sent, the second picked up. */
const bothInOne = async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const sent = await onSale(of, eitherWay({ name: 'Towel', price: 2000 }))
  const there = await onSale(of, eitherWay({ name: 'Light', price: 3000 }))
  const { cartId } = await put(of, fan, sent)
  await put(of, fan, there)
  await choose(cartId, there, true, fan)
  const orderId = await orderedBy(cartId, fan)
  const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
  const lineOf = (name: string) => order.lines.find((line) => line.name === name)?.lineId ?? ''
  return { of, fan, orderId, order, sent: lineOf('Towel'), there: lineOf('Light'), tenantId: of.tenantId }
}
const parcelOf = (of: Club, orderId: string, lineId: string) => ({
  ...of.ids,
  orderId,
  lines: [{ lineId, quantity: 1 }],
  provider: 'yamato' as const,
  providerName: '',
  trackingNumber: '123456789012',
  trackingUrl: '',
  note: '',
  shippedAt: now(),
  notify: false,
})
const earned = async (tenantId: string) => {
  const { rows } = await pool().query(
    `select component, -sum(amount)::int as amount from ledger_entries
    where tenant_id = $1 and account = 'brandPayable' and component in ('gross', 'shippingFee') group by 1 order by 1`,
    [tenantId],
  )
  return Object.fromEntries(rows.map(({ component, amount }) => [component, amount]))
}

describe('one order of both', () => {
  test('shows the desk what is picked up and the shippers what is sent, and neither does the other’s', async () => {
    const { of, orderId, order, sent, there, tenantId } = await bothInOne()
    expect(order).toMatchObject({ subtotal: 5000, shippingFee: 600, total: 5600 })
    expect(order.lines.map(({ name, toSend, isPickUp }) => [name, toSend, isPickUp])).toEqual([
      ['Towel', 1, false],
      ['Light', 0, true],
    ])
    const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)
    expect(orders[0]?.lines.map(({ lineId }) => lineId)).toEqual([there])
    const handed = (lineId: string) => ({ tenantId, orderId, lines: [{ lineId, quantity: 1 }] })
    expect(await refused(eventGoods.pickUpOrderLines, handed(sent), of.owner)).toMatchObject({ code: 'lineNotFound' })
    expect(await refused(fulfillments.createFulfillment, parcelOf(of, orderId, there), of.owner)).toMatchObject({
      code: 'nothingToShip',
    })
    const { slips } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [orderId] }, of.owner)
    expect(slips[0]?.lines.map(({ name }) => name)).toEqual(['Towel'])
    const label = { ...of.ids, format: 'clickPost' as const, encoding: 'utf8bom' as const, orderIds: [orderId] }
    const { exportId } = await ask(orderFiles.exportOrders, label, of.owner)
    await runDueJobs()
    const { rows } = await pool().query('select key from exports where export_id = $1', [exportId])
    const parts: Buffer[] = []
    for await (const part of await storage().read(rows[0].key)) parts.push(part as Buffer)
    const file = Buffer.concat(parts).toString('utf8')
    expect([file.includes('Towel'), file.includes('Light')]).toEqual([true, false])
    await ask(eventGoods.pickUpOrderLines, handed(there), of.owner)
    // What was handed over is earned, the shipping is not: nothing has been sent yet.
    expect(await earned(tenantId)).toEqual({ gross: 3000 })
    const { fulfillmentState } = await ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner)
    expect(fulfillmentState).toBe('shipped')
    expect(await earned(tenantId)).toEqual({ gross: 5000, shippingFee: 600 })
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('tells its fan of parcels alone where a carrier is asked for: what was handed over is none', async () => {
    const { of, fan, orderId, sent, there, tenantId } = await bothInOne()
    const named = { ...of.ids, orderId }
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId: there, quantity: 1 }] }, of.owner)
    expect(await detailOf(orderId, fan)).toMatchObject({
      // The rest is in preparation from the payment on; no carrier is known yet.
      shippingProviderInfo: { shippingStatus: 'preparing', providerName: '', trackingNumber: '' },
      shipments: [],
      pickUp: { state: 'done' },
    })
    const mail = { ...named, kind: 'shipped' as const }
    expect(await refused(fulfillments.resendOrderMail, mail, of.owner)).toMatchObject({ code: 'notShipped' })
    const timeline = async () =>
      (await ask(staffOrders.getOrder, named, of.owner)).order.timeline.map(({ what }) => what)
    expect(await timeline()).toContain('pickedUp')
    expect(await timeline()).not.toContain('shipped')
    const handedAt = async () =>
      (await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)).orders[0]?.handedAt
    const before = await handedAt()
    expect(before).not.toBeNull()
    await ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner)
    expect(await detailOf(orderId, fan)).toMatchObject({
      shippingProviderInfo: { trackingNumber: '123456789012', shippingStatus: 'shipped' },
      shipments: [{ items: [{ name: 'Towel' }] }],
    })
    // The parcel arrives later than the rest was handed over.
    await pool().query(
      `update fulfillments set delivered_at = now() + interval '1 day', state = 'delivered' where order_id = $1 and state = 'shipped'`,
      [orderId],
    )
    expect(await handedAt()).toBe(before)
  })

  test('earns its shipping with what is sent, whichever is first', async () => {
    const { of, orderId, sent, there, tenantId } = await bothInOne()
    await ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner)
    expect(await earned(tenantId)).toEqual({ gross: 2000, shippingFee: 600 })
    const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)
    expect(orders[0]).toMatchObject({ state: 'ready', lines: [{ lineId: there, toHand: 1 }] })
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId: there, quantity: 1 }] }, of.owner)
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })
})

/** As staff write it down on the telephone. */
const elsewhere = {
  recipientName: '月島 ひかり',
  recipientPhone: '09012345678',
  postalCode: '1040052',
  prefecture: '東京都',
  town: '中央区月島',
  address: '1-1',
  building: '',
}
const orderIdOf = async (fan: Person) =>
  (await pool().query('select order_id from orders where uid = $1', [fan.uid])).rows[0].order_id as string

test.each([
  ['picked up', (of: Club) => onSale(of)],
  ['downloaded', (of: Club) => makeGoods(of, wallpaper())],
] as const)('what is %s gets no address, neither before it is paid nor afterwards', async (_, make) => {
  const [of, fan] = [await club(), await newBuyer()]
  const { cartId } = await put(of, fan, await make(of))
  const { sessionUrl } = await checkOut(cartId, fan)
  const named = { ...of.ids, orderId: await orderIdOf(fan) }
  const move = () => refused(fulfillments.updateOrderAddress, { ...named, ...elsewhere }, of.owner)
  expect(await move()).toMatchObject({ code: 'nothingToShip' })
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  expect(await move()).toMatchObject({ code: 'nothingToShip' })
  expect(await detailOf(named.orderId, fan)).toMatchObject({ paymentState: 'paid', shippingAddress: null })
})

test('what is sent goes elsewhere until it has left, whatever is picked up beside it', async () => {
  const { of, fan, orderId: id, sent } = await bothInOne()
  const moved = { ...of.ids, orderId: id, ...elsewhere }
  await ask(fulfillments.updateOrderAddress, moved, of.owner)
  expect((await detailOf(id, fan)).shippingAddress).toMatchObject({ recipientName: '月島 ひかり' })
  await ask(fulfillments.createFulfillment, parcelOf(of, id, sent), of.owner)
  expect(await refused(fulfillments.updateOrderAddress, moved, of.owner)).toMatchObject({ code: 'alreadyShipped' })
})

describe('the address of an order of both', () => {
  const ofWhomItGoesTo = async () => {
    const { of, fan, orderId, sent, there, tenantId } = await bothInOne()
    const seen = () => isAddressSeen(of, orderId, '佐藤 葵')
    const later = () =>
      pool().query(`update fulfillments set delivered_at = delivered_at - interval '90 days' where order_id = $1`, [
        orderId,
      ])
    return {
      seen,
      later,
      fan,
      send: () => ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner),
      arrive: () => ask(fulfillments.markDelivered, { ...of.ids, orderIds: [orderId] }, of.owner),
      handOver: () =>
        ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId: there, quantity: 1 }] }, of.owner),
    }
  }

  test('is shown until ninety days after the parcel arrived, though the rest is never picked up', async () => {
    const { seen, send, arrive, later } = await ofWhomItGoesTo()
    expect(await seen()).toBe(true)
    await send()
    expect(await seen()).toBe(true)
    await arrive()
    expect(await seen()).toBe(true)
    await later()
    expect(await seen()).toBe(false)
  })

  test('is shown as long as something is to be sent, however long ago the rest was handed over', async () => {
    const { seen, send, handOver, arrive, later } = await ofWhomItGoesTo()
    await handOver()
    await later()
    expect(await seen()).toBe(true)
    await send()
    await later()
    expect(await seen()).toBe(true)
    await arrive()
    await later()
    expect(await seen()).toBe(false)
  })

  test('is not shown for longer because the rest is handed over late', async () => {
    const { seen, send, handOver, arrive, later } = await ofWhomItGoesTo()
    await send()
    await arrive()
    await later()
    await handOver()
    expect(await seen()).toBe(false)
  })
})

describe('digital goods of an event', () => {
  const song = async (of: Club, values: Partial<EventGoodsSaid> = {}): Promise<Partial<EventGoodsSaid>> => ({
    delivery: 'digital',
    pickUp: { venueName: '', windows: [] },
    files: [await sentFile(of, 'live.pdf'), await sentFile(of, 'words.pdf')],
    ...values,
  })

  test('open their files to whoever has paid, each once, and close them with a refund', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await onSale(of, await song(of))
    const shown = await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId }, fan)
    expect(shown.goods).toMatchObject({ goodsType: 'digitalGoods', purchaseInfo: { isPurchased: false } })
    const { cartId } = await put(of, fan, made)
    expect(await ask(carts.getPrePurchaseByCart, { cartId }, fan)).toMatchObject({
      isShippingRequired: false,
      orderSummary: { totalFee: 3000 },
    })
    const orderId = await orderedBy(cartId, fan)
    const order = await detailOf(orderId, fan)
    expect(order.downloads.map(({ fileName, state }) => [fileName, state])).toEqual([
      ['live.pdf', 'active'],
      ['words.pdf', 'active'],
    ])
    expect([order.pickUp, order.fulfillmentState]).toEqual([null, 'notRequired'])
    expect(
      (await ask(eventGoods.getPickUpOrder, { tenantId: of.tenantId, code: orderId }, of.owner)).orders,
    ).toMatchObject([{ state: 'nothingToPickUp' }])
    const [first] = order.downloads
    expect(await ask(downloads.getDownloadUrl, { grantId: first?.grantId ?? '' }, fan)).toMatchObject({
      status: 'ready',
    })
    expect(
      await refused(
        carts.addGoodsToCart,
        { ...of.ids, goodsId: made.goodsId, variationId: made.variationId, quantity: 1 },
        fan,
      ),
    ).toMatchObject({ code: 'alreadyOwned' })
    await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 3000, reason: 'Broken.' }, of.owner)
    await settled()
    expect((await detailOf(orderId, fan)).downloads.map(({ state }) => state)).toEqual(['suspended', 'suspended'])
    expect(await stockProblems()).toEqual([])
  })

  test('are shared with the payment, to the yen, beside what is shared when it is handed over', async () => {
    const [of, fan] = [await club(), await person()]
    const [brandId, { tenantId }] = [await secondBrand(of), of]
    const shares = [
      { brandId: of.brandId, share: 6667 },
      { brandId, share: 3333 },
    ]
    const file = await onSale(of, await song(of, { price: 1001, shares }))
    const shirt = await onSale(of, { shares })
    const { cartId } = await put(of, fan, file)
    await put(of, fan, shirt)
    const orderId = await orderedBy(cartId, fan)
    const owed = async () => {
      const { rows } = await pool().query(
        `select brand_id = $2 as other, -sum(amount)::int as amount from ledger_entries
        where tenant_id = $1 and account = 'brandPayable' and component = 'gross' group by 1 order by 1`,
        [tenantId, brandId],
      )
      return rows.map(({ amount }) => amount)
    }
    // 33.33 % of 1,001 yen are 333.6.
    expect(await owed()).toEqual([668, 333])
    const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)
    const lineId = orders[0]?.lines[0]?.lineId ?? ''
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId, quantity: 1 }] }, of.owner)
    expect(await owed()).toEqual([668 + 2001, 333 + 999])
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })

  test('are drafted with files of their home brand alone, and stay digital', async () => {
    const [of, other] = [await club(), await club()]
    const { tenantId } = of
    const said = { ...tourShirt(of.ids, now()), ...(await song(of)) }
    const foreign = { ...said, files: [await sentFile(other, 'theirs.pdf')] }
    expect(await refused(eventGoods.saveEventGoodsDraft, { tenantId, said: foreign }, of.owner)).toMatchObject({
      code: 'fileNotFound',
    })
    const strange = { ...said, files: [{ ...(said.files?.[0] ?? { mediaId: '', name: '' }), fileId: 'file_x' }] }
    expect(await refused(eventGoods.saveEventGoodsDraft, { tenantId, said: strange }, of.owner)).toMatchObject({
      code: 'fileNotFound',
    })
    const made = await onSale(of, said)
    const read = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    expect(read.said.files?.map(({ name }) => name)).toEqual(['live.pdf', 'words.pdf'])
    expect(read.uploads).toHaveLength(2)
    const next = { ...read.said, delivery: 'pickUp' as const, pickUp: tourShirt(of.ids, now()).pickUp }
    expect(
      await refused(eventGoods.saveEventGoodsDraft, { tenantId, goodsId: made.goodsId, said: next }, of.owner),
    ).toMatchObject({ code: 'validation', fields: [{ field: 'said.delivery', rule: 'fixed' }] })
  })

  test('that are changed by a draft keep the file that was bought, under its newer version', async () => {
    const [of, fan] = [await club(), await person()]
    const { tenantId } = of
    const made = await onSale(of, await song(of))
    const { cartId } = await put(of, fan, made)
    const orderId = await orderedBy(cartId, fan)
    const { said } = await ask(eventGoods.getEventGoods, { tenantId, goodsId: made.goodsId }, of.owner)
    const [first, second] = said.files ?? []
    if (!first || !second) throw new Error('There are two.')
    const { mediaId } = await sentFile(of, 'newer.pdf', Buffer.from('%PDF-1.4 a newer picture'))
    const draftId = await draftIn(of, of.owner, { ...said, files: [{ ...first, mediaId }, second] }, made.goodsId)
    const draft = await ask(eventGoods.getEventGoodsDraft, { tenantId, draftId }, of.owner)
    expect(draft.draft.changed).toEqual(['files'])
    expect(draft.uploads).toHaveLength(3)
    const before = (await detailOf(orderId, fan)).downloads.map(({ size }) => size)
    await ask(eventGoods.approveEventGoodsDraft, { tenantId, draftId }, of.owner)
    const after = (await detailOf(orderId, fan)).downloads
    expect(after.map(({ state }) => state)).toEqual(['active', 'active'])
    expect(after.map(({ size }, n) => size === before[n])).toEqual([false, true])
  })
})

describe('what nobody comes for', () => {
  /** What the home brand and the other have of an order's price, less what went back. */
  const owedOf = async (orderId: string, otherId: string) => {
    const { rows } = await pool().query<{ other: boolean; amount: number }>(
      `select brand_id = $2 as other, -sum(amount)::int as amount from ledger_entries
      where order_id = $1 and account = 'brandPayable' and component in ('gross', 'refund', 'chargeback')
      group by 1 order by 1`,
      [orderId, otherId],
    )
    return [false, true].map((isOther) => rows.find(({ other }) => other === isOther)?.amount ?? 0)
  }
  const hour = 3_600_000
  const lastHour = 30 * day + 5 * hour
  const nightAfter = (at: number) => pickUpJobs.earnUncollected.run({ ...jobContext('night'), now: at }, {})
  const pieceOf = async (of: Club, orderId: string) =>
    (await ask(eventGoods.getPickUpOrder, { tenantId: of.tenantId, code: orderId }, of.owner)).orders[0]
  /** Shirts of two brands, paid and to be picked up in two days. */
  const shared = async (count: number) => {
    const [of, fan] = [await club(), await person()]
    const otherId = await secondBrand(of)
    const shares = [
      { brandId: of.brandId, share: 6667 },
      { brandId: otherId, share: 3333 },
    ]
    const from = now() + 2 * day
    const made = await onSale(of, {
      price: 1001,
      shares,
      pickUp: { venueName: 'Star Hall', windows: [{ from, to: from + hour }] },
      windows: [{ audience: 'public', planIds: [], startAt: from - 3 * day, endAt: from - day }],
    })
    const { cartId } = await put(of, fan, made, count)
    await payCart(cartId, fan)
    const { order_id: orderId } = await orderOf(fan)
    const lineId = (await pieceOf(of, orderId))?.lines[0]?.lineId ?? ''
    const hand = (quantity: number) =>
      ask(eventGoods.pickUpOrderLines, { tenantId: of.tenantId, orderId, lines: [{ lineId, quantity }] }, of.owner)
    const refund = async (quantity: number) => {
      const lines = [{ lineId, quantity }]
      await ask(staffOrders.refundOrder, { ...of.ids, orderId, lines, reason: 'Torn.' }, of.owner)
      await settled()
    }
    return { of, end: from + hour, orderId, hand, refund, owed: () => owedOf(orderId, otherId), tenantId: of.tenantId }
  }

  test('is earned by every brand, to the yen and once, on the night after the last hour of its hand-over', async () => {
    const { of, end, orderId, hand, refund, owed, tenantId } = await shared(3)
    await hand(1)
    // 33.33 % of 1,001 yen are 333.6.
    expect(await owed()).toEqual([668, 333])
    await nightAfter(end - 60_000)
    expect(await owed()).toEqual([668, 333])
    await moveTo(end + day)
    // And of the 2,002 that nobody came for 667.2.
    expect(await owed()).toEqual([668 + 1335, 333 + 667])
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await pieceOf(of, orderId)).toMatchObject({ state: 'ready', lines: [{ toHand: 2 }] })
    await nightAfter(end + 2 * day)
    // Somebody comes after all: the desk hands over, and nothing is earned twice.
    await hand(1)
    expect(await pieceOf(of, orderId)).toMatchObject({ lines: [{ handed: 2, toHand: 1 }] })
    expect(await owed()).toEqual([2003, 1000])
    await nightAfter(end + 3 * day)
    expect(await owed()).toEqual([2003, 1000])
    // What goes back is borne by each as it was given, down to nothing.
    await refund(1)
    expect(await owed()).toEqual([2003 - 668, 1000 - 333])
    await refund(2)
    expect(await owed()).toEqual([0, 0])
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('stays earned where a hand-over before or after it was none', async () => {
    const { of, orderId, hand, owed, tenantId } = await shared(2)
    await hand(1)
    await nightAfter(now() + lastHour + day)
    const earned = await owed()
    expect(earned[0] ?? 0).toBeGreaterThan(668)
    await hand(1)
    const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    for (const { fulfillmentId } of order.shipments) {
      const wrong = { ...of.ids, orderId, fulfillmentId, reason: 'Another buyer' }
      await ask(fulfillments.stepFulfillmentBack, wrong, of.owner)
      expect(await owed()).toEqual(earned)
    }
    await hand(2)
    expect(await owed()).toEqual(earned)
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })

  test('leaves what is sent with it to its parcel, and takes nothing of that when it is handed over late', async () => {
    const { of, orderId, sent, there, tenantId } = await bothInOne()
    await nightAfter(now() + lastHour + day)
    expect(await earned(tenantId)).toEqual({ gross: 3000 })
    expect(await ledger(tenantId)).toMatchObject({ deferred: -2600 })
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: [{ lineId: there, quantity: 1 }] }, of.owner)
    expect(await earned(tenantId)).toEqual({ gross: 3000 })
    await ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner)
    expect(await earned(tenantId)).toEqual({ gross: 5000, shippingFee: 600 })
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })

  test('given back afterwards takes nothing of what still waits for its parcel', async () => {
    const { of, orderId, sent, there, tenantId } = await bothInOne()
    await nightAfter(now() + lastHour + day)
    const back = { ...of.ids, orderId, lines: [{ lineId: there, quantity: 1 }], reason: 'Did not come.' }
    await ask(staffOrders.refundOrder, back, of.owner)
    await settled()
    expect(await ledger(tenantId)).toMatchObject({ deferred: -2600 })
    await ask(fulfillments.createFulfillment, parcelOf(of, orderId, sent), of.owner)
    expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('waits on where staff hold the order, and where its money is disputed, until that is decided', async () => {
    const [held, disputed] = [await shared(1), await shared(1)]
    const named = { ...held.of.ids, orderId: held.orderId }
    await ask(fulfillments.holdOrder, { ...named, reason: 'A question' }, held.of.owner)
    const { rows } = await pool().query('select intent_id from orders where order_id = $1', [disputed.orderId])
    const { id } = await told<{ id: string }>({ action: 'createDispute', intent: rows[0].intent_id })
    await settled()
    const night = now() + lastHour + day
    await nightAfter(night)
    expect([await held.owed(), await disputed.owed()]).toEqual([
      [0, 0],
      [0, 0],
    ])
    await ask(fulfillments.releaseOrder, named, held.of.owner)
    await told({ action: 'closeDispute', dispute: id, status: 'won' })
    await settled()
    await nightAfter(night + day)
    expect([await held.owed(), await disputed.owed()]).toEqual([
      [668, 333],
      [668, 333],
    ])
    for (const { tenantId } of [held, disputed]) expect(await ledger(tenantId)).toMatchObject({ deferred: 0 })
  })
})
