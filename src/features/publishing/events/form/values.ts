import { storedText } from '#kit/richText.ts'
import type { AdminEvent } from '../contract'
import type { EventTerms, Performer, Schedule } from '../event'

export type ScheduleValues = Omit<Schedule, 'scheduleId' | 'startAt'> & {
  /** Missing for a new schedule, which gets its id when saved. */
  scheduleId?: string
  startAt: number | null
}
/** Form values of an event. */
export type EventValues = Omit<EventTerms, 'performers' | 'schedules' | 'planIds'> & {
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

export const emptyEvent: EventValues = {
  title: '',
  catchCopy: '',
  description: '',
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

export const valuesOf = (event: AdminEvent): EventValues => ({
  title: event.title,
  catchCopy: event.catchCopy,
  // Without signed URLs, which change with every read.
  description: storedText(event.description),
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
