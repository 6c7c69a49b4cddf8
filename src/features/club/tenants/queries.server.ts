import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { type Role, roles } from '#kit/contract.ts'
import type { Sort } from '#kit/list.ts'
import { mostCounted, type PaginationRequest } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import { isNamed, withNames } from '#server/db/directory.ts'
import type { NamesOf } from '#server/db/names.ts'
import { contains } from '#server/db/search.ts'
import { subquery } from '#server/db/subquery.ts'
import type { Brand, Db, Fan, Tenant } from '#server/proven.ts'
import { brands } from '../brands/tables.server'
import { people } from '../fans/tables.server'
import { tenantMembers, tenants } from './tables.server'

export type MemberRow = typeof tenantMembers.$inferSelect & { role: Role; status: 'invited' | 'active' | 'removed' }

/** Where a member is written to: the address of their account as it is now, else the one that was invited. */
export const memberAddress = subquery<string>`coalesce((select nullif(p.email, '') from ${people} p
  where p.uid = tenant_members.uid), tenant_members.email)`

const isForBrand = (brandId: string) =>
  sql`(${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds}))`

/** Whether a uid works for the brand; with `roles` in one of these. */
export const worksFor = (
  uid: SQL,
  tenantId: SQL,
  brandId: SQL,
  ...roles: Role[]
) => subquery<boolean>`exists (select 1 from ${tenantMembers}
  where ${tenantMembers.tenantId} = ${tenantId} and ${tenantMembers.uid} = ${uid} and ${tenantMembers.status} = 'active'
    ${roles.length === 0 ? sql`` : sql`and ${inArray(tenantMembers.role, roles)}`}
    and (${tenantMembers.brandIds} is null or ${brandId} = any(${tenantMembers.brandIds})))`

/** Of these uids those that work for the brand. */
export const staffAmong = async (db: Db, { tenantId, brandId }: Brand, uids: readonly string[]) => {
  if (uids.length === 0) return new Set<string | null>()
  const rows = await db
    .select({ uid: tenantMembers.uid })
    .from(tenantMembers)
    .where(
      and(
        inArray(tenantMembers.uid, [...uids]),
        eq(tenantMembers.tenantId, tenantId),
        eq(tenantMembers.status, 'active'),
        isForBrand(brandId),
      ),
    )
  return new Set(rows.map(({ uid }) => uid))
}

const isLiving = (tenant: Tenant) =>
  and(eq(tenantMembers.tenantId, tenant.tenantId), ne(tenantMembers.status, 'removed'))

export const ownsBrands = async (db: Db, tenant: Tenant, brandIds: readonly string[] | null) => {
  if (brandIds === null) return true
  const wanted = [...new Set(brandIds)]
  const [found] = await db
    .select({ count: count() })
    .from(brands)
    .where(and(eq(brands.tenantId, tenant.tenantId), inArray(brands.brandId, wanted)))
  return found?.count === wanted.length
}

export const renameTenant = (db: Db, tenant: Tenant, name: string) =>
  db.update(tenants).set({ name }).where(eq(tenants.tenantId, tenant.tenantId))

// --- Members ------------------------------------------------------------------------------------------------------------

const orders = {
  name: sql`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email})`,
  role: sql`array_position(${sql.raw(`array['${roles.join("','")}']`)}, ${tenantMembers.role})`,
  since: sql`coalesce(${tenantMembers.joinedAt}, ${tenantMembers.invitedAt})`,
}
const isAsked = (tenant: Tenant, q: string | undefined) =>
  and(isLiving(tenant), contains([tenantMembers.displayName, tenantMembers.email], q))

export const membersOf = async (
  db: Db,
  tenant: Tenant,
  { q, sort, page }: { q: string | undefined; sort: Sort<keyof typeof orders> | undefined; page: PaginationRequest },
) => {
  // Open invitations first: they may need action.
  const order = sort
    ? [(sort.startsWith('-') ? desc : asc)(orders[sort.replace('-', '') as keyof typeof orders])]
    : [desc(tenantMembers.status), asc(tenantMembers.invitedAt)]
  return (await db
    .select()
    .from(tenantMembers)
    .where(isAsked(tenant, q))
    .orderBy(...order, asc(tenantMembers.memberId))
    .limit(page.limit)
    .offset(page.offset)) as MemberRow[]
}

export const countMembers = async (db: Db, tenant: Tenant, q: string | undefined) => {
  const some = db
    .select({ memberId: tenantMembers.memberId })
    .from(tenantMembers)
    .where(isAsked(tenant, q))
    .limit(mostCounted)
    .as('some')
  const [all] = await db.select({ count: count() }).from(some)
  return all?.count ?? 0
}

/** The last editor, as far as the reader may know them; null where none is stored. */
export const editorOf = async (db: Db, brand: Brand, editedBy: string | null | undefined, reader: { uid: string }) => {
  if (!editedBy) return null
  const [row] = await db
    .select({ name: tenantMembers.displayName, email: tenantMembers.email })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, brand.tenantId), eq(tenantMembers.uid, editedBy)))
    .orderBy(asc(tenantMembers.status))
    .limit(1)
  return { name: row ? row.name || row.email : '', isMe: editedBy === reader.uid }
}

/** All owners are locked together with the member, so that two owners cannot remove each other at once. */
export const lockMember = async (db: Db, tenant: Tenant, memberId: string) => {
  const rows = (await db
    .select()
    .from(tenantMembers)
    .where(and(isLiving(tenant), sql`(${tenantMembers.memberId} = ${memberId} or ${tenantMembers.role} = 'owner')`))
    .orderBy(asc(tenantMembers.memberId))
    .for('update')) as MemberRow[]
  const row = rows.find((member) => member.memberId === memberId)
  const activeOwners = rows.filter((member) => member.role === 'owner' && member.status === 'active').length
  if (!row || row.status === 'removed') return null
  return { activeOwners, target: { ...row, status: row.status } }
}

export const changeMember = (
  db: Db,
  tenant: Tenant,
  memberId: string,
  changes: { role: Role; brandIds: string[] | null },
) =>
  db
    .update(tenantMembers)
    .set(changes)
    .where(and(isLiving(tenant), eq(tenantMembers.memberId, memberId)))

export const retire = (db: Db, tenant: Tenant, memberId: string, now: Instant) =>
  db
    .update(tenantMembers)
    .set({ status: 'removed', removedAt: now, invitationHash: null })
    .where(and(isLiving(tenant), eq(tenantMembers.memberId, memberId)))

// --- Invitations --------------------------------------------------------------------------------------------------------

/** The member or invitation with this e-mail address, active before invited, locked. */
export const livingMemberByEmail = async (db: Db, tenant: Tenant, email: string) => {
  const [known] = (await db
    .select()
    .from(tenantMembers)
    .where(and(isLiving(tenant), eq(sql`lower(${memberAddress})`, email)))
    .orderBy(asc(tenantMembers.status))
    .limit(1)
    .for('update')) as MemberRow[]
  return known
}

/** Inviting an address again renews its invitation: the new link works, the old one no longer. Answers the member's id. */
export const saveInvitation = async (
  db: Db,
  tenant: Tenant,
  invited: { memberId: string; email: string },
  terms: { role: Role; brandIds: string[] | null; invitationHash: string; invitedAt: Instant; invitedBy: string },
): Promise<string> => {
  const [row] = await withNames(db, tenant.tenantId, [[tenantMembers.invitationHash, terms.invitationHash]])
    .insert(tenantMembers)
    .values({ tenantId: tenant.tenantId, ...invited, displayName: '', status: 'invited', ...terms })
    .onConflictDoUpdate({
      target: [tenantMembers.tenantId, tenantMembers.email],
      targetWhere: sql`status = 'invited'`,
      set: terms,
    })
    .returning({ memberId: tenantMembers.memberId })
  return row?.memberId ?? invited.memberId
}

/** What a member is called in this club. */
export const memberName = async (db: Db, tenant: Tenant, memberId: string): Promise<string> => {
  const [row] = await db
    .select({ name: tenantMembers.displayName })
    .from(tenantMembers)
    .where(and(isLiving(tenant), eq(tenantMembers.memberId, memberId)))
  return row?.name ?? ''
}
const inviterName = subquery<string>`coalesce((select i.display_name from tenant_members i
  where i.tenant_id = ${tenantMembers.tenantId} and i.uid = ${tenantMembers.invitedBy} and i.status = 'active'), '')`

/** An invitation that waits, or has lapsed, is proven by its secret: nobody else can name it. */
const openInvitation = (db: Db, invitationHash: string) =>
  db
    .select({
      tenantId: tenantMembers.tenantId,
      memberId: tenantMembers.memberId,
      role: tenantMembers.role,
      email: tenantMembers.email,
      invitedAt: tenantMembers.invitedAt,
      tenantName: tenants.name,
      suspendedAt: tenants.suspendedAt,
      inviterName,
    })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(and(isNamed(tenantMembers.invitationHash, invitationHash), eq(tenantMembers.status, 'invited')))

export const findInvitation = async (db: Db, invitationHash: string) => {
  const [row] = await openInvitation(db, invitationHash)
  return row
}

export const lockInvitation = async (db: Db, invitationHash: string) => {
  const [row] = await openInvitation(db, invitationHash).for('update', { of: tenantMembers })
  return row
}

/** Asked one after the other for one person: two invitations accepted at once would both find nobody there. */
export const isActiveMember = async (db: Db, fan: Fan, tenantId: string) => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`member ${fan.uid}`}, 0))`)
  const [already] = await db
    .select({ memberId: tenantMembers.memberId })
    .from(tenantMembers)
    .where(
      and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.uid, fan.uid), eq(tenantMembers.status, 'active')),
    )
  return already !== undefined
}

type Invited = { tenantId: string; memberId: string }
const isInvited = ({ tenantId, memberId }: Invited) =>
  and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.memberId, memberId), eq(tenantMembers.status, 'invited'))

export const join = (db: Db, fan: Fan, invited: Invited, { displayName, now }: { displayName: string; now: Instant }) =>
  db
    .update(tenantMembers)
    .set({ status: 'active', uid: fan.uid, displayName, joinedAt: now, invitationHash: null })
    .where(isInvited(invited))

/** The row keeps whose it was, so that it is forgotten with the account. */
export const decline = (db: Db, fan: Fan, invited: Invited, now: Instant) =>
  db
    .update(tenantMembers)
    .set({ status: 'removed', uid: fan.uid, declinedAt: now, removedAt: now, invitationHash: null })
    .where(isInvited(invited))

/** The club, where the platform has closed it since then. */
export const closedByPlatformSince = (db: Db, { tenantId }: Brand, since: Instant) =>
  db
    .select({ name: tenants.name, reason: tenants.closingReason, at: tenants.closingAt })
    .from(tenants)
    .where(and(eq(tenants.tenantId, tenantId), isNotNull(tenants.closingReason), gt(tenants.closingAt, since)))

/** Invitations to this brand that were declined since, newest first. */
export const declinedSince = (db: Db, { tenantId, brandId }: Brand, since: Instant, most: number) =>
  db
    .select({ email: tenantMembers.email, at: tenantMembers.declinedAt })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), gt(tenantMembers.declinedAt, since), isForBrand(brandId)))
    .orderBy(desc(tenantMembers.declinedAt))
    .limit(most)

export const namesOfMembers: NamesOf = (db, { tenantId }, ids) =>
  db
    .select({
      id: tenantMembers.memberId,
      name: sql<string>`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email})`,
    })
    .from(tenantMembers)
    .where(and(eq(tenantMembers.tenantId, tenantId), inArray(tenantMembers.memberId, [...ids])))
