import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { Cell } from '#kit/csv.ts'
import type { Brand, Db } from '#server/proven.ts'
import type { Component, MovementKind } from '../../ledger/ledger'
import { exportedEntries } from './month.queries.server'
import type { EntryFilter } from './queries.server'

export type LedgerExport = { filter: EntryFilter }

const kinds: Partial<Record<MovementKind, string>> = {
  plan: 'プラン',
  backNumber: 'バックナンバー',
  goods: 'グッズ',
  eventGoods: 'イベントグッズ',
  payout: 'お振り込み',
  payoutReturned: '組戻し',
  adjustment: '訂正',
}
const components: Record<Component, string> = {
  gross: '売上',
  shippingFee: '送料',
  platformFee: 'プラットフォーム利用料',
  paymentFee: '決済手数料',
  konbiniFee: 'コンビニ手数料',
  refund: '返金',
  chargeback: 'チャージバック',
  cash: '入金',
  payout: 'お振り込み',
  payoutFee: '振込手数料',
  returnedTransferFee: '組戻し手数料',
  adjustment: '訂正',
}
export const ledgerHeader = '日時 種類 項目 金額 注文番号 内容 訂正した月 理由 うち軽減税率'.split(' ')

/** The entries of a month's list, from the oldest on; amounts change what the club is owed. */
export const ledgerRows = async function* (db: Db, row: ExportRow): AsyncGenerator<Cell[][]> {
  const { filter } = row.params as LedgerExport
  yield [[...ledgerHeader]]
  let [count, sum, ofReduced] = [0, 0, 0]
  // Minus zero is no amount.
  const owed = (booked: number) => (booked === 0 ? 0 : -booked)
  // Access to the brand was checked when the export was requested.
  for await (const batch of exportedEntries(db, row as unknown as Brand, filter)) {
    count += batch.length
    sum += batch.reduce((all, { amount }) => all + amount, 0)
    ofReduced += batch.reduce((all, { reduced }) => all + reduced, 0)
    yield batch.map(({ at, kind, component, amount, reduced, orderNumber, item, corrects, reason }) => [
      inTokyo(at),
      (kind && kinds[kind]) ?? '',
      components[component],
      -amount,
      orderNumber,
      item,
      corrects ?? '',
      reason,
      owed(reduced),
    ])
  }
  yield [totalsRow(ledgerHeader, count, { 金額: owed(sum), うち軽減税率: owed(ofReduced) })]
}
