import { createHash, randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { type Role, roles } from '../../kit/contract'
import { everything, paginationOf } from '../../kit/pagination'
import type { Instant } from '../../kit/time'
import type { Db, Handlers, Member as Me, Tenant } from '../../server/context'
import { contains } from '../../server/db/search'
import { brands } from '../brands/tables.server'
import { plans } from '../plans/tables.server'
import { subscriptionTerms } from '../subscriptions/tables.server'
import type { tenants as contract, Member } from './contract'
import { invitation } from './mails'
import { invitationLapsesAfter, leavesNoOwner, mayChange, mayInvite, mayRemove } from './member'
import { tenantMembers, tenants } from './tables.server'

type Row = typeof tenantMembers.$inferSelect & { role: Role; status: 'invited' | 'active' | 'removed' }

const isLiving = (tenant: Tenant) =>
  and(eq(tenantMembers.tenantId, tenant.tenantId), ne(tenantMembers.status, 'removed'))

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

const memberOf = (row: Row, me: Me): Member => {
  const target = { ...row, status: row.status === 'active' ? 'active' : 'invited' } as const
  return {
    memberId: row.memberId,
    displayName: row.displayName,
    email: row.email,
    role: row.role,
    brandIds: row.brandIds,
    status: row.status,
    invitedAt: row.invitedAt,
    joinedAt: row.joinedAt,
    isMe: row.memberId === me.memberId,
    canChange: mayChange(me, target, target.role, target.brandIds),
    canRemove: mayRemove(me, target),
  }
}

/** All owners are locked together with the member, so that two owners cannot remove each other at once. */
const lockMember = async (db: Db, tenant: Tenant, memberId: string) => {
  const rows = (await db
    .select()
    .from(tenantMembers)
    .where(and(isLiving(tenant), sql`(${tenantMembers.memberId} = ${memberId} or ${tenantMembers.role} = 'owner')`))
    .orderBy(asc(tenantMembers.memberId))
    .for('update')) as Row[]
  const row = rows.find((member) => member.memberId === memberId)
  const activeOwners = rows.filter((member) => member.role === 'owner' && member.status === 'active').length
  if (!row || row.status === 'removed') return null
  return { activeOwners, target: { ...row, status: row.status } }
}

const ownsBrands = async (db: Db, tenant: Tenant, brandIds: string[] | null) => {
  if (brandIds === null) return true
  const wanted = [...new Set(brandIds)]
  const [found] = await db
    .select({ count: count() })
    .from(brands)
    .where(and(eq(brands.tenantId, tenant.tenantId), inArray(brands.brandId, wanted)))
  return found?.count === wanted.length
}

const openInvitation = async (db: Db, secret: string, now: Instant) => {
  const [row] = await db
    .select({
      tenantId: tenantMembers.tenantId,
      memberId: tenantMembers.memberId,
      role: tenantMembers.role,
      email: tenantMembers.email,
      tenantName: tenants.name,
    })
    .from(tenantMembers)
    .innerJoin(tenants, eq(tenants.tenantId, tenantMembers.tenantId))
    .where(
      and(
        eq(tenantMembers.invitationHash, hashOf(secret)),
        eq(tenantMembers.status, 'invited'),
        gt(tenantMembers.invitedAt, now - invitationLapsesAfter),
      ),
    )
    .for('update', { of: tenantMembers })
  return row
}

const memberOrders = {
  name: sql`coalesce(nullif(${tenantMembers.displayName}, ''), ${tenantMembers.email})`,
  role: sql`array_position(${sql.raw(`array['${roles.join("','")}']`)}, ${tenantMembers.role})`,
  since: sql`coalesce(${tenantMembers.joinedAt}, ${tenantMembers.invitedAt})`,
}

export const tenantHandlers: Handlers<typeof contract> = {
  async getTenant({ db, tenant, member, now }) {
    const rows = await db
      .select({
        brandId: brands.brandId,
        name: brands.name,
        slug: brands.slug,
        thumbnail: brands.thumbnail,
        icon: brands.icon,
        activePlans: sql<number>`(select count(*)::int from ${plans} where ${and(
          eq(plans.tenantId, brands.tenantId),
          eq(plans.brandId, brands.brandId),
          eq(plans.status, 'active'),
          isNull(plans.archivingAt),
        )})`,
        members: sql<number>`(select count(distinct ${subscriptionTerms.uid})::int from ${subscriptionTerms} join ${plans} on ${and(
          eq(plans.tenantId, subscriptionTerms.tenantId),
          eq(plans.planId, subscriptionTerms.planId),
        )} where ${and(
          eq(plans.tenantId, brands.tenantId),
          eq(plans.brandId, brands.brandId),
          isNull(subscriptionTerms.voidedAt),
          lte(subscriptionTerms.from, now),
          gt(subscriptionTerms.to, now),
        )})`,
      })
      .from(brands)
      .where(
        and(
          eq(brands.tenantId, tenant.tenantId),
          member.brandIds ? inArray(brands.brandId, [...member.brandIds]) : undefined,
        ),
      )
      .orderBy(asc(brands.createdAt), asc(brands.brandId))
    return {
      tenantId: tenant.tenantId,
      name: tenant.name,
      role: member.role,
      canRename: member.role === 'owner',
      canInvite: mayInvite(member, 'editor'),
      brandScope: member.brandIds && [...member.brandIds],
      invitableRoles: roles.filter((role) => mayInvite(member, role)),
      brands: rows,
    }
  },

  async updateTenant({ db, tenant }, { name }) {
    await db.update(tenants).set({ name }).where(eq(tenants.tenantId, tenant.tenantId))
    return { tenantId: tenant.tenantId }
  },

  async getTenantMembers({ db, tenant, member }, { q, sort, pagination: page = everything }) {
    const asked = and(isLiving(tenant), contains([tenantMembers.displayName, tenantMembers.email], q))
    // Who has not answered yet stands first: that is what somebody may still have to do something about.
    const order = sort
      ? [(sort.startsWith('-') ? desc : asc)(memberOrders[sort.replace('-', '') as keyof typeof memberOrders])]
      : [desc(tenantMembers.status), asc(tenantMembers.invitedAt)]
    const rows = (await db
      .select()
      .from(tenantMembers)
      .where(asked)
      .orderBy(...order, asc(tenantMembers.memberId))
      .limit(page.limit)
      .offset(page.offset)) as Row[]
    const [all] = await db.select({ count: count() }).from(tenantMembers).where(asked)
    return { members: rows.map((row) => memberOf(row, member)), pagination: paginationOf(all?.count ?? 0, page) }
  },

  async inviteTenantMember({ db, tenant, member, now, newId, locale, origin, enqueue, refuse }, payload) {
    const { role } = payload
    // An owner runs the whole club.
    const brandIds = role === 'owner' ? null : payload.brandIds
    const address = payload.email.toLowerCase()
    if (!mayInvite(member, role, brandIds)) return refuse('roleNotAllowed')
    if (!(await ownsBrands(db, tenant, brandIds))) return refuse('brandNotFound')
    const [known] = (await db
      .select()
      .from(tenantMembers)
      .where(and(isLiving(tenant), eq(tenantMembers.email, address)))
      .orderBy(asc(tenantMembers.status))
      .limit(1)
      .for('update')) as Row[]
    if (known?.status === 'active') return refuse('alreadyMember')
    // Renewing replaces an invitation, so it asks for the right to change that one too.
    if (known && !mayChange(member, { ...known, status: 'invited' }, role, brandIds)) return refuse('roleNotAllowed')
    const secret = randomBytes(24).toString('base64url')
    const invited = { role, brandIds, invitationHash: hashOf(secret), invitedAt: now }
    // Inviting again renews the invitation: the new link works, the old one no longer.
    const [row] = await db
      .insert(tenantMembers)
      .values({
        tenantId: tenant.tenantId,
        memberId: newId('member'),
        email: address,
        displayName: '',
        status: 'invited',
        ...invited,
      })
      .onConflictDoUpdate({
        target: [tenantMembers.tenantId, tenantMembers.email],
        targetWhere: sql`status = 'invited'`,
        set: invited,
      })
      .returning({ memberId: tenantMembers.memberId })
    const letter = invitation({ origin, locale }, tenant.name, role, secret)
    await enqueue({ name: 'sendMail', data: { to: address, locale, ...letter } })
    return { memberId: row?.memberId ?? '' }
  },

  async updateTenantMember({ db, tenant, member, refuse }, { memberId, role, brandIds }) {
    const found = (await lockMember(db, tenant, memberId)) ?? refuse('memberNotFound')
    const changed = role === 'owner' ? null : brandIds
    if (!mayChange(member, found.target, role, changed)) return refuse('roleNotAllowed')
    if (leavesNoOwner(found.activeOwners, found.target, role)) return refuse('lastOwner')
    if (!(await ownsBrands(db, tenant, brandIds))) return refuse('brandNotFound')
    await db
      .update(tenantMembers)
      .set({ role, brandIds: changed })
      .where(and(isLiving(tenant), eq(tenantMembers.memberId, memberId)))
    return { memberId }
  },

  async removeTenantMember({ db, tenant, member, now, refuse }, { memberId }) {
    const found = (await lockMember(db, tenant, memberId)) ?? refuse('memberNotFound')
    if (!mayRemove(member, found.target)) return refuse('roleNotAllowed')
    if (leavesNoOwner(found.activeOwners, found.target, null)) return refuse('lastOwner')
    await db
      .update(tenantMembers)
      .set({ status: 'removed', removedAt: now, invitationHash: null })
      .where(and(isLiving(tenant), eq(tenantMembers.memberId, memberId)))
    return { memberId }
  },

  async getTenantInvitation({ db, now, refuse }, { invitation: secret }) {
    const { tenantName, role, email } = (await openInvitation(db, secret, now)) ?? refuse('invitationNotFound')
    return { tenantName, role: role as Role, email }
  },

  async acceptTenantInvitation({ db, user, now, audit, refuse }, { invitation: secret }) {
    const row = (await openInvitation(db, secret, now)) ?? refuse('invitationNotFound')
    // One person's joining is done one after the other: two invitations accepted at once would both find nobody there.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`member ${user.uid}`}, 0))`)
    const [already] = await db
      .select({ memberId: tenantMembers.memberId })
      .from(tenantMembers)
      .where(
        and(
          eq(tenantMembers.tenantId, row.tenantId),
          eq(tenantMembers.uid, user.uid),
          eq(tenantMembers.status, 'active'),
        ),
      )
    if (already) return refuse('alreadyMember')
    await db
      .update(tenantMembers)
      .set({ status: 'active', uid: user.uid, displayName: user.displayName, joinedAt: now, invitationHash: null })
      .where(
        and(
          eq(tenantMembers.tenantId, row.tenantId),
          eq(tenantMembers.memberId, row.memberId),
          eq(tenantMembers.status, 'invited'),
        ),
      )
    await audit({ tenantId: row.tenantId, role: row.role })
    return { tenantId: row.tenantId }
  },
}
