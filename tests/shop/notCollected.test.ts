import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import type { EventGoodsSaid } from '#shop/eventGoods/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { ask, club } from '../support/club'
import { onSale, orderOf, tour } from '../support/eventGoods'
import { type Club, newBuyer, payCart, put } from '../support/goods'
import { moveTo, settled } from '../support/shop'

/* Staff see on an order that nobody came for it: computed from the pick-up hours and the clock, by no job. */

const hour = 3_600_000
/** Goods whose last pick-up hour is in `days` days. */
const collectable = (days: number, values: Partial<EventGoodsSaid> = {}): Partial<EventGoodsSaid> => {
  const to = now() + days * day
  return {
    pickUp: { venueName: 'Star Hall', windows: [{ from: to - hour, to }] },
    windows: [{ audience: 'public', planIds: [], startAt: now() - day, endAt: now() + 2 * hour }],
    ...values,
  }
}
const bought = async (of: Club, ...all: [Partial<EventGoodsSaid>, number][]) => {
  const fan = await newBuyer()
  let cartId = ''
  for (const [values, quantity] of all) ({ cartId } = await put(of, fan, await onSale(of, values), quantity))
  await payCart(cartId, fan)
  return (await orderOf(fan)).order_id
}
const seen = async (of: Club, orderId: string) => {
  const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
  const { orders } = await ask(staffOrders.getOrders, of.ids, of.owner)
  expect(orders.find((one) => one.orderId === orderId)?.notCollectedSince).toBe(order.notCollectedSince)
  return order.notCollectedSince
}
const hand = async (of: Club, orderId: string, quantity: number) => {
  const { tenantId } = of
  const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)
  const lines = [{ lineId: orders[0]?.lines[0]?.lineId ?? '', quantity }]
  await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines }, of.owner)
}

test('an order of which pieces were not collected by the last hour says so, until they are handed over', async () => {
  const of = await club()
  const values = collectable(3)
  const [end] = values.pickUp?.windows.map(({ to }) => to) ?? []
  const [half, all, sent] = [
    await bought(of, [values, 2]),
    await bought(of, [values, 1]),
    await bought(of, [collectable(3, { delivery: 'shipping', shippingFee: 600, shippingTimeText: 'In two weeks' }), 1]),
  ]
  await hand(of, half, 1)
  await hand(of, all, 1)
  await moveTo((end ?? 0) - 60_000)
  expect([await seen(of, half), await seen(of, all), await seen(of, sent)]).toEqual([null, null, null])
  await moveTo((end ?? 0) + 60_000)
  expect([await seen(of, half), await seen(of, all), await seen(of, sent)]).toEqual([end, null, null])
  await hand(of, half, 1)
  expect(await seen(of, half)).toBe(null)
})

test('an order with something that can still be collected elsewhere does not say it yet', async () => {
  const of = await club()
  const [early, late] = [collectable(3), collectable(5)]
  const orderId = await bought(of, [early, 1], [late, 1])
  await moveTo(now() + 4 * day)
  expect(await seen(of, orderId)).toBe(null)
  await moveTo(now() + 2 * day)
  expect(await seen(of, orderId)).toBe(late.pickUp?.windows[0]?.to)
})

test('what was refunded, not paid, or could not be collected because its event was cancelled, does not say it', async () => {
  const of = await club()
  const said = {
    ...tour,
    keyVisualUrl: 'https://example.com/visual.png',
    schedules: [
      {
        doorsOpenAt: null,
        startAt: now() + 3 * day,
        endAt: null,
        venue: { name: 'Star Hall', address: '', mapUrl: '' },
      },
    ],
  }
  const { eventId } = await ask(events.createDraftEvent, { ...of.ids, ...said }, of.owner)
  await ask(events.publishEvent, { ...of.ids, eventId }, of.owner)
  const [canceled, refunded] = [
    await bought(of, [collectable(3, { eventId }), 1]),
    await bought(of, [collectable(3), 1]),
  ]
  await ask(calledOff.cancelEvent, { ...of.ids, eventId, reason: 'Snow.', refundPolicy: '' }, of.owner)
  const { refundable } = await ask(staffOrders.getOrder, { ...of.ids, orderId: refunded }, of.owner)
  await ask(staffOrders.refundOrder, { ...of.ids, orderId: refunded, amount: refundable, reason: 'Ill.' }, of.owner)
  await settled()
  await moveTo(now() + 4 * day)
  expect([await seen(of, canceled), await seen(of, refunded)]).toEqual([null, null])
})
