import { inTokyo, totalsRow } from '#club/exports/cells.ts'
import type { ExportRow } from '#club/exports/queries.server.ts'
import type { Cell } from '#kit/csv.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Db } from '#server/proven.ts'
import { type EndReason, endOf, type UserPlanStatus, userPlanStatus } from '../subscription'
import type { SubscriberTab } from './contract'
import { exportedSubscribers, type SubscriberFilter } from './queries.server'
import { monthlyWorth, nextBilling } from './subscriber'
// Exports are in Japanese, whatever the language of the screen.
import screen from './words.ja'

export type SubscriberExport = {
  tab: SubscriberTab
  asOf?: Instant | undefined
  filter: SubscriberFilter
  withEmail: boolean
}

const statuses: Record<UserPlanStatus, string> = {
  active: '有効',
  scheduledToCancel: '解約予定',
  canceled: '終了',
  scheduledToArchive: 'プランの終了予定',
  archived: 'プランの終了',
  paymentIncomplete: '支払いの失敗',
  requiredKonbiniPayment: 'コンビニ支払い待ち',
}
const methods = { card: 'クレジットカード', konbini: 'コンビニ払い', comp: '招待' }
const reasons: Record<EndReason, string> = {
  user: '本人の解約',
  paymentFailed: '支払いの失敗',
  konbiniUnpaid: 'コンビニの未払い',
  planArchived: 'プランの終了',
  blocked: 'ブロック',
  refund: '返金',
  dispute: 'カード会社への異議申し立て',
  switched: 'プランの変更',
  staff: 'スタッフによる解約',
  tenantClosed: 'ファンクラブの終了',
}
export const subscriberHeader =
  '会員番号 表示名 メール プラン 間隔 金額 月あたり 支払方法 状態 入会日 現在の期間開始 現在の期間終了 次回請求日 解約申込日 解約理由 終了日 終了理由 継続月数 累計月数 累計金額'.split(
    ' ',
  )

/** The rows of a file of members, by the same filter and day as the screen's, and their sums. */
export const subscriberRows = async function* (db: Db, row: ExportRow, now: number): AsyncGenerator<Cell[][]> {
  const { withEmail, ...which } = row.params as SubscriberExport
  yield [[...subscriberHeader]]
  let [count, price, worth] = [0, 0, 0]
  // Access to the brand was checked when the export was requested.
  for await (const batch of exportedSubscribers(db, row as unknown as Brand, which, now)) {
    for (const { subscription } of batch) {
      count += 1
      price += subscription.price
      worth += monthlyWorth(subscription)
    }
    yield batch.map(({ subscription, plan, fan, person, months, isAwaited, ...more }) => {
      const end = endOf(subscription, plan, now)
      const number = fan?.memberNumber ?? null
      return [
        number === null ? '' : String(number),
        person?.displayName ?? '',
        withEmail ? (more.email ?? '') : '',
        plan.name,
        subscription.interval === 'year' ? '年' : '月',
        String(subscription.price),
        String(monthlyWorth(subscription)),
        methods[subscription.method],
        statuses[userPlanStatus(subscription, plan, { isAwaited, now })],
        inTokyo(subscription.purchasedAt, false),
        inTokyo(more.termFrom, false),
        inTokyo(subscription.paidUntil, false),
        inTokyo(nextBilling(subscription, plan, now), false),
        inTokyo(subscription.cancelAppliedAt, false),
        screen.cancelReasons[subscription.cancelReason] ?? '',
        inTokyo(end?.at ?? null, false),
        end ? reasons[end.reason] : '',
        String(months),
        String(more.totalMonths ?? 0),
        String(more.lifetimeAmount ?? 0),
      ]
    })
  }
  yield [totalsRow(subscriberHeader, count, { 金額: price, 月あたり: worth })]
}
