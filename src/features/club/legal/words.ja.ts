/** One heading and its paragraphs. */
export type Section = { title: string; text: readonly string[] }
export type LegalPage = { title: string; lead: string; sections: readonly Section[] }

export type LegalWordsText = {
  help: LegalPage
  terms: LegalPage
  privacy: LegalPage
  others: string
  /** Leads to the same page for the other readers: fans, or creators. */
  toOthers: string
}

const words: LegalWordsText = {
  others: 'ほかのご案内',
  toOthers: 'ファンの方はこちら',
  // The articles are a room of their own (office/help).
  help: { title: 'ヘルプ', lead: 'ファンクラブを運営する方のための使い方です。', sections: [] },
  terms: {
    title: '利用規約',
    lead: '第2026-11版。このデモで試すときの約束です。実際に運営するときは、運営者の規約に差し替えてください。',
    sections: [
      {
        title: '第1条（この規約について）',
        text: [
          'この規約は、集い（以下「本サービス」）を使ってファンクラブを運営する方（以下「利用者」）と、本サービスの運営者との間の約束を定めます。',
        ],
      },
      {
        title: '第2条（申請と開設）',
        text: [
          '利用者は、正しい情報で申請してください。運営者は内容を確かめ、承認したときにファンクラブを開設します。',
          '修正の依頼に30日以内にお返事がないとき、申請は期限切れになります。',
        ],
      },
      {
        title: '第3条（会員との約束）',
        text: [
          '公開したプランの価格と支払いの間隔は変更できません。プランを終えるときは、30日以上前に予定し、会員が支払った期間の終わりまで約束した内容を届けてください。',
        ],
      },
      {
        title: '第4条（手数料と支払い）',
        text: ['手数料と支払いの時期は、開設のときにお知らせする条件によります。'],
      },
      {
        title: '第5条（してはいけないこと）',
        text: [
          '法令に反すること、ほかの人の権利を侵すこと、他人になりすますこと、本サービスの動きを妨げることはできません。',
        ],
      },
      {
        title: '第6条（停止と終了）',
        text: [
          '前条に反したとき、運営者は事前にお知らせしたうえで利用を止めることがあります。急を要するときは、止めたあとにお知らせします。',
        ],
      },
      {
        title: '第7条（規約の変更）',
        text: ['規約を変えるときは、新しい版と適用の日をあらかじめお知らせします。'],
      },
    ],
  },
  privacy: {
    title: 'プライバシーポリシー',
    lead: 'お預かりする情報と、その使い方です。このデモの内容は、実際の運営者の方針に差し替えてください。',
    sections: [
      {
        title: 'お預かりする情報',
        text: [
          'アカウントの名前・メールアドレス・画像、申請で入力された氏名・住所・電話番号、作成されたプランや画像、操作の記録をお預かりします。',
        ],
      },
      {
        title: '使い方',
        text: [
          'ログインの確認、申請の審査、ファンクラブの運営、お問い合わせへの返答、不正の防止に使います。これ以外には使いません。',
        ],
      },
      {
        title: '公開される情報',
        text: [
          'ブランドのプロフィールと公開中のプランは、どなたでも見られます。申請の氏名・住所・電話番号は公開しません。',
        ],
      },
      {
        title: '第三者への提供',
        text: [
          '法令に基づく場合を除き、同意なく第三者に渡しません。認証・決済・メール配信は、委託先に必要な範囲で任せます。',
        ],
      },
      {
        title: 'Cookieについて',
        text: ['ログインの維持と、配色の設定（1年間）のためにCookieを使います。'],
      },
      {
        title: '開示・訂正・削除',
        text: ['ご自身の情報の開示・訂正・削除は、登録のメールアドレスから運営者へご連絡ください。'],
      },
    ],
  },
}

export default words
