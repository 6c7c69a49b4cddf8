import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Db, Member, Tenant } from '#server/proven.ts'
import { auditLog } from '#server/tables.server.ts'
import { brands } from '../brands/tables.server'
import { tenantMembers } from '../tenants/tables.server'

type Filter = {
  brandId?: string | undefined
  operations?: readonly string[] | undefined
  actorUid?: string | undefined
  from?: Instant | undefined
  to?: Instant | undefined
}

const passes = (tenant: Tenant, member: Member, { brandId, operations, actorUid, from, to }: Filter): SQL | undefined =>
  and(
    eq(auditLog.tenantId, tenant.tenantId),
    member.brandIds === null ? undefined : inArray(auditLog.brandId, [...member.brandIds]),
    brandId === undefined ? undefined : eq(auditLog.brandId, brandId),
    operations && inArray(auditLog.operation, [...operations]),
    actorUid === undefined ? undefined : eq(auditLog.actorUid, actorUid),
    from === undefined ? undefined : gte(auditLog.at, from),
    to === undefined ? undefined : lt(auditLog.at, to),
  )

export const auditOf = (db: Db, tenant: Tenant, member: Member, filter: Filter, page: PaginationRequest) =>
  db
    .select({
      auditId: auditLog.auditId,
      at: auditLog.at,
      role: auditLog.role,
      operation: auditLog.operation,
      payload: auditLog.payload,
      address: auditLog.address,
      brandId: auditLog.brandId,
      brandName: sql<string>`coalesce(${brands.name}, '')`,
      actorName: subquery<string>`coalesce((select coalesce(nullif(m.display_name, ''), m.email) from ${tenantMembers} m
        where m.tenant_id = ${auditLog.tenantId} and m.uid = ${auditLog.actorUid} limit 1), '')`,
    })
    .from(auditLog)
    .leftJoin(brands, and(eq(brands.tenantId, auditLog.tenantId), eq(brands.brandId, auditLog.brandId)))
    .where(passes(tenant, member, filter))
    .orderBy(desc(auditLog.at), desc(auditLog.auditId))
    .limit(page.limit)
    .offset(page.offset)

export const countAudit = async (db: Db, tenant: Tenant, member: Member, filter: Filter): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(auditLog)
    .where(passes(tenant, member, filter))
    .limit(mostCounted)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Active members, to filter the log by who acted. */
export const actorsOf = (db: Db, { tenantId }: Tenant) =>
  db
    .select({
      memberId: tenantMembers.memberId,
      name: sql<string>`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email})`,
    })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.status, 'active')))
    .orderBy(asc(tenantMembers.memberId))
    .limit(100)

export const uidOfMember = async (db: Db, { tenantId }: Tenant, memberId: string): Promise<string | null> => {
  const [row] = await db
    .select({ uid: tenantMembers.uid })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.memberId, memberId)))
  return row?.uid ?? null
}
