import { z } from 'zod'
import { storedText } from '../../../kit/richText'
import { id } from '../../../kit/text'
import { type BackNumberPeriod, type Instant, instant, tokyoMonth } from '../../../kit/time'
import type { EditedBy } from '../../../ui/form/state/useStoredForm'
import type { CommentAudience, CommentPolicy, ContentType, ViewableBy } from '../content'
import { type AdminPlanContent, checkComplete, newsFields } from '../contract'

/** What of a content is written on its screen. */
export type ContentValues = {
  name: string
  description: string
  thumbnail: string
  viewableBy: ViewableBy
  planIds: string[]
  backNumberPeriod: BackNumberPeriod | null
  commentPolicy: CommentPolicy
  commentAudience: CommentAudience
  /** Without the addresses that came with it: they are new at every reading. */
  text: string
  /** Of a video: its file. */
  mediaId: string | null
  /** Of a streaming; an end that is null is none. */
  startAt: number | null
  expiredAt: number | null
}

export type StoredContent = AdminPlanContent & { editedBy: EditedBy }

export const valuesOf = ({ details, ...content }: AdminPlanContent): ContentValues => ({
  name: content.name,
  description: content.description,
  thumbnail: content.thumbnail,
  viewableBy: content.viewableBy,
  planIds: content.planIds,
  backNumberPeriod: content.backNumberPeriod,
  commentPolicy: content.commentPolicy,
  commentAudience: content.commentAudience,
  text: storedText(details.text),
  mediaId: details.type === 'video' ? details.mediaId : null,
  startAt: details.type === 'streaming' ? details.startAt : null,
  expiredAt: details.type === 'streaming' ? details.expiredAt : null,
})

const { imageUrls: _, ...fields } = newsFields
export const draftSchema = z.object({
  ...fields,
  mediaId: id.nullable(),
  startAt: instant.nullable(),
  expiredAt: instant.nullable(),
})

/** What a content must say before anybody sees it. */
export const publishSchema = (type: ContentType) =>
  draftSchema.superRefine((values, context) =>
    checkComplete(type)(values, (field, rule) =>
      context.addIssue({ code: 'custom', path: [field], params: { rule }, message: rule }),
    ),
  )

/** Before anything has been saved. Its month is the one in which it would be published now. */
export const blankContent = (type: ContentType, now: Instant): AdminPlanContent => ({
  planContentId: 'new',
  type,
  name: '',
  description: '',
  thumbnail: '',
  status: 'draft',
  viewableBy: 'paidUsers',
  planIds: [],
  backNumberPeriod: tokyoMonth(now),
  publishingAt: null,
  commentPolicy: 'enabled',
  commentAudience: 'all',
  editedAt: 0,
  details: { type: 'news', imageUrls: [], text: '' },
})
