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
  balance: {
    title: '決済会社の残高と帳簿',
    provider: '決済会社の記録',
    unknown: 'うち注文のわからないもの',
    ledger: '帳簿の記録',
    difference: '差額',
    equal: '一致しています',
    differs: '一致していません',
    looked: (time: string) => `${time}に照合`,
    never: 'まだ照合していません。毎日3時30分に照合します。',
    text: '決済会社の手数料を引き、クラブへの振込を足し戻した金額です。',
  },
  unknown: {
    title: '誰のものかわからない支払い',
    lead: '決済会社には支払いや定期の請求がありますが、注文や加入が見つかりません。返金するか、請求を止めてください。',
    tableLabel: '誰のものかわからない支払いの一覧',
    columns: { what: '決済会社の番号', amount: '金額', order: '名指しされた注文', state: '状況', at: '日時' },
    kinds: { payment: '支払い', subscription: '定期の請求' },
    waiting: '対応待ち',
    asked: '手続き中',
    none: '見つかりません',
    evidenceUntil: (date: string) => `証拠は${date}まで`,
    troubles: {
      refundFailed: {
        name: '返金できず',
        text: '返金先の口座の回答が期限までになかったか、銀行から戻されました。お金はまだ決済会社にあります。',
      },
      inquiry: {
        name: '銀行の照会',
        text: 'カード会社がこの支払いについてたずねています。返金するか、決済会社の画面で答えてください。',
      },
      disputed: {
        name: '異議申し立て',
        text: 'カード会社に異議が申し立てられ、お金はカード会社に戻されています。返金はできません。決済会社の画面で、期限までに答えてください。',
      },
      disputeWon: {
        name: '異議は退けられました',
        text: 'カード会社に戻されていたお金が、決済会社に入りました。',
      },
      disputeLost: {
        name: '異議が認められました',
        text: 'お金は、カード会社を通じて支払った人に戻りました。返金は要りません。',
      },
    },
    refused: {
      name: '断られました',
      text: (code: string) => `決済会社に断られました（${code}）。決済会社の画面で確かめてください。`,
    },
    act: { payment: '返金する', subscription: '請求を止める' },
    note: '対応済みにする',
    asks: {
      payment: (amount: string) => `${amount}を返金しますか？`,
      subscription: '今後の請求を止めますか？',
      note: '対応済みにしますか？',
    },
    text: {
      payment: '支払った人に全額を返金します。',
      subscription: '決済会社で定期の請求を終わらせます。これまでの支払いは返金されません。',
      note: 'お金は動きません。一覧から消え、理由が操作の記録に残ります。',
    },
    reason: '理由',
    done: '受け付けました',
    empty: { title: 'ありません', text: '決済会社のすべての支払いが、注文と一致しています。' },
  },
  refusals: {
    paymentNotFound: 'すでに対応されています。一覧を読み込み直してください。',
    orderNotFound: 'すでに返金が進んでいます。一覧を読み込み直してください。',
    refundNeedsEmail: 'メールアドレスを入力してください。',
  },
}

export type WaitingMoneyWordsText = typeof words
export default words
