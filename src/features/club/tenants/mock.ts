import { roles } from '#kit/contract.ts'
import { type Mocks, mockFound, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { Member, tenants } from './contract'
import { invitedUntil } from './member'

const joined = mockNow - 400 * day
const owner: Member = {
  memberId: 'member_owner',
  displayName: '星野 あおい',
  email: 'owner@hoshi.test',
  role: 'owner',
  brandIds: null,
  status: 'active',
  invitedAt: joined,
  invitation: null,
  joinedAt: joined,
  isMe: true,
  canChange: true,
  canRemove: true,
}
const staff = Array.from({ length: 46 }, (_, n): Member => {
  const isInvited = n % 15 === 3
  // The oldest of them has lapsed.
  const invitedAt = isInvited ? mockNow - (n === 3 ? 20 : n / 9) * day : joined + n * day
  return {
    ...owner,
    memberId: `member_${n}`,
    displayName: isInvited ? '' : nth(mockNames, n),
    email: `staff${n + 1}@aoi.test`,
    role: roles[1 + (n % 5)] ?? 'editor',
    brandIds: n % 4 === 1 ? ['brand_aoi'] : null,
    status: isInvited ? 'invited' : 'active',
    invitedAt,
    invitation: isInvited
      ? { until: invitedUntil({ invitedAt }), hasLapsed: invitedUntil({ invitedAt }) <= mockNow }
      : null,
    joinedAt: isInvited ? null : joined + (n + 1) * day,
    isMe: false,
  }
})
const members = [
  ...staff.filter(({ status }) => status === 'invited'),
  owner,
  ...staff.filter(({ status }) => status === 'active'),
]

export const tenantMocks: Mocks<typeof tenants> = {
  examples: ({ invitation, memberId, tenantId, brandId }) => ({
    updateTenant: { tenantId, name: 'Hoshi Club 2' },
    getTenantMembers: { tenantId, pagination: { limit: 20, offset: 0 } },
    inviteTenantMember: { tenantId, email: 'new@example.test', role: 'editor', brandIds: [brandId] },
    updateTenantMember: { tenantId, memberId, role: 'moderator', brandIds: [brandId] },
    removeTenantMember: { tenantId, memberId },
    getTenantInvitation: { invitation },
    acceptTenantInvitation: { invitation },
    declineTenantInvitation: { invitation },
  }),
  answers: {
    updateTenant: ({ tenantId }) => ({ tenantId }),
    getTenantMembers: ({ q, sort, pagination = everything }) => {
      const found = mockFound(
        members,
        { q, sort },
        {
          texts: ({ displayName, email }) => [displayName, email],
          by: {
            name: ({ displayName, email }) => displayName || email,
            role: ({ role }) => roles.indexOf(role),
            since: ({ joinedAt, invitedAt }) => joinedAt ?? invitedAt,
          },
        },
      )
      return {
        members: found.slice(pagination.offset, pagination.offset + pagination.limit),
        pagination: paginationOf(found.length, pagination),
      }
    },
    inviteTenantMember: () => ({ memberId: 'member_new' }),
    updateTenantMember: ({ memberId }) => ({ memberId }),
    removeTenantMember: ({ memberId }) => ({ memberId }),
    getTenantInvitation: ({ invitation }) =>
      invitation === 'gone' || invitation === 'lapsed'
        ? refused(invitation === 'gone' ? 'invitationNotFound' : 'invitationLapsed')
        : {
            tenantName: 'Hoshi Club',
            inviterName: '星野 あおい',
            role: 'editor',
            until: mockNow + 12 * day,
            email: invitation === 'other' ? 'mikami@hoshi.test' : 'newcomer@tsudoi.test',
            isForYou: invitation !== 'other' && invitation !== 'unconfirmed',
            isSuspended: invitation === 'suspended',
          },
    acceptTenantInvitation: () => ({ tenantId: 'tenant_hoshi' }),
    declineTenantInvitation: () => ({}),
  },
  scenarios: {
    /** A new club: no plans, no members but the owner. */
    empty: {
      getTenantMembers: ({ pagination = everything }) => ({
        members: [owner],
        pagination: paginationOf(1, pagination),
      }),
    },
    alreadyMember: { inviteTenantMember: () => refused('alreadyMember') },
    lastOwner: { removeTenantMember: () => refused('lastOwner'), updateTenantMember: () => refused('lastOwner') },
  },
}
