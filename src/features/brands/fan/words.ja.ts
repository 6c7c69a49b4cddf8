const words = {
  top: 'トップ',
  plans: 'プラン',
  events: 'イベント',
  contents: 'コンテンツ',
  backNumbers: 'バックナンバー',
  goods: 'グッズ',
  contact: 'お問い合わせ',
  seeAll: 'すべて見る',
  seePlans: 'プランを見る',
  from: (price: string) => `プランを見る　${price}から`,
  per: { month: '月', year: '年' },
  noPlans: '入会できるプランは、まだありません。',
  noPlansText: '新しいプランが始まると、ここに表示されます。',
  closing: (date: string) =>
    `新しい入会と販売は終了しました。お支払い済みの期間のコンテンツは、その終わりまでご覧いただけます。最長で${date}までです。`,
  links: 'リンク',
  descriptionOf: (name: string) => `${name}のオフィシャルファンクラブ。`,
  myPage: 'マイページ',
  terms: '利用規約',
  privacy: 'プライバシー',
  help: 'ヘルプ',
}

export type FanBrandWordsText = typeof words
export default words
