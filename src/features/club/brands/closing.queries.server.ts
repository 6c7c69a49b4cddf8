import { and, eq } from 'drizzle-orm'
import type { Brand, Db } from '#server/proven.ts'
import { brands } from './tables.server'

export const closingOf = async (db: Db, { tenantId, brandId }: { tenantId: string; brandId: string }) => {
  const [row] = await db
    .select({
      name: brands.name,
      closingAt: brands.closingAt,
      closesAt: brands.closesAt,
      message: brands.closingMessage,
    })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  return row
}

/** Whether the owner has closed it: nothing can be sold any more. */
export const isClosing = async (db: Db, brand: Brand): Promise<boolean> =>
  ((await closingOf(db, brand))?.closingAt ?? null) !== null
