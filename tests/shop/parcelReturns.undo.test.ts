import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { returnWithdrawn } from '#shop/parcels/mails.ts'
import { addMember, ask, club, person, refused, request } from '../support/club'
import { type Club, stockOf, stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { ledger, moveTo, settled } from '../support/shop'

/* A return that was recorded by mistake is taken back (rule: goods.returns). */

const sent = async (order: GoodsOrder, of: Club, values: object = {}) =>
  (await ask(fulfillments.createFulfillment, parcel(order, { notify: false, ...values }), of.owner)).fulfillment
const seen = async (order: GoodsOrder, of: Club) => (await ask(staffOrders.getOrder, order.of, of.owner)).order
const seenByBuyer = async ({ orderId, buyer }: GoodsOrder) =>
  (await ask(goodsOrders.getOrderDetail, { orderId }, buyer)).orderDetail
/** Records that the parcel came back, and answers what its undoing is asked with. */
const cameBack = async (order: GoodsOrder, of: Club, fulfillmentId: string, said: object = {}) => {
  const payload = { ...order.of, fulfillmentId, reason: 'refused' as const, postage: 950, note: '', ...said }
  const { returnedAt } = await ask(fulfillments.recordParcelReturn, payload, of.owner)
  return { ...order.of, fulfillmentId, expectedReturnedAt: returnedAt }
}
type Undo = Awaited<ReturnType<typeof cameBack>>
const undone = (undo: Undo, of: Club) => ask(fulfillments.undoParcelReturn, undo, of.owner)
const code = async (undo: Undo, of: Club) => (await refused(fulfillments.undoParcelReturn, undo, of.owner)).code
const refund = async (order: GoodsOrder, of: Club, what: object) => {
  await ask(staffOrders.refundOrder, { ...order.of, reason: 'It came back', ...what }, of.owner)
  await settled()
}
const rowOf = async (fulfillmentId: string) =>
  (await pool().query('select * from fulfillments where fulfillment_id = $1', [fulfillmentId])).rows[0]
const isOfferedOn = async (order: GoodsOrder, of: Club) => (await seen(order, of)).returns.map(({ mayUndo }) => mayUndo)

describe('a return that was none', () => {
  test('is gone: the parcel is where it was, with its number, its dates and who sent it', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of, { trackingUrl: 'https://example.com/track/7', note: 'Fragile' })
    const [before, row, books] = [await seen(order, of), await rowOf(fulfillmentId), await ledger(of.tenantId)]
    const undo = await cameBack(order, of, fulfillmentId)
    expect(await isOfferedOn(order, of)).toEqual([true])
    expect(await undone(undo, of)).toEqual({ fulfillmentState: 'shipped' })
    const after = await seen(order, of)
    expect(await rowOf(fulfillmentId)).toEqual(row)
    expect({ ...after, timeline: [] }).toEqual({ ...before, timeline: [] })
    expect(after.timeline.map(({ what }) => what).slice(-3)).toEqual(['shipped', 'cameBack', 'notCameBack'])
    expect(await ledger(of.tenantId)).toEqual(books)
    expect(await seenByBuyer(order)).toMatchObject({ returns: [], shipments: [{ shippingStatus: 'shipped' }] })
    expect(await stockProblems()).toEqual([])
  })

  test('of a parcel that counted as delivered, it counts so again, since the same hour', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    await ask(fulfillments.markDelivered, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    const before = await seen(order, of)
    expect(await undone(await cameBack(order, of, fulfillmentId), of)).toEqual({ fulfillmentState: 'delivered' })
    expect({ ...(await seen(order, of)), timeline: [] }).toEqual({ ...before, timeline: [] })
  })

  test('of one of two parcels, the other and what waits stay as they are', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [first, second] = order.lines
    const left = await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }] })
    await sent(order, of, { lines: [{ lineId: second?.lineId, quantity: 1 }] })
    const [before, books] = [await seen(order, of), await ledger(of.tenantId)]
    expect(await undone(await cameBack(order, of, left.fulfillmentId), of)).toEqual({
      fulfillmentState: 'partiallyShipped',
    })
    expect({ ...(await seen(order, of)), timeline: [] }).toEqual({ ...before, timeline: [] })
    expect(await ledger(of.tenantId)).toEqual(books)
  })

  test('can come back after all, and be taken back again: the books follow each time', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const waiting = await ledger(of.tenantId)
    const { fulfillmentId } = await sent(order, of)
    const earned = await ledger(of.tenantId)
    for (const reason of ['refused', 'damaged', 'notPickedUp']) {
      const undo = await cameBack(order, of, fulfillmentId, { reason })
      expect(await ledger(of.tenantId)).toEqual({ ...waiting, platformFee: 0 })
      await undone(undo, of)
      expect(await ledger(of.tenantId)).toEqual(earned)
    }
  })

  test('counts as delivered by itself, also where its days ended while it counted as returned', async () => {
    const of = await club()
    const [order, late] = [await goodsOrder(of), await goodsOrder(of)]
    const first = await sent(order, of)
    const second = await sent(late, of)
    await undone(await cameBack(order, of, first.fulfillmentId), of)
    const undo = await cameBack(late, of, second.fulfillmentId)
    await moveTo(now() + 15 * day)
    expect((await seen(order, of)).fulfillmentState).toBe('delivered')
    await undone(undo, of)
    await settled()
    expect((await seen(late, of)).fulfillmentState).toBe('delivered')
  })

  test('keeps the address that it went to, also if the order has another one since', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const undo = await cameBack(order, of, fulfillmentId, { reason: 'unknownAddress' })
    const { address } = await ask(fulfillments.revealOrderAddress, order.of, of.owner)
    await ask(fulfillments.updateOrderAddress, { ...order.of, ...address, town: '港区' }, of.owner)
    await undone(undo, of)
    const shown = await ask(fulfillments.revealOrderAddress, order.of, of.owner)
    expect(shown.sent).toMatchObject([{ fulfillmentId, address: { town: address.town } }])
    expect((await seen(order, of)).shipments).toMatchObject([{ wentElsewhere: true }])
  })

  test('also of an order on hold, which is held no longer as nothing of it is left to send', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const undo = await cameBack(order, of, fulfillmentId)
    await ask(fulfillments.holdOrder, { ...order.of, reason: 'Which address?' }, of.owner)
    expect(await undone(undo, of)).toEqual({ fulfillmentState: 'shipped' })
  })

  test('after a gift of money before it, and with a dispute since: what was earned is earned', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    await refund(order, of, { amount: 1000 })
    const books = await ledger(of.tenantId)
    await undone(await cameBack(order, of, fulfillmentId), of)
    expect(await ledger(of.tenantId)).toEqual(books)
    const undo = await cameBack(order, of, fulfillmentId)
    const { id } = await told<{ id: string }>({ action: 'createDispute', intent: order.intentId })
    await settled()
    await undone(undo, of)
    await told({ action: 'closeDispute', dispute: id, status: 'won' })
    await settled()
    expect(await ledger(of.tenantId)).toEqual({ ...books, disputes: 0 })
    expect((await seen(order, of)).fulfillmentState).toBe('shipped')
  })
})

describe('its buyer', () => {
  test('was told that it came back, and is told that it did not, once, with where it is', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await pool().query("update people set locale = 'en', display_name = 'Sora' where uid = $1", [order.buyer.uid])
    const { fulfillmentId } = await sent(order, of)
    const undo = await cameBack(order, of, fulfillmentId)
    await settled()
    const before = (await mailsTo(order.buyer.email)).length
    await undone(undo, of)
    await settled()
    const mails = await mailsTo(order.buyer.email)
    expect(mails).toHaveLength(before + 1)
    const { orderId, orderNumber, brandName, brandSlug: slug, lines, buyer, shipments } = await seen(order, of)
    const [its] = shipments
    if (!its) throw new Error('It is a shipment again.')
    const shown = returnWithdrawn(
      { origin: serverConfig().PUBLIC_ORIGIN, locale: buyer.locale, name: buyer.displayName },
      {
        ...its,
        orderId,
        orderNumber,
        brandName,
        slug,
        isDelivered: false,
        items: lines.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1)),
      },
    )
    expect([mails.at(-1)?.subject, mails.at(-1)?.text.trim()]).toEqual([shown.subject, shown.text.trim()])
    expect(shown.text).toContain('123456789012')
  })
})

describe('nothing is taken back', () => {
  test('twice: pressed twice or in two tabs, it is done once, with one mail', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    await settled()
    const before = (await mailsTo(order.buyer.email)).length
    const press = async () => (await request(fulfillments.undoParcelReturn, JSON.stringify(undo), of.owner)).status
    expect((await Promise.all([press(), press()])).sort()).toEqual([200, 409])
    expect(await code(undo, of)).toBe('notReturned')
    await settled()
    expect(await mailsTo(order.buyer.email)).toHaveLength(before + 1)
    expect((await seen(order, of)).shipments).toHaveLength(1)
  })

  test('from a tab that shows an earlier return: it has come back anew since', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const old = await cameBack(order, of, fulfillmentId)
    await undone(old, of)
    await moveTo(now() + 1000)
    const again = await cameBack(order, of, fulfillmentId, { reason: 'damaged' })
    expect(await code(old, of)).toBe('conflict')
    expect(await undone(again, of)).toEqual({ fulfillmentState: 'shipped' })
  })

  test('once a piece of it is sent again or packed; taken out of its parcel, it may be', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    const piece = [{ lineId: order.lines[0]?.lineId, quantity: 1 }]
    const packed = await sent(order, of, { lines: piece, shippedAt: null })
    expect(await isOfferedOn(order, of)).toEqual([false])
    expect(await code(undo, of)).toBe('sentAgain')
    const { fulfillmentId } = packed
    await ask(fulfillments.stepFulfillmentBack, { ...order.of, fulfillmentId, reason: 'Not yet' }, of.owner)
    expect(await isOfferedOn(order, of)).toEqual([true])
    expect(await undone(undo, of)).toEqual({ fulfillmentState: 'shipped' })
  })

  test('once money went back for it, a part or all, or is on its way', async () => {
    const of = await club()
    for (const what of [{ amount: 100 }, { amount: 8100 }]) {
      const order = await goodsOrder(of)
      const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
      await refund(order, of, what)
      const stock = await stockOf(order.lines[0]?.variationId ?? '')
      expect(await isOfferedOn(order, of)).toEqual([false])
      expect(await code(undo, of)).toBe('refundedSince')
      expect(await stockOf(order.lines[0]?.variationId ?? '')).toEqual(stock)
    }
    const order = await goodsOrder(of)
    const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    await ask(staffOrders.refundOrder, { ...order.of, reason: 'It came back', amount: 100 }, of.owner)
    expect(await code(undo, of)).toBe('refundedSince')
  })

  test('of a return that an earlier version recorded without the parcel', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    await pool().query('update parcel_returns set parcel = null where order_id = $1', [order.orderId])
    expect(await isOfferedOn(order, of)).toEqual([false])
    expect(await code(undo, of)).toBe('parcelNotKept')
  })

  test('by who does not ship, nor by another club', async () => {
    const [of, other] = [await club(), await club()]
    const order = await goodsOrder(of)
    const undo = await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    const [shipper, accountant] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, accountant, 'accountant')
    expect(await refused(fulfillments.undoParcelReturn, undo, accountant)).toMatchObject({ status: 403 })
    const foreign = { ...undo, ...other.ids }
    expect(await refused(fulfillments.undoParcelReturn, foreign, other.owner)).toMatchObject({ code: 'orderNotFound' })
    const unknown = { ...undo, fulfillmentId: 'fulfillment_nobody' }
    expect(await code(unknown, of)).toBe('fulfillmentNotFound')
    expect(await ask(fulfillments.undoParcelReturn, undo, shipper)).toEqual({ fulfillmentState: 'shipped' })
  })
})
