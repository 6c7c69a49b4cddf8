import { and, asc, eq, sql } from 'drizzle-orm'
import { becauseOf, exported, fatesOf, kept, mostCopied, own, type PersonalData } from '#server/personal.ts'
import { renewCounts } from '#server/renewal.ts'
import { commentReports, comments, watchedWords } from './tables.server'

export const personalOfComments: PersonalData = {
  columns: [
    fatesOf(comments, {
      uid: exported('replies of others hang on it, under a comment without text; without the account only a uid'),
      content: own,
      moderatedBy: kept(becauseOf.record),
      moderationReason: kept('why staff decided so; the text that it was about is gone'),
    }),
    fatesOf(commentReports, {
      uid: kept('a comment was reported by so many; without the account only a uid'),
      reason: own,
    }),
    fatesOf(watchedWords, { editedBy: kept(becauseOf.record) }),
  ],

  async export(db, { uid }) {
    const written = await db
      .select({ content: comments.content, status: comments.status, commentedAt: comments.commentedAt })
      .from(comments)
      .where(and(eq(comments.uid, uid), eq(comments.asBrand, false)))
      .orderBy(asc(comments.commentedAt))
      .limit(mostCopied)
    const reports = await db
      .select({
        commentId: commentReports.commentId,
        reason: commentReports.reason,
        reportedAt: commentReports.reportedAt,
      })
      .from(commentReports)
      .where(eq(commentReports.uid, uid))
      .limit(mostCopied)
    return { comments: written, reports }
  },

  async forget(db, { uid }) {
    const counted = await db.execute<{ brandId: string }>(sql`
      with gone as (
        update ${comments} set content = '', status = 'deleted', pinned_at = null where uid = ${uid} and not as_brand and status <> 'deleted'
        returning tenant_id, brand_id, plan_content_id, (select c.status from ${comments} c where c.tenant_id = ${comments.tenantId} and c.comment_id = ${comments.commentId}) as was
      ), counted as (
        select tenant_id, brand_id, plan_content_id, count(*)::int as n from gone where was = 'published'
        group by tenant_id, brand_id, plan_content_id
      ), moved as (
        update content_counts k set comments = greatest(0, k.comments - counted.n) from counted
        where k.tenant_id = counted.tenant_id and k.plan_content_id = counted.plan_content_id
      )
      select distinct counted.brand_id as "brandId" from counted`)
    for (const brand of counted.rows) await renewCounts(db, brand)
    // What staff wrote for the brand is the brand's.
    await db
      .update(comments)
      .set({ content: '' })
      .where(and(eq(comments.uid, uid), eq(comments.asBrand, false)))
    await db.update(commentReports).set({ reason: '' }).where(eq(commentReports.uid, uid))
  },
}
