import { button, type Letter, letter, link, type Part, pageFor, type Reader } from '#kit/letter.ts'
import type { Notification, NotificationKind, ScheduleProblem } from './notification'

const kinds: Record<'ja' | 'en', Record<NotificationKind, string>> = {
  ja: {
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
    draftSubmitted: '確認を待つイベントグッズの下書き',
    draftReturned: '差し戻されたイベントグッズの下書き',
    draftApproved: '承認されたイベントグッズの下書き',
    scheduleFailed: '予定どおりに始まらなかったもの',
    jobFailed: '完了しなかった処理（運営にも伝わっています）',
    invitationDeclined: '辞退された招待',
    clubClosed: '運営によるクラブの閉鎖',
  },
  en: {
    orderPaid: 'New order',
    orderExpired: 'Order that was not paid in time',
    latePayment: 'Payment that came too late',
    refundFailed: 'Refund that did not arrive',
    disputeOpened: 'Disputed payment',
    disputeDue: 'Dispute whose evidence is due soon',
    restUnsent: 'Order whose rest has not been sent for a week',
    memberJoined: 'New member',
    memberLeft: 'Membership ended',
    commentHeld: 'Comment to review',
    commented: 'Content with new comments',
    loved: 'Content with new loves',
    requestReceived: 'Request',
    payoutSent: 'Payout on its way',
    payoutReturned: 'Payout that came back',
    draftSubmitted: 'Draft of event goods to review',
    draftReturned: 'Draft of event goods that was returned',
    draftApproved: 'Draft of event goods that was approved',
    scheduleFailed: 'Did not happen as scheduled',
    jobFailed: 'Did not finish (the platform knows)',
    invitationDeclined: 'Invitation that was declined',
    clubClosed: 'The platform closes the club',
  },
}
const problems: Record<'ja' | 'en', Record<ScheduleProblem, string>> = {
  ja: {
    plansArchived: '対象のプランがすべて終了しているため、公開されませんでした。',
    notStarted: '予定の時刻を過ぎても配信が始まっていません。',
  },
  en: {
    plansArchived: 'It was not published: every plan that opens it has been archived.',
    notStarted: 'The live streaming has not begun.',
  },
}
/** Lists each failure with the page where it can be fixed. */
const missed = (to: Reader, base: string, { name, detail, itemId }: Notification): Part =>
  link(
    `${name}: ${problems[to.locale][detail as ScheduleProblem]}`,
    pageFor(to, `${base}/${itemId.startsWith('event') ? 'events' : 'contents'}/${itemId}`),
  )

/** A comment's or a letter's words stay in the portal; what fans are called, too. */
const named: readonly NotificationKind[] = [
  'orderPaid',
  'orderExpired',
  'latePayment',
  'refundFailed',
  'disputeOpened',
  'disputeDue',
  'restUnsent',
  'payoutSent',
  'payoutReturned',
]

/** One mail of everything that was new, whatever there was. */
export const newsOfBrand = (
  to: Reader,
  brand: { tenantId: string; brandId: string; name: string },
  news: readonly Notification[],
): Letter => {
  const base = `/tenants/${brand.tenantId}/brands/${brand.brandId}`
  const lines = (locale: 'ja' | 'en'): Part[] =>
    [...Map.groupBy(news, ({ kind }) => kind)].flatMap(([kind, group]) => {
      const which = named.includes(kind) ? group.map(({ name, detail }) => `${name} ${detail}`).slice(0, 5) : []
      return [
        locale === 'ja'
          ? `・${kinds.ja[kind]}: ${group.length}件${which.length > 0 ? `（${which.join('、')}）` : ''}`
          : `- ${kinds.en[kind]}: ${group.length}${which.length > 0 ? ` (${which.join(', ')})` : ''}`,
        ...(kind === 'scheduleFailed' ? group.slice(0, 5).map((one) => missed(to, base, one)) : []),
      ]
    })
  return letter(to, {
    ja: [
      `「${brand.name}」の新しいお知らせ（${news.length}件）`,
      [
        ...lines('ja'),
        '',
        button('お知らせを開く', pageFor(to, base)),
        '',
        'メールの設定は、画面右上のベルから変えられます。',
      ],
    ],
    en: [
      `${brand.name}: ${news.length} new`,
      [
        ...lines('en'),
        '',
        button('See what is new', pageFor(to, base)),
        '',
        'Mails are set at the bell at the top right of the portal.',
      ],
    ],
  })
}
