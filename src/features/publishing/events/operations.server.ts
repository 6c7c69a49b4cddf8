import { editorOf } from '#club/tenants/queries.server.ts'
import { uploadsOf } from '#club/uploads/queries.server.ts'
import { mayEdit } from '#kit/contract.ts'
import { allInLanguage, inLanguage } from '#kit/english.ts'
import type { NewId } from '#kit/ids.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { withoutBinned } from '#membership/plans/bin.queries.server.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { bodyFor } from '../contents/addresses.server'
import { asDocument, mediaOf } from '../contents/document'
import { cardsFor } from '../contents/public/cards.server'
import { moveStreamings, schedulesWithStreamings } from '../streamings/queries.server'
import { checkPlans, checkPublishable, current, revertToDraft, saved, scheduleTo } from './changes.server'
import type { events } from './contract'
import {
  draft,
  duplicate,
  type EventTerms,
  edit,
  eventStatusAt,
  type FanEvent,
  isReadable,
  liesAhead,
  missingIn,
  periodOf,
  postpone,
  publish,
} from './event'
import {
  countEvents,
  countsOf,
  eventsOf,
  findEvent,
  insertEvent,
  type ListedEvent,
  plansOfEvent,
  publicEventsOf,
} from './queries.server'

const shownOf = (event: Omit<ListedEvent, 'english'>, now: Instant) => ({
  eventId: event.eventId,
  title: event.title,
  catchCopy: event.catchCopy,
  keyVisualUrl: event.keyVisualUrl,
  eventType: event.eventType,
  status: eventStatusAt(event as FanEvent, now),
  ...periodOf(event.schedules),
  venueName: event.schedules.find(({ venue }) => venue.name !== '')?.venue.name ?? '',
  audience: event.audience,
})
const editingOf = ({ visibility, publishAt, editedAt }: ListedEvent) => ({ visibility, publishAt, editedAt })
const bodyOf = ({
  description,
  performers,
  performerLine,
  schedules,
  contact,
  notes,
  postponement,
  cancellation,
}: Omit<FanEvent, 'english'>) => ({
  description,
  performers: [...performers],
  performerLine,
  schedules: [...schedules],
  contact,
  notes,
  postponement,
  cancellation,
})

type Refuse<Code extends string> = (code: Code) => never
type EventPayload = Omit<EventTerms, 'schedules' | 'english'> & {
  english?: EventTerms['english'] | undefined
  schedules: readonly (Omit<EventTerms['schedules'][number], 'scheduleId'> & { scheduleId?: string | undefined })[]
}
/** Builds the terms from a payload. A known schedule keeps its id, a new one gets one. */
const termsOf = (
  said: EventPayload,
  from: FanEvent | null,
  newId: NewId,
  refuse: Refuse<'scheduleNotFound'>,
): EventTerms => {
  const known = new Set(from?.schedules.map(({ scheduleId }) => scheduleId))
  return {
    title: said.title,
    catchCopy: said.catchCopy,
    description: said.description,
    english: said.english ?? from?.english ?? {},
    keyVisualUrl: said.keyVisualUrl,
    eventType: said.eventType,
    performers: said.performers,
    performerLine: said.performerLine,
    audience: said.audience,
    planIds: said.planIds,
    contact: said.contact,
    notes: said.notes,
    schedules: said.schedules.map(({ scheduleId, doorsOpenAt, startAt, endAt, venue }) => {
      if (scheduleId !== undefined && !known.has(scheduleId)) return refuse('scheduleNotFound')
      return { scheduleId: scheduleId ?? newId('schedule'), doorsOpenAt, startAt, endAt, venue }
    }),
  }
}

type EventReader = Parameters<typeof bodyFor>[0]
/** The description as a document, with signed URLs for its pictures and files. */
const readable = async (reader: EventReader, { description }: Pick<FanEvent, 'description'>): Promise<string> =>
  (await bodyFor(reader, { text: asDocument(description), imageUrls: [] })).text

/** Refuses pictures and files of other brands in the description. */
const checkMedia = async (
  { db, brand, refuse }: { db: Db; brand: Brand; refuse: (code: 'mediaNotFound') => never },
  { description }: EventTerms,
) => {
  const wanted = mediaOf(description)
  if (wanted.length > 0 && (await uploadsOf(db, brand, wanted)).length < wanted.length) return refuse('mediaNotFound')
}

/** Streamings that have not started are moved together with their schedules. */
const moveAlong = ({ db, brand }: { db: Db; brand: Brand }, event: FanEvent, from: FanEvent) => {
  const before = new Map(from.schedules.map(({ scheduleId, startAt }) => [scheduleId, startAt]))
  const moves = event.schedules.map(
    ({ scheduleId, startAt }) => [scheduleId, startAt - (before.get(scheduleId) ?? startAt)] as const,
  )
  return moveStreamings(db, brand, event.eventId, new Map(moves))
}

export const eventHandlers: Handlers<typeof events> = {
  async getEvents({ db, brand, member, now, isOn }, { pagination: page = everything, ...said }) {
    const { status, type, from, to, q } = said
    // What is to come begins with the nearest; those without a date are the last.
    const sort = said.sort ?? (status === 'current' ? ('startAt' as const) : undefined)
    const asked = { status, type, from, to, q, sort, page, now }
    const isFiltered = type || from !== undefined || to !== undefined || q
    const [rows, counts, filtered] = await Promise.all([
      eventsOf(db, brand, asked),
      countsOf(db, brand, now),
      isFiltered ? countEvents(db, brand, asked) : null,
    ])
    return {
      events: rows.map((event) => ({ ...shownOf(event, now), ...editingOf(event) })),
      pagination: paginationOf(filtered ?? counts[status ?? 'all'], page),
      canEdit: mayEdit(member.role) && isOn('fanClubEvents'),
      counts,
    }
  },

  async getEvent(context, { eventId }) {
    const { db, brand, member, user, now, isOn, refuse } = context
    const event = (await findEvent(db, brand, eventId)) ?? refuse('eventNotFound')
    return {
      event: {
        ...shownOf(event, now),
        ...editingOf(event),
        ...bodyOf(event),
        description: await readable(context, event),
        english: event.english,
        planIds: await withoutBinned(db, brand, event.planIds),
      },
      canEdit: mayEdit(member.role) && isOn('fanClubEvents'),
      editedBy: await editorOf(db, brand, event.editedBy, user),
    }
  },

  async createDraftEvent(context, payload) {
    const { db, brand, user, now, newId, refuse } = context
    const terms = termsOf(payload, null, newId, refuse)
    await checkPlans(context, terms)
    await checkMedia(context, terms)
    const event = draft(newId('event'), terms, now)
    await insertEvent(db, brand, { ...event, editedBy: user.uid })
    return { eventId: event.eventId, editedAt: event.editedAt }
  },

  async updateEvent(context, payload) {
    const { now, newId, refuse } = context
    const from = await current(context, payload)
    if (from.cancellation) return refuse('eventCanceled')
    const terms = termsOf(payload, from, newId, refuse)
    await checkPlans(context, terms)
    await checkMedia(context, terms)
    const event = edit(from, terms, now)
    const missing = event.visibility === 'draft' ? [] : missingIn(event)
    if (missing.length > 0) return refuse('incomplete', missing)
    const left = new Set(event.schedules.map(({ scheduleId }) => scheduleId))
    for (const scheduleId of await schedulesWithStreamings(context.db, context.brand, event.eventId)) {
      if (!left.has(scheduleId)) return refuse('scheduleHasStreaming')
    }
    await moveAlong(context, event, from)
    return saved(context, event, from)
  },

  async publishEvent(context, payload) {
    const { now, refuse } = context
    const from = await current(context, payload)
    const visibility = payload.visibility ?? 'published'
    if (from.cancellation) return refuse('eventCanceled')
    if (from.visibility === visibility) return refuse('alreadyPublished')
    // An event that was announced before may be switched between listed and unlisted, even when it is over.
    if (!isReadable(eventStatusAt(from, now))) {
      await checkPlans(context, from)
      checkPublishable(from, now, refuse)
    }
    return saved(context, publish(from, visibility, now), from)
  },

  scheduleEvent: (context, payload) => scheduleTo(context, payload),
  unpublishEvent: (context, payload) => revertToDraft(context, payload),

  async postponeEvent(context, payload) {
    const { now, refuse } = context
    const from = await current(context, payload)
    const status = eventStatusAt(from, now)
    if (status !== 'published' && status !== 'postponed') return refuse('notPublished')
    const { times, reason } = payload
    const known = new Set(from.schedules.map(({ scheduleId }) => scheduleId))
    if (times.some(({ scheduleId }) => !known.has(scheduleId))) return refuse('scheduleNotFound')
    const event = postpone(from, { reason, times }, now)
    if (times.length > 0 && !liesAhead(event, now))
      return refuse('scheduleInPast', [{ field: 'times', rule: 'scheduleInPast' }])
    await moveAlong(context, event, from)
    return saved(context, event, from)
  },

  async duplicateEvent({ db, brand, user, now, newId, refuse }, { eventId }) {
    const from = (await findEvent(db, brand, eventId)) ?? refuse('eventNotFound')
    const ids = { eventId: newId('event'), newScheduleId: () => newId('schedule') }
    const event = duplicate(from, ids, now)
    await insertEvent(db, brand, { ...event, editedBy: user.uid })
    return { eventId: event.eventId, editedAt: event.editedAt }
  },

  async getPublicEvents({ db, brand, locale, now }, { period, pagination: page = everything }) {
    const { rows, total } = await publicEventsOf(db, brand, { period, page, now })
    return {
      events: allInLanguage(rows, locale).map((event) => shownOf(event, now)),
      pagination: paginationOf(total, page),
    }
  },

  async getPublicEvent(context, { eventId }) {
    const { db, brand, locale, now, refuse } = context
    const found = (await findEvent(db, brand, eventId)) ?? refuse('eventNotFound')
    if (!isReadable(eventStatusAt(found, now))) return refuse('eventNotFound')
    const event = inLanguage(found, locale)
    const named = event.audience === 'plans' ? await plansOfEvent(db, brand, event.planIds) : []
    const plans = allInLanguage(named, locale)
    const ofEvent = { filter: { type: 'ofEvent', eventId }, uid: undefined, locale, now } as const
    const { planContents } = await cardsFor(db, brand, ofEvent)
    const lives = planContents
      .flatMap((one) => (one.type === 'streaming' ? [{ ...one, startAt: one.details.startAt }] : []))
      .toSorted((one, other) => (one.startAt ?? 0) - (other.startAt ?? 0))
      .map(({ planContentId, name, startAt }) => ({ planContentId, name, startAt }))
    const description = await readable(context, event)
    return { event: { ...shownOf(event, now), ...bodyOf(event), description, plans, lives } }
  },
}
