import { grouped } from '#kit/number.ts'

const words = {
  suspend: '一時停止する',
  resume: '再開する',
  suspendTitle: (name: string) => `「${name}」を一時停止しますか？`,
  resumeTitle: (name: string) => `「${name}」を再開しますか？`,
  effects: [
    '新しい入会、プランの変更、グッズとバックナンバーの販売が、すぐに止まります。ファンのページにもそう表示されます。',
    '売上は振り込まれず、残高に残ります。作成済みで未送信の振り込みも、再開まで送れません。',
    '発行済みのコンビニの番号や開いている支払い画面での入金は、これまでどおり受け付けます。',
    '会員の閲覧とコメント、会費の更新、発送、返金、退会、投稿は、これまでどおり続きます。',
  ],
  resumeEffects: [
    '新しい入会と販売が、すぐに再開します。',
    '売上は、次のお振り込みの作成から対象になります。一時停止の前に作成した振り込みも送れます。',
  ],
  reason: '理由',
  chooseReason: '選んでください',
  message: 'クラブへのメッセージ',
  messageHint: 'オーナーへのメールとクラブのページに載ります。ファンには表示されません。',
  resumeHint: 'オーナーへのメールに載ります。',
  suspended: 'クラブを一時停止しました',
  resumed: 'クラブを再開しました',
  banner: {
    title: 'このクラブは、運営により一時停止中です',
    since: (date: string) => `${date}から`,
    text: '新しい入会と販売、売上のお振り込みが止まっています。会員の閲覧と会費の更新、投稿、発送、返金は、これまでどおりです。',
    answer: '運営に問い合わせる',
  },
  close: {
    title: (name: string) => `「${name}」を閉鎖しますか？`,
    confirm: 'クラブを閉鎖する',
    done: 'クラブの閉鎖の手続きを始めました',
    now: (orders: number) =>
      orders === 0
        ? '新しい入会と販売を、すぐに終了します。'
        : `新しい入会と販売を、すぐに終了します。支払い待ちの注文${grouped(orders)}件は取り消します。`,
    noRenewals: '会費は、もう請求されません。',
    kept: (members: number, date: string) =>
      members === 0
        ? 'いま会員はいないので、すぐに閉鎖されます。'
        : `会員${grouped(members)}人は、お支払い済みの期間の終わりまでコンテンツを見られます。最長で${date}までです。`,
    told: '会員には、いま・終了の7日前・当日に、終了することをメールでお知らせします。理由は伝えません。',
    stays: '入金済みの注文の発送と、売上のお受け取りは、これまでどおり行えます。',
    noWayBack: '元には戻せません。販売を一時的に止めるときは、一時停止を使ってください。',
    messageHint: 'オーナーへのメールとクラブの操作の記録に載ります。ファンには表示されません。',
  },
  refusals: {
    tenantNotFound: 'クラブが見つかりませんでした。',
    alreadySuspended: 'このクラブは、すでに一時停止中です。',
    clubClosed: 'このクラブは、すでに閉鎖されています。',
    notSuspended: 'このクラブは、一時停止中ではありません。',
    nameDiffers: '入力した名前が違います。',
    alreadyClosing: 'すでに閉鎖の手続きが始まっています。',
  },
}

export type SuspensionWordsText = typeof words
export default words
