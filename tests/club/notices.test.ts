import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rememberFan } from '#club/fans/queries.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { notices } from '#club/notices/contract.ts'
import { newest, unreadOf } from '#club/notices/notice.ts'
import { day } from '#kit/time.ts'
import { comments } from '#publishing/comments/contract.ts'
import { liveStateOf } from '#publishing/contents/public/news.queries.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, newId, type Person, person, refused } from '../support/club'
import { addContent, addPlan, addTerm } from '../support/fan'
import { type Club, makeGoods, newBuyer, put, voucherOf, wallpaper } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { told } from '../support/payments'
import { moveTo, settled } from '../support/shop'

const bell = (by: Person) => ask(notices.getMyNotices, {}, by)
const kinds = async (by: Person) => (await bell(by)).notices.map(({ kind, itemId }) => [kind, itemId])
/** The club knows them, as after a first comment. */
const knows = async (of: Club, fan: Person) => rememberFan(database(), of.ids as never, fan.uid, { newId, now: now() })

const liveIn = async (of: Club, values: Partial<typeof streamings.$inferInsert>, planIds: string[] = []) => {
  const at = now()
  const eventId = newId('event')
  await database()
    .insert(events)
    .values({
      ...of.ids,
      eventId,
      visibility: 'published',
      publishAt: at,
      title: 'Evening',
      catchCopy: '',
      description: '',
      keyVisualUrl: '',
      eventType: 'stream',
      performers: [],
      performerLine: '',
      schedules: [],
      audience: 'everyone',
      planIds: [],
      contact: '',
      notes: '',
      createdAt: at,
      editedAt: at,
    } as unknown as typeof events.$inferInsert)
  const streamingId = newId('streaming')
  await database()
    .insert(streamings)
    .values({
      ...of.ids,
      streamingId,
      eventId,
      scheduleId: 'schedule_1',
      streamKey: newId('key'),
      scheduledStartAt: at + day,
      createdAt: at,
      createdBy: 'staff',
      ...values,
    })
  return addContent(of.ids, { type: 'streaming', streamingId, planIds, name: 'Evening', publishingAt: at })
}

describe('rules', () => {
  test('newest first, and unread is what came after the last look', () => {
    const one = (at: number) => ({ kind: 'content', itemId: 'a', at })
    expect(newest([one(1), one(3), one(2)]).map(({ at }) => at)).toEqual([3, 2, 1])
    expect([unreadOf([one(1), one(2)], null), unreadOf([one(1), one(2)], 1)]).toEqual([2, 1])
  })

  test('a live is on, awaited until two hours after its time, or neither', () => {
    const at = Date.UTC(2026, 10, 20)
    const state = (status: 'beforeLive' | 'live' | 'vod', startAt: number, hasNoDay = false) =>
      liveStateOf({ status, startAt, hasNoDay }, at)
    expect([state('live', at - day), state('beforeLive', at + day), state('beforeLive', at - day / 24)]).toEqual([
      'live',
      'planned',
      'soon',
    ])
    expect([state('beforeLive', at - day), state('beforeLive', at + day, true), state('vod', at - 1)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

test('a member is told of what their clubs publish, and of nothing that they may not open', async () => {
  const [mine, other, stranger] = [await club(), await club(), await club()]
  const [fan, planId] = [await person(), await addPlan(mine.ids)]
  const [freeThere, ofPlan] = [await addContent(other.ids, { viewableBy: 'allUsers' }), await addPlan(other.ids)]
  await addTerm(mine.ids, planId, fan.uid)
  for (const of of [mine, other]) await knows(of, fan)
  const opened = await addContent(mine.ids, { planIds: [planId] })
  // Another plan's, what is scheduled, what is old, and a club that does not know them.
  await addContent(other.ids, { planIds: [ofPlan] })
  await addContent(mine.ids, { planIds: [planId], status: 'publishmentScheduled', publishingAt: now() + day })
  await addContent(mine.ids, { planIds: [planId], publishingAt: now() - 20 * day })
  await addContent(stranger.ids, { viewableBy: 'allUsers' })
  const found = await kinds(fan)
  expect(found.map(([kind]) => kind)).toEqual(['content', 'content'])
  expect(new Set(found.map(([, id]) => id))).toEqual(new Set([opened, freeThere]))
  expect((await bell(await person())).notices).toEqual([])
})

test('lives are told of when they are planned and when they begin, with their day', async () => {
  const of = await club()
  const [fan, planId, locked] = [await person(), await addPlan(of.ids), await addPlan(of.ids)]
  await addTerm(of.ids, planId, fan.uid)
  await knows(of, fan)
  const startAt = now() + 2 * day
  const planned = await liveIn(of, { scheduledStartAt: startAt }, [planId])
  const began = { startedAt: now(), signalAt: now(), hasSignal: true, scheduledStartAt: now() }
  const onAir = await liveIn(of, began, [planId])
  await liveIn(of, began, [locked])
  await liveIn(of, { startedAt: now() - day, signalAt: now() - day, endedAt: now() - day / 2 }, [planId])
  const { notices: found } = await bell(fan)
  expect(found.map(({ kind, itemId }) => `${kind} ${itemId}`).sort()).toEqual(
    [`liveBegan ${onAir}`, `livePlanned ${planned}`].sort(),
  )
  expect(found.find(({ kind }) => kind === 'livePlanned')?.startAt).toBe(startAt)
})

test('an answer of others to a comment is told of with its author, an own one is not, and none of what is locked since', async () => {
  const of = await club()
  const [fan, friend, planId] = [await person(), await person(), await addPlan(of.ids)]
  const term = await addTerm(of.ids, planId, fan.uid)
  await addTerm(of.ids, planId, friend.uid)
  const planContentId = await addContent(of.ids, { planIds: [planId], publishingAt: now() - 20 * day, name: 'Letter' })
  const say = async (by: Person, content: string, parentId?: string) =>
    (
      await ask(
        comments.postCommentToPlanContent,
        { tenantId: of.tenantId, planContentId, content, ...(parentId && { parentId }) },
        by,
      )
    ).commentId
  const mine = await say(fan, 'A lovely letter')
  await say(fan, 'And it rained', mine)
  expect(await kinds(fan)).toEqual([])
  await say(friend, 'It was', mine)
  expect((await bell(fan)).notices).toMatchObject([{ kind: 'reply', itemId: planContentId, name: 'Letter' }])
  // Who is called as the brand is a member as any other, and not the brand.
  const called = (name: string) =>
    database().update(people).set({ displayName: name }).where(eq(people.uid, friend.uid))
  const said = async () => (await bell(fan)).notices.map(({ kind, detail }) => [kind, detail])
  await called('Mio')
  expect(await said()).toEqual([['reply', 'Mio']])
  await called('Aoi ')
  expect(await said()).toEqual([['reply', '']])
  await say(of.owner, 'Thank you', mine)
  expect((await said()).sort()).toEqual([
    ['brandReply', 'Aoi'],
    ['reply', ''],
  ])
  expect((await bell(friend)).notices).toEqual([])
  await moveTo(term.to + day)
  expect((await bell(fan)).notices).toEqual([])
})

test('a parcel is told of when it leaves, and files when a store was paid', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  expect(await kinds(order.buyer)).toEqual([])
  await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  expect((await bell(order.buyer)).notices).toMatchObject([
    { kind: 'orderSent', itemId: order.orderId, detail: order.orderNumber, brand: { slug: of.slug } },
  ])
  const fan = await newBuyer()
  const { cartId } = await put(of, fan, await makeGoods(of, wallpaper()))
  const voucher = await voucherOf(cartId, fan)
  expect(await kinds(fan)).toEqual([])
  await told({ action: 'payAtStore', intent: voucher.intentId })
  await settled()
  expect(await kinds(fan)).toEqual([['orderReady', voucher.orderId]])
  expect(await kinds(order.buyer)).toEqual([['orderSent', order.orderId]])
})

test('what was looked at is not new any more, on every device, and another one takes nothing back', async () => {
  const of = await club()
  const [fan, friend] = [await person(), await person()]
  for (const one of [fan, friend]) await knows(of, one)
  await addContent(of.ids, { viewableBy: 'allUsers' })
  const { notices: found, unread } = await bell(fan)
  expect([unread, found.map(({ isNew }) => isNew)]).toEqual([1, [true]])
  const until = found[0]?.at ?? 0
  expect(await ask(notices.markMyNoticesSeen, { until }, fan)).toEqual({ seenAt: until })
  await ask(notices.markMyNoticesSeen, { until: 1 }, fan)
  expect((await bell(fan)).unread).toBe(0)
  expect((await bell(friend)).unread).toBe(1)
  // Nobody looks into the future.
  const { seenAt } = await ask(notices.markMyNoticesSeen, { until: now() + 9 * day }, fan)
  expect(seenAt).toBeLessThanOrEqual(now())
  expect((await refused(notices.markMyNoticesSeen, { until }, null)).status).toBe(401)
})

test('a fan of more clubs than one look at home shows is told of what each of them publishes, and of each live', async () => {
  const fan = await person()
  const all: Club[] = []
  for (let n = 0; n < 32; n++) {
    const of = await club(`Club ${n}`)
    all.push(of)
    await knows(of, fan)
    // The last ones that the home lists: it was there long before.
    if (n < 2)
      await database()
        .update(fans)
        .set({ lastActiveAt: now() - 30 * day })
        .where(eq(fans.tenantId, of.tenantId))
  }
  const [first, second] = all
  if (!first || !second) throw new Error('no clubs')
  const published = await addContent(first.ids, { viewableBy: 'allUsers' })
  const onAir = await liveIn(second, { startedAt: now(), signalAt: now(), hasSignal: true, scheduledStartAt: now() })
  await database().update(contents).set({ viewableBy: 'allUsers' }).where(eq(contents.planContentId, onAir))
  expect(new Set((await kinds(fan)).map(String))).toEqual(new Set([`content,${published}`, `liveBegan,${onAir}`]))
})

test('a visit of a club is kept for the fan alone, and once in ten minutes', async () => {
  const of = await club()
  const [fan, stranger] = [await person(), await person()]
  await knows(of, fan)
  const seen = async () =>
    (await database().select({ at: fans.seenAt }).from(fans).where(eq(fans.tenantId, of.tenantId))).map(({ at }) => at)
  await ask(notices.markClubSeen, of.ids, fan)
  expect(await seen()).toEqual([null])
  await moveTo(now() + day / 24)
  await ask(notices.markClubSeen, of.ids, fan)
  const [first] = await seen()
  expect(first).toBeGreaterThan(0)
  await moveTo(now() + 60_000)
  await ask(notices.markClubSeen, of.ids, fan)
  await ask(notices.markClubSeen, of.ids, stranger)
  expect(await seen()).toEqual([first])
  expect(await database().$count(people, eq(people.uid, stranger.uid))).toBe(0)
})
