const words = {
  home: 'ホーム',
  groups: { fanclub: 'ファンクラブ', goods: 'グッズ', fans: 'ファン' },
  plans: 'プラン',
  profile: 'プロフィール',
  members: 'メンバー',
  unnamedPlan: '名前のない下書き',
  chooseBrand: 'ブランドを選ぶと使えます',
  nothingYet: '準備中です',
  clubs: 'ファンクラブの一覧',
  clubHome: 'クラブのホーム',
  openClub: 'ファンクラブを開設する',
  applications: '開設の申請',
  operatorQueue: '開設申請の審査',
  newPlan: 'プランを作成する',
  fanPage: 'ファンのページを見る',
  help: 'ヘルプ',
  terms: '利用規約',
  privacy: 'プライバシー',
  archive: 'アーカイブ',
  create: '作成',
  invitation: 'クラブへの招待',
  detail: 'プランの詳細',
  intro: {
    name: '集い',
    title: 'ファンクラブのための場所',
    headline: 'ファンと、長く続く場所をつくる。',
    lead: '集いは、ファンクラブを運営するためのソフトウェアです。プランを作り、会員を迎え、届けたいものを届けるまでを、ひとつの画面で行えます。',
    signIn: 'ログイン',
    points: {
      plans: { title: 'プランをすぐに公開', text: '名前と価格を決めるだけ。下書きで確かめてから、公開できます。' },
      fans: {
        title: '会員との約束を守る',
        text: '公開した価格は変わりません。プランを終えるときも、会員が支払った期間は必ず守られます。',
      },
      trust: { title: 'チームで安心して運営', text: '役割ごとにできることを分け、だれが何を変えたかを記録します。' },
    },
  },
}

export type PortalWordsText = typeof words
export default words
