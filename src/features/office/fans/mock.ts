import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { staffFans } from './contract'
import { calendarOf, type Segment } from './fan'

type Row = ResultOf<(typeof staffFans)['getFans']>['fans'][number]

const kinds: [Segment, ...Segment[]] = [
  'subscriber',
  'subscriber',
  'formerSubscriber',
  'subscriber',
  'buyer',
  'follower',
]
const labelSets: [string[], ...string[][]] = [['常連'], [], ['遠征', '誕生日7月'], [], []]

const rows: Row[] = Array.from({ length: 64 }, (_, n) => {
  const segment = nth(kinds, n)
  const isMember = segment === 'subscriber' || segment === 'formerSubscriber'
  const months = isMember ? 1 + (n % 14) : 0
  return {
    fanId: `fan_mock_${n}`,
    uid: `uid_${n}`,
    displayName: n === 7 ? '' : nth(mockNames, n),
    icon: '',
    memberNumber: isMember ? 128 + n : null,
    segment,
    planNames: segment === 'subscriber' ? [n % 3 === 0 ? '銀河プラン' : '星座プラン'] : [],
    firstSeenAt: mockNow - (n * 5 + 1) * day,
    joinedAt: isMember ? mockNow - months * 30 * day : null,
    totalMonths: months,
    lifetimeAmount: segment === 'follower' ? 0 : 1500 * Math.max(1, months) + (n % 4) * 2200,
    lastPurchaseAt: segment === 'follower' ? null : mockNow - (n % 40) * day,
    lastActiveAt: mockNow - (n % 9) * day,
    labels: nth(labelSets, n),
    isBanned: n === 11,
    isBlocked: n === 23,
  }
})

const countsOf = (found: readonly Row[]) => {
  const of = (segment: Segment) => found.filter((row) => row.segment === segment).length
  return {
    all: found.length,
    subscriber: of('subscriber'),
    formerSubscriber: of('formerSubscriber'),
    buyer: of('buyer'),
    follower: of('follower'),
  }
}
const labels = ['常連', '誕生日7月', '遠征']

export const staffFanMocks: Mocks<typeof staffFans> = {
  examples: ({ fanId, activePlan, at, ids }) => ({
    getFans: {
      ...ids,
      segment: 'follower',
      planId: activePlan,
      label: 'VIP',
      isRestricted: false,
      monthsAtLeast: 2,
      lifetimeAtLeast: 1000,
      joinedFrom: at - day,
      joinedTo: at,
      q: 'Hana',
      sort: '-lifetimeAmount',
      pagination: { limit: 20, offset: 0 },
    },
    getFan: { ...ids, fanId },
    updateFan: { ...ids, fanId, labels: ['VIP'], note: 'Writes often.', expectedEditedAt: at },
    labelFans: { ...ids, fanIds: [fanId], label: 'VIP', on: true },
    blockFan: { ...ids, fanId, on: true, reason: 'Unkind.' },
    revealFan: { ...ids, fanId, reason: 'A parcel came back.' },
    grantComplimentaryTerm: { ...ids, fanId, planId: activePlan, months: 3, reason: 'Helped at the stage.' },
    exportFans: { ...ids, encoding: 'utf8bom', segment: 'subscriber' },
  }),
  answers: {
    getFans: ({ segment, label, isRestricted, q = '', monthsAtLeast = 0, pagination: page = everything }) => {
      const found = rows.filter(
        (row) =>
          (row.displayName.includes(q) || String(row.memberNumber) === q) &&
          (!label || row.labels.includes(label)) &&
          (!isRestricted || row.isBanned || row.isBlocked) &&
          row.totalMonths >= monthsAtLeast,
      )
      const shown = segment ? found.filter((row) => row.segment === segment) : found
      return {
        fans: shown.slice(page.offset, page.offset + page.limit),
        counts: countsOf(found),
        labels,
        pagination: paginationOf(shown.length, page),
        seesMoney: true,
        findsByEmail: true,
      }
    },
    getFan: ({ fanId }) => {
      const row = rows.find((one) => one.fanId === fanId)
      if (!row) return refused('fanNotFound')
      const isMember = row.totalMonths > 0
      const paid = Array.from({ length: row.totalMonths }, (_, n) => ({ year: 2026, month: 11 - n })).filter(
        ({ month }) => month > 0 && month !== 8,
      )
      return {
        fan: {
          ...row,
          memberNumberIssuedAt: row.joinedAt,
          continuousMonths: Math.min(3, row.totalMonths),
          goodsAmount: 4400,
          orderCount: row.totalMonths + 2,
          commentCount: 12,
          note: row.labels.length > 0 ? 'ライブの感想をよく送ってくださる方。' : '',
          email: row.isBanned ? '' : 'fan@example.com',
          commentBan: row.isBanned ? { until: mockNow + 5 * day, reason: '転売の宣伝' } : null,
          blocked: row.isBlocked ? { at: mockNow - 3 * day, byName: '星野 あおい', reason: '迷惑行為のため' } : null,
          editedAt: mockNow - day,
          memberships: isMember
            ? [
                {
                  subscriptionId: 'subscription_mock_0',
                  planId: 'plan_seiza',
                  planName: '星座プラン',
                  status: row.segment === 'subscriber' ? ('active' as const) : ('canceled' as const),
                  method: 'card' as const,
                  purchasedAt: mockNow - row.totalMonths * 30 * day,
                  paidUntil: mockNow + 11 * day,
                },
              ]
            : [],
          calendars: isMember
            ? [
                {
                  planId: 'plan_seiza',
                  planName: '星座プラン',
                  months: calendarOf(paid, [{ year: 2026, month: 6 }], mockNow),
                },
              ]
            : [],
          orders: Array.from({ length: Math.min(4, row.totalMonths) }, (_, n) => ({
            orderId: `order_mock_${n}`,
            orderNumber: `A-${String(812 - n * 31).padStart(6, '0')}`,
            kind: n === 3 ? ('backNumber' as const) : ('plan' as const),
            name: '星座プラン',
            total: 1500,
            paymentState: 'paid' as const,
            placedAt: mockNow - (n * 30 + 3) * day,
          })),
        },
        plans: [
          { planId: 'plan_seiza', name: '星座プラン' },
          { planId: 'plan_ginga', name: '銀河プラン' },
        ],
        canReveal: true,
        canGrant: true,
        seesMoney: true,
      }
    },
    updateFan: () => ({ editedAt: mockNow }),
    labelFans: ({ fanIds }) => ({ changed: fanIds.length }),
    blockFan: ({ on }) => ({ endingMemberships: on ? 1 : 0 }),
    revealFan: () => ({ email: 'fan@example.com' }),
    grantComplimentaryTerm: ({ months }) => ({
      subscriptionId: 'subscription_mock_0',
      until: mockNow + months * 30 * day,
    }),
    exportFans: () => ({ exportId: 'export_mock_0' }),
  },
  scenarios: {
    empty: {
      getFans: () => ({
        fans: [],
        counts: countsOf([]),
        labels: [],
        pagination: paginationOf(0, everything),
        seesMoney: true,
        findsByEmail: true,
      }),
    },
    moderator: {
      getFans: () => ({
        fans: rows.slice(0, 20).map((row) => ({ ...row, lifetimeAmount: null })),
        counts: countsOf(rows),
        labels,
        pagination: paginationOf(rows.length, { limit: 20, offset: 0 }),
        seesMoney: false,
        findsByEmail: false,
      }),
    },
  },
}
