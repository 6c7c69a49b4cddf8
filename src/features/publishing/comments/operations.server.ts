import { brandOfShop } from '#club/brands/queries.server.ts'
import { peopleOf } from '#club/fans/membership.queries.server.ts'
import { isBanned, saveCommentBan } from '#club/fans/queries.server.ts'
import type { Role } from '#kit/contract.ts'
import { inLanguage } from '#kit/english.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Enqueue } from '#server/jobDefinition.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { moveCount, moveCountAsFan } from '../contents/loves/queries.server'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import {
  type CommentStatus,
  countedMove,
  type HeldReason,
  mayEdit,
  mayFeature,
  mayPin,
  moderated,
  mostFeatured,
  mostReplies,
  reportsToHold,
} from './comment'
import { commentRoles, type comments as contract, type PublicComment } from './contract'
import { addFeatured, dropFeatured, featuredOf, isOpenToAll, lockFeatured } from './featured.queries.server'
import { commentJobs } from './jobs.server'
import { type CommentFilter, type CommentTab, countComments, staffComments } from './list.queries.server'
import {
  addReport,
  commentsById,
  commentsUnder,
  countReplies,
  holdingOf,
  insertComment,
  isModerator,
  lockComments,
  lockPins,
  markReplied,
  publishedBy,
  savePin,
  saveStatus,
  saveText,
  saveWords,
  shownAuthor,
} from './queries.server'
import { lastReplies, saveAnswered } from './replies.queries.server'
import { answerOf, removalsOf, tellAnswered, tellAuthors, tellOfAnswers, toldOfAnswer } from './told.server'
import { cannotComment, readable, remember, whyHeld } from './writer.server'

type Locked = Awaited<ReturnType<typeof lockComments>>[number]
type Move = {
  status: CommentStatus
  heldReasons?: HeldReason[]
  reportCount?: number
  by?: string
  reason?: string
  at?: Instant
}

const saveMove = async (db: Db, brand: Pick<PublicBrand, 'tenantId' | 'brandId'>, comment: Locked, to: Move) => {
  const { commentId, parentId } = comment
  await saveStatus(db, brand, commentId, to)
  if (parentId !== null && countedMove(comment.status, to.status) !== 0) await saveAnswered(db, brand, parentId)
}
/** Changes a comment's state together with its content's comment count. */
const move = async (db: Db, brand: Pick<PublicBrand, 'tenantId' | 'brandId'>, comment: Locked, to: Move) => {
  await saveMove(db, brand, comment, to)
  await moveCount(db, comment, { comments: countedMove(comment.status, to.status) })
}
const moveAsFan = async (db: Db, brand: PublicBrand, comment: Locked, to: Move) => {
  await saveMove(db, brand, comment, to)
  await moveCountAsFan(db, comment, { comments: countedMove(comment.status, to.status) })
}

const mayModerate = (role: Role) => commentRoles.some((one) => one === role)

/** Off the brand's page, whose visitors see that at once. */
const takeOff = async ({ db, enqueue }: { db: Db; enqueue: Enqueue }, brand: PublicBrand, commentId: string) => {
  const { tenantId, brandId } = brand
  if (await dropFeatured(db, brand, commentId)) await enqueue(commentJobs.renewFeatured, { tenantId, brandId })
}

export const commentHandlers: Handlers<typeof contract> = {
  async getPublicPlanContentComments(context, { planContentId, pagination: page = everything }) {
    const { db, brand, user, now } = context
    const row = await readable(context, planContentId, user?.uid)
    const isAdmin = user !== null && row.isStaff && (await isModerator(db, brand, user.uid))
    const [{ parents, replies, hasMore, held }, cannot] = await Promise.all([
      commentsUnder(db, row, user?.uid, page),
      cannotComment(db, brand, row, user, now),
    ])
    const shown = ({ status, author, editedAt, parentId: _, pinnedAt: __, ...comment }: (typeof parents)[number]) => {
      const isMine = user !== null && author.uid === user.uid
      return {
        ...comment,
        commentedBy: shownAuthor(author),
        isBrand: author.asBrand,
        isMine,
        canDelete: isAdmin || isMine,
        canEdit: isMine && cannot === null && mayEdit({ ...comment, status }, now),
        isEdited: editedAt !== null,
        isHeld: status === 'held',
      }
    }
    // A placeholder does not say why the comment was removed: all of them look the same.
    const gone = {
      commentedBy: { userId: '', displayName: '', icon: '' },
      content: '',
      ...{ isBrand: false, isEdited: false, isMine: false, isHeld: false, canEdit: false, canDelete: false },
    }
    const isOwnHeld = ({ status, author: { uid } }: (typeof parents)[number]) => status === 'held' && uid === user?.uid
    return {
      comments: parents.flatMap((parent): PublicComment[] => {
        const answers = replies.filter(({ parentId }) => parentId === parent.id).map(shown)
        if (parent.status === 'published' || isOwnHeld(parent))
          return [{ ...shown(parent), isDeleted: false, isPinned: parent.pinnedAt !== null, replies: answers }]
        if (answers.length === 0) return []
        return [{ ...shown(parent), ...gone, isDeleted: true, isPinned: false, replies: answers }]
      }),
      hasMore,
      totalCount: row.comments + held,
      isAdmin,
      cannotComment: cannot,
    }
  },

  async postCommentToPlanContent(context, { planContentId, content, parentId }) {
    const { db, brand, user, now, newId, refuse } = context
    const row = await readable(context, planContentId, user.uid)
    const cannot = await cannotComment(db, brand, row, user, now)
    if (cannot !== null && cannot !== 'signIn') return refuse(cannot)
    const { isStaff: asBrand } = row
    const [parent] = parentId === undefined ? [] : await lockComments(db, brand, [parentId])
    if (parentId !== undefined) {
      const isThere = parent?.status === 'published' && parent.planContentId === planContentId
      if (!isThere || parent.parentId !== null) return refuse('commentNotFound')
      if ((await countReplies(db, brand, parentId)) >= mostReplies) return refuse('tooManyReplies')
    }
    await remember(context, row)
    const heldReasons = await whyHeld(context, row, content)
    const status = heldReasons.length > 0 ? ('held' as const) : ('published' as const)
    if (parentId !== undefined) await markReplied(db, brand, parentId, status === 'published' ? asBrand : undefined)
    const commentId = newId('comment')
    await insertComment(db, brand, {
      commentId,
      planContentId,
      parentId: parentId ?? null,
      uid: user.uid,
      asBrand,
      content: content.trim(),
      status,
      heldReasons,
      commentedAt: now,
    })
    await moveCountAsFan(db, row, { comments: countedMove(null, status) })
    const by = { commentId, uid: user.uid, asBrand }
    if (parent && status === 'published') await tellAnswered(context, brand, parent, by)
    return { commentId, isHeld: status === 'held' }
  },

  async editComment(context, { commentId, content }) {
    const { db, brand, user, now, refuse } = context
    const [comment] = await lockComments(db, brand, [commentId])
    const isKnown = comment?.status === 'published' || (comment?.status === 'held' && comment.uid === user.uid)
    if (!comment || !isKnown) return refuse('commentNotFound')
    if (comment.uid !== user.uid) return refuse('commentNotYours')
    const row = await contentForReader(db, brand, comment.planContentId, { uid: user.uid, now })
    if (!row || !isOpen(accessOfRow(row, now).status)) return refuse('contentLocked')
    const cannot = await cannotComment(db, brand, row, user, now)
    if (cannot !== null && cannot !== 'signIn') return refuse(cannot)
    if (!mayEdit(comment, now)) return refuse('commentTooOld')
    const text = content.trim()
    if (text === comment.content) return { isHeld: comment.status === 'held' }
    // A held comment stays held and keeps its reasons.
    const before = comment.status === 'held' ? comment.heldReasons : []
    const heldReasons = [...new Set([...before, ...(await whyHeld(context, row, text))])]
    const status = heldReasons.length > 0 ? ('held' as const) : comment.status
    await saveText(db, brand, commentId, { content: text, editedAt: now })
    await takeOff(context, brand, commentId)
    await moveAsFan(db, brand, comment, { status, heldReasons })
    return { isHeld: status === 'held' }
  },

  async deleteCommentFromPlanContent(context, { commentId }) {
    const { db, brand, user, now, refuse } = context
    const [comment] = await lockComments(db, brand, [commentId])
    if (!comment || comment.status === 'deleted') return refuse('commentNotFound')
    const isMine = comment.uid === user.uid
    if (!isMine && !(await isModerator(db, brand, user.uid))) {
      return refuse(comment.status === 'published' ? 'commentNotYours' : 'commentNotFound')
    }
    await moveAsFan(db, brand, comment, { status: 'deleted', ...(!isMine && { by: user.uid, at: now }) })
    await takeOff(context, brand, commentId)
    if (!isMine) await tellAuthors(context, brand, [comment])
    return {}
  },

  async reportComment(context, { commentId, reason = '' }) {
    const { db, brand, user, now, refuse } = context
    const [comment] = await lockComments(db, brand, [commentId])
    if (comment?.status !== 'published') return refuse('commentNotFound')
    const row = await contentForReader(db, brand, comment.planContentId, { uid: user.uid, now })
    if (!row || !isOpen(accessOfRow(row, now).status)) return refuse('contentLocked')
    if (await isBanned(db, brand, user.uid, now)) return refuse('commentBanned')
    if (!(await addReport(db, brand, { commentId, uid: user.uid, reason, reportedAt: now }))) return {}
    const reportCount = comment.reportCount + 1
    // An answer of the brand stays until its staff have looked.
    const isHeld = reportCount >= reportsToHold && !comment.asBrand
    const reasons = isHeld ? [...new Set([...comment.heldReasons, 'reported' as const])] : comment.heldReasons
    await moveAsFan(db, brand, comment, { status: isHeld ? 'held' : comment.status, heldReasons: reasons, reportCount })
    if (isHeld) await takeOff(context, brand, commentId)
    return {}
  },

  async getComments({ db, brand, member }, { tab = 'all', pagination: page = everything, ...said }) {
    const filter: CommentFilter = {
      tab,
      planContentId: said.planContentId,
      userId: said.userId,
      q: said.q,
      from: said.from,
      to: said.to,
    }
    const count = (one: CommentTab) => countComments(db, brand, { ...filter, tab: one })
    const [rows, needsReview, unanswered, reported, all, hidden, holding] = await Promise.all([
      staffComments(db, brand, filter, page),
      count('needsReview'),
      count('unanswered'),
      count('reported'),
      count('all'),
      count('hidden'),
      holdingOf(db, brand),
    ])
    const counts = { needsReview, unanswered, reported, all, hidden }
    const replies = await lastReplies(
      db,
      brand,
      rows.filter(({ parentId }) => parentId === null).map(({ id }) => id),
    )
    return {
      comments: rows.map(({ banUntil, author, editedAt, parentId, pinnedAt, featuredAt, ...comment }) => {
        const forGood = banUntil === Number.POSITIVE_INFINITY
        const last = replies.get(comment.id)
        const isAnswered = last?.author.asBrand ?? false
        return {
          ...comment,
          commentedBy: shownAuthor(author),
          isBrand: author.asBrand,
          isReply: parentId !== null,
          isAnswered,
          followUp: last && !isAnswered ? { displayName: last.author.name, content: last.content } : null,
          isPinned: pinnedAt !== null,
          isFeatured: featuredAt !== null,
          isEdited: editedAt !== null,
          banned: banUntil === null ? null : { until: forGood ? null : banUntil, forGood },
        }
      }),
      pagination: paginationOf(counts[tab], page),
      counts,
      canModerate: mayModerate(member.role),
      watchedWords: holding.words,
      holdNewFans: holding.holdNewFans,
    }
  },

  async getRemovalMails({ db, brand, user }, { ids }) {
    const gone = (await commentsById(db, brand, ids)).filter(({ status }) => moderated(status, 'delete') !== null)
    const removals = await removalsOf(db, brand, user, gone)
    const people = await peopleOf(
      db,
      removals.map(({ uid }) => uid),
    )
    const mails = removals.map(({ uid, removed }) => {
      const author = people.get(uid)
      const to = { locale: author?.locale ?? 'ja', displayName: author?.displayName ?? '' }
      return { to: { ...to, isReachable: Boolean(author?.email) }, removed }
    })
    const { name, slug } = await brandOfShop(db, brand)
    return { name, slug, mails }
  },

  async moderateComments(context, { ids, action, reason = '' }) {
    const { db, brand, user, now, refuse } = context
    const found = await lockComments(db, brand, ids)
    if (found.length < new Set(ids).size) return refuse('commentNotFound')
    let changed = 0
    const gone: Locked[] = []
    const published: Locked[] = []
    for (const comment of found) {
      const status = moderated(comment.status, action)
      // Approving a published comment only settles its reports.
      const isSettled = action === 'approve' && comment.status === 'published' && comment.reportCount > 0
      if (status === null && !isSettled) continue
      changed++
      const settled = action === 'approve' || action === 'restore' ? { heldReasons: [], reportCount: 0 } : {}
      await move(db, brand, comment, { status: status ?? comment.status, ...settled, by: user.uid, reason, at: now })
      if (status === 'deleted') gone.push(comment)
      if (status === 'published' && action === 'approve') published.push(comment)
    }
    await tellOfAnswers(context, brand, published)
    if (gone.length > 0) await tellAuthors(context, brand, gone)
    return { changed }
  },

  async replyToComment(context, { commentId, content }) {
    const { db, brand, user, now, newId, refuse } = context
    const [comment] = await lockComments(db, brand, [commentId])
    if (comment?.status !== 'published') return refuse('commentNotFound')
    // Answers are one level deep: that to a reply stands under the same comment.
    const parentId = comment.parentId ?? commentId
    if (comment.parentId !== null) await lockComments(db, brand, [parentId])
    if ((await countReplies(db, brand, parentId)) >= mostReplies) return refuse('tooManyReplies')
    await markReplied(db, brand, parentId, true)
    const { tenantId, planContentId } = comment
    const answerId = newId('comment')
    await insertComment(db, brand, {
      commentId: answerId,
      planContentId,
      parentId,
      uid: user.uid,
      asBrand: true,
      content: content.trim(),
      status: 'published',
      heldReasons: [],
      commentedAt: now,
    })
    await moveCount(db, { tenantId, planContentId }, { comments: 1 })
    await tellAnswered(context, brand, comment, { commentId: answerId, uid: user.uid, asBrand: true })
    return { commentId: answerId }
  },

  async getReplyMail(context, { commentId }) {
    const { db, brand, refuse } = context
    const [comment] = await commentsById(db, brand, [commentId])
    if (comment?.status !== 'published') return refuse('commentNotFound')
    return { ...(await answerOf(db, brand, comment)), to: await toldOfAnswer(context, brand, comment, context.user) }
  },

  async pinComment({ db, brand, now, refuse }, { commentId, pinned }) {
    await lockPins(db, brand, commentId)
    const [comment] = await lockComments(db, brand, [commentId])
    if (!comment || !mayPin({ ...comment, isReply: comment.parentId !== null })) return refuse('commentNotFound')
    if (pinned || comment.pinnedAt !== null) await savePin(db, comment, pinned ? now : null)
    return {}
  },

  async getFeaturedComments({ db, brand, locale, now }) {
    const rows = await featuredOf(db, brand, now)
    return {
      comments: rows.slice(0, mostFeatured).map(({ author: written, planContent, ...comment }) => {
        const { displayName, icon } = shownAuthor(written)
        return { ...comment, planContent: inLanguage(planContent, locale), commentedBy: { displayName, icon } }
      }),
    }
  },

  async featureComment({ db, brand, now, refuse }, { commentId, featured }) {
    await lockFeatured(db, brand)
    const [comment] = await lockComments(db, brand, [commentId])
    if (!comment) return refuse('commentNotFound')
    await dropFeatured(db, brand, commentId)
    if (!featured) return {}
    if (!mayFeature({ ...comment, isReply: comment.parentId !== null, isBrand: comment.asBrand }))
      return refuse('commentNotFound')
    if (!(await isOpenToAll(db, brand, commentId, now))) return refuse('contentNotPublic')
    if ((await featuredOf(db, brand, now)).length >= mostFeatured) return refuse('tooManyFeatured')
    await addFeatured(db, brand, commentId, now)
    return {}
  },

  async setCommentBan({ db, brand, user, now, refuse }, { userId, until, reason = '', hidePrevious }) {
    const end = until === 'indefinite' ? Number.POSITIVE_INFINITY : until
    if (!(await saveCommentBan(db, brand, userId, { until: end, reason, now }))) return refuse('fanNotFound')
    const previous = hidePrevious && until !== null ? await publishedBy(db, brand, userId) : []
    for (const comment of previous) {
      await move(db, brand, comment, { status: 'hidden', by: user.uid, reason, at: now })
    }
    return { hidden: previous.length }
  },

  async setWatchedWords({ db, brand, user, now }, { words: said, holdNewFans }) {
    const words = [...new Set(said.map((word) => word.normalize('NFKC').trim()))]
    return { words, holdNewFans: await saveWords(db, brand, { words, holdNewFans }, { uid: user.uid, now }) }
  },
}
