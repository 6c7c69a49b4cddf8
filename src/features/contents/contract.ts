import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, type Issue, roles } from '../../kit/contract'
import { editedBy } from '../../kit/list'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id, pictureUrl, text } from '../../kit/text'
import { backNumberPeriod, instant } from '../../kit/time'
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
export const newsImagesCount = 20

const planIds = z
  .array(id)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, { params: { rule: 'duplicate' } })

/** What every content says of itself; the name may be empty while it is a draft. */
export const contentFields = {
  name: text({ max: contentNameLength }),
  /** Ours beside the specification's fields: who does not know them sends none, and nothing of them changes. */
  description: text({ max: contentDescriptionLength }).optional(),
  thumbnail: pictureUrl,
  viewableBy: z.enum(['allUsers', 'paidUsers']),
  planIds,
  backNumberPeriod: backNumberPeriod.nullable(),
  commentPolicy: z.enum(commentPolicies).optional(),
  commentAudience: z.enum(commentAudiences).optional(),
}
export const newsFields = {
  ...contentFields,
  imageUrls: z.array(pictureUrl.refine((url) => url !== '', { params: { rule: 'required' } })).max(newsImagesCount),
  text: documentText,
}
export const videoFields = { ...contentFields, text: documentText }
/** The streaming owns its times: what is said here is said of it, and what is left out stays. */
export const streamingFields = {
  ...contentFields,
  text: documentText,
  startAt: instant.optional(),
  expiredAt: z.union([instant, z.literal('indefinite')]).optional(),
}

/** The same fields, each of which stays as it is when it is left out. */
export const optional = <Shape extends Record<string, z.ZodType>>(shape: Shape) => z.object(shape).partial().shape

type Said = Pick<ContentTerms, 'name' | 'viewableBy' | 'planIds'> & { mediaId?: string | null | undefined }
/** What is published has a name and, when it is for paying fans, plans that open it. */
export const checkComplete =
  (type: ContentType) =>
  (said: Said, issue: Issue): void => {
    const content = { type, mediaId: 'kept', streamingId: 'kept', ...said } as ContentTerms &
      ContentBody & { type: ContentType }
    const problem = incompleteness(content)
    if (problem) issue(problem.field, problem.rule)
  }

/** The `editedAt` that the screen was loaded with; without it the last write wins. */
export const expectedEditedAt = instant.optional()
export const publishingAt = instant
export const planContentId = id
export const changed = z.object({ planContentId })

/** What any change of a content may be refused for, besides the state that it has to start from. */
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

/** What staff see of a content wherever it stands. */
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
  /** Of a video: how far its conversion is. */
  conversionStatus,
  loves: z.int().min(0),
  /** Those that are published. */
  comments: z.int().min(0),
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
  }),
  z.object({
    type: z.literal('streaming'),
    url: z.string(),
    text: z.string(),
    startAt: instant.nullable(),
    expiredAt: instant.nullable(),
    /** Ours beside the specification's fields. */
    streamingId: id.nullable(),
  }),
])
export const adminPlanContent = z.object({
  ...shown,
  planIds: z.array(id),
  commentPolicy: z.enum(commentPolicies),
  commentAudience: z.enum(commentAudiences),
  details,
})
export type AdminPlanContent = z.infer<typeof adminPlanContent>

const scheduled = { target: z.enum(['content', 'event']), targetId: id, expectedEditedAt }
const contentIds = { planContentId, expectedEditedAt }

export const contents = contract({
  /** Newest edit first; `month` is the back number's. */
  getPlanContentsWithPlans: brandRead({
    roles,
    payload: {
      status: contentStatus.optional(),
      type: contentType.optional(),
      planId: id.optional(),
      month: backNumberPeriod.optional(),
      q: text({ max: 80 }).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      planContents: z.array(listItem),
      pagination,
      canEdit: z.boolean(),
      /** By what the contents read as, whatever else is filtered. */
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
  /** What is due when, by the day: scheduled and published contents between two moments, oldest first, at most 500. */
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
      /** What else happens on these days: events that are announced or begin, and streamings. */
      others: z.array(
        z.object({
          kind: z.enum(['publishEvent', 'event', 'streaming']),
          eventId: id,
          /** Of a streaming: the content that shows it, where there is one. */
          planContentId: id.nullable(),
          name: z.string(),
          runAt: instant,
          /** Of what can be moved to another day by `rescheduleAction`; null of all else. */
          editedAt: instant.nullable(),
        }),
      ),
      canEdit: z.boolean(),
    }),
  }),
  /** What is to be published, at another moment: a content, or the announcement of an event. */
  rescheduleAction: brandWrite({
    roles: contentRoles,
    audit: ['target', 'targetId', 'runAt'],
    payload: { ...scheduled, runAt: instant },
    result: z.object({ targetId: id }),
    refusals: [...changeRefusals, 'notScheduled', 'eventNotFound', 'alreadyPublished', 'scheduleInPast'],
  }),
  /** What was to be published stays a draft. */
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
  deletePlanContent: brandWrite({
    roles: contentRoles,
    audit: ['planContentId'],
    payload: { planContentId },
    result: z.object({}),
    refusals: ['contentNotFound'],
  }),
  reschedulePlanContentPublishment: brandWrite({
    roles: contentRoles,
    audit: ['planContentId', 'publishingAt'],
    payload: { ...contentIds, publishingAt },
    result: changed,
    refusals: [...changeRefusals, 'notScheduled'],
  }),
})
