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
import { author, isItsBrand, lockComments } from './queries.server'
import { comments } from './tables.server'

const reply = alias(comments, 'reply')
/** Whether the brand wrote last of what is shown under a comment; of the same moment a fan did, whom nobody has read yet. */
const wroteLast = subquery`coalesce((select ${reply.asBrand} from ${comments} ${sql.identifier('reply')}
  where ${reply.tenantId} = ${comments.tenantId} and ${reply.parentId} = ${comments.commentId} and ${reply.status} = 'published'
  order by ${reply.commentedAt} desc, ${reply.asBrand} limit 1), false)`

/** Begins with the condition of the index of the same name. Only of what has replies are these looked at. */
export const isUnanswered = sql`${comments.parentId} is null and ${comments.status} = 'published' and not ${comments.asBrand}
  and not ${comments.isAnswered} and not (${comments.hasReplies} and ${wroteLast})`

/** After a reply was shown or hidden. The comment is locked first: of two replies each sees the other. */
export const saveAnswered = async (db: Db, brand: Pick<PublicBrand, 'tenantId' | 'brandId'>, parentId: string) => {
  await lockComments(db, brand, [parentId])
  await db
    .update(comments)
    .set({ isAnswered: wroteLast })
    .where(and(eq(comments.tenantId, brand.tenantId), eq(comments.commentId, parentId)))
}

/** What was written last under each of these comments, of what is shown. */
export const lastReplies = async (db: Db, { tenantId, brandId }: Brand, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string | null, never>()
  const rows = await db
    .selectDistinctOn([comments.parentId], { parentId: comments.parentId, content: comments.content, author })
    .from(comments)
    .leftJoin(people, eq(people.uid, comments.uid))
    .leftJoin(brands, isItsBrand)
    .where(
      and(
        eq(comments.tenantId, tenantId),
        eq(comments.brandId, brandId),
        inArray(comments.parentId, [...ids]),
        eq(comments.status, 'published'),
      ),
    )
    .orderBy(comments.parentId, desc(comments.commentedAt), comments.asBrand)
  return new Map(rows.map((row) => [row.parentId, row]))
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
