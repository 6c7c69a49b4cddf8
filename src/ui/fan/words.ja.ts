const words = {
  site: '集い',
  login: 'ログイン',
  myHome: 'マイページ',
  cart: 'カート',
  sections: 'このファンクラブのページ',
  per: (interval: 'month' | 'year'): string => (interval === 'month' ? '/ 月（税込）' : '/ 年（税込）'),
  otherLanguage: 'English',
}

export type FanWordsText = typeof words
export default words
