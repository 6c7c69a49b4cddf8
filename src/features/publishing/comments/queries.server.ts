import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import type { PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { contents } from '../contents/tables.server'
import type { CommentStatus, HeldReason } from './comment'
import { commentReports, comments, watchedWords } from './tables.server'

type Row = typeof comments.$inferSelect
type AnyBrand = Pick<PublicBrand, 'tenantId' | 'brandId'>

export const ofBrand = ({ tenantId, brandId }: AnyBrand) =>
  and(eq(comments.tenantId, tenantId), eq(comments.brandId, brandId))

/** Brand of a comment, for `access.ts`. */
export const brandOfComment = async (db: Db, commentId: string) => {
  const [row] = await db
    .select({ tenantId: comments.tenantId, brandId: comments.brandId })
    .from(comments)
    .where(isNamed(comments.commentId, commentId))
  return row ?? null
}

/** Whom a comment shows: its author, or the brand where staff answer for it. */
export const author = {
  uid: comments.uid,
  asBrand: comments.asBrand,
  name: sql<string>`coalesce(${people.displayName}, '')`,
  icon: people.icon,
  brandId: comments.brandId,
  brandName: brands.name,
  brandIcon: brands.icon,
}
type Author = {
  uid: string
  asBrand: boolean
  name: string
  icon: string | null
  brandId: string
  brandName: string | null
  brandIcon: string | null
}
/** `userId` of a brand's comment is the brand's: who wrote it stands in the log of the staff alone. */
export const shownAuthor = ({ uid, asBrand, name, icon, brandId, brandName, brandIcon }: Author) =>
  asBrand
    ? { userId: brandId, displayName: brandName ?? '', icon: brandIcon ?? '' }
    : { userId: uid, displayName: name, icon: icon ?? '' }
export const isItsBrand = and(eq(brands.tenantId, comments.tenantId), eq(brands.brandId, comments.brandId))

type Content = { tenantId: string; brandId: string; planContentId: string }
const underContent = ({ tenantId, planContentId }: Omit<Content, 'brandId'>) =>
  and(eq(comments.tenantId, tenantId), eq(comments.planContentId, planContentId))

const columns = {
  id: comments.commentId,
  content: comments.content,
  status: comments.status,
  commentedAt: comments.commentedAt,
  editedAt: comments.editedAt,
  parentId: comments.parentId,
  pinnedAt: comments.pinnedAt,
  author,
}
const newestFirst = [desc(comments.commentedAt), comments.commentId]
/** Top-level comments to show; must match the condition of the index of the same name. */
const isShown = sql`(${comments.status} = 'published' or (${comments.status} = 'deleted' and ${comments.hasReplies}))`
/** The reader's own comments that are held for review. */
const isOwnHeld = (uid: string) => and(eq(comments.status, 'held'), eq(comments.uid, uid))

/**
 * Top-level comments of a page: published ones, the reader's own held ones, and placeholders of removed ones that have
 * replies. Each kind has an index of its own, the published ones in their order.
 */
const standing = (db: Db, content: Content, uid: string | undefined, page: PaginationRequest) => {
  const those = (...which: (SQL | undefined)[]) =>
    db
      .select({ commentId: comments.commentId, commentedAt: comments.commentedAt })
      .from(comments)
      .where(and(underContent(content), isNull(comments.parentId), isNull(comments.pinnedAt), ...which))
      .orderBy(...newestFirst)
      // Each kind is limited to the page's last row: more rows are never needed.
      .limit(page.offset + page.limit + 1)
  const hasReplies = eq(comments.hasReplies, true)
  const isOwn = uid === undefined ? undefined : eq(comments.uid, uid)
  return unionAll(
    those(isShown),
    those(sql`${comments.status} = 'held'`, or(hasReplies, isOwn)),
    those(eq(comments.brandId, content.brandId), sql`${comments.status} = 'hidden'`, hasReplies),
  )
    .orderBy(...newestFirst)
    .limit(page.limit + 1)
    .offset(page.offset)
    .as('standing')
}

/**
 * The pinned comment on the first page, then the others, newest first, each with its replies. One more than requested
 * is read, to know whether there are older ones.
 */
export const commentsUnder = async (db: Db, content: Content, uid: string | undefined, page: PaginationRequest) => {
  const stands = standing(db, content, uid, page)
  const held = and(underContent(content), isOwnHeld(uid ?? ''))
  const [pinned, rows, [own]] = await Promise.all([
    page.offset > 0
      ? []
      : db
          .select(columns)
          .from(comments)
          .leftJoin(people, eq(people.uid, comments.uid))
          .leftJoin(brands, isItsBrand)
          .where(and(underContent(content), isNotNull(comments.pinnedAt))),
    db
      .select(columns)
      .from(stands)
      .innerJoin(comments, and(eq(comments.tenantId, content.tenantId), eq(comments.commentId, stands.commentId)))
      .leftJoin(people, eq(people.uid, comments.uid))
      .leftJoin(brands, isItsBrand)
      .orderBy(...newestFirst),
    uid === undefined ? [] : db.select({ held: sql<number>`count(*)::int` }).from(comments).where(held),
  ])
  const parents = [...pinned, ...rows.slice(0, page.limit)]
  const replies = await repliesTo(
    db,
    content,
    parents.map(({ id }) => id),
    uid,
  )
  return { parents, replies, hasMore: rows.length > page.limit, held: own?.held ?? 0 }
}

const repliesTo = (db: Db, content: Content, ids: string[], uid: string | undefined) => {
  const published = eq(comments.status, 'published')
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .select(columns)
        .from(comments)
        .leftJoin(people, eq(people.uid, comments.uid))
        .leftJoin(brands, isItsBrand)
        .where(
          and(
            eq(comments.tenantId, content.tenantId),
            inArray(comments.parentId, ids),
            uid === undefined ? published : or(published, isOwnHeld(uid)),
          ),
        )
        .orderBy(comments.parentId, comments.commentedAt, comments.commentId)
}

/** Number of replies to a comment, in any state. */
export const countReplies = async (db: Db, { tenantId }: AnyBrand, parentId: string): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(comments)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.parentId, parentId)))
  return row?.count ?? 0
}

/** `isAnswered`: the brand answers, or a fan writes after it; undefined where the reply is not shown yet. */
export const markReplied = (db: Db, { tenantId }: AnyBrand, parentId: string, isAnswered: boolean | undefined) =>
  db
    .update(comments)
    .set({ hasReplies: true, isAnswered })
    .where(
      and(
        eq(comments.tenantId, tenantId),
        eq(comments.commentId, parentId),
        or(eq(comments.hasReplies, false), isAnswered === undefined ? undefined : ne(comments.isAnswered, isAnswered)),
      ),
    )

/** Whether any comment of this fan for the brand has ever been published. */
export const hasPublished = async (db: Db, brand: AnyBrand, uid: string): Promise<boolean> => {
  const [row] = await db
    .select({ one: sql`1` })
    .from(comments)
    .where(and(ofBrand(brand), eq(comments.uid, uid), eq(comments.status, 'published')))
    .limit(1)
  return row !== undefined
}

export const saveText = (
  db: Db,
  { tenantId }: AnyBrand,
  commentId: string,
  text: { content: string; editedAt: Instant },
) =>
  db
    .update(comments)
    .set(text)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.commentId, commentId)))

/** Names of contents, for a mail. */
export const contentNames = async (db: Db, { tenantId }: AnyBrand, planContentIds: string[]) => {
  const rows = await db
    .select({ planContentId: contents.planContentId, name: contents.name })
    .from(contents)
    .where(and(eq(contents.tenantId, tenantId), inArray(contents.planContentId, planContentIds)))
  return new Map(rows.map(({ planContentId, name }) => [planContentId, name]))
}

/** The brand's settings for holding comments for review. */
export const holdingOf = async (db: Db, { tenantId, brandId }: AnyBrand) => {
  const [row] = await db
    .select({ words: watchedWords.words, holdNewFans: watchedWords.holdNewFans })
    .from(watchedWords)
    .where(and(eq(watchedWords.tenantId, tenantId), eq(watchedWords.brandId, brandId)))
  return row ?? { words: [], holdNewFans: false }
}

export const isMemberOf = async (db: Db, { tenantId, brandId }: AnyBrand, uid: string, now: Instant) => {
  const [row] = await db
    .select({ one: sql`1` })
    .from(subscriptionTerms)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptionTerms.tenantId), eq(plans.planId, subscriptionTerms.planId)))
    .where(
      and(
        eq(subscriptionTerms.uid, uid),
        eq(subscriptionTerms.tenantId, tenantId),
        eq(plans.brandId, brandId),
        termRuns(now),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Whether the person is on the brand's staff in a role that moderates comments. */
export const isModerator = async (db: Db, { tenantId, brandId }: AnyBrand, uid: string) => {
  const [row] = await db
    .select({ role: tenantMembers.role })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.tenantId, tenantId),
        eq(tenantMembers.uid, uid),
        eq(tenantMembers.status, 'active'),
        inArray(tenantMembers.role, ['owner', 'admin', 'moderator']),
        sql`(${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds}))`,
      ),
    )
  return row !== undefined
}

type NewComment = Pick<
  Row,
  'commentId' | 'planContentId' | 'parentId' | 'uid' | 'asBrand' | 'content' | 'status' | 'heldReasons' | 'commentedAt'
>

export const insertComment = (db: Db, { tenantId, brandId }: AnyBrand, comment: NewComment) =>
  withNames(db, tenantId, [[comments.commentId, comment.commentId]])
    .insert(comments)
    .values({ ...comment, tenantId, brandId })

export const commentsById = (db: Db, brand: AnyBrand, ids: readonly string[]) =>
  db
    .select()
    .from(comments)
    .where(and(ofBrand(brand), inArray(comments.commentId, [...ids])))
    .orderBy(comments.planContentId, comments.commentId)

/** Locks the comments until the transaction ends, so that the count changes by the actual transitions. */
export const lockComments = (db: Db, brand: AnyBrand, ids: readonly string[]) =>
  commentsById(db, brand, ids).for('update')

export const publishedBy = (db: Db, brand: AnyBrand, uid: string) =>
  db
    .select()
    .from(comments)
    .where(
      and(
        ofBrand(brand),
        eq(comments.uid, uid),
        eq(comments.asBrand, false),
        inArray(comments.status, ['published', 'held']),
      ),
    )
    .orderBy(comments.planContentId, comments.commentId)
    .limit(1000)
    .for('update')

type Moved = {
  status: CommentStatus
  heldReasons?: HeldReason[]
  reportCount?: number
  by?: string
  reason?: string
  at?: Instant
}

export const saveStatus = (db: Db, { tenantId }: AnyBrand, commentId: string, { by, reason, at, ...moved }: Moved) =>
  db
    .update(comments)
    .set({
      ...moved,
      // The text of a deleted comment is erased; only the row stays.
      ...(moved.status === 'deleted' && { content: '' }),
      ...(moved.status !== 'published' && { pinnedAt: null }),
      ...(by !== undefined && { moderatedBy: by, moderatedAt: at ?? null, moderationReason: reason ?? '' }),
    })
    .where(and(eq(comments.tenantId, tenantId), eq(comments.commentId, commentId)))

/**
 * Serializes pins of one content by locking the content's row before any comment's. New comments of the content, whose
 * foreign key reads that row, are not blocked.
 */
export const lockPins = (db: Db, brand: AnyBrand, commentId: string) => {
  const itsContent = db
    .select({ planContentId: comments.planContentId })
    .from(comments)
    .where(and(ofBrand(brand), eq(comments.commentId, commentId)))
  return db
    .select({ planContentId: contents.planContentId })
    .from(contents)
    .where(and(eq(contents.tenantId, brand.tenantId), eq(contents.planContentId, itsContent)))
    .for('no key update')
}

/** `pinnedAt` null removes the content's pin. The caller has serialized the pins. */
export const savePin = async (db: Db, comment: Content & { commentId: string }, pinnedAt: Instant | null) => {
  await db
    .update(comments)
    .set({ pinnedAt: null })
    .where(and(underContent(comment), isNotNull(comments.pinnedAt)))
  if (pinnedAt === null) return
  const isOne = and(eq(comments.tenantId, comment.tenantId), eq(comments.commentId, comment.commentId))
  await db.update(comments).set({ pinnedAt }).where(isOne)
}

/** False if this fan has reported the comment before. */
export const addReport = async (
  db: Db,
  { tenantId }: AnyBrand,
  report: { commentId: string; uid: string; reason: string; reportedAt: Instant },
) => {
  const added = await db
    .insert(commentReports)
    .values({ tenantId, ...report })
    .onConflictDoNothing()
    .returning({ uid: commentReports.uid })
  return added.length === 1
}

export const saveWords = async (
  db: Db,
  { tenantId, brandId }: Brand,
  { words, holdNewFans }: { words: string[]; holdNewFans: boolean | undefined },
  { uid, now }: { uid: string; now: Instant },
) => {
  const saved = { words, ...(holdNewFans !== undefined && { holdNewFans }), editedAt: now, editedBy: uid }
  const [row] = await db
    .insert(watchedWords)
    .values({ tenantId, brandId, ...saved })
    .onConflictDoUpdate({ target: [watchedWords.tenantId, watchedWords.brandId], set: saved })
    .returning({ holdNewFans: watchedWords.holdNewFans })
  return row?.holdNewFans ?? false
}
