const words = {
  title: 'クラブからのお知らせ',
  lead: '新しいコンテンツ、ライブ配信の開始、アーカイブの公開、バックナンバーの販売開始を、加入中の方にメールでお知らせします。お支払いや注文のメールは、この設定に関わらず届きます。',
  none: 'プランに加入すると、ファンクラブごとに選べるようになります。',
  news: {
    of: (brand: string) => `${brand}のお知らせ`,
    on: (brand: string) => `${brand}のお知らせメールを受け取ります`,
    off: (brand: string) => `${brand}のお知らせメールを止めました`,
  },
  choices: {
    open: '種類ごとに選ぶ',
    of: (brand: string) => `${brand}のお知らせの種類と受け取り方`,
    kind: '種類',
    ways: { mail: 'メール', push: '通知' },
    kinds: {
      content: '新しいコンテンツ',
      live: 'ライブ配信の開始',
      archive: 'アーカイブ、バックナンバー',
      answer: 'コメントへの返信',
      order: '商品の発送、受け取りの開始',
      event: 'イベントの前日',
      goods: '販売のお知らせを頼んだグッズ',
    },
    always: 'メールは必ず届きます',
    one: (brand: string, kind: string, way: string) => `${brand}：${kind}を${way}で受け取る`,
  },
  emailTitle: 'メールアドレスの表示',
  emailLead:
    'クラブのオーナーと管理者に、登録のメールアドレスを見せるかどうかを選べます。見せない場合も、ご注文への対応に必要なときは、記録を残したうえで確認されることがあります。',
  email: {
    of: (brand: string) => `${brand}に見せる`,
    on: (brand: string) => `${brand}にメールアドレスを見せます`,
    off: (brand: string) => `${brand}にメールアドレスを見せません`,
  },
  stopTitle: 'お知らせメールの停止',
  stopText:
    'メールをお送りしたファンクラブからの、お知らせメールを止めます。お支払いや注文のメールは、これからも届きます。',
  stop: 'お知らせメールを止める',
  stopped: (brand: string) => `${brand}からのお知らせメールを止めました`,
  stoppedText: 'メールの設定から、いつでも元に戻せます。',
  settings: 'メールの設定',
  incomplete: 'このリンクでは止められません',
  incompleteText:
    'メールに書かれたリンクを、最後まで正しく開いてください。ログインすると、メールの設定からも止められます。',
  tooMany: '続けて何度も送信されました。しばらく待ってから、もう一度お試しください。',
  failed: '止められませんでした。もう一度お試しください。',
  refusals: { fanNotFound: 'このファンクラブのご利用がまだありません。' } as Record<string, string>,
}

export type MailNewsWordsText = typeof words
export default words
