import { and, eq, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db } from '#server/proven.ts'
import { renewCounts } from '#server/renewal.ts'
import { contentCounts, contentLoves } from '../public/tables.server'

type Content = { tenantId: string; planContentId: string }
type Counted = { loves?: number; comments?: number }

/**
 * Changes the stored counts of a content in the transaction of the rows that they count. The update adds to the stored
 * value, so that concurrent changes are not lost.
 */
export const moveCount = async (db: Db, { tenantId, planContentId }: Content, { loves = 0, comments = 0 }: Counted) => {
  if (loves === 0 && comments === 0) return
  await db
    .insert(contentCounts)
    .values({ tenantId, planContentId, loves: Math.max(0, loves), comments: Math.max(0, comments) })
    .onConflictDoUpdate({
      target: [contentCounts.tenantId, contentCounts.planContentId],
      set: {
        loves: sql`${contentCounts.loves} + ${loves}::int`,
        comments: sql`${contentCounts.comments} + ${comments}::int`,
      },
    })
}

/** By a fan, of which visitors are told at once. What staff do renews all that is told of their brand. */
export const moveCountAsFan = async (db: Db, content: Content & { brandId: string }, by: Counted) => {
  await moveCount(db, content, by)
  if (by.loves || by.comments) await renewCounts(db, content)
}

export const lovesOf = async (db: Db, { tenantId, planContentId }: Content): Promise<number> => {
  const [row] = await db
    .select({ loves: contentCounts.loves })
    .from(contentCounts)
    .where(and(eq(contentCounts.tenantId, tenantId), eq(contentCounts.planContentId, planContentId)))
  return row?.loves ?? 0
}

/** False if already loved. */
export const addLove = async (db: Db, { tenantId, planContentId }: Content, uid: string, now: Instant) => {
  const added = await db
    .insert(contentLoves)
    .values({ tenantId, planContentId, uid, lovedAt: now })
    .onConflictDoNothing()
    .returning({ uid: contentLoves.uid })
  return added.length === 1
}

/** False if not loved. */
export const removeLove = async (db: Db, { tenantId, planContentId }: Content, uid: string) => {
  const removed = await db
    .delete(contentLoves)
    .where(
      and(
        eq(contentLoves.tenantId, tenantId),
        eq(contentLoves.planContentId, planContentId),
        eq(contentLoves.uid, uid),
      ),
    )
    .returning({ uid: contentLoves.uid })
  return removed.length === 1
}
