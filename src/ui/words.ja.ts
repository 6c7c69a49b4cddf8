import { grouped } from '#kit/number.ts'

const words = {
  site: '集い',
  skip: '本文へ移動',
  close: '閉じる',
  cancel: 'キャンセル',
  retry: 'もう一度読み込む',
  pageGone: 'この番号のページはありません',
  firstPage: '最初のページを見る',
  required: '必須',
  optional: '任意',
  copied: 'コピーしました',
  copy: 'コピー',
  copyAddress: 'アドレスをコピー',
  seePage: '公開ページを見る',
  copyOf: (label: string) => `${label}をコピー`,

  toOtherLanguage: '英語で表示',
  toDark: '暗い配色にする',
  toLight: '明るい配色にする',

  loading: '読み込み中',
  checkingIdentity: '認証情報を確認しています',
  failedFaces: {
    broken: {
      title: '読み込めませんでした',
      text: '少し待ってから、もう一度お試しください。続くときは、下の番号を添えてお問い合わせください。',
    },
    unreachable: { title: '接続できませんでした', text: '通信の状態を確かめて、もう一度お試しください。' },
    offline: { title: 'オフラインです', text: '接続が戻ると、自動で読み込みます。' },
    missing: {
      title: '見つかりませんでした',
      text: '削除されたか、アドレスが間違っている可能性があります。',
    },
    forbidden: { title: '表示する権限がありません', text: 'クラブのオーナーに、役割の変更をご相談ください。' },
  },
  requestId: 'お問い合わせ番号',
  notFoundTitle: 'ページが見つかりません',
  notFoundText: 'アドレスが変わったか、公開が終わった可能性があります。',
  toHome: 'ホームへ戻る',

  characters: (used: number, max: number) => `${grouped(used)} / ${grouped(max)}文字`,
  charactersOver: (over: number) => `${grouped(over)}文字多すぎます`,

  playbackSpeed: '再生速度',
  playbackFailed: '動画を再生できませんでした。通信の状態を確かめて、もう一度お試しください。',

  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
  newTab: '新しいタブで開きます',
  typeToConfirm: (text: string) => `確認のため「${text}」と入力してください`,
  notices: 'お知らせ',
  listOf: (items: readonly string[]) => items.join('、'),

  rules: {
    required: () => '入力してください',
    invalidText: () => '使えない文字が含まれています',
    tooLong: (limit: number) => `${grouped(limit)}文字以内で入力してください`,
    tooShort: (limit: number) => `${grouped(limit)}文字以上で入力してください`,
    tooSmall: (limit: number) => `${grouped(limit)}以上で入力してください`,
    tooBig: (limit: number) => `${grouped(limit)}以下で入力してください`,
    mustAgree: () => '同意が必要です',
    invalid: () => '入力の形式を確認してください',
    invalidUrl: () => 'https:// で始まるURLを入力してください',
    invalidEmail: () => 'メールアドレスの形式で入力してください',
  } satisfies Record<string, (limit: number) => string>,
  failures: {
    validation: '入力内容を確認してください。',
    unauthenticated: 'ログインの期限が切れました。もう一度ログインしてください。',
    signInAgain: '安全のため、もう一度ログインしてから操作してください。',
    forbidden: 'この操作を行う権限がありません。担当のオーナーにご相談ください。',
    notFound: '見つかりませんでした。削除されたか、アクセスできない可能性があります。',
    tooLarge: '送信する内容が大きすぎます。',
    tooManyRequests: '短い時間に操作が集中しています。少し待ってから、もう一度お試しください。',
    conflict: '先に別の画面で保存されています。ページを読み込み直してから、もう一度お試しください。',
    offline: 'オフラインです。接続が戻ってから、もう一度お試しください。',
    unreachable: '接続できませんでした。通信環境を確認して、もう一度お試しください。',
    unavailable: '現在ご利用いただけません。少し待ってから、もう一度お試しください。',
    internal: '処理できませんでした。少し待ってから、もう一度お試しください。',
  } satisfies Record<string, string>,
}

export type UiWordsText = typeof words
export default words
