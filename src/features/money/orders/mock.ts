import type { ResultOf } from '#kit/contract.ts'
import { type MockContext, type Mocks, mockNow, nth } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, endOfTokyoDay } from '#kit/time.ts'
import { confirmationOf } from './confirmation'
import type { orders } from './contract'
import { unissuedFor } from './order'
import { receiptOf } from './receipt'

const brandName = '葵 — AOI'
type HistoryItem = ResultOf<(typeof orders)['getFanClubOrderHistory']>['historyItems'][number]

const names: [string, ...string[]] = ['星座プラン', '銀河プラン', '星座プラン 2026年8月のバックナンバー', '星座プラン']
const thumbnails: [string, ...string[]] = ['plan_seiza', 'plan_ginga', '', 'plan_seiza']
const historyOf = ({ picture }: MockContext): HistoryItem[] =>
  Array.from({ length: 46 }, (_, n) => {
    const status = n === 0 ? 'incomplete' : n === 5 ? 'refunded' : n === 9 ? 'canceled' : 'active'
    const isKonbini = n % 3 === 0
    return {
      orderId: `order_mock_${n}`,
      orderNumber: `A-${String(412 - n).padStart(6, '0')}`,
      items: [{ name: nth(names, n) }],
      purchasedAt: mockNow - (n * 30 + 1) * day,
      brandName,
      brandSlug: 'aoi',
      thumbnail: nth(thumbnails, n) && picture(nth(thumbnails, n)),
      paymentMode: isKonbini ? 'payment' : 'subscription',
      paymentMethod: isKonbini ? 'konbini' : 'card',
      status,
      totalPrice: isKonbini ? 1700 : 1500,
      hasOrderDetail: n % 8 === 3,
      isPayable: status === 'incomplete',
      isLate: false,
      hasReceipt: status === 'active' || status === 'refunded',
      refund:
        n === 3
          ? { amount: 1700, isAsked: true, until: mockNow + 12 * day }
          : n === 6
            ? { amount: 1700, isAsked: false, until: null }
            : null,
      isDisputed: n === 4,
    }
  })

/** The order of goods whose page the mocks show. */
const goodsHistoryOf = (context: MockContext): HistoryItem[] =>
  historyOf(context)
    .slice(1, 2)
    .map((item) => ({
      ...item,
      orderId: 'order_mock_3',
      orderNumber: 'A-000413',
      items: [{ name: 'ライブTシャツ (M)' }, { name: '待受画像セット' }],
      purchasedAt: mockNow - day,
      thumbnail: context.picture('goods_2-0'),
      paymentMode: 'payment',
      totalPrice: 8300,
      hasOrderDetail: true,
    }))

type Konbini = ResultOf<(typeof orders)['getKonbiniPayment']>
const payment = ({ picture }: MockContext, orderId: string, state: Konbini['state'] = 'issued'): Konbini => ({
  confirmation:
    state === 'creating'
      ? confirmationOf({
          kind: 'plan',
          locale: 'ja',
          now: mockNow,
          name: '星座プラン',
          price: 1500,
          interval: 'month',
          method: 'konbini',
          konbiniFee: 200,
          endsAt: null,
          next: { from: mockNow + 9 * day, until: endOfTokyoDay(mockNow + 14 * day) },
        })
      : null,
  orderId,
  orderNumber: 'A-000412',
  kind: 'plan',
  brand: { name: brandName, slug: 'aoi', icon: picture('aoi-icon') },
  items: [{ name: '星座プラン', price: 1500, quantity: 1 }],
  subtotal: 1500,
  shippingFee: 0,
  konbiniPaymentFee: 200,
  total: 1700,
  state,
  paymentState:
    state === 'paid' ? 'paid' : state === 'expired' ? 'expired' : state === 'canceled' ? 'canceled' : 'awaitingPayment',
  expiresAt: endOfTokyoDay(mockNow + 3 * day),
  issueBy: state === 'creating' ? mockNow + unissuedFor : null,
  mailedTo: state === 'creating' ? '' : 'member@tsudoi.test',
  isMailVerified: false,
  voucherUrl: state === 'creating' ? '' : 'https://example.com/voucher',
  stores:
    state === 'creating'
      ? []
      : [
          { store: 'familymart', paymentCode: '113-012', confirmationNumber: '09012345678' },
          { store: 'lawson', paymentCode: '483910', confirmationNumber: '09012345678' },
          { store: 'ministop', paymentCode: '483910', confirmationNumber: '09012345678' },
          { store: 'seicomart', paymentCode: '204518', confirmationNumber: '09012345678' },
        ],
  returnPath: '/fc/aoi/plans/plan_seiza',
})

type MockPaid = Partial<Parameters<typeof receiptOf>[0]>
const mockReceipt = (
  orderId: string,
  chosen: MockPaid = {},
  lines = [{ name: '星座プラン', unitPrice: 1500, quantity: 1, isReducedTax: false }],
) =>
  receiptOf(
    {
      orderId,
      orderNumber: 'A-000411',
      paymentMethod: 'konbini',
      paidAt: mockNow - 31 * day,
      subtotal: 1500,
      shippingFee: 0,
      konbiniFee: 200,
      total: 1700,
      refunded: 0,
      reducedLeft: 0,
      receiptTo: null,
      receiptFor: null,
      ...chosen,
    },
    lines,
    {
      name: brandName,
      slug: 'aoi',
      legalNotice: '販売業者: 株式会社ほしのね\n所在地: 東京都',
      invoiceNumber: 'T1234567890123',
      issuedTo: '森 しおり',
    },
    { name: 'Tsudoi（集い）運営事務局', invoiceNumber: 'T9876543210987' },
  )

const onlyOrder = (n: number) => ({
  getFanClubOrderHistory: (_: unknown, context: MockContext) => ({
    historyItems: historyOf(context).slice(n, n + 1),
    pagination: paginationOf(1, everything),
  }),
})

export const orderMocks: Mocks<typeof orders> = {
  examples: ({ awaited, paidOrder, unclaimedOrder }) => ({
    getKonbiniPayment: { orderId: awaited },
    issueKonbiniPayment: { orderId: awaited, name: '青井 そら', email: 'aoi@example.test', phone: '09012345678' },
    cancelPaymentKonbini: { orderId: awaited },
    getOrderPaymentUrl: { orderId: awaited },
    getOrderReceiptUrl: { orderId: paidOrder },
    getOrderReceipt: { orderId: paidOrder },
    getOrderReceiptFile: { orderId: paidOrder },
    addressReceipt: { orderId: paidOrder, issuedTo: '株式会社あおぞら', purpose: '会費として' },
    askRefundAgain: { orderId: unclaimedOrder, email: 'aoi@example.test' },
    getFanClubOrderHistory: { filterOption: { orderItemType: 'plan' }, pagination: { limit: 20, offset: 0 } },
  }),
  answers: {
    getKonbiniPayment: ({ orderId }, context) =>
      payment(context, orderId, orderId === 'order_mock_new' ? 'creating' : 'issued'),
    issueKonbiniPayment: ({ orderId }, context) => payment(context, orderId),
    cancelPaymentKonbini: () => ({}),
    askRefundAgain: () => ({}),
    getOrderPaymentUrl: ({ orderId }) => ({ paymentUrl: `/fc/pay/konbini/${orderId}` }),
    getOrderReceiptUrl: ({ orderId }) => ({ receiptUrl: `/fc/me/orders/${orderId}/receipt` }),
    getOrderReceiptFile: () => ({
      fileName: 'receipt-A-000411.pdf',
      contentType: 'application/pdf',
      data: 'JVBERi0xLjMK',
    }),
    addressReceipt: ({ orderId, issuedTo, purpose }) =>
      mockReceipt(orderId, { receiptTo: issuedTo, receiptFor: purpose }),
    getOrderReceipt: ({ orderId }) => mockReceipt(orderId),
    getFanClubOrderHistory: ({ filterOption, pagination: page = everything }, context) => {
      const all = filterOption?.orderItemType === 'goods' ? goodsHistoryOf(context) : historyOf(context)
      return {
        historyItems: all.slice(page.offset, page.offset + page.limit),
        pagination: paginationOf(all.length, page),
      }
    },
  },
  scenarios: {
    addressed: {
      getOrderReceipt: ({ orderId }) => mockReceipt(orderId, { receiptTo: '株式会社あおぞら', receiptFor: 'AOI' }),
    },
    /** Sweets and a towel, of which one box of sweets went back. */
    twoRates: {
      getOrderReceipt: ({ orderId }) =>
        mockReceipt(
          orderId,
          {
            paymentMethod: 'card',
            subtotal: 4960,
            shippingFee: 500,
            konbiniFee: 0,
            total: 5460,
            refunded: 1080,
            reducedLeft: 1080,
          },
          [
            { name: '星空クッキー（12枚入り）', unitPrice: 1080, quantity: 2, isReducedTax: true },
            { name: '星空のタオル', unitPrice: 2800, quantity: 1, isReducedTax: false },
          ],
        ),
    },
    refundWaits: onlyOrder(3),
    refundExpired: onlyOrder(6),
    disputed: onlyOrder(4),
    empty: { getFanClubOrderHistory: () => ({ historyItems: [], pagination: paginationOf(0, everything) }) },
    paid: { getKonbiniPayment: ({ orderId }, context) => payment(context, orderId, 'paid') },
    paidGoods: {
      getKonbiniPayment: ({ orderId }, context) => ({ ...payment(context, orderId, 'paid'), kind: 'goods' }),
    },
    expired: { getKonbiniPayment: ({ orderId }, context) => payment(context, orderId, 'expired') },
  },
}
