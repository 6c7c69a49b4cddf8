import { type BackNumberPeriod, day, type Instant } from '../../kit/time'

export const contentTypes = ['video', 'news', 'streaming'] as const
export type ContentType = (typeof contentTypes)[number]
export const contentStatuses = ['draft', 'active', 'publishmentScheduled'] as const
export type ContentStatus = (typeof contentStatuses)[number]
export const commentPolicies = ['enabled', 'approvalFirst', 'disabled'] as const
export type CommentPolicy = (typeof commentPolicies)[number]
export const commentAudiences = ['members', 'plan', 'all'] as const
export type CommentAudience = (typeof commentAudiences)[number]
export type ViewableBy = 'allUsers' | 'paidUsers'

/** What its creator says of a content, whatever its type. */
export type ContentTerms = {
  name: string
  description: string
  thumbnail: string
  viewableBy: ViewableBy
  planIds: readonly string[]
  backNumberPeriod: BackNumberPeriod | null
  commentPolicy: CommentPolicy
  commentAudience: CommentAudience
}
/** The body and the files of a content; each type uses its own part. */
export type ContentBody = {
  /** A document as JSON (document.ts). */
  text: string
  /** Of news. */
  imageUrls: readonly string[]
  /** Of a video. */
  mediaId: string | null
  /** Of a live streaming. */
  streamingId: string | null
}

/** A month (or none) that a published content had, and the moment at which it got another. */
export type FormerPeriod = { period: BackNumberPeriod | null; until: Instant }

type Stored = ContentTerms &
  ContentBody & {
    planContentId: string
    type: ContentType
    createdAt: Instant
    editedAt: Instant
    /** The uid of who saved last; older rows have none. */
    editedBy?: string | null
    /** Whoever had one of these before it ended reads on (records 2.8, carryOver). */
    formerPeriods: readonly FormerPeriod[]
  }
export type DraftContent = Stored & { status: 'draft'; publishingAt: null }
export type ScheduledContent = Stored & { status: 'publishmentScheduled'; publishingAt: Instant }
export type ActiveContent = Stored & { status: 'active'; publishingAt: Instant }
export type Content = DraftContent | ScheduledContent | ActiveContent

/** An opening plan as far as this rule goes: archived from `archivingAt` on. */
type OpeningPlan = { archivingAt: Instant | null }
const isArchived = ({ archivingAt }: OpeningPlan, now: Instant) => archivingAt !== null && archivingAt <= now

/**
 * The content as it reads at this moment. A scheduled one is active once its time has passed; a paid one whose plans are
 * all archived is a draft for its creators (architecture, section 10). Moves start from what is read, and store it.
 */
export const asRead = (content: Content, plans: readonly OpeningPlan[], now: Instant): Content => {
  if (content.viewableBy === 'paidUsers' && content.status !== 'draft' && plans.every((plan) => isArchived(plan, now)))
    return { ...content, status: 'draft', publishingAt: null }
  if (content.status === 'publishmentScheduled' && content.publishingAt <= now) return { ...content, status: 'active' }
  return content
}

/** Two saves within one millisecond still differ, so that a stale one is always seen. */
const edited = <C extends Content>(content: C, now: Instant): C => ({
  ...content,
  editedAt: Math.max(now, content.editedAt + 1),
})

export type Edits = Partial<ContentTerms & ContentBody>

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
})

export const editDraft = (content: DraftContent, edits: Edits, now: Instant): DraftContent =>
  edited({ ...content, ...edits }, now)

export const publish = (content: DraftContent | ScheduledContent, edits: Edits, now: Instant): ActiveContent =>
  edited({ ...content, ...edits, status: 'active', publishingAt: now }, now)

export const editActive = (content: ActiveContent, edits: Edits, now: Instant): ActiveContent =>
  edited({ ...content, ...edits }, now)

export const schedule = (
  content: DraftContent,
  { publishingAt, ...edits }: Edits & { publishingAt: Instant },
  now: Instant,
): ScheduledContent => edited({ ...content, ...edits, status: 'publishmentScheduled', publishingAt }, now)

export const editScheduled = (content: ScheduledContent, edits: Edits, now: Instant): ScheduledContent =>
  edited({ ...content, ...edits }, now)

export const reschedule = (content: ScheduledContent, publishingAt: Instant, now: Instant): ScheduledContent =>
  edited({ ...content, publishingAt }, now)

export const revert = (content: ActiveContent | ScheduledContent, now: Instant): DraftContent =>
  edited({ ...content, status: 'draft', publishingAt: null }, now)

const isSamePeriod = (a: BackNumberPeriod | null, b: BackNumberPeriod | null) =>
  a?.year === b?.year && a?.month === b?.month

/**
 * A change of month takes nothing from those who could read before it: the month that was published is kept with the
 * moment at which it ended, also over a return to draft. One entry a month, the last.
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

/** Why a content cannot be seen by anybody yet; null when it can. */
export const incompleteness = (content: ContentTerms & ContentBody & { type: ContentType }): Incompleteness | null => {
  if (content.name.trim() === '') return { field: 'name', rule: 'required' }
  if (content.viewableBy === 'paidUsers' && content.planIds.length === 0)
    return { field: 'planIds', rule: 'noPlansSelected' }
  if (content.type === 'video' && content.mediaId === null) return { field: 'mediaId', rule: 'required' }
  if (content.type === 'streaming' && content.streamingId === null) return { field: 'streamingId', rule: 'required' }
  return null
}

/** Why the time cannot be chosen; null when it can. */
export const publishingTimeProblem = (publishingAt: Instant, now: Instant): 'publishTimeInPast' | 'tooBig' | null => {
  if (publishingAt <= now) return 'publishTimeInPast'
  return publishingAt > now + longestSchedule ? 'tooBig' : null
}

/** From when on a content may be seen by whoever may see it; a draft never (Infinity). The table says the same. */
export const visibleFrom = ({
  status,
  publishingAt,
  createdAt,
}: {
  status: ContentStatus
  publishingAt: Instant | null
  createdAt: Instant
}): Instant => (status === 'draft' ? Number.POSITIVE_INFINITY : (publishingAt ?? createdAt))
