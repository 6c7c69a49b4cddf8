import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { FulfillmentState, PaymentMethod, PaymentState } from '#money/orders/order.ts'
import type { Db } from '#server/proven.ts'
import { addressShownFor, providerNames } from '../../parcels/fulfillment'
import type { OrderTab } from '../contract'
import type { OrderFilter } from '../queries.server'
import { carrierRow, headerOf, type Label, type OrderFormat, standardHeader } from './formats'
import { type ExportedOrder, exportedOrders } from './queries.server'

/* A file is read by people and programs in Japan, whatever language its maker's screen has: its words are the records'. */
const methods: Record<PaymentMethod, string> = { card: 'クレジットカード', konbini: 'コンビニ払い' }
const payments: Record<PaymentState, string> = {
  awaitingPayment: '入金待ち',
  paid: '入金済み',
  partiallyRefunded: '一部返金',
  refunded: '返金済み',
  expired: '期限切れ',
  canceled: '取り消し',
  failed: '決済の失敗',
  paidLate: '遅れて入金',
}
const goods: Record<FulfillmentState, string> = {
  notRequired: '発送なし',
  unfulfilled: '未発送',
  preparing: '準備中',
  partiallyShipped: '一部発送',
  shipped: '発送済み',
  delivered: '配達済み',
  onHold: '保留中',
  returned: '返品',
  canceled: '発送中止',
}

export type OrderExport = {
  tab: OrderTab
  filter: OrderFilter
  orderIds?: string[]
  label?: Label
  /** Whether the user may see e-mail addresses. */
  withEmail: boolean
}

type One = ExportedOrder

const addressOf = ({ buyer, isAddressShown }: One) => (isAddressShown ? buyer : null)

/** One row per order line; values of the order appear in its first row only, so that column sums are right. */
const standardRows = (one: One, { withEmail }: OrderExport): string[][] => {
  const { order, lines, parcels } = one
  const address = addressOf(one)
  const names = parcels.map(({ provider, providerName }) =>
    provider === 'other' ? providerName : providerNames[provider].ja,
  )
  return lines.map((line, i) => [
    order.orderNumber,
    inTokyo(order.placedAt),
    inTokyo(order.paidAt),
    methods[order.paymentMethod],
    payments[order.paymentState],
    goods[order.fulfillmentState],
    order.uid,
    withEmail ? (one.email ?? '') : '',
    line.goodsId ?? '',
    line.name,
    line.variationId ?? '',
    line.variationName,
    String(line.unitPrice),
    String(line.quantity),
    String(line.unitPrice * line.quantity),
    ...(i === 0 ? [order.shippingFee, order.konbiniFee, order.total].map(String) : ['', '', '']),
    address?.postalCode ?? '',
    address?.prefecture ?? '',
    address ? address.town + address.address : '',
    address?.building ?? '',
    address?.recipientName ?? '',
    address?.recipientPhone ?? '',
    [...new Set(names)].join(' '),
    parcels
      .map(({ trackingNumber }) => trackingNumber)
      .filter(Boolean)
      .join(' '),
    inTokyo(parcels.find(({ shippedAt }) => shippedAt !== null)?.shippedAt ?? null, false),
    order.note,
  ])
}

const carrierRows = (one: One, format: Exclude<OrderFormat, 'standard'>, { label = {} }: OrderExport, now: number) => {
  const address = addressOf(one)
  const items = one.lines.flatMap((line) => {
    const quantity = line.quantity - line.refundedQuantity - line.fulfilledQuantity
    // Goods that are handed over at a venue get no label.
    return line.deliveryMethod === 'physical' && !line.isPickUp && quantity > 0 ? [{ name: line.name, quantity }] : []
  })
  // Labels only for goods that are still to be sent, of orders that are paid and not on hold.
  const isOpen = ['unfulfilled', 'preparing', 'partiallyShipped'].includes(one.order.fulfillmentState)
  const isPaid = one.order.paymentState === 'paid' || one.order.paymentState === 'partiallyRefunded'
  if (!address || items.length === 0 || !isOpen || !isPaid) return []
  const order = { ...address, orderNumber: one.order.orderNumber, items, today: inTokyo(now, false) }
  return [carrierRow[format](order, label)]
}

/** The rows of a file of orders, by the same filter as the screen's. */
export const orderRows = async function* (db: Db, row: ExportRow, now: number): AsyncGenerator<string[][]> {
  const format = row.format as OrderFormat
  const params = row.params as OrderExport
  yield [[...headerOf[format]]]
  let count = 0
  const sums = { 数量: 0, 小計: 0, 送料: 0, 手数料: 0, 合計: 0 }
  for await (const batch of exportedOrders(db, row, { ...params, since: now - addressShownFor })) {
    for (const { order, lines } of batch) {
      count += 1
      for (const { quantity, unitPrice } of lines) {
        sums.数量 += quantity
        sums.小計 += unitPrice * quantity
      }
      sums.送料 += order.shippingFee
      sums.手数料 += order.konbiniFee
      sums.合計 += order.total
    }
    yield batch.flatMap((one) =>
      format === 'standard' ? standardRows(one, params) : carrierRows(one, format, params, now),
    )
  }
  if (format === 'standard') yield [totalsRow(standardHeader, count, sums)]
}
