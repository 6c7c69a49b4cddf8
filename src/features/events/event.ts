import { day, type Instant } from '../../kit/time'

export const eventTypes = ['live', 'online', 'hybrid', 'meetup', 'release'] as const
export type EventType = (typeof eventTypes)[number]
export const eventAudiences = ['public', 'fanClub', 'plans'] as const
export type EventAudience = (typeof eventAudiences)[number]
/** What a person sets. */
export const eventVisibilities = ['draft', 'scheduled', 'published', 'unlisted'] as const
export type EventVisibility = (typeof eventVisibilities)[number]
export const eventStatuses = ['draft', 'scheduled', 'published', 'postponed', 'canceled', 'ended'] as const
export type EventStatus = (typeof eventStatuses)[number]

export type Performer = { name: string; imageUrl: string; profile: string }
export type Venue = { name: string; address: string; mapUrl: string }
export type Schedule = {
  scheduleId: string
  doorsOpenAt: Instant | null
  startAt: Instant
  endAt: Instant | null
  venue: Venue
}
/** What its creator says of an event. */
export type EventTerms = {
  title: string
  catchCopy: string
  description: string
  keyVisualUrl: string
  eventType: EventType
  performers: readonly Performer[]
  performerLine: string
  /** In the order of their beginnings. */
  schedules: readonly Schedule[]
  audience: EventAudience
  planIds: readonly string[]
  contact: string
  notes: string
}
export type Cancellation = { reason: string; refundPolicy: string; at: Instant }
export type Postponement = {
  reason: string
  at: Instant
  /** When it was to begin before. */
  startedAt: Instant | null
  /** Whether the new dates are known. */
  isDated: boolean
}

export type FanEvent = EventTerms & {
  eventId: string
  visibility: EventVisibility
  publishAt: Instant | null
  cancellation: Cancellation | null
  postponement: Postponement | null
  createdAt: Instant
  editedAt: Instant
  editedBy: string | null
}

/** A schedule without an end is over six hours after its beginning (records, 2.2). */
export const usualLength = 6 * 3_600_000
export const endOf = ({ startAt, endAt }: Pick<Schedule, 'startAt' | 'endAt'>): Instant =>
  endAt ?? startAt + usualLength

/** From the first beginning to the last end; nulls while there is no schedule. The table keeps both. */
export const periodOf = (schedules: readonly Schedule[]): { startAt: Instant | null; endAt: Instant | null } =>
  schedules.length === 0
    ? { startAt: null, endAt: null }
    : { startAt: Math.min(...schedules.map(({ startAt }) => startAt)), endAt: Math.max(...schedules.map(endOf)) }

type Facts = {
  visibility: EventVisibility
  publishAt: Instant | null
  isCanceled: boolean
  /** Postponed to a day that is not known yet. */
  isUndated: boolean
  endAt: Instant | null
}
export const factsOf = (event: FanEvent): Facts => ({
  visibility: event.visibility,
  publishAt: event.publishAt,
  isCanceled: event.cancellation !== null,
  isUndated: event.postponement?.isDated === false,
  endAt: periodOf(event.schedules).endAt,
})

/** The same in SQL: `hasStatus` of queries.server.ts. The two are held together by a test. */
export const statusAt = ({ visibility, publishAt, isCanceled, isUndated, endAt }: Facts, now: Instant): EventStatus => {
  if (visibility === 'draft') return 'draft'
  if (isCanceled) return 'canceled'
  if (visibility === 'scheduled' && publishAt !== null && publishAt > now) return 'scheduled'
  if (isUndated) return 'postponed'
  return endAt !== null && endAt <= now ? 'ended' : 'published'
}
export const eventStatusAt = (event: FanEvent, now: Instant) => statusAt(factsOf(event), now)

/** Whether everybody may read it, at its address at least. */
export const isReadable = (status: EventStatus) => status !== 'draft' && status !== 'scheduled'

// --- What a published event must have ----------------------------------------------------------------------------------

export type Incompleteness = { field: 'title' | 'keyVisualUrl' | 'schedules' | 'planIds'; rule: string }

export const incompleteness = (
  event: Pick<EventTerms, 'title' | 'keyVisualUrl' | 'audience' | 'planIds'> & { schedules: readonly unknown[] },
): Incompleteness | null => {
  if (event.title.trim() === '') return { field: 'title', rule: 'required' }
  if (event.schedules.length === 0) return { field: 'schedules', rule: 'noSchedules' }
  if (event.keyVisualUrl === '') return { field: 'keyVisualUrl', rule: 'required' }
  if (event.audience === 'plans' && event.planIds.length === 0) return { field: 'planIds', rule: 'noPlansSelected' }
  return null
}

/** An event that is announced lies ahead: one of its schedules begins later than now. */
export const liesAhead = ({ schedules }: Pick<EventTerms, 'schedules'>, now: Instant) =>
  schedules.some(({ startAt }) => startAt > now)

export const longestSchedule = 365 * day
export const publishTimeProblem = (publishAt: Instant, now: Instant): 'publishTimeInPast' | 'tooBig' | null => {
  if (publishAt <= now) return 'publishTimeInPast'
  return publishAt > now + longestSchedule ? 'tooBig' : null
}

// --- Moves: each from the event as it is stored --------------------------------------------------------------------------

/** Two saves within one millisecond still differ, so that a stale one is always seen. */
const edited = (event: FanEvent, now: Instant): FanEvent => ({ ...event, editedAt: Math.max(now, event.editedAt + 1) })

export const sorted = (schedules: readonly Schedule[]): Schedule[] =>
  [...schedules].sort((a, b) => a.startAt - b.startAt || (a.scheduleId < b.scheduleId ? -1 : 1))

export const draft = (eventId: string, terms: EventTerms, now: Instant): FanEvent => ({
  ...terms,
  schedules: sorted(terms.schedules),
  eventId,
  visibility: 'draft',
  publishAt: null,
  cancellation: null,
  postponement: null,
  createdAt: now,
  editedAt: now,
  editedBy: null,
})

export const edit = (event: FanEvent, terms: EventTerms, now: Instant): FanEvent =>
  edited({ ...event, ...terms, schedules: sorted(terms.schedules) }, now)

export const publish = (event: FanEvent, visibility: 'published' | 'unlisted', now: Instant): FanEvent =>
  // What was to be announced later is announced now; what was announced before stays so.
  edited({ ...event, visibility, publishAt: event.publishAt === null ? now : Math.min(event.publishAt, now) }, now)

export const schedule = (event: FanEvent, publishAt: Instant, now: Instant): FanEvent =>
  edited({ ...event, visibility: 'scheduled', publishAt }, now)

export const unpublish = (event: FanEvent, now: Instant): FanEvent =>
  edited({ ...event, visibility: 'draft', publishAt: null, postponement: null }, now)

export type NewTime = Pick<Schedule, 'scheduleId' | 'doorsOpenAt' | 'startAt' | 'endAt'>
/** To other times, or (none given) to times that are told later. */
export const postpone = (
  event: FanEvent,
  { reason, times }: { reason: string; times: readonly NewTime[] },
  now: Instant,
): FanEvent => {
  const schedules = event.schedules.map((one) => ({
    ...one,
    ...times.find(({ scheduleId }) => scheduleId === one.scheduleId),
  }))
  const { startAt } = periodOf(event.schedules)
  return edited(
    {
      ...event,
      schedules: sorted(schedules),
      postponement: { reason, at: now, startedAt: event.postponement?.startedAt ?? startAt, isDated: times.length > 0 },
    },
    now,
  )
}

export const cancel = (event: FanEvent, said: { reason: string; refundPolicy: string }, now: Instant): FanEvent =>
  edited({ ...event, cancellation: { ...said, at: now } }, now)

/** A new draft of the same; every schedule gets an id of its own. */
export const duplicate = (
  { title, catchCopy, description, keyVisualUrl, eventType, performers, performerLine, ...event }: FanEvent,
  ids: { eventId: string; newScheduleId: () => string },
  now: Instant,
): FanEvent =>
  draft(
    ids.eventId,
    {
      ...{ title, catchCopy, description, keyVisualUrl, eventType, performers, performerLine },
      audience: event.audience,
      planIds: event.planIds,
      contact: event.contact,
      notes: event.notes,
      schedules: event.schedules.map((one) => ({ ...one, scheduleId: ids.newScheduleId() })),
    },
    now,
  )
