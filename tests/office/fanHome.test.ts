import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rememberFan } from '#club/fans/queries.server.ts'
import { fans } from '#club/fans/tables.server.ts'
import { identity } from '#club/identity/contract.ts'
import { notices } from '#club/notices/contract.ts'
import { day } from '#kit/time.ts'
import { fanHome } from '#office/fanHome/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { goingOf } from '#shop/orders/going.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, newId, type Person, person, refused } from '../support/club'
import { addContent } from '../support/fan'
import type { Club } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { joinByCard, moveTo, newFan, orderAtStore, shop } from '../support/shop'

const home = (by: Person) => ask(fanHome.getMyHome, {}, by)
const knows = (of: Club, fan: Person) => rememberFan(database(), of.ids as never, fan.uid, { newId, now: now() })

describe('what an order waits for', () => {
  const at = Date.UTC(2026, 10, 20)
  const order = {
    paymentState: 'paid' as const,
    paymentMethod: 'card' as const,
    fulfillmentState: 'unfulfilled' as const,
    expiresAt: null,
    sessionUrl: null,
    paidAt: at - day,
  }
  const facts = { lines: [], asksForAccount: false, hasUnfetched: false, sentAt: null }
  const line = { isPickUp: true, quantity: 2, fulfilledQuantity: 1, refundedQuantity: 0 }
  test.each([
    [
      'what can still be paid',
      { paymentState: 'awaitingPayment', paymentMethod: 'konbini', expiresAt: at + 1 },
      {},
      'pay',
    ],
    ['what lapsed', { paymentState: 'awaitingPayment', paymentMethod: 'konbini', expiresAt: at }, {}, null],
    ['a refund that needs an account', { paymentState: 'refunded' }, { asksForAccount: true }, 'refund'],
    ['pieces at a venue', {}, { lines: [line] }, 'pickUp'],
    ['files that nobody fetched', { fulfillmentState: 'notRequired' }, { hasUnfetched: true }, 'download'],
    ['files of long ago', { fulfillmentState: 'notRequired', paidAt: at - 40 * day }, { hasUnfetched: true }, null],
    ['a parcel on its way', { fulfillmentState: 'shipped' }, { sentAt: at - day }, 'sent'],
    ['a parcel of long ago', { fulfillmentState: 'shipped' }, { sentAt: at - 20 * day }, null],
    ['what is packed', { fulfillmentState: 'preparing' }, {}, 'preparing'],
    [
      'the rest of what was sent long ago',
      { fulfillmentState: 'partiallyShipped' },
      { sentAt: at - 20 * day },
      'preparing',
    ],
    ['what arrived', { fulfillmentState: 'delivered' }, {}, null],
    ['a refunded order', { paymentState: 'refunded', fulfillmentState: 'canceled' }, {}, null],
  ] as const)('%s', (_, of, said, going) => {
    expect(goingOf({ ...order, ...of }, { ...facts, ...said }, at)).toBe(going)
  })
})

test('a fan of no club has an empty home, and a visitor has none', async () => {
  expect(await home(await person())).toEqual({
    clubs: [],
    hasMoreClubs: false,
    newest: [],
    lives: [],
    orders: [],
    months: [],
  })
  expect((await refused(fanHome.getMyHome, {}, null)).status).toBe(401)
})

test('the home of a member: the club with its number, what is new since the last visit, and nothing of others', async () => {
  const [of, bought] = [await shop(), await club('Tsuki Club')]
  const fan = await newFan()
  await knows(bought, fan)
  await joinByCard(of, fan)
  // Another member of both, whose things are theirs.
  const friend = await newFan()
  await joinByCard(of, friend)
  await goodsOrder(bought, { buyer: friend })
  await moveTo(now() + day)
  const planContentId = await addContent(of.ids, { planIds: [of.planId], name: 'Letter', publishingAt: now() })
  const { clubs, newest, orders } = await home(fan)
  expect(clubs.map(({ slug, isMember, newCount }) => [slug, isMember, newCount])).toEqual([
    [of.slug, true, 1],
    [bought.slug, false, 0],
  ])
  expect(clubs[0]?.memberNumber).toBe(1)
  expect(newest).toMatchObject([{ planContentId, name: 'Letter', isNew: true, brand: { slug: of.slug } }])
  expect(orders).toEqual([])
  await moveTo(now() + day / 24)
  await ask(notices.markClubSeen, of.ids, fan)
  const seen = await home(fan)
  expect([seen.clubs[0]?.newCount, seen.newest[0]?.isNew]).toEqual([0, false])
  expect((await home(friend)).clubs.find(({ slug }) => slug === of.slug)?.newCount).toBe(1)
})

test('orders wait at home: a voucher with its deadline, then the parcel, each at its own buyer', async () => {
  const of = await shop()
  const [payer, order] = [await newFan(), await goodsOrder(of)]
  const { orderId } = await orderAtStore(of, payer)
  const waiting = (await home(payer)).orders
  expect(waiting).toMatchObject([{ orderId, kind: 'plan', going: 'pay', brand: { slug: of.slug } }])
  expect(waiting[0]?.dueAt).toBeGreaterThan(now())
  expect((await home(order.buyer)).orders).toMatchObject([{ orderId: order.orderId, going: 'preparing' }])
  await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  expect((await home(order.buyer)).orders).toMatchObject([{ orderId: order.orderId, going: 'sent' }])
  await moveTo(now() + 11 * day)
  expect((await home(order.buyer)).orders).toEqual([])
})

test('who is known to a club as a fan has a home of their own, staff or not', async () => {
  const [of, other] = [await club(), await club()]
  const [fan, nobody] = [await person(), await person()]
  const isFan = async (by: Person) => (await ask(identity['me.get'], {}, by)).me.isFan
  expect([await isFan(fan), await isFan(nobody), await isFan(of.owner)]).toEqual([false, false, false])
  for (const one of [fan, of.owner]) await knows(of, one)
  // Who works for a brand is no fan of it, and may be one of another's.
  expect([await isFan(fan), await isFan(nobody), await isFan(of.owner)]).toEqual([true, false, false])
  expect(await database().$count(fans, eq(fans.tenantId, of.tenantId))).toBe(1)
  await knows(other, of.owner)
  expect(await isFan(of.owner)).toBe(true)
})

test('a fan of 31 clubs sees thirty and, when they ask, the last one; no other fan’s', async () => {
  const [fan, other] = [await newFan(), await newFan()]
  const all = []
  for (let n = 0; n < 31; n++) {
    const of = await club(`Club ${n}`)
    all.push(of)
    await knows(of, fan)
  }
  const [of] = all
  if (of) await knows(of, other)
  const first = await home(fan)
  expect([first.clubs.length, first.hasMoreClubs]).toEqual([30, true])
  const rest = await ask(fanHome.getMyClubs, { offset: 30 }, fan)
  expect([rest.clubs.length, rest.hasMore]).toEqual([1, false])
  const slugs = [...first.clubs, ...rest.clubs].map(({ slug }) => slug)
  expect(new Set(slugs)).toEqual(new Set(all.map(({ slug }) => slug)))
  expect((await home(other)).hasMoreClubs).toBe(false)
  expect(await ask(fanHome.getMyClubs, { offset: 30 }, other)).toEqual({ clubs: [], hasMore: false })
})
