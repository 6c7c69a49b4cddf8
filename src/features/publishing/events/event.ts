import type { English } from '#kit/english.ts'
import { day, type Instant } from '#kit/time.ts'

export const eventTypes = ['live', 'online', 'hybrid', 'meetup', 'release'] as const
export type EventType = (typeof eventTypes)[number]
export const eventAudiences = ['public', 'fanClub', 'plans'] as const
export type EventAudience = (typeof eventAudiences)[number]
/** Visibility as set by staff; the status also depends on the clock. */
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
export const englishNames = ['title', 'catchCopy', 'description'] as const
/** The description is plain text here. */
export type EventInEnglish = English<(typeof englishNames)[number]>
/** Editable fields of an event. */
export type EventTerms = {
  title: string
  catchCopy: string
  description: string
  english: EventInEnglish
  keyVisualUrl: string
  eventType: EventType
  performers: readonly Performer[]
  performerLine: string
  /** Sorted by start. */
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
  /** Start before the postponement. */
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

/** A schedule without an end time ends six hours after its start (rule: time.event). */
export const usualLength = 6 * 3_600_000
export const endOf = ({ startAt, endAt }: Pick<Schedule, 'startAt' | 'endAt'>): Instant =>
  endAt ?? startAt + usualLength

/** From the first start to the last end; nulls without a schedule. Stored in the table. */
export const periodOf = (schedules: readonly Schedule[]): { startAt: Instant | null; endAt: Instant | null } =>
  schedules.length === 0
    ? { startAt: null, endAt: null }
    : { startAt: Math.min(...schedules.map(({ startAt }) => startAt)), endAt: Math.max(...schedules.map(endOf)) }

type Facts = {
  visibility: EventVisibility
  publishAt: Instant | null
  isCanceled: boolean
  /** Postponed without a new date. */
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

/** As SQL: `hasStatus` of queries.server.ts. A test compares the two. */
export const statusAt = ({ visibility, publishAt, isCanceled, isUndated, endAt }: Facts, now: Instant): EventStatus => {
  if (visibility === 'draft') return 'draft'
  if (isCanceled) return 'canceled'
  if (visibility === 'scheduled' && publishAt !== null && publishAt > now) return 'scheduled'
  if (isUndated) return 'postponed'
  return endAt !== null && endAt <= now ? 'ended' : 'published'
}
export const eventStatusAt = (event: FanEvent, now: Instant) => statusAt(factsOf(event), now)

/** Whether everybody can read it, at least by its URL. */
export const isReadable = (status: EventStatus) => status !== 'draft' && status !== 'scheduled'

/** Whether it stands in the brand's list, where links may lead to it. As SQL: `isListed` of queries.server.ts. */
export const isListedAt = ({ visibility, publishAt }: Pick<Facts, 'visibility' | 'publishAt'>, now: Instant): boolean =>
  visibility === 'published' || (visibility === 'scheduled' && publishAt !== null && publishAt <= now)

// --- What a published event must have ----------------------------------------------------------------------------------

export type Incompleteness = { field: 'title' | 'keyVisualUrl' | 'schedules' | 'planIds'; rule: string }

/** All that it still lacks. */
export const missingIn = (
  event: Pick<EventTerms, 'title' | 'keyVisualUrl' | 'audience' | 'planIds'> & { schedules: readonly unknown[] },
): Incompleteness[] => [
  ...(event.title.trim() === '' ? [{ field: 'title' as const, rule: 'required' }] : []),
  ...(event.schedules.length === 0 ? [{ field: 'schedules' as const, rule: 'noSchedules' }] : []),
  ...(event.keyVisualUrl === '' ? [{ field: 'keyVisualUrl' as const, rule: 'required' }] : []),
  ...(event.audience === 'plans' && event.planIds.length === 0
    ? [{ field: 'planIds' as const, rule: 'noPlansSelected' }]
    : []),
]

/** A published event needs a schedule that starts in the future. */
export const liesAhead = ({ schedules }: Pick<EventTerms, 'schedules'>, now: Instant) =>
  schedules.some(({ startAt }) => startAt > now)

export const longestSchedule = 365 * day
export const publishTimeProblem = (publishAt: Instant, now: Instant): 'publishTimeInPast' | 'tooBig' | null => {
  if (publishAt <= now) return 'publishTimeInPast'
  return publishAt > now + longestSchedule ? 'tooBig' : null
}

// --- Moves: each from the event as it is stored --------------------------------------------------------------------------

/** `editedAt` differs even for two saves within one millisecond, so that a stale save is always detected. */
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
  // A scheduled announcement happens now; the time of an earlier announcement is kept.
  edited({ ...event, visibility, publishAt: event.publishAt === null ? now : Math.min(event.publishAt, now) }, now)

export const schedule = (event: FanEvent, publishAt: Instant, now: Instant): FanEvent =>
  edited({ ...event, visibility: 'scheduled', publishAt }, now)

export const unpublish = (event: FanEvent, now: Instant): FanEvent =>
  edited({ ...event, visibility: 'draft', publishAt: null, postponement: null }, now)

export type NewTime = Pick<Schedule, 'scheduleId' | 'doorsOpenAt' | 'startAt' | 'endAt'>
/** With `times`, to new times; without, to times to be announced later. */
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

/** Copies the event as a draft; each schedule gets a new id. */
export const duplicate = (
  { title, catchCopy, description, english, keyVisualUrl, eventType, performers, performerLine, ...event }: FanEvent,
  ids: { eventId: string; newScheduleId: () => string },
  now: Instant,
): FanEvent =>
  draft(
    ids.eventId,
    {
      ...{ title, catchCopy, description, english, keyVisualUrl, eventType, performers, performerLine },
      audience: event.audience,
      planIds: event.planIds,
      contact: event.contact,
      notes: event.notes,
      schedules: event.schedules.map((one) => ({ ...one, scheduleId: ids.newScheduleId() })),
    },
    now,
  )
