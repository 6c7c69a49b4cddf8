import { and, desc, eq, gt, gte, ilike, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { isNotBinned } from '#club/bin/queries.server.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans, people } from '#club/fans/tables.server.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { contents } from '../contents/tables.server'
import type { commentTabs } from './contract'
import { author, isItsBrand, ofBrand } from './queries.server'
import { isUnanswered } from './replies.queries.server'
import { comments, featuredComments } from './tables.server'

/* The staff's list of comments. */

export type CommentTab = (typeof commentTabs)[number]
const inTab: Record<CommentTab, SQL | undefined> = {
  needsReview: eq(comments.status, 'held'),
  unanswered: isUnanswered,
  reported: and(gt(comments.reportCount, 0), inArray(comments.status, ['published', 'held'])),
  all: inArray(comments.status, ['published', 'held', 'hidden']),
  hidden: eq(comments.status, 'hidden'),
}

export type CommentFilter = {
  tab: CommentTab
  planContentId: string | undefined
  userId: string | undefined
  q: string | undefined
  from: Instant | undefined
  to: Instant | undefined
}
const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
const passes = (brand: Brand, { tab, planContentId, userId, q, from, to }: CommentFilter) =>
  and(
    ofBrand(brand),
    isNotBinned(brand, 'content', comments.planContentId),
    inTab[tab],
    planContentId === undefined ? undefined : eq(comments.planContentId, planContentId),
    userId === undefined ? undefined : eq(comments.uid, userId),
    q ? ilike(comments.content, `%${escaped(q)}%`) : undefined,
    from === undefined ? undefined : gte(comments.commentedAt, from),
    to === undefined ? undefined : lt(comments.commentedAt, to),
  )

/** Newest first. */
export const staffComments = (db: Db, brand: Brand, filter: CommentFilter, page: PaginationRequest) =>
  db
    .select({
      id: comments.commentId,
      content: comments.content,
      status: comments.status,
      heldReasons: comments.heldReasons,
      reportCount: comments.reportCount,
      commentedAt: comments.commentedAt,
      editedAt: comments.editedAt,
      parentId: comments.parentId,
      pinnedAt: comments.pinnedAt,
      featuredAt: featuredComments.featuredAt,
      author,
      planContent: { planContentId: contents.planContentId, name: contents.name },
      banUntil: fans.commentBanUntil,
    })
    .from(comments)
    .innerJoin(
      contents,
      and(eq(contents.tenantId, comments.tenantId), eq(contents.planContentId, comments.planContentId)),
    )
    .leftJoin(people, eq(people.uid, comments.uid))
    .leftJoin(brands, isItsBrand)
    .leftJoin(
      fans,
      and(eq(fans.tenantId, comments.tenantId), eq(fans.brandId, comments.brandId), eq(fans.uid, comments.uid)),
    )
    .leftJoin(
      featuredComments,
      and(
        eq(featuredComments.tenantId, comments.tenantId),
        eq(featuredComments.brandId, comments.brandId),
        eq(featuredComments.commentId, comments.commentId),
      ),
    )
    .where(passes(brand, filter))
    .orderBy(desc(comments.commentedAt), comments.commentId)
    .limit(page.limit)
    .offset(page.offset)

/** Counted to 10,000. */
export const countComments = async (db: Db, brand: Brand, filter: CommentFilter): Promise<number> => {
  const counted = db
    .select({ one: sql`1`.as('one') })
    .from(comments)
    .where(passes(brand, filter))
    .limit(mostCounted)
    .as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return row?.count ?? 0
}
