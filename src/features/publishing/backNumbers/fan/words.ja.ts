const words = {
  title: 'バックナンバー',
  lead: '会員でなかった月のコンテンツを、月ごとに購入できます。',
  of: (brand: string) => `${brand}のバックナンバー。月ごとの内容と価格です。`,
  plans: 'プラン',
  year: (year: number) => `${year}年`,
  before: '前の年',
  after: '次の年',
  legend: {
    readable: '見られます',
    owned: '持っています',
    missing: '持っていません',
    current: '今月',
    ahead: 'これから',
  },
  contents: (n: number) => `${n}件`,
  none: 'コンテンツなし',
  price: (yen: string) => `${yen}`,
  empty: 'この年のバックナンバーは、ありません。',
  emptyText: '月に分けて公開されたコンテンツが、ここに並びます。',
  noPlan: 'バックナンバーのあるプランは、まだありません。',
  backToYear: '一覧へ戻る',
  contentsOf: (month: string) => `${month}の内容`,
  states: {
    readable: 'この月のコンテンツを見られます。',
    ownedNeedsPlan: 'この月を持っています。プランに入会しているあいだ、見られます。',
    current: 'この月は、プランに入会すると見られます。月が終わると、バックナンバーとして購入できます。',
    notForSale: 'この月は、販売されていません。',
    membersOnly: 'このプランは新しい入会を受け付けていません。会員の方だけが、この月を購入できます。',
    ended: 'このプランは終了したため、販売されていません。',
  },
  buyTitle: (month: string, plan: string) => `${month}（${plan}）`,
  perMonth: 'この月のバックナンバー',
  needsPlan:
    'バックナンバーは、プランの会員のあいだ見られます。会員でない方は、入会とあわせて1回のお支払いで購入できます。',
  alone: '購入すると、プランの会員でなくても、この月のコンテンツを見られます。',
  later: 'あとから加わるこの月のコンテンツも含まれます。',
  join: 'プランを見る',
}

export type FanMonthWordsText = typeof words
export default words
