import type { English } from '#kit/english.ts'
import { type BackNumberPeriod, day, type Instant, tokyoMonth } from '#kit/time.ts'

export const contentTypes = ['video', 'news', 'streaming'] as const
export type ContentType = (typeof contentTypes)[number]
export const contentStatuses = ['draft', 'active', 'publishmentScheduled'] as const
export type ContentStatus = (typeof contentStatuses)[number]
export const commentPolicies = ['enabled', 'approvalFirst', 'disabled'] as const
export type CommentPolicy = (typeof commentPolicies)[number]
export const commentAudiences = ['members', 'plan', 'all'] as const
export type CommentAudience = (typeof commentAudiences)[number]
export type ViewableBy = 'allUsers' | 'paidUsers'

const shortNames = ['name', 'description', 'preview'] as const
/** The body, a document as the Japanese one, is the last of them. */
export const englishNames = [...shortNames, 'text'] as const
export type ContentInEnglish = English<(typeof englishNames)[number]>
/** What of it stands beside the body. */
export const shortTexts = (english: ContentInEnglish): string[] => shortNames.map((name) => english[name] ?? '')

/** Editable fields of all types. */
export type ContentTerms = {
  name: string
  description: string
  /** What everybody may read of a locked content. */
  preview: string
  english: ContentInEnglish
  thumbnail: string
  viewableBy: ViewableBy
  planIds: readonly string[]
  backNumberPeriod: BackNumberPeriod | null
  /** Of a draft: no month was chosen, it gets that of its publication; until then it reads as of the current one. */
  periodFollows: boolean
  commentPolicy: CommentPolicy
  commentAudience: CommentAudience
}
/** Body and files; each type uses its own fields. */
export type ContentBody = {
  /** A document as JSON (document.ts). */
  text: string
  /** News only. */
  imageUrls: readonly string[]
  /** Video only. */
  mediaId: string | null
  /** Video only: where its public clip begins, in milliseconds; null: it has none. */
  clipFromMs: number | null
  /** Live streaming only. */
  streamingId: string | null
}

/** A month (or none) that a published content had, and when it was changed. */
export type FormerPeriod = { period: BackNumberPeriod | null; until: Instant }

type Stored = ContentTerms &
  ContentBody & {
    planContentId: string
    type: ContentType
    createdAt: Instant
    editedAt: Instant
    /** uid of the last editor; null in older rows. */
    editedBy?: string | null
    /** Address of the clip that was cut at `clipFromMs` of `mediaId`; empty until then. */
    clip: string
    /** Fans who had one of these before it ended keep reading (rule: months.carryOver). */
    formerPeriods: readonly FormerPeriod[]
  }
export type DraftContent = Stored & { status: 'draft'; publishingAt: null }
export type ScheduledContent = Stored & { status: 'publishmentScheduled'; publishingAt: Instant }
export type ActiveContent = Stored & { status: 'active'; publishingAt: Instant }
export type Content = DraftContent | ScheduledContent | ActiveContent

/** A plan that opens the content, archived from `archivingAt` on. */
type OpeningPlan = { archivingAt: Instant | null }
const isArchived = ({ archivingAt }: OpeningPlan, now: Instant) => archivingAt !== null && archivingAt <= now

/**
 * The content's status at this moment. A scheduled one is active once its time has passed; a paid one whose plans are
 * all archived is a draft for its creators (rule: months.archived). Transitions start from this status and store it.
 * A draft without a month of its own reads as of this one (rule: months.publication).
 */
export const asRead = (content: Content, plans: readonly OpeningPlan[], now: Instant): Content => {
  if (content.status === 'draft' && content.periodFollows) return { ...content, backNumberPeriod: tokyoMonth(now) }
  if (content.viewableBy === 'paidUsers' && content.status !== 'draft' && plans.every((plan) => isArchived(plan, now)))
    return { ...content, status: 'draft', publishingAt: null }
  if (content.status === 'publishmentScheduled' && content.publishingAt <= now) return { ...content, status: 'active' }
  return content
}

/** `editedAt` differs even for two saves within one millisecond, so that a stale save is always detected. */
const edited = <C extends Content>(content: C, now: Instant): C => ({
  ...content,
  editedAt: Math.max(now, content.editedAt + 1),
})

/** Whether somebody who could read `from` may not read what it becomes. */
export const isNarrower = (content: Content, from: Content): boolean =>
  from.status !== 'draft' &&
  (content.status === 'draft' ||
    (from.viewableBy === 'allUsers' && content.viewableBy !== 'allUsers') ||
    from.planIds.some((planId) => !content.planIds.includes(planId)))

export type Edits = Partial<ContentTerms & ContentBody>

/** A draft's month, once it is known when it is published. */
const inItsMonth = <C extends ScheduledContent | ActiveContent>(content: C): C =>
  content.periodFollows
    ? { ...content, backNumberPeriod: tokyoMonth(content.publishingAt), periodFollows: false }
    : content

export const newDraft = (
  { planContentId, type }: { planContentId: string; type: ContentType },
  said: ContentTerms & ContentBody,
  now: Instant,
): DraftContent => ({
  ...said,
  planContentId,
  type,
  status: 'draft',
  publishingAt: null,
  createdAt: now,
  editedAt: now,
  formerPeriods: [],
  clip: '',
})

export const editDraft = (content: DraftContent, edits: Edits, now: Instant): DraftContent =>
  edited({ ...content, ...edits }, now)

export const publish = (content: DraftContent | ScheduledContent, edits: Edits, now: Instant): ActiveContent =>
  edited(inItsMonth({ ...content, ...edits, status: 'active', publishingAt: now }), now)

export const editActive = (content: ActiveContent, edits: Edits, now: Instant): ActiveContent =>
  edited(inItsMonth({ ...content, ...edits }), now)

export const schedule = (
  content: DraftContent,
  { publishingAt, ...edits }: Edits & { publishingAt: Instant },
  now: Instant,
): ScheduledContent => edited(inItsMonth({ ...content, ...edits, status: 'publishmentScheduled', publishingAt }), now)

export const editScheduled = (content: ScheduledContent, edits: Edits, now: Instant): ScheduledContent =>
  edited(inItsMonth({ ...content, ...edits }), now)

const isSamePeriod = (a: BackNumberPeriod | null, b: BackNumberPeriod | null) =>
  a?.year === b?.year && a?.month === b?.month

/** The month of a content after its publication moved (rule: months.publication). */
export const periodAfter = (period: BackNumberPeriod | null, from: Instant, to: Instant): BackNumberPeriod | null =>
  period && isSamePeriod(period, tokyoMonth(from)) ? tokyoMonth(to) : period

export const reschedule = (content: ScheduledContent, publishingAt: Instant, now: Instant): ScheduledContent => {
  const backNumberPeriod = periodAfter(content.backNumberPeriod, content.publishingAt, publishingAt)
  return edited({ ...content, publishingAt, backNumberPeriod }, now)
}

/** A month that nobody has read it in, and that is its publication's, is open again (rule: months.publication). */
export const revert = (content: ActiveContent | ScheduledContent, now: Instant): DraftContent => {
  const { status, backNumberPeriod, publishingAt } = content
  const periodFollows = status === 'publishmentScheduled' && isSamePeriod(backNumberPeriod, tokyoMonth(publishingAt))
  return edited({ ...content, periodFollows, status: 'draft', publishingAt: null }, now)
}

/**
 * What a copy begins with: everything that its author wrote and chose, files by reference. A month is not copied, it
 * becomes that of the publication: nobody bought the copy with a month that has passed.
 */
export const copyOf = (content: Content, name: string, now: Instant): ContentTerms & ContentBody => {
  const { description, preview, english, thumbnail, viewableBy, planIds, commentPolicy, commentAudience } = content
  const { text, imageUrls, mediaId, clipFromMs, streamingId } = content
  return {
    name,
    description,
    preview,
    english,
    thumbnail,
    viewableBy,
    planIds,
    backNumberPeriod: content.backNumberPeriod && tokyoMonth(now),
    periodFollows: content.backNumberPeriod !== null,
    commentPolicy,
    commentAudience,
    text,
    imageUrls,
    mediaId,
    clipFromMs,
    streamingId,
  }
}

/** The clip that still shows what was chosen; empty where it has to be cut anew, or where none is wanted. */
export const clipAfter = (before: Content, { clipFromMs, mediaId }: Content): string =>
  clipFromMs === before.clipFromMs && mediaId === before.mediaId ? before.clip : ''

/**
 * Changing the month takes nothing from earlier readers: the published month is kept with the time when it ended, also
 * across a return to draft. One entry per month, the latest.
 */
export const formerPeriodsAfter = (before: Content, after: Content, now: Instant): readonly FormerPeriod[] => {
  const { backNumberPeriod: period, formerPeriods } = before
  if (before.viewableBy !== 'paidUsers' || visibleFrom(before) > now) return formerPeriods
  const staysPublished = visibleFrom(after) <= now && after.viewableBy === 'paidUsers'
  if (staysPublished && isSamePeriod(period, after.backNumberPeriod)) return formerPeriods
  return [...formerPeriods.filter((former) => !isSamePeriod(former.period, period)), { period, until: now }]
}

// --- What a published content must have -----------------------------------------------------------------------------------

export const longestSchedule = 365 * day

export type Incompleteness = {
  field: 'name' | 'planIds' | 'mediaId' | 'streamingId'
  rule: 'required' | 'noPlansSelected'
}

/** Why the content cannot be published yet; null if it can. */
export const incompleteness = (content: ContentTerms & ContentBody & { type: ContentType }): Incompleteness | null => {
  if (content.name.trim() === '') return { field: 'name', rule: 'required' }
  if (content.viewableBy === 'paidUsers' && content.planIds.length === 0)
    return { field: 'planIds', rule: 'noPlansSelected' }
  if (content.type === 'video' && content.mediaId === null) return { field: 'mediaId', rule: 'required' }
  if (content.type === 'streaming' && content.streamingId === null) return { field: 'streamingId', rule: 'required' }
  return null
}

/** Why the time cannot be chosen; null if it can. */
export const publishingTimeProblem = (publishingAt: Instant, now: Instant): 'publishTimeInPast' | 'tooBig' | null => {
  if (publishingAt <= now) return 'publishTimeInPast'
  return publishingAt > now + longestSchedule ? 'tooBig' : null
}

/** From when on a content is visible to its readers; Infinity for a draft. The table has the same rule. */
export const visibleFrom = ({
  status,
  publishingAt,
  createdAt,
}: {
  status: ContentStatus
  publishingAt: Instant | null
  createdAt: Instant
}): Instant => (status === 'draft' ? Number.POSITIVE_INFINITY : (publishingAt ?? createdAt))
