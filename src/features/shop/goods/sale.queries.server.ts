import { and, eq, gt, isNotNull, min, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db, PublicBrand } from '#server/proven.ts'
import { goods } from './tables.server'

const ofBrand = ({ tenantId, brandId }: PublicBrand) => and(eq(goods.tenantId, tenantId), eq(goods.brandId, brandId))

/** Next start or end of a sale window of event goods. */
const nextWindow = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant> => {
  const [row] = await db
    .select({ at: sql<string | null>`min(moment::bigint)` })
    .from(goods)
    .innerJoin(
      sql`jsonb_path_query(${goods.saleWindows}, '$[*].* ? (@.type() == "number" && @ > $now)',
        jsonb_build_object('now', ${now}::bigint)) moment`,
      sql`true`,
    )
    .where(and(ofBrand(brand), isNotNull(goods.saleWindows), gt(goods.saleEndAt, now)))
  return row?.at ? Number(row.at) : Number.POSITIVE_INFINITY
}

/** Next start or end of any sale. */
export const nextOfGoods = async (db: Db, brand: PublicBrand, now: Instant): Promise<Instant | null> => {
  const next = async (column: typeof goods.saleStartAt | typeof goods.saleEndAt) => {
    const [row] = await db
      .select({ at: min(column) })
      .from(goods)
      .where(and(ofBrand(brand), gt(column, now)))
    return row?.at ?? Number.POSITIVE_INFINITY
  }
  const at = Math.min(await next(goods.saleStartAt), await next(goods.saleEndAt), await nextWindow(db, brand, now))
  return at === Number.POSITIVE_INFINITY ? null : at
}
