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

const home: ResultOf<typeof platform.getPlatformHome> = {
  due: [
    { kind: 'disputes', count: 2, until: mockNow + 2 * day },
    { kind: 'unallocated', count: 1 },
    { kind: 'failedJobs', count: 3 },
    { kind: 'payouts', count: 12, until: mockNow + 8 * day },
    { kind: 'applicationsAnswered', count: 1, since: mockNow - day },
    { kind: 'applications', count: 6, since: mockNow - 4 * day },
    { kind: 'identityChecks', count: 2 },
    { kind: 'requests', count: 4 },
  ],
  disputes: [
    {
      ...{ orderId: 'order_mock_3', orderNumber: 'A-000412', tenantName: 'Hoshi Club', brandName: '葵 — AOI' },
      ...{ amount: 4800, isInquiry: false, openedAt: mockNow - 5 * day, evidenceDueAt: mockNow + 2 * day },
    },
    {
      ...{ orderId: 'order_mock_9', orderNumber: 'L-000090', tenantName: 'Tsuki Club', brandName: 'Luna' },
      ...{ amount: 1500, isInquiry: true, openedAt: mockNow - 2 * day, evidenceDueAt: mockNow + 9 * day },
    },
  ],
}

export const platformMocks: Mocks<typeof platform> = {
  examples: () => ({ getPlatformHome: {}, getClubs: { pagination: { limit: 20, offset: 0 } } }),
  answers: {
    getPlatformHome: () => home,
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
      getClubs: () => ({ clubs: [], pagination: paginationOf(0, everything) }),
    },
  },
}
