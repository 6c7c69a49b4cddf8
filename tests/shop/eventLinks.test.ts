import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { events as eventTable } from '#publishing/events/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { goods } from '#shop/goods/contract.ts'
import { ask } from '../support/club'
import { onSale, secondBrand } from '../support/eventGoods'
import { addContent } from '../support/fan'
import { makeGoods } from '../support/goods'
import { addLive } from '../support/live'
import { shop } from '../support/shop'

/* A fan who looks at goods, an event or its live finds the other two. */

type Of = Awaited<ReturnType<typeof shop>>
const eventOf = async (of: Of, goodsId: string) =>
  (await ask(goods.getPublicGoods, { ...of.ids, goodsId }, null)).goods.event
const liveOf = async ({ tenantId }: Of, planContentId: string) => {
  const answer = await ask(publicContents.getPublicPlanContent, { tenantId, planContentId }, null)
  return answer.ok && answer.planContent.type === 'streaming' ? answer.planContent.details.event : 'no live'
}

test('goods, event and live of one evening lead to each other', async () => {
  const of = await shop()
  const startAt = now() + 5 * day
  const { eventId, planContentId } = await addLive(of, { startAt })
  const { goodsId } = await onSale(of, { eventId })
  const other = await onSale(of, { eventId: null })
  const usual = await makeGoods(of)
  await addContent(of.ids, { viewableBy: 'allUsers' })
  const { event } = await ask(events.getPublicEvent, { ...of.ids, eventId }, null)
  expect(event.lives).toEqual([{ planContentId, name: 'Letter', startAt }])
  const listed = await ask(goods.getPublicGoodsList, { ...of.ids, eventId }, null)
  expect(listed.goodsList.map((one) => one.goodsId)).toEqual([goodsId])
  expect(listed.pagination.totalCount).toBe(1)
  expect((await ask(goods.getPublicGoodsList, of.ids, null)).pagination.totalCount).toBe(3)
  const link = { eventId, title: 'Evening' }
  expect([await eventOf(of, goodsId), await liveOf(of, planContentId)]).toEqual([link, link])
  expect([await eventOf(of, other.goodsId), await eventOf(of, usual.goodsId)]).toEqual([null, null])
})

test.each([
  ['is a draft', { visibility: 'draft' as const, publishAt: null }],
  ['is announced later', { visibility: 'scheduled' as const, publishAt: Date.now() + 40 * day }],
  ['is found only by its address', { visibility: 'unlisted' as const }],
])('an event that %s is named nowhere', async (_, changes) => {
  const of = await shop()
  const { eventId, planContentId } = await addLive(of, { startAt: now() + 5 * day })
  const { goodsId } = await onSale(of, { eventId })
  await database().update(eventTable).set(changes).where(eq(eventTable.eventId, eventId))
  expect([await eventOf(of, goodsId), await liveOf(of, planContentId)]).toEqual([null, null])
})

test('an event of another brand of the club is not named, and a live that is not published does not stand at its event', async () => {
  const of = await shop()
  const ids = { ...of.ids, brandId: await secondBrand(of) }
  const elsewhere = await addLive({ ...of, ids }, { startAt: now() + 5 * day })
  const { goodsId } = await onSale(of, { eventId: elsewhere.eventId })
  expect(await eventOf(of, goodsId)).toBeNull()
  const { eventId } = await addLive(of, { startAt: now() + 5 * day, publishingAt: now() + day })
  expect((await ask(events.getPublicEvent, { ...of.ids, eventId }, null)).event.lives).toEqual([])
})
