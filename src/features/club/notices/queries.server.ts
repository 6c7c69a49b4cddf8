import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db, Fan, PublicBrand } from '#server/proven.ts'
import { fans, people } from '../fans/tables.server'

export const noticesSeenBy = async (db: Db, { uid }: Fan): Promise<Instant | null> => {
  const [row] = await db.select({ seenAt: people.noticesSeenAt }).from(people).where(eq(people.uid, uid))
  return row?.seenAt ?? null
}

/** Never back to an earlier moment: another device may have seen more. */
export const markNoticesSeen = (db: Db, { uid }: Fan, seenAt: Instant) =>
  db
    .update(people)
    .set({ noticesSeenAt: seenAt })
    .where(and(eq(people.uid, uid), or(isNull(people.noticesSeenAt), lt(people.noticesSeenAt, seenAt))))

/** A fan who goes from page to page causes one write in so many milliseconds. */
const seenEvery = 10 * 60_000

export const markSeenByFan = (db: Db, { tenantId, brandId }: PublicBrand, { uid }: Fan, now: Instant) =>
  db
    .update(fans)
    .set({ seenAt: now })
    .where(
      and(
        eq(fans.tenantId, tenantId),
        eq(fans.brandId, brandId),
        eq(fans.uid, uid),
        sql`coalesce(${fans.seenAt}, ${fans.firstSeenAt}) < to_timestamp(${(now - seenEvery) / 1000})`,
      ),
    )
