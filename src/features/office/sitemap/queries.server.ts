import { and, desc, eq, exists, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import type { Instant } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { isPlanOfLink, opensContent } from '#publishing/contents/queries.server.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import type { Db } from '#server/proven.ts'
import { goods } from '#shop/goods/tables.server.ts'

const mostBrands = 2000
const mostPages = 14_000
const mostGoods = 2_000

/** Paths of all brands, the newest readable contents and the newest goods; no data beyond the paths. */
export const sitemapRows = async (db: Db, now: Instant) => {
  const opened = db
    .select({ one: sql`1` })
    .from(contentPlans)
    .innerJoin(plans, isPlanOfLink)
    .where(and(opensContent, or(isNull(plans.archivingAt), gt(plans.archivingAt, now))))
  const goesOn = or(isNull(brands.closesAt), gt(brands.closesAt, now))
  const [ofBrands, ofContents, ofGoods] = await Promise.all([
    db
      .select({ slug: brands.slug, editedAt: brands.editedAt })
      .from(brands)
      .where(goesOn)
      .orderBy(desc(brands.editedAt))
      .limit(mostBrands),
    db
      .select({ slug: brands.slug, planContentId: contents.planContentId, visibleFrom: contents.visibleFrom })
      .from(contents)
      .innerJoin(brands, and(eq(brands.tenantId, contents.tenantId), eq(brands.brandId, contents.brandId), goesOn))
      .where(and(lte(contents.visibleFrom, now), or(eq(contents.viewableBy, 'allUsers'), exists(opened))))
      .orderBy(desc(contents.visibleFrom))
      .limit(mostPages),
    db
      .select({ slug: brands.slug, goodsId: goods.goodsId, editedAt: goods.editedAt })
      .from(goods)
      .innerJoin(brands, and(eq(brands.tenantId, goods.tenantId), eq(brands.brandId, goods.brandId), goesOn))
      .where(eq(goods.visibility, 'visible'))
      .orderBy(desc(goods.createdAt))
      .limit(mostGoods),
  ])
  return { brands: ofBrands, contents: ofContents, goods: ofGoods }
}
