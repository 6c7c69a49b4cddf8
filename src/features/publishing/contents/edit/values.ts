import { z } from 'zod'
import { englishValues } from '#kit/english.ts'
import { storedText } from '#kit/richText.ts'
import { id } from '#kit/text.ts'
import { type BackNumberPeriod, type Instant, instant, tokyoMonth } from '#kit/time.ts'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import {
  type CommentAudience,
  type CommentPolicy,
  type ContentInEnglish,
  type ContentType,
  englishNames,
  type ViewableBy,
} from '../content'
import { type AdminPlanContent, checkComplete, newsFields, videoFields } from '../contract'

/** Form values of a content. */
export type ContentValues = {
  name: string
  description: string
  preview: string
  english: Record<(typeof englishNames)[number], string>
  thumbnail: string
  viewableBy: ViewableBy
  planIds: string[]
  /** `publication`: no month was chosen, a draft gets that of its publication. */
  backNumberPeriod: BackNumberPeriod | 'publication' | null
  commentPolicy: CommentPolicy
  commentAudience: CommentAudience
  /** Without signed URLs, which change with every read. */
  text: string
  /** Video only: id of its upload. */
  mediaId: string | null
  /** Video only: where the clip for everybody begins; null: none. NaN while it is no number. */
  clipFromMs: number | null
  /** Streaming only; `expiredAt` null means no end. */
  startAt: number | null
  expiredAt: number | null
}

/** The month that it would have if it was published then. */
export const monthOf = (
  { backNumberPeriod }: Pick<ContentValues, 'backNumberPeriod'>,
  at: Instant,
): BackNumberPeriod | null => (backNumberPeriod === 'publication' ? tokyoMonth(at) : backNumberPeriod)

/** As the form holds it: empty where nothing was given, the body without signed URLs. */
export const englishOf = (english: ContentInEnglish): ContentValues['english'] => ({
  ...englishValues(english, englishNames),
  text: storedText(english.text ?? ''),
})

export type StoredContent = AdminPlanContent & { editedBy: EditedBy }

export const valuesOf = ({ details, ...content }: AdminPlanContent): ContentValues => ({
  name: content.name,
  description: content.description,
  preview: content.preview,
  english: englishOf(content.english),
  thumbnail: content.thumbnail,
  viewableBy: content.viewableBy,
  planIds: content.planIds,
  backNumberPeriod: content.periodFollows ? 'publication' : content.backNumberPeriod,
  commentPolicy: content.commentPolicy,
  commentAudience: content.commentAudience,
  text: storedText(details.text),
  mediaId: details.type === 'video' ? details.mediaId : null,
  clipFromMs: details.type === 'video' ? details.clipFromMs : null,
  startAt: details.type === 'streaming' ? details.startAt : null,
  expiredAt: details.type === 'streaming' ? details.expiredAt : null,
})

const { imageUrls: _, periodFollows: __, ...fields } = newsFields
export const draftSchema = z.object({
  ...fields,
  backNumberPeriod: fields.backNumberPeriod.or(z.literal('publication')),
  mediaId: id.nullable(),
  clipFromMs: videoFields.clipFromMs.unwrap(),
  startAt: instant.nullable(),
  expiredAt: instant.nullable(),
})

/** Fields required for publishing. */
export const publishSchema = (type: ContentType) =>
  draftSchema.superRefine((values, context) =>
    checkComplete(type)(values, (field, rule) =>
      context.addIssue({ code: 'custom', path: [field], params: { rule }, message: rule }),
    ),
  )

/** A content before the first save. */
export const blankContent = (type: ContentType, now: Instant): AdminPlanContent => ({
  planContentId: 'new',
  type,
  name: '',
  description: '',
  preview: '',
  english: {},
  thumbnail: '',
  status: 'draft',
  viewableBy: 'paidUsers',
  planIds: [],
  backNumberPeriod: tokyoMonth(now),
  periodFollows: true,
  publishingAt: null,
  commentPolicy: 'enabled',
  commentAudience: 'all',
  editedAt: 0,
  details: { type: 'news', imageUrls: [], text: '' },
})
