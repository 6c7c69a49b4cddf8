import { type MockContext, type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { subscriptions, UserPlan } from './contract'

const welcomeLetter =
  'はじめまして、葵です。入ってくれてありがとう。\n毎週金曜の夜に新しい歌を届けます。まずは「冬の弾き語り」を聴いてみてください。'
const welcomeInEnglish =
  'Hello, I am Aoi. Thank you for joining.\nThere is a new song each Friday night. Please begin with “A winter evening, solo”.'
const base = ({ picture, locale }: MockContext, planId: string, name: string, price: number) => ({
  planId,
  tenantId: 'tenant_hoshi',
  name,
  price,
  subscriptionInterval: 'month' as const,
  thumbnail: picture(planId),
  description: '毎月の限定動画\n制作ノート（月4回）',
  brand: {
    id: 'brand_aoi',
    name: '葵 — AOI',
    icon: picture('aoi-icon'),
    slug: 'aoi',
    accentColor: '#2f6f8f',
    welcomeLetter: locale === 'en' ? welcomeInEnglish : welcomeLetter,
  },
  paymentMethod: 'card' as const,
  memberNumber: 128,
  months: 14,
  givenDays: 0,
  monthsToClose: 2,
  purchasedAt: mockNow - 420 * day,
  change: null,
  changeOrder: null,
})

/** The fan's plan, from which the mocked plans are changed to. */
const changedFrom = {
  planId: 'plan_seiza',
  name: '星座プラン',
  price: 1500,
  subscriptionInterval: 'month',
  paymentMethod: 'card',
  paidUntil: mockNow + 12 * day,
  refusal: null,
} as const
const upNow = { when: 'now', sum: 600, until: mockNow + 12 * day, left: 12, all: 30, rest: null } as const

const living = (context: MockContext): UserPlan[] => [
  { ...base(context, 'plan_seiza', '星座プラン', 1500), status: 'active', expiredAt: mockNow + 12 * day },
  {
    ...base(context, 'plan_ginga', '銀河プラン', 3000),
    status: 'scheduledToCancel',
    cancelAppliedAt: mockNow - 2 * day,
    cancelScheduledAt: mockNow + 20 * day,
    canResume: true,
  },
  {
    ...base(context, 'plan_hajimari', 'はじまりプラン', 500),
    status: 'scheduledToArchive',
    archiveScheduledAt: mockNow + 41 * day,
    expiredAt: mockNow + 9 * day,
    archivingMessage: '長いあいだ、ありがとうございました。',
  },
  {
    ...base(context, 'plan_suisei', '彗星プラン（年払い）', 16_000),
    subscriptionInterval: 'year',
    status: 'paymentIncomplete',
    expiredAt: mockNow + 11 * day,
    graceUntil: mockNow + 4 * day,
    authenticationUrl: null,
  },
  {
    ...base(context, 'plan_tsuki', '月のうたプラン', 1000),
    status: 'paymentIncomplete',
    expiredAt: mockNow + 13 * day,
    graceUntil: null,
    authenticationUrl: '/sandbox/invoice/in_mock',
  },
  {
    ...base(context, 'plan_haru', '春のうたプラン', 1200),
    paymentMethod: 'konbini',
    status: 'requiredKonbiniPayment',
    latestOrderId: 'order_mock_0',
    isOrderWaiting: true,
    isFirstOrder: false,
    issueBy: null,
    dueAt: mockNow + 3 * day,
    nextFrom: mockNow + 5 * day,
  },
  {
    ...base(context, 'plan_aki', '秋のうたプラン', 800),
    paymentMethod: 'konbini',
    memberNumber: null,
    months: 0,
    purchasedAt: mockNow - day,
    status: 'requiredKonbiniPayment',
    latestOrderId: 'order_mock_new',
    isOrderWaiting: true,
    isFirstOrder: true,
    issueBy: null,
    dueAt: mockNow + 2 * day,
  },
]
const refusals = {
  scheduledToCancel: 'alreadyLeaving',
  scheduledToArchive: 'planEnding',
  paymentIncomplete: 'renewalFailed',
  requiredKonbiniPayment: 'renewalOpen',
} as const
/** What a change of each of the others would be. */
const changesTo = (planId: string, context: MockContext) =>
  living(context)
    .filter((plan) => plan.planId !== planId && plan.memberNumber !== null)
    .map(({ status, ...plan }) => ({
      ...{ planId: plan.planId, name: plan.name, price: plan.price, subscriptionInterval: plan.subscriptionInterval },
      ...{ paymentMethod: plan.paymentMethod === 'konbini' ? ('konbini' as const) : ('card' as const) },
      paidUntil: changedFrom.paidUntil,
      change: status === 'active' ? upNow : null,
      refusal: refusals[status as keyof typeof refusals] ?? null,
    }))
const past = (context: MockContext): UserPlan[] => [
  {
    ...base(context, 'plan_natsu', '夏のうたプラン', 900),
    status: 'canceled',
    cancelAppliedAt: mockNow - 90 * day,
    canceledAt: mockNow - 80 * day,
    endReason: 'user',
    numberUntil: null,
  },
  {
    ...base(context, 'plan_natsu_store', '夕立プラン', 900),
    paymentMethod: 'konbini',
    status: 'canceled',
    cancelAppliedAt: mockNow - 3 * day,
    canceledAt: mockNow - 3 * day,
    endReason: 'konbiniUnpaid',
    numberUntil: mockNow + 57 * day,
  },
  { ...base(context, 'plan_archived', '冬だよりプラン', 700), status: 'archived', archivedAt: mockNow - 200 * day },
]

/** A fan who is a member of one plan only. */
const alone = (planId: string) => ({
  getActiveMyPlans: (_: unknown, context: MockContext) => ({
    activeMyPlans: living(context).filter((plan) => plan.planId === planId),
  }),
  getCanceledMyPlans: () => ({ canceledMyPlans: [] }),
})

export const subscriptionMocks: Mocks<typeof subscriptions> = {
  examples: ({ activePlan, heldPlan, leavingPlan, changingPlan, tenantId }) => ({
    purchasePlanSubscription: { tenantId, planId: activePlan, returnPath: '/fc/me/plans' },
    purchasePlanSubscriptionKonbini: { tenantId, planId: activePlan, returnPath: null },
    getActiveMyPlans: {},
    getCanceledMyPlans: {},
    getActiveUserPlan: { planId: heldPlan },
    changePaymentMethod: { returnUrl: '/fc/me/plans' },
    payWithNewCard: {},
    cancelPlanSubscription: { planId: heldPlan, cancelAtPeriodEnd: true, cancelReason: 'other' },
    resumePlanSubscription: { planId: leavingPlan },
    moveSubscriptionToCard: { planId: heldPlan, returnPath: null },
    getPlanSubscriptionChanges: { planId: activePlan },
    changePlanSubscription: { planId: heldPlan, toPlanId: activePlan, returnPath: null },
    undoPlanSubscriptionChange: { planId: changingPlan },
  }),
  answers: {
    purchasePlanSubscription: () => ({ sessionUrl: '/fc/me/plans' }),
    purchasePlanSubscriptionKonbini: () => ({ sessionUrl: '/fc/pay/konbini/order_mock_new' }),
    getActiveMyPlans: (_, context) => ({ activeMyPlans: living(context) }),
    getCanceledMyPlans: (_, context) => ({ canceledMyPlans: past(context) }),
    getActiveUserPlan: ({ planId }, context) => ({
      userPlan: living(context).find((one) => one.planId === planId) ?? null,
      memberSince: null,
    }),
    payWithNewCard: () => ({
      renewals: [
        { planId: 'plan_seiza', name: '星座プラン', total: 1500, outcome: 'paid' },
        { planId: 'plan_tsuki', name: '月のうたプラン', total: 1000, outcome: 'authentication' },
        { planId: 'plan_suisei', name: '彗星プラン（年払い）', total: 16_000, outcome: 'refused' },
      ],
    }),
    changePaymentMethod: () => ({ customerPortalUrl: '/fc/me/plans' }),
    cancelPlanSubscription: ({ cancelAtPeriodEnd = true }) => ({ cancelAtPeriodEnd }),
    resumePlanSubscription: () => ({}),
    moveSubscriptionToCard: () => ({ sessionUrl: '/fc/me/plans' }),
    getPlanSubscriptionChanges: ({ planId }, context) => ({ changes: changesTo(planId, context) }),
    changePlanSubscription: () => ({ sessionUrl: null }),
    undoPlanSubscriptionChange: () => ({}),
  },
  scenarios: {
    /** Was a member before. */
    cameBack: {
      getActiveUserPlan: ({ planId }, context) => ({
        userPlan: living(context).find((one) => one.planId === planId) ?? null,
        memberSince: mockNow - 400 * day,
      }),
    },
    /** Of the three clubs of `getMyHome`, a member of two. */
    threeClubs: {
      getActiveMyPlans: (_, context) => {
        const seiza = base(context, 'plan_seiza', '星座プラン', 1500)
        const brand = {
          ...{ ...seiza.brand, id: 'brand_minato', name: '港のうた', slug: 'minato' },
          ...{ icon: '', accentColor: '#b4532a' },
        }
        return {
          activeMyPlans: [
            { ...seiza, status: 'active', expiredAt: mockNow + 12 * day },
            {
              ...{ ...base(context, 'plan_minato', 'MINATO PASS', 8400), brand },
              ...{ paymentMethod: 'konbini', memberNumber: 7, months: 26, subscriptionInterval: 'year' },
              ...{ status: 'active', expiredAt: mockNow + 47 * day },
            },
          ],
        }
      },
    },
    notSelling: {
      purchasePlanSubscription: () => refused('notSelling'),
      purchasePlanSubscriptionKonbini: () => refused('notSelling'),
    },
    changes: { getPlanSubscriptionChanges: () => ({ changes: [{ ...changedFrom, change: upNow }] }) },
    changesAtEnd: {
      getPlanSubscriptionChanges: () => ({
        changes: [
          {
            ...changedFrom,
            ...{ planId: 'plan_ginga', name: '銀河プラン', price: 3000 },
            change: { when: 'atEnd', at: changedFrom.paidUntil },
          },
        ],
      }),
    },
    changesToYear: {
      getPlanSubscriptionChanges: () => ({
        changes: [
          {
            ...{ ...changedFrom, paymentMethod: 'konbini' },
            change: { when: 'now', sum: 15_400, until: mockNow + 365 * day, left: 12, all: 30, rest: 600 },
          },
        ],
      }),
    },
    changesRefused: {
      getPlanSubscriptionChanges: () => ({ changes: [{ ...changedFrom, change: null, refusal: 'renewalFailed' }] }),
    },
    planChanges: {
      getActiveMyPlans: (_, context) => ({
        activeMyPlans: [
          {
            ...base(context, 'plan_seiza', '星座プラン', 1500),
            status: 'active',
            expiredAt: mockNow + 12 * day,
            change: {
              ...{ planId: 'plan_hajimari', name: 'はじまりプラン', price: 500, subscriptionInterval: 'month' },
              at: mockNow + 12 * day,
              canUndo: true,
            },
          },
          {
            ...base(context, 'plan_tsuki', '月のうたプラン', 1000),
            ...{ paymentMethod: 'konbini', memberNumber: 12, months: 3 },
            status: 'active',
            expiredAt: mockNow + 18 * day,
            changeOrder: { orderId: 'order_mock_new', name: '銀河プラン', total: 1400, dueAt: mockNow + 2 * day },
          },
        ],
      }),
      getCanceledMyPlans: (_, context) => ({
        canceledMyPlans: [
          {
            ...base(context, 'plan_hajimari', 'はじまりプラン', 500),
            status: 'canceled',
            cancelAppliedAt: mockNow - 40 * day,
            canceledAt: mockNow - 40 * day,
            endReason: 'switched',
            numberUntil: null,
          },
        ],
      }),
    },
    givenDays: {
      getActiveMyPlans: (_, context) => ({
        activeMyPlans: [
          {
            ...base(context, 'plan_seiza', '星座プラン', 1500),
            ...{ status: 'active', expiredAt: mockNow + 19 * day, givenDays: 7 },
          },
          {
            ...base(context, 'plan_ginga', '銀河プラン', 3000),
            ...{ status: 'scheduledToCancel', givenDays: 3, canResume: true },
            ...{ cancelAppliedAt: mockNow - 2 * day, cancelScheduledAt: mockNow + 20 * day },
          },
        ],
      }),
      getCanceledMyPlans: () => ({ canceledMyPlans: [] }),
    },
    cardRefused: alone('plan_suisei'),
    bankAsks: alone('plan_tsuki'),
    cardMended: {
      ...alone('plan_seiza'),
      payWithNewCard: () => ({
        renewals: [{ planId: 'plan_seiza', name: '星座プラン', total: 1500, outcome: 'paid' }],
      }),
    },
    cardRefusedAgain: {
      ...alone('plan_suisei'),
      payWithNewCard: () => ({
        renewals: [{ planId: 'plan_suisei', name: '彗星プラン（年払い）', total: 16_000, outcome: 'refused' }],
      }),
    },
    cardAsks: {
      ...alone('plan_tsuki'),
      payWithNewCard: () => ({
        renewals: [{ planId: 'plan_tsuki', name: '月のうたプラン', total: 1000, outcome: 'authentication' }],
      }),
    },
    disputed: {
      getActiveMyPlans: () => ({ activeMyPlans: [] }),
      getCanceledMyPlans: (_, context) => ({
        canceledMyPlans: (['dispute', 'refund'] as const).map((endReason, n) => ({
          ...base(context, `plan_${endReason}`, n === 0 ? '星座プラン' : '銀河プラン', n === 0 ? 1500 : 3000),
          status: 'canceled',
          cancelAppliedAt: mockNow - (n + 2) * day,
          canceledAt: mockNow - (n + 2) * day,
          endReason,
          numberUntil: mockNow + (58 - n) * day,
        })),
      }),
    },
    empty: { getActiveMyPlans: () => ({ activeMyPlans: [] }), getCanceledMyPlans: () => ({ canceledMyPlans: [] }) },
  },
}
