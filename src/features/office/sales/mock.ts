import { type Mocks, mockNames, mockNow, nth } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { dayOf, type SaleKind } from '#money/ledger/ledger.ts'
import type { sales } from './contract'
import { pointsOf, totalsOf } from './sales'

const kinds: [SaleKind, ...SaleKind[]] = ['plan', 'plan', 'goods', 'plan', 'backNumber', 'goods', 'eventGoods']
const items: Record<SaleKind, string> = {
  plan: '星座プラン',
  backNumber: '星座プラン',
  goods: '冬のツアータオル',
  eventGoods: '会場限定ステッカー',
}
const prices: Record<SaleKind, number> = { plan: 1500, backNumber: 1500, goods: 2800, eventGoods: 600 }

const events = [
  { eventId: 'event_1', title: '冬のツアー 東京公演', gross: 26_400 },
  { eventId: 'event_2', title: 'オンライン交流会', gross: 9_000 },
]
const soldEvents = events.map(({ eventId, title }) => ({ eventId, title }))
const rows = Array.from({ length: 640 }, (_, n) => {
  const kind = nth(kinds, n)
  const share = kind !== 'eventGoods' ? null : n % 2 === 0 ? 'given' : 'had'
  return {
    orderId: `order_mock_${n % 64}`,
    orderBrandId: share === 'had' ? 'brand_minato' : 'brand_aoi',
    orderNumber: `A-${String(900 - n).padStart(6, '0')}`,
    paidAt: mockNow - n * 6 * 3_600_000 - (n % 7) * 900_000,
    kind,
    item: items[kind],
    buyerName: share === 'had' ? '' : nth(mockNames, n),
    method: n % 4 === 0 ? ('konbini' as const) : ('card' as const),
    gross: prices[kind],
    given: share === 'given' ? 400 : 0,
    sharedBy: share === 'had' ? 'みなとの放課後' : '',
    refunded: n % 41 === 12 ? prices[kind] : 0,
    state: n % 41 === 12 ? ('refunded' as const) : ('paid' as const),
  }
})
const top = [
  { kind: 'plan' as const, itemId: 'plan_seiza', name: '星座プラン', orders: 61, gross: 91_500 },
  { kind: 'goods' as const, itemId: 'goods_1', name: '冬のツアータオル', orders: null, gross: 84_000 },
  { kind: 'plan' as const, itemId: 'plan_ginga', name: '銀河プラン', orders: 18, gross: 54_000 },
  { kind: 'backNumber' as const, itemId: 'plan_seiza', name: '星座プラン', orders: 12, gross: 18_000 },
]

export const salesMocks: Mocks<typeof sales> = {
  examples: ({ activePlan, at, ids }) => ({
    getSales: {
      ...ids,
      from: at - 30 * day,
      to: at + day,
      kind: 'plan',
      method: 'card',
      planId: activePlan,
      goodsId: 'goods_none',
      eventId: 'event_none',
      isRefunded: true,
      pagination: { limit: 20, offset: 0 },
    },
    getSalesSummary: {
      ...ids,
      from: at - 30 * day,
      to: at + day,
      kind: 'plan',
      method: 'card',
      planId: activePlan,
      goodsId: 'goods_none',
      eventId: 'event_none',
      groupBy: 'week',
    },
    exportSales: { ...ids, encoding: 'utf8bom', from: at - 30 * day, to: at },
  }),
  answers: {
    getSales: ({ from, to, kind, method, isRefunded, pagination: page = everything }) => {
      const found = rows.filter(
        (row) =>
          row.paidAt >= from &&
          row.paidAt < to &&
          (!kind || row.kind === kind) &&
          (!method || row.method === method) &&
          (!isRefunded || row.refunded > 0),
      )
      const shown = found.map((row) => ({ ...row, refundedAt: isRefunded ? row.paidAt + 2 * day : null }))
      return { sales: shown.slice(page.offset, page.offset + page.limit), pagination: paginationOf(found.length, page) }
    },
    getSalesSummary: ({ from, to, kind, method, groupBy }) => {
      const found = rows
        .filter(
          (row) =>
            row.paidAt >= from && row.paidAt < to && (!kind || row.kind === kind) && (!method || row.method === method),
        )
        .map((row) => ({ day: dayOf(row.paidAt), kind: row.kind, gross: row.gross, refunds: row.refunded, orders: 1 }))
      const until = Math.min(to, from + 400 * day)
      return {
        ...totalsOf(found),
        points: pointsOf(found, { from, to: until }, groupBy),
        top,
        items: top.map(({ kind: one, itemId, name }) => ({ kind: one, itemId, name })),
        events,
        soldEvents,
      }
    },
    exportSales: () => ({ exportId: 'export_mock_0' }),
  },
  scenarios: {
    empty: {
      getSales: () => ({ sales: [], pagination: paginationOf(0, everything) }),
      getSalesSummary: ({ from, to, groupBy }) => ({
        ...totalsOf([]),
        points: pointsOf([], { from, to: Math.min(to, from + 400 * day) }, groupBy),
        top: [],
        items: [],
        events: [],
        soldEvents: [],
      }),
    },
  },
}
