import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type BrandIds = { tenantId: string; brandId: string }

const idsOf = (brands: readonly BrandIds[], name: keyof BrandIds): SQL =>
  sql`${sql.param(brands.map((brand) => brand[name]))}::text[]`

/* One statement for a batch of brands, whose text is the same for each batch. */

/** The brands as rows of SQL, `b (tenant_id, brand_id)`. */
export const rowsOf = (brands: readonly BrandIds[]): SQL =>
  sql`unnest(${idsOf(brands, 'tenantId')}, ${idsOf(brands, 'brandId')}) b (tenant_id, brand_id)`

/** Whether a row is one of these brands'; no two clubs have a brand of one id. */
export const isOfOne = (columns: { tenantId: PgColumn; brandId: PgColumn }, brands: readonly BrandIds[]) =>
  and(
    sql`${columns.tenantId} = any(${idsOf(brands, 'tenantId')})`,
    sql`${columns.brandId} = any(${idsOf(brands, 'brandId')})`,
  )
