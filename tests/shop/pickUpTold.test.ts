import '../support/pushWorld'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { notices } from '#club/notices/contract.ts'
import { push } from '#club/push/contract.ts'
import { vapidKeys } from '#config.server.ts'
import type { PayloadOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { events } from '#publishing/events/contract.ts'
import { memberNews } from '#publishing/news/contract.ts'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { type EventGoodsSaid, eventGoods } from '#shop/eventGoods/contract.ts'
import { ask, club, type Person } from '../support/club'
import { onSale, orderOf, tour } from '../support/eventGoods'
import { addFan, addPlan, addTerm } from '../support/fan'
import { type Club, newBuyer, payCart, put } from '../support/goods'
import { mailsTo } from '../support/mail'
import { pushService } from '../support/pushWorld'
import { moveTo, settled } from '../support/shop'

/* Who picks something up at a venue is told when it opens, and the day before: once, by mail and on their devices. */

afterAll(() => pushService.close())
beforeEach(() => pushService.expectSender(vapidKeys()?.publicKey ?? ''))

const hour = day / 24
type Terms = PayloadOf<typeof events.createDraftEvent>
type Hours = { from: number; to: number }
const values = (windows: Hours[], eventId: string | null = null): Partial<EventGoodsSaid> => ({
  eventId,
  pickUp: { venueName: 'Star Hall', windows },
  windows: [{ audience: 'public', planIds: [], startAt: now() - day, endAt: now() + 2 * hour }],
})
const allow = async (fan: Person) => {
  const browser = pushService.browser()
  await ask(push.addPushDevice, { ...browser, name: 'Chrome, Android' }, fan)
  return browser
}
const buy = async (of: Club, fan: Person, sold: Awaited<ReturnType<typeof onSale>>) => {
  const { cartId } = await put(of, fan, sold, 1)
  await payCart(cartId, fan)
  await settled()
  return (await orderOf(fan)).order_id
}
const bodies = ({ endpoint }: { endpoint: string }) => pushService.at(endpoint).map(({ message }) => message.body)
const mailsOf = async (fan: Person, about: RegExp) =>
  (await mailsTo(fan.email)).filter(({ subject }) => about.test(subject ?? ''))
const opened = /受け取りが始まりました/
const ahead = /明日は/

describe('When pick-up opens (rule: notices.pickUp)', () => {
  test('a buyer who paid by card is told once, with the place, the hours and the way to the code; days later not again', async () => {
    const of = await club()
    const [fan, silent] = [await newBuyer(), await newBuyer()]
    const from = now() + 3 * day
    const days = [0, 1].map((n) => ({ from: from + n * day, to: from + n * day + 5 * hour }))
    const sold = await onSale(of, values(days))
    const [orderId, quiet] = [await buy(of, fan, sold), await buy(of, silent, sold)]
    const [phone, other] = [await allow(fan), await allow(silent)]
    await ask(memberNews.setNotice, { ...of.ids, kind: 'order', way: 'push', isOn: false }, silent)
    await moveTo(from - 60_000)
    expect([await mailsOf(fan, opened), bodies(phone)]).toEqual([[], []])
    await moveTo(from + 60_000)
    const [mail, ...more] = await mailsOf(fan, opened)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Star Hall')
    expect(mail?.text).toContain(`/fc/me/orders/${orderId}`)
    expect(bodies(phone)).toEqual([expect.stringMatching(/受け取れます：.*（Star Hall）$/)])
    expect([(await mailsOf(silent, opened)).length, bodies(other)]).toEqual([1, []])
    const bell = (await ask(notices.getMyNotices, {}, fan)).notices
    expect(bell.map(({ kind, itemId }) => [kind, itemId])).toContainEqual(['pickUpOpen', orderId])
    const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId: quiet }, of.owner)
    expect(order.timeline.map(({ what }) => what)).toContain('pickUpOpened')
    await moveTo(from + 30 * hour)
    expect([(await mailsOf(fan, opened)).length, bodies(phone).length]).toEqual([1, 1])
  })

  test('who has it already, whose order is on hold or refunded, and who buys while it is open is told nothing', async () => {
    const of = await club()
    const from = now() + 3 * day
    const sold = await onSale(of, values([{ from, to: from + 5 * hour }]))
    const buyers = [await newBuyer(), await newBuyer(), await newBuyer()]
    const [handed = '', held = '', refunded = ''] = await Promise.all(buyers.map((fan) => buy(of, fan, sold)))
    const { tenantId } = of
    const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: handed }, of.owner)
    const lines = [{ lineId: orders[0]?.lines[0]?.lineId ?? '', quantity: 1 }]
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId: handed, lines }, of.owner)
    const hold = { ...of.ids, orderId: held, reason: 'We ask' }
    await ask((await import('#shop/parcels/contract.ts')).fulfillments.holdOrder, hold, of.owner)
    const { refundable } = await ask(staffOrders.getOrder, { ...of.ids, orderId: refunded }, of.owner)
    await ask(staffOrders.refundOrder, { ...of.ids, orderId: refunded, amount: refundable, reason: 'x' }, of.owner)
    await settled()
    await moveTo(from + 60_000)
    for (const fan of buyers) expect(await mailsOf(fan, opened)).toEqual([])
  })
})

/** Somebody whom the brand knows, with a term of the plan where one is named. */
const memberOf = async (of: Club, planId: string | null) => {
  const fan = await newBuyer()
  await addFan(of.ids, fan)
  if (planId) await addTerm(of.ids, planId, fan.uid, { to: now() + 30 * day })
  return fan
}

describe('The day before an event (rule: notices.eventAhead)', () => {
  const eventOn = async (
    of: Club,
    startAt: number,
    values: Partial<Terms> = {},
    visibility: 'published' | 'unlisted' = 'published',
  ) => {
    const said = {
      ...tour,
      keyVisualUrl: 'https://example.com/visual.png',
      schedules: [
        {
          doorsOpenAt: startAt - hour,
          startAt,
          endAt: startAt + 3 * hour,
          venue: { name: 'Star Hall', address: 'Tokyo 1-2-3', mapUrl: '' },
        },
      ],
      ...values,
    }
    const { eventId } = await ask(events.createDraftEvent, { ...of.ids, ...said }, of.owner)
    await ask(events.publishEvent, { ...of.ids, eventId, visibility }, of.owner)
    return eventId
  }
  /** Six in the evening, Tokyo time, so many days from now. */
  const evening = (days: number) => Math.floor((now() + 9 * hour) / day) * day + days * day + 9 * hour
  /** Noon of the day after that evening. */
  const noonAfter = (at: number) => at + 18 * hour

  test('who picks something up there is told in the evening before, once for two orders, as they have chosen', async () => {
    const of = await club()
    const told = evening(3)
    const startAt = noonAfter(told)
    const eventId = await eventOn(of, startAt)
    const sold = await onSale(of, values([{ from: startAt - 2 * hour, to: startAt + 5 * hour }], eventId))
    const [fan, silent, none] = [await newBuyer(), await newBuyer(), await newBuyer()]
    for (const one of [fan, fan, silent]) await buy(of, one, sold)
    const [phone, other, third] = [await allow(fan), await allow(silent), await allow(none)]
    for (const way of ['mail', 'push'] as const)
      await ask(memberNews.setNotice, { ...of.ids, kind: 'event', way, isOn: false }, silent)
    await moveTo(told - 60_000)
    expect(await mailsOf(fan, ahead)).toEqual([])
    await moveTo(told + 60_000)
    await moveTo(startAt - 3 * hour)
    const [mail, ...more] = await mailsOf(fan, ahead)
    expect(more).toEqual([])
    expect(mail?.subject).toContain(tour.title)
    for (const part of ['Tokyo 1-2-3', 'Star Hall', '/fc/me/orders/']) expect(mail?.text).toContain(part)
    expect(bodies(phone)).toEqual([expect.stringContaining(`明日は「${tour.title}」です`)])
    expect([await mailsOf(silent, ahead), bodies(other), bodies(third)]).toEqual([[], [], []])
  })

  test('members whom it is for are told of it with the way to it; who picks something up there of that alone', async () => {
    const of = await club()
    const [planId, otherId] = [await addPlan(of.ids), await addPlan(of.ids)]
    const told = evening(3)
    const startAt = noonAfter(told)
    const forPlan = await eventOn(of, startAt, { title: 'Summer night', audience: 'plans', planIds: [planId] })
    await eventOn(of, startAt, { title: 'Secret night' }, 'unlisted')
    await eventOn(of, startAt + day, { title: 'Later night' })
    const sold = await onSale(of, values([{ from: startAt - hour, to: startAt + hour }], forPlan))
    const [member, picking, quiet] = [
      await memberOf(of, planId),
      await memberOf(of, planId),
      await memberOf(of, planId),
    ]
    const [ofOther, none] = [await memberOf(of, otherId), await memberOf(of, null)]
    await buy(of, picking, sold)
    await ask(memberNews.setNewsByMail, { ...of.ids, isOn: false }, quiet)
    const [phone, other] = [await allow(member), await allow(quiet)]
    await moveTo(told + 60_000)
    await moveTo(told + 2 * hour)
    const [mail, ...more] = await mailsOf(member, ahead)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^明日は「Summer night」です/)
    for (const part of ['Tokyo 1-2-3', `/events/${forPlan}`, '/fc/me/unsubscribe?token='])
      expect(mail?.text).toContain(part)
    expect([bodies(phone), bodies(other)]).toEqual([['明日のイベント：Summer night'], ['明日のイベント：Summer night']])
    const byCode = async (fan: Person) => (await mailsOf(fan, ahead)).map(({ text }) => /受け取り用コード/.test(text))
    expect([await byCode(picking), await byCode(quiet), await byCode(ofOther), await byCode(none)]).toEqual([
      [true],
      [],
      [],
      [],
    ])
    await moveTo(told + day + 60_000)
    expect((await mailsOf(ofOther, ahead)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Later night'),
    ])
  })

  test('of a cancelled event nobody is told, and of a postponed one the day before its new day', async () => {
    const of = await club()
    const told = evening(3)
    const startAt = noonAfter(told)
    const [off, later] = [await eventOn(of, startAt), await eventOn(of, startAt)]
    const hours = [{ from: startAt - 2 * hour, to: startAt + 5 * day }]
    const [one, two] = [await newBuyer(), await newBuyer()]
    await buy(of, one, await onSale(of, values(hours, off)))
    await buy(of, two, await onSale(of, values(hours, later)))
    await ask(calledOff.cancelEvent, { ...of.ids, eventId: off, reason: 'Storm', refundPolicy: 'All' }, of.owner)
    const { event } = await ask(events.getEvent, { ...of.ids, eventId: later }, of.owner)
    const times = event.schedules.map(({ scheduleId }) => ({
      scheduleId,
      doorsOpenAt: null,
      startAt: startAt + 2 * day,
      endAt: startAt + 2 * day + hour,
    }))
    await ask(events.postponeEvent, { ...of.ids, eventId: later, reason: 'Storm', times }, of.owner)
    await moveTo(told + 60_000)
    expect([await mailsOf(one, ahead), await mailsOf(two, ahead)]).toEqual([[], []])
    await moveTo(told + 2 * day + 60_000)
    expect([(await mailsOf(one, ahead)).length, (await mailsOf(two, ahead)).length]).toEqual([0, 1])
  })

  test('who sleeps gets the message in the morning; who reads English gets both in English', async () => {
    const of = await club()
    const told = evening(3)
    const startAt = noonAfter(told)
    const eventId = await eventOn(of, startAt)
    const sold = await onSale(of, values([{ from: startAt - hour, to: startAt + hour }], eventId))
    const fan = await newBuyer()
    await buy(of, fan, sold)
    const phone = await allow(fan)
    await ask(push.setQuietHours, { quiet: { from: 17 * 60, to: 7 * 60, timeZone: 'Asia/Tokyo' } }, fan)
    await (await import('#server/db.ts')).pool().query("update people set locale = 'en' where uid = $1", [fan.uid])
    await moveTo(told + 60_000)
    expect([(await mailsOf(fan, /^Tomorrow: /)).length, bodies(phone)]).toEqual([1, []])
    await moveTo(told + 13 * hour + 60_000)
    expect(bodies(phone)).toEqual([`Tomorrow: ${tour.title} – have your pick-up code at hand`])
  })
})
