import { grouped } from '#kit/number.ts'
import type { Encoding, ExportState } from './export'

const words = {
  button: 'CSV',
  titles: {
    fans: 'ファンを書き出す',
    subscribers: '会員を書き出す',
    sales: '売上を書き出す',
    ledger: '台帳を書き出す',
  },
  lead: 'いまの絞り込みにあてはまるものを、すべて書き出します。最後の行は合計です。',
  encoding: '文字コード',
  encodings: { utf8bom: 'UTF-8（Excel対応）', sjis: 'Shift-JIS' } satisfies Record<Encoding, string>,
  withEmail: 'メールアドレスを含める',
  withEmailHint: 'クラブに見せることを選んだ方のメールアドレスだけが入ります。',
  note: '書き出したことは記録に残り、ファイルは7日後に削除されます。作成中にこの画面を閉じても、続きます。',
  submit: '書き出す',
  started: '書き出しを始めました',
  close: '閉じる',
  files: 'これまでのファイル',
  none: 'まだファイルはありません。',
  rows: (n: number) => `${grouped(n)}行`,
  states: {
    enqueued: '待機中',
    processing: '作成中',
    completed: '完了',
    failed: '失敗',
    expired: '期限切れ',
  } satisfies Record<ExportState, string>,
  download: 'ダウンロード',
  downloadOf: (name: string) => `ダウンロード: ${name}`,
  refusals: {
    exportNotFound: 'このファイルは見つかりませんでした。',
    exportNotThere: 'このファイルは、まだできていないか、期限が過ぎています。ページを読み込み直してください。',
    emailNotAllowed: 'メールアドレスを書き出せるのは、オーナーと管理者だけです。',
  } as Record<string, string>,
}

export type ExportWordsText = typeof words
export default words
