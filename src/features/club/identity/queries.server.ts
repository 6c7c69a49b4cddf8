import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db, Fan } from '#server/proven.ts'
import { brands } from '../brands/tables.server'
import { tenantMembers, tenants } from '../tenants/tables.server'

/** Clubs of a staff member with the brands that they may open, oldest first; nulls for a club without a brand. */
export const clubsOf = (db: Db, fan: Fan) =>
  db
    .select({
      tenantId: tenants.tenantId,
      tenantName: tenants.name,
      brandId: brands.brandId,
      name: brands.name,
      thumbnail: brands.thumbnail,
      slug: brands.slug,
    })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .leftJoin(
      brands,
      and(
        eq(brands.tenantId, tenants.tenantId),
        or(isNull(tenantMembers.brandIds), sql`${brands.brandId} = any(${tenantMembers.brandIds})`),
      ),
    )
    .where(and(eq(tenantMembers.uid, fan.uid), eq(tenantMembers.status, 'active')))
    .orderBy(asc(tenants.createdAt), asc(tenants.tenantId), asc(brands.createdAt), asc(brands.brandId))
