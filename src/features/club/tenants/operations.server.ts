import { randomBytes } from 'node:crypto'
import type { Role } from '#kit/contract.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import { hashOf } from '#server/hash.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { suppressionOf } from '#server/mail/suppressions.ts'
import type { Db, Member as Me, User } from '#server/proven.ts'
import { tellAccessChanged } from '#server/rooms.ts'
import { followStaff } from '../fans/queries.server'
import { releaseLetters } from '../inquiries/queries.server'
import type { tenants as contract, Member } from './contract'
import { invitation } from './mails'
import { invitedUntil, leavesNoOwner, mayChange, mayInvite, mayRemove } from './member'
import {
  changeMember,
  countMembers,
  decline,
  findInvitation,
  isActiveMember,
  join,
  livingMemberByEmail,
  lockInvitation,
  lockMember,
  type MemberRow,
  memberName,
  membersOf,
  ownsBrands,
  renameTenant,
  retire,
  saveInvitation,
} from './queries.server'

const owns = ({ email, emailVerified }: User, address: string) =>
  emailVerified && email.toLowerCase() === address.toLowerCase()

const memberOf = (row: MemberRow, me: Me, now: Instant): Member => {
  const target = { ...row, status: row.status === 'active' ? 'active' : 'invited' } as const
  const isMe = row.memberId === me.memberId
  return {
    memberId: row.memberId,
    displayName: row.displayName,
    // Addresses are for those who invite; everybody sees their own.
    email: isMe || mayInvite(me, 'editor') ? row.email : '',
    role: row.role,
    brandIds: row.brandIds,
    status: row.status,
    invitedAt: row.invitedAt,
    invitation: row.status === 'invited' ? { until: invitedUntil(row), hasLapsed: invitedUntil(row) <= now } : null,
    joinedAt: row.joinedAt,
    isMe,
    canChange: mayChange(me, target, target.role, target.brandIds),
    canRemove: mayRemove(me, target),
  }
}

/** What they follow is asked for again with the commit. */
const tellMember = (db: Db, { tenantId, uid }: { tenantId: string; uid: string | null }) =>
  tellAccessChanged(db, uid === null ? [] : [{ tenantId, uid }])

/** Of an invitation that has lapsed nothing is told but that. */
const stillOpen = <Found extends { invitedAt: Instant }>(
  found: Found | undefined,
  now: Instant,
  refuse: (code: 'invitationNotFound' | 'invitationLapsed') => never,
): Found => {
  if (!found) return refuse('invitationNotFound')
  return invitedUntil(found) <= now ? refuse('invitationLapsed') : found
}

export const tenantHandlers: Handlers<typeof contract> = {
  async updateTenant({ db, tenant }, { name }) {
    await renameTenant(db, tenant, name)
    return { tenantId: tenant.tenantId }
  },

  async getTenantMembers({ db, tenant, member, now }, { q, sort, pagination: page = everything }) {
    const [rows, total] = await Promise.all([membersOf(db, tenant, { q, sort, page }), countMembers(db, tenant, q)])
    return { members: rows.map((row) => memberOf(row, member, now)), pagination: paginationOf(total, page) }
  },

  async inviteTenantMember({ db, tenant, member, user, now, newId, locale, origin, enqueue, refuse }, payload) {
    const { role } = payload
    // An owner runs the whole club.
    const brandIds = role === 'owner' ? null : payload.brandIds
    const address = payload.email.toLowerCase()
    if (!mayInvite(member, role, brandIds)) return refuse('roleNotAllowed')
    if (!(await ownsBrands(db, tenant, brandIds))) return refuse('brandNotFound')
    const known = await livingMemberByEmail(db, tenant, address)
    if (known?.status === 'active') return refuse('alreadyMember')
    // Renewing replaces an invitation, so the permission to change the old one is required too.
    if (known && !mayChange(member, { ...known, status: 'invited' }, role, brandIds)) return refuse('roleNotAllowed')
    // No mail would leave, and whoever invites would wait in vain.
    if (await suppressionOf(db, address)) return refuse('mailsReturn')
    const secret = randomBytes(24).toString('base64url')
    const terms = { role, brandIds, invitationHash: hashOf(secret), invitedAt: now, invitedBy: user.uid }
    const memberId = await saveInvitation(db, tenant, { memberId: newId('member'), email: address }, terms)
    const by = { club: tenant.name, inviter: await memberName(db, tenant, member.memberId) }
    await enqueue(mailJobs.sendMail, {
      to: address,
      locale,
      ...invitation({ origin, locale }, { role, ...by, secret }),
    })
    return { memberId }
  },

  async updateTenantMember({ db, tenant, member, refuse }, { memberId, role, brandIds }) {
    const found = (await lockMember(db, tenant, memberId)) ?? refuse('memberNotFound')
    const changed = role === 'owner' ? null : brandIds
    if (!mayChange(member, found.target, role, changed)) return refuse('roleNotAllowed')
    if (leavesNoOwner(found.activeOwners, found.target, role)) return refuse('lastOwner')
    if (!(await ownsBrands(db, tenant, brandIds))) return refuse('brandNotFound')
    await changeMember(db, tenant, memberId, { role, brandIds: changed })
    await tellMember(db, found.target)
    await releaseLetters(db, { ...tenant, memberId })
    return { memberId }
  },

  async removeTenantMember({ db, tenant, member, now, refuse }, { memberId }) {
    const found = (await lockMember(db, tenant, memberId)) ?? refuse('memberNotFound')
    if (!mayRemove(member, found.target)) return refuse('roleNotAllowed')
    if (leavesNoOwner(found.activeOwners, found.target, null)) return refuse('lastOwner')
    await retire(db, tenant, memberId, now)
    await tellMember(db, found.target)
    await releaseLetters(db, { ...tenant, memberId })
    return { memberId }
  },

  async getTenantInvitation({ db, user, now, refuse }, { invitation: secret }) {
    const found = stillOpen(await findInvitation(db, hashOf(secret)), now, refuse)
    const { tenantName, inviterName, role, email, invitedAt, suspendedAt } = found
    return {
      ...{ tenantName, inviterName, role: role as Role, email, until: invitedUntil({ invitedAt }) },
      ...{ isForYou: owns(user, email), isSuspended: suspendedAt !== null },
    }
  },

  async acceptTenantInvitation({ db, user, fan, locale, now, audit, refuse }, { invitation: secret }) {
    const row = stillOpen(await lockInvitation(db, hashOf(secret)), now, refuse)
    if (await isActiveMember(db, fan, row.tenantId)) return refuse('alreadyMember')
    // A letter may be forwarded: whoever invited confirms another address by inviting it.
    if (!owns(user, row.email)) return refuse('otherAddress')
    await join(db, fan, row, { displayName: user.displayName, now })
    await followStaff(db, user, { locale, now })
    await audit({ tenantId: row.tenantId, role: row.role })
    return { tenantId: row.tenantId }
  },

  async declineTenantInvitation({ db, user, fan, now, audit, refuse }, { invitation: secret }) {
    const row = stillOpen(await lockInvitation(db, hashOf(secret)), now, refuse)
    if (!owns(user, row.email)) return refuse('otherAddress')
    await decline(db, fan, row, now)
    await audit({ tenantId: row.tenantId, role: row.role })
    return {}
  },
}
