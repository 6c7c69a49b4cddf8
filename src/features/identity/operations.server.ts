import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Handlers } from '../../server/context'
import { brands } from '../brands/tables.server'
import { tenantMembers, tenants } from '../tenants/tables.server'
import type { identity } from './contract'

export const identityHandlers: Handlers<typeof identity> = {
  async 'me.get'({ db, user, isOperator }) {
    const rows = await db
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
      .where(and(eq(tenantMembers.uid, user.uid), eq(tenantMembers.status, 'active')))
      .orderBy(asc(tenants.createdAt), asc(tenants.tenantId), asc(brands.createdAt), asc(brands.brandId))
    const byTenant = new Map<string, { firestoreId: string; name: string; brands: MeBrand[] }>()
    for (const row of rows) {
      const tenant = byTenant.get(row.tenantId) ?? { firestoreId: row.tenantId, name: row.tenantName, brands: [] }
      byTenant.set(row.tenantId, tenant)
      if (row.brandId === null) continue
      tenant.brands.push({
        firestoreId: row.brandId,
        name: row.name ?? '',
        coverThumbnail: row.thumbnail ?? '',
        brandSlug: row.slug ?? '',
      })
    }
    return { code: 'success', me: { tenants: [...byTenant.values()], isOperator } }
  },
}

type MeBrand = { firestoreId: string; name: string; coverThumbnail: string; brandSlug: string }
