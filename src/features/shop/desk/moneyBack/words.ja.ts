const words = {
  disputes: '支払いへの異議申し立て',
  disputesText:
    '購入者がカード会社に、支払いの取り消しを申し立てています。回答は運営が行います。期限の前に、下のものを運営に送ってください。',
  disputesOver: '購入者がカード会社に、支払いの取り消しを申し立てました。',
  evidenceUntil: { before: '証拠を出せる期限: ', after: '' },
  evidence: '提出するとよいもの',
  sendEvidence: '運営に送る',
  evidenceFor: (orderNumber: string) => `${orderNumber} の異議申し立て`,
  disputeReasons: {
    fraudulent: '本人が使っていないとの申し立て',
    product_not_received: '商品が届かないとの申し立て',
    product_unacceptable: '商品が説明と違うとの申し立て',
    duplicate: '二重に請求されたとの申し立て',
    subscription_canceled: '解約したあとに請求されたとの申し立て',
    credit_not_processed: '返金されないとの申し立て',
    general: 'その他の申し立て',
  } as Record<string, string>,
  evidenceOf: {
    fraudulent: ['領収書', '購入者の名前とメールアドレス', '加入日・視聴・ダウンロードなど、ご本人が利用した記録'],
    product_not_received: ['発送した日と配送会社', '追跡番号と配達済みの記録', 'お届け先の住所'],
    product_unacceptable: ['商品ページの説明と写真', '購入者とのやりとり', '返品・交換の規定'],
    duplicate: ['それぞれの領収書', '2つの注文の内容の違い'],
    subscription_canceled: ['加入日と、解約の手続きの記録', '自動更新の説明を表示した画面', '請求のあとに利用した記録'],
    credit_not_processed: ['返金の規定', '返金した場合は、その日付と金額'],
    general: ['領収書', '購入者とのやりとり', '発送や利用の記録'],
  } as Record<string, string[]>,
  disputeStates: {
    inquiry: '問い合わせのみ（お金は動いていません）',
    inquiryClosed: '問い合わせ終了',
    open: '審査中',
    won: '支払いが認められました',
    lost: '支払いが取り消されました',
  },
  refunds: '返金',
  refundStates: {
    requested: '手続き中',
    requiresCustomerAction: '購入者の受け取り待ち',
    succeeded: '完了',
    failed: '失敗',
    canceled: '取り消し',
  } as Record<string, string>,
  refundReasons: {
    paidTwice: '二重に支払われたため',
    askedAgain: '購入者がもう一度受け取りを申し込んだため',
    late: '遅れて届いた入金のため',
    accountDeleted: '購入者がアカウントを削除したため',
    provider: '決済会社からの返金',
  } as Record<string, string>,
  failed: '返金できなかったお金があります。もう一度返金するか、ほかの方法で対応したときは対応済みにしてください。',
  handle: {
    button: '対応済みにする',
    title: '返金を対応済みにしますか',
    text: 'この注文は「要対応」から外れます。どう対応したかは、これまでの経過に残ります。',
    label: '対応の内容（記録に残ります）',
    done: '対応済みにしました',
  },
  handled: '対応済み',
  refundAgain: 'もう一度返金する',
  answerUntil: { before: '購入者が口座を入力できる期限: ', after: '' },
  refundWaits: (amount: string) =>
    `${amount}の返金は、購入者の口座が期限までに入力されなかったか、口座に誤りがあったため、まだ終わっていません。購入者は注文履歴から、口座をうかがうメールをもう一度受け取れます。`,
}

export type MoneyBackWordsText = typeof words
export default words
