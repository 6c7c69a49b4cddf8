import { z } from 'zod'
import { brandRead, brandWrite, contract, fanWrite, roles, visitorRead } from '../../kit/contract'
import { searchText } from '../../kit/list'
import { pagination, paginationRequest } from '../../kit/pagination'
import { id, text } from '../../kit/text'
import { instant } from '../../kit/time'
import { commentStatuses, heldReasons, moderations } from './comment'

export const commentLength = 1000
export const reasonLength = 300
export const watchedWordsCount = 200
/** Comments are the staff's who look after the fans (architecture, section 10). */
export const commentRoles = ['owner', 'admin', 'moderator'] as const

const commentedBy = z.object({ userId: z.string(), displayName: z.string(), icon: z.string() })
/** Accounts are named by the identity provider: no id of ours. */
const userId = z.string().regex(/^[\w-]{1,128}$/)

const shown = {
  id,
  content: z.string(),
  commentedBy,
  commentedAt: instant,
}
const publicFields = {
  ...shown,
  canDelete: z.boolean(),
  /** Seen by its author alone until the staff have looked at it. */
  isHeld: z.boolean(),
  isMine: z.boolean(),
  canEdit: z.boolean(),
  isEdited: z.boolean(),
}
const publicReply = z.object(publicFields)
export type PublicReply = z.infer<typeof publicReply>
export const publicComment = z.object({
  ...publicFields,
  /** It was taken away, and stands here because it has answers; nothing of it is left. */
  isDeleted: z.boolean(),
  /** Stands above the others: the first of the first page. */
  isPinned: z.boolean(),
  /** Oldest first. */
  replies: z.array(publicReply),
})
export type PublicComment = z.infer<typeof publicComment>

export const staffComment = z.object({
  ...shown,
  status: z.enum(commentStatuses),
  heldReasons: z.array(z.enum(heldReasons)),
  reportCount: z.int().min(0),
  planContent: z.object({ planContentId: id, name: z.string() }),
  isReply: z.boolean(),
  isPinned: z.boolean(),
  isEdited: z.boolean(),
  /** Null: may comment. Infinity has no form in JSON: `forGood`. */
  banned: z.object({ until: instant.nullable(), forGood: z.boolean() }).nullable(),
})
export type StaffComment = z.infer<typeof staffComment>

export const commentTabs = ['needsReview', 'reported', 'all', 'hidden'] as const

const content = text({ min: 1, max: commentLength, lines: true })
const writeRefusals = ['contentLocked', 'commentsDisabled', 'notInAudience', 'commentBanned'] as const

const whyNot = z.enum(['signIn', 'commentsDisabled', 'notInAudience', 'commentBanned'])

export const comments = contract({
  /** Newest first, after the one that the staff pinned; only for whoever may read the content. */
  getPublicPlanContentComments: visitorRead({
    by: 'content',
    payload: { tenantId: id, planContentId: id, pagination: paginationRequest.optional() },
    result: z.object({
      comments: z.array(publicComment),
      /** Answers included. */
      totalCount: z.int().min(0),
      /** Whether there are older ones than these. */
      hasMore: z.boolean(),
      isAdmin: z.boolean(),
      /** Null: whoever asks may write one. */
      cannotComment: whyNot.nullable(),
    }),
    refusals: ['contentNotFound', 'contentLocked'],
  }),
  postCommentToPlanContent: fanWrite({
    by: 'content',
    payload: {
      tenantId: id,
      planContentId: id,
      content,
      /** What it answers: a comment of the same content that is no answer itself. */
      parentId: id.optional(),
    },
    result: z.object({ commentId: id, isHeld: z.boolean() }),
    refusals: [...writeRefusals, 'contentNotFound', 'commentNotFound', 'tooManyReplies'],
    limit: { points: 20, seconds: 60 },
  }),
  /** By its author, within a day; it is looked at like a new one. */
  editComment: fanWrite({
    by: 'comment',
    payload: { tenantId: id, commentId: id, content },
    result: z.object({ isHeld: z.boolean() }),
    refusals: [...writeRefusals, 'commentNotFound', 'commentNotYours', 'commentTooOld'],
    limit: { points: 20, seconds: 60 },
  }),
  deleteCommentFromPlanContent: fanWrite({
    by: 'comment',
    payload: { tenantId: id, commentId: id },
    result: z.object({}),
    refusals: ['commentNotFound', 'commentNotYours'],
    limit: { points: 60, seconds: 60 },
  }),
  /** One report a fan and comment; the third takes it out of sight. */
  reportComment: fanWrite({
    by: 'comment',
    payload: { tenantId: id, commentId: id, reason: text({ max: reasonLength, lines: true }).optional() },
    result: z.object({}),
    refusals: ['commentNotFound', 'contentLocked', 'commentBanned'],
    limit: { points: 20, seconds: 60 },
  }),
  getComments: brandRead({
    roles,
    payload: {
      tab: z.enum(commentTabs).optional(),
      planContentId: id.optional(),
      userId: userId.optional(),
      q: searchText.optional(),
      from: instant.optional(),
      to: instant.optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({
      comments: z.array(staffComment),
      pagination,
      counts: z.object({ needsReview: z.int(), reported: z.int(), all: z.int(), hidden: z.int() }),
      canModerate: z.boolean(),
      watchedWords: z.array(z.string()),
      /** Whether the first comment of everybody waits for the staff. */
      holdNewFans: z.boolean(),
    }),
  }),
  /** Comments that the action cannot begin from stay as they are. */
  moderateComments: brandWrite({
    roles: commentRoles,
    audit: ['ids', 'action', 'reason'],
    payload: {
      ids: z.array(id).min(1).max(100),
      action: z.enum(moderations),
      reason: text({ max: reasonLength, lines: true }).optional(),
    },
    result: z.object({ changed: z.int().min(0) }),
    refusals: ['commentNotFound'],
    limit: { points: 120, seconds: 60 },
  }),
  /** One stands above the others of its content; pinning another takes its place. */
  pinComment: brandWrite({
    roles: commentRoles,
    audit: ['commentId', 'pinned'],
    payload: { commentId: id, pinned: z.boolean() },
    result: z.object({}),
    refusals: ['commentNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  setCommentBan: brandWrite({
    roles: commentRoles,
    audit: ['userId', 'until', 'reason'],
    payload: {
      userId,
      /** Null lifts the ban. */
      until: z.union([instant, z.literal('indefinite')]).nullable(),
      reason: text({ max: reasonLength, lines: true }).optional(),
      hidePrevious: z.boolean().optional(),
    },
    result: z.object({ hidden: z.int().min(0) }),
    refusals: ['fanNotFound'],
  }),
  /** What makes comments wait for the staff. */
  setWatchedWords: brandWrite({
    roles: commentRoles,
    audit: ['words', 'holdNewFans'],
    payload: {
      words: z.array(text({ min: 1, max: 50 })).max(watchedWordsCount),
      /** Left out, it stays as it is. */
      holdNewFans: z.boolean().optional(),
    },
    result: z.object({ words: z.array(z.string()), holdNewFans: z.boolean() }),
  }),
})
