import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { parcelReturned } from '#shop/parcels/mails.ts'
import { addMember, ask, club, type Person, person, refused, request } from '../support/club'
import { type Club, stockOf, stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { ledger, settled } from '../support/shop'

/* A parcel that a carrier brings back (rule: goods.returns). */

const sent = async (order: GoodsOrder, of: Club, values: object = {}) =>
  (await ask(fulfillments.createFulfillment, parcel(order, { notify: false, ...values }), of.owner)).fulfillment
type Said = { reason?: 'refused' | 'unknownAddress' | 'notPickedUp' | 'damaged'; postage?: number; note?: string }
const returned = (order: GoodsOrder, fulfillmentId: string, said: Said = {}) => ({
  ...order.of,
  fulfillmentId,
  reason: 'unknownAddress' as const,
  postage: 950,
  note: '',
  ...said,
})
const cameBack = (order: GoodsOrder, of: Club, fulfillmentId: string, said: Said = {}) =>
  ask(fulfillments.recordParcelReturn, returned(order, fulfillmentId, said), of.owner)
const seenBy = async (order: GoodsOrder, by: Person) => (await ask(staffOrders.getOrder, order.of, by)).order
const seenByBuyer = async ({ orderId, buyer }: GoodsOrder) =>
  (await ask(goodsOrders.getOrderDetail, { orderId }, buyer)).orderDetail
const rowOf = async (of: Club, { orderId }: GoodsOrder, filter: object = {}) =>
  (await ask(staffOrders.getOrders, { ...of.ids, ...filter }, of.owner)).orders.find((one) => one.orderId === orderId)
const allOf = ({ lines }: GoodsOrder) => lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
const refund = async (order: GoodsOrder, of: Club, what: object) => {
  await ask(staffOrders.refundOrder, { ...order.of, reason: 'It came back', ...what }, of.owner)
  await settled()
}
/** What waits to be sent, and what the brand earned of the price and the shipping so far, less what went back. */
const books = async ({ tenantId }: Club) => {
  const { deferred = 0 } = await ledger(tenantId)
  const { rows } = await pool().query<{ amount: number }>(
    `select coalesce(-sum(amount), 0)::int as amount from ledger_entries
      where tenant_id = $1 and account = 'brandPayable' and component in ('gross', 'shippingFee', 'refund', 'chargeback')`,
    [tenantId],
  )
  return { waits: 0 - deferred, earned: rows[0]?.amount ?? 0 }
}

describe('the books of a parcel that came back', () => {
  test('its income waits again, and is earned once when it is sent again', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const before = await ledger(of.tenantId)
    const parcels = await sent(order, of)
    expect(await books(of)).toEqual({ waits: 0, earned: order.total })
    const earned = await ledger(of.tenantId)
    expect(await cameBack(order, of, parcels.fulfillmentId)).toEqual({
      fulfillmentState: 'unfulfilled',
      returnedAt: expect.any(Number),
    })
    expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
    expect(await ledger(of.tenantId)).toEqual({ ...before, platformFee: 0 })
    await sent(order, of, { trackingNumber: '999999999999' })
    expect(await books(of)).toEqual({ waits: 0, earned: order.total })
    expect(await ledger(of.tenantId)).toEqual(earned)
  })

  test('refunded instead, nothing waits and nothing is earned', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    await refund(order, of, { lines: allOf(order), shippingFee: order.shippingFee })
    expect(await books(of)).toEqual({ waits: 0, earned: 0 })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
    expect(await seenBy(order, of.owner)).toMatchObject({ paymentState: 'refunded', fulfillmentState: 'canceled' })
    expect(await rowOf(of, order)).toMatchObject({ needs: { cameBackAt: null } })
  })

  test('of two parcels only the one that came back waits', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [first, second] = order.lines
    await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }] })
    const last = await sent(order, of, { lines: [{ lineId: second?.lineId, quantity: 3 }] })
    expect(await cameBack(order, of, last.fulfillmentId)).toEqual({
      fulfillmentState: 'partiallyShipped',
      returnedAt: expect.any(Number),
    })
    expect(await books(of)).toEqual({ waits: 1500, earned: 6600 })
    await refund(order, of, { lines: [{ lineId: second?.lineId ?? '', quantity: 3 }] })
    expect(await books(of)).toEqual({ waits: 0, earned: 6600 })
    expect(await seenBy(order, of.owner)).toMatchObject({ fulfillmentState: 'shipped' })
  })

  test('what was refunded before it left, or for good will, does not wait again', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [first, second] = order.lines
    await refund(order, of, { lines: [{ lineId: second?.lineId ?? '', quantity: 3 }] })
    const left = await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }] })
    await refund(order, of, { amount: 1000 })
    expect(await books(of)).toEqual({ waits: 0, earned: 5600 })
    await cameBack(order, of, left.fulfillmentId)
    expect(await books(of)).toEqual({ waits: 5600, earned: 0 })
    await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }], trackingNumber: '999999999999' })
    expect(await books(of)).toEqual({ waits: 0, earned: 5600 })
  })

  test('also after it counted as delivered', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    await ask(fulfillments.markDelivered, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    expect(await cameBack(order, of, fulfillmentId, { reason: 'notPickedUp' })).toEqual({
      fulfillmentState: 'unfulfilled',
      returnedAt: expect.any(Number),
    })
    expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
  })

  test('a variant that only marks the parcel leaves the income of what nobody has, and these checks see it', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const naive = async () => {
      await pool().query('delete from fulfillments where fulfillment_id = $1', [fulfillmentId])
      await pool().query('update order_lines set fulfilled_quantity = 0 where order_id = $1', [order.orderId])
      await pool().query(`update orders set fulfillment_state = 'unfulfilled' where order_id = $1`, [order.orderId])
    }
    await naive()
    await expect(books(of)).rejects.toThrow(/waits for something else/)
    await pool().query(`update order_lines set fulfilled_quantity = quantity where order_id = $1`, [order.orderId])
    expect(await books(of)).toEqual({ waits: 0, earned: order.total })
  })
})

describe('a return is recorded', () => {
  test('once, when it is pressed twice or in two tabs at the same time, with one mail', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const before = (await mailsTo(order.buyer.email)).length
    const press = async () => {
      const said = JSON.stringify(returned(order, fulfillmentId))
      return (await request(fulfillments.recordParcelReturn, said, of.owner)).status
    }
    expect((await Promise.all([press(), press()])).sort()).toEqual([200, 409])
    expect(await refused(fulfillments.recordParcelReturn, returned(order, fulfillmentId), of.owner)).toMatchObject({
      code: 'alreadyReturned',
    })
    await settled()
    const mails = await mailsTo(order.buyer.email)
    expect(mails).toHaveLength(before + 1)
    const { returns, timeline } = await seenBy(order, of.owner)
    expect(returns).toHaveLength(1)
    expect(timeline.filter(({ what }) => what === 'cameBack')).toHaveLength(1)
    expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
  })

  test('of a parcel of this order that has left, and of none whose money has gone back', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [first, second] = order.lines
    const code = async (fulfillmentId: string, its = order) =>
      (await refused(fulfillments.recordParcelReturn, returned(its, fulfillmentId), of.owner)).code
    expect(await code('fulfillment_nobody')).toBe('fulfillmentNotFound')
    const label = await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }], shippedAt: null })
    expect(await code(label.fulfillmentId)).toBe('parcelNotSent')
    const left = await sent(order, of, { lines: [{ lineId: second?.lineId, quantity: 3 }] })
    expect(await code(left.fulfillmentId, await goodsOrder(of))).toBe('fulfillmentNotFound')
    await refund(order, of, { lines: [{ lineId: second?.lineId ?? '', quantity: 1 }] })
    expect(await code(left.fulfillmentId)).toBe('returnRefunded')
    const whole = await goodsOrder(of)
    const all = await sent(whole, of)
    await refund(whole, of, { amount: whole.total })
    expect(await code(all.fulfillmentId, whole)).toBe('returnRefunded')
    expect((await seenBy(order, of.owner)).returns).toEqual([])
  })

  test('with a postage of whole yen and a reason that is on the list', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    for (const wrong of [{ postage: -1 }, { postage: 1.5 }, { reason: 'lost' }, { note: 'x'.repeat(201) }]) {
      const said = JSON.stringify({ ...returned(order, fulfillmentId), ...wrong })
      expect((await request(fulfillments.recordParcelReturn, said, of.owner)).status, said).toBe(400)
    }
    await cameBack(order, of, fulfillmentId, { postage: 0, reason: 'refused', note: 'Rang twice' })
    expect((await seenBy(order, of.owner)).returns).toMatchObject([
      {
        fulfillmentId,
        postage: 0,
        reason: 'refused',
        note: 'Rang twice',
        isWaiting: true,
        trackingNumber: '123456789012',
      },
    ])
  })

  test('by who ships for the club: no accountant, and nobody of another one', async () => {
    const [of, other] = [await club(), await club()]
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const [shipper, accountant] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, accountant, 'accountant')
    const said = returned(order, fulfillmentId)
    expect(await refused(fulfillments.recordParcelReturn, said, accountant)).toMatchObject({ status: 403 })
    expect(await refused(fulfillments.recordParcelReturn, said, other.owner)).toMatchObject({ status: 404 })
    const foreign = { ...said, ...other.ids }
    expect(await refused(fulfillments.recordParcelReturn, foreign, other.owner)).toMatchObject({
      code: 'orderNotFound',
    })
    expect(await ask(fulfillments.recordParcelReturn, said, shipper)).toEqual({
      fulfillmentState: 'unfulfilled',
      returnedAt: expect.any(Number),
    })
  })
})

describe('after a return', () => {
  test('the list marks the order until its pieces are sent again, and its history keeps the parcel', async () => {
    const of = await club()
    const [order, other] = [await goodsOrder(of), await goodsOrder(of)]
    await sent(other, of)
    await cameBack(order, of, (await sent(order, of)).fulfillmentId)
    const found = async () =>
      (await ask(staffOrders.getOrders, { ...of.ids, needs: 'cameBack' }, of.owner)).orders.map(
        ({ orderId }) => orderId,
      )
    expect(await rowOf(of, order, { tab: 'todo' })).toMatchObject({ needs: { cameBackAt: expect.any(Number) } })
    expect(await found()).toEqual([order.orderId])
    await sent(order, of, { trackingNumber: '999999999999' })
    expect(await rowOf(of, order, { tab: 'shipped' })).toMatchObject({ needs: { cameBackAt: null } })
    expect(await found()).toEqual([])
    const { returns, shipments, timeline } = await seenBy(order, of.owner)
    expect(returns).toMatchObject([{ trackingNumber: '123456789012', postage: 950, isWaiting: false }])
    expect(shipments.map(({ trackingNumber }) => trackingNumber)).toEqual(['999999999999'])
    expect(timeline.map(({ what }) => what).slice(-3)).toEqual(['shipped', 'cameBack', 'shipped'])
  })

  test('the address is shown and can be changed again, as before the parcel left', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillmentId } = await sent(order, of)
    const { address } = await ask(fulfillments.revealOrderAddress, order.of, of.owner)
    const moved = { ...order.of, ...address, town: '港区' }
    expect(await refused(fulfillments.updateOrderAddress, moved, of.owner)).toMatchObject({ code: 'alreadyShipped' })
    await cameBack(order, of, fulfillmentId)
    await ask(fulfillments.updateOrderAddress, moved, of.owner)
    expect((await ask(fulfillments.revealOrderAddress, order.of, of.owner)).address.town).toBe('港区')
  })

  test('an order on hold stays so, and what is disputed comes back too', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const left = await sent(order, of, { lines: [{ lineId: order.lines[0]?.lineId, quantity: 2 }] })
    await told({ action: 'createDispute', intent: order.intentId })
    await settled()
    expect(await cameBack(order, of, left.fulfillmentId)).toEqual({
      fulfillmentState: 'onHold',
      returnedAt: expect.any(Number),
    })
    expect(await rowOf(of, order)).toMatchObject({ needs: { cameBackAt: expect.any(Number) } })
    await expect(books(of)).resolves.toMatchObject({ earned: 0 })
  })

  test('nothing of it is on sale by itself, and what came back damaged is not, either, when all is refunded', async () => {
    const of = await club()
    const lines = [{ name: 'Towel', unitPrice: 1000, quantity: 2 }]
    const order = await goodsOrder(of, { lines })
    const variationId = order.lines[0]?.variationId ?? ''
    const { available } = await stockOf(variationId)
    const first = await sent(order, of)
    await cameBack(order, of, first.fulfillmentId, { reason: 'damaged' })
    expect((await stockOf(variationId)).available).toBe(available)
    await refund(order, of, { amount: order.total })
    expect((await stockOf(variationId)).available).toBe(available)
    const whole = await goodsOrder(of, { lines })
    const itsId = whole.lines[0]?.variationId ?? ''
    await cameBack(whole, of, (await sent(whole, of)).fulfillmentId, { reason: 'refused' })
    const before = (await stockOf(itsId)).available
    await refund(whole, of, { amount: whole.total })
    expect((await stockOf(itsId)).available).toBe(before + 2)
    expect(await stockProblems()).toEqual([])
  })

  test('the mail that the dialog shows is the one that its buyer gets', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await pool().query("update people set locale = 'en', display_name = 'Sora' where uid = $1", [order.buyer.uid])
    const { fulfillmentId } = await sent(order, of)
    const { orderId, orderNumber, brandName, brandSlug: slug, lines, buyer } = await seenBy(order, of.owner)
    const reader = { origin: serverConfig().PUBLIC_ORIGIN, locale: buyer.locale, name: buyer.displayName }
    const shown = parcelReturned(reader, {
      orderId,
      orderNumber,
      brandName,
      slug,
      reason: 'damaged',
      items: lines.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1)),
    })
    await cameBack(order, of, fulfillmentId, { reason: 'damaged' })
    await settled()
    const mail = (await mailsTo(order.buyer.email)).at(-1)
    expect([mail?.subject, mail?.text.trim()]).toEqual([shown.subject, shown.text.trim()])
  })

  test('its buyer reads why, what happens next and where to write, until it is sent again', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    expect((await seenByBuyer(order)).returns).toEqual([])
    const { fulfillmentId } = await sent(order, of)
    await cameBack(order, of, fulfillmentId, { note: 'Ask the mother' })
    await settled()
    const mail = (await mailsTo(order.buyer.email)).at(-1)
    expect(mail?.subject).toContain(order.orderNumber)
    expect(mail?.text).toContain('お届け先が見つからなかった')
    expect(mail?.text).toContain(`/fc/me/orders/${order.orderId}`)
    expect(mail?.text).toContain(`/fc/${of.slug}/contact`)
    expect(mail?.text).not.toContain('Ask the mother')
    const seen = await seenByBuyer(order)
    expect(seen).toMatchObject({
      fulfillmentState: 'unfulfilled',
      shipments: [],
      shippingProviderInfo: { shippingStatus: 'preparing' },
      returns: [{ fulfillmentId, reason: 'unknownAddress', returnedAt: expect.any(Number) }],
    })
    expect(seen.returns[0]?.items).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toMatch(/\b950\b/)
    await sent(order, of, { trackingNumber: '999999999999' })
    expect(await seenByBuyer(order)).toMatchObject({ returns: [], shipments: [{ trackingNumber: '999999999999' }] })
  })
})
