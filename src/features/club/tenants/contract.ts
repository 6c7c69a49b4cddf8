import { z } from 'zod'
import { adminRoles, contract, fanRead, fanWrite, roles, tenantRead, tenantWrite } from '#kit/contract.ts'
import { searchText, sortOf } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { email, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { memberStatuses } from './member'

export const tenantNameLength = 50

const role = z.enum(roles)
const brandIds = z.array(id).min(1).max(100).nullable()
const member = z.object({
  memberId: id,
  displayName: z.string(),
  email: z.string(),
  role,
  brandIds: z.array(id).nullable(),
  status: z.enum(memberStatuses),
  invitedAt: instant,
  /** Until when the invitation can be accepted, and whether that is over; null once somebody has joined. */
  invitation: z.object({ until: instant, hasLapsed: z.boolean() }).nullable(),
  joinedAt: instant.nullable(),
  isMe: z.boolean(),
  canChange: z.boolean(),
  canRemove: z.boolean(),
})
export type Member = z.infer<typeof member>

export const tenants = contract({
  updateTenant: tenantWrite({
    roles: ['owner'],
    audit: ['name'],
    payload: { name: text({ min: 1, max: tenantNameLength }) },
    result: z.object({ tenantId: id }),
  }),
  getTenantMembers: tenantRead({
    roles,
    payload: {
      q: searchText.optional(),
      sort: sortOf(['name', 'role', 'since']).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ members: z.array(member), pagination }),
  }),
  inviteTenantMember: tenantWrite({
    roles: adminRoles,
    audit: ['email', 'role', 'brandIds'],
    payload: { email, role, brandIds },
    result: z.object({ memberId: id }),
    refusals: ['roleNotAllowed', 'alreadyMember', 'brandNotFound', 'mailsReturn'],
    limit: { points: 20, seconds: 60 },
  }),
  updateTenantMember: tenantWrite({
    roles: adminRoles,
    audit: ['memberId', 'role', 'brandIds'],
    payload: { memberId: id, role, brandIds },
    result: z.object({ memberId: id }),
    refusals: ['memberNotFound', 'roleNotAllowed', 'lastOwner', 'brandNotFound'],
  }),
  /** Removes somebody, withdraws an invitation, or leaves. */
  removeTenantMember: tenantWrite({
    roles,
    audit: ['memberId'],
    payload: { memberId: id },
    result: z.object({ memberId: id }),
    refusals: ['memberNotFound', 'roleNotAllowed', 'lastOwner'],
  }),
  getTenantInvitation: fanRead({
    payload: { invitation: z.string().max(100) },
    /** `isForYou`: it was sent to the caller's own, verified address; nobody else can accept it. */
    result: z.object({
      tenantName: z.string(),
      /** Empty where they work there no longer, or have no name. */
      inviterName: z.string(),
      role,
      email: z.string(),
      until: instant,
      isForYou: z.boolean(),
      /** Operators have suspended the club: its staff work all the same. */
      isSuspended: z.boolean(),
    }),
    refusals: ['invitationNotFound', 'invitationLapsed'],
    limit: { points: 30, seconds: 60 },
  }),
  acceptTenantInvitation: fanWrite({
    payload: { invitation: z.string().max(100) },
    result: z.object({ tenantId: id }),
    refusals: ['invitationNotFound', 'invitationLapsed', 'alreadyMember', 'otherAddress'],
    limit: { points: 30, seconds: 60 },
  }),
  /** Whoever invites is told. */
  declineTenantInvitation: fanWrite({
    payload: { invitation: z.string().max(100) },
    result: z.object({}),
    refusals: ['invitationNotFound', 'invitationLapsed', 'otherAddress'],
    limit: { points: 30, seconds: 60 },
  }),
})
