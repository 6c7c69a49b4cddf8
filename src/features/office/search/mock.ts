import { type Mocks, mockNames } from '#kit/mock.ts'
import type { search } from './contract'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
const plans = [
  { planId: 'plan_seiza', name: '星座プラン', status: 'active' as const },
  { planId: 'plan_suisei', name: '彗星プラン（年払い）', status: 'active' as const },
  { planId: 'plan_haru', name: '春のうたプラン', status: 'draft' as const },
  { planId: 'plan_hajimari', name: 'はじまりプラン', status: 'scheduledToBeArchived' as const },
]
const contents = [
  { planContentId: 'content_6', name: '11月の制作ノート' },
  { planContentId: 'content_10', name: '星の降る夜のこと' },
]
const goods = [
  { goodsId: 'goods_2', name: '冬のニット帽' },
  { goodsId: 'goods_3', name: '星座のピンバッジ' },
]
const fans = mockNames.map((displayName, n) => ({ fanId: `fan_mock_${n}`, displayName, memberNumber: 100 + n }))

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
        contents: contents.filter(({ name }) => has(name)),
        goods: goods.filter(({ name }) => has(name)),
        orders: isNumber ? [{ orderId: 'order_mock_2', orderNumber: 'A-001238', item: '冬のニット帽' }] : [],
        fans: fans
          .filter(({ displayName, memberNumber }) => has(displayName) || String(memberNumber) === q)
          .slice(0, 5),
        canEdit: true,
      }
    },
  },
  scenarios: {
    empty: { search: () => ({ plans: [], contents: [], goods: [], orders: [], fans: [], canEdit: true }) },
  },
}
