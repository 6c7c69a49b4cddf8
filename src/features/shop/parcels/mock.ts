import { type Mocks, mockNow } from '#kit/mock.ts'
import type { fulfillments } from './contract'
import { trackingUrlOf } from './fulfillment'

export const exampleDestination = {
  recipientName: '青井 そら',
  recipientPhone: '09012345678',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: '',
}
const exampleParcel = (at: number) => ({
  provider: 'yamato' as const,
  providerName: '',
  trackingNumber: '123456789012',
  trackingUrl: '',
  note: '',
  shippedAt: at,
  notify: true,
})

const address = {
  recipientName: '青井 そら',
  recipientPhone: '09012345678',
  postalCode: '1500041',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: 'ひだまり荘 201',
}

const picked = [
  { name: '夜空のTシャツ', variationName: 'M / 紺', sku: 'TS-NAVY-M', pieces: 14, orders: 12 },
  { name: '夜空のTシャツ', variationName: 'L / 紺', sku: 'TS-NAVY-L', pieces: 8, orders: 8 },
  { name: '星座の缶バッジ', variationName: '', sku: 'BD-01', pieces: 23, orders: 9 },
  { name: 'アクリルスタンド', variationName: 'A5', sku: '', pieces: 3, orders: 3 },
].map((row, n) => ({
  ...row,
  goodsId: `goods_mock_${n}`,
  variationId: `variation_mock_${n}`,
  oldestAt: mockNow - (9 - 2 * n) * 86_400_000,
}))

export const fulfillmentMocks: Mocks<typeof fulfillments> = {
  examples: ({
    toSend,
    lineToSend,
    sentOrder,
    heldOrder,
    unpaidGoods,
    fulfillmentId,
    cameBackOrder,
    returnedParcel,
    at,
    ids,
  }) => ({
    startPreparing: { ...ids, orderIds: [toSend] },
    createFulfillment: {
      ...ids,
      orderId: toSend,
      lines: [{ lineId: lineToSend, quantity: 1 }],
      ...exampleParcel(at),
    },
    shipOrders: {
      ...ids,
      provider: 'yamato',
      providerName: '',
      parcels: [{ orderId: toSend, trackingNumber: '123456789013' }],
      notify: false,
    },
    getParcelMails: { ...ids, orderIds: [toSend] },
    updateFulfillment: { ...ids, orderId: sentOrder, fulfillmentId, ...exampleParcel(at) },
    markDelivered: { ...ids, orderIds: [sentOrder] },
    stepFulfillmentBack: { ...ids, orderId: sentOrder, fulfillmentId, reason: 'Wrong.' },
    recordParcelReturn: {
      ...ids,
      orderId: sentOrder,
      fulfillmentId,
      reason: 'unknownAddress',
      postage: 900,
      note: 'Asked for the new address.',
    },
    undoParcelReturn: { ...ids, orderId: cameBackOrder, fulfillmentId: returnedParcel, expectedReturnedAt: at },
    cancelOrder: { ...ids, orderId: unpaidGoods, reason: 'None left.', restock: true },
    addOrderNote: { ...ids, orderId: toSend, note: 'Called.' },
    updateOrderAddress: { ...ids, orderId: toSend, ...exampleDestination },
    holdOrder: { ...ids, orderId: toSend, reason: 'Address?' },
    releaseOrder: { ...ids, orderId: heldOrder },
    resendOrderMail: { ...ids, orderId: sentOrder, kind: 'shipped' },
    revealOrderAddress: { ...ids, orderId: toSend },
    getPackingSlips: { ...ids, orderIds: [toSend] },
    getPickList: { ...ids, way: 'send' },
  }),
  answers: {
    // One order in nine is on hold.
    startPreparing: ({ orderIds }) => ({
      results: orderIds.map((orderId) => ({
        orderId,
        result: Number(orderId.split('_').at(-1)) % 9 === 5 ? ('onHold' as const) : ('ok' as const),
      })),
    }),
    createFulfillment: ({ lines, provider, providerName, trackingNumber, trackingUrl, note, shippedAt }) => ({
      fulfillment: {
        fulfillmentId: 'fulfillment_new',
        state: shippedAt === null ? ('shipping' as const) : ('shipped' as const),
        provider,
        providerName,
        trackingNumber,
        trackingUrl: trackingUrl || trackingUrlOf(provider, trackingNumber),
        note,
        lines,
        createdAt: mockNow,
        shippedAt,
        deliveredAt: null,
        editedAt: mockNow,
        wentElsewhere: false,
      },
      fulfillmentState: shippedAt === null ? ('preparing' as const) : ('shipped' as const),
    }),
    shipOrders: ({ parcels }) => ({ results: parcels.map(({ orderId }) => ({ orderId, result: 'ok' as const })) }),
    getParcelMails: ({ orderIds }) => ({
      brandName: '星野 あおい',
      mails: orderIds.map((orderId, n) => ({
        orderId,
        orderNumber: `A-${String(812 - Number(orderId.split('_').at(-1))).padStart(6, '0')}`,
        to: {
          uid: `fan_${n}`,
          locale: n === 1 ? ('en' as const) : ('ja' as const),
          displayName: ['青井 そら', 'Mina', '浜辺 なぎ'][n % 3] ?? '',
          isReachable: true,
        },
        items: [
          { name: '夜空のTシャツ', variationName: 'M / 紺', english: {}, quantity: 2 },
          { name: '星座の缶バッジ', variationName: '', english: {}, quantity: 1 },
        ],
      })),
    }),
    updateFulfillment: ({ fulfillmentId, provider, providerName, trackingNumber, trackingUrl, note, shippedAt }) => ({
      fulfillment: {
        fulfillmentId,
        state: shippedAt === null ? ('shipping' as const) : ('shipped' as const),
        provider,
        providerName,
        trackingNumber,
        trackingUrl: trackingUrl || trackingUrlOf(provider, trackingNumber),
        note,
        lines: [{ lineId: 'line_mock_0', quantity: 2 }],
        createdAt: mockNow,
        shippedAt,
        deliveredAt: null,
        editedAt: mockNow,
        wentElsewhere: false,
      },
      fulfillmentState: shippedAt === null ? ('preparing' as const) : ('shipped' as const),
    }),
    markDelivered: ({ orderIds }) => ({ results: orderIds.map((orderId) => ({ orderId, result: 'ok' as const })) }),
    stepFulfillmentBack: () => ({ fulfillmentState: 'preparing' as const }),
    recordParcelReturn: () => ({ fulfillmentState: 'unfulfilled' as const, returnedAt: mockNow }),
    undoParcelReturn: () => ({ fulfillmentState: 'shipped' as const }),
    cancelOrder: () => ({ state: 'succeeded' }),
    addOrderNote: () => ({}),
    updateOrderAddress: () => ({}),
    holdOrder: () => ({}),
    releaseOrder: () => ({ fulfillmentState: 'preparing' as const }),
    resendOrderMail: () => ({}),
    revealOrderAddress: () => ({ address, sent: [] }),
    getPickList: ({ way }) => ({ rows: way === 'send' ? picked : picked.slice(2, 3), isCut: false }),
    getPackingSlips: ({ orderIds }) => ({
      brandName: '葵 — AOI',
      sender: {
        name: '株式会社ほしのね',
        postalCode: '166-0001',
        address: '東京都杉並区阿佐谷北1-2-3',
        phone: '03-0000-0000',
      },
      slips: orderIds.map((orderId, n) => ({
        orderId,
        orderNumber: `A-${String(812 - n).padStart(6, '0')}`,
        placedAt: mockNow,
        addressChangedAt: n === 0 ? mockNow - 86_400_000 : null,
        address,
        lines: [
          {
            lineId: 'line_mock_0',
            name: '夜空のTシャツ',
            variationName: 'M / 紺',
            sku: 'AO-001M',
            unitPrice: 3500,
            quantity: 2,
          },
          { lineId: 'line_mock_1', name: '星座の缶バッジ', variationName: '', sku: '', unitPrice: 500, quantity: 1 },
        ],
        // The second one was bought together with a file, and at a store.
        sums:
          n === 1
            ? { others: 800, shippingFee: 600, konbiniFee: 220, total: 9120, refunded: 0 }
            : { others: 0, shippingFee: 600, konbiniFee: 0, total: 8100, refunded: 0 },
      })),
    }),
  },
  scenarios: { empty: { getPickList: () => ({ rows: [], isCut: false }) } },
}
