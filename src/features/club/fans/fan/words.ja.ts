const words = {
  title: '表示名とアイコン',
  lead: 'コメントや会員証に表示されます。どのファンクラブでも同じです。',
  displayName: '表示名',
  nameHint: '本名でなくてもかまいません。',
  icon: 'アイコン',
  icons: { account: 'アカウントの画像', chosen: 'いまの画像', none: '画像を使わない' },
  iconHint: '選んだ画像は真ん中を正方形に切り取り、すぐにアイコンになります。',
  choosePicture: '画像を選ぶ',
  iconSaved: 'アイコンを変更しました。',
  unreadable: 'この画像は読み込めませんでした。JPEG、PNG、WebPの画像を選んでください。',
  email: 'メールアドレス',
  emailHint: 'ほかのファンには表示されません。加入や購入をしたクラブの運営者が、ご連絡のために見ることがあります。',
  save: '保存する',
  saving: '保存しています',
  saved: '保存しました。',
  required: '表示名を入力してください。',
  invalidText: '使えない文字があります。改行や特別な記号を取り除いてください。',
  tooLong: (max: number) => `${max}文字までにしてください。`,
  failed: '保存できませんでした。もう一度お試しください。',
}

export type MyProfileWordsText = typeof words
export default words
