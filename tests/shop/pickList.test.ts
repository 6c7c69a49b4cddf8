import { expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { downloads } from '#shop/downloads/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { slipsIn, toPick } from '#shop/parcels/fulfillment.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import {
  type Club,
  checkOut,
  type Made,
  makeGoods,
  newBuyer,
  payCart,
  put,
  variation,
  wallpaper,
} from '../support/goods'
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

test('files that were bought and never loaded down are named with what keeps them, and no others', async () => {
  const of = await club()
  const song = await makeGoods(of, wallpaper({ name: 'Song' }))
  const buy = async () => {
    const fan = await newBuyer()
    await payCart((await put(of, fan, song)).cartId, fan)
    const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
    const orderId = rows[0]?.order_id as string
    const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId }, fan)
    return { fan, orderId, grantId: orderDetail.downloads[0]?.grantId ?? '' }
  }
  const waiting = async () => (await ask(downloads.getWaitingFiles, of.ids, of.owner)).rows
  expect(await waiting()).toEqual([])
  const [loaded, stopped, back, long] = [await buy(), await buy(), await buy(), await buy()]
  const { rows } = await pool().query('select placed_at from orders where order_id = $1', [loaded.orderId])
  const row = {
    goodsId: song.goodsId,
    name: 'Song',
    isOfEvent: false,
    oldestAt: rows[0].placed_at.getTime(),
  }
  expect(await waiting()).toEqual([{ ...row, waiting: 4, stopped: 0 }])

  await ask(downloads.getDownloadUrl, { grantId: loaded.grantId }, loaded.fan)
  await ask(downloads.suspendDownload, { ...of.ids, grantId: stopped.grantId, on: true }, of.owner)
  await pool().query('update order_lines set refunded_quantity = quantity where order_id = $1', [back.orderId])
  await pool().query("update orders set paid_at = paid_at - interval '91 days' where order_id = $1", [long.orderId])
  await buy()
  expect(await waiting()).toMatchObject([{ waiting: 1, stopped: 1 }])

  // What is only sent has no file.
  await goodsOrder(of)
  expect((await waiting()).map((one) => [one.name, one.waiting, one.stopped])).toEqual([['Song', 1, 1]])
})

test('the files that wait are shown to those who ship, of their own club', async () => {
  const [of, other, editor] = [await club(), await club(), await person()]
  await addMember(of.tenantId, editor, 'editor')
  expect((await refused(downloads.getWaitingFiles, of.ids, editor)).status).toBe(403)
  expect((await refused(downloads.getWaitingFiles, of.ids, other.owner)).status).toBe(404)
})

test.each([
  ['list', 'a b c d'],
  ['oldest', 'd b a c'],
  // A-2 before A-10; of the same shelf the older one; without a number at the end.
  ['sku', 'b d a c'],
] as const)('packing slips by %s are %s', (by, order) => {
  const slip = (name: string, placedAt: number, ...skus: string[]) => ({
    name,
    placedAt,
    lines: skus.map((sku) => ({ sku })),
  })
  const slips = [slip('a', 3, '', 'A-10'), slip('b', 2, 'B-1', 'A-2'), slip('c', 4, ''), slip('d', 1, 'A-10')]
  expect(
    slipsIn(slips, by, 'ja')
      .map(({ name }) => name)
      .join(' '),
  ).toBe(order)
})
