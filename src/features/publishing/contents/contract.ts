import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, type Issue, roles } from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { editedBy, sortOf } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, pictureUrl, text } from '#kit/text.ts'
import { backNumberPeriod, day, instant } from '#kit/time.ts'
import {
  type ContentBody,
  type ContentTerms,
  type ContentType,
  commentAudiences,
  commentPolicies,
  contentStatuses,
  contentTypes,
  incompleteness,
} from './content'
import { documentText } from './document'

export const contentNameLength = 80
export const contentDescriptionLength = 200
export const contentPreviewLength = 200
/** The same words take about twice as many letters. */
export const inEnglish = { description: 2 * contentDescriptionLength, preview: 2 * contentPreviewLength } as const
export const newsImagesCount = 20

const planIds = z
  .array(id)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, { params: { rule: 'duplicate' } })

const name = text({ max: contentNameLength })
const description = text({ max: contentDescriptionLength })
const preview = text({ max: contentPreviewLength, lines: true })
/** Not in the specification: what fans read on the English site in place of the texts beside it. */
export const contentInEnglish = englishTexts({
  name,
  description: text({ max: inEnglish.description }),
  preview: text({ max: inEnglish.preview, lines: true }),
  text: documentText,
})
/** As staff read it: its body has the addresses of its files. */
export const readInEnglish = englishTexts({
  name: z.string(),
  description: z.string(),
  preview: z.string(),
  text: z.string(),
})

/** Fields of all types; the name may be empty in a draft. */
export const contentFields = {
  name,
  /** Not in the specification: optional, and unchanged if omitted. */
  description: description.optional(),
  /** Not in the specification: what everybody may read of a locked content; optional, and unchanged if omitted. */
  preview: preview.optional(),
  english: contentInEnglish.optional(),
  thumbnail: pictureUrl,
  viewableBy: z.enum(['allUsers', 'paidUsers']),
  planIds,
  backNumberPeriod: backNumberPeriod.nullable(),
  /** Not in the specification: no month is chosen, a draft gets that of its publication. Who says a month without it chooses that. */
  periodFollows: z.boolean().optional(),
  commentPolicy: z.enum(commentPolicies).optional(),
  commentAudience: z.enum(commentAudiences).optional(),
}
export const newsFields = {
  ...contentFields,
  imageUrls: z.array(pictureUrl.refine((url) => url !== '', { params: { rule: 'required' } })).max(newsImagesCount),
  text: documentText,
}
export const videoFields = {
  ...contentFields,
  text: documentText,
  /** Not in the specification: where a clip of ten seconds begins that everybody may see; null: none. Unchanged if omitted. */
  clipFromMs: z.int().min(0).max(day).nullable().optional(),
}
/** The times belong to the streaming: given values change it, omitted ones are unchanged. */
export const streamingFields = {
  ...contentFields,
  text: documentText,
  startAt: instant.optional(),
  expiredAt: z.union([instant, z.literal('indefinite')]).optional(),
}

/** The same fields, all optional: omitted ones are unchanged. */
export const optional = <Shape extends Record<string, z.ZodType>>(shape: Shape) => z.object(shape).partial().shape

type ContentFields = Pick<ContentTerms, 'name' | 'viewableBy' | 'planIds'> & { mediaId?: string | null | undefined }
/** A published content needs a name and, for paying fans, plans that open it. */
export const checkComplete =
  (type: ContentType) =>
  (said: ContentFields, issue: Issue): void => {
    const content = { type, mediaId: 'kept', streamingId: 'kept', ...said } as ContentTerms &
      ContentBody & { type: ContentType }
    const problem = incompleteness(content)
    if (problem) issue(problem.field, problem.rule)
  }

/** The `editedAt` of the version that the screen has loaded; if omitted, the last write wins. */
export const expectedEditedAt = instant.optional()
export const publishingAt = instant
export const planContentId = id
export const changed = z.object({ planContentId })

/** Refusals of any change, besides those for the wrong state. */
export const changeRefusals = [
  'contentNotFound',
  'planNotFound',
  'planArchived',
  'mediaNotFound',
  'streamingNotFound',
  'incomplete',
  'videoNotReady',
  'publishTimeInPast',
  'conflict',
] as const

export const conversionStatus = z.enum(['progressing', 'completed', 'error', 'canceled', 'none'])
export const signedCookies = z.record(z.string(), z.string())

const contentStatus = z.enum(contentStatuses)
const contentType = z.enum(contentTypes)
const openingPlan = z.object({ planId: id, name: z.string() })

/** Fields for staff, in lists and details. */
const shown = {
  planContentId,
  type: contentType,
  name: z.string(),
  description: z.string(),
  thumbnail: z.string(),
  status: contentStatus,
  viewableBy: z.enum(['allUsers', 'paidUsers']),
  backNumberPeriod: backNumberPeriod.nullable(),
  publishingAt: instant.nullable(),
  editedAt: instant,
}
const listItem = z.object({
  ...shown,
  plans: z.array(openingPlan),
  /** Video only: state of the conversion. */
  conversionStatus,
  loves: z.int().min(0),
  /** Number of published comments. */
  comments: z.int().min(0),
  /** Who opened it, each counted once a day (Tokyo time). */
  viewers: z.int().min(0),
})
export type ContentListItem = z.infer<typeof listItem>

const details = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('news'),
    imageUrls: z.array(z.string()),
    text: z.string(),
  }),
  z.object({
    type: z.literal('video'),
    /** Empty until the conversion is completed. */
    videoUrl: z.string(),
    text: z.string(),
    signedCookies,
    mediaId: id.nullable(),
    /** Not in the specification: where the clip that everybody may see begins, null without one; empty until it is cut. */
    clipFromMs: z.int().nullable(),
    clip: z.string(),
  }),
  z.object({
    type: z.literal('streaming'),
    url: z.string(),
    text: z.string(),
    startAt: instant.nullable(),
    expiredAt: instant.nullable(),
    /** Not in the specification. */
    streamingId: id.nullable(),
  }),
])
export const adminPlanContent = z.object({
  ...shown,
  preview: z.string(),
  english: readInEnglish,
  planIds: z.array(id),
  /** Not in the specification: of a draft, whose month is the current one until it is published. */
  periodFollows: z.boolean(),
  commentPolicy: z.enum(commentPolicies),
  commentAudience: z.enum(commentAudiences),
  details,
})
export type AdminPlanContent = z.infer<typeof adminPlanContent>

const scheduled = { target: z.enum(['content', 'event']), targetId: id, expectedEditedAt }
const contentIds = { planContentId, expectedEditedAt }

/** Contents of one value stand by their ids, in the same direction; those without a time of publishing come last. */
export const contentSorts = ['name', 'publishingAt', 'editedAt', 'viewers', 'loves', 'comments'] as const

export const contents = contract({
  /** Newest edit first, or in the order that is asked; `month` is that of a back number. */
  getPlanContentsWithPlans: brandRead({
    roles,
    payload: {
      status: contentStatus.optional(),
      type: contentType.optional(),
      planId: id.optional(),
      month: backNumberPeriod.optional(),
      q: text({ max: 80 }).optional(),
      sort: sortOf(contentSorts).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      planContents: z.array(listItem),
      pagination,
      canEdit: z.boolean(),
      /** Counts by current status, independent of the filter. */
      counts: z.object({ all: z.int(), draft: z.int(), active: z.int(), publishmentScheduled: z.int() }),
    }),
  }),
  getPrivatePlanContent: brandRead({
    roles,
    setsCookies: true,
    payload: { planContentId },
    result: z.object({ planContent: adminPlanContent, canEdit: z.boolean(), canExplain: z.boolean(), editedBy }),
    refusals: ['contentNotFound'],
  }),
  /** The calendar: scheduled and published contents between two moments, oldest first, at most 500. */
  getScheduledActions: brandRead({
    roles,
    payload: { from: instant, to: instant },
    check: ({ from, to }, issue) => {
      if (to <= from) issue('to', 'tooSmall')
    },
    result: z.object({
      actions: z.array(
        z.object({
          action: z.literal('publish'),
          planContentId,
          type: contentType,
          name: z.string(),
          status: contentStatus,
          runAt: instant,
          editedAt: instant,
        }),
      ),
      /** Other items of these days: announcements and starts of events, and streamings. */
      others: z.array(
        z.object({
          kind: z.enum(['publishEvent', 'event', 'streaming']),
          eventId: id,
          /** Streaming only: the content that shows it, if there is one. */
          planContentId: id.nullable(),
          name: z.string(),
          runAt: instant,
          /** Null unless the item can be moved by `rescheduleAction`. */
          editedAt: instant.nullable(),
        }),
      ),
      canEdit: z.boolean(),
    }),
  }),
  /** Changes the time of a scheduled publication: of a content, or of an event's announcement. */
  rescheduleAction: brandWrite({
    roles: contentRoles,
    audit: ['target', 'targetId', 'runAt'],
    payload: { ...scheduled, runAt: instant },
    result: z.object({ targetId: id }),
    refusals: [...changeRefusals, 'notScheduled', 'eventNotFound', 'alreadyPublished', 'scheduleInPast'],
  }),
  /** Cancels a scheduled publication: it becomes a draft again. */
  cancelScheduledAction: brandWrite({
    roles: contentRoles,
    audit: ['target', 'targetId'],
    payload: scheduled,
    result: z.object({ targetId: id }),
    refusals: [...changeRefusals, 'notScheduled', 'eventNotFound', 'alreadyDraft', 'eventCanceled'],
  }),
  revertPlanContentToDraft: brandWrite({
    roles: contentRoles,
    audit: ['planContentId'],
    payload: contentIds,
    result: changed,
    refusals: [...changeRefusals, 'alreadyDraft'],
  }),
  /** Publishes a draft now, as it is stored. */
  publishPlanContent: brandWrite({
    roles: contentRoles,
    audit: ['planContentId'],
    payload: contentIds,
    result: changed,
    refusals: [...changeRefusals, 'notDraft'],
  }),
  /**
   * Makes a draft with the same text, files and plans, named as a copy in the caller's language. Of a content of a
   * back-number month the copy belongs to the month in which it is made.
   */
  copyPlanContent: brandWrite({
    roles: contentRoles,
    audit: ['planContentId'],
    payload: { planContentId },
    result: changed,
    refusals: changeRefusals,
  }),
  deletePlanContent: brandWrite({
    roles: contentRoles,
    audit: ['planContentId'],
    payload: contentIds,
    result: z.object({}),
    refusals: ['contentNotFound', 'conflict'],
  }),
  reschedulePlanContentPublishment: brandWrite({
    roles: contentRoles,
    audit: ['planContentId', 'publishingAt'],
    payload: { ...contentIds, publishingAt },
    result: changed,
    refusals: [...changeRefusals, 'notScheduled'],
  }),
})
