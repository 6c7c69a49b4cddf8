import { and, eq, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { uploads } from '#club/uploads/tables.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { backNumbers } from '#publishing/backNumbers/tables.server.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { contentVersions } from '#publishing/contents/versions/tables.server.ts'
import { events } from '#publishing/events/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { goodsFiles } from '#shop/downloads/tables.server.ts'
import { goods } from '#shop/goods/tables.server.ts'

type Ids = { tenantId: string; brandId: string }

/** What names a draft of a plan that is gone for good names it no longer. */
export const forgetPlan = async (db: Db, { tenantId, brandId }: Ids, planId: string) => {
  const names = (column: typeof goods.planIds | typeof events.planIds) => sql`${column} ? ${planId}`
  await db
    .update(goods)
    .set({ planIds: sql`${goods.planIds} - ${planId}::text` })
    .where(and(eq(goods.tenantId, tenantId), eq(goods.brandId, brandId), names(goods.planIds)))
  await db
    .update(events)
    .set({ planIds: sql`${events.planIds} - ${planId}::text` })
    .where(and(eq(events.tenantId, tenantId), eq(events.brandId, brandId), names(events.planIds)))
  await db.delete(contentPlans).where(and(eq(contentPlans.tenantId, tenantId), eq(contentPlans.planId, planId)))
  await db.delete(backNumbers).where(and(eq(backNumbers.tenantId, tenantId), eq(backNumbers.planId, planId)))
}

/** Every place of a brand that may name a file: what is in the bin counts too, for it may come back. */
const isNamed = ({ tenantId, brandId }: Ids, mediaId: string): SQL | undefined => {
  const like = `%${mediaId}%`
  const within = (...columns: SQL[]) =>
    sql.join(
      columns.map((column) => sql`${column}::text like ${like}`),
      sql` or `,
    )
  const ids = { tenantId, brandId }
  const ofTable = (table: typeof contents | typeof events | typeof goods | typeof plans) =>
    and(eq(table.tenantId, ids.tenantId), eq(table.brandId, ids.brandId))
  return or(
    subquery`exists (select from ${contents} where ${ofTable(contents)} and (${contents.mediaId} = ${mediaId}
      or ${within(sql`${contents.text}`, sql`${contents.english}`, sql`${contents.imageUrls}`, sql`${contents.thumbnail}`)}))`,
    subquery`exists (select from ${contentVersions} v join ${contents} c on c.tenant_id = v.tenant_id
      and c.plan_content_id = v.plan_content_id where c.tenant_id = ${tenantId} and c.brand_id = ${brandId}
      and (v.text like ${like} or v.english::text like ${like} or v.image_urls::text like ${like}))`,
    subquery`exists (select from ${events} where ${ofTable(events)} and (${within(
      sql`${events.description}`,
      sql`${events.keyVisualUrl}`,
      sql`${events.performers}`,
    )}))`,
    subquery`exists (select from ${goods} where ${ofTable(goods)} and (${within(sql`${goods.thumbnails}`)}))`,
    subquery`exists (select from ${plans} where ${ofTable(plans)} and (${within(sql`${plans.thumbnail}`)}))`,
    subquery`exists (select from ${brands} where ${and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId))}
      and (${within(sql`${brands.thumbnail}`, sql`${brands.icon}`)}))`,
    subquery`exists (select from ${goodsFiles} where ${goodsFiles.tenantId} = ${tenantId} and ${goodsFiles.mediaId} = ${mediaId})`,
  )
}

/** Marks a file as refused that nothing of the brand names any more; the hourly sweep of uploads removes it. Videos have a job. */
export const refuseUnused = async (db: Db, brand: Ids, mediaId: string) => {
  const isNaming = isNamed(brand, mediaId)
  await db
    .update(uploads)
    .set({ state: 'refused' })
    .where(
      and(
        eq(uploads.tenantId, brand.tenantId),
        eq(uploads.brandId, brand.brandId),
        eq(uploads.mediaId, mediaId),
        ne(uploads.kind, 'video'),
        eq(uploads.state, 'ready'),
        isNaming && not(isNaming),
      ),
    )
}
