import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { Db, Fan, PublicBrand } from '#server/proven.ts'
import { brands } from '../brands/tables.server'
import { fans } from './tables.server'

/** A brand that knows the fan: joined, bought from, commented at or loved something of. */
export type ClubOfFan = PublicBrand & {
  name: string
  icon: string
  accentColor: string
  memberNumber: number | null
  memberUntil: Instant | null
  /** When they last opened a page of it, or else when it first heard of them. */
  seenAt: Instant
}

/** How many clubs are read at once. */
export const clubsAtOnce = 30

/** The clubs of a fan that are open, from the one at `offset` on: those they are a member of first, then the latest they did something at. */
export const clubsOfFan = (db: Db, { uid }: Fan, now: Instant, { offset = 0, limit = clubsAtOnce } = {}) =>
  db
    .select({
      tenantId: brands.tenantId,
      brandId: brands.brandId,
      slug: brands.slug,
      name: brands.name,
      icon: brands.icon,
      accentColor: brands.accentColor,
      memberNumber: fans.memberNumber,
      memberUntil: fans.memberUntil,
      seenAt: sql`coalesce(${fans.seenAt}, ${fans.firstSeenAt})`.mapWith(fans.firstSeenAt),
    })
    .from(fans)
    .innerJoin(brands, and(eq(brands.tenantId, fans.tenantId), eq(brands.brandId, fans.brandId)))
    .where(and(eq(fans.uid, uid), or(isNull(brands.closesAt), gt(brands.closesAt, now))))
    .orderBy(
      desc(sql`coalesce(${fans.memberUntil} > ${toTimestamp(now)}::timestamptz, false)`),
      desc(fans.lastActiveAt),
      fans.fanId,
    )
    .limit(limit)
    .offset(offset) as unknown as Promise<ClubOfFan[]>

/** Whether any brand knows the person. */
export const isFanOfSome = async (db: Db, { uid }: Fan): Promise<boolean> =>
  (await db.select({ fanId: fans.fanId }).from(fans).where(eq(fans.uid, uid)).limit(1)).length > 0
