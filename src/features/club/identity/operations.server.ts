import type { Role } from '#kit/contract.ts'
import type { Handlers } from '#server/context.ts'
import { isFanOfSome } from '../fans/clubs.queries.server'
import type { identity } from './contract'
import { clubsOf } from './queries.server'

export const identityHandlers: Handlers<typeof identity> = {
  async 'me.get'({ db, fan, isOperator }) {
    const rows = await clubsOf(db, fan)
    const byTenant = new Map<string, { firestoreId: string; name: string; role: Role; brands: MeBrand[] }>()
    for (const row of rows) {
      const { tenantId, tenantName: name } = row
      const tenant = byTenant.get(tenantId) ?? { firestoreId: tenantId, name, role: row.role as Role, brands: [] }
      byTenant.set(row.tenantId, tenant)
      if (row.brandId === null) continue
      tenant.brands.push({
        firestoreId: row.brandId,
        name: row.name ?? '',
        coverThumbnail: row.thumbnail ?? '',
        brandSlug: row.slug ?? '',
      })
    }
    return { code: 'success', me: { tenants: [...byTenant.values()], isOperator, isFan: await isFanOfSome(db, fan) } }
  },
}

type MeBrand = { firestoreId: string; name: string; coverThumbnail: string; brandSlug: string }
