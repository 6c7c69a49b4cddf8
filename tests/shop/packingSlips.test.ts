import { describe, expect, test } from 'vitest'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, person } from '../support/club'
import { type GoodsOrder, goodsOrder, parcel, twoShirts } from '../support/goodsOrder'

const idsOf = (...orders: GoodsOrder[]) => orders.map(({ orderId }) => orderId)
const numbersOf = (...orders: GoodsOrder[]) => orders.map(({ orderNumber }) => orderNumber)

describe('packing slips', () => {
  test('are made of whatever the list is narrowed by, for a shipper as well', async () => {
    const of = await club()
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const [first, second, unpaid] = [
      await goodsOrder(of),
      await goodsOrder(of),
      await goodsOrder(of, { isUnpaid: true }),
    ]
    const slipsOf = async (filter: object) => {
      const { orders, next } = await ask(staffOrders.getOrderIds, { ...of.ids, ...filter }, shipper)
      expect(next).toBe(null)
      const orderIds = orders.map(({ orderId }) => orderId)
      const { slips } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds }, shipper)
      // Newest first, as the list shows them.
      const { orders: listed } = await ask(staffOrders.getOrders, { ...of.ids, ...filter }, shipper)
      expect(slips.map(({ orderId }) => orderId)).toEqual(listed.map(({ orderId }) => orderId))
      return slips.map(({ orderNumber }) => orderNumber)
    }
    expect(await slipsOf({ tab: 'todo' })).toEqual(numbersOf(second, first))
    expect(await slipsOf({})).toEqual(numbersOf(unpaid, second, first))
    const goodsId = first.lines[0]?.goodsId ?? undefined
    expect(await slipsOf({ goodsId })).toEqual(numbersOf(first))
    expect(await slipsOf({ tab: 'todo', q: second.orderNumber })).toEqual(numbersOf(second))
  })

  test('name the seller and its address, the SKU of each line, and the sums of the whole order', async () => {
    const of = await club()
    const notice =
      '販売業者: 株式会社ほしのね\n運営責任者: 星野\n所在地: 〒166-0001 東京都杉並区1-2-3\n電話番号: 03-0000-0000'
    await pool().query('update brands set legal_notice = $2 where brand_id = $1', [of.ids.brandId, notice])
    const file = { name: '壁紙', unitPrice: 800, quantity: 1, digital: true }
    const order = await goodsOrder(of, { lines: [...twoShirts, file] })
    const [shirts, badges] = order.lines
    await pool().query('update goods_variations set sku = $2 where variation_id = $1', [shirts?.variationId, 'TS-M'])
    const slipOf = async () => {
      const { sender, slips } = await ask(
        fulfillments.getPackingSlips,
        { ...of.ids, orderIds: [order.orderId] },
        of.owner,
      )
      return { sender, slip: slips[0] }
    }
    const { sender, slip } = await slipOf()
    expect(sender).toEqual({
      name: '株式会社ほしのね',
      postalCode: '166-0001',
      address: '東京都杉並区1-2-3',
      phone: '03-0000-0000',
    })
    expect(slip?.lines).toEqual([
      { lineId: shirts?.lineId, name: 'Tシャツ', variationName: '', sku: 'TS-M', unitPrice: 3000, quantity: 2 },
      { lineId: badges?.lineId, name: '缶バッジ', variationName: '', sku: '', unitPrice: 500, quantity: 3 },
    ])
    const { shippingFee, konbiniFee, total } = order
    expect(slip?.sums).toEqual({ others: 800, shippingFee, konbiniFee, total, refunded: 0 })
    expect(7500 + 800 + shippingFee + konbiniFee).toBe(total)
    // A badge is refunded before it was sent: the sheet still adds up to what was paid, and says what went back.
    const back = { lines: [{ lineId: badges?.lineId ?? '', quantity: 1 }], reason: 'Torn' }
    await ask(staffOrders.refundOrder, { ...order.of, ...back }, of.owner)
    const after = (await slipOf()).slip
    expect(after?.lines.map(({ quantity }) => quantity)).toEqual([2, 2])
    expect(after?.sums).toMatchObject({ others: 1300, total, refunded: 500 })
  })

  test('of a club whose legal notice names nobody have no sender', async () => {
    const of = await club()
    await pool().query('update brands set legal_notice = $2 where brand_id = $1', [of.ids.brandId, 'Ask us.'])
    const order = await goodsOrder(of)
    const { sender } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    expect(sender).toEqual({ name: '', postalCode: '', address: '', phone: '' })
  })

  test('of a second parcel hold what is still to be sent, and nothing that has left', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [shirts, badges] = order.lines.map(({ lineId }) => lineId)
    const slip = async () =>
      (await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds: [order.orderId] }, of.owner)).slips[0]
    const send = (lines: object[]) => ask(fulfillments.createFulfillment, parcel(order, { lines }), of.owner)
    await send([
      { lineId: shirts, quantity: 2 },
      { lineId: badges, quantity: 1 },
    ])
    expect(await slip()).toMatchObject({
      address: { recipientName: '青井 そら' },
      lines: [{ name: '缶バッジ', quantity: 2 }],
    })
    const torn = { lines: [{ lineId: badges ?? '', quantity: 1 }], reason: 'Torn' }
    await ask(staffOrders.refundOrder, { ...order.of, ...torn }, of.owner)
    expect((await slip())?.lines).toMatchObject([{ quantity: 1 }])
  })

  test('say what is laid in and where it goes of those alone that are paid, not held and not sent yet', async () => {
    const of = await club()
    const [ready, unpaid, held, sent, canceled] = [
      await goodsOrder(of),
      await goodsOrder(of, { isUnpaid: true }),
      await goodsOrder(of),
      await goodsOrder(of),
      await goodsOrder(of, { isUnpaid: true }),
    ]
    await ask(fulfillments.holdOrder, { ...held.of, reason: 'asked' }, of.owner)
    await ask(fulfillments.createFulfillment, parcel(sent), of.owner)
    await ask(fulfillments.cancelOrder, { ...canceled.of, reason: 'asked', restock: true }, of.owner)
    const orderIds = idsOf(ready, unpaid, held, sent, canceled)
    const { slips } = await ask(fulfillments.getPackingSlips, { ...of.ids, orderIds }, of.owner)
    expect(slips.map(({ lines }) => lines.length)).toEqual([2, 0, 0, 0, 0])
    expect(slips.map(({ address }) => address?.recipientName ?? null)).toEqual(['青井 そら', null, null, null, null])
  })
})
