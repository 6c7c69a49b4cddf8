import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, PublicBrand } from '../../server/context'
import { brands } from '../brands/tables.server'
import { tenantMembers } from '../tenants/tables.server'
import { inquiries } from './tables.server'

type NewInquiry = Omit<typeof inquiries.$inferInsert, 'tenantId' | 'brandId' | 'direction' | 'state'>

export const insertInquiry = (db: Db, { tenantId, brandId }: PublicBrand, inquiry: NewInquiry) =>
  db.insert(inquiries).values({ ...inquiry, tenantId, brandId, direction: 'fanToCreator' })

/** Who answers a brand's letters: the owner and administrators who have joined, at most 20, with the brand's name. */
export const addressees = async (db: Db, { tenantId, brandId }: PublicBrand) => {
  const [brand] = await db
    .select({ name: brands.name })
    .from(brands)
    .where(and(eq(brands.tenantId, tenantId), eq(brands.brandId, brandId)))
  const members = await db
    .select({ email: tenantMembers.email })
    .from(tenantMembers)
    .where(
      and(
        eq(tenantMembers.tenantId, tenantId),
        eq(tenantMembers.status, 'active'),
        inArray(tenantMembers.role, ['owner', 'admin']),
        sql`(${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds}))`,
      ),
    )
    .orderBy(tenantMembers.joinedAt)
    .limit(20)
  return { brandName: brand?.name ?? '', emails: [...new Set(members.map(({ email }) => email))] }
}
