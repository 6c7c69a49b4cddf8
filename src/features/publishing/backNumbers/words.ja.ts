import { grouped } from '#kit/number.ts'

const words = {
  title: 'バックナンバー',
  lead: '会員でなかった方は、月ごとに購入できます。コンテンツの「バックナンバーの月」で、どの月に入るかが決まります。',
  tableLabel: '月ごとの一覧',
  plan: 'プラン',
  year: '年',
  yearOf: (year: number) => `${year}年`,
  columns: { month: '月', contents: 'コンテンツ', price: '価格', state: '販売', buyers: '購入者', income: '収入' },
  count: (n: number) => `${grouped(n)}件`,
  people: (n: number) => `${grouped(n)}人`,
  ownPrice: '個別の価格',
  states: { onSale: '販売中', notForSale: '販売していません', ended: '販売終了' },
  from: (date: string) => `${date}から販売`,
  none: '—',
  edit: '価格と販売を変える',
  seeContents: 'この月のコンテンツ',
  editTitle: (month: string) => `${month}の価格と販売`,
  price: '価格',
  priceHint: (yen: string) => `空欄にすると、プランの1か月分（${yen}）になります。`,
  priceTooSmall: '500円以上にしてください。',
  priceNotWhole: '円単位の整数で入力してください。',
  priceTooBig: '99,999,999円以下にしてください。',
  sale: '販売する',
  saleHint: '止めても、すでに購入した方は見られます。',
  save: '保存する',
  saved: '保存しました',
  failed: '保存できませんでした。もう一度お試しください。',
  cancel: 'キャンセル',
  empty: {
    title: 'この年のバックナンバーはありません',
    text: 'コンテンツにバックナンバーの月を選んで公開すると、ここに並びます。',
  },
  noPlans: { title: 'プランがまだありません', text: 'プランを公開すると、月ごとの価格と販売を決められます。' },
  toPlans: 'プランの一覧',
  readOnly: '価格と販売を変えられるのは、オーナー・管理者・編集の役割の方だけです。',
}

export type MonthWordsText = typeof words
export default words
