import type { ResultOf } from '#kit/contract.ts'
import { type MockContext, type Mocks, refused } from '#kit/mock.ts'
import type { identity } from './contract'

type Tenant = ResultOf<(typeof identity)['me.get']>['me']['tenants'][number]

const hoshi = ({ picture }: MockContext): Tenant => ({
  firestoreId: 'tenant_hoshi',
  name: 'Hoshi Club',
  role: 'owner',
  brands: [
    { firestoreId: 'brand_aoi', name: '葵 — AOI', coverThumbnail: picture('aoi-cover'), brandSlug: 'aoi' },
    { firestoreId: 'brand_minato', name: 'みなと', coverThumbnail: picture('minato-cover'), brandSlug: 'minato' },
  ],
})
const tsuki = ({ picture }: MockContext): Tenant => ({
  firestoreId: 'tenant_tsuki',
  name: 'Tsuki Club',
  role: 'owner',
  brands: [{ firestoreId: 'brand_luna', name: 'Luna', coverThumbnail: picture('luna-cover'), brandSlug: 'luna' }],
})
const me = (tenants: Tenant[], { isOperator = false, isFan = false } = {}) => ({
  code: 'success' as const,
  me: { tenants, isOperator, isFan },
})

export const identityMocks: Mocks<typeof identity> = {
  examples: () => ({
    'me.get': {},
  }),
  answers: {
    'me.get': (_, context) => {
      if (['mock_fan', 'mock_member'].includes(context.uid)) return me([], { isFan: true })
      if (context.uid === 'mock_newcomer') return me([])
      if (context.uid === 'mock_editor') return me([{ ...hoshi(context), role: 'editor' }])
      if (context.uid === 'mock_operator') return me([], { isOperator: true })
      return me([hoshi(context), tsuki(context)], { isFan: true })
    },
  },
  scenarios: {
    /** Belongs to a club, but not to the one in the URL. */
    denied: { 'me.get': (_, context) => me([tsuki(context)]) },
    /** No club of their own, and known as a fan. */
    fanOnly: { 'me.get': () => me([], { isFan: true }) },
    withoutClub: { 'me.get': () => me([]) },
    meFailing: { 'me.get': () => refused('internal') },
  },
}
