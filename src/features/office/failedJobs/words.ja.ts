import areas from './areas.ja'

const words = {
  title: '完了しなかった処理',
  lead: '何度試しても完了しなかった処理です。原因を取り除いてから、もう一度実行してください。30日で一覧から消えます。',
  tabs: { waiting: '確認待ち', all: 'すべて' },
  tableLabel: '完了しなかった処理の一覧',
  columns: { job: '処理', club: 'クラブ', cause: '原因', at: '失敗した日時', state: '状態' },
  areas,
  platform: '全体',
  tries: (n: number) => `${n}回試行`,
  waiting: '確認待ち',
  outcomes: { retried: '再実行済み', dismissed: '対応不要' },
  noCause: '処理の途中でプログラムが止まりました',
  retry: 'もう一度実行する',
  dismiss: '対応不要にする',
  dismissTitle: (n: number) => `${n}件を対応不要にしますか？`,
  dismissText: '処理は実行されないまま、確認待ちから外れます。元には戻せません。',
  retried: (n: number) => `${n}件の処理をもう一度始めました`,
  dismissed: (n: number) => `${n}件を対応不要にしました`,
  empty: {
    title: '完了しなかった処理はありません',
    text: '繰り返し失敗した処理があると、ここに並び、メールでもお知らせします。',
  },
  refusals: {
    failedJobNotFound: 'ほかの担当者が先に対応しました。一覧を読み直してください。',
    jobUnknown: '古い版の処理のため、もう一度実行できません。対応不要にしてください。',
  } as Record<string, string>,
}

export type FailedJobWordsText = typeof words
export default words
