import { type Mocks, mockNames, mockNow, nth } from '#kit/mock.ts'
import type { notifications } from './contract'
import { notificationKinds } from './notification'

const hour = 3_600_000
const details = {
  orderPaid: '¥4,600',
  orderExpired: '¥1,700',
  latePayment: '¥1,700',
  refundFailed: '¥4,600',
  disputeOpened: '¥4,600',
  disputeDue: '¥4,600',
  restUnsent: '2/3',
  memberJoined: '星座プラン',
  memberLeft: '彗星プラン（年払い）',
  commentHeld: '次のライブも楽しみにしています！',
  commented: '3',
  loved: '60+',
  requestReceived: '会員証について',
  payoutSent: '¥1,842,000',
  payoutReturned: '¥1,842,000',
  draftSubmitted: '',
  draftReturned: '価格を確かめてください。',
  draftApproved: '',
  scheduleFailed: 'plansArchived',
  jobFailed: 'payment',
  invitationDeclined: '',
  clubClosed: 'reports',
} as const
const items = {
  orderPaid: 'order_mock_2',
  orderExpired: 'order_mock_6',
  latePayment: 'order_mock_12',
  refundFailed: 'order_mock_2',
  disputeOpened: 'order_mock_12',
  disputeDue: 'order_mock_12',
  restUnsent: 'order_mock_14',
  memberJoined: 'subscription_mock_1',
  memberLeft: 'subscription_mock_6',
  commentHeld: 'comment_1',
  commented: 'content_mock_1',
  loved: 'content_mock_2',
  requestReceived: 'inquiry_1',
  payoutSent: 'payout_mock_1',
  payoutReturned: 'payout_mock_2',
  draftSubmitted: 'draft_mock_2',
  draftReturned: 'draft_mock_3',
  draftApproved: 'draft_mock_4',
  scheduleFailed: 'content_mock_3',
  jobFailed: 'order_mock_2',
  invitationDeclined: '',
  clubClosed: '',
} as const

export const notificationMocks: Mocks<typeof notifications> = {
  examples: ({ tenantId, at, ids }) => ({
    getNotifications: ids,
    markNotificationsSeen: { ...ids, until: at },
    getNotificationSettings: { tenantId },
    saveNotificationSettings: { tenantId, byMail: ['orderPaid'] },
  }),
  answers: {
    getNotifications: () => ({
      notifications: Array.from({ length: 24 }, (_, n) => {
        const kind = nth(notificationKinds, n)
        const isOrder = items[kind].startsWith('order_') && kind !== 'jobFailed'
        const isPayout = kind === 'payoutSent' || kind === 'payoutReturned'
        return {
          kind,
          at: mockNow - n * n * hour - hour,
          itemId: items[kind],
          name: kind.startsWith('draft')
            ? '会場限定タオル'
            : isOrder
              ? `A-${String(1240 - n).padStart(6, '0')}`
              : isPayout
                ? '2026-10'
                : kind === 'commented' || kind === 'loved'
                  ? '冬のワンマンライブの配信'
                  : kind === 'invitationDeclined'
                    ? 'staff48@aoi.test'
                    : kind === 'clubClosed'
                      ? 'Hoshi Club'
                      : nth(mockNames, n),
          detail: details[kind],
          isNew: n < 3,
        }
      }),
      unread: 3,
    }),
    markNotificationsSeen: ({ until }) => ({ seenAt: until }),
    getNotificationSettings: () => ({
      kinds: notificationKinds.map((kind) => ({ kind, byMail: kind === 'orderPaid' || kind === 'requestReceived' })),
    }),
    saveNotificationSettings: ({ byMail }) => ({ byMail }),
  },
  scenarios: { empty: { getNotifications: () => ({ notifications: [], unread: 0 }) } },
}
