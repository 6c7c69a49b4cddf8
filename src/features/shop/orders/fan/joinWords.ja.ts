/** What the buttons to join or to buy say; the dialog that they open brings its own. */
const words = {
  button: '入会する',
  intervals: { month: ' / 月', year: ' / 年' },
  joined: '加入中のプランを見る',
  waiting: 'お支払いの続きへ',
  refused: '会費のお支払いができませんでした。カードを変えると、すぐに更新されます。',
  mend: 'カードを変える',
  thanks: 'お支払いありがとうございます。確認できしだい、ご利用いただけます。',
  closed: '新しい入会は受け付けていません。',
  buyMonth: 'この月を購入する',
}

export type JoinWordsText = typeof words
export default words
