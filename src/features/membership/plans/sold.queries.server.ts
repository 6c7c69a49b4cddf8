import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { plans } from './tables.server'

/** The plans that may be joined, cheapest first. */
export const soldPlans = (db: Db, brand: Brand | PublicBrand) =>
  db
    .select({ planId: plans.planId, name: plans.name })
    .from(plans)
    .where(
      and(
        eq(plans.tenantId, brand.tenantId),
        eq(plans.brandId, brand.brandId),
        eq(plans.status, 'active'),
        isNull(plans.archivingAt),
      ),
    )
    .orderBy(asc(plans.price), asc(plans.planId))
    .limit(100)
