const words = {
  preview: '予告',
  clip: '予告の動画',
  unavailable: 'このコンテンツは、いま見られません',
  unavailableText: '公開が終わったため、新しく見られるようにする方法はありません。',
  lockedTitles: {
    requiredPurchasePlan: 'プランの会員が見られるコンテンツです',
    requiredPurchaseBackNumber: 'バックナンバーで見られるコンテンツです',
    requiredPurchasePlanAndBackNumber: '別の月のコンテンツです',
  },
  feeTitle: '会費のお支払いで開くコンテンツです',
  conditions: '見られるようになる条件',
  conditionPlan: (plans: string) => `${plans}の会員であること`,
  conditionMonth: (month: string) => `${month}に会員だったこと、またはその月のバックナンバーがあること`,
  met: '満たしています',
  unmet: 'まだです',
  cheapest: 'いちばん少ない費用で見る方法',
  join: (plan: string) => `${plan}に入会する`,
  byFee: '見られるようにする方法',
  fee: (plan: string) => `${plan}の会費`,
  pay: 'お支払いを確認する',
  buyMonth: (month: string, plan: string) => `${month}のバックナンバー（${plan}）`,
  per: { month: '月', year: '年' },
  total: '合計',
  otherWays: 'ほかの方法',
  seePlan: 'プランを見る',
  seeMonth: 'この月を見る',
  toMonth: (month: string, yen: string) => `${month}のバックナンバーへ ${yen}`,
  noWay: 'いま販売されている方法はありません。',
  notPaid: (month: string) =>
    `${month}の会費をお支払いの方に開くコンテンツです。この月のバックナンバーは、いま販売されていません。`,
  notPaidYet: (month: string) => `${month}の会費をお支払いいただくと開きます。`,
  member: 'すでに会員の方は、ログインすると見られます。',
  signIn: 'ログイン',
}

export type LockedWordsText = typeof words
export default words
