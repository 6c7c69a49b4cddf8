const words = {
  title: 'お問い合わせ',
  lead: (brand: string) => `「${brand}」の運営に、メッセージを送れます。お返事はメールで届きます。`,
  of: (brand: string) => `${brand}の運営へのお問い合わせ。`,
  fromName: 'お名前',
  from: 'メールアドレス',
  fromHint: 'お返事の届くアドレスを入力してください。',
  subject: '件名',
  content: '内容',
  send: '送信する',
  sending: '送信しています',
  sentTitle: '送信しました',
  sentText: 'お問い合わせを運営に届けました。お返事はメールで届きます。',
  again: '別のお問い合わせを書く',
  required: '入力してください。',
  invalidEmail: 'メールアドレスの形を確かめてください。例：hana@example.com',
  tooLong: (max: string) => `${max}文字までにしてください。`,
  invalidText: '使えない文字があります。改行や特別な記号を取り除いてください。',
  failed: '送信できませんでした。書いた内容は残っています。もう一度お試しください。',
  tooMany: 'お問い合わせは、1時間に5件まで送れます。しばらくしてからお試しください。',
}

export type FanContactWordsText = typeof words
export default words
