import { englishValues } from '#kit/english.ts'
import { storedText } from '#kit/richText.ts'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import type { AdminEvent, PublicEvent } from '../contract'
import { type EventTerms, englishNames, type Performer, periodOf, type Schedule } from '../event'

export type ScheduleValues = Omit<Schedule, 'scheduleId' | 'startAt'> & {
  /** Missing for a new schedule, which gets its id when saved. */
  scheduleId?: string
  startAt: number | null
}
/** Form values of an event. */
export type EventValues = Omit<EventTerms, 'english' | 'performers' | 'schedules' | 'planIds'> & {
  english: Record<(typeof englishNames)[number], string>
  performers: Performer[]
  schedules: ScheduleValues[]
  planIds: string[]
}

export const emptySchedule: ScheduleValues = {
  doorsOpenAt: null,
  startAt: null,
  endAt: null,
  venue: { name: '', address: '', mapUrl: '' },
}

/** An event before its first save. */
export const blankEvent: AdminEvent = {
  eventId: 'new',
  status: 'draft',
  visibility: 'draft',
  publishAt: null,
  editedAt: 0,
  startAt: null,
  endAt: null,
  venueName: '',
  postponement: null,
  cancellation: null,
  title: '',
  catchCopy: '',
  description: '',
  english: {},
  keyVisualUrl: '',
  eventType: 'live',
  performers: [],
  performerLine: '',
  schedules: [],
  audience: 'public',
  planIds: [],
  contact: '',
  notes: '',
}

const valuesOf = (event: AdminEvent): EventValues => ({
  title: event.title,
  catchCopy: event.catchCopy,
  // Without signed URLs, which change with every read.
  description: storedText(event.description),
  english: englishValues(event.english, englishNames),
  keyVisualUrl: event.keyVisualUrl,
  eventType: event.eventType,
  performers: event.performers,
  performerLine: event.performerLine,
  schedules: event.schedules,
  audience: event.audience,
  planIds: event.planIds,
  contact: event.contact,
  notes: event.notes,
})

/** Payload of a save; the form has validated that every schedule has a start. */
export const saidOf = ({ schedules, ...values }: EventValues) => ({
  ...values,
  schedules: schedules.map((one) => ({ ...one, startAt: one.startAt ?? 0 })),
})

/** What the form begins with: a new event may be made from a day of the calendar, and has its first date then. */
export type StoredEvent = AdminEvent & { editedBy: EditedBy; plannedAt: number | null }
export const storedValues = ({ plannedAt, ...event }: StoredEvent): EventValues =>
  plannedAt === null ? valuesOf(event) : { ...valuesOf(event), schedules: [{ ...emptySchedule, startAt: plannedAt }] }

const named = ({ doorsOpenAt, startAt, endAt, venue }: ScheduleValues) =>
  JSON.stringify([doorsOpenAt, startAt, endAt, venue.name.trim(), venue.address.trim()])
/** Dates that were new when they were sent, with the ids that they got; in the order in which they are written. */
export const withIds = (sent: readonly ScheduleValues[], stored: readonly Schedule[]): ScheduleValues[] => {
  const known = new Set(sent.map(({ scheduleId }) => scheduleId))
  const fresh = stored.filter(({ scheduleId }) => !known.has(scheduleId))
  return sent.map((one) => {
    if (one.scheduleId !== undefined) return one
    const at = fresh.findIndex((each) => named(each) === named(one))
    const [found] = at < 0 ? [] : fresh.splice(at, 1)
    return found ? { ...one, scheduleId: found.scheduleId } : one
  })
}

/** What fans would read if it were saved now. A date without its start is not shown yet. */
export const previewOf = (
  event: AdminEvent,
  values: EventValues,
  plans: readonly { planId: string; name: string }[],
): PublicEvent => {
  const schedules = values.schedules.flatMap(({ startAt, ...one }, n) =>
    startAt === null ? [] : [{ ...one, scheduleId: one.scheduleId ?? `new ${n}`, startAt }],
  )
  const { planIds: _, english: __, ...shown } = values
  return {
    ...shown,
    ...periodOf(schedules),
    schedules: schedules.sort((a, b) => a.startAt - b.startAt),
    eventId: event.eventId,
    status: event.status,
    venueName: schedules.find(({ venue }) => venue.name !== '')?.venue.name ?? '',
    postponement: event.postponement,
    cancellation: event.cancellation,
    plans: plans.map(({ planId, name }) => ({ planId, name })),
    lives: [],
  }
}
