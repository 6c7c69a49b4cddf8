import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { brandHome } from '#office/home/contract.ts'
import { hrefsOf } from '#office/home/links.tsx'
import { notifications } from '#office/notifications/contract.ts'
import { notificationJobs } from '#office/notifications/jobs.server.ts'
import { notificationKinds } from '#office/notifications/notification.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import type { Club } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { moveTo, settled } from '../support/shop'

/* An order stays in "needs you" while a paid piece is unsent, a refund failed or a dispute is open (rule: goods.needs). */

type Need = 'partSent' | 'refundFailed' | 'disputed'
const listed = async (of: Club, filter: object) =>
  (await ask(staffOrders.getOrders, { ...of.ids, ...filter }, of.owner)).orders
const rowOf = async (of: Club, { orderId }: GoodsOrder, filter: object = {}) =>
  (await listed(of, filter)).find((one) => one.orderId === orderId)
const needing = async (of: Club, needs: Need) => (await listed(of, { needs })).map(({ orderId }) => orderId)
const todosOf = async (of: Club, by = of.owner) =>
  Object.fromEntries((await ask(brandHome.getBrandHome, of.ids, by)).todos.map(({ kind, count }) => [kind, count]))
const sendOne = (order: GoodsOrder, of: Club, values: object = {}) =>
  ask(
    fulfillments.createFulfillment,
    parcel(order, { lines: [{ lineId: order.lines[0]?.lineId ?? '', quantity: 1 }], notify: false, ...values }),
    of.owner,
  )
const sendRest = async (order: GoodsOrder, of: Club) => {
  const { lines } = (await ask(staffOrders.getOrder, order.of, of.owner)).order
  const rest = lines.flatMap(({ lineId, toSend }) => (toSend > 0 ? [{ lineId, quantity: toSend }] : []))
  return ask(fulfillments.createFulfillment, parcel(order, { lines: rest, notify: false }), of.owner)
}
/** The provider knows of no such payment, and refuses the refund. */
const refuseRefund = async (order: GoodsOrder, of: Club) => {
  const payment = (intentId: string | null) =>
    pool().query('update orders set intent_id = $2 where order_id = $1', [order.orderId, intentId])
  await payment('pi_unknown')
  await refused(staffOrders.refundOrder, { ...order.of, amount: 500, reason: 'Scratched' }, of.owner)
  await payment(order.intentId)
  await settled()
}
const dispute = async ({ intentId }: GoodsOrder, values: object = {}) => {
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent: intentId, ...values })
  await settled()
  return id
}
const close = async (id: string, status: 'won' | 'lost') => {
  await told({ action: 'closeDispute', dispute: id, status })
  await settled()
}

describe('an order of which a part was sent', () => {
  test('needs the staff until its last piece has left, and says how many those are', async () => {
    const of = await club()
    const [order, sent] = [await goodsOrder(of), await goodsOrder(of)]
    await ask(fulfillments.createFulfillment, parcel(sent), of.owner)
    expect(await needing(of, 'partSent')).toEqual([])
    await sendOne(order, of)
    expect(await rowOf(of, order, { tab: 'todo' })).toMatchObject({
      fulfillmentState: 'partiallyShipped',
      needs: { partSent: { left: 4, of: 5 }, refundFailed: false, dispute: null },
    })
    expect(await rowOf(of, order, { tab: 'shipped' })).toBeUndefined()
    expect(await rowOf(of, sent, { tab: 'shipped' })).toMatchObject({ needs: { partSent: null } })
    expect(await needing(of, 'partSent')).toEqual([order.orderId])
    expect(await todosOf(of)).toMatchObject({ ordersPartSent: 1 })
    await sendRest(order, of)
    expect(await rowOf(of, order, { tab: 'shipped' })).toMatchObject({ needs: { partSent: null } })
    expect(await needing(of, 'partSent')).toEqual([])
    expect(await todosOf(of)).not.toHaveProperty('ordersPartSent')
  })

  test('a parcel that is packed has not left, and refunded pieces are not sent any more', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await sendOne(order, of)
    const [shirt, badge] = order.lines
    const lines = [{ lineId: shirt?.lineId ?? '', quantity: 1 }]
    await ask(fulfillments.createFulfillment, parcel(order, { lines, shippedAt: null, notify: false }), of.owner)
    expect(await rowOf(of, order)).toMatchObject({ needs: { partSent: { left: 4, of: 5 } } })
    const back = [{ lineId: badge?.lineId ?? '', quantity: 3 }]
    await ask(staffOrders.refundOrder, { ...order.of, lines: back, reason: 'Sold out' }, of.owner)
    await settled()
    expect(await rowOf(of, order, { needs: 'partSent' })).toMatchObject({ needs: { partSent: { left: 1, of: 2 } } })
  })

  test('whose rest lies still for a week is told to those who send, once', async () => {
    const of = await club()
    const [shipper, editor] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, editor, 'editor')
    const said = { tenantId: of.tenantId, byMail: ['restUnsent' as const] }
    await ask(notifications.saveNotificationSettings, said, shipper)
    const [order, sent] = [await goodsOrder(of), await goodsOrder(of)]
    await sendOne(order, of)
    await sendOne(sent, of)
    const start = now()
    const bell = async () =>
      (await ask(notifications.getNotifications, of.ids, shipper)).notifications.filter(
        ({ kind }) => kind === 'restUnsent',
      )
    await moveTo(start + 6 * day)
    expect(await bell()).toEqual([])
    await sendRest(sent, of)
    await moveTo(start + 7 * day + 3_600_000)
    expect(await bell()).toMatchObject([
      { itemId: order.orderId, name: order.orderNumber, detail: '4/5', at: expect.any(Number) },
    ])
    await notificationJobs.tellMembersOfNews.run(jobContext('tell'), {})
    await notificationJobs.tellMembersOfNews.run(jobContext('tell'), {})
    await settled()
    const mails = (await mailsTo(shipper.email)).filter(({ text }) => text.includes(order.orderNumber))
    expect(mails).toHaveLength(1)
    expect((await ask(notifications.getNotifications, of.ids, editor)).notifications).toEqual([])
  })
})

describe('a refund that failed', () => {
  test('needs the staff until it is made again', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await refuseRefund(order, of)
    expect(await rowOf(of, order, { tab: 'todo' })).toMatchObject({ needs: { refundFailed: true } })
    expect(await needing(of, 'refundFailed')).toEqual([order.orderId])
    expect(await todosOf(of)).toMatchObject({ refundsFailed: 1 })
    await refuseRefund(order, of)
    expect(await todosOf(of)).toMatchObject({ refundsFailed: 1 })
    await ask(staffOrders.refundOrder, { ...order.of, amount: 500, reason: 'Scratched' }, of.owner)
    await settled()
    expect(await rowOf(of, order, { tab: 'shipped' })).toMatchObject({ needs: { refundFailed: false } })
    expect(await todosOf(of)).not.toHaveProperty('refundsFailed')
  })

  test('or until an admin says how it was settled', async () => {
    const of = await club()
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const order = await goodsOrder(of)
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    const said = { ...order.of, reason: 'Paid back by bank transfer' }
    expect(await refused(staffOrders.markRefundHandled, said, of.owner)).toMatchObject({ code: 'noFailedRefund' })
    await refuseRefund(order, of)
    expect(await refused(staffOrders.markRefundHandled, said, shipper)).toMatchObject({ status: 403 })
    expect((await ask(staffOrders.getOrder, order.of, of.owner)).canHandleRefund).toBe(true)
    await ask(staffOrders.markRefundHandled, said, of.owner)
    expect(await needing(of, 'refundFailed')).toEqual([])
    const read = await ask(staffOrders.getOrder, order.of, of.owner)
    expect(read.canHandleRefund).toBe(false)
    expect(read.order.refunds).toMatchObject([{ state: 'failed', isHandled: true }])
    expect(read.order.timeline.at(-1)).toMatchObject({ what: 'refundHandled', detail: said.reason })
    expect(await rowOf(of, order, { tab: 'shipped' })).toBeDefined()
    // The next one that fails is another matter.
    await refuseRefund(order, of)
    expect(await needing(of, 'refundFailed')).toEqual([order.orderId])
    const { refunds } = (await ask(staffOrders.getOrder, order.of, of.owner)).order
    expect(refunds.map(({ isHandled }) => isHandled).sort()).toEqual([false, true])
  })
})

describe('a dispute', () => {
  test('needs the staff while it is open, whatever has been sent, and shows until when evidence counts', async () => {
    const of = await club()
    const [order, other] = [await goodsOrder(of), await goodsOrder(of)]
    for (const one of [order, other]) await ask(fulfillments.createFulfillment, parcel(one), of.owner)
    const id = await dispute(order, { reason: 'product_not_received' })
    const due = (await ask(staffOrders.getOrder, order.of, of.owner)).order.disputes[0]?.evidenceDueAt
    expect(await rowOf(of, order, { tab: 'todo' })).toMatchObject({
      fulfillmentState: 'shipped',
      needs: { dispute: { state: 'open', evidenceDueAt: due } },
    })
    expect(await rowOf(of, other)).toMatchObject({ needs: { dispute: null } })
    expect(await needing(of, 'disputed')).toEqual([order.orderId])
    // The operators answer it: who may write to them is led there.
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    const canSend = async (by = of.owner) => (await ask(staffOrders.getOrder, order.of, by)).canSendEvidence
    expect([await canSend(), await canSend(shipper)]).toEqual([true, false])
    const { todos } = await ask(brandHome.getBrandHome, of.ids, of.owner)
    expect(todos).toContainEqual({ kind: 'disputesOpen', count: 1, until: due })
    await close(id, 'won')
    expect(await needing(of, 'disputed')).toEqual([])
    expect(await canSend()).toBe(false)
    expect(await rowOf(of, order, { tab: 'shipped' })).toMatchObject({ needs: { dispute: null } })
    expect(await todosOf(of)).not.toHaveProperty('disputesOpen')
  })

  test('is told when it opens, and three days before evidence stops to count', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await dispute(order)
    const due = (await ask(staffOrders.getOrder, order.of, of.owner)).order.disputes[0]?.evidenceDueAt ?? 0
    const kinds = async () =>
      (await ask(notifications.getNotifications, of.ids, of.owner)).notifications
        .filter(({ itemId }) => itemId === order.orderId)
        .map(({ kind }) => kind)
    expect(await kinds()).toContain('disputeOpened')
    expect(await kinds()).not.toContain('disputeDue')
    await moveTo(due - 3 * day + 3_600_000)
    expect(await kinds()).toContain('disputeDue')
  })
})

test('the home opens what it counts, and each role sees what it can do', async () => {
  const of = await club()
  const shipper = await person()
  await addMember(of.tenantId, shipper, 'shipper')
  const [part, failed, disputed] = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
  await sendOne(part, of)
  await refuseRefund(failed, of)
  await dispute(disputed)
  expect(hrefsOf(of.ids)).toMatchObject({
    ordersPartSent: expect.stringMatching(/\?needs=partSent$/),
    refundsFailed: expect.stringMatching(/\?needs=refundFailed$/),
    disputesOpen: expect.stringMatching(/\?needs=disputed$/),
  })
  expect(await todosOf(of)).toMatchObject({ ordersTodo: 3, ordersPartSent: 1, refundsFailed: 1, disputesOpen: 1 })
  const seen = await todosOf(of, shipper)
  expect(seen).toMatchObject({ ordersTodo: 3, ordersPartSent: 1 })
  expect(seen).not.toHaveProperty('refundsFailed')
  expect(notificationKinds).toContain('restUnsent')
})
