import { adminRoles, type ResultOf, roles } from '#kit/contract.ts'
import type { MockContext, Mocks } from '#kit/mock.ts'
import { suspendedMock } from '../suspension/mock'
import type { clubPage } from './contract'

const hoshi = (tenantId: string, { picture }: MockContext): ResultOf<typeof clubPage.getTenant> => ({
  tenantId,
  name: 'Hoshi Club',
  role: 'owner',
  canClose: true,
  closesAt: null,
  suspension: null,
  canRename: true,
  canInvite: true,
  myName: '星野 あおい',
  brandScope: null,
  invitableRoles: [...roles],
  brands: [
    {
      brandId: 'brand_aoi',
      name: '葵 — AOI',
      slug: 'aoi',
      thumbnail: picture('aoi-cover'),
      icon: picture('aoi-icon'),
      activePlans: 3,
      members: 1284,
      closesAt: null,
    },
    {
      brandId: 'brand_minato',
      name: 'みなと',
      slug: 'minato',
      thumbnail: '',
      icon: '',
      activePlans: 0,
      members: 0,
      closesAt: null,
    },
  ],
})

export const clubPageMocks: Mocks<typeof clubPage> = {
  examples: ({ tenantId }) => ({
    getTenant: { tenantId },
  }),
  answers: {
    getTenant: ({ tenantId }, context) => hoshi(tenantId, context),
  },
  scenarios: {
    suspended: {
      getTenant: ({ tenantId }, context) => ({ ...hoshi(tenantId, context), suspension: suspendedMock }),
    },
    /** A new club: no plans, no members but the owner. */
    empty: {
      getTenant: ({ tenantId }) => ({
        tenantId,
        name: 'Hoshi Club',
        role: 'owner',
        canClose: true,
        closesAt: null,
        suspension: null,
        canRename: true,
        canInvite: true,
        myName: '星野 あおい',
        brandScope: null,
        invitableRoles: [...roles],
        brands: [
          {
            brandId: 'brand_aoi',
            name: '葵 — AOI',
            slug: 'aoi',
            thumbnail: '',
            icon: '',
            activePlans: 0,
            members: 0,
            closesAt: null,
          },
        ],
      }),
    },
    /** A member who may not change the club. */
    moderator: {
      getTenant: ({ tenantId }) => ({
        tenantId,
        name: 'Hoshi Club',
        role: 'moderator',
        canClose: false,
        closesAt: null,
        suspension: null,
        canRename: false,
        canInvite: false,
        myName: '星野 あおい',
        brandScope: null,
        invitableRoles: [],
        brands: [],
      }),
    },
    admin: {
      getTenant: ({ tenantId }) => ({
        tenantId,
        name: 'Hoshi Club',
        role: 'admin',
        canClose: false,
        closesAt: null,
        suspension: null,
        canRename: false,
        canInvite: true,
        myName: '星野 あおい',
        brandScope: null,
        invitableRoles: roles.filter((role) => role !== adminRoles[0]),
        brands: [],
      }),
    },
  },
}
