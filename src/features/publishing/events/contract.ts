import { z } from 'zod'
import {
  brandRead,
  brandWrite,
  contentRoles,
  contract,
  roles as everyRole,
  type Issue,
  visitorRead,
} from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { editedBy, searchText, sortOf } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { httpsUrl, id, pictureUrl, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { asDocument, documentText, isDocumentLike } from '../contents/document'
import { eventAudiences, eventStatuses, eventTypes, eventVisibilities, missingIn } from './event'

export const eventTitleLength = 100
export const catchCopyLength = 40
/** The same words take about twice as many letters. */
export const catchCopyInEnglish = 2 * catchCopyLength
export const eventTextLength = 4000
/** Maximum length of the document as JSON. */
export const eventDocumentLength = 100_000
export const reasonLength = 1000
export const mostPerformers = 50
export const mostSchedules = 50

const roles = contentRoles
const eventId = id
const expectedEditedAt = instant.optional()
/** Where it is off nothing is made or changed; what exists stays readable. */
const feature = 'fanClubEvents' as const

const isUnique = (ids: readonly (string | undefined)[]) => {
  const given = ids.filter((one) => one !== undefined)
  return new Set(given).size === given.length
}

/** A document of the editor (contents/document.ts); plain text is converted. */
const description = z
  .string()
  .max(eventDocumentLength)
  .transform((text) => (isDocumentLike(text) ? text : asDocument(text)))
  .pipe(documentText)
const maxBytes = 512 * 1024

const performer = z.object({
  name: text({ min: 1, max: 100 }),
  imageUrl: pictureUrl,
  profile: text({ max: 500, lines: true }),
})
const venue = z.object({
  name: text({ max: 100 }),
  address: text({ max: 200 }),
  mapUrl: z.union([z.literal(''), httpsUrl]),
})
const time = {
  doorsOpenAt: instant.nullable(),
  startAt: instant,
  endAt: instant.nullable(),
}
const isInOrder = ({
  doorsOpenAt,
  startAt,
  endAt,
}: {
  doorsOpenAt: number | null
  startAt: number
  endAt: number | null
}) => (doorsOpenAt === null || doorsOpenAt <= startAt) && (endAt === null || endAt > startAt)
const inOrder = { params: { rule: 'timesOutOfOrder' }, path: ['endAt'] }

/** A new schedule has no id. */
const scheduleSaid = z.object({ scheduleId: id.optional(), ...time, venue }).refine(isInOrder, inOrder)
const newTime = z.object({ scheduleId: id, ...time }).refine(isInOrder, inOrder)

const distinct = { params: { rule: 'duplicate' } }
const title = text({ max: eventTitleLength })
const catchCopy = text({ max: catchCopyLength })
/** Not in the specification: what fans read on the English site in place of the texts beside it; the description is plain text here. */
const english = englishTexts({
  title,
  catchCopy: text({ max: catchCopyInEnglish }),
  description: text({ max: eventTextLength, lines: true }),
})

/** Fields of an event; most of them are optional in a draft. */
export const eventFields = {
  title,
  catchCopy,
  description,
  /** Unchanged if omitted. */
  english: english.optional(),
  keyVisualUrl: pictureUrl,
  eventType: z.enum(eventTypes),
  performers: z.array(performer).max(mostPerformers),
  performerLine: text({ max: 200 }),
  schedules: z
    .array(scheduleSaid)
    .max(mostSchedules)
    .refine((all) => isUnique(all.map(({ scheduleId }) => scheduleId)), distinct),
  audience: z.enum(eventAudiences),
  planIds: z
    .array(id)
    .max(50)
    .refine((ids) => isUnique(ids), distinct),
  contact: text({ max: 500, lines: true }),
  notes: text({ max: eventTextLength, lines: true }),
}

export const draftEvent = z.object(eventFields)
type EventFields = z.output<typeof draftEvent>
export const checkComplete = (said: EventFields, issue: Issue): void => {
  for (const { field, rule } of missingIn(said)) issue(field, rule)
}
/** Fields required for publishing. */
export const publishableEvent = draftEvent.superRefine((said, context) =>
  checkComplete(said, (field, rule) =>
    context.addIssue({ code: 'custom', path: [field], params: { rule }, message: rule }),
  ),
)

const eventStatus = z.enum(eventStatuses)
const schedule = z.object({
  scheduleId: id,
  ...time,
  venue: z.object({ name: z.string(), address: z.string(), mapUrl: z.string() }),
})
const postponement = z.object({
  reason: z.string(),
  at: instant,
  startedAt: instant.nullable(),
  isDated: z.boolean(),
})
const cancellation = z.object({ reason: z.string(), refundPolicy: z.string(), at: instant })

/** Fields in lists and details. */
const shown = {
  eventId,
  title: z.string(),
  catchCopy: z.string(),
  keyVisualUrl: z.string(),
  eventType: z.enum(eventTypes),
  status: eventStatus,
  /** First start and last end of the schedules. */
  startAt: instant.nullable(),
  endAt: instant.nullable(),
  venueName: z.string(),
  audience: z.enum(eventAudiences),
}
const body = {
  description: z.string(),
  performers: z.array(z.object({ name: z.string(), imageUrl: z.string(), profile: z.string() })),
  performerLine: z.string(),
  schedules: z.array(schedule),
  contact: z.string(),
  notes: z.string(),
  postponement: postponement.nullable(),
  cancellation: cancellation.nullable(),
}
const editing = {
  visibility: z.enum(eventVisibilities),
  publishAt: instant.nullable(),
  editedAt: instant,
}

const listItem = z.object({ ...shown, ...editing })
export type EventListItem = z.infer<typeof listItem>
export const adminEvent = z.object({ ...shown, ...editing, ...body, english, planIds: z.array(id) })
export type AdminEvent = z.infer<typeof adminEvent>
const publicListItem = z.object(shown)
export type PublicEventListItem = z.infer<typeof publicListItem>
export const publicEvent = z.object({
  ...shown,
  ...body,
  plans: z.array(z.object({ planId: id, name: z.string() })),
  /** Its live streamings that are published, the first to begin first. */
  lives: z.array(z.object({ planContentId: id, name: z.string(), startAt: instant.nullable() })),
})
export type PublicEvent = z.infer<typeof publicEvent>

const changed = z.object({
  eventId,
  /** Of the version that was made: what the next change begins from. */
  editedAt: instant,
})
const canEdit = z.boolean()
const count = z.int()

export const events = contract({
  /** Sorted by date, latest first, with undated events on top. `current`: neither over nor cancelled. */
  getEvents: brandRead({
    roles: everyRole,
    payload: {
      status: z.enum([...eventStatuses, 'current']).optional(),
      type: z.enum(eventTypes).optional(),
      /** Only events that start in this range. */
      from: instant.optional(),
      to: instant.optional(),
      q: searchText.optional(),
      sort: sortOf(['title', 'startAt', 'editedAt']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      events: z.array(listItem),
      pagination,
      canEdit,
      /** Counts by current status, independent of the filter. */
      counts: z.object({
        all: count,
        current: count,
        draft: count,
        scheduled: count,
        published: count,
        postponed: count,
        canceled: count,
        ended: count,
      }),
    }),
  }),
  getEvent: brandRead({
    roles: everyRole,
    payload: { eventId },
    result: z.object({ event: adminEvent, canEdit, editedBy }),
    refusals: ['eventNotFound'],
  }),
  createDraftEvent: brandWrite({
    roles,
    feature,
    audit: ['title'],
    maxBytes,
    payload: eventFields,
    result: changed,
    refusals: ['planNotFound', 'scheduleNotFound', 'mediaNotFound'],
  }),
  /** A published event must stay complete, a draft need not be. Streamings move together with their schedules. */
  updateEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId', 'title'],
    maxBytes,
    payload: { eventId, ...eventFields, expectedEditedAt },
    result: changed,
    refusals: [
      'mediaNotFound',
      'eventNotFound',
      'eventCanceled',
      'planNotFound',
      'scheduleNotFound',
      'scheduleHasStreaming',
      'incomplete',
      'conflict',
    ],
  }),
  /** Publishes a draft or scheduled event now, or switches a published one between listed and unlisted. */
  publishEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId', 'visibility'],
    payload: { eventId, visibility: z.enum(['published', 'unlisted']).optional(), expectedEditedAt },
    result: changed,
    refusals: [
      'eventNotFound',
      'eventCanceled',
      'alreadyPublished',
      'planNotFound',
      'incomplete',
      'scheduleInPast',
      'conflict',
    ],
  }),
  scheduleEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId', 'publishAt'],
    payload: { eventId, publishAt: instant, expectedEditedAt },
    result: changed,
    refusals: [
      'eventNotFound',
      'alreadyPublished',
      'planNotFound',
      'incomplete',
      'scheduleInPast',
      'publishTimeInPast',
      'conflict',
    ],
  }),
  unpublishEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId'],
    payload: { eventId, expectedEditedAt },
    result: changed,
    refusals: ['eventNotFound', 'alreadyDraft', 'eventCanceled', 'conflict'],
  }),
  /** To the given times of all schedules; without times, to a date to be announced later. */
  postponeEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId', 'reason'],
    payload: {
      eventId,
      reason: text({ min: 1, max: reasonLength, lines: true }),
      times: z
        .array(newTime)
        .max(mostSchedules)
        .refine((all) => isUnique(all.map(({ scheduleId }) => scheduleId)), distinct),
      expectedEditedAt,
    },
    result: changed,
    refusals: ['eventNotFound', 'notPublished', 'scheduleNotFound', 'scheduleInPast', 'conflict'],
  }),
  duplicateEvent: brandWrite({
    roles,
    feature,
    audit: ['eventId'],
    payload: { eventId },
    result: changed,
    refusals: ['eventNotFound'],
  }),
  /** Upcoming events with the next one first, or past events with the latest first. */
  getPublicEvents: visitorRead({
    kept: true,
    by: 'brand',
    payload: { period: z.enum(['ahead', 'past']), pagination: paginationRequest.optional() },
    result: z.object({ events: z.array(publicListItem), pagination }),
  }),
  getPublicEvent: visitorRead({
    kept: true,
    by: 'brand',
    payload: { eventId },
    result: z.object({ event: publicEvent }),
    refusals: ['eventNotFound'],
  }),
})
