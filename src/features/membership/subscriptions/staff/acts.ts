import type { Acts } from '#kit/acts.ts'
import type { staffSubscriptions } from './contract'

export const staffSubscriptionsActs: Acts<typeof staffSubscriptions> = {
  remindPayment: { ja: '支払いを催促', en: 'Reminded of a payment' },
  extendTerm: { ja: '会員の期間を延長', en: 'Extended a membership' },
  giveFreeDays: { ja: 'カード会員に無料日数を贈呈', en: 'Gave free days to a member by card' },
  cancelSubscriptionByStaff: { ja: '購読を終了', en: 'Ended a membership' },
  exportSubscribers: { ja: '会員を書き出し', en: 'Exported members' },
}
