import type { ResultOf } from '../../../kit/contract'
import { type Mocks, mockNames, mockNow, nth, refused } from '../../../kit/mock'
import { everything, paginationOf } from '../../../kit/pagination'
import { day, endOfTokyoDay, tokyoMonth } from '../../../kit/time'
import type { PaymentState } from '../order'
import { orderTabs, type staffOrders } from './contract'

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]

const states: [PaymentState, ...PaymentState[]] = [
  'awaitingPayment',
  'paid',
  'paid',
  'paidLate',
  'paid',
  'expired',
  'paid',
  'refunded',
  'paid',
  'partiallyRefunded',
]
const rows: Row[] = Array.from({ length: 64 }, (_, n) => {
  const paymentState = nth(states, n)
  const isMonth = n % 4 === 3
  const isKonbini = n % 3 === 0
  const total = (isMonth ? 1500 : 3000) + (isKonbini ? 200 : 0)
  const placedAt = mockNow - (n * 7 + 1) * (day / 6)
  const isPaid = ['paid', 'partiallyRefunded', 'refunded'].includes(paymentState)
  return {
    orderId: `order_mock_${n}`,
    orderNumber: `A-${String(812 - n).padStart(6, '0')}`,
    kind: isMonth ? 'backNumber' : 'plan',
    paymentMethod: isKonbini ? 'konbini' : 'card',
    paymentState,
    items: [{ name: isMonth ? '星座プラン' : '銀河プラン', quantity: 1 }],
    buyerName: nth(mockNames, n),
    total,
    refunded: paymentState === 'refunded' ? total : paymentState === 'partiallyRefunded' ? 500 : 0,
    placedAt,
    paidAt: isPaid ? placedAt + 60_000 : null,
    expiresAt: paymentState === 'awaitingPayment' ? endOfTokyoDay(mockNow + 2 * day) : null,
  }
})
const tabOf: Record<(typeof orderTabs)[number], readonly PaymentState[] | null> = {
  awaiting: ['awaitingPayment'],
  paid: ['paid', 'partiallyRefunded'],
  late: ['paidLate'],
  closed: ['expired', 'canceled', 'failed'],
  refunded: ['refunded'],
  all: null,
}

export const staffOrderMocks: Mocks<typeof staffOrders> = {
  answers: {
    getOrders: ({ tab = 'all', kind, method, q = '', from, to, pagination: page = everything }) => {
      const found = rows.filter(
        (row) =>
          (!kind || row.kind === kind) &&
          (!method || row.paymentMethod === method) &&
          (from === undefined || row.placedAt >= from) &&
          (to === undefined || row.placedAt < to) &&
          (row.orderNumber.startsWith(q) || row.items.some(({ name }) => name.includes(q))),
      )
      const inTab = (one: (typeof orderTabs)[number]) =>
        found.filter(({ paymentState }) => tabOf[one]?.includes(paymentState) ?? true)
      const shown = inTab(tab)
      return {
        orders: shown.slice(page.offset, page.offset + page.limit),
        counts: Object.fromEntries(orderTabs.map((one) => [one, inTab(one).length])) as Record<
          (typeof orderTabs)[number],
          number
        >,
        pagination: paginationOf(shown.length, page),
      }
    },
    getOrder: ({ orderId }) => {
      const row = rows.find((one) => one.orderId === orderId)
      if (!row) return refused('orderNotFound')
      const konbiniFee = row.paymentMethod === 'konbini' ? 200 : 0
      const isKept = row.paymentState === 'paid' || row.paymentState === 'partiallyRefunded'
      return {
        order: {
          ...row,
          subtotal: row.total - konbiniFee,
          shippingFee: 0,
          konbiniFee,
          planId: 'plan_seiza',
          period: row.kind === 'backNumber' ? tokyoMonth(mockNow - 90 * day) : null,
          closedAt: row.paymentState === 'expired' || row.paymentState === 'paidLate' ? row.placedAt + 3 * day : null,
          note: '',
          lines: [
            { lineId: 'line_mock', name: row.items[0]?.name ?? '', unitPrice: row.total - konbiniFee, quantity: 1 },
          ],
          buyer: { uid: 'fan_mock', displayName: row.buyerName, memberNumber: 128, email: 'fan@example.com' },
          konbini:
            row.paymentMethod === 'konbini'
              ? {
                  state: isKept ? 'paid' : row.paymentState === 'awaitingPayment' ? 'issued' : 'expired',
                  expiresAt: endOfTokyoDay(row.placedAt + 3 * day),
                }
              : null,
          late:
            row.paymentState === 'paidLate'
              ? { amount: row.total, arrivedAt: row.placedAt + 3.5 * day, resolution: null }
              : null,
          refunds:
            row.refunded > 0
              ? [
                  {
                    refundId: 'refund_mock',
                    amount: row.refunded,
                    state: 'succeeded',
                    reason: '二重のお申し込み',
                    requestedAt: row.placedAt + 2 * day,
                  },
                ]
              : [],
          disputes: [],
          timeline: [
            { at: row.placedAt, what: 'placed', actorName: '', detail: '' },
            ...(row.paidAt === null ? [] : [{ at: row.paidAt, what: 'paid', actorName: '', detail: '' }]),
            ...(row.paymentState === 'expired' || row.paymentState === 'paidLate'
              ? [{ at: row.placedAt + 3 * day, what: 'expired', actorName: '', detail: '' }]
              : []),
            ...(row.paymentState === 'paidLate'
              ? [{ at: row.placedAt + 3.5 * day, what: 'paidLate', actorName: '', detail: 'cannotDeliver' }]
              : []),
            ...(row.refunded > 0
              ? [
                  {
                    at: row.placedAt + 2 * day,
                    what: 'refunded',
                    actorName: '星野 あおい',
                    detail: String(row.refunded),
                  },
                ]
              : []),
          ],
        },
        canRefund: isKept,
        canResolveLate: row.paymentState === 'paidLate',
        refundable: isKept ? row.total - row.refunded : 0,
      }
    },
    refundOrder: () => ({ refundId: 'refund_mock', state: 'succeeded' }),
    resolveLatePayment: () => ({}),
  },
  scenarios: {
    /** The sign-in is too long ago for moving money. */
    staleSignIn: { refundOrder: () => refused('signInAgain') },
    empty: {
      getOrders: () => ({
        orders: [],
        counts: { awaiting: 0, paid: 0, late: 0, closed: 0, refunded: 0, all: 0 },
        pagination: paginationOf(0, everything),
      }),
    },
  },
}
