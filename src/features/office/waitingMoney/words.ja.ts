const words = {
  title: '返せなかったお金',
  lead: 'アカウントを削除した人が支払ったお金のうち、返金できなかったものです。ご本人から連絡があったときに、もう一度返金してください。',
  tableLabel: '返せなかったお金の一覧',
  columns: { order: '注文', club: 'クラブ', amount: '金額', method: 'お支払い方法', at: '返金に失敗した日時' },
  placed: (date: string) => `${date}の注文`,
  methods: { card: 'カード', konbini: 'コンビニ' },
  refund: 'もう一度返金する',
  refundTitle: (amount: string) => `${amount}をもう一度返金しますか？`,
  refundText: {
    card: '支払いに使われたカードへ返金します。',
    konbini: '決済会社が、返金先の口座をたずねるメールを送ります。メールアドレスは、返金が終わると消去されます。',
  },
  email: 'ご本人のメールアドレス',
  asked: '返金を依頼しました',
  empty: {
    title: '返せなかったお金はありません',
    text: '削除されたアカウントへの返金が失敗すると、ここに表示されます。',
  },
  refusals: {
    orderNotFound: 'すでに返金が進んでいます。一覧を読み込み直してください。',
    refundNeedsEmail: 'メールアドレスを入力してください。',
  },
}

export type WaitingMoneyWordsText = typeof words
export default words
