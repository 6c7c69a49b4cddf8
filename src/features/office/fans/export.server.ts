import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { Cell } from '#kit/csv.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type Segment, segmentOf } from './fan'
import { exportedFans, type FanFilter } from './queries.server'

export type FanExport = { filter: FanFilter; withEmail: boolean; withMoney: boolean }

const segments: Record<Segment, string> = {
  subscriber: '会員',
  formerSubscriber: '元会員',
  buyer: '購入者',
  follower: 'フォロワー',
}
export const fanHeader =
  '会員番号 表示名 メール 区分 プラン 初回日時 入会日 累計月数 累計金額 グッズの金額 注文数 最終購入日時 最終利用日時 ラベル コメント制限 ブロック'.split(
    ' ',
  )

/** Rows of a fan export with totals, by the same filter as the screen. */
export const fanRows = async function* (db: Db, row: ExportRow, now: number): AsyncGenerator<Cell[][]> {
  const { filter, withEmail, withMoney } = row.params as FanExport
  yield [[...fanHeader]]
  let [count, lifetime, goods, orders] = [0, 0, 0, 0]
  // Access to the brand was checked when the export was requested.
  for await (const batch of exportedFans(db, row as unknown as Brand, filter, now)) {
    for (const { fan } of batch) {
      count += 1
      lifetime += fan.lifetimeAmount
      goods += fan.goodsAmount
      orders += fan.orderCount
    }
    yield batch.map(({ fan, displayName, email, planNames }) => [
      fan.memberNumber === null ? '' : String(fan.memberNumber),
      displayName ?? '',
      withEmail && fan.isEmailVisible ? (email ?? '') : '',
      segments[segmentOf(fan, now)],
      planNames.join(' / '),
      inTokyo(fan.firstSeenAt),
      inTokyo(fan.joinedAt, false),
      String(fan.totalMonths),
      withMoney ? String(fan.lifetimeAmount) : '',
      withMoney ? String(fan.goodsAmount) : '',
      withMoney ? String(fan.orderCount) : '',
      inTokyo(fan.lastPurchaseAt),
      inTokyo(fan.lastActiveAt),
      fan.labels.join(' / '),
      fan.commentBanUntil !== null && fan.commentBanUntil > now ? '制限中' : '',
      fan.blockedAt === null ? '' : 'ブロック中',
    ])
  }
  yield [totalsRow(fanHeader, count, withMoney ? { 累計金額: lifetime, グッズの金額: goods, 注文数: orders } : {})]
}
