import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { binnedFor } from '#club/bin/bin.ts'
import { bin } from '#club/bin/contract.ts'
import { takeBinned } from '#club/bin/queries.server.ts'
import { bin as binTable } from '#club/bin/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { binJobs } from '#office/bin/jobs.server.ts'
import { search } from '#office/search/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { comments } from '#publishing/comments/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { news } from '#publishing/contents/news/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contents as contentTable } from '#publishing/contents/tables.server.ts'
import { events } from '#publishing/events/contract.ts'
import { exampleEvent, exampleSchedule } from '#publishing/events/mock.ts'
import { streamings } from '#publishing/streamings/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { goods } from '#shop/goods/contract.ts'
import { goods as goodsTable } from '#shop/goods/tables.server.ts'
import { addMember, ask, club, person, refused } from '../support/club'
import { type Club, makeGoods } from '../support/goods'
import { goodsOrder } from '../support/goodsOrder'
import { together } from '../support/naive'
import { planRow, proven, terms } from '../support/plan'
import { scene } from '../support/scene'
import { storedPicture } from '../support/storedPicture'

/* What staff delete can be brought back for 30 days, and counts nowhere meanwhile. */

const letter = (values: object = {}) => ({
  name: 'A letter of the sea',
  thumbnail: '',
  viewableBy: 'allUsers' as const,
  planIds: [] as string[],
  backNumberPeriod: null,
  imageUrls: [] as string[],
  text: '',
  ...values,
})
const published = (of: Club, values: object = {}) =>
  ask(news.createActivePlanContentNews, { ...of.ids, ...letter(values) }, of.owner)
const binOf = async (of: Club) => (await ask(bin.getBin, of.ids, of.owner)).items
const emptied = (at: number) => binJobs.emptyBin.run({ ...jobContext('bin'), now: at }, {})
/** The deletion was so long ago. */
const age = async (of: Club, by: number) => {
  const [row] = await database().select().from(binTable).where(eq(binTable.tenantId, of.tenantId))
  await database()
    .update(binTable)
    .set({ deletedAt: (row?.deletedAt ?? 0) - by })
    .where(eq(binTable.tenantId, of.tenantId))
}
const statusOf = async (of: Club, planContentId: string) =>
  (await ask(contents.getPrivatePlanContent, { ...of.ids, planContentId }, of.owner)).planContent.status

describe('a deleted content', () => {
  test('is nowhere: not for visitors, in no list, count, search, calendar or list of comments', async () => {
    const of = await club()
    const { planContentId } = await published(of)
    const { planContentId: other } = await published(of, { name: 'Another letter' })
    const fan = await person()
    await ask(comments.postCommentToPlanContent, { tenantId: of.tenantId, planContentId, content: 'Salt!' }, fan)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)

    const list = await ask(contents.getPlanContentsWithPlans, of.ids, of.owner)
    expect(list.counts).toEqual({ all: 1, draft: 0, active: 1, publishmentScheduled: 0 })
    expect(list.planContents.map((one) => one.planContentId)).toEqual([other])
    for (const sort of ['name', '-loves', 'publishingAt'] as const)
      expect(
        (await ask(contents.getPlanContentsWithPlans, { ...of.ids, sort }, of.owner)).planContents,
        sort,
      ).toHaveLength(1)
    expect(
      (await ask(contents.getPlanContentsWithPlans, { ...of.ids, status: 'draft' }, of.owner)).planContents,
    ).toEqual([])
    const range = { from: now() - day, to: now() + day }
    expect((await ask(contents.getScheduledActions, { ...of.ids, ...range }, of.owner)).actions).toHaveLength(1)
    expect(JSON.stringify(await ask(search.search, { ...of.ids, q: 'sea' }, of.owner))).not.toContain(planContentId)
    expect(
      (await ask(comments.getComments, { ...of.ids, tab: 'all' }, of.owner)).comments.map(({ content }) => content),
    ).toEqual([])
    expect(
      (await ask(publicContents.getPublicPlanContents, of.ids)).planContents.map((one) => one.planContentId),
    ).toEqual([other])
    expect(await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId })).toMatchObject({
      ok: false,
    })
    expect(await refused(contents.getPrivatePlanContent, { ...of.ids, planContentId }, of.owner)).toMatchObject({
      code: 'contentNotFound',
    })
    expect(await refused(contents.copyPlanContent, { ...of.ids, planContentId }, of.owner)).toMatchObject({
      code: 'contentNotFound',
    })
    expect(await refused(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)).toMatchObject({
      code: 'contentNotFound',
    })
  })

  test('stands in the bin with who deleted it and when it goes, for whoever may delete', async () => {
    const of = await club()
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor', null, '星野')
    const { planContentId } = await published(of)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, editor)
    const [item] = await binOf(of)
    expect(item).toMatchObject({
      kind: 'content',
      itemId: planContentId,
      name: 'A letter of the sea',
      deletedByName: '星野',
      isMine: false,
      returnsPublished: true,
    })
    expect(item && item.goneAt - item.deletedAt).toBe(binnedFor)
    expect((await ask(bin.getBin, { ...of.ids, kind: 'goods' }, editor)).items).toEqual([])
  })

  test('comes back as it was just after a slip: public since the same moment, with its comments', async () => {
    const of = await club()
    const { planContentId } = await published(of)
    const before = await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId })
    const fan = await person()
    await ask(comments.postCommentToPlanContent, { tenantId: of.tenantId, planContentId, content: 'Salt!' }, fan)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
    expect(await ask(bin.restoreFromBin, { ...of.ids, kind: 'content', itemId: planContentId }, of.owner)).toEqual({
      isPublished: true,
    })
    const after = await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId })
    expect(after).toMatchObject({ ok: true })
    expect(JSON.stringify(after)).toContain(JSON.stringify(before).match(/"publishingAt":\d+/)?.[0] ?? '"ok":true')
    expect((await ask(comments.getComments, { ...of.ids, tab: 'all' }, of.owner)).comments).toHaveLength(1)
    expect(await binOf(of)).toEqual([])
  })

  test('comes back as a draft once it has been gone for an hour: nobody expects it to be public again', async () => {
    const of = await club()
    const { planContentId } = await published(of)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
    await age(of, day / 24)
    expect(await ask(bin.restoreFromBin, { ...of.ids, kind: 'content', itemId: planContentId }, of.owner)).toEqual({
      isPublished: false,
    })
    expect(await statusOf(of, planContentId)).toBe('draft')
  })

  test('that was to be published meanwhile comes back as a draft, one that is still to be as scheduled', async () => {
    const of = await club()
    const made = await ask(news.createDraftPlanContentNews, { ...of.ids, ...letter() }, of.owner)
    const named = { ...of.ids, planContentId: made.planContentId }
    const item = { ...of.ids, kind: 'content' as const, itemId: made.planContentId }
    await ask(news.scheduleToPublishPlanContentNews, { ...named, ...letter(), publishingAt: now() + day }, of.owner)
    await ask(contents.deletePlanContent, named, of.owner)
    await ask(bin.restoreFromBin, item, of.owner)
    expect(await statusOf(of, made.planContentId)).toBe('publishmentScheduled')
    await ask(contents.deletePlanContent, named, of.owner)
    await database()
      .update(binTable)
      .set({ deletedAt: now() - 1000, formerAt: now() - 500 })
      .where(eq(binTable.itemId, made.planContentId))
    await ask(bin.restoreFromBin, item, of.owner)
    expect(await statusOf(of, made.planContentId)).toBe('draft')
  })

  test('is gone for good after 30 days by the clock, with the files that nothing else names', async () => {
    const of = await club()
    const [alone, shared] = [await storedPicture(of), await storedPicture(of)]
    const text = (ids: string[]) =>
      JSON.stringify({
        type: 'doc',
        content: ids.map((mediaId) => ({ type: 'image', attrs: { mediaId, alt: '' } })),
      })
    const { planContentId } = await published(of, { text: text([alone, shared]) })
    await published(of, { text: text([shared]) })
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
    await emptied(now() + binnedFor - 1000)
    expect(await binOf(of)).toHaveLength(1)

    await age(of, binnedFor)
    expect(await binOf(of)).toEqual([])
    const item = { ...of.ids, kind: 'content' as const, itemId: planContentId }
    expect(await refused(bin.restoreFromBin, item, of.owner)).toMatchObject({ code: 'binnedNotFound' })
    await emptied(now())
    await runDueJobs()
    expect(await database().select().from(contentTable).where(eq(contentTable.planContentId, planContentId))).toEqual(
      [],
    )
    const stateOf = async (mediaId: string) =>
      (await database().select().from(uploads).where(eq(uploads.mediaId, mediaId)))[0]?.state
    expect(await stateOf(alone)).toBe('refused')
    expect(await stateOf(shared)).toBe('ready')
  })

  test('a picture beside the text stays while a version of another content shows it, and goes with that version', async () => {
    const of = await club()
    const mediaId = await storedPicture(of)
    const imageUrls = [`https://files.example/private/${of.tenantId}/${mediaId}.png`]
    const stateOf = async () => (await database().select().from(uploads).where(eq(uploads.mediaId, mediaId)))[0]?.state
    const removed = async (planContentId: string) => {
      await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
      await ask(bin.deleteFromBin, { ...of.ids, kind: 'content', itemId: planContentId }, of.owner)
      await runDueJobs()
    }
    const { planContentId: earlier } = await published(of, { imageUrls })
    const { planContentId } = await published(of, { imageUrls })
    await ask(news.updatePlanContentNewsAsActive, { ...of.ids, planContentId: earlier, ...letter() }, of.owner)
    await removed(planContentId)
    expect(await stateOf()).toBe('ready')
    await removed(earlier)
    expect(await stateOf()).toBe('refused')
  })

  test('a picture of an English body stays while another content or a version of it shows it, and goes with them', async () => {
    const of = await club()
    const mediaId = await storedPicture(of)
    const text = JSON.stringify({ type: 'doc', content: [{ type: 'image', attrs: { mediaId, alt: '' } }] })
    const english = { text }
    const stateOf = async () => (await database().select().from(uploads).where(eq(uploads.mediaId, mediaId)))[0]?.state
    const removed = async (planContentId: string) => {
      await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
      await ask(bin.deleteFromBin, { ...of.ids, kind: 'content', itemId: planContentId }, of.owner)
      await runDueJobs()
    }
    const [first, second, third] = [
      await published(of, { english }),
      await published(of, { english }),
      await published(of, { english }),
    ]
    await removed(first.planContentId)
    expect(await stateOf()).toBe('ready')
    await ask(
      news.updatePlanContentNewsAsActive,
      { ...of.ids, planContentId: second.planContentId, ...letter() },
      of.owner,
    )
    await removed(third.planContentId)
    expect(await stateOf()).toBe('ready')
    await removed(second.planContentId)
    expect(await stateOf()).toBe('refused')
  })
})

describe('drafts of plans, goods and events', () => {
  test('a draft of a plan leaves lists and contents, and comes back with its contents; a plan on sale stays', async () => {
    const of = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...of.ids, ...terms }, of.owner)
    const draft = letter({ viewableBy: 'paidUsers', planIds: [planId] })
    const { planContentId } = await ask(news.createDraftPlanContentNews, { ...of.ids, ...draft }, of.owner)
    const plansOfContent = async () =>
      (await ask(contents.getPrivatePlanContent, { ...of.ids, planContentId }, of.owner)).planContent.planIds
    await ask(bin.moveToBin, { ...of.ids, kind: 'plan', itemId: planId }, of.owner)
    expect((await ask(plans.getPlans, of.ids, of.owner)).counts.all).toBe(0)
    expect(await refused(plans.getPlan, { ...of.ids, planId }, of.owner)).toMatchObject({ code: 'planNotFound' })
    expect(await plansOfContent()).toEqual([])
    await ask(bin.restoreFromBin, { ...of.ids, kind: 'plan', itemId: planId }, of.owner)
    expect((await ask(plans.getPlans, of.ids, of.owner)).counts.draft).toBe(1)
    expect(await plansOfContent()).toEqual([planId])

    const active = planRow(of.ids)
    await database().insert(planTable).values(active)
    expect(await refused(bin.moveToBin, { ...of.ids, kind: 'plan', itemId: active.planId }, of.owner)).toMatchObject({
      code: 'planNotDraft',
    })
  })

  test('what names a draft of a plan that is gone names it no longer', async () => {
    const of = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...of.ids, ...terms }, of.owner)
    const { goodsId } = await makeGoods(of, { audience: 'plans', planIds: [planId] })
    await ask(bin.moveToBin, { ...of.ids, kind: 'plan', itemId: planId }, of.owner)
    expect((await ask(goods.getGoods, { ...of.ids, goodsId }, of.owner)).goods.planIds).toEqual([])
    await ask(bin.deleteFromBin, { ...of.ids, kind: 'plan', itemId: planId }, of.owner)
    expect(await database().select().from(planTable).where(eq(planTable.planId, planId))).toEqual([])
    const [row] = await database().select().from(goodsTable).where(eq(goodsTable.goodsId, goodsId))
    expect(row?.planIds).toEqual([])
  })

  test('goods leave the shop and come back as they were; goods that somebody ordered stay', async () => {
    const of = await club()
    const { goodsId } = await makeGoods(of)
    const item = { ...of.ids, kind: 'goods' as const, itemId: goodsId }
    await ask(bin.moveToBin, item, of.owner)
    expect((await ask(goods.getPublicGoodsList, of.ids)).goodsList).toEqual([])
    expect((await ask(goods.getGoodsList, of.ids, of.owner)).counts).toMatchObject({ all: 0, hidden: 0 })
    expect(await refused(goods.getGoods, { ...of.ids, goodsId }, of.owner)).toMatchObject({ code: 'goodsNotFound' })
    expect(await ask(bin.restoreFromBin, item, of.owner)).toEqual({ isPublished: true })
    expect((await ask(goods.getPublicGoodsList, of.ids)).goodsList).toHaveLength(1)

    const order = await goodsOrder(of)
    expect(await refused(bin.moveToBin, { ...item, itemId: order.lines[0]?.goodsId ?? '' }, of.owner)).toMatchObject({
      code: 'goodsOrdered',
    })
  })

  test('goods that are gone for good keep nothing that anybody wrote', async () => {
    const of = await club()
    const { goodsId } = await makeGoods(of, { description: 'Soft as the sea' })
    const item = { ...of.ids, kind: 'goods' as const, itemId: goodsId }
    await ask(bin.moveToBin, item, of.owner)
    await ask(bin.deleteFromBin, item, of.owner)
    const [row] = await database().select().from(goodsTable).where(eq(goodsTable.goodsId, goodsId))
    expect(row).toMatchObject({ name: '', description: '', thumbnails: [] })
    expect(row?.deletedAt).not.toBeNull()
    expect(await refused(bin.restoreFromBin, item, of.owner)).toMatchObject({ code: 'binnedNotFound' })
    expect((await ask(goods.getGoodsList, of.ids, of.owner)).counts.all).toBe(0)
  })

  test('an event is in no list and comes back; one with goods or a live stays', async () => {
    const of = await club()
    const { eventId } = await ask(
      events.createDraftEvent,
      { ...of.ids, ...exampleEvent(''), audience: 'public', planIds: [], schedules: [exampleSchedule(now() + day)] },
      of.owner,
    )
    await ask(events.publishEvent, { ...of.ids, eventId }, of.owner)
    const item = { ...of.ids, kind: 'event' as const, itemId: eventId }
    await ask(bin.moveToBin, item, of.owner)
    expect((await ask(events.getPublicEvents, { ...of.ids, period: 'ahead' })).events).toEqual([])
    expect((await ask(events.getEvents, of.ids, of.owner)).counts.all).toBe(0)
    expect(await refused(events.getEvent, { ...of.ids, eventId }, of.owner)).toMatchObject({ code: 'eventNotFound' })
    expect(await ask(bin.restoreFromBin, item, of.owner)).toEqual({ isPublished: true })
    expect((await ask(events.getPublicEvents, { ...of.ids, period: 'ahead' })).events).toHaveLength(1)
    await ask(bin.moveToBin, item, of.owner)
    await ask(bin.deleteFromBin, item, of.owner)
    expect(await binOf(of)).toEqual([])

    const full = await scene()
    const rows = await database()
      .select({ eventId: streamings.eventId })
      .from(streamings)
      .where(eq(streamings.tenantId, full.tenantId))
    const [streamed] = rows
    expect(
      await refused(bin.moveToBin, { ...full.ids, kind: 'event', itemId: streamed?.eventId ?? '' }, full.owner),
    ).toMatchObject({ code: 'eventHasStreaming' })
  })
})

describe('races', () => {
  test('two tabs that restore: one does, the other is told that it is not in the bin', async () => {
    const of = await club()
    const { planContentId } = await published(of)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
    const item = { ...of.ids, kind: 'content' as const, itemId: planContentId }
    const answers = await together(4, async () => {
      try {
        await ask(bin.restoreFromBin, item, of.owner)
        return 'restored'
      } catch {
        return 'refused'
      }
    })
    expect(answers.filter((one) => one === 'restored')).toHaveLength(1)
    expect(await statusOf(of, planContentId)).toBe('active')
  })

  test('the bin’s row decides: whoever reads first and deletes then would both go on', async () => {
    const of = await club()
    const { planContentId } = await published(of)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId }, of.owner)
    const item = { kind: 'content' as const, itemId: planContentId }
    const taken = await together(4, () => takeBinned(database(), proven(of.ids), item, now()))
    expect(taken.filter(Boolean)).toHaveLength(1)
    // The naive way: look whether it is there, then act.
    const other = await published(of)
    await ask(contents.deletePlanContent, { ...of.ids, planContentId: other.planContentId }, of.owner)
    const looked = await together(4, async () => {
      const rows = await database().select().from(binTable).where(eq(binTable.itemId, other.planContentId))
      return rows.length
    })
    expect(looked.filter((count) => count === 1).length).toBeGreaterThan(1)
  })

  test('a draft that was saved in another tab meanwhile is not deleted as it was', async () => {
    const of = await club()
    const { planId } = await ask(plans.createDraftPlan, { ...of.ids, ...terms }, of.owner)
    const { plan } = await ask(plans.getPlan, { ...of.ids, planId }, of.owner)
    await ask(plans.updateDraftPlan, { ...of.ids, planId, ...terms, name: 'Newer' }, of.owner)
    expect(
      await refused(
        bin.moveToBin,
        { ...of.ids, kind: 'plan', itemId: planId, expectedEditedAt: plan.editedAt },
        of.owner,
      ),
    ).toMatchObject({ code: 'conflict' })
  })
})
