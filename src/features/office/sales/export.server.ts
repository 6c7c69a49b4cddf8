import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { Cell } from '#kit/csv.ts'
import { startOfDay } from '#kit/days.ts'
import { day as aDay } from '#kit/time.ts'
import type { OrderKind, PaymentState } from '#money/orders/order.ts'
import type { Brand, Db } from '#server/proven.ts'
import { daysOfRefunds, type ExportedSale, exportedSales, isOfThings, type SalesFilter } from './queries.server'

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
/**
 * A sale stands at the time of its payment, a refund in a row of its own on its day: the sums are those of the screen. What of the
 * net is at the reduced rate is named as in the file of the ledger; the rest is at the standard one.
 */
export const salesHeader =
  '日付 区分 注文番号 種類 内容 購入者 支払方法 売上 返金 差引 他ブランドの分 状態 うち軽減税率'.split(' ')

/** The rows of a file of sales, by the same span and filter as the screen's, and their sums. */
export const salesRows = async function* (db: Db, row: ExportRow): AsyncGenerator<Cell[][]> {
  const { filter } = row.params as SalesExport
  yield [[...salesHeader]]
  // Access to the brand was checked when the export was requested.
  const brand = row as unknown as Brand
  const isPart = isOfThings(filter)
  let [count, gross, refunds, given, ofReduced] = [0, 0, 0, 0, 0]
  const rowOf = (sale: ExportedSale, date: string, is: '売上' | '返金', amounts: Cell[], reduced: number) => [
    date,
    is,
    sale.orderNumber,
    kinds[sale.kind],
    sale.item,
    sale.sharedBy === '' ? sale.buyerName : `${sale.sharedBy}の注文の分配`,
    methods[sale.method],
    ...amounts,
    states[sale.state],
    reduced,
  ]
  if (!filter.isRefunded)
    for await (const batch of exportedSales(db, brand, filter)) {
      for (const sale of batch) {
        count += 1
        gross += sale.gross
        given += sale.given
        ofReduced += sale.reduced
      }
      yield batch.map((sale) =>
        rowOf(
          sale,
          inTokyo(sale.paidAt),
          '売上',
          [String(sale.gross), '', String(sale.gross), sale.given === 0 ? '' : String(sale.given)],
          sale.reduced,
        ),
      )
    }
  // Of an order that is narrowed to some of its goods nobody knows which part went back.
  const days = isPart ? [] : await daysOfRefunds(db, brand, filter)
  for (const day of days) {
    const from = Math.max(startOfDay(day), filter.from)
    const to = Math.min(startOfDay(day) + aDay, filter.to)
    for await (const batch of exportedSales(db, brand, { ...filter, from, to, isRefunded: true })) {
      const back = batch.filter(({ refunded }) => refunded)
      refunds += back.reduce((sum, { refunded }) => sum + (refunded ?? 0), 0)
      ofReduced -= back.reduce((sum, { reducedBack }) => sum + reducedBack, 0)
      if (filter.isRefunded) count += back.length
      yield back.map((sale) =>
        // Minus zero is no amount.
        rowOf(sale, day, '返金', ['', String(sale.refunded), -(sale.refunded ?? 0), ''], 0 - sale.reducedBack),
      )
    }
  }
  yield [
    totalsRow(salesHeader, count, {
      ...(!filter.isRefunded && { 売上: gross, 他ブランドの分: given }),
      ...(!isPart && { 返金: refunds, 差引: gross - refunds }),
      うち軽減税率: ofReduced,
    }),
  ]
}
