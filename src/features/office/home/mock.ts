import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNames, mockNow, nth } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import { suspendedMock } from '../suspension/mock'
import type { brandHome } from './contract'
import { firstSteps } from './home'

type Home = ResultOf<typeof brandHome.getBrandHome>
const hour = day / 24
const done: [[string, string], ...[string, string][]] = [
  ['updateActivePlan', '星座プラン'],
  ['updateBrandProfile', ''],
  ['createFulfillment', ''],
  ['createDraftPlan', '春のうたプラン'],
  ['createDraftPlanContentNews', '初雪の便り'],
  ['scheduleToArchivePlan', 'はじまりプラン'],
  ['moderateComments', ''],
  ['activateDraftPlan', '彗星プラン（年払い）'],
]
const activity: Home['activity'] = Array.from({ length: 8 }, (_, n) => {
  const [operation, target] = nth(done, n)
  return {
    activityId: `audit_mock_${n}`,
    at: mockNow - (n * 17 + 1) * hour,
    operation,
    actorName: nth(mockNames, n),
    target,
  }
})

type FanAct = ResultOf<typeof brandHome.getFanActs>['acts'][number]
type Did = Pick<FanAct, 'kind' | 'itemId' | 'about' | 'text'>
const did: [Did, ...Did[]] = [
  { kind: 'joined', itemId: 'subscription_mock_0', about: '星座プラン', text: '' },
  { kind: 'loved', itemId: 'content_10', about: '初雪の便り', text: '' },
  { kind: 'loved', itemId: 'content_10', about: '初雪の便り', text: '' },
  { kind: 'loved', itemId: 'content_10', about: '初雪の便り', text: '' },
  {
    kind: 'commented',
    itemId: 'content_10',
    about: '初雪の便り',
    text: '朝いちばんに読みました。写真がとてもきれいです。',
  },
  { kind: 'asked', itemId: 'inquiry_mock_0', about: 'グッズの再販について', text: '' },
  { kind: 'joined', itemId: 'subscription_mock_1', about: '銀河プラン', text: '' },
  { kind: 'commented', itemId: 'content_13', about: '制作の裏側', text: '次の動画も楽しみにしています！' },
]
const fanActs: FanAct[] = Array.from({ length: 14 }, (_, n) => ({
  ...nth(did, n),
  at: mockNow - (n * 3 + 1) * (hour / 2),
  name: nth(mockNames, n),
  icon: '',
  isUnanswered: nth(did, n).kind === 'commented',
}))

const home: Home = {
  todos: [
    { kind: 'latePayments', count: 1 },
    { kind: 'disputesOpen', count: 1, until: mockNow + 6 * day },
    { kind: 'refundsFailed', count: 1 },
    { kind: 'ordersTodo', count: 14 },
    { kind: 'ordersPartSent', count: 3 },
    { kind: 'paymentsAtRisk', count: 6 },
    { kind: 'commentsHeld', count: 3 },
    { kind: 'commentsReported', count: 2 },
    { kind: 'requestsOpen', count: 4 },
    { kind: 'identityMissing', count: 1 },
    { kind: 'stockLow', count: 2 },
    { kind: 'planDrafts', count: 1 },
    { kind: 'contentDrafts', count: 5 },
  ],
  suspension: null,
  firstSteps: [],
  numbers: {
    members: 1284,
    joined: 92,
    ended: 31,
    churn: 254,
    mrr: 1_986_400,
    mrrOf: '2026-11-19',
    newFans: 148,
    sales: { today: 42_800, thisMonth: 2_219_000, lastMonthToDate: 2_105_500 },
  },
  seesSubscribers: true,
  seesFans: true,
  canStream: true,
  upcoming: [
    { kind: 'content', at: mockNow + 9 * hour, name: '11月の制作ノート', itemId: 'content_6' },
    { kind: 'saleEnd', at: mockNow + 2 * day, name: '冬のニット帽', itemId: 'goods_2' },
    { kind: 'streaming', at: mockNow + 4 * day, name: '月夜の配信ライブ', itemId: 'content_11' },
    { kind: 'event', at: mockNow + 8 * day, name: '冬の音楽会 2026', itemId: 'event_3' },
    { kind: 'payout', at: mockNow + 10 * day, name: '', itemId: '' },
    { kind: 'planArchive', at: mockNow + 15 * day, name: 'はじまりプラン', itemId: 'plan_hajimari' },
    { kind: 'monthFinal', at: mockNow + 19.5 * day, name: '', itemId: '2026-11' },
  ],
  activity,
}

export const brandHomeMocks: Mocks<typeof brandHome> = {
  examples: ({ ids }) => ({
    getBrandHome: ids,
    getFanActs: ids,
  }),
  answers: {
    getBrandHome: () => home,
    getFanActs: ({ before }) =>
      before === undefined
        ? { acts: fanActs.slice(0, 8), next: fanActs[7]?.at ?? null }
        : { acts: fanActs.slice(8), next: null },
  },
  scenarios: {
    suspended: { getBrandHome: () => ({ ...home, suspension: suspendedMock }) },
    empty: {
      getFanActs: () => ({ acts: [], next: null }),
      getBrandHome: () => ({
        todos: (['accountMissing', 'identityMissing', 'legalNotice', 'icon', 'description'] as const).map((kind) => ({
          kind,
          count: 1,
        })),
        suspension: null,
        firstSteps: firstSteps.map((step) => ({ step, isDone: step === 'plan' || step === 'content' })),
        numbers: {
          members: 0,
          joined: 0,
          ended: 0,
          churn: null,
          mrr: null,
          mrrOf: null,
          newFans: 0,
          sales: { today: 0, thisMonth: 0, lastMonthToDate: 0 },
        },
        seesSubscribers: true,
        seesFans: true,
        canStream: true,
        upcoming: [],
        activity: [],
      }),
    },
    /** A role that moderates comments and sees no money. */
    moderator: {
      getBrandHome: () => ({
        ...home,
        todos: home.todos.filter(({ kind }) => kind === 'commentsHeld' || kind === 'commentsReported'),
        numbers: { ...home.numbers, joined: null, ended: null, churn: null, mrr: null, mrrOf: null, sales: null },
        seesSubscribers: false,
        canStream: false,
        upcoming: home.upcoming.filter(({ kind }) => kind !== 'payout' && kind !== 'monthFinal'),
      }),
    },
  },
}
