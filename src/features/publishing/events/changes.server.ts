import type { Instant } from '#kit/time.ts'
import { plansForContents } from '#membership/plans/queries.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import {
  type EventTerms,
  eventStatusAt,
  type FanEvent,
  isReadable,
  liesAhead,
  missingIn,
  publishTimeProblem,
  schedule,
  unpublish,
} from './event'
import { lockEvent, saveEvent } from './queries.server'

/* Changes of an event that its own page and the contents' calendar share. */

type Fields = { field: string; rule: string }[]
type Refuse<Code extends string> = (code: Code | 'validation', fields?: Fields) => never

/** Locks the event and checks that it is the version that the screen has loaded. */
export const current = async (
  { db, brand, refuse }: { db: Db; brand: Brand; refuse: Refuse<'eventNotFound' | 'conflict'> },
  { eventId, expectedEditedAt }: { eventId: string; expectedEditedAt?: Instant | undefined },
): Promise<FanEvent> => {
  const event = (await lockEvent(db, brand, eventId)) ?? refuse('eventNotFound')
  if (expectedEditedAt !== undefined && expectedEditedAt !== event.editedAt) return refuse('conflict')
  return event
}

export const saved = async (
  { db, brand, user, refuse }: { db: Db; brand: Brand; user: { uid: string }; refuse: Refuse<'conflict'> },
  event: FanEvent,
  from: FanEvent,
) => {
  if (!(await saveEvent(db, brand, { ...event, editedBy: user.uid }, from))) return refuse('conflict')
  return { eventId: event.eventId, editedAt: event.editedAt }
}

export const checkPlans = async (
  { db, brand, now, refuse }: { db: Db; brand: Brand; now: Instant; refuse: Refuse<'planNotFound'> },
  { planIds }: EventTerms,
) => {
  const known = planIds.length === 0 ? [] : await plansForContents(db, brand, planIds, now)
  if (known.length < planIds.length) return refuse('planNotFound')
}

/** Publishing requires the screen's required fields and a future date. */
export const checkPublishable = (event: FanEvent, now: Instant, refuse: Refuse<'incomplete' | 'scheduleInPast'>) => {
  const missing = missingIn(event)
  if (missing.length > 0) return refuse('incomplete', missing)
  if (!liesAhead(event, now)) return refuse('scheduleInPast', [{ field: 'schedules', rule: 'scheduleInPast' }])
}

/** The version of an event that the screen has loaded; any version without `expectedEditedAt`. */
export type EventVersion = { eventId: string; expectedEditedAt?: Instant | undefined }
export type ChangeContext<Code extends string> = {
  db: Db
  brand: Brand
  user: { uid: string }
  now: Instant
  refuse: Refuse<Code>
}

/** Schedules or reschedules the announcement. */
export const scheduleTo = async (
  context: ChangeContext<
    | 'eventNotFound'
    | 'conflict'
    | 'alreadyPublished'
    | 'publishTimeInPast'
    | 'planNotFound'
    | 'incomplete'
    | 'scheduleInPast'
  >,
  payload: EventVersion & { publishAt: Instant },
) => {
  const { now, refuse } = context
  const from = await current(context, payload)
  if (isReadable(eventStatusAt(from, now))) return refuse('alreadyPublished')
  const problem = publishTimeProblem(payload.publishAt, now)
  if (problem === 'publishTimeInPast') return refuse('publishTimeInPast')
  if (problem) return refuse('validation', [{ field: 'publishAt', rule: problem }])
  await checkPlans(context, from)
  checkPublishable(from, payload.publishAt, refuse)
  return saved(context, schedule(from, payload.publishAt, now), from)
}

/** Makes the event a draft again. */
export const revertToDraft = async (
  context: ChangeContext<'eventNotFound' | 'conflict' | 'eventCanceled' | 'alreadyDraft'>,
  payload: EventVersion,
) => {
  const { now, refuse } = context
  const from = await current(context, payload)
  if (from.cancellation) return refuse('eventCanceled')
  if (from.visibility === 'draft') return refuse('alreadyDraft')
  return saved(context, unpublish(from, now), from)
}
