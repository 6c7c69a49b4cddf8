const words = {
  toPortal: '← 集いに戻る',
  title: 'お試し用の送信箱',
  lead: 'お試し環境では、メールは外に送られず、ここに届きます。',
  to: '宛先',
  from: '差出人',
  at: '送った日時',
  asMail: 'メールとして見る',
  asText: '文字だけで見る',
  shown: (subject: string) => `メールの本文：${subject}`,
  search: '宛先で探す',
  searchButton: '探す',
  list: '届いたメール',
  none: 'まだメールはありません',
  noneText: '申し込みや招待をすると、届くはずのメールがここに並びます。',
  noneFound: 'この宛先へのメールはありません',
  noneFoundText: '宛先の一部だけでも探せます。',
  choose: 'メールを選ぶと、ここに表示されます。',
  notFound: 'このメールは見つかりません。',
  back: '一覧に戻る',
}

export type SandboxWordsText = typeof words
export default words
