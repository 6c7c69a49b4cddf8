import { expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { toPick } from '#shop/parcels/fulfillment.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { type Club, checkOut, type Made, makeGoods, newBuyer, payCart, put, variation } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'

const listOf = (of: Club, way: 'send' | 'handOver' = 'send', by = of.owner) =>
  ask(fulfillments.getPickList, { ...of.ids, way }, by)

const bought = async (of: Club, made: Made, quantity: number, variationId = made.variationId) => {
  const fan = await newBuyer()
  const { cartId } = await put(of, fan, made, quantity, variationId)
  await payCart(cartId, fan)
}

test('a pick list counts the pieces of all paid orders by size and SKU, those that wait longest first', async () => {
  const of = await club()
  const shirt = await makeGoods(of, {
    name: 'Tシャツ',
    variations: [
      { ...variation(50), variationName: 'M', sku: 'TS-M' },
      { ...variation(50), variationName: 'L', sku: 'TS-L' },
    ],
  })
  const [m = '', l = ''] = shirt.variationIds
  await bought(of, shirt, 1, l)
  await bought(of, shirt, 2, m)
  await bought(of, shirt, 1, l)
  const unpaid = await newBuyer()
  await checkOut((await put(of, unpaid, shirt, 1, m)).cartId, unpaid)
  const { rows, isCut } = await listOf(of)
  expect(isCut).toBe(false)
  expect(rows).toMatchObject([
    { goodsId: shirt.goodsId, name: 'Tシャツ', variationName: 'L', sku: 'TS-L', pieces: 2, orders: 2 },
    { variationId: m, variationName: 'M', sku: 'TS-M', pieces: 2, orders: 1 },
  ])
  expect(rows[0]?.oldestAt).toBeLessThanOrEqual(now())
  expect((await listOf(of, 'handOver')).rows).toEqual([])
})

test('what is packed, on hold or a file is not on the list, and the rest of a parcel is', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const held = await goodsOrder(of)
  await goodsOrder(of, { lines: [{ name: 'Wallpaper', unitPrice: 800, quantity: 1, digital: true }] })
  await ask(fulfillments.holdOrder, { ...held.of, reason: 'x' }, of.owner)
  const pieces = async () => (await listOf(of)).rows.map(({ name, pieces }) => [name, pieces])
  expect((await pieces()).toSorted()).toEqual([
    ['Tシャツ', 2],
    ['缶バッジ', 3],
  ])
  const [shirts, badges] = order.lines
  await ask(
    fulfillments.createFulfillment,
    parcel(order, {
      lines: [
        { lineId: shirts?.lineId ?? '', quantity: 2 },
        { lineId: badges?.lineId ?? '', quantity: 1 },
      ],
    }),
    of.owner,
  )
  expect(await pieces()).toEqual([['缶バッジ', 2]])
})

test('its number of orders leads to just these orders: not to what is sent, nor only to what nobody has begun', async () => {
  const of = await club()
  const badge = await makeGoods(of, { name: '缶バッジ' })
  for (const _ of ['waits', 'begun', 'sent']) await bought(of, badge, 1)
  const asked = { ...of.ids, goodsId: badge.goodsId }
  const [waits, begun, sent] = (await ask(staffOrders.getOrders, asked, of.owner)).orders.map(({ orderId }) => orderId)
  await ask(fulfillments.startPreparing, { ...of.ids, orderIds: [begun ?? ''] }, of.owner)
  const parcels = [{ orderId: sent ?? '', trackingNumber: '123456789013' }]
  await ask(
    fulfillments.shipOrders,
    { ...of.ids, provider: 'yamato', providerName: '', parcels, notify: false },
    of.owner,
  )
  const unpaid = await newBuyer()
  await checkOut((await put(of, unpaid, badge, 1)).cartId, unpaid)
  const states = { paymentState: [...toPick.paymentState], fulfillmentState: [...toPick.fulfillmentState] }
  const { orders } = await ask(staffOrders.getOrders, { ...asked, ...states }, of.owner)
  expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual([waits, begun].toSorted())
  expect((await listOf(of)).rows.map((row) => row.orders)).toEqual([2])
})

test('the list is for those who ship, of their own club', async () => {
  const [of, other] = [await club(), await club()]
  const [shipper, editor] = [await person(), await person()]
  await addMember(of.tenantId, shipper, 'shipper')
  await addMember(of.tenantId, editor, 'editor')
  expect((await listOf(of, 'send', shipper)).rows).toEqual([])
  const asked = { ...of.ids, way: 'send' as const }
  expect((await refused(fulfillments.getPickList, asked, editor)).status).toBe(403)
  expect((await refused(fulfillments.getPickList, asked, other.owner)).status).toBe(404)
  const mixed = { tenantId: other.tenantId, brandId: of.ids.brandId, way: 'send' as const }
  expect((await refused(fulfillments.getPickList, mixed, other.owner)).status).toBe(404)
})
