import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serverConfig } from '#config.server.ts'
import type { Operation } from '#kit/contract.ts'
import { plainTextOf } from '#kit/plainText.ts'
import { day } from '#kit/time.ts'
import { events } from '#publishing/events/contract.ts'
import { draft, type EventTerms, eventStatusAt, eventStatuses, type FanEvent } from '#publishing/events/event.ts'
import { eventRow } from '#publishing/events/queries.server.ts'
import { events as eventTable } from '#publishing/events/tables.server.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { moveClock } from '#server/queue.ts'
import { calledOff } from '#shop/eventGoods/calledOff/contract.ts'
import { ask, club, newId, type Person, refused, request } from '../support/club'

const hour = 3_600_000
const venue = { name: 'Hall', address: '', mapUrl: '' }
const said = (startAt: number) => ({
  title: 'Winter concert',
  catchCopy: '',
  description: '',
  keyVisualUrl: 'https://example.com/visual.png',
  eventType: 'live' as const,
  performers: [],
  performerLine: '',
  schedules: [{ doorsOpenAt: null, startAt, endAt: startAt + 2 * hour, venue }],
  audience: 'public' as const,
  planIds: [],
  contact: '',
  notes: '',
})

type Ids = { tenantId: string; brandId: string }
const made = async (ids: Ids, owner: Person, moves: ('publish' | 'schedule' | 'cancel' | 'postpone')[] = []) => {
  const { eventId } = await ask(events.createDraftEvent, { ...ids, ...said(now() + 10 * day) }, owner)
  const named = { ...ids, eventId }
  for (const move of moves) {
    if (move === 'publish') await ask(events.publishEvent, named, owner)
    if (move === 'schedule') await ask(events.scheduleEvent, { ...named, publishAt: now() + day }, owner)
    if (move === 'cancel') await ask(calledOff.cancelEvent, { ...named, reason: 'Snow.', refundPolicy: '' }, owner)
    if (move === 'postpone') await ask(events.postponeEvent, { ...named, reason: 'Snow.', times: [] }, owner)
  }
  return named
}
const eventOf = async (named: Ids & { eventId: string }, owner: Person) =>
  (await ask(events.getEvent, named, owner)).event

describe('from which state an event may be moved', () => {
  type Kind = 'draft' | 'scheduled' | 'published' | 'postponed' | 'canceled'
  const before = {
    draft: [],
    scheduled: ['schedule'],
    published: ['publish'],
    postponed: ['publish', 'postpone'],
    canceled: ['publish', 'cancel'],
  } as const
  const table: [Operation, object, Record<Kind, string>][] = [
    [
      events.publishEvent,
      {},
      {
        draft: 'published',
        scheduled: 'published',
        published: 'alreadyPublished',
        postponed: 'alreadyPublished',
        canceled: 'eventCanceled',
      },
    ],
    [
      events.scheduleEvent,
      { publishAt: now() + 3 * day },
      {
        draft: 'scheduled',
        scheduled: 'scheduled',
        published: 'alreadyPublished',
        postponed: 'alreadyPublished',
        canceled: 'alreadyPublished',
      },
    ],
    [
      events.unpublishEvent,
      {},
      {
        draft: 'alreadyDraft',
        scheduled: 'draft',
        published: 'draft',
        postponed: 'draft',
        canceled: 'eventCanceled',
      },
    ],
    [
      events.postponeEvent,
      { reason: 'Snow.', times: [] },
      {
        draft: 'notPublished',
        scheduled: 'notPublished',
        published: 'postponed',
        postponed: 'postponed',
        canceled: 'notPublished',
      },
    ],
    [
      calledOff.cancelEvent,
      { reason: 'Snow.', refundPolicy: '' },
      {
        draft: 'notPublished',
        scheduled: 'notPublished',
        published: 'canceled',
        postponed: 'canceled',
        canceled: 'notPublished',
      },
    ],
  ]
  const cases = table.flatMap(([operation, more, outcomes]) =>
    (Object.entries(outcomes) as [Kind, string][]).map(
      ([kind, outcome]) => [operation.name, kind, outcome, operation, more] as const,
    ),
  )
  test.each(cases)('%s of one that is %s: %s', async (_, kind, outcome, operation, more) => {
    const { ids, owner } = await club()
    const named = await made(ids, owner, [...before[kind]])
    const answer = await request(operation, JSON.stringify({ ...named, ...more }), owner)
    const isState = (eventStatuses as readonly string[]).includes(outcome)
    if (isState) expect(answer.status, answer.body).toBe(200)
    else expect(JSON.parse(answer.body)).toMatchObject({ ok: false, code: outcome })
    expect((await eventOf(named, owner)).status).toBe(isState ? outcome : kind)
  })
})

test('what an event is, is the same in SQL and in the rule', async () => {
  const { ids, owner } = await club()
  const at = now()
  const instant = fc.constantFrom(at - 1, at, at + 1)
  const one = fc.record({
    visibility: fc.constantFrom('draft', 'scheduled', 'published', 'unlisted'),
    publishAt: instant,
    endAt: fc.option(instant),
    isCanceled: fc.boolean(),
    postponement: fc.constantFrom(null, false, true),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), async (list) => {
      await database().delete(eventTable)
      const rows = list.map(({ visibility, publishAt, endAt, isCanceled, postponement }): FanEvent => {
        const schedules =
          endAt === null ? [] : [{ scheduleId: 's', doorsOpenAt: null, startAt: endAt - hour, endAt, venue }]
        const terms = { ...said(at), english: {}, schedules } as EventTerms
        return {
          ...draft(newId('event'), terms, at),
          visibility: visibility as FanEvent['visibility'],
          publishAt: visibility === 'draft' ? null : publishAt,
          cancellation: isCanceled ? { reason: '', refundPolicy: '', at } : null,
          postponement: postponement === null ? null : { reason: '', at, startedAt: null, isDated: postponement },
        }
      })
      await database()
        .insert(eventTable)
        .values(rows.map((event) => eventRow(ids, event)))
      const { eventHandlers } = await import('#publishing/events/operations.server.ts')
      const context = { db: database(), brand: ids, member: { role: 'owner' }, now: at, isOn: () => true }
      for (const status of eventStatuses) {
        const found = await eventHandlers.getEvents(context as never, { ...ids, status })
        const expected = rows.filter((event) => eventStatusAt(event, at) === status).map(({ eventId }) => eventId)
        expect(found.events.map(({ eventId }) => eventId).sort()).toEqual(expected.sort())
        expect(found.counts[status]).toBe(expected.length)
      }
      const { counts } = await eventHandlers.getEvents(context as never, ids)
      expect(counts.current).toBe(counts.all - counts.canceled - counts.ended)
    }),
    { numRuns: 40 },
  )
  expect(owner).toBeDefined()
})

test('the list of what is to come begins with the nearest date, and ends with those that have none', async () => {
  const { ids, owner } = await club()
  const at = now()
  await database()
    .insert(eventTable)
    .values(
      [at + 9 * day, null, at + 2 * day, at + 30 * day].map((startAt, n) => {
        const schedules =
          startAt === null ? [] : [{ scheduleId: 's', doorsOpenAt: null, startAt, endAt: startAt, venue }]
        return eventRow(
          ids,
          draft(`event_${n}_${newId('e')}`, { ...said(at), english: {}, schedules } as EventTerms, at),
        )
      }),
    )
  const orderOf = async (asked: object) =>
    (await ask(events.getEvents, { ...ids, ...asked }, owner)).events.map(({ eventId }) => eventId.slice(0, 7))
  expect(await orderOf({ status: 'current' })).toEqual(['event_2', 'event_0', 'event_3', 'event_1'])
  expect(await orderOf({})).toEqual(['event_1', 'event_3', 'event_0', 'event_2'])
})

describe('what is announced', () => {
  test('needs a title, a picture and a date that lies ahead; a draft needs nothing', async () => {
    const { ids, owner } = await club()
    const full = said(now() + 10 * day)
    const empty = { ...full, title: '', keyVisualUrl: '', schedules: [] }
    const { eventId } = await ask(events.createDraftEvent, { ...ids, ...empty }, owner)
    const named = { ...ids, eventId }
    const missing = async (changes: object) => {
      await ask(events.updateEvent, { ...named, ...full, ...changes }, owner)
      const { code, fields } = await refused(events.publishEvent, named, owner)
      return [code, fields?.[0]?.field]
    }
    const nothing = await refused(events.publishEvent, named, owner)
    expect(nothing.fields?.map(({ field }) => field)).toEqual(['title', 'schedules', 'keyVisualUrl'])
    expect(await missing({ title: ' ' })).toEqual(['incomplete', 'title'])
    expect(await missing({ keyVisualUrl: '' })).toEqual(['incomplete', 'keyVisualUrl'])
    expect(await missing({ schedules: [] })).toEqual(['incomplete', 'schedules'])
    expect(await missing({ audience: 'plans' })).toEqual(['incomplete', 'planIds'])
    expect(await missing(said(now() - day))).toEqual(['scheduleInPast', 'schedules'])
    await ask(events.updateEvent, { ...named, ...full }, owner)
    await ask(events.publishEvent, named, owner)
    expect((await refused(events.updateEvent, { ...named, ...full, title: '' }, owner)).code).toBe('incomplete')
  })

  test('is for plans of its own brand only', async () => {
    const { ids, owner } = await club()
    const foreign = { ...ids, ...said(now() + day), audience: 'plans', planIds: [newId('plan')] }
    expect((await refused(events.createDraftEvent, foreign, owner)).code).toBe('planNotFound')
  })

  test('keeps the ids of its dates, and takes none from elsewhere', async () => {
    const { ids, owner } = await club()
    const named = await made(ids, owner)
    const [first] = (await eventOf(named, owner)).schedules
    if (!first) throw new Error('no schedule')
    const later = { doorsOpenAt: null, startAt: now() + 20 * day, endAt: null, venue }
    await ask(events.updateEvent, { ...named, ...said(0), schedules: [later, first] }, owner)
    const { schedules, startAt } = await eventOf(named, owner)
    expect(schedules.map(({ startAt: begins }) => begins)).toEqual([first.startAt, later.startAt])
    expect(schedules[0]?.scheduleId).toBe(first.scheduleId)
    expect(startAt).toBe(first.startAt)
    const odd = { ...later, scheduleId: newId('schedule') }
    const answer = await refused(events.updateEvent, { ...named, ...said(0), schedules: [odd] }, owner)
    expect(answer.code).toBe('scheduleNotFound')
    const turned = { ...later, endAt: later.startAt - 1 }
    expect((await refused(events.createDraftEvent, { ...ids, ...said(0), schedules: [turned] }, owner)).status).toBe(
      400,
    )
  })

  test('is over with its last date, without any job', async () => {
    const { ids, owner } = await club()
    const named = await made(ids, owner, ['publish'])
    const { endAt } = await eventOf(named, owner)
    const lists = async () => {
      const of = async (period: 'ahead' | 'past') =>
        (await ask(events.getPublicEvents, { ...ids, period })).events.map(({ status }) => status)
      return [await of('ahead'), await of('past')]
    }
    await moveClock((endAt ?? 0) - 60_000)
    expect(await lists()).toEqual([['published'], []])
    await moveClock(endAt ?? 0)
    expect(await lists()).toEqual([[], ['ended']])
    expect((await eventOf(named, owner)).status).toBe('ended')
    expect((await refused(calledOff.cancelEvent, { ...named, reason: 'Late.', refundPolicy: '' }, owner)).code).toBe(
      'notPublished',
    )
  })
})

describe('what everybody sees', () => {
  test('of an event that was put off and then cancelled goes to the past with its last date', async () => {
    const { ids, owner } = await club()
    const named = await made(ids, owner, ['publish', 'postpone', 'cancel'])
    const statesIn = async (period: 'ahead' | 'past') =>
      (await ask(events.getPublicEvents, { ...ids, period })).events.map(({ status }) => status)
    expect([await statesIn('ahead'), await statesIn('past')]).toEqual([['canceled'], []])
    await moveClock((await eventOf(named, owner)).endAt ?? 0)
    expect([await statesIn('ahead'), await statesIn('past')]).toEqual([[], ['canceled']])
  })

  test('is neither a draft nor a scheduled event, until its moment', async () => {
    const { ids, owner } = await club()
    const drafted = await made(ids, owner)
    const scheduled = await made(ids, owner, ['schedule'])
    const look = async () => (await ask(events.getPublicEvents, { ...ids, period: 'ahead' })).events.length
    expect(await look()).toBe(0)
    for (const named of [drafted, scheduled])
      expect((await refused(events.getPublicEvent, named)).code).toBe('eventNotFound')
    await moveClock(now() + day)
    expect(await look()).toBe(1)
    expect((await ask(events.getPublicEvent, scheduled)).event.status).toBe('published')
    expect((await eventOf(scheduled, owner)).status).toBe('published')
  })

  test('of an unlisted event is its page alone', async () => {
    const { ids, owner } = await club()
    const named = await made(ids, owner)
    await ask(events.publishEvent, { ...named, visibility: 'unlisted' }, owner)
    expect((await ask(events.getPublicEvents, { ...ids, period: 'ahead' })).events).toEqual([])
    expect((await ask(events.getPublicEvent, named)).event.title).toBe('Winter concert')
    await ask(events.publishEvent, { ...named, visibility: 'published' }, owner)
    expect((await ask(events.getPublicEvents, { ...ids, period: 'ahead' })).events.length).toBe(1)
  })

  test('of another brand is nothing of this one', async () => {
    const one = await club()
    const other = await club()
    const { eventId } = await made(one.ids, one.owner, ['publish'])
    expect((await refused(events.getPublicEvent, { ...other.ids, eventId })).code).toBe('eventNotFound')
  })
})

test('a postponed event waits for its new dates, and has them then', async () => {
  const { ids, owner } = await club()
  const named = await made(ids, owner, ['publish', 'postpone'])
  const before = await eventOf(named, owner)
  await moveClock((before.endAt ?? 0) + day)
  expect((await eventOf(named, owner)).status).toBe('postponed')
  const [first] = before.schedules
  const time = { scheduleId: first?.scheduleId ?? '', doorsOpenAt: null, startAt: now() + 5 * day, endAt: null }
  const past = { ...named, reason: 'Snow.', times: [{ ...time, startAt: now() - day }] }
  expect((await refused(events.postponeEvent, past, owner)).code).toBe('scheduleInPast')
  await ask(events.postponeEvent, { ...named, reason: 'Snow.', times: [time] }, owner)
  const { event } = await ask(events.getPublicEvent, named)
  expect(event).toMatchObject({
    status: 'published',
    startAt: time.startAt,
    postponement: { isDated: true, startedAt: before.startAt },
    schedules: [{ venue }],
  })
})

test('a duplicate is a draft of its own, with dates of its own', async () => {
  const { ids, owner } = await club()
  const named = await made(ids, owner, ['publish', 'cancel'])
  const { eventId } = await ask(events.duplicateEvent, named, owner)
  const [one, other] = [await eventOf(named, owner), await eventOf({ ...ids, eventId }, owner)]
  expect(other).toMatchObject({ status: 'draft', title: one.title, cancellation: null, publishAt: null })
  expect(other.schedules[0]?.scheduleId).not.toBe(one.schedules[0]?.scheduleId)
})

test('a stale save is refused', async () => {
  const { ids, owner } = await club()
  const named = await made(ids, owner)
  const { editedAt } = await eventOf(named, owner)
  const save = { ...named, ...said(now() + day), expectedEditedAt: editedAt }
  await ask(events.updateEvent, { ...save, title: 'First' }, owner)
  expect((await refused(events.updateEvent, { ...save, title: 'Second' }, owner)).code).toBe('conflict')
})

test('of two tabs that save one draft the second is refused, and the first goes on from what its save has answered', async () => {
  const { ids, owner } = await club()
  const { eventId, editedAt } = await ask(events.createDraftEvent, { ...ids, ...said(now() + day) }, owner)
  const named = { ...ids, eventId }
  const save = (title: string, expectedEditedAt: number) => ({
    ...named,
    ...said(now() + day),
    title,
    expectedEditedAt,
  })
  const first = await ask(events.updateEvent, save('First tab', editedAt), owner)
  expect((await refused(events.updateEvent, save('Second tab', editedAt), owner)).code).toBe('conflict')
  for (const move of [events.publishEvent, events.unpublishEvent] as const)
    expect((await refused(move, { ...named, expectedEditedAt: editedAt }, owner)).code).toBe('conflict')
  expect(await eventOf(named, owner)).toMatchObject({ title: 'First tab', editedAt: first.editedAt })
  const again = await ask(events.updateEvent, save('First tab, again', first.editedAt), owner)
  expect(await eventOf(named, owner)).toMatchObject({ title: 'First tab, again', editedAt: again.editedAt })
})

test('where the feature is off nothing is made or changed, and what exists stays readable', async () => {
  const { ids, owner } = await club()
  const named = await made(ids, owner, ['publish'])
  const config = serverConfig()
  config.FEATURE_FAN_CLUB_EVENTS = false
  try {
    for (const [operation, payload] of [
      [events.createDraftEvent, { ...ids, ...said(now() + day) }],
      [events.updateEvent, { ...named, ...said(now() + day) }],
      [events.unpublishEvent, named],
      [calledOff.cancelEvent, { ...named, reason: 'x', refundPolicy: '' }],
    ] as const)
      expect(await refused(operation, payload, owner)).toMatchObject({ status: 404, code: 'notFound' })
    expect(await ask(events.getEvents, ids, owner)).toMatchObject({
      events: [named.eventId].map((eventId) => ({ eventId })),
      canEdit: false,
    })
    expect(await ask(events.getEvent, named, owner)).toMatchObject({ event: { status: 'published' }, canEdit: false })
    expect((await ask(events.getPublicEvents, { ...ids, period: 'ahead' })).events).toHaveLength(1)
    expect((await ask(events.getPublicEvent, named)).event.eventId).toBe(named.eventId)
    expect((await ask(calledOff.getGoodsOfEvent, named, owner)).all).toBe(0)
  } finally {
    config.FEATURE_FAN_CLUB_EVENTS = true
  }
  expect((await eventOf(named, owner)).status).toBe('published')
})

describe('the description', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const document = (...content: object[]) => JSON.stringify({ type: 'doc', content })

  test('is a document of the editor; a plain text becomes one, and one from before stays readable', async () => {
    const { ids, owner } = await club()
    const make = async (description: string) => {
      const { eventId } = await ask(events.createDraftEvent, { ...ids, ...said(now() + 10 * day), description }, owner)
      return eventId
    }
    const read = async (eventId: string) => (await ask(events.getEvent, { ...ids, eventId }, owner)).event.description
    const rich = document({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Winter' }] })
    expect(await read(await make(rich))).toBe(rich)
    const lines = document(paragraph('Two parts.'), { type: 'paragraph' }, paragraph('And a talk.'))
    const plain = await make('Two parts.\n\nAnd a talk.')
    expect(await read(plain)).toBe(lines)
    await database()
      .update(eventTable)
      .set({ description: 'Two parts.\n\nAnd a talk.' })
      .where(eq(eventTable.eventId, plain))
    expect(await read(plain)).toBe(lines)
    expect(await read(await make(''))).toBe('')
    expect(plainTextOf(lines)).toBe('Two parts.\nAnd a talk.')
    expect(plainTextOf('Two parts.')).toBe('Two parts.')
  })

  test('keeps nothing that the editor does not know, and no file of another club', async () => {
    const { ids, owner } = await club()
    const asked = (description: string) => ({ ...ids, ...said(now() + 10 * day), description })
    const unknown = document(paragraph('Hi'), { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] })
    const foreign = document({ type: 'image', attrs: { mediaId: 'media_of_nobody', alt: '' } })
    expect((await refused(events.createDraftEvent, asked(foreign), owner)).code).toBe('mediaNotFound')
    for (const wrong of [unknown, 'x'.repeat(100_001), 'a\u0000b'])
      expect((await refused(events.createDraftEvent, asked(wrong), owner)).status).toBe(400)
  })
})
