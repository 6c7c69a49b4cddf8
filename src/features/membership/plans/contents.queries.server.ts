import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isNotBinned } from '#club/bin/queries.server.ts'
import { contentPlans, contents } from '#publishing/contents/tables.server.ts'
import { jsonList } from '#server/db/jsonList.ts'
import type { Db } from '#server/proven.ts'
import { mostContentsCounted } from './contract'
import { plans } from './tables.server'

/* What the statements that read plans count and name of their contents. */

const arg = sql.placeholder

/** How many contents each plan of the outer query has, without those in the bin; counted to `mostContentsCounted`. */
export const contentsCounted = (
  db: Db,
  { tenantId, planId }: Record<'tenantId' | 'planId', PgColumn>,
  brand: Parameters<typeof isNotBinned>[0],
) => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(contentPlans)
    .where(
      and(
        eq(contentPlans.tenantId, tenantId),
        eq(contentPlans.planId, planId),
        isNotBinned(brand, 'content', contentPlans.planContentId),
      ),
    )
    .limit(mostContentsCounted)
    .as('some')
  return db
    .select({ count: sql<number>`count(*)::int`.as('contents') })
    .from(some)
    .as('counted')
}

/** How many of a plan's contents a visitor is shown. */
const mostContents = 12

/** The newest published contents of a plan of the outer query, read by the index alone. */
export const newestContents = (db: Db) => {
  const newest = db
    .select({ planContentId: contentPlans.planContentId, visibleFrom: contentPlans.visibleFrom })
    .from(contentPlans)
    .where(
      and(
        eq(contentPlans.tenantId, plans.tenantId),
        eq(contentPlans.planId, plans.planId),
        lte(contentPlans.visibleFrom, arg('now')),
      ),
    )
    .orderBy(desc(contentPlans.visibleFrom), contentPlans.planContentId)
    .limit(mostContents)
    .as('newest')
  return db
    .select({
      list: jsonList(
        {
          planContentId: contents.planContentId,
          name: contents.name,
          english: contents.english,
          thumbnail: contents.thumbnail,
        },
        sql`${newest.visibleFrom} desc, ${newest.planContentId}`,
      ).as('list'),
    })
    .from(newest)
    .innerJoin(
      contents,
      and(
        eq(contents.tenantId, plans.tenantId),
        eq(contents.planContentId, newest.planContentId),
        eq(contents.brandId, plans.brandId),
      ),
    )
    .as('shown')
}
