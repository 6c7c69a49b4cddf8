import type { ResultOf } from '#kit/contract.ts'
import { mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { FulfillmentState } from '#money/orders/order.ts'
import type { OrderNeed, staffOrders } from './contract'

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]

export const needsOf = (n: number): Row['needs'] => ({
  partSent: n === 14 || n === 30 || n === 46 ? { left: 1, of: 3 } : null,
  refundFailed: n === 6,
  addressChangedAt: n === 2 ? mockNow - day : null,
  cameBackAt: n === 26 ? mockNow - day / 3 : null,
  dispute: n === 12 ? { state: 'open', evidenceDueAt: mockNow + 6 * day } : null,
})

export const isNeeding: Record<OrderNeed, (row: Row) => boolean> = {
  partSent: ({ needs }) => needs.partSent !== null,
  refundFailed: ({ needs }) => needs.refundFailed,
  disputed: ({ needs }) => needs.dispute !== null,
  cameBack: ({ needs }) => needs.cameBackAt !== null,
  addressChanged: ({ needs }) => needs.addressChangedAt !== null,
}

/** Without a `sort` newest first. */
export const sorted = (found: readonly Row[], sort = '-placedAt') => {
  const of = (row: Row) => (sort.endsWith('total') ? row.total : row.placedAt)
  return found.toSorted((a, b) => (sort.startsWith('-') ? -1 : 1) * (of(a) - of(b) || a.placedAt - b.placedAt))
}

export const isGone = (state: FulfillmentState) => ['shipped', 'delivered', 'partiallyShipped'].includes(state)

export const linesOf = ({ kind, items, total, paymentMethod, fulfillmentState }: Row) => {
  if (kind !== 'goods' && kind !== 'eventGoods')
    return items.map(({ name, quantity }, position) => ({
      lineId: position === 0 ? 'line_mock' : 'line_mock_month',
      name,
      variationName: '',
      english: {},
      thumbnail: '',
      goodsId: null,
      deliveryMethod: null,
      unitPrice: position === 1 ? 1500 : total - (paymentMethod === 'konbini' ? 200 : 0) - (items.length - 1) * 1500,
      quantity,
      fulfilledQuantity: 0,
      refundedQuantity: 0,
      toSend: 0,
    }))
  const sent = (quantity: number, position: number) =>
    !isGone(fulfillmentState) ? 0 : fulfillmentState === 'partiallyShipped' && position === 0 ? quantity - 1 : quantity
  return items.map(({ name, quantity }, position) => ({
    lineId: `line_mock_${position}`,
    name,
    variationName: position === 0 ? 'M / 紺' : '',
    english: {},
    thumbnail: '',
    goodsId: `goods_mock_${position}`,
    deliveryMethod: 'physical' as const,
    unitPrice: position === 0 ? 3000 : 900,
    quantity,
    fulfilledQuantity: sent(quantity, position),
    refundedQuantity: 0,
    toSend: quantity - sent(quantity, position),
  }))
}

export const shipmentsOf = (row: Row) =>
  isGone(row.fulfillmentState)
    ? [
        {
          fulfillmentId: 'fulfillment_mock',
          state: row.fulfillmentState === 'delivered' ? ('delivered' as const) : ('shipped' as const),
          provider: 'yamato' as const,
          providerName: '',
          trackingNumber: '123456789012',
          trackingUrl: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number01=123456789012',
          note: '',
          lines: linesOf(row).flatMap(({ lineId, fulfilledQuantity }) =>
            fulfilledQuantity > 0 ? [{ lineId, quantity: fulfilledQuantity }] : [],
          ),
          createdAt: row.placedAt + day,
          shippedAt: row.placedAt + day,
          wentElsewhere: row.fulfillmentState === 'partiallyShipped',
          deliveredAt: row.fulfillmentState === 'delivered' ? row.placedAt + 3 * day : null,
          editedAt: row.placedAt + day,
        },
      ]
    : []

/** One parcel came back, for what could be read as an unknown address. */
export const returnsOf = (row: Row): ResultOf<(typeof staffOrders)['getOrder']>['order']['returns'] =>
  row.needs.cameBackAt === null
    ? []
    : [
        {
          fulfillmentId: 'fulfillment_mock_back',
          provider: 'yamato',
          providerName: '',
          trackingNumber: '987654321098',
          trackingUrl: '',
          isDelivered: false,
          lines: linesOf(row).map(({ lineId, quantity }) => ({ lineId, quantity })),
          shippedAt: row.placedAt + day,
          returnedAt: row.needs.cameBackAt,
          reason: 'unknownAddress',
          postage: 950,
          note: '建物名がなかったとのこと',
          isWaiting: true,
          mayUndo: true,
        },
      ]
