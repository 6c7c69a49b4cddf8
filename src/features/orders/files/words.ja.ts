import { grouped } from '../../../kit/number'
import type { OrderFormat } from './formats'
import type { RowResult } from './tracking'

const words = {
  title: '注文のファイル',
  button: 'CSV',
  back: '注文の一覧',
  tabs: { exports: '書き出し', imports: '伝票番号の取り込み' },
  formats: {
    standard: '標準（明細ごとに1行）',
    b2cloud: 'ヤマト B2クラウド',
    ehidenIII: '佐川 e飛伝III',
    clickPost: 'クリックポスト',
  } as Record<OrderFormat, string>,
  formatHints: {
    standard: '表示中の注文をすべて書き出します。',
    b2cloud: '発送待ちの注文だけを、1件1行で書き出します。',
    ehidenIII: '発送待ちの注文だけを、1件1行で書き出します。住所は16文字ごとに分けます。',
    clickPost: '発送待ちの注文だけを書き出します。クリックポストに一度に登録できるのは40件までです。',
  } as Record<OrderFormat, string>,
  encodings: { utf8bom: 'UTF-8（Excel対応）', sjis: 'Shift-JIS' },
  export: {
    title: '注文を書き出す',
    chosen: (n: number) => `選んだ${grouped(n)}件の注文を書き出します。`,
    filtered: 'いまの絞り込みにあてはまる注文を書き出します。',
    format: '形式',
    encoding: '文字コード',
    note: 'ファイルには住所が含まれます。書き出したことは記録に残り、ファイルは7日後に削除されます。',
    submit: '書き出す',
    started: '書き出しを始めました',
    see: 'ファイルを見る',
    label: '書き出したファイルの一覧',
    file: 'ファイル',
    state: '状態',
    rows: '行数',
    by: '作成した人',
    at: '作成日時',
    download: 'ダウンロード',
    downloadOf: (name: string) => `${name}をダウンロード`,
    states: {
      enqueued: '待機中',
      processing: '作成中',
      completed: '完了',
      failed: '失敗',
      expired: '期限切れ',
    } as Record<string, string>,
    progress: (n: number) => `${grouped(n)}行`,
    empty: '書き出したファイルはありません',
    emptyText: '注文の一覧で「CSV」を押すと、ここにファイルが並びます。',
  },
  import: {
    title: '伝票番号を取り込む',
    lead: '配送会社のソフトが書き出した結果のファイル、または「注文番号・配送業者・伝票番号」の3列のCSVを選んでください。1,000行、15MBまでです。',
    choose: 'ファイルを選ぶ',
    template: 'ひな形をダウンロード',
    reading: 'ファイルを読み取っています',
    previewTitle: (name: string) => `${name} の確認`,
    counts: (ok: number, others: number) =>
      `${grouped(ok)}件を発送済みにできます。${others > 0 ? `${grouped(others)}件はそのまま残ります。` : ''}`,
    line: '行',
    order: '注文番号',
    carrier: '配送業者',
    number: '伝票番号',
    result: '結果',
    results: {
      ok: '発送できます',
      notFound: '注文が見つかりません',
      notPaid: '入金されていません',
      alreadyShippedSame: '登録済みです',
      alreadyShippedDifferent: '別の番号で発送済みです',
      onHold: '保留中です',
      nothingToShip: '発送するものがありません',
      invalidTracking: '伝票番号が正しくありません',
      duplicateInFile: '同じ注文が前の行にあります',
    } as Record<RowResult, string>,
    notify: '購入者にメールでお知らせする',
    apply: (n: number) => `${grouped(n)}件を発送済みにする`,
    again: '別のファイルを選ぶ',
    applied: (n: number) => `${grouped(n)}件を発送済みにしました`,
    listTitle: 'これまでの取り込み',
    label: 'これまでの取り込みの一覧',
    file: 'ファイル',
    state: '状態',
    count: '発送した数',
    of: (applied: number, all: number) => `${grouped(applied)} / ${grouped(all)}件`,
    by: '取り込んだ人',
    at: '日時',
    states: { waiting: '未送信', read: '未適用', applied: '適用済み', undone: '取り消し済み' } as Record<
      string,
      string
    >,
    undo: '取り消す',
    undoOf: (name: string) => `${name}の取り込みを取り消す`,
    undoTitle: (name: string) => `${name} の取り込みを取り消しますか`,
    undoText: (n: number) =>
      `発送済みにした${grouped(n)}件が未発送に戻ります。配達済みのものと返金のあるものは、そのまま残ります。送ったメールは取り消せません。`,
    undone: (n: number, kept: number) =>
      kept > 0
        ? `${grouped(n)}件を戻し、${grouped(kept)}件はそのままにしました`
        : `${grouped(n)}件を未発送に戻しました`,
    empty: '取り込みはまだありません',
    emptyText: '配送会社のソフトで送り状を印刷したら、結果のファイルをここで取り込めます。',
    sendFailed: 'ファイルを送れませんでした。接続を確かめて、もう一度お試しください。',
    tooLarge: '15MBより大きいファイルは取り込めません。',
  },
  refusals: {
    importNotFound: 'この取り込みは見つかりませんでした。',
    importUsed: 'この取り込みはすでに行われています。ページを読み込み直してください。',
    fileMissing: 'ファイルが届いていません。もう一度選んでください。',
    importTooLarge: '一度に取り込めるのは1,000行、15MBまでです。ファイルを分けてください。',
    brokenEncoding: '文字コードを読み取れません。UTF-8かShift-JISで保存し直してください。',
    brokenCsv: 'CSVとして読み取れません。引用符（"）が閉じているか確かめてください。',
    tooManyColumns: '列が多すぎます。配送会社のソフトが書き出したままのファイルを選んでください。',
    columnsMissing:
      '「注文番号」（またはお客様管理番号）と「伝票番号」の列が見つかりません。1行目に列の名前があるか確かめてください。',
    nothingToApply: '発送済みにできる行がありません。',
    notApplied: 'この取り込みは取り消せません。ページを読み込み直してください。',
    tooLate: '取り込みから24時間が過ぎたため、取り消せません。注文の画面で1件ずつ取り消してください。',
  } as Record<string, string>,
}

export type OrderFileWordsText = typeof words
export default words
