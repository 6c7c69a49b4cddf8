import { day, type Instant } from '#kit/time.ts'
import type { CommentAudience, CommentPolicy } from '../contents/content'

export const commentStatuses = ['published', 'held', 'hidden', 'deleted'] as const
export type CommentStatus = (typeof commentStatuses)[number]
export const heldReasons = ['newFan', 'watchedWord', 'link', 'reported', 'approvalMode'] as const
export type HeldReason = (typeof heldReasons)[number]
export const moderations = ['approve', 'hide', 'restore', 'delete'] as const
export type Moderation = (typeof moderations)[number]

/** This many reports hide a comment until staff have reviewed it. */
export const reportsToHold = 3

/** How long an author may edit a comment; later edits could change the meaning of older replies. */
export const editableFor = day
/** Maximum number of replies to a comment; replies are one level deep. */
export const mostReplies = 50

export const mayEdit = (comment: { status: CommentStatus; commentedAt: Instant }, now: Instant): boolean =>
  (comment.status === 'published' || comment.status === 'held') && now < comment.commentedAt + editableFor

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string) => folded(text).replace(/[^\p{L}\p{N}]/gu, '')
/** Whether a fan is called as the brand: where nothing but the name is shown, it would speak for the brand. */
export const isCalledAs = (brandName: string, name: string): boolean => lettersOf(name) === lettersOf(brandName)
const hasLink = (text: string) =>
  /https?:\/\/|www\.\S+\.\S|\b[a-z0-9-]+\.(?:com|net|org|jp|io|xyz|info|me|tv)\b/i.test(text)

/** Reasons to hold a new comment for review; if there are none, it is published at once. */
export const reasonsToHold = (
  content: string,
  {
    policy,
    watchedWords,
    isStaff,
    isNewFan,
  }: {
    policy: CommentPolicy
    watchedWords: readonly string[]
    isStaff: boolean
    /** First comments are held for review, and the brand has never published a comment of this fan. */
    isNewFan: boolean
  },
): HeldReason[] => {
  if (isStaff) return []
  const text = folded(content)
  return [
    ...(isNewFan ? (['newFan'] as const) : []),
    ...(policy === 'approvalFirst' ? (['approvalMode'] as const) : []),
    ...(watchedWords.some((word) => text.includes(folded(word))) ? (['watchedWord'] as const) : []),
    ...(hasLink(text) ? (['link'] as const) : []),
  ]
}

/** Whether a reader of the content may comment on it, by the content's comment settings. */
export const mayComment = (
  { policy, audience }: { policy: CommentPolicy; audience: CommentAudience },
  { isStaff, isMember, isOfPlan }: { isStaff: boolean; isMember: boolean; isOfPlan: boolean },
): 'yes' | 'commentsDisabled' | 'notInAudience' => {
  if (policy === 'disabled') return 'commentsDisabled'
  if (isStaff || audience === 'all') return 'yes'
  return (audience === 'members' ? isMember : isOfPlan) ? 'yes' : 'notInAudience'
}

/** Transitions that staff can make; any other action changes nothing. */
const moves: Record<Moderation, Partial<Record<CommentStatus, CommentStatus>>> = {
  approve: { held: 'published' },
  hide: { published: 'hidden', held: 'hidden' },
  restore: { hidden: 'published' },
  delete: { published: 'deleted', held: 'deleted', hidden: 'deleted' },
}
export const moderated = (status: CommentStatus, action: Moderation): CommentStatus | null =>
  moves[action][status] ?? null

/** Only a published top-level comment can be pinned. */
export const mayPin = ({ status, isReply }: { status: CommentStatus; isReply: boolean }): boolean =>
  status === 'published' && !isReply

/** How many comments a club may choose for its brand's page. */
export const mostFeatured = 2
/** What a fan wrote, and everybody may read. */
export const mayFeature = (comment: { status: CommentStatus; isReply: boolean; isBrand: boolean }): boolean =>
  mayPin(comment) && !comment.isBrand

/** Change of the count of published comments. */
export const countedMove = (from: CommentStatus | null, to: CommentStatus): number =>
  Number(to === 'published') - Number(from === 'published')
