import { type Mocks, mockNames, mockNow } from '#kit/mock.ts'
import { day, tokyoMonth } from '#kit/time.ts'
import { monthAsked } from './asked'
import type { search } from './contract'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const plans = [
  { planId: 'plan_seiza', name: '星座プラン', status: 'active' as const, at: mockNow - 20 * day },
  { planId: 'plan_suisei', name: '彗星プラン（年払い）', status: 'active' as const, at: mockNow - 20 * day },
  { planId: 'plan_haru', name: '春のうたプラン', status: 'draft' as const, at: mockNow - 20 * day },
  { planId: 'plan_hajimari', name: 'はじまりプラン', status: 'scheduledToBeArchived' as const, at: mockNow - 20 * day },
]
const contents = [
  {
    planContentId: 'content_6',
    name: '11月の制作ノート',
    type: 'news' as const,
    status: 'active' as const,
    at: mockNow - 9 * day,
  },
  {
    planContentId: 'content_10',
    name: '星の降る夜のこと',
    type: 'video' as const,
    status: 'active' as const,
    at: mockNow - 240 * day,
  },
]
const events = [
  { eventId: 'event_3', name: '弾き語りの夜（第57回）', status: 'published' as const, at: mockNow + 30 * day },
  { eventId: 'event_7', name: '夏の野外ツアー', status: 'canceled' as const, at: mockNow + 54 * day },
]
const goods = [
  { goodsId: 'goods_2', name: '冬のニット帽', type: 'physicalGoods' as const, at: mockNow - 40 * day },
  { goodsId: 'goods_3', name: '星座のピンバッジ', type: 'physicalGoods' as const, at: mockNow - 41 * day },
]
const fans = mockNames.map((displayName, n) => ({
  fanId: `fan_mock_${n}`,
  displayName,
  memberNumber: 100 + n,
  at: mockNow - n * 30 * day,
}))

export const searchMocks: Mocks<typeof search> = {
  examples: ({ ids }) => ({
    search: { ...ids, q: 'A-000001' },
  }),
  answers: {
    search: ({ q }) => {
      const has = (text: string) => folded(text).includes(folded(q))
      const isNumber = /^(a-)?\d+$/i.test(q)
      return {
        plans: plans.filter(({ name }) => has(name)),
        contents: contents.filter(({ name, type, at }) => {
          const asked = monthAsked(q, mockNow)
          const { year, month } = tokyoMonth(at)
          const isOfMonth = asked?.month.year === year && asked.month.month === month
          return has(name) || (isOfMonth && (asked.type === null || asked.type === type))
        }),
        events: events.filter(({ name }) => has(name)),
        goods: goods.filter(({ name }) => has(name)),
        orders: isNumber
          ? [
              {
                orderId: 'order_mock_2',
                orderNumber: 'A-001238',
                item: '冬のニット帽',
                kind: 'goods' as const,
                at: mockNow - 2 * day,
              },
            ]
          : [],
        fans: fans
          .filter(({ displayName, memberNumber }) => has(displayName) || String(memberNumber) === q)
          .slice(0, 5),
        canEdit: true,
      }
    },
  },
  scenarios: {
    empty: { search: () => ({ plans: [], contents: [], events: [], goods: [], orders: [], fans: [], canEdit: true }) },
  },
}
