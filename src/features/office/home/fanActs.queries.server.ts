import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { people } from '#club/fans/tables.server.ts'
import { inquiries } from '#club/inquiries/tables.server.ts'
import { staffAmong } from '#club/tenants/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/tables.server.ts'
import type { CommentStatus } from '#publishing/comments/comment.ts'
import { isUnanswered } from '#publishing/comments/replies.queries.server.ts'
import { comments } from '#publishing/comments/tables.server.ts'
import { contentLoves } from '#publishing/contents/public/tables.server.ts'
import { contents } from '#publishing/contents/tables.server.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type FanAct, type FanActKind, type LookedAt, mostLookedAt } from './home'

/*
 * Each kind reads one range of an index, and leaves out afterwards what is no act of a fan of this brand: a condition would read on
 * until it had found enough.
 */

type Ask = (db: Db, brand: Brand, before: Instant) => Promise<LookedAt>
type Row = Pick<FanAct, 'at' | 'itemId' | 'about'> & {
  name: string | null
  icon: string | null
  text?: string
  isUnanswered?: boolean
}

const lookedAt = <R extends Row>(kind: FanActKind, rows: readonly R[], isAct: (row: R) => boolean): LookedAt => ({
  acts: rows.filter(isAct).map(({ at, itemId, name, icon, about, text = '', isUnanswered = false }) => ({
    ...{ kind, at, itemId, about, text, isUnanswered },
    ...{ name: name ?? '', icon: icon ?? '' },
  })),
  back: rows.length < mostLookedAt ? null : (rows.at(-1)?.at ?? null),
})

const who = { name: people.displayName, icon: people.icon }
/** What staff press, write and ask is no act of a fan; what they pay is. */
const ofFans = async <R extends { uid: string | null }>(db: Db, brand: Brand, rows: readonly R[]) => {
  const staff = await staffAmong(db, brand, [...new Set(rows.flatMap(({ uid }) => uid ?? []))])
  return ({ uid }: R) => uid === null || !staff.has(uid)
}

const joined: Ask = async (db, { tenantId, brandId }, before) => {
  const rows = await db
    .select({
      ...{ ...who, itemId: subscriptions.subscriptionId, at: subscriptions.purchasedAt, about: plans.name },
      ...{ method: subscriptions.method, changedFromId: subscriptions.changedFromId },
    })
    .from(subscriptions)
    .innerJoin(plans, and(eq(plans.tenantId, subscriptions.tenantId), eq(plans.planId, subscriptions.planId)))
    .leftJoin(people, eq(people.uid, subscriptions.uid))
    .where(
      and(
        eq(subscriptions.tenantId, tenantId),
        eq(subscriptions.brandId, brandId),
        lt(subscriptions.purchasedAt, before),
      ),
    )
    .orderBy(desc(subscriptions.purchasedAt))
    .limit(mostLookedAt)
  // A membership that another was changed into keeps its day; one that staff gave is an act of theirs.
  return lookedAt('joined', rows, ({ method, changedFromId }) => method !== 'comp' && changedFromId === null)
}

const commented =
  (shown: readonly CommentStatus[]): Ask =>
  async (db, brand, before) => {
    const { tenantId, brandId } = brand
    const rows = await db
      .select({
        ...{ ...who, itemId: comments.planContentId, at: comments.commentedAt, about: contents.name },
        ...{ text: comments.content, status: comments.status, asBrand: comments.asBrand },
        isUnanswered: sql<boolean>`${isUnanswered}`,
        uid: comments.uid,
      })
      .from(comments)
      .innerJoin(
        contents,
        and(
          eq(contents.tenantId, comments.tenantId),
          eq(contents.planContentId, comments.planContentId),
          isNull(contents.deletedAt),
        ),
      )
      .leftJoin(people, eq(people.uid, comments.uid))
      .where(and(eq(comments.tenantId, tenantId), eq(comments.brandId, brandId), lt(comments.commentedAt, before)))
      .orderBy(desc(comments.commentedAt))
      .limit(mostLookedAt)
    const isOfFan = await ofFans(db, brand, rows)
    const cut = rows.map((row) => ({ ...row, text: [...row.text].slice(0, 80).join('') }))
    return lookedAt('commented', cut, (row) => !row.asBrand && isOfFan(row) && shown.includes(row.status))
  }

/** A club's loves are sorted together: of several brands, those of this one. */
const loved: Ask = async (db, brand, before) => {
  const { tenantId, brandId } = brand
  const rows = await db
    .select({
      ...{ ...who, itemId: contentLoves.planContentId, at: contentLoves.lovedAt, about: contents.name },
      ...{ brandId: contents.brandId, uid: contentLoves.uid },
    })
    .from(contentLoves)
    .innerJoin(
      contents,
      and(
        eq(contents.tenantId, contentLoves.tenantId),
        eq(contents.planContentId, contentLoves.planContentId),
        isNull(contents.deletedAt),
      ),
    )
    .leftJoin(people, eq(people.uid, contentLoves.uid))
    .where(and(eq(contentLoves.tenantId, tenantId), lt(contentLoves.lovedAt, before)))
    .orderBy(desc(contentLoves.lovedAt))
    .limit(mostLookedAt)
  const isOfFan = await ofFans(db, brand, rows)
  return lookedAt('loved', rows, (row) => row.brandId === brandId && isOfFan(row))
}

const asked: Ask = async (db, brand, before) => {
  const { tenantId, brandId } = brand
  const rows = await db
    .select({
      ...{ name: inquiries.fromName, icon: people.icon, about: inquiries.subject },
      ...{ itemId: inquiries.inquiryId, at: inquiries.createdAt, uid: inquiries.uid },
    })
    .from(inquiries)
    .leftJoin(people, eq(people.uid, inquiries.uid))
    .where(
      and(
        eq(inquiries.tenantId, tenantId),
        eq(inquiries.brandId, brandId),
        eq(inquiries.direction, 'fanToCreator'),
        lt(inquiries.createdAt, before),
      ),
    )
    .orderBy(desc(inquiries.createdAt))
    .limit(mostLookedAt)
  return lookedAt('asked', rows, await ofFans(db, brand, rows))
}

export const fanActsOf: Record<FanActKind, Ask> = { joined, commented: commented(['published', 'held']), loved, asked }
/** What everybody reads: of comments that wait to be looked at their own staff are told. */
export const publicActsOf = { commented: commented(['published']), loved }
