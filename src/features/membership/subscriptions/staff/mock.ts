import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import type { UserPlanStatus } from '../subscription'
import type { SubscriberTab, staffSubscriptions } from './contract'
import { isAtRisk } from './subscriber'

type Row = ResultOf<(typeof staffSubscriptions)['getSubscribers']>['subscribers'][number]

const statuses: [UserPlanStatus, ...UserPlanStatus[]] = [
  'active',
  'active',
  'paymentIncomplete',
  'active',
  'scheduledToCancel',
  'active',
  'requiredKonbiniPayment',
  'canceled',
]
const rows: Row[] = Array.from({ length: 72 }, (_, n) => {
  const status = nth(statuses, n)
  const isKonbini = status === 'requiredKonbiniPayment' || n % 9 === 3
  const isOver = status === 'canceled'
  const isYear = n % 10 === 5
  const startedAt = mockNow - (n * 6 + 2) * day
  const months = 1 + (n % 13)
  return {
    subscriptionId: `subscription_mock_${n}`,
    fan: { fanId: `fan_mock_${n % 64}`, displayName: nth(mockNames, n), icon: '', memberNumber: 128 + n },
    planId: isYear ? 'plan_suisei' : 'plan_seiza',
    planName: isYear ? '彗星プラン（年払い）' : '星座プラン',
    interval: isYear ? 'year' : 'month',
    price: isYear ? 16000 : 1500,
    status,
    method: isKonbini ? 'konbini' : n % 31 === 30 ? 'comp' : 'card',
    startedAt,
    paidUntil: isOver ? mockNow - 9 * day : mockNow + ((n * 3) % 29) * day + day,
    nextBillingAt: status === 'active' ? mockNow + ((n * 3) % 29) * day + day : null,
    cancelAppliedAt: status === 'scheduledToCancel' || isOver ? mockNow - 12 * day : null,
    cancelReason: status === 'scheduledToCancel' || isOver ? 'tooExpensive' : '',
    failedCount: status === 'paymentIncomplete' ? 2 : 0,
    graceUntil: isAtRisk(status) ? mockNow + 4 * day : null,
    endedAt: isOver ? mockNow - 9 * day : null,
    endReason: isOver ? 'user' : '',
    months,
    isFirstMonth: months === 1 && !isOver,
    change:
      n === 1 ? { planId: 'plan_hoshikuzu', planName: '星くずプラン', at: mockNow + ((n * 3) % 29) * day + day } : null,
    changedFrom:
      n === 3 ? { subscriptionId: 'subscription_mock_7', planName: '銀河プラン', at: mockNow - 9 * day } : null,
    changedInto:
      n === 7 ? { subscriptionId: 'subscription_mock_3', planName: '星座プラン', at: mockNow - 9 * day } : null,
    ...(n === 7 && { endReason: 'switched' }),
  }
})
/** Has been given free days before. */
const givenMember = 'subscription_mock_1'
const inTab: Record<SubscriberTab, (row: Row) => boolean> = {
  living: ({ endedAt }) => endedAt === null,
  atRisk: ({ status }) => isAtRisk(status),
  leaving: ({ status }) => status === 'scheduledToCancel',
  ended: ({ endedAt }) => endedAt !== null,
  all: () => true,
}
const countsOf = (found: readonly Row[]) => ({
  living: found.filter(inTab.living).length,
  atRisk: found.filter(inTab.atRisk).length,
  leaving: found.filter(inTab.leaving).length,
  ended: found.filter(inTab.ended).length,
  all: found.length,
})

export const staffSubscriptionMocks: Mocks<typeof staffSubscriptions> = {
  examples: ({ activePlan, memberSubscription, owingSubscription, cardSubscription, chargedAt, at, ids }) => ({
    getSubscribers: {
      ...ids,
      tab: 'living',
      planId: activePlan,
      method: 'card',
      interval: 'month',
      renewsWithin: 30,
      joinedIn: '2026-10',
      endedIn: '2026-11',
      monthsAtLeast: 3,
      asOf: at - day,
      q: 'Hana',
      pagination: { limit: 20, offset: 0 },
    },
    getSubscriber: { ...ids, subscriptionId: memberSubscription },
    getSubscriberSummary: { ...ids, month: '2026-10' },
    remindPayment: { ...ids, subscriptionId: owingSubscription },
    extendTerm: { ...ids, subscriptionId: memberSubscription, days: 7, reason: 'The stream failed.' },
    giveFreeDays: {
      ...ids,
      subscriptionId: cardSubscription,
      days: 7,
      reason: 'liveFailed',
      note: 'The live of Friday.',
      nextBillingAt: chargedAt,
    },
    cancelSubscriptionByStaff: { ...ids, subscriptionId: memberSubscription, reason: 'Asked by letter.' },
    exportSubscribers: { ...ids, encoding: 'sjis', tab: 'living' },
  }),
  answers: {
    getSubscribers: ({ tab = 'living', method, interval, asOf, q = '', pagination: page = everything }) => {
      const found = rows.filter(
        (row) =>
          row.fan.displayName.includes(q) &&
          (!method || row.method === method) &&
          (!interval || row.interval === interval),
      )
      const shown = asOf === undefined ? found.filter(inTab[tab]) : found.filter(({ startedAt }) => startedAt <= asOf)
      return {
        subscribers: shown.slice(page.offset, page.offset + page.limit),
        counts: countsOf(found),
        people: asOf === undefined && tab !== 'living' ? null : shown.length,
        pagination: paginationOf(shown.length, page),
        canEdit: true,
      }
    },
    getSubscriber: ({ subscriptionId }) => {
      const row = rows.find((one) => one.subscriptionId === subscriptionId)
      if (!row) return refused('subscriberNotFound')
      const risk = isAtRisk(row.status)
      return {
        subscriber: {
          ...row,
          remindedAt: null,
          terms: Array.from({ length: Math.min(5, row.months) }, (_, n) => ({
            termId: `term_mock_${n}`,
            from: row.paidUntil - (n + 1) * 30 * day,
            to: row.paidUntil - n * 30 * day,
            amount: row.price,
            source: row.method === 'konbini' ? ('konbini' as const) : ('card' as const),
            voidedAt: null,
          })),
          orders: Array.from({ length: Math.min(5, row.months) }, (_, n) => ({
            orderId: `order_mock_${n + 1}`,
            orderNumber: `A-${String(811 - n).padStart(6, '0')}`,
            total: row.price,
            paymentState: 'paid' as const,
            placedAt: row.paidUntil - (n + 1) * 30 * day,
          })),
          freeDays:
            row.subscriptionId === givenMember
              ? [
                  {
                    at: mockNow - 40 * day,
                    ...{ days: 7, reason: 'liveFailed' as const },
                    note: '10月15日のライブで、30分ほど映像が止まりました。',
                    actorName: '星野 ひかり',
                  },
                ]
              : [],
        },
        to: { locale: 'ja', displayName: row.fan.displayName, isReachable: true },
        canRemind: risk,
        remindableFrom: null,
        canExtend: row.endedAt === null && row.method !== 'card',
        freeDaysLeft:
          row.method === 'card' && row.status === 'active' ? (row.subscriptionId === givenMember ? 83 : 90) : 0,
        canCancel: row.endedAt === null && row.cancelAppliedAt === null,
      }
    },
    getSubscriberSummary: ({ month }) => ({
      month,
      membersAtStart: 1274,
      members: 1330,
      joined: 98,
      returned: 3,
      ended: { total: 42, voluntary: 30, paymentFailed: 9, archived: 2, other: 1 },
      lost: 40,
      switched: 6,
      churn: 314,
      mrr: 2_219_000,
      committedMrr: 2_140_500,
      averageMonths: 74,
      countedAt: null,
    }),
    remindPayment: () => ({ remindedAt: mockNow }),
    extendTerm: ({ days }) => ({ paidUntil: mockNow + days * day }),
    giveFreeDays: ({ days, nextBillingAt }) => ({ nextBillingAt: nextBillingAt + days * day }),
    cancelSubscriptionByStaff: () => ({ endsAt: mockNow + 11 * day }),
    exportSubscribers: () => ({ exportId: 'export_mock_0' }),
  },
  scenarios: {
    staleSignIn: { cancelSubscriptionByStaff: () => refused('signInAgain') },
    empty: {
      getSubscribers: () => ({
        subscribers: [],
        counts: countsOf([]),
        people: null,
        pagination: paginationOf(0, everything),
        canEdit: true,
      }),
      getSubscriberSummary: ({ month }) => ({
        month,
        membersAtStart: 0,
        members: 0,
        joined: 0,
        returned: 0,
        ended: { total: 0, voluntary: 0, paymentFailed: 0, archived: 0, other: 0 },
        lost: 0,
        switched: 0,
        churn: null,
        mrr: 0,
        committedMrr: 0,
        averageMonths: 0,
        countedAt: null,
      }),
    },
  },
}
