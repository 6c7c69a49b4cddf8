import { grouped } from '#kit/number.ts'
import type { DueKind } from './due'

const words = {
  title: '運営のホーム',
  due: 'やること',
  dueNone: 'いま待たれている作業はありません。',
  kinds: {
    disputes: { title: '異議申し立て', text: '期限までに証拠を提出してください。' },
    unallocated: { title: '持ち主のわからない入金', text: '返金するか、対応したことを記録してください。' },
    moneyWaiting: { title: '返せなかったお金', text: 'もう一度、返金を試してください。' },
    failedJobs: { title: '完了しなかった処理', text: '原因を確かめて、やり直してください。' },
    payouts: { title: '振込データの作成', text: '予定日までに、銀行に渡すファイルを作ってください。' },
    applicationsAnswered: { title: '修正が届いた開設申請', text: 'お願いした修正を確認してください。' },
    applications: { title: '審査待ちの開設申請', text: '申請した方が返事を待っています。' },
    identityChecks: { title: '本人確認の審査', text: '書類を確認してください。' },
    requests: { title: 'クラブからのお問い合わせ', text: 'クラブの担当者が返事を待っています。' },
  } satisfies Record<DueKind, { title: string; text: string }>,
  until: (date: string) => `いちばん早い期限: ${date}`,
  since: (date: string) => `いちばん古いもの: ${date}から`,
  count: (n: number) => `${grouped(n)}件`,
  disputes: '異議申し立ての期限',
  disputesNone: '審理中の異議申し立てはありません。',
  inquiry: 'カード会社からの照会',
  evidenceUntil: (date: string) => `提出期限 ${date}`,
  noEvidence: '提出できる期限は過ぎました',
  clubs: 'クラブ',
  clubsTable: 'クラブの一覧',
  search: 'クラブ名で探す',
  columns: {
    name: 'クラブ',
    fans: 'ファン',
    members: '会員',
    revenue: '今月の売上',
    createdAt: '開設',
    state: '状態',
  },
  people: (n: number) => (n >= 10_000 ? `${grouped(10_000)}人以上` : `${grouped(n)}人`),
  members: (n: number) => (n >= 10_000 ? `会員${grouped(10_000)}人以上` : `会員${grouped(n)}人`),
  states: { open: '公開中', closing: '閉鎖の手続き中', closed: '閉鎖', suspended: '一時停止中' },
  filter: '状態',
  allClubs: 'すべてのクラブ',
  suspend: '一時停止する',
  close: '閉鎖する',
  resume: '再開する',
  noneSuspended: { title: '一時停止中のクラブはありません', text: 'クラブを一時停止すると、ここに並びます。' },
  noClubs: { title: 'クラブがありません', text: '開設申請を承認すると、ここに並びます。' },
}

export type PlatformWordsText = typeof words
export default words
