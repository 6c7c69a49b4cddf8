import type { Handlers } from '#server/context.ts'
import type { identity } from './contract'
import { clubsOf } from './queries.server'

export const identityHandlers: Handlers<typeof identity> = {
  async 'me.get'({ db, fan, isOperator }) {
    const rows = await clubsOf(db, fan)
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
