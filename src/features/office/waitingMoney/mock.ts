import { type Mocks, mockNow } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { waitingMoney } from './contract'

const all = Array.from({ length: 4 }, (_, n) => ({
  orderId: `order_waiting_${n}`,
  orderNumber: `A-${String(981 - 37 * n).padStart(6, '0')}`,
  tenantName: 'Hoshi Club',
  brandName: '青井 そら',
  paymentMethod: n === 2 ? ('card' as const) : ('konbini' as const),
  amount: [1700, 700, 1500, 12_200][n] ?? 1700,
  placedAt: mockNow - (60 + 9 * n) * day,
  failedAt: mockNow - (2 + 9 * n) * day,
}))

const unknown = [
  {
    kind: 'payment' as const,
    amount: 1700,
    method: 'konbini' as const,
    orderNumber: 'A-000862',
    tenantName: 'Hoshi Club',
  },
  { kind: 'subscription' as const, amount: 1500, method: 'card' as const, orderNumber: null, tenantName: null },
  { kind: 'payment' as const, amount: 980, method: 'card' as const, orderNumber: null, tenantName: null },
  {
    kind: 'payment' as const,
    amount: 2700,
    method: 'konbini' as const,
    orderNumber: null,
    tenantName: null,
    trouble: 'refundFailed',
  },
  {
    kind: 'payment' as const,
    amount: 5400,
    method: 'card' as const,
    orderNumber: null,
    tenantName: null,
    trouble: 'disputed',
  },
].map((one, n) => ({
  trouble: '',
  evidenceDueAt: one.trouble === 'disputed' ? mockNow + 6 * day : null,
  ...one,
  providerId: `${one.kind === 'payment' ? 'pi' : 'sub'}_mock_${n}`,
  currency: 'jpy',
  arrivedAt: mockNow - (1 + 5 * n) * day,
  isAsked: n === 2,
}))

export const waitingMoneyMocks: Mocks<typeof waitingMoney> = {
  examples: ({ vainOrder, unknownPayment }) => ({
    getUnallocatedPayments: { pagination: { limit: 20, offset: 0 } },
    getProviderBalance: {},
    settleUnallocatedPayment: { providerId: unknownPayment, action: 'note', reason: 'A test of ours', email: null },
    getWaitingMoney: { pagination: { limit: 20, offset: 0 } },
    refundWaitingMoney: { orderId: vainOrder, email: 'sora@example.test' },
  }),
  answers: {
    getWaitingMoney: ({ pagination: page = everything }) => ({
      orders: all.slice(page.offset, page.offset + page.limit),
      pagination: paginationOf(all.length, page),
    }),
    getUnallocatedPayments: ({ pagination: page = everything }) => ({
      payments: unknown.slice(page.offset, page.offset + page.limit),
      pagination: paginationOf(unknown.length, page),
    }),
    getProviderBalance: () => ({
      balance: { lookedAt: mockNow - day / 4, provider: 4_812_330, unknown: 2680, ledger: 4_809_650 },
    }),
    settleUnallocatedPayment: () => ({}),
    refundWaitingMoney: () => ({}),
  },
  scenarios: {
    empty: {
      getWaitingMoney: () => ({ orders: [], pagination: paginationOf(0, everything) }),
      getProviderBalance: () => ({ balance: null }),
      getUnallocatedPayments: () => ({ payments: [], pagination: paginationOf(0, everything) }),
    },
  },
}
