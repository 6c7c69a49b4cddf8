import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockFound, mockNow } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { suspendedMock } from '../suspension/mock'
import type { platform } from './contract'

type Club = ResultOf<typeof platform.getClubs>['clubs'][number]
const names = ['Hoshi Club', 'Tsuki Club', '海のラジオ', 'アトリエ森', 'Kaze Records', '夜の図書室']
const clubs: Club[] = Array.from({ length: 26 }, (_, n) => ({
  tenantId: `tenant_mock_${n}`,
  name: n < names.length ? (names[n] ?? '') : `クラブ ${n + 1}`,
  createdAt: mockNow - (3 + n * 17) * day,
  state: n === 4 ? 'closing' : n === 11 ? 'closed' : 'open',
  closesAt: n === 4 ? mockNow + 40 * day : n === 11 ? mockNow - 20 * day : null,
  suspension: n === 2 ? suspendedMock : null,
  brands: [{ brandId: `brand_mock_${n}`, name: n === 0 ? '葵 — AOI' : `ブランド ${n + 1}`, slug: 'aoi' }],
  fans: n === 1 ? 10_000 : (n * 733) % 4200,
  members: (n * 311) % 1300,
  revenue: ((n * 97) % 40) * 56_300,
}))

const disputes: ResultOf<typeof platform.getDisputes>['disputes'] = Array.from({ length: 14 }, (_, n) => ({
  ...{ disputeId: `dispute_mock_${n}`, providerDisputeId: `dp_1QmockDispute${n}`, orderId: `order_mock_${n * 6 + 3}` },
  orderNumber: n % 3 === 1 ? `L-${String(90 + n).padStart(6, '0')}` : `A-${String(412 - n * 7).padStart(6, '0')}`,
  ...(n % 3 === 1
    ? { tenantName: 'Tsuki Club', brandName: 'Luna' }
    : { tenantName: 'Hoshi Club', brandName: '葵 — AOI' }),
  ...{ amount: n === 0 ? 4800 : 1500 + n * 300, isInquiry: n % 4 === 1, openedAt: mockNow - (5 + n) * day },
  evidenceDueAt: n > 11 ? null : mockNow + (2 + n * 2) * day,
}))

const home: ResultOf<typeof platform.getPlatformHome> = {
  due: [
    { kind: 'disputes', count: disputes.length, until: mockNow + 2 * day },
    { kind: 'unallocated', count: 1 },
    { kind: 'failedJobs', count: 3 },
    { kind: 'payouts', count: 12, until: mockNow + 8 * day },
    { kind: 'applicationsAnswered', count: 1, since: mockNow - day },
    { kind: 'applications', count: 6, since: mockNow - 4 * day },
    { kind: 'applicationsInReview', count: 2, since: mockNow - 6 * day },
    { kind: 'identityChecks', count: 2 },
    { kind: 'requests', count: 4 },
  ],
  disputes: disputes.slice(0, 3),
}

export const platformMocks: Mocks<typeof platform> = {
  examples: () => ({
    getPlatformHome: {},
    getDisputes: { pagination: { limit: 20, offset: 0 } },
    getClubs: { pagination: { limit: 20, offset: 0 } },
  }),
  answers: {
    getPlatformHome: () => home,
    getDisputes: ({ pagination: page = everything }) => ({
      disputes: disputes.slice(page.offset, page.offset + page.limit),
      pagination: paginationOf(disputes.length, page),
    }),
    getClubs: ({ q, state, sort, pagination: page = everything }) => {
      const found = mockFound(
        clubs.filter(({ suspension }) => !state || suspension),
        { q, sort },
        {
          texts: ({ name }) => [name],
          by: {
            name: (one) => one.name,
            members: (one) => one.members,
            fans: (one) => one.fans,
            revenue: (one) => one.revenue,
            createdAt: (one) => one.createdAt,
          },
        },
      )
      return {
        clubs: found.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(found.length, page),
      }
    },
  },
  scenarios: {
    empty: {
      getPlatformHome: () => ({ due: [], disputes: [] }),
      getDisputes: () => ({ disputes: [], pagination: paginationOf(0, everything) }),
      getClubs: () => ({ clubs: [], pagination: paginationOf(0, everything) }),
    },
  },
}
