import { type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { CommentStatus, HeldReason } from './comment'
import type { comments, StaffComment } from './contract'

const said = [
  '朝いちばんに聴きました。窓の外が少し明るくなった気がします。',
  '制作ノート、いつも楽しみにしています。',
  'この曲のピアノ、どなたが弾いているのですか？',
  '最後の一行で泣きました。ありがとうございます。',
  '来月のライブ、遠くからですが行きます！',
  '歌詞を書き写して、手帳にはさみました。',
] as const
const hour = 3_600_000
const many = 57
const authorOf = (n: number) => ({
  userId: `fan_${n % 12}`,
  displayName: n % 11 === 10 ? '' : nth(mockNames, n),
  icon: '',
})

const written = (n: number, isMine: boolean) => ({
  id: `comment_${n}`,
  content: nth(said, n),
  commentedBy: authorOf(n),
  isBrand: false,
  commentedAt: mockNow - ((n % 60) * 5 + 1) * hour,
  canDelete: isMine,
  canEdit: isMine,
  isEdited: n % 7 === 2,
  isMine,
  isHeld: false,
})
const answered = (n: number) => ({
  ...written(n, false),
  content: 'ピアノはわたしです。聴いてくださって、ありがとうございます。',
  commentedBy: { userId: 'brand_aoi', displayName: '葵 — AOI', icon: '' },
  isBrand: true,
})
const gone = {
  ...written(4, false),
  content: '',
  commentedBy: { userId: '', displayName: '', icon: '' },
}

const states: [CommentStatus, HeldReason[], number][] = [
  ['held', ['link'], 0],
  ['published', [], 0],
  ['published', [], 1],
  ['held', ['newFan'], 0],
  ['hidden', [], 0],
  ['published', [], 0],
  ['held', ['reported'], 3],
]
const staffComment = (n: number): StaffComment => {
  const [status, heldReasons, reportCount] = states[n % states.length] ?? (['published', [], 0] as const)
  return {
    id: `comment_${n}`,
    content: n % states.length === 0 ? `こちらも見てください https://example.com/${n}` : nth(said, n),
    status,
    heldReasons: [...heldReasons],
    reportCount,
    commentedBy: n === 8 ? { userId: 'brand_aoi', displayName: '葵 — AOI', icon: '' } : authorOf(n),
    isBrand: n === 8,
    commentedAt: mockNow - (n * 5 + 1) * hour,
    planContent: { planContentId: `content_${10 + (n % 4)}`, name: `制作ノート（${10 + (n % 4)}）` },
    isReply: n % 5 === 4,
    isAnswered: n === 5,
    followUp: n === 12 ? { displayName: authorOf(3).displayName, content: nth(said, 3) } : null,
    isPinned: n === 1,
    isFeatured: n === 2,
    isEdited: n % 6 === 2,
    banned: n % 13 === 12 ? { until: null, forGood: true } : null,
  }
}
const all = Array.from({ length: many }, (_, n) => staffComment(n))
const isIn = {
  needsReview: ({ status }: StaffComment) => status === 'held',
  unanswered: ({ status, isReply, isBrand, isAnswered }: StaffComment) =>
    status === 'published' && !isReply && !isBrand && !isAnswered,
  reported: ({ reportCount }: StaffComment) => reportCount > 0,
  all: () => true,
  hidden: ({ status }: StaffComment) => status === 'hidden',
}
const countsOf = (rows: StaffComment[]) => ({
  needsReview: rows.filter(isIn.needsReview).length,
  unanswered: rows.filter(isIn.unanswered).length,
  reported: rows.filter(isIn.reported).length,
  all: rows.length,
  hidden: rows.filter(isIn.hidden).length,
})

type Answer = Mocks<typeof comments>['answers']['getComments']
const list: Answer = ({ tab = 'all', q = '', pagination = everything }) => {
  const found = all.filter(({ content }) => content.includes(q))
  const chosen = found.filter(isIn[tab])
  return {
    comments: chosen.slice(pagination.offset, pagination.offset + pagination.limit),
    pagination: paginationOf(chosen.length, pagination),
    counts: countsOf(found),
    canModerate: true,
    watchedWords: ['転売', '副業'],
    holdNewFans: true,
  }
}

export const commentMocks: Mocks<typeof comments> = {
  examples: ({ uid, freeNews, commentId, tenantId, at, ids }) => ({
    getPublicPlanContentComments: { tenantId, planContentId: freeNews },
    postCommentToPlanContent: { tenantId, planContentId: freeNews, content: 'Thank you.' },
    editComment: { tenantId, commentId: commentId, content: 'Thank you for the letters.' },
    deleteCommentFromPlanContent: { tenantId, commentId: commentId },
    reportComment: { tenantId, commentId: commentId, reason: 'Unkind.' },
    getComments: {
      ...ids,
      tab: 'all',
      planContentId: freeNews,
      userId: uid,
      q: 'Thank',
      from: at - day,
      to: at + day,
      pagination: { limit: 20, offset: 0 },
    },
    getRemovalMails: { ...ids, ids: [commentId] },
    moderateComments: { ...ids, ids: [commentId], action: 'hide', reason: 'Unkind.' },
    replyToComment: { ...ids, commentId: commentId, content: 'Thank you for listening.' },
    getReplyMail: { ...ids, commentId: commentId },
    pinComment: { ...ids, commentId: commentId, pinned: true },
    getFeaturedComments: ids,
    featureComment: { ...ids, commentId: commentId, featured: true },
    setCommentBan: { ...ids, userId: uid, until: 'indefinite', reason: 'Unkind.', hidePrevious: true },
    setWatchedWords: { ...ids, words: ['spam'] },
  }),
  answers: {
    getPublicPlanContentComments: ({ pagination = everything }, { uid }) => ({
      comments: Array.from({ length: many }, (_, n) => ({
        ...(n === 4 && uid !== '' ? gone : written(n, uid !== '' && n === 1)),
        id: `comment_${n}`,
        isDeleted: n === 4 && uid !== '',
        isPinned: n === 0,
        replies: n % 4 === 0 ? [answered(n + 60), written(n + 61, uid !== '' && n === 0)] : [],
      })).slice(pagination.offset, pagination.offset + pagination.limit),
      hasMore: pagination.offset + pagination.limit < many,
      totalCount: many,
      isAdmin: false,
      cannotComment: uid === '' ? 'signIn' : null,
    }),
    editComment: () => ({ isHeld: false }),
    postCommentToPlanContent: () => ({ commentId: 'comment_new', isHeld: false }),
    deleteCommentFromPlanContent: () => ({}),
    reportComment: () => ({}),
    getComments: list,
    getRemovalMails: ({ ids }) => ({
      name: '星野 あおい',
      slug: 'aoi',
      mails: all
        .filter(({ id }) => ids.includes(id))
        .map(({ commentedBy, commentedAt, planContent }) => ({
          to: { locale: 'ja' as const, displayName: commentedBy.displayName, isReachable: true },
          removed: [{ content: planContent.name, commentedAt }],
        })),
    }),
    moderateComments: ({ ids }) => ({ changed: ids.length }),
    replyToComment: () => ({ commentId: 'comment_answer' }),
    getReplyMail: ({ commentId }) => {
      const found = all.find(({ id }) => id === commentId)
      if (found?.status !== 'published') return refused('commentNotFound')
      const { planContent, commentedBy } = found
      return {
        name: '葵 — AOI',
        slug: 'aoi',
        planContent,
        to: { locale: 'ja', displayName: commentedBy.displayName },
      }
    },
    pinComment: () => ({}),
    featureComment: () => ({}),
    getFeaturedComments: () => ({
      comments: [2, 5].map((n) => {
        const { content, commentedAt, planContent } = staffComment(n)
        const { displayName, icon } = authorOf(n)
        return { id: `comment_${n}`, content, commentedAt, planContent, commentedBy: { displayName, icon } }
      }),
    }),
    setCommentBan: () => ({ hidden: 0 }),
    setWatchedWords: ({ words, holdNewFans = true }) => ({ words, holdNewFans }),
  },
  scenarios: {
    empty: {
      getComments: ({ pagination = everything }) => ({
        comments: [],
        pagination: paginationOf(0, pagination),
        counts: countsOf([]),
        canModerate: true,
        watchedWords: [],
        holdNewFans: false,
      }),
      getPublicPlanContentComments: () => ({
        comments: [],
        hasMore: false,
        totalCount: 0,
        isAdmin: false,
        cannotComment: null,
      }),
    },
    membersWrite: {
      getPublicPlanContentComments: () => ({
        ...{ comments: [], hasMore: false, totalCount: 0, isAdmin: false },
        cannotComment: 'notInAudience' as const,
      }),
    },
    moderator: {
      getComments: (payload, context) => {
        const answer = list(payload, context)
        return 'refusal' in answer ? answer : { ...answer, canModerate: false }
      },
    },
  },
}
