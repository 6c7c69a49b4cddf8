import { and, eq } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db, PublicBrand } from '#server/proven.ts'
import { brandFigures } from './tables.server'

const isOf = ({ tenantId, brandId }: Brand | PublicBrand) =>
  and(eq(brandFigures.tenantId, tenantId), eq(brandFigures.brandId, brandId))

/**
 * Stored figures for a large brand, freshly counted ones (`countedAt` null) for all others. `countBrandFigures` decides
 * once an hour which brands are large.
 */
export const figuresOrCount = async <T extends object>(
  db: Db,
  brand: Brand | PublicBrand,
  name: string,
  count: () => Promise<T>,
): Promise<T & { countedAt: Instant | null }> => {
  const [kept] = await db
    .select({ value: brandFigures.value, countedAt: brandFigures.countedAt })
    .from(brandFigures)
    .where(and(isOf(brand), eq(brandFigures.name, name)))
  return kept ? { ...(kept.value as T), countedAt: kept.countedAt } : { ...(await count()), countedAt: null }
}

export const keepFigures = async (db: Db, { tenantId, brandId }: Brand, name: string, value: object, now: Instant) => {
  await db
    .insert(brandFigures)
    .values({ tenantId, brandId, name, value, countedAt: now })
    .onConflictDoUpdate({
      target: [brandFigures.tenantId, brandFigures.brandId, brandFigures.name],
      set: { value, countedAt: now },
    })
}

export const forgetFigures = async (db: Db, brand: Brand) => {
  await db.delete(brandFigures).where(isOf(brand))
}
