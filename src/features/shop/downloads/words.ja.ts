import { grouped } from '#kit/number.ts'
import type { Grant } from './contract'
import type { GrantState } from './download'

const words = {
  fan: {
    title: 'ダウンロード',
    hint: 'ダウンロードは、1時間のうちなら何度でも1回と数えます。途中で止まったときは、もう一度押してください。',
    get: 'ダウンロード',
    getOf: (name: string) => `ダウンロード：${name}`,
    remaining: (n: number) => `あと${n}回`,
    endless: '回数の制限なし',
    states: {
      active: '',
      limitReached: '上限の回数に達しました。もう一度必要なときは、お問い合わせください。',
      suspended: 'ダウンロードできません。返金されたか、停止されています。',
    } as Record<GrantState, string>,
    contact: '販売者に問い合わせる',
    begun: 'ダウンロードを始めました。始まらないときは、もう一度押してください。',
    none: 'ダウンロードできるものはありません',
    noneText: 'お支払いが済んでいないか、この注文にはファイルがありません。',
    toOrder: 'ご注文を見る',
    toOrders: '注文の一覧へ',
  },
  staff: {
    title: 'ダウンロード',
    ofOrder: '購入した方は、注文の画面からダウンロードできます。',
    ofGoods: '購入ごとの、ダウンロードの回数です。',
    none: 'まだ購入されていません。',
    ofFan: 'このファンが購入したデータの、ダウンロードの回数です。',
    noneOfFan: 'ダウンロードできるものは、まだ購入されていません。',
    noneOfOrder: 'お支払いが済むと、ダウンロードできるようになります。',
    used: (used: number, most: number) => (most === 0 ? `${used}回` : `${used} / ${most}回`),
    last: '最終',
    never: '未ダウンロード',
    states: { active: '有効', limitReached: '上限', suspended: '停止中' } as Record<GrantState, string>,
    reasons: {
      staff: 'スタッフが停止しました',
      abuse: '多くの場所からダウンロードされたため、自動で停止しました',
      refund: '返金または異議申し立てのため',
    } as Record<NonNullable<Grant['reason']>, string>,
    more: (name: string) => `${name}の操作`,
    reset: '回数を最初に戻す',
    suspend: '停止する',
    resume: '再開する',
    wasReset: '回数を最初に戻しました。',
    suspended: 'ダウンロードを停止しました。',
    resumed: 'ダウンロードを再開しました。',
    newer: '新しいほうへ',
    older: '古いほうへ',
    pages: 'ダウンロードのページ',
    pageOf: (page: number, total: number) => `${page} / ${total}`,
  },
  waiting: {
    goods: 'グッズ',
    state: '状態',
    waiting: (n: number) => `未ダウンロード ${grouped(n)}件`,
    stopped: (n: number) => `停止中 ${grouped(n)}件`,
    oldest: '一番古い注文',
    next: 'できること',
    orders: '注文を見る（案内のメールを送り直せます）',
    reopen: '停止した理由を見て再開する',
    cut: (most: number) => `古い注文のものから${grouped(most)}種類を表示しています。`,
    lead: (days: number) =>
      `${days}日以内に購入され、まだ一度もダウンロードされていないものです。返金や異議申し立てのあったものは入りません。`,
    none: 'ダウンロードを待っているファイルはありません',
    noneText: '購入されて、まだダウンロードされていないファイルが、ここに並びます。',
  },
  refusals: { downloadNotFound: 'このファイルは見つかりませんでした。' } as Record<string, string>,
}

export type DownloadWordsText = typeof words
export default words
