import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { plansOfBrand } from './queries.server'
import { plans } from './tables.server'

/* Drafts in the bin; the caller has taken their row there. */

/** Of these plans those that are not in the bin, in their order. */
export const withoutBinned = async (db: Db, brand: Brand, planIds: readonly string[]): Promise<string[]> => {
  if (planIds.length === 0) return []
  const rows = await db
    .select({ planId: plans.planId })
    .from(plans)
    .where(and(plansOfBrand(brand), inArray(plans.planId, [...planIds])))
  const known = new Set(rows.map(({ planId }) => planId))
  return planIds.filter((planId) => known.has(planId))
}

const isBinned = ({ tenantId, brandId }: { tenantId: string; brandId: string }, planId: string) =>
  and(eq(plans.tenantId, tenantId), eq(plans.brandId, brandId), eq(plans.planId, planId), isNotNull(plans.deletedAt))

/** In the bin from `deletedAt` on; null: out of it again. */
export const setPlanDeleted = (db: Db, brand: Brand, planId: string, deletedAt: Instant | null) =>
  db
    .update(plans)
    .set({ deletedAt })
    .where(deletedAt === null ? isBinned(brand, planId) : and(plansOfBrand(brand), eq(plans.planId, planId)))

/** Deletes a draft in the bin, of which nothing is opened any more. */
export const deletePlan = async (db: Db, brand: { tenantId: string; brandId: string }, planId: string) => {
  const [gone] = await db.delete(plans).where(isBinned(brand, planId)).returning({ thumbnail: plans.thumbnail })
  return gone
}
