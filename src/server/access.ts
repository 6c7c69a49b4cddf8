import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { serverConfig } from '../config.server'
import { brands } from '../features/brands/tables.server'
import { tenantMembers, tenants } from '../features/tenants/tables.server'
import type { Role } from '../kit/contract'
import type { Brand, Db, Member, Operator, PublicBrand, Tenant, User } from './context'
import { prepared } from './db/prepared'

const memberColumns = {
  tenantId: tenants.tenantId,
  tenantName: tenants.name,
  memberId: tenantMembers.memberId,
  role: tenantMembers.role,
  brandIds: tenantMembers.brandIds,
}
const isActiveMember = (uid: string, tenantId: string) =>
  and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.uid, uid), eq(tenantMembers.status, 'active'))

type MemberRow = { tenantId: string; tenantName: string; memberId: string; role: string; brandIds: string[] | null }
const proveTenant = (row: MemberRow, uid: string) => ({
  tenant: { tenantId: row.tenantId, name: row.tenantName } as Tenant,
  member: { memberId: row.memberId, uid, role: row.role as Role, brandIds: row.brandIds } satisfies Member,
})

/** The tenant, for somebody who works there; null for everyone else, as if it did not exist. */
export const tenantFor = async (db: Db, user: User, tenantId: string) => {
  const [row] = await db
    .select(memberColumns)
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(isActiveMember(user.uid, tenantId))
  return row ? proveTenant(row, user.uid) : null
}

const brandOfMember = prepared((db) =>
  db
    .select({ ...memberColumns, brandId: brands.brandId, slug: brands.slug, brandName: brands.name })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .innerJoin(brands, eq(brands.tenantId, tenantMembers.tenantId))
    .where(
      and(
        eq(tenantMembers.tenantId, sql.placeholder('tenantId')),
        eq(tenantMembers.uid, sql.placeholder('uid')),
        eq(tenantMembers.status, 'active'),
        eq(brands.brandId, sql.placeholder('brandId')),
        or(isNull(tenantMembers.brandIds), sql`${brands.brandId} = any(${tenantMembers.brandIds})`),
      ),
    )
    .prepare(''),
)

/** The brand, for a member of its tenant whose membership is not limited to other brands. */
export const brandFor = async (db: Db, user: User, tenantId: string, brandId: string) => {
  const [row] = await brandOfMember(db).execute({ tenantId, brandId, uid: user.uid })
  if (!row) return null
  const brand = { tenantId, brandId, slug: row.slug, name: row.brandName } as Brand
  return { ...proveTenant(row, user.uid), brand }
}

const publicColumns = { tenantId: brands.tenantId, brandId: brands.brandId, slug: brands.slug }
const brandById = prepared((db) =>
  db
    .select(publicColumns)
    .from(brands)
    .where(and(eq(brands.tenantId, sql.placeholder('tenantId')), eq(brands.brandId, sql.placeholder('brandId'))))
    .prepare(''),
)

export const publicBrand = async (db: Db, ids: { tenantId: string; brandId: string }) => {
  const [row] = await brandById(db).execute(ids)
  return row ? (row as PublicBrand) : null
}

export const publicBrandBySlug = async (db: Db, slug: string) => {
  const [row] = await db.select(publicColumns).from(brands).where(eq(brands.slug, slug))
  return row ? (row as PublicBrand) : null
}

/** Operators are named by the platform's configuration; an address that nobody has proven to own counts for nothing. */
export const operatorFor = (user: User): Operator | null =>
  user.emailVerified && serverConfig().OPERATOR_EMAILS.includes(user.email.toLowerCase())
    ? ({ uid: user.uid } as Operator)
    : null
