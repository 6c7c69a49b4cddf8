import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { brands } from '#club/brands/tables.server.ts'
import { people } from '#club/fans/tables.server.ts'
import type { Ask } from '#club/notices/ask.ts'
import { mostOfKind } from '#club/notices/notice.ts'
import { day } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { contents } from '../contents/tables.server'
import { isCalledAs } from './comment'
import { lockComments } from './queries.server'
import { comments } from './tables.server'

const answer = alias(comments, 'answer')
const hasAnswer = subquery`exists (select from ${comments} ${sql.identifier('answer')}
  where ${answer.tenantId} = ${comments.tenantId} and ${answer.parentId} = ${comments.commentId}
    and ${answer.asBrand} and ${answer.status} = 'published')`

/** Begins with the condition of the index of the same name. Only of what has replies are these looked at. */
export const isUnanswered = sql`${comments.parentId} is null and ${comments.status} = 'published' and not ${comments.asBrand}
  and not ${comments.isAnswered} and not (${comments.hasReplies} and ${hasAnswer})`

/** After an answer of the brand was shown or hidden. The comment is locked first: of two answers each sees the other. */
export const saveAnswered = async (db: Db, brand: Pick<PublicBrand, 'tenantId' | 'brandId'>, parentId: string) => {
  await lockComments(db, brand, [parentId])
  await db
    .update(comments)
    .set({ isAnswered: hasAnswer })
    .where(and(eq(comments.tenantId, brand.tenantId), eq(comments.commentId, parentId)))
}

/** Which of these comments have an answer of the brand that is shown. */
export const answeredByBrand = async (db: Db, { tenantId, brandId }: Brand, ids: readonly string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectDistinct({ parentId: comments.parentId })
    .from(comments)
    .where(
      and(
        eq(comments.tenantId, tenantId),
        eq(comments.brandId, brandId),
        inArray(comments.parentId, [...ids]),
        eq(comments.asBrand, true),
        eq(comments.status, 'published'),
      ),
    )
  return new Set(rows.flatMap(({ parentId }) => parentId ?? []))
}

/** Nobody answers older comments, and so many of the newest are looked at. */
const answeredWithin = 180 * day
const mostAnswered = 200

/** Answers to a fan's comments by others, of contents that the fan may read now. A held one counts from when it was approved. */
export const repliesToFan: Ask = async (db, { uid }, { since, now }) => {
  const mine = db
    .select({ tenantId: comments.tenantId, commentId: comments.commentId })
    .from(comments)
    .where(
      and(
        eq(comments.uid, uid),
        gt(comments.commentedAt, now - answeredWithin),
        eq(comments.hasReplies, true),
        eq(comments.status, 'published'),
      ),
    )
    .orderBy(desc(comments.commentedAt))
    .limit(mostAnswered)
    .as('mine')
  const reply = alias(comments, 'reply')
  const at = sql`greatest(${reply.commentedAt}, ${reply.moderatedAt})`
  const rows = await db
    .select({
      tenantId: reply.tenantId,
      brandId: reply.brandId,
      planContentId: reply.planContentId,
      at: at.mapWith(comments.commentedAt),
      asBrand: reply.asBrand,
      memberName: people.displayName,
      name: contents.name,
      brand: { slug: brands.slug, name: brands.name, icon: brands.icon },
    })
    .from(mine)
    .innerJoin(reply, and(eq(reply.tenantId, mine.tenantId), eq(reply.parentId, mine.commentId)))
    .innerJoin(contents, and(eq(contents.tenantId, reply.tenantId), eq(contents.planContentId, reply.planContentId)))
    .innerJoin(brands, and(eq(brands.tenantId, reply.tenantId), eq(brands.brandId, reply.brandId)))
    .leftJoin(people, eq(people.uid, reply.uid))
    .where(and(eq(reply.status, 'published'), ne(reply.uid, uid), sql`${at} > ${toTimestamp(since)}::timestamptz`))
    .orderBy(desc(at))
    .limit(mostOfKind)
  const readable = new Map<string, boolean>()
  for (const row of rows) {
    if (readable.has(row.planContentId)) continue
    const content = await contentForReader(db, row, row.planContentId, { uid, now })
    readable.set(row.planContentId, content !== undefined && isOpen(accessOfRow(content, now).status))
  }
  return rows
    .filter(({ planContentId }) => readable.get(planContentId))
    .map(({ planContentId: itemId, at, name, asBrand, memberName, brand }) => ({
      ...{ itemId, at, name, brand, startAt: null },
      kind: asBrand ? 'brandReply' : 'reply',
      detail: asBrand ? brand.name : isCalledAs(brand.name, memberName ?? '') ? '' : (memberName ?? ''),
    }))
}
