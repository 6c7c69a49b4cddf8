import areas from '../../failedJobs/areas.ja'
import type { NotificationKind, ScheduleProblem } from '../../notifications/notification'

/** Where there are more than were read, a number ends with "+". */
const counted = (n: string) => (n.endsWith('+') ? `${n.slice(0, -1)}件以上` : `${n}件`)

const words = {
  title: 'お知らせ',
  close: '閉じる',
  isNew: '新着',
  empty: 'この2週間のお知らせはありません。',
  settings: 'メールの設定',
  back: 'お知らせに戻る',
  settingsLead: '選んだことがあると、1時間ごとにまとめてメールでお知らせします。クラブのすべてのブランドに共通です。',
  save: '保存する',
  saved: 'メールの設定を保存しました',
  kinds: {
    orderPaid: '新しい注文',
    orderExpired: '支払期限が切れた注文',
    latePayment: '期限のあとに届いた入金',
    refundFailed: '届かなかった返金',
    disputeOpened: '支払いへの異議申し立て',
    disputeDue: '証拠の提出期限が近い異議申し立て',
    restUnsent: '残りが1週間発送されていない注文',
    memberJoined: '新しい会員',
    memberLeft: '会員の終了',
    commentHeld: '確認待ちのコメント',
    commented: 'コメントがついたコンテンツ',
    loved: 'いいねがついたコンテンツ',
    requestReceived: 'お問い合わせ',
    payoutSent: 'お振り込みの手続き',
    payoutReturned: '戻ったお振り込み',
    draftSubmitted: '確認を待つ下書き',
    draftReturned: '差し戻された下書き',
    draftApproved: '承認された下書き',
    scheduleFailed: '予定どおりに始まらなかったもの',
    jobFailed: '完了しなかった処理',
    invitationDeclined: '辞退された招待',
    clubClosed: '運営によるクラブの閉鎖',
  } satisfies Record<NotificationKind, string> as Record<NotificationKind, string>,
  reasons: {
    plansArchived: '対象のプランがすべて終了しているため、公開されませんでした',
    notStarted: '予定の時刻を過ぎても配信が始まっていません',
  } satisfies Record<ScheduleProblem, string> as Record<string, string>,
  /** A number may end with a plus. */
  counts: {
    commented: (n: string) => `コメント ${counted(n)}`,
    loved: (n: string) => `いいね ${counted(n)}`,
  },
  areas,
  unfinished: '何度試しても完了しませんでした。運営にも伝わっています。',
  noName: '名前のないファン',
  refusals: { clubNotFound: 'このクラブのメンバーではなくなりました。' } as Record<string, string>,
}

export type BellWordsText = typeof words
export default words
