import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { OrderKind, PaymentState } from '#money/orders/order.ts'
import type { Brand, Db } from '#server/proven.ts'
import { exportedSales, isOfThings, type SalesFilter } from './queries.server'

export type SalesExport = { filter: SalesFilter }

const kinds: Record<OrderKind, string> = {
  plan: 'プラン',
  backNumber: 'バックナンバー',
  goods: 'グッズ',
  eventGoods: 'イベントグッズ',
}
const methods = { card: 'クレジットカード', konbini: 'コンビニ払い' }
const states: Record<PaymentState, string> = {
  awaitingPayment: '入金待ち',
  paid: '入金済み',
  partiallyRefunded: '一部返金',
  refunded: '返金済み',
  expired: '期限切れ',
  canceled: '取り消し',
  failed: '決済の失敗',
  paidLate: '遅れて入金',
}
/** An order's refunds are in its own row, whatever their day; on the screen sums are by day of refund. */
export const salesHeader =
  '入金日時 注文番号 種類 内容 購入者 支払方法 売上 この注文の返金 返金後 他ブランドの分 状態'.split(' ')

/** The rows of a file of sales, by the same span and filter as the screen's, and their sums. */
export const salesRows = async function* (db: Db, row: ExportRow): AsyncGenerator<string[][]> {
  const { filter } = row.params as SalesExport
  yield [[...salesHeader]]
  const isPart = isOfThings(filter)
  let [count, gross, refunded, given] = [0, 0, 0, 0]
  // Access to the brand was checked when the export was requested.
  for await (const batch of exportedSales(db, row as unknown as Brand, filter)) {
    for (const sale of batch) {
      count += 1
      gross += sale.gross
      given += sale.given
      refunded += sale.refunded ?? 0
    }
    yield batch.map((sale) => [
      inTokyo(sale.paidAt),
      sale.orderNumber,
      kinds[sale.kind],
      sale.item,
      sale.sharedBy === '' ? sale.buyerName : `${sale.sharedBy}の注文の分配`,
      methods[sale.method],
      String(sale.gross),
      sale.refunded === null ? '' : String(sale.refunded),
      sale.refunded === null ? '' : String(sale.gross - sale.refunded),
      sale.given === 0 ? '' : String(sale.given),
      states[sale.state],
    ])
  }
  yield [
    totalsRow(salesHeader, count, {
      売上: gross,
      ...(!isPart && { この注文の返金: refunded, 返金後: gross - refunded }),
      他ブランドの分: given,
    }),
  ]
}
