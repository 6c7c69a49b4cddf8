import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { Cell } from '#kit/csv.ts'
import { reducedTaxRateAt, taxRateAt } from '#kit/tax.ts'
import type { Instant } from '#kit/time.ts'
import {
  type FulfillmentState,
  isPaid,
  type PaymentMethod,
  type PaymentState,
  shippableStates,
} from '#money/orders/order.ts'
import type { Db } from '#server/proven.ts'
import { addressShownFor, providerNames } from '../../parcels/fulfillment'
import type { OrderTab } from '../contract'
import type { OrderFilter } from '../queries.server'
import { type CarrierFormat, labelLines, type Misfit } from './fit'
import { carrierRow, headerOf, type Label, type OrderFormat, type SentOrder, standardHeader } from './formats'
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
  /** Whose addresses were changed since their last label, when this file was asked for. */
  changed?: string[]
  /** Whether the user may see e-mail addresses. */
  withEmail: boolean
}

type One = ExportedOrder

const addressOf = ({ buyer, isAddressShown }: One) => (isAddressShown ? buyer : null)

/** The rate of the consumption tax that a line was sold at. */
const rateOf = ({ isReducedTax }: One['lines'][number], at: Instant) => {
  const reduced = isReducedTax ? reducedTaxRateAt(at) : null
  return reduced === null ? `${taxRateAt(at)}%` : `${reduced}%（軽減税率）`
}

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
    inTokyo(address?.addressChangedAt ?? null, false),
    rateOf(line, order.paidAt ?? order.placedAt),
  ])
}

/** What an order's label says; null where it gets none: only goods that are still to be sent, of orders that are paid and not on hold. */
const labelOf = (one: One, now: number, changed: readonly string[]): SentOrder | null => {
  const address = addressOf(one)
  const items = one.lines.flatMap((line) => {
    const quantity = line.quantity - line.refundedQuantity - line.fulfilledQuantity
    // Goods that are handed over at a venue get no label.
    return line.deliveryMethod === 'physical' && !line.isPickUp && quantity > 0 ? [{ name: line.name, quantity }] : []
  })
  const { orderId, orderNumber, fulfillmentState, paymentState } = one.order
  const isOpen = shippableStates.includes(fulfillmentState)
  if (!address || items.length === 0 || !isOpen || !isPaid(paymentState)) return null
  const isAddressChanged = changed.includes(orderId)
  return { ...address, orderNumber, items, today: inTokyo(now, false), isAddressChanged }
}

const carrierRows = (one: One, format: CarrierFormat, { label = {}, changed = [] }: OrderExport, now: number) => {
  const order = labelOf(one, now, changed)
  return order && labelLines(format, order).misfits.length === 0 ? [carrierRow[format](order, label)] : []
}

type Measured = { orderId: string; orderNumber: string; misfits: Misfit[]; addressChangedAt: number | null }

/** Orders that get a label, with what of their address the carrier's columns do not hold. */
export const measured = async (
  db: Db,
  brand: { tenantId: string; brandId: string },
  format: CarrierFormat,
  said: Pick<OrderExport, 'tab' | 'filter' | 'orderIds'>,
  now: number,
): Promise<Measured[]> => {
  const found: Measured[] = []
  for await (const batch of exportedOrders(db, brand, { ...said, isLabelled: true, since: now - addressShownFor }))
    for (const one of batch) {
      const order = labelOf(one, now, [])
      if (!order) continue
      const { orderId, orderNumber } = one.order
      const addressChangedAt = one.isAddressChanged ? (one.buyer?.addressChangedAt ?? null) : null
      found.push({ orderId, orderNumber, misfits: labelLines(format, order).misfits, addressChangedAt })
    }
  return found
}

/** The rows of a file of orders, by the same filter as the screen's. */
export const orderRows = async function* (db: Db, row: ExportRow, now: number): AsyncGenerator<Cell[][]> {
  const format = row.format as OrderFormat
  const params = row.params as OrderExport
  yield [[...headerOf[format]]]
  let count = 0
  const sums = { 数量: 0, 小計: 0, 送料: 0, 手数料: 0, 合計: 0 }
  for await (const batch of exportedOrders(db, row, {
    ...params,
    isLabelled: format !== 'standard',
    since: now - addressShownFor,
  })) {
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
