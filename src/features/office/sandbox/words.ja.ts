import type { StopsOf } from './tour'

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
  tour: {
    title: 'お試しクラブをひとめぐり',
    lead: 'ファン、クリエイター、運営の3つの立場から、順に見て回れます。パスワードはどれも tsudoi-demo です。別のアカウントでログインしているときは、先にログアウトしてください。',
    signIn: 'ログイン',
    signInAs: (email: string) => `ログイン（${email}）`,
    email: 'メールアドレス',
    walks: {
      fan: {
        title: 'ファンとして',
        lead: 'スマートフォンの大きさでも見てください。',
        stops: {
          page: { title: 'ファンのページを開く', text: 'だれのクラブか、いくらか、次のライブはいつか。' },
          join: { title: 'プランに入る', text: 'お試しのカードで払うと、その場で会員証が届きます。' },
          read: { title: '会員向けのコンテンツを読む', text: '開かないものには、開き方が書いてあります。' },
          buy: { title: 'グッズを買う', text: 'コンビニ払いを選ぶと、レジの代わりになる画面が開きます。' },
          mine: { title: '自分のホームを見る', text: '入っているクラブ、注文、次のお支払い。' },
          mail: { title: '届いたメールを読む', text: 'お試し環境のメールは、すべてここに届きます。' },
        } satisfies Record<StopsOf<'fan'>, { title: string; text: string }>,
      },
      creator: {
        title: 'クリエイターとして',
        lead: 'ファンとしてしたことが、こちら側でどう見えるか。',
        stops: {
          home: { title: 'ブランドのホームを開く', text: 'やること、これからの予定、ファンの動き。' },
          write: { title: 'お知らせを書く', text: '書きながら保存され、公開の前に読む人ごとに確かめられます。' },
          plans: { title: 'プランを見る', text: '価格の横に、受け取る金額と手数料があります。' },
          members: { title: '会員を見る', text: 'お支払いの状態ごとに。' },
          orders: { title: '注文を発送する', text: 'まとめて送り状を作り、お知らせのメールも見てから送れます。' },
          revenue: { title: '収益を確かめる', text: 'どの数字からも、もとの行まで下りられます。' },
        } satisfies Record<StopsOf<'creator'>, { title: string; text: string }>,
      },
      operator: {
        title: 'サービスの運営として',
        lead: 'クラブを迎え、お金の流れを見守る側です。',
        stops: {
          desk: { title: '運営のホームを開く', text: '期限のあるものから並びます。' },
          applications: { title: '申請を審査する', text: '承認、修正の依頼、見送り。どれもメールを見てから。' },
          payouts: { title: 'お振り込みを用意する', text: '月ごとの明細と、銀行のファイル。' },
          balance: { title: '台帳と突き合わせる', text: '決済会社の残高と、こちらの帳簿の差。' },
        } satisfies Record<StopsOf<'operator'>, { title: string; text: string }>,
      },
    },
  },
}

export type SandboxWordsText = typeof words
export default words
