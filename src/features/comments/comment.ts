import { day, type Instant } from '../../kit/time'
import type { CommentAudience, CommentPolicy } from '../contents/content'

export const commentStatuses = ['published', 'held', 'hidden', 'deleted'] as const
export type CommentStatus = (typeof commentStatuses)[number]
export const heldReasons = ['newFan', 'watchedWord', 'link', 'reported', 'approvalMode'] as const
export type HeldReason = (typeof heldReasons)[number]
export const moderations = ['approve', 'hide', 'restore', 'delete'] as const
export type Moderation = (typeof moderations)[number]

/** As many reports take a comment out of sight until the staff have looked. */
export const reportsToHold = 3

/** How long an author may mend what they wrote: what others have answered for days stays as they read it. */
export const editableFor = day
/** Answers stand under a comment, one level deep, this many at most. */
export const mostReplies = 50

export const mayEdit = (comment: { status: CommentStatus; commentedAt: Instant }, now: Instant): boolean =>
  (comment.status === 'published' || comment.status === 'held') && now < comment.commentedAt + editableFor

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const hasLink = (text: string) =>
  /https?:\/\/|www\.\S+\.\S|\b[a-z0-9-]+\.(?:com|net|org|jp|io|xyz|info|me|tv)\b/i.test(text)

/** Why a new comment waits for the staff; nothing: it is published at once. */
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
    /** The brand looks at the first comment of everybody, and nothing of this fan has been published yet. */
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

/** Whether somebody who may read the content may write under it, as far as its creator's choice goes. */
export const mayComment = (
  { policy, audience }: { policy: CommentPolicy; audience: CommentAudience },
  { isStaff, isMember, isOfPlan }: { isStaff: boolean; isMember: boolean; isOfPlan: boolean },
): 'yes' | 'commentsDisabled' | 'notInAudience' => {
  if (policy === 'disabled') return 'commentsDisabled'
  if (isStaff || audience === 'all') return 'yes'
  return (audience === 'members' ? isMember : isOfPlan) ? 'yes' : 'notInAudience'
}

/** Every move that the staff may make; what is not here changes nothing. */
const moves: Record<Moderation, Partial<Record<CommentStatus, CommentStatus>>> = {
  approve: { held: 'published' },
  hide: { published: 'hidden', held: 'hidden' },
  restore: { hidden: 'published' },
  delete: { published: 'deleted', held: 'deleted', hidden: 'deleted' },
}
export const moderated = (status: CommentStatus, action: Moderation): CommentStatus | null =>
  moves[action][status] ?? null

/** What may stand above the others: published, and no answer. */
export const mayPin = ({ status, isReply }: { status: CommentStatus; isReply: boolean }): boolean =>
  status === 'published' && !isReply

/** By how much the count of published comments moves. */
export const countedMove = (from: CommentStatus | null, to: CommentStatus): number =>
  Number(to === 'published') - Number(from === 'published')
