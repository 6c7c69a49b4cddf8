const words = {
  site: '集い',
  skip: '本文へ移動',
  menu: 'メニュー',
  login: 'ログイン',
  myPlans: 'マイプラン',
  orders: '注文履歴',
  cart: 'カート',
  terms: '利用規約',
  privacy: 'プライバシー',
  help: 'ヘルプ',
  sections: 'このファンクラブのページ',
  per: (interval: 'month' | 'year'): string => (interval === 'month' ? '/ 月（税込）' : '/ 年（税込）'),
  join: '入会する',
  joined: '入会中',
  waiting: '支払い待ち',
  otherLanguage: 'English',
}

export type FanWordsText = typeof words
export default words
