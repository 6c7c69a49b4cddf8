import { type MockContext, type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import { downloadPageOf } from '../downloads/download'
import { mockDownloads } from '../downloads/mock'
import { codeOf } from '../eventGoods/pickUp/pickUp'
import type { goodsOrders, OrderDetail } from './contract'

const detail = (orderId: string, { picture }: MockContext): OrderDetail => ({
  orderId,
  orderedGoods: [
    {
      id: 'goods_2',
      bransSlug: 'aoi',
      name: 'ライブTシャツ',
      price: 3500,
      thumbnail: picture('goods_2-0'),
      deliveryInfo: { type: 'physical', deliveryTimeText: '1週間以内に発送' },
      variation: { variationId: 'variation_2_1', variationName: 'M' },
      quantity: 2,
    },
    {
      id: 'goods_3',
      bransSlug: 'aoi',
      name: '待受画像セット',
      price: 800,
      thumbnail: picture('goods_3-0'),
      deliveryInfo: {
        type: 'digital',
        downloadUrl: downloadPageOf('http://localhost:3000', { orderId, goodsId: 'goods_3' }),
      },
      variation: { variationId: 'variation_3_0', variationName: '' },
      quantity: 1,
    },
  ],
  shippingAddress: {
    addressId: orderId,
    postalCode: '1500041',
    address: '東京都渋谷区神南1-2-3 星ビル 101',
    recipientName: '佐藤 葵',
    recipientPhoneNumber: '09012345678',
    isDefaultAddress: false,
    prefecture: '東京都',
    town: '渋谷区神南',
    street: '1-2-3',
    building: '星ビル 101',
  },
  paymentInfo: { paymentMethod: 'card' },
  shippingProviderInfo: null,
  shipments: [],
  returns: [],
  downloads: mockDownloads,
  pickUp: null,
  orderSummary: { subtotal: 7800, shippingFee: 500, totalFee: 8300 },
  orderNumber: 'A-000413',
  brandName: '葵 — AOI',
  placedAt: mockNow - day,
  paidAt: mockNow - day,
  expiresAt: null,
  paymentState: 'paid',
  fulfillmentState: 'unfulfilled',
  konbiniFee: 0,
  refunded: 0,
  refund: null,
  isDisputed: false,
  isPayable: false,
  hasReceipt: true,
})

const atStore: Partial<OrderDetail> = { paymentInfo: { paymentMethod: 'konbini' }, downloads: [] }
/** An order of which money goes back. */
const money = (back: Partial<OrderDetail>): Mocks<typeof goodsOrders>['answers'] => ({
  getOrderDetail: ({ orderId }, context) => ({ orderDetail: { ...detail(orderId, context), ...back } }),
})

export const goodsOrderMocks: Mocks<typeof goodsOrders> = {
  examples: ({ goodsOrder }) => ({
    getOrderDetail: { orderId: goodsOrder },
  }),
  answers: { getOrderDetail: ({ orderId }, context) => ({ orderDetail: detail(orderId, context) }) },
  scenarios: {
    refundWaits: money({ ...atStore, refund: { amount: 8300, isAsked: true, until: mockNow + 12 * day } }),
    refundExpired: money({ ...atStore, refund: { amount: 8300, isAsked: false, until: null } }),
    disputed: money({ downloads: [], isDisputed: true }),
    usedUp: {
      getOrderDetail: ({ orderId }, context) => ({
        orderDetail: {
          ...detail(orderId, context),
          downloads: mockDownloads.filter(({ state }) => state === 'limitReached'),
        },
      }),
    },
    pickUp: {
      getOrderDetail: ({ orderId }, context) => ({
        orderDetail: {
          ...detail(orderId, context),
          downloads: [],
          shippingAddress: null,
          pickUp: {
            code: codeOf(orderId),
            state: 'ready',
            venues: [
              {
                venueName: '星空ホール 物販受け取り口',
                windows: [{ from: mockNow + 12 * day, to: mockNow + 12 * day + 18_000_000 }],
                items: ['ツアーTシャツ (M)', '会場限定タオル'],
              },
            ],
          },
        },
      }),
    },
    preparing: {
      getOrderDetail: ({ orderId }, context) => ({
        orderDetail: {
          ...detail(orderId, context),
          fulfillmentState: 'preparing',
          shippingProviderInfo: { providerName: '', trackingNumber: '', trackingUrl: '', shippingStatus: 'preparing' },
        },
      }),
    },
    cameBack: {
      getOrderDetail: ({ orderId }, context) => ({
        orderDetail: {
          ...detail(orderId, context),
          shippingProviderInfo: { providerName: '', trackingNumber: '', trackingUrl: '', shippingStatus: 'preparing' },
          returns: [
            {
              fulfillmentId: 'fulfillment_mock',
              returnedAt: mockNow - day / 3,
              reason: 'unknownAddress' as const,
              items: [{ name: 'ライブTシャツ', variationName: 'M', quantity: 2 }],
            },
          ],
        },
      }),
    },
    shipped: {
      getOrderDetail: ({ orderId }, context) => ({
        orderDetail: {
          ...detail(orderId, context),
          fulfillmentState: 'shipped',
          shippingProviderInfo: {
            providerName: 'FedEx',
            trackingNumber: '123456789012',
            trackingUrl: 'https://example.com/track/123456789012',
            shippingStatus: 'shipped',
          },
          shipments: [
            {
              fulfillmentId: 'fulfillment_mock',
              providerName: 'FedEx',
              trackingNumber: '123456789012',
              trackingUrl: 'https://example.com/track/123456789012',
              shippingStatus: 'shipped' as const,
              shippedAt: mockNow - day / 2,
              wentTo: null,
              items: [{ name: 'ライブTシャツ', variationName: 'M', quantity: 2 }],
            },
          ],
        },
      }),
    },
  },
}
