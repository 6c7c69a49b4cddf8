import type { PayloadOf, ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { formatYen } from '#kit/money.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, endOfTokyoDay, tokyoMonth } from '#kit/time.ts'
import type { FulfillmentState, PaymentState } from '#money/orders/order.ts'
import { type OrderTab, orderTabs, type staffOrders } from './contract'
import { isGone, isNeeding, linesOf, needsOf, returnsOf, shipmentsOf, sorted } from './rows.mock'

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
const goodsStates: [FulfillmentState, ...FulfillmentState[]] = [
  'unfulfilled',
  'preparing',
  'shipped',
  'delivered',
  'unfulfilled',
  'onHold',
  'partiallyShipped',
  'preparing',
]
const goodsNames = ['夜空のTシャツ', '星座の缶バッジ', 'ツアータオル 2026', '銀河のアクリルスタンド'] as const

const rows: Row[] = Array.from({ length: 64 }, (_, n) => {
  const paymentState = nth(states, n)
  const isGoods = n % 2 === 0
  const isLeftAtVenue = n === 18
  const isMonth = n % 4 === 3
  // A card's is what a bank disputes.
  const isKonbini = n % 3 === 0 && n !== 12
  // Joined with a past month, in one payment.
  const isWithMonth = n === 41
  const total = (isGoods ? 7500 : isMonth ? 1500 : isWithMonth ? 4500 : 3000) + (isKonbini ? 200 : 0)
  const placedAt = mockNow - (n * 7 + 1) * (day / 6)
  const isPaid = ['paid', 'partiallyRefunded', 'refunded'].includes(paymentState)
  const plan = { name: isMonth ? '星座プラン' : '銀河プラン', quantity: 1 }
  return {
    orderId: `order_mock_${n}`,
    orderNumber: `A-${String(812 - n).padStart(6, '0')}`,
    kind: isLeftAtVenue ? 'eventGoods' : isGoods ? 'goods' : isMonth ? 'backNumber' : 'plan',
    paymentMethod: isKonbini ? 'konbini' : 'card',
    paymentState,
    fulfillmentState: isGoods && paymentState === 'paid' ? nth(goodsStates, Math.floor(n / 2) - 1) : 'notRequired',
    items: isGoods
      ? [
          { name: nth(goodsNames, n / 2), quantity: 2 },
          { name: nth(goodsNames, n / 2 + 1), quantity: 1 },
        ]
      : isWithMonth
        ? [plan, { name: '銀河プラン 2026年9月のバックナンバー', quantity: 1 }]
        : [plan],
    isPickUp: isLeftAtVenue,
    notCollectedSince: isLeftAtVenue ? mockNow - day / 2 : null,
    needs: needsOf(n),
    buyerName: nth(mockNames, n),
    total,
    refunded: paymentState === 'refunded' ? total : paymentState === 'partiallyRefunded' ? 500 : 0,
    placedAt,
    paidAt: isPaid ? placedAt + 60_000 : null,
    expiresAt: paymentState === 'awaitingPayment' ? endOfTokyoDay(mockNow + 2 * day) : null,
  }
})

const tabOf = ({ paymentState, fulfillmentState, needs }: Row): OrderTab => {
  if (paymentState === 'awaitingPayment') return 'awaiting'
  if (paymentState === 'paidLate' || needs.refundFailed || needs.dispute) return 'todo'
  if (['expired', 'canceled', 'failed', 'refunded'].includes(paymentState)) return 'closed'
  if (['unfulfilled', 'onHold', 'partiallyShipped'].includes(fulfillmentState)) return 'todo'
  if (fulfillmentState === 'preparing') return 'preparing'
  return fulfillmentState === 'shipped' ? 'shipped' : 'done'
}
const lateMailOf = ({ buyerName, orderNumber, items, total }: Row) => ({
  subject: `お支払いを確認しました（星野 あおい ${orderNumber}）`,
  text: `${buyerName} さん\n\nお支払いを確認しました。ありがとうございます。\n\nご注文番号: ${orderNumber}\n- ${items[0]?.name} × 1\n金額: ${formatYen(total)}（税込）\n\n— 集い`,
})

type Parcel = Pick<PayloadOf<(typeof staffOrders)['getOrders']>, 'carrier' | 'shippedFrom' | 'shippedTo'>
const hasParcel = (row: Row, { carrier, shippedFrom, shippedTo }: Parcel) =>
  (!carrier && shippedFrom === undefined && shippedTo === undefined) ||
  shipmentsOf(row).some(
    ({ provider, shippedAt }) =>
      (!carrier || provider === carrier) &&
      shippedAt >= (shippedFrom ?? 0) &&
      shippedAt < (shippedTo ?? Number.POSITIVE_INFINITY),
  )

/** Its buyer is asked for the bank account that a part of it goes back to. */
const askedForAccount = 'order_mock_54'

const refunded = { refundId: 'refund_mock', state: 'succeeded' } as const
let signedInAgain = false

export const staffOrderMocks: Mocks<typeof staffOrders> = {
  examples: ({ paidOrder, openOrder, lateOrder, unclaimedOrder, at, ids }) => ({
    getOrders: {
      ...ids,
      tab: 'done',
      kind: 'plan',
      method: 'konbini',
      q: 'A-',
      dateField: 'paidAt',
      from: at - day,
      to: at + day,
      uid: 'fan_none',
      isPaid: true,
      shippedFrom: at - day,
      shippedTo: at + day,
      carrier: 'yamato',
      amountFrom: 1,
      amountTo: 5000,
      pagination: { limit: 20, offset: 0 },
    },
    getOrderIds: {
      ...ids,
      tab: 'todo',
      sort: '-total',
      after: { placedAt: at + day, total: 99_999_999, orderId: 'order_none' },
    },
    getOrderChoices: ids,
    getOrder: { ...ids, orderId: paidOrder },
    refundOrder: { ...ids, orderId: paidOrder, amount: 500, reason: 'twice' },
    extendVoucher: { ...ids, orderId: openOrder },
    markRefundHandled: { ...ids, orderId: unclaimedOrder, reason: 'Paid back by bank transfer' },
    resolveLatePayment: { ...ids, orderId: lateOrder, action: 'refund' },
  }),
  answers: {
    getOrders: ({
      tab = 'all',
      kind,
      method,
      q = '',
      from,
      to,
      isPaid,
      sort,
      pagination: page = everything,
      ...parcel
    }) => {
      const { goodsId, eventId, needs, paymentState = [], fulfillmentState = [] } = parcel
      const { amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = parcel
      const found = rows.filter(
        (row) =>
          row.total >= amountFrom &&
          row.total <= amountTo &&
          hasParcel(row, parcel) &&
          (!needs || isNeeding[needs](row)) &&
          (paymentState.length === 0 || paymentState.includes(row.paymentState)) &&
          (fulfillmentState.length === 0 || fulfillmentState.includes(row.fulfillmentState)) &&
          (!eventId || (row.kind === 'goods' && Number(row.orderId.slice(11)) % 8 === 0)) &&
          (!goodsId || row.kind === 'goods' || row.kind === 'eventGoods') &&
          (!kind || row.kind === kind) &&
          (!method || row.paymentMethod === method) &&
          (!isPaid || row.paidAt !== null) &&
          (from === undefined || row.placedAt >= from) &&
          (to === undefined || row.placedAt < to) &&
          ([row.buyerName, ...row.items.map(({ name }) => name)].some((name) => name.includes(q)) ||
            row.orderNumber.startsWith(q)),
      )
      const inTab = (one: OrderTab) => found.filter((row) => one === 'all' || tabOf(row) === one)
      const shown = sorted(inTab(tab), sort)
      return {
        orders: shown.slice(page.offset, page.offset + page.limit),
        counts: Object.fromEntries(orderTabs.map((one) => [one, inTab(one).length])) as Record<
          (typeof orderTabs)[number],
          number
        >,
        canShip: true,
        findsByEmail: true,
        pagination: paginationOf(shown.length, page),
      }
    },
    getOrderIds: ({ tab = 'all', sort, after }) => {
      const found = sorted(rows, sort).filter((row) => tab === 'all' || tabOf(row) === tab)
      const from = after ? found.findIndex(({ orderId }) => orderId === after.orderId) + 1 : 0
      // Fewer than the operation gives, so that several parts are seen.
      const some = found.slice(from, from + 40)
      const last = found.length > from + 40 && some.at(-1)
      return {
        orders: some.map(({ orderId, orderNumber }) => ({ orderId, orderNumber })),
        next: last ? { placedAt: last.placedAt, total: last.total, orderId: last.orderId } : null,
      }
    },
    getOrderChoices: () => ({ eventGoods: [{ goodsId: 'event_goods_0', name: 'ツアータオル 2026' }] }),
    getOrder: ({ orderId }) => {
      const row = rows.find((one) => one.orderId === orderId)
      if (!row) return refused('orderNotFound')
      const konbiniFee = row.paymentMethod === 'konbini' ? 200 : 0
      const isKept = row.paymentState === 'paid' || row.paymentState === 'partiallyRefunded'
      return {
        order: {
          ...row,
          brandName: '星野 あおい',
          brandSlug: 'aoi',
          subtotal: row.total - konbiniFee - (row.kind === 'goods' ? 600 : 0),
          shippingFee: row.kind === 'goods' ? 600 : 0,
          konbiniFee,
          planId: row.kind === 'goods' ? null : 'plan_seiza',
          period: row.kind === 'backNumber' ? tokyoMonth(mockNow - 90 * day) : null,
          closedAt: row.paymentState === 'expired' || row.paymentState === 'paidLate' ? row.placedAt + 3 * day : null,
          note: '',
          lines: linesOf(row),
          shipments: shipmentsOf(row),
          returns: returnsOf(row),
          destination: row.kind === 'goods' ? { prefecture: '東京都', isHidden: false } : null,
          receipt: { issuedTo: '株式会社あおぞら', purpose: 'グッズ代として' },
          buyer: {
            uid: 'fan_mock',
            locale: 'ja',
            isDeleted: orderId === 'order_mock_22',
            displayName: row.buyerName,
            isReachable: orderId !== 'order_mock_22',
            fanId: 'fan_mock_1',
            memberNumber: 128,
            email: 'fan@example.com',
          },
          konbini:
            row.paymentMethod === 'konbini'
              ? {
                  state: isKept ? 'paid' : row.paymentState === 'awaitingPayment' ? 'issued' : 'expired',
                  expiresAt: row.expiresAt ?? endOfTokyoDay(row.placedAt + 3 * day),
                  isOpen: row.paymentState === 'awaitingPayment',
                  extendableUntil: row.paymentState === 'awaitingPayment' ? endOfTokyoDay(mockNow + 3 * day) : null,
                  stores: ['familymart', 'lawson', 'ministop', 'seicomart'],
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
                    answerUntil: null,
                    isHandled: false,
                  },
                ]
              : orderId === 'order_mock_6'
                ? [
                    {
                      refundId: 'refund_mock',
                      amount: 500,
                      state: 'failed',
                      reason: '箱の傷',
                      requestedAt: mockNow - 50 * day,
                      answerUntil: null,
                      isHandled: false,
                    },
                  ]
                : orderId === askedForAccount
                  ? [
                      {
                        refundId: 'refund_mock',
                        amount: 500,
                        state: 'requiresCustomerAction',
                        reason: '箱の傷',
                        requestedAt: mockNow - 33 * day,
                        answerUntil: mockNow + 12 * day,
                        isHandled: false,
                      },
                    ]
                  : [],
          refundWaits: orderId === 'order_mock_6' ? 500 : 0,
          disputes:
            orderId === 'order_mock_12'
              ? [
                  {
                    disputeId: 'dispute_mock',
                    amount: row.total,
                    state: 'open' as const,
                    openedAt: mockNow - 2 * day,
                    reason: 'product_not_received',
                    evidenceDueAt: mockNow + 6 * day,
                  },
                ]
              : [],
          timeline: [
            { at: row.placedAt, what: 'placed', actorName: '', detail: '' },
            ...(row.paidAt === null ? [] : [{ at: row.paidAt, what: 'paid', actorName: '', detail: '' }]),
            ...(row.paymentState === 'expired' || row.paymentState === 'paidLate'
              ? [{ at: row.placedAt + 3 * day, what: 'expired', actorName: '', detail: '' }]
              : []),
            ...(row.paymentState === 'paidLate'
              ? [{ at: row.placedAt + 3.5 * day, what: 'paidLate', actorName: '', detail: 'cannotDeliver' }]
              : []),
            ...(isGone(row.fulfillmentState)
              ? [
                  {
                    at: row.placedAt + day,
                    what: 'shipped',
                    actorName: '白石 ゆき',
                    detail: '123456789012',
                  },
                ]
              : []),
            ...returnsOf(row).flatMap(({ shippedAt, returnedAt, trackingNumber, reason }) => [
              { at: shippedAt, what: 'shipped', actorName: '白石 ゆき', detail: trackingNumber },
              { at: returnedAt, what: 'cameBack', actorName: '白石 ゆき', detail: reason },
            ]),
            ...(row.fulfillmentState === 'onHold'
              ? [{ at: row.placedAt + day, what: 'held', actorName: '白石 ゆき', detail: '住所の確認中' }]
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
        canRelease: row.fulfillmentState === 'onHold',
        canShip: true,
        canCancel: row.kind === 'goods' && isKept && !isGone(row.fulfillmentState),
        canHandleRefund: row.needs.refundFailed,
        canSendEvidence: row.needs.dispute !== null,
        canResolveLate: row.paymentState === 'paidLate',
        lateMail: row.paymentState === 'paidLate' ? lateMailOf(row) : null,
        refundable: isKept ? row.total - row.refunded : 0,
        refundableShipping: isKept && row.kind === 'goods' ? 600 : 0,
      }
    },
    refundOrder: () => refunded,
    extendVoucher: () => ({ expiresAt: endOfTokyoDay(mockNow + 3 * day) }),
    markRefundHandled: () => ({}),
    resolveLatePayment: () => ({}),
  },
  scenarios: {
    /** The sign-in is too old for moving money until the page has asked for a new one. */
    staleSignIn: {
      refundOrder: () => {
        if (signedInAgain) return refunded
        signedInAgain = true
        return refused('signInAgain')
      },
    },
    empty: {
      getOrders: () => ({
        orders: [],
        counts: { todo: 0, awaiting: 0, preparing: 0, shipped: 0, done: 0, closed: 0, all: 0 },
        canShip: true,
        findsByEmail: true,
        pagination: paginationOf(0, everything),
      }),
    },
  },
}
