import { grouped } from '#kit/number.ts'
import type { FileState } from './account'

const words = {
  title: 'アカウント',
  lead: 'あなたのデータの写し、アカウントの削除、このブラウザーの設定です。',
  fanLead: '通知とお知らせの設定、あなたのデータの写し、アカウントの削除です。',
  email: 'メールアドレス',
  address: {
    verified: '確認済み',
    unverified: '未確認',
    why: '払込番号や領収書などのお知らせが届くアドレスです。届くことをご確認ください。',
    waits: (email: string) => `${email}の確認を待っています。届いたメールのボタンを押すと変わります。`,
    check: '確認メールを送る',
    stopped: {
      bounced:
        'このアドレスに送ったメールが戻ってきたため、お知らせを止めています。アドレスを確かめて、変更するか、もう一度お試しください。',
      complained:
        '迷惑メールとして報告されたため、このアドレスへのお知らせを止めています。払込番号や領収書も届きません。',
    },
    again: 'お知らせを再開する',
    change: '変更する',
    changeTitle: 'メールアドレスを変更する',
    changeText:
      '新しいアドレスに確認のメールを送ります。メールのボタンを押すまで、今のアドレスのままです。今のアドレスにもお知らせします。',
    next: '新しいメールアドレス',
    noAddress: 'メールアドレスの形になっていません。',
    send: '確認メールを送る',
    sent: (email: string) => `${email}に確認メールを送りました`,
    confirmTitle: 'メールアドレスの確認',
    confirmText: 'このメールを受け取ったアドレスを、あなたのアカウントで使います。',
    confirm: 'このアドレスを確認する',
    done: (email: string) => `${email}を確認しました`,
    doneText: 'これからのお知らせは、このアドレスに届きます。',
    doneChanged: '新しいアドレスで、もう一度ログインしてください。',
    signInAgain: 'ログインし直す',
    incomplete: 'リンクが途中で切れています',
    incompleteText: 'メールのボタンから、もう一度開いてください。',
    toAccount: 'アカウントへ',
  },
  name: '表示名',
  data: 'データの写し',
  dataLead: 'このアカウントで保存されているデータを、1つのファイル（JSON）にまとめてダウンロードできます。',
  make: 'ファイルを作る',
  started: 'ファイルを作り始めました。できたらメールでお知らせします。',
  none: 'まだファイルはありません。',
  download: 'ダウンロード',
  downloadOf: (date: string) => `ダウンロード: ${date}のファイル`,
  until: (date: string) => `${date}まで`,
  states: {
    enqueued: '作成中',
    completed: '完了',
    failed: '失敗',
    expired: '期限切れ',
  } satisfies Record<FileState, string>,
  keys: 'キーボード',
  letterKeys: '一覧を文字のキーで操作する',
  letterKeysHint:
    'J・Kで行を移り、Xで選びます。音声入力をお使いのときは、オフにできます。このブラウザーだけの設定です。',
  end: 'アカウントの削除',
  endLead: '削除すると、すぐにログアウトし、元には戻せません。',
  delete: 'アカウントを削除',
  deleteTitle: 'アカウントを削除しますか',
  gone: 'お名前、メールアドレス、お届け先、コメントを消去します。',
  memberships: (n: number) =>
    n === 0
      ? '加入中のプランはありません。'
      : `加入中のプラン${grouped(n)}件は、すぐに終了します。残りの期間の返金はありません。`,
  orders: (n: number) => `発送前の注文${grouped(n)}件は、そのままお届けします。宛先は、お届けのあとで消去します。`,
  waiting: (amount: string) =>
    `お受け取りになっていない返金が${amount}あります。受け取り口座をうかがうメールを、決済会社からもう一度お送りします。`,
  stays: '注文と会計の記録は、法令のため、お名前のない形で残ります。',
  alone:
    'あなただけがオーナーのクラブがあります。先に、ほかの方をオーナーにするか、クラブを閉鎖して、発送とお振り込みが終わるまでお待ちください。',
  deleted: 'アカウントを削除しました',
  refusals: {
    alreadyVerified: 'このアドレスは、もう確認されています。',
    mailStopped: 'このアドレスの持ち主が迷惑メールとして報告したため、メールを送れません。',
    noEmail: 'アカウントにメールアドレスがありません。先に登録してください。',
    sameEmail: '今のメールアドレスと同じです。',
    linkLapsed: 'リンクの期限が切れたか、ほかのアカウントのものです。アカウントのページから、もう一度送ってください。',
    emailTaken: 'このメールアドレスは、ほかのアカウントで使われています。',
    emailDiffers: '入力したメールアドレスが違います。',
    lastOwner:
      'あなただけがオーナーのクラブがあります。先に、ほかの方をオーナーにするか、クラブを閉鎖して、発送とお振り込みが終わるまでお待ちください。',
    fileNotFound: 'このファイルは、もうありません。もう一度作ってください。',
  } as Record<string, string>,
}

export type AccountWordsText = typeof words
export default words
