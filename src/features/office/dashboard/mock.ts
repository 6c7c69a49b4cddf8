import { daysBetween, dayTextOf, startOfDay } from '#kit/days.ts'
import { type Mocks, mockNames, mockNow, nth } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { dashboard } from './contract'

const daysOf = (from: string, to: string) =>
  daysBetween(from, to).map((text, n) => ({
    day: text,
    members: 310 + Math.round(n * 0.6 + 6 * Math.sin(n / 5)),
    mrr: 412_000 + n * 780,
    joined: n % 3,
    ended: { voluntary: n % 5 === 0 ? 1 : 0, paymentFailed: n % 11 === 0 ? 1 : 0, archived: 0, other: 0 },
    gross: { plan: 9_000 + (n % 7) * 1500, backNumber: (n % 4) * 700, goods: (n % 6) * 2400, eventGoods: 0 },
  }))
const newest = Array.from({ length: 20 }, (_, n) => ({
  planContentId: `content_${10 + n}`,
  name: `制作ノート（${60 - n}）`,
  type: nth(['news', 'video'] as const, n),
  publishingAt: mockNow - n * 3 * day,
  viewers: 240 - n * 7,
  loves: 86 - n * 3,
  comments: 31 - n,
}))

export const dashboardMocks: Mocks<typeof dashboard> = {
  examples: ({ tenantId, at, ids }) => ({
    'dashboard/getLookerSignedUrlUrl': { brandFirestoreId: ids.brandId, src: '/embed/dashboards/1' },
    'dashboard/getOAuthRedirectUrl': ids,
    'dashboard/createOAuthRefreshToken': { tenantId, brandFirestoreId: ids.brandId, code: 'a-code' },
    getBrandStats: { ...ids, from: '2026-10-01', to: '2026-10-31' },
    recountBrandDay: { ...ids, day: dayTextOf(at - day) },
    getMemberMoves: {
      ...ids,
      from: '2026-10-01',
      to: '2026-10-31',
      kind: 'joined',
      pagination: { limit: 20, offset: 0 },
    },
    getDashboardConnection: ids,
    removeDashboardConnection: ids,
  }),
  answers: {
    'dashboard/getLookerSignedUrlUrl': ({ src }) => ({
      url: `https://looker.example.test/login/embed/${encodeURIComponent(src)}`,
    }),
    'dashboard/getOAuthRedirectUrl': () => ({ redirectUrl: 'https://accounts.example.test/authorize?state=mock' }),
    'dashboard/createOAuthRefreshToken': () => ({ connectedAt: mockNow }),
    getBrandStats: ({ from, to }) => ({ seesMoney: true, days: daysOf(from, to), contents: newest }),
    recountBrandDay: () => ({ changed: true }),
    getMemberMoves: ({ to, kind, pagination: page = everything }) => {
      const count = 24
      const reason = kind === 'paymentFailed' ? 'paymentFailed' : kind === 'archived' ? 'planArchived' : 'user'
      const all = Array.from({ length: count }, (_, n) => ({
        day: dayTextOf(startOfDay(to) - Math.floor(n / 2) * day),
        fanId: `fan_mock_${n}`,
        displayName: nth(mockNames, n),
        memberNumber: 1200 - n,
        reason: kind === 'joined' ? '' : kind === 'other' ? 'staff' : reason,
      }))
      return {
        moves: all.slice(page.offset, page.offset + page.limit),
        seesFans: true,
        pagination: paginationOf(count, page),
      }
    },
    getDashboardConnection: () => ({ reports: [], isConnectable: true, canConnect: true, connection: null }),
    removeDashboardConnection: () => ({}),
  },
  scenarios: {
    empty: {
      getBrandStats: () => ({ seesMoney: true, days: [], contents: [] }),
      getMemberMoves: () => ({ moves: [], seesFans: true, pagination: paginationOf(0, everything) }),
    },
  },
}
