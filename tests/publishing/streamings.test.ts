import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uploads } from '#club/uploads/tables.server.ts'
import { serverConfig } from '#config.server.ts'
import { day } from '#kit/time.ts'
import { callbackContext } from '#program/workContext.ts'
import { contents } from '#publishing/contents/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { contents as contentTable } from '#publishing/contents/tables.server.ts'
import { videoConversions } from '#publishing/contents/video/tables.server.ts'
import { events } from '#publishing/events/contract.ts'
import { noteSignal } from '#publishing/streamings/callbacks.server.ts'
import { streamingContents } from '#publishing/streamings/contents/contract.ts'
import { streamings } from '#publishing/streamings/contract.ts'
import { streamingSummariesOf } from '#publishing/streamings/details.server.ts'
import { type Found, streamingsWithStatus } from '#publishing/streamings/queries.server.ts'
import {
  beginsByItself,
  expiryProblem,
  longestLive,
  overAt,
  type StreamingDetails,
  signalGrace,
  steadyAfter,
  streamingStatusAt,
  streamingStatuses,
} from '#publishing/streamings/streaming.ts'
import { streamingViewers, streamings as table } from '#publishing/streamings/tables.server.ts'
import { watchedFor } from '#publishing/streamings/watching.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import type { Brand } from '#server/proven.ts'
import { moveClock, runDueJobs } from '#server/queue.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { ask, newId, type Person, person, refused, request } from '../support/club'
import { together } from '../support/naive'
import { scene } from '../support/scene'

const hour = 3_600_000

/** A club with an event ten days ahead and a streaming of it. */
const withStreaming = async () => {
  const world = await scene()
  const { eventId, scheduleId } = world.examples.createStreaming as { eventId: string; scheduleId: string }
  const said = { ...world.ids, eventId, scheduleId, scheduledStartAt: now() + 10 * day }
  const { streamingId, ingest } = await ask(streamings.createStreaming, said, world.owner)
  return { ...world, eventId, scheduleId, ingest, named: { ...world.ids, streamingId }, said }
}
type Named = { tenantId: string; brandId: string; streamingId: string }
const statusOf = async (named: Named, by: Person) =>
  (await ask(streamings.getStreaming, named, by)).streaming.streamingStatus

describe('what a streaming is', () => {
  const at = 1_000_000_000
  const facts = {
    startedAt: at,
    endedAt: at + hour,
    signalAt: null,
    recordingOn: true,
    hasNoVod: false,
    vodAvailableAt: null,
    vodVisibility: 'auto' as const,
    vodState: 'ready' as const,
    expiredAt: at + day,
  }
  test.each([
    ['has not begun', { startedAt: null, endedAt: null }, at, 'beforeLive'],
    ['never began and has run out', { startedAt: null, endedAt: null }, at + day, 'ended'],
    ['has a signal', { endedAt: null, signalAt: at + hour }, at + hour, 'live'],
    ['lost its signal a while ago', { endedAt: null, signalAt: at }, at + signalGrace - 1, 'live'],
    ['lost its signal too long ago', { endedAt: null, signalAt: at }, at + signalGrace, 'vod'],
    ['was never sent anything', { endedAt: null, hasNoVod: true }, at + signalGrace, 'ended'],
    ['goes on for ever', { endedAt: null, signalAt: at + longestLive }, at + longestLive, 'vod'],
    ['goes on past its own end', { endedAt: null, signalAt: at + day, expiredAt: at + 1 }, at + 2, 'live'],
    ['was ended', {}, at + hour, 'vod'],
    ['is being converted', { vodState: 'processing' }, at + hour, 'beforeVOD'],
    ['waits to be recorded', { vodState: 'none' }, at + hour, 'beforeVOD'],
    ['could not be converted', { vodState: 'failed' }, at + hour, 'ended'],
    ['was not to be recorded', { recordingOn: false, vodState: 'none' }, at + hour, 'ended'],
    ['waits for its moment', { vodAvailableAt: at + 2 * hour }, at + hour, 'beforeVOD'],
    ['has come to its moment', { vodAvailableAt: at + 2 * hour }, at + 2 * hour, 'vod'],
    ['waits for staff', { vodVisibility: 'staffCheck' }, at + hour, 'beforeVOD'],
    ['has run out', {}, at + day, 'ended'],
    ['never runs out', { expiredAt: null }, at + 400 * day, 'vod'],
  ] as const)('one that %s', (_, changes, moment, status) => {
    expect(streamingStatusAt({ ...facts, ...changes }, moment)).toBe(status)
  })

  test('is the same in SQL and in the rule', async () => {
    const { ids, eventId, scheduleId, owner } = await withStreaming()
    const moment = now()
    const near = fc.constantFrom(moment - signalGrace - 1, moment - signalGrace, moment - 1, moment, moment + 1)
    const one = fc.record({
      startedAt: fc.option(near),
      endedAt: fc.option(near),
      signalAt: fc.option(near),
      recordingOn: fc.boolean(),
      hasNoVod: fc.boolean(),
      vodAvailableAt: fc.option(near),
      vodVisibility: fc.constantFrom('auto' as const, 'staffCheck' as const),
      expiredAt: fc.option(near),
      conversion: fc.constantFrom(null, 'progressing' as const, 'completed' as const, 'error' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (list) => {
        await database().delete(table).where(eq(table.createdBy, 'test'))
        const made = await Promise.all(
          list.map(async ({ conversion, ...values }) => {
            const { tenantId } = ids
            const mediaId = newId('media')
            if (conversion) {
              await database()
                .insert(uploads)
                .values({
                  ...{ ...ids, mediaId, kind: 'video', fileName: 'a.ts', contentType: 'video/mp2t', size: 1 },
                  ...{ key: mediaId, state: 'ready', createdBy: 'test', createdAt: moment },
                })
              await database()
                .insert(videoConversions)
                .values({ tenantId, mediaId, status: conversion, createdAt: moment })
            }
            const row = {
              ...{ ...ids, ...values, eventId, scheduleId, streamingId: newId('streaming'), streamKey: newId('key') },
              endedAt: values.startedAt === null ? null : values.endedAt,
              ...{ scheduledStartAt: moment, createdAt: moment, createdBy: 'test' },
              vodMediaId: conversion ? mediaId : null,
            }
            await database().insert(table).values(row)
            const states = { progressing: 'processing', completed: 'ready', error: 'failed' } as const
            return { ...row, vodState: conversion ? states[conversion] : ('none' as const) }
          }),
        )
        for (const status of streamingStatuses) {
          const found = await streamingsWithStatus(database(), ids as Brand, status, moment)
          const ours = found.filter(({ createdBy }) => createdBy === 'test').map(({ streamingId }) => streamingId)
          const expected = made.filter((row) => streamingStatusAt(row as Found, moment) === status)
          expect(ours.sort(), status).toEqual(expected.map(({ streamingId }) => streamingId).sort())
        }
      }),
      { numRuns: 40 },
    )
    expect(owner).toBeDefined()
  })
})

describe('how long a recording can be watched', () => {
  const at = 1_000_000_000
  const before = { scheduledStartAt: at, expiredAt: at + 10 * day }
  test.each([
    ['longer, at any time', at + 20 * day, at + 9 * day, null],
    ['without an end', null, at, null],
    ['as it was', at + 10 * day, at + 10 * day, null],
    ['shorter, told a day before', at + 3 * day, at + 2 * day, null],
    ['shorter, told too late', at + 3 * day, at + 2 * day + 1, 'tooSmall'],
    ['to before its beginning', at, at - 9 * day, 'beforeStart'],
  ] as const)('%s', (_, expiredAt, moment, rule) => {
    expect(expiryProblem(before, expiredAt, moment)?.rule ?? null).toBe(rule)
  })
  test('from no end to some end is shorter', () => {
    expect(expiryProblem({ ...before, expiredAt: null }, at + day, at)).toBeNull()
    expect(expiryProblem({ ...before, expiredAt: null }, at + day, at + 1)).toMatchObject({ rule: 'tooSmall' })
  })
})

test('a streaming is made for a date of an event, with a key of its own', async () => {
  const { owner, named, said, ingest, eventId, ids } = await withStreaming()
  expect(ingest.key).toMatch(/^key-[0-9a-z]{20}$/)
  const { streaming, canEdit } = await ask(streamings.getStreaming, named, owner)
  expect(streaming).toMatchObject({ eventId, ingest, streamingStatus: 'beforeLive', health: 'noSignal' })
  expect(streaming.expiredAt).toBe(said.scheduledStartAt + 7 * day)
  expect(canEdit).toBe(true)
  const codeOf = async (changes: object) =>
    (await refused(streamings.createStreaming, { ...said, ...changes }, owner)).code
  expect(await codeOf({ eventId: newId('event') })).toBe('eventNotFound')
  expect(await codeOf({ scheduleId: newId('schedule') })).toBe('scheduleNotFound')
  expect(await codeOf({ scheduledStartAt: now() - 1 })).toBe('startInPast')
  expect(await codeOf({ expiredAt: said.scheduledStartAt })).toBe('expiryTooEarly')
  expect(await codeOf({ expiredAt: 'Indefinite' })).toBe('validation')
  const { ingest: other } = await ask(streamings.rotateStreamKey, named, owner)
  expect(other.key).not.toBe(ingest.key)
  await ask(calledOff.cancelEvent, { ...ids, eventId, reason: 'Snow.', refundPolicy: '' }, owner)
  expect(await codeOf({})).toBe('eventCanceled')
  expect((await refused(streamings.startLive, named, owner)).code).toBe('eventCanceled')
})

test('who may not stream is told no key', async () => {
  const { ids, named, tenantId } = await withStreaming()
  const { addMember, person } = await import('../support/club')
  const moderator = await person()
  await addMember(tenantId, moderator, 'moderator')
  const { streaming, canEdit } = await ask(streamings.getStreaming, named, moderator)
  expect([streaming.ingest, canEdit]).toEqual([null, false])
  expect((await refused(streamings.rotateStreamKey, named, moderator)).status).toBe(403)
  expect(ids).toBeDefined()
})

test('begins once and ends once; without anything sent there is no recording', async () => {
  const { owner, named } = await withStreaming()
  expect((await refused(streamings.endLive, named, owner)).code).toBe('notLive')
  expect((await ask(streamings.startLive, named, owner)).streaming.streamingStatus).toBe('live')
  expect((await refused(streamings.startLive, named, owner)).code).toBe('alreadyStarted')
  expect((await ask(streamings.endLive, named, owner)).streaming.streamingStatus).toBe('beforeVOD')
  expect((await refused(streamings.endLive, named, owner)).code).toBe('notLive')
  expect((await refused(streamings.startLive, named, owner)).code).toBe('streamingOver')
  expect((await refused(streamings.rotateStreamKey, named, owner)).code).toBe('streamingOver')
  await moveClock(now() + 10_000)
  await runDueJobs()
  expect(await statusOf(named, owner)).toBe('ended')
})

test('is over ten minutes after its signal was lost, and its recording is looked for', async () => {
  const { owner, named } = await withStreaming()
  await ask(streamings.startLive, named, owner)
  const signalAt = now()
  await database().update(table).set({ signalAt }).where(eq(table.streamingId, named.streamingId))
  await moveClock(signalAt + signalGrace - 60_000)
  expect(await statusOf(named, owner)).toBe('live')
  await moveClock(signalAt + signalGrace)
  const [row] = await database().select().from(table).where(eq(table.streamingId, named.streamingId))
  expect(row && overAt(row)).toBe(signalAt + signalGrace)
  expect(row).toMatchObject({ endedAt: signalAt + signalGrace, hasNoVod: true })
  expect(await statusOf(named, owner)).toBe('ended')
})

test('goes along with its date, as long as it has not begun', async () => {
  const { ids, owner, named, eventId, scheduleId, said } = await withStreaming()
  const { event } = await ask(events.getEvent, { ...ids, eventId }, owner)
  const [first] = event.schedules
  const startAt = (first?.startAt ?? 0) + 3 * day
  const postpone = {
    ...ids,
    eventId,
    reason: 'Snow.',
    times: [{ scheduleId, doorsOpenAt: null, startAt, endAt: null }],
  }
  await ask(events.postponeEvent, postpone, owner)
  const { streaming } = await ask(streamings.getStreaming, named, owner)
  expect(streaming.startAt).toBe(said.scheduledStartAt + 3 * day)
  expect(streaming.expiredAt).toBe(said.scheduledStartAt + 10 * day)
  const without = { ...(await ask(events.getEvent, { ...ids, eventId }, owner)).event, schedules: [] }
  const { code } = await refused(
    events.updateEvent,
    { ...without, ...ids, schedules: [{ doorsOpenAt: null, startAt, endAt: null, venue: first?.venue }] },
    owner,
  )
  expect(code).toBe('scheduleHasStreaming')
})

test('tells viewers a word', async () => {
  const { owner, named } = await withStreaming()
  const { streaming } = await ask(streamings.postStreamingNotice, { ...named, text: 'Soon.' }, owner)
  expect(streaming.notices).toMatchObject([{ text: 'Soon.' }])
  expect((await request(streamings.postStreamingNotice, JSON.stringify({ ...named, text: ' ' }), owner)).status).toBe(
    400,
  )
})

describe('a content of a streaming', () => {
  const letter = {
    name: 'Show',
    thumbnail: '',
    viewableBy: 'allUsers' as const,
    planIds: [],
    backNumberPeriod: null,
    text: '',
  }

  test('is named after its event, and shows the streaming’s times', async () => {
    const { ids, owner, named, eventId, said, slug } = await withStreaming()
    const { streamingId } = named
    const made = await ask(streamingContents.createDraftPlanContentStreaming, { ...ids, streamingId, eventId }, owner)
    const { planContent } = await ask(contents.getPrivatePlanContent, { ...ids, ...made }, owner)
    expect(planContent).toMatchObject({ name: 'Winter concert', type: 'streaming', status: 'draft' })
    expect(planContent.details).toMatchObject({
      url: `${serverConfig().PUBLIC_ORIGIN}/fc/${slug}/contents/${made.planContentId}`,
      startAt: said.scheduledStartAt,
      expiredAt: said.scheduledStartAt + 7 * day,
      streamingId,
    })
    const elsewhere = { ...ids, streamingId, eventId: newId('event') }
    expect((await refused(streamingContents.createDraftPlanContentStreaming, elsewhere, owner)).code).toBe(
      'streamingNotFound',
    )
    const foreign = await withStreaming()
    const theirs = { ...ids, streamingId: foreign.named.streamingId, eventId }
    expect((await refused(streamingContents.createDraftPlanContentStreaming, theirs, owner)).code).toBe(
      'streamingNotFound',
    )
  })

  test('sets the streaming’s times, under the same rules', async () => {
    const { ids, owner, named, eventId, said } = await withStreaming()
    const { streamingId } = named
    const made = await ask(streamingContents.createDraftPlanContentStreaming, { ...ids, streamingId, eventId }, owner)
    const save = (times: object) => ({ ...ids, ...made, ...letter, ...times })
    const startAt = said.scheduledStartAt + day
    await ask(streamingContents.updatePlanContentStreamingAsDraft, save({ startAt, expiredAt: 'indefinite' }), owner)
    const { streaming } = await ask(streamings.getStreaming, named, owner)
    expect([streaming.startAt, streaming.expiredAt]).toEqual([startAt, null])
    const operation = streamingContents.updatePlanContentStreamingAsActive
    expect((await refused(operation, save({ startAt: now() - 1 }), owner)).code).toBe('startInPast')
    expect((await refused(operation, save({ expiredAt: startAt - 1 }), owner)).code).toBe('expiryTooEarly')
    await ask(operation, save({}), owner)
    await ask(streamings.startLive, named, owner)
    expect((await refused(operation, save({ startAt: startAt + day }), owner)).code).toBe('alreadyStarted')
    await ask(operation, save({ startAt }), owner)
  })

  /** What its page and its card say of a free content of a streaming. */
  const seenBy = async ({ ids, owner, named, eventId }: Awaited<ReturnType<typeof withStreaming>>) => {
    const { streamingId } = named
    const made = await ask(streamingContents.createDraftPlanContentStreaming, { ...ids, streamingId, eventId }, owner)
    await ask(streamingContents.updatePlanContentStreamingAsActive, { ...ids, ...made, ...letter }, owner)
    return async () => {
      const page = await ask(publicContents.getPublicPlanContent, { tenantId: ids.tenantId, ...made })
      const list = await ask(publicContents.getPublicPlanContents, { ...ids, filterOption: null })
      const card = list.planContents.find(({ planContentId }) => planContentId === made.planContentId)
      if (!page.ok || page.planContent.type !== 'streaming' || card?.type !== 'streaming')
        return expect.fail('not seen')
      const { eventState, eventReason, streamingStatus } = page.planContent.details
      expect(card.details).toMatchObject({ eventState, streamingStatus })
      return [streamingStatus, eventState, eventReason]
    }
  }

  test('says that its event waits for a new date, or is cancelled, and why', async () => {
    const world = await withStreaming()
    const { ids, owner, eventId, scheduleId, said } = world
    const seen = await seenBy(world)
    expect(await seen()).toEqual(['beforeLive', null, ''])
    const postpone = (times: { scheduleId: string; doorsOpenAt: null; startAt: number; endAt: null }[]) =>
      ask(events.postponeEvent, { ...ids, eventId, reason: 'Snow.', times }, owner)
    await postpone([])
    expect(await seen()).toEqual(['beforeLive', 'undated', 'Snow.'])
    await moveClock(said.scheduledStartAt + 8 * day)
    expect(await seen()).toEqual(['ended', 'undated', 'Snow.'])
    await postpone([{ scheduleId, doorsOpenAt: null, startAt: now() + 10 * day, endAt: null }])
    expect(await seen()).toEqual(['beforeLive', null, ''])
    await ask(calledOff.cancelEvent, { ...ids, eventId, reason: 'Still snow.', refundPolicy: '' }, owner)
    expect(await seen()).toEqual(['beforeLive', 'canceled', 'Still snow.'])
  })

  test('that has begun is what it is, whatever becomes of its event', async () => {
    const world = await withStreaming()
    const { ids, owner, named, eventId } = world
    const seen = await seenBy(world)
    await ask(streamings.startLive, named, owner)
    await ask(calledOff.cancelEvent, { ...ids, eventId, reason: 'Snow.', refundPolicy: '' }, owner)
    expect(await seen()).toEqual(['live', null, ''])
  })

  test('is not made where the feature is off, and stays readable', async () => {
    const { ids, owner, named, eventId, said } = await withStreaming()
    const { streamingId } = named
    const made = await ask(streamingContents.createDraftPlanContentStreaming, { ...ids, streamingId, eventId }, owner)
    const config = serverConfig()
    config.FEATURE_FAN_CLUB_EVENTS = false
    try {
      expect((await refused(streamings.createStreaming, said, owner)).status).toBe(404)
      const again = { ...ids, streamingId, eventId }
      expect((await refused(streamingContents.createDraftPlanContentStreaming, again, owner)).status).toBe(404)
      expect((await ask(contents.getPrivatePlanContent, { ...ids, ...made }, owner)).planContent.type).toBe('streaming')
      expect(await statusOf(named, owner)).toBe('beforeLive')
    } finally {
      config.FEATURE_FAN_CLUB_EVENTS = true
    }
  })
})

test('stands in the calendar beside its event', async () => {
  const { ids, owner, eventId, said } = await withStreaming()
  const range = { from: said.scheduledStartAt - hour, to: said.scheduledStartAt + hour }
  const { others } = await ask(contents.getScheduledActions, { ...ids, ...range }, owner)
  const kinds = others.map(({ kind, name }) => [kind, name])
  expect(kinds).toContainEqual(['event', 'Winter concert'])
  expect(kinds).toContainEqual(['streaming', 'Winter concert'])
  await ask(calledOff.cancelEvent, { ...ids, eventId, reason: 'Snow.', refundPolicy: '' }, owner)
  expect((await ask(contents.getScheduledActions, { ...ids, ...range }, owner)).others).toEqual([])
})

test('a list says of a streaming what it is, and of another brand’s nothing', async () => {
  const one = await withStreaming()
  const other = await withStreaming()
  await ask(streamings.startLive, one.named, one.owner)
  const reader = { db: database(), brand: one.ids as Brand, now: now() }
  const found = await streamingSummariesOf(reader, [one.named.streamingId, other.named.streamingId])
  const { scheduledStartAt: startAt } = one.said
  expect([...found]).toEqual([
    [one.named.streamingId, { streamingStatus: 'live', startAt, expiredAt: startAt + 7 * day, eventState: null }],
  ])
})

test('a recording whose job was lost is looked for again', async () => {
  const { owner, named } = await withStreaming()
  await ask(streamings.startLive, named, owner)
  await database().update(table).set({ endedAt: now() }).where(eq(table.streamingId, named.streamingId))
  expect(await statusOf(named, owner)).toBe('beforeVOD')
  await moveClock(now() + hour)
  await runDueJobs()
  expect(await statusOf(named, owner)).toBe('ended')
})

test('one that had a signal waits for its recording, wherever that lies: none is only where nothing was sent', async () => {
  const { owner, named, ingest } = await withStreaming()
  await ask(streamings.startLive, named, owner)
  for (let s = 0; s <= 20; s += 2)
    await noteSignal({ ...callbackContext(), now: now() + s * 1000 }, ingest.key, true, 'here')
  await database().update(table).set({ endedAt: now() }).where(eq(table.streamingId, named.streamingId))
  await moveClock(now() + hour)
  await runDueJobs()
  expect(await statusOf(named, owner)).toBe('beforeVOD')
  await moveClock(now() + day)
  await runDueJobs()
  expect(await statusOf(named, owner)).toBe('ended')
})

describe('a streaming that begins by itself', () => {
  const at = 1_000_000_000
  const facts = { autoStart: true, startedAt: null, scheduledStartAt: at, signalSince: at - hour }
  test.each([
    ['when its time has come and the signal is steady', {}, at, true],
    ['not before its time', {}, at - 1, false],
    ['not after a moment of signal', { signalSince: at + 1 }, at + steadyAfter, false],
    ['after ten seconds of it', { signalSince: at }, at + steadyAfter, true],
    ['not without a signal', { signalSince: null }, at + hour, false],
    ['not where nobody asked for it', { autoStart: false }, at + hour, false],
    ['once', { startedAt: at }, at + hour, false],
  ] as const)('%s', (_, changes, moment, begins) => {
    expect(beginsByItself({ ...facts, ...changes }, moment)).toBe(begins)
  })

  test('is begun by its signal, which has to hold; who tries out before is seen by nobody', async () => {
    const { named, ingest, owner, scheduledStartAt } = await withStreaming().then((one) => ({ ...one, ...one.said }))
    const signal = (moment: number, isThere = true) =>
      noteSignal({ ...callbackContext(), now: moment }, ingest.key, isThere, 'here')
    expect((await ask(streamings.setAutoStart, { ...named, autoStart: true }, owner)).streaming.autoStart).toBe(true)
    for (let s = 0; s <= 30; s += 2) await signal(scheduledStartAt - hour + s * 1000)
    expect((await signal(scheduledStartAt - hour + 32_000))?.folder).toMatch(/preview$/)
    await signal(scheduledStartAt - hour + 34_000, false)
    await signal(scheduledStartAt)
    // Away for a while: the ten seconds start again.
    await signal(scheduledStartAt + 60_000)
    expect((await signal(scheduledStartAt + 68_000))?.folder).toMatch(/preview$/)
    expect((await signal(scheduledStartAt + 70_000))?.folder).toMatch(/show$/)
    const [row] = await database().select().from(table).where(eq(table.streamingId, named.streamingId))
    expect(row?.startedAt).toBe(scheduledStartAt + 70_000)
    expect(await refused(streamings.setAutoStart, { ...named, autoStart: false }, owner)).toMatchObject({
      code: 'alreadyStarted',
    })
    expect(await signal(scheduledStartAt + 72_000)).toMatchObject({ folder: expect.stringMatching(/show$/) })
  })
})

describe('who watches', () => {
  const live = async () => {
    const world = await scene()
    const { planContentId } = world.examples.noteWatching as { planContentId: string }
    const { streamingId } = world.examples.endLive as { streamingId: string }
    const asked = { tenantId: world.tenantId, planContentId }
    const device = (n: number) => ({ ...asked, viewer: `${n}`.padStart(16, '0') })
    const counted = async () => {
      await database().update(table).set({ viewersCountedAt: null }).where(eq(table.streamingId, streamingId))
      await ask(streamings.noteWatching, device(0))
      const { streaming } = await ask(streamings.getStreaming, { ...world.ids, streamingId }, world.owner)
      return [streaming.viewers, streaming.viewersPeak]
    }
    const seenBefore = (moment: number) =>
      database().update(streamingViewers).set({ seenAt: moment }).where(eq(streamingViewers.streamingId, streamingId))
    return { ...world, asked, device, counted, seenBefore, streamingId }
  }

  test('is counted by device, and the most there were at once is kept', async () => {
    const { device, counted, seenBefore } = await live()
    for (const n of [0, 1, 2, 2, 1]) await ask(streamings.noteWatching, device(n))
    expect(await counted()).toEqual([3, 3])
    await seenBefore(now() - watchedFor)
    expect(await counted()).toEqual([1, 3])
  })

  test('on two devices of one account: a third waits until one of them has gone', async () => {
    const { device, seenBefore, owner, asked } = await live()
    const fan = await person()
    const on = (n: number, by: Person = fan) => request(streamings.noteWatching, JSON.stringify(device(n)), by)
    for (const n of [1, 2, 1, 2]) expect((await on(n)).status).toBe(200)
    expect((await on(3)).body).toContain('tooManyPlays')
    // The others go on undisturbed, other people and staff are not counted with them.
    expect([(await on(1)).status, (await on(3, await person())).status]).toEqual([200, 200])
    for (const n of [1, 2, 3, 4]) expect((await on(n, owner)).status).toBe(200)
    await seenBefore(now() - watchedFor)
    expect((await on(3)).status).toBe(200)
    expect((await refused(streamings.noteWatching, { ...asked, viewer: 'x' }, fan)).status).toBe(400)
  })

  test('a third device of an account gets nothing to play, neither at first nor again', async () => {
    const { device, asked, seenBefore, owner } = await live()
    const fan = await person()
    const source = async (n: number | null, by: Person | undefined = fan) => {
      const payload = n === null ? asked : device(n)
      const answer = await request(publicContents.getPublicPlanContent, JSON.stringify(payload), by)
      const { planContent } = JSON.parse(answer.body) as { planContent: { details: StreamingDetails } }
      const { url, cookie } = planContent.details.streamingSource.default
      expect([Object.keys(cookie).length, answer.cookies?.length ?? 0]).toEqual(url === '' ? [0, 0] : [3, 3])
      return url
    }
    const note = (n: number) => ask(streamings.noteWatching, device(n), fan)
    expect(await source(3)).toMatch(/^http/)
    for (const n of [1, 2]) await note(n)
    expect(await source(3)).toBe('')
    expect(await source(null)).toBe('')
    // Who plays has it renewed; visitors, other people and staff are not counted with them.
    for (const n of [1, 2]) expect(await source(n)).toMatch(/^http/)
    for (const by of [await person(), owner]) expect(await source(3, by)).toMatch(/^http/)
    await seenBefore(now() - watchedFor)
    await note(3)
    expect(await source(3)).toMatch(/^http/)
  })

  test('three devices that begin at once: two play', async () => {
    const { device } = await live()
    const fan = await person()
    const answers = await together(3, (n) => request(streamings.noteWatching, JSON.stringify(device(n)), fan))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  })

  test('nobody where it is not live, or not for them', async () => {
    const { examples, tenantId, ids } = await live()
    const waiting = examples.updatePlanContentStreamingAsActive as { planContentId: string }
    const asked = { tenantId, planContentId: waiting.planContentId, viewer: '0123456789abcdef' }
    expect((await refused(streamings.noteWatching, asked, await person())).code).toBe('contentLocked')
    expect((await refused(streamings.noteWatching, { ...asked, planContentId: 'content_nobody' })).status).toBe(404)
    await database()
      .update(contentTable)
      .set({ viewableBy: 'allUsers' })
      .where(eq(contentTable.planContentId, waiting.planContentId))
    expect((await refused(streamings.noteWatching, asked)).code).toBe('notLive')
    expect(ids.tenantId).toBe(tenantId)
  })
})
