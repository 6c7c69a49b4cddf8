import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { brandHome } from '#office/home/contract.ts'
import { callbackContext } from '#program/workContext.ts'
import { contents } from '#publishing/contents/contract.ts'
import { asDocument } from '#publishing/contents/document.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { now } from '#server/clock.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { addMember, ask, person, refused } from '../support/club'
import { scene } from '../support/scene'

/** A club, and what its owner says for a live. */
const world = async () => {
  const club = await scene()
  const { planIds } = club.examples.prepareLive as { planIds: string[] }
  const said = {
    ...club.ids,
    name: 'From the sofa',
    viewableBy: 'paidUsers' as const,
    planIds,
    startAt: 'now' as const,
  }
  return { ...club, said }
}
type World = Awaited<ReturnType<typeof world>>
const desk = ({ ids, owner }: World, streamingId: string) =>
  ask(streamings.getStreaming, { ...ids, streamingId }, owner).then(({ streaming }) => streaming)
const listed = async ({ ids, owner }: World) => {
  const { events: all, counts } = await ask(events.getEvents, ids, owner)
  return { ids: all.map(({ eventId }) => eventId), counts }
}

describe('a live in one act', () => {
  test('is published, waits for its signal, and begins once that is steady', async () => {
    const of = await world()
    const { planContentId, streamingId } = await ask(streamingContents.prepareLive, of.said, of.owner)
    const before = await desk(of, streamingId)
    expect(before).toMatchObject({ streamingStatus: 'beforeLive', autoStart: true, recordingOn: true })
    expect(before.planContents).toEqual([{ planContentId, name: 'From the sofa' }])
    expect(before.ingest?.key).toMatch(/^key-/)
    const shown = { tenantId: of.tenantId, brandId: of.brandId, filterOption: null }
    const { planContents } = await ask(publicContents.getPublicPlanContents, shown)
    expect(planContents.find((one) => one.planContentId === planContentId)).toMatchObject({
      name: 'From the sofa',
      status: 'requiredPurchasePlanAndBackNumber',
    })
    for (let second = 0; second <= 12; second += 2)
      await noteSignal({ ...callbackContext(), now: now() + second * 1000 }, before.ingest?.key ?? '', true, 'here')
    expect((await desk(of, streamingId)).startedAt).not.toBeNull()
  })

  test('at a time it does not begin before', async () => {
    const of = await world()
    const startAt = now() + 2 * day
    const { streamingId } = await ask(streamingContents.prepareLive, { ...of.said, startAt }, of.owner)
    const before = await desk(of, streamingId)
    expect(before).toMatchObject({ startAt, expiredAt: startAt + 7 * day })
    for (let second = 0; second <= 12; second += 2)
      await noteSignal({ ...callbackContext(), now: now() + second * 1000 }, before.ingest?.key ?? '', true, 'here')
    expect((await desk(of, streamingId)).startedAt).toBeNull()
  })

  test('its event is in no list until somebody edits it', async () => {
    const of = await world()
    const before = await listed(of)
    const { streamingId } = await ask(streamingContents.prepareLive, of.said, of.owner)
    const { eventId } = await desk(of, streamingId)
    expect(await listed(of)).toEqual(before)
    const choices = () => ask(eventGoods.getEventChoices, { tenantId: of.tenantId }, of.owner)
    expect((await choices()).events.map((one) => one.eventId)).not.toContain(eventId)

    const { event } = await ask(events.getEvent, { ...of.ids, eventId }, of.owner)
    expect(event).toMatchObject({
      title: 'From the sofa',
      status: 'draft',
      audience: 'plans',
      planIds: of.said.planIds,
    })
    await ask(
      events.updateEvent,
      {
        ...of.ids,
        eventId,
        ...{ title: 'A concert on the sofa', catchCopy: '', description: asDocument(''), keyVisualUrl: '' },
        ...{ eventType: 'online', performers: [], performerLine: '', contact: '', notes: '' },
        ...{ schedules: event.schedules, audience: 'public', planIds: [] },
      },
      of.owner,
    )
    const after = await listed(of)
    expect(after.ids).toContain(eventId)
    expect(after.counts.draft).toBe(before.counts.draft + 1)
    expect((await choices()).events.map((one) => one.eventId)).toContain(eventId)
  })

  test('a draft of an event that is streamed stays in the list', async () => {
    const of = await world()
    const { event } = await ask(
      events.getEvent,
      { ...of.ids, eventId: (of.examples.getEvent as { eventId: string }).eventId },
      of.owner,
    )
    const { eventId } = await ask(events.duplicateEvent, { ...of.ids, eventId: event.eventId }, of.owner)
    const copy = (await ask(events.getEvent, { ...of.ids, eventId }, of.owner)).event
    const scheduleId = copy.schedules[0]?.scheduleId ?? ''
    await ask(
      streamings.createStreaming,
      { ...of.ids, eventId, scheduleId, scheduledStartAt: now() + 10 * day },
      of.owner,
    )
    expect((await listed(of)).ids).toContain(eventId)
  })

  test('moved and renamed on its page, its event is, too', async () => {
    const of = await world()
    const made = await ask(streamingContents.prepareLive, { ...of.said, startAt: now() + day }, of.owner)
    const startAt = now() + 3 * day
    const { planContent } = await ask(
      contents.getPrivatePlanContent,
      { ...of.ids, planContentId: made.planContentId },
      of.owner,
    )
    await ask(
      streamingContents.updatePlanContentStreamingAsActive,
      {
        ...{ ...of.ids, planContentId: made.planContentId, name: 'From the balcony', thumbnail: planContent.thumbnail },
        ...{ viewableBy: 'paidUsers', planIds: of.said.planIds, backNumberPeriod: null, text: asDocument('') },
        ...{ startAt, expiredAt: 'indefinite' },
      },
      of.owner,
    )
    const { eventId } = await desk(of, made.streamingId)
    const { event } = await ask(events.getEvent, { ...of.ids, eventId }, of.owner)
    expect(event).toMatchObject({ startAt, title: 'From the balcony', status: 'draft' })
  })

  test('what cannot be is refused, and nothing is left of it', async () => {
    const of = await world()
    const count = async () => (await ask(contents.getPlanContentsWithPlans, of.ids, of.owner)).counts.all
    const before = await count()
    const refusal = (changes: object) =>
      refused(streamingContents.prepareLive, { ...of.said, ...changes } as never, of.owner)
    expect(await refusal({ startAt: now() - 1 })).toMatchObject({ status: 409, code: 'startInPast' })
    expect(await refusal({ planIds: ['plan_of_others'] })).toMatchObject({ status: 404, code: 'planNotFound' })
    expect(await refusal({ planIds: [] })).toMatchObject({
      status: 400,
      fields: [{ field: 'planIds', rule: 'noPlansSelected' }],
    })
    expect(await refusal({ name: ' ' })).toMatchObject({ status: 400 })
    expect(await count()).toBe(before)
  })
})

test('the way to a live stands on the home of those who may go live, where events are on', async () => {
  const of = await world()
  const sees = async (by: World['owner']) => (await ask(brandHome.getBrandHome, of.ids, by)).canStream
  expect(await sees(of.owner)).toBe(true)
  const moderator = await person()
  await addMember(of.tenantId, moderator, 'moderator')
  expect(await sees(moderator)).toBe(false)
  const config = serverConfig()
  config.FEATURE_FAN_CLUB_EVENTS = false
  try {
    expect(await sees(of.owner)).toBe(false)
  } finally {
    config.FEATURE_FAN_CLUB_EVENTS = true
  }
})
