import { and, eq, gt, lte, min, or } from 'drizzle-orm'
import type { Instant } from '../../kit/time'
import type { Brand, Db, PublicBrand } from '../../server/context'
import { contents } from './tables.server'

export const contentsOfBrand = (brand: Brand | PublicBrand) =>
  and(eq(contents.tenantId, brand.tenantId), eq(contents.brandId, brand.brandId))

/** Active, or scheduled for a moment that has passed (architecture, section 5). */
export const isPublished = (now: Instant) =>
  or(eq(contents.status, 'active'), and(eq(contents.status, 'publishmentScheduled'), lte(contents.publishingAt, now)))

export const nextPublishing = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const [row] = await db
    .select({ at: min(contents.publishingAt) })
    .from(contents)
    .where(and(contentsOfBrand(brand), eq(contents.status, 'publishmentScheduled'), gt(contents.publishingAt, now)))
  return row?.at ?? null
}
