import { storedText } from '../../../kit/richText'
import type { AdminEvent } from '../contract'
import type { EventTerms, Performer, Schedule } from '../event'

export type ScheduleValues = Omit<Schedule, 'scheduleId' | 'startAt'> & {
  /** A new one gets its id when it is saved. */
  scheduleId?: string
  startAt: number | null
}
/** What of an event is written on its screen. */
export type EventValues = Omit<EventTerms, 'performers' | 'schedules' | 'planIds'> & {
  performers: Performer[]
  schedules: ScheduleValues[]
  planIds: string[]
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
  // Without the addresses that were made for this reading.
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

/** As it is sent: every schedule has a beginning, which the form has asked for. */
export const saidOf = ({ schedules, ...values }: EventValues) => ({
  ...values,
  schedules: schedules.map((one) => ({ ...one, startAt: one.startAt ?? 0 })),
})
