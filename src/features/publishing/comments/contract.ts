import { z } from 'zod'
import { brandRead, brandWrite, contract, fanWrite, roles, visitorRead } from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { commentStatuses, heldReasons, moderations } from './comment'

export const commentLength = 1000
export const reasonLength = 300
export const watchedWordsCount = 200
/** Comments are moderated by the roles that handle fans (rule: access.roles). */
export const commentRoles = ['owner', 'admin', 'moderator'] as const

const commentedBy = z.object({ userId: z.string(), displayName: z.string(), icon: z.string() })
/** A uid of the identity provider, not in the format of our own ids. */
const userId = z.string().regex(/^[\w-]{1,128}$/)

const shown = {
  id,
  content: z.string(),
  commentedBy,
  /** Staff wrote it for the brand, whose id, name and icon it shows: nobody else's comment is marked so. */
  isBrand: z.boolean(),
  commentedAt: instant,
}
const publicFields = {
  ...shown,
  canDelete: z.boolean(),
  /** Held for review: visible to its author only. */
  isHeld: z.boolean(),
  isMine: z.boolean(),
  canEdit: z.boolean(),
  isEdited: z.boolean(),
}
const publicReply = z.object(publicFields)
export type PublicReply = z.infer<typeof publicReply>
export const publicComment = z.object({
  ...publicFields,
  /** Removed, but shown as a placeholder because it has replies; its text and author are empty. */
  isDeleted: z.boolean(),
  /** Pinned: always first on the first page. */
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
  /** The brand has answered it, and no fan wrote after that. */
  isAnswered: z.boolean(),
  /** What a fan wrote last under it; null where the brand did, or nobody. */
  followUp: z.object({ displayName: z.string(), content: z.string() }).nullable(),
  isPinned: z.boolean(),
  /** Chosen for the brand's page. */
  isFeatured: z.boolean(),
  isEdited: z.boolean(),
  /** Null: may comment. A permanent ban is `forGood`, because JSON cannot represent Infinity. */
  banned: z.object({ until: instant.nullable(), forGood: z.boolean() }).nullable(),
})
export type StaffComment = z.infer<typeof staffComment>

/** `unanswered`: what fans wrote, no reply of theirs, where the brand has not answered yet or a fan wrote after its answer. */
export const commentTabs = ['needsReview', 'unanswered', 'reported', 'all', 'hidden'] as const

const content = text({ min: 1, max: commentLength, lines: true })
const writeRefusals = ['contentLocked', 'commentsDisabled', 'notInAudience', 'commentBanned'] as const

const whyNot = z.enum(['signIn', 'commentsDisabled', 'notInAudience', 'commentBanned'])

export const comments = contract({
  /** The pinned comment, then newest first; only for readers who may read the content. */
  getPublicPlanContentComments: visitorRead({
    by: 'content',
    payload: { tenantId: id, planContentId: id, pagination: paginationRequest.optional() },
    result: z.object({
      comments: z.array(publicComment),
      /** Including replies. */
      totalCount: z.int().min(0),
      /** Whether there are more, older comments. */
      hasMore: z.boolean(),
      isAdmin: z.boolean(),
      /** Null: the caller may comment. */
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
      /** The comment replied to: a top-level comment of the same content. */
      parentId: id.optional(),
    },
    result: z.object({ commentId: id, isHeld: z.boolean() }),
    refusals: [...writeRefusals, 'contentNotFound', 'commentNotFound', 'tooManyReplies'],
    limit: { points: 20, seconds: 60 },
  }),
  /** By its author, within a day; the edited text is checked like a new comment. */
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
  /** One report per fan and comment; the third one hides the comment until staff review it. */
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
      counts: z.object({
        needsReview: z.int(),
        unanswered: z.int(),
        reported: z.int(),
        all: z.int(),
        hidden: z.int(),
      }),
      canModerate: z.boolean(),
      watchedWords: z.array(z.string()),
      /** Whether every fan's first comment is held for review. */
      holdNewFans: z.boolean(),
    }),
  }),
  /** What the authors are told when these comments are removed: one mail each. */
  getRemovalMails: brandRead({
    roles: commentRoles,
    payload: { ids: z.array(id).min(1).max(100) },
    result: z.object({
      name: z.string(),
      slug: z.string(),
      mails: z.array(
        z.object({
          to: z.object({
            locale: z.enum(['ja', 'en']),
            displayName: z.string(),
            /** Has an address that mails go to. */
            isReachable: z.boolean(),
          }),
          removed: z.array(z.object({ content: z.string(), commentedAt: instant })),
        }),
      ),
    }),
  }),
  /** Comments in a state that the action does not apply to are skipped. */
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
  /** The brand answers a comment, or the one that a reply stands under; the comment's author is told by mail. */
  replyToComment: brandWrite({
    roles: commentRoles,
    audit: ['commentId'],
    payload: { commentId: id, content },
    result: z.object({ commentId: id }),
    refusals: ['commentNotFound', 'tooManyReplies'],
    limit: { points: 60, seconds: 60 },
  }),
  /** Whom an answer would show, and who is told of it; null where nobody is (another answer of the brand, no address). */
  getReplyMail: brandRead({
    roles: commentRoles,
    payload: { commentId: id },
    result: z.object({
      name: z.string(),
      slug: z.string(),
      planContent: z.object({ planContentId: id, name: z.string() }),
      to: z.object({ locale: z.enum(['ja', 'en']), displayName: z.string() }).nullable(),
    }),
    refusals: ['commentNotFound'],
  }),
  /** At most one comment of a content is pinned; pinning another one replaces it. */
  pinComment: brandWrite({
    roles: commentRoles,
    audit: ['commentId', 'pinned'],
    payload: { commentId: id, pinned: z.boolean() },
    result: z.object({}),
    refusals: ['commentNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  /** The comments that stand on the brand's page: chosen by the club, of contents that everybody may read. */
  getFeaturedComments: visitorRead({
    by: 'brand',
    payload: {},
    result: z.object({
      comments: z.array(
        z.object({
          id,
          content: z.string(),
          commentedBy: z.object({ displayName: z.string(), icon: z.string() }),
          commentedAt: instant,
          planContent: z.object({ planContentId: id, name: z.string() }),
        }),
      ),
    }),
  }),
  /** Puts a comment on the brand's page, or takes it off. What its author changes afterwards goes off by itself. */
  featureComment: brandWrite({
    roles: commentRoles,
    audit: ['commentId', 'featured'],
    payload: { commentId: id, featured: z.boolean() },
    result: z.object({}),
    refusals: ['commentNotFound', 'contentNotPublic', 'tooManyFeatured'],
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
  /** Settings for holding comments for review. */
  setWatchedWords: brandWrite({
    roles: commentRoles,
    audit: ['words', 'holdNewFans'],
    payload: {
      words: z.array(text({ min: 1, max: 50 })).max(watchedWordsCount),
      /** If omitted, unchanged. */
      holdNewFans: z.boolean().optional(),
    },
    result: z.object({ words: z.array(z.string()), holdNewFans: z.boolean() }),
  }),
})
