import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { isShown } from '../contents/queries.server'
import { contents } from '../contents/tables.server'
import { contentNotices } from './tables.server'

type BrandIds = { tenantId: string; brandId: string }

const shown = { wantedAt: contentNotices.wantedAt, toldAt: contentNotices.toldAt, told: contentNotices.told }
const isOf = ({ tenantId, brandId }: BrandIds, planContentId: string) =>
  and(
    eq(contentNotices.tenantId, tenantId),
    eq(contentNotices.brandId, brandId),
    eq(contentNotices.planContentId, planContentId),
  )

export const noticeOf = async (db: Db, brand: Brand, planContentId: string) => {
  const [found] = await db.select(shown).from(contentNotices).where(isOf(brand, planContentId))
  return found ?? null
}

/** No effect where it is wanted already. */
export const wantNotice = async (db: Db, brand: Brand, planContentId: string, by: string, now: Instant) => {
  const { tenantId, brandId } = brand
  await db
    .insert(contentNotices)
    .values({ tenantId, brandId, planContentId, wantedAt: now, wantedBy: by })
    .onConflictDoNothing()
}

/** Takes back what has not been told. */
export const dropNotice = (db: Db, brand: Brand, planContentId: string) =>
  db.delete(contentNotices).where(and(isOf(brand, planContentId), isNull(contentNotices.toldAt)))

/** Of the brand's contents that can be read by now: each is claimed once, whoever comes first. */
export const claimNotices = async (db: Db, { tenantId, brandId }: BrandIds, now: Instant): Promise<string[]> => {
  const readable = db
    .select({ planContentId: contents.planContentId })
    .from(contents)
    .where(and(eq(contents.tenantId, tenantId), eq(contents.brandId, brandId), isShown(db, now)))
  const claimed = await db
    .update(contentNotices)
    .set({ toldAt: now })
    .where(
      and(
        eq(contentNotices.tenantId, tenantId),
        eq(contentNotices.brandId, brandId),
        isNull(contentNotices.toldAt),
        inArray(contentNotices.planContentId, readable),
      ),
    )
    .returning({ planContentId: contentNotices.planContentId })
  return claimed.map(({ planContentId }) => planContentId).sort()
}

/** Sets, as a repeated run counts the same members. */
export const countTold = (db: Db, { tenantId, brandId }: BrandIds, told: ReadonlyMap<string, number>) =>
  Promise.all(
    [...told].map(([planContentId, count]) =>
      db.update(contentNotices).set({ told: count }).where(isOf({ tenantId, brandId }, planContentId)),
    ),
  )

/** The contents of these ids that can be read by now, oldest first. */
export const contentsToTell = (db: Db, { tenantId, brandId }: BrandIds, ids: readonly string[], now: Instant) =>
  db
    .select({
      planContentId: contents.planContentId,
      name: contents.name,
      streamingId: contents.streamingId,
    })
    .from(contents)
    .where(
      and(
        eq(contents.tenantId, tenantId),
        eq(contents.brandId, brandId),
        inArray(contents.planContentId, [...ids]),
        isShown(db, now),
      ),
    )
    .orderBy(contents.visibleFrom, contents.planContentId)
    .limit(100)
