import { and, asc, eq, inArray } from 'drizzle-orm'
import { brands } from '#club/brands/tables.server.ts'
import { mostCounted } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isOnSale } from '#membership/plans/queries.server.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { termRuns } from '#membership/subscriptions/queries.server.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Tenant } from '#server/proven.ts'

/**
 * The club's brands, those of `brandIds` where it is not null, with the plans on sale and the members of each, both counted
 * to 10,000.
 */
export const brandsWithFigures = (db: Db, tenant: Tenant, brandIds: readonly string[] | null, now: Instant) =>
  db
    .select({
      brandId: brands.brandId,
      name: brands.name,
      slug: brands.slug,
      thumbnail: brands.thumbnail,
      icon: brands.icon,
      closesAt: brands.closesAt,
      activePlans: subquery<number>`(select count(*)::int from (select 1 from ${plans} where ${and(
        eq(plans.tenantId, brands.tenantId),
        eq(plans.brandId, brands.brandId),
        isOnSale(),
      )} limit ${mostCounted}) counted)`,
      members: subquery<number>`(select count(distinct uid)::int from (select ${subscriptionTerms.uid} as uid from ${subscriptionTerms} join ${plans} on ${and(
        eq(plans.tenantId, subscriptionTerms.tenantId),
        eq(plans.planId, subscriptionTerms.planId),
      )} where ${and(eq(plans.tenantId, brands.tenantId), eq(plans.brandId, brands.brandId), termRuns(now))} limit ${mostCounted}) counted)`,
    })
    .from(brands)
    .where(and(eq(brands.tenantId, tenant.tenantId), brandIds ? inArray(brands.brandId, [...brandIds]) : undefined))
    .orderBy(asc(brands.createdAt), asc(brands.brandId))
