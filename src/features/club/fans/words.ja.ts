const words = {
  myHome: 'ホーム',
  myPlans: '加入中のプラン',
  myOrders: '注文履歴',
  myAddresses: 'お届け先',
  myAccount: 'アカウント',
  myProfile: '表示名とアイコン',
  signOut: 'ログアウト',
  signIn: 'ログイン',
  signInTitle: 'ログインしてください',
  signInText: 'プランやお支払い、表示名は、ログインした方だけが見られます。',
  help: 'ヘルプ',
  terms: '利用規約',
  privacy: 'プライバシー',
}

export type FansWordsText = typeof words
export default words
