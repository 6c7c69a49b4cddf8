import { inLanguage } from '#kit/english.ts'
import { type MockContext, type Mocks, mockFound, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day, endOfTokyoDay } from '#kit/time.ts'
import type { AdminPlan, PublicPlan, plans } from './contract'
import { archiveNotice, originalOf, type PlanInEnglish, type PlanStatus } from './plan'

const exampleTerms = {
  name: 'Galaxy',
  price: 3000,
  subscriptionInterval: 'month' as const,
  description: 'More.',
  thumbnail: '',
}
const exampleLook = { name: 'Galaxy', description: 'More.', thumbnail: '' }

type Row = Omit<AdminPlan, 'tenantId' | 'brandId' | 'thumbnail'> & { painted: boolean; english: PlanInEnglish }
const row = (
  planId: string,
  name: string,
  status: PlanStatus,
  price: number,
  description: string,
  more: Partial<Row> = {},
): Row => ({
  planId,
  name,
  status,
  price,
  description,
  subscriptionInterval: 'month',
  archivingAt: null,
  editedAt: mockNow - 3 * day,
  painted: true,
  english: {},
  ...more,
})

const current: Row[] = [
  row('plan_seiza', '星座プラン', 'active', 1500, '毎月の限定動画\n制作ノート（月4回）\n配信ライブ', {
    english: { name: 'Constellation', description: 'A video each month\nNotes from the studio, four a month\nLives' },
  }),
  row('plan_ginga', '銀河プラン', 'active', 3000, '星座プランのすべて\n年2回のオンライン会\nフォトカードを郵送'),
  row('plan_suisei', '彗星プラン（年払い）', 'active', 16_000, '銀河プランのすべて\n12か月分のバックナンバー', {
    subscriptionInterval: 'year',
  }),
  row('plan_hajimari', 'はじまりプラン', 'scheduledToBeArchived', 500, '初期からの会員のためのプラン', {
    archivingAt: endOfTokyoDay(mockNow + 41 * day),
  }),
  row('plan_draft', '', 'draft', 800, '', { painted: false }),
  row('plan_haru', '春のうたプラン', 'draft', 1200, '春の新曲を先に聴けるプラン（準備中の案）'),
]
const seasons = ['春', '夏', '秋', '冬'] as const
const past = Array.from({ length: 42 }, (_, n) =>
  row(
    `plan_season_${n}`,
    `${2025 - Math.floor(n / 4)}年の${nth(seasons, 3 - (n % 4))}だよりプラン`,
    'archived',
    600 + (n % 4) * 100,
    '季節にだけ募集した、便りのプランです。',
    { archivingAt: endOfTokyoDay(mockNow - (n + 1) * 90 * day), editedAt: mockNow - (n + 2) * 90 * day },
  ),
)
const archived = row('plan_archived', '夏のうたプラン', 'archived', 900, '夏のあいだだけの限定プランです。', {
  archivingAt: endOfTokyoDay(mockNow - 80 * day),
})
const rows = [...current, archived, ...past]
const membersOf: Record<string, number> = { plan_seiza: 842, plan_ginga: 311, plan_suisei: 131, plan_hajimari: 46 }

type Ids = { tenantId: string; brandId: string }
const listed = (
  { painted, english: _, ...plan }: Row,
  { tenantId, brandId }: Ids,
  { picture }: MockContext,
): AdminPlan => ({
  ...plan,
  tenantId,
  brandId,
  thumbnail: painted ? picture(plan.planId) : '',
})

const contentNames = ['冬の弾き語り', '新曲ができるまで', '制作ノート', '旅先からの手紙', 'スタジオの午後'] as const
const contents = ({ picture }: MockContext, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    planContentId: `content_${n}`,
    name: `${nth(contentNames, n)}（${n + 1}）`,
    thumbnail: picture(`content-${n % 5}`),
  }))

const told = (plan: Row, { locale = 'ja' }: MockContext) => {
  const { planId, name, description } = inLanguage(plan, locale)
  return { planId, name, description, ...originalOf(plan, locale) }
}
const publicPlan = (plan: Row, context: MockContext): PublicPlan => ({
  ...told(plan, context),
  thumbnail: plan.painted ? context.picture(plan.planId) : '',
  status: 'onSale',
  prices: [
    { price: plan.price, subscriptionInterval: plan.subscriptionInterval, stripePriceId: `price_${plan.planId}` },
  ],
  archivingAt: plan.archivingAt,
  archivedAt: plan.status === 'archived' ? plan.archivingAt : null,
  paymentIncomplete: false,
  archivingMessage: plan.archivingAt === null ? '' : 'これまでありがとうございました。銀河プランでお待ちしています。',
  planContents: contents(context, 6),
})
const refusedMember = { status: 'purchased', paymentIncomplete: true } as const
const onSale = current.filter(({ status }) => status === 'active')

const adminPlan = (plan: Row, ids: Ids, context: MockContext) => ({
  ...listed(plan, ids, context),
  english: plan.english,
})
const listedPlan = (plan: Row, ids: Ids, context: MockContext) => ({
  ...listed(plan, ids, context),
  contents: plan.status === 'draft' ? 0 : 12 + (plan.price % 37),
})

const countsOf = (all: Row[]) => {
  const count = (status: PlanStatus) => all.filter((plan) => plan.status === status).length
  return {
    all: all.length,
    current: all.length - count('archived'),
    draft: count('draft'),
    active: count('active'),
    scheduledToBeArchived: count('scheduledToBeArchived'),
    archived: count('archived'),
  }
}

const me = { name: '星野 あおい', isMe: true }
const other = { name: '鈴木 陽菜', isMe: false }
const orders = {
  name: (plan: Row) => plan.name,
  price: (plan: Row) => plan.price,
  editedAt: (plan: Row) => plan.editedAt,
}
/** How many saves met a conflict: the version that is loaded next is newer. */
const edited = ({ planId }: { planId: string }) => ({
  planId,
  editedAt: rows.find((plan) => plan.planId === planId)?.editedAt ?? mockNow,
})

let beaten = 0
const beat = () => {
  beaten += 1
  return refused('conflict')
}

const mockFees = { platformFee: 100_000, paymentFee: 36_000, konbini: 200 }

export const planMocks: Mocks<typeof plans> = {
  examples: ({ draftPlan, activePlan, scheduledPlan, at, ids }) => ({
    getPlans: { ...ids, status: 'active', pagination: { limit: 20, offset: 0 } },
    getPlan: { ...ids, planId: activePlan },
    getPlanStatistics: ids,
    getPlanFees: ids,
    createDraftPlan: { ...ids, ...exampleTerms },
    createActivePlan: { ...ids, ...exampleTerms },
    activateDraftPlan: { ...ids, planId: draftPlan, ...exampleTerms },
    updateDraftPlan: { ...ids, planId: draftPlan, ...exampleTerms },
    updateActivePlan: { ...ids, planId: activePlan, ...exampleLook },
    updateScheduledToBeArchivedPlan: { ...ids, planId: scheduledPlan, ...exampleLook },
    getPlanForArchive: { ...ids, planId: activePlan },
    scheduleToArchivePlan: { ...ids, planId: activePlan, archivingAt: at + 60 * day, messageToMembers: 'Thanks.' },
    cancelScheduledArchive: { ...ids, planId: scheduledPlan },
    getPublicPlans: ids,
    getPublicPlan: { ...ids, planId: activePlan },
  }),
  answers: {
    getPlans: ({ status, q, sort, pagination = everything, ...ids }, context) => {
      const found = mockFound(rows, { q, sort }, { texts: (plan) => [plan.name, plan.description], by: orders })
      const chosen = found.filter((plan) =>
        status === 'current' ? plan.status !== 'archived' : !status || plan.status === status,
      )
      return {
        plans: chosen
          .slice(pagination.offset, pagination.offset + pagination.limit)
          .map((plan) => listedPlan(plan, ids, context)),
        pagination: paginationOf(chosen.length, pagination),
        canEdit: true,
        counts: countsOf(found),
        fees: mockFees,
      }
    },
    getPlan: ({ planId, ...ids }, context) => {
      const plan = rows.find((one) => one.planId === planId)
      return plan ? { plan: adminPlan(plan, ids, context), canEdit: true, editedBy: me } : refused('planNotFound')
    },
    getPlanStatistics: () => ({
      plans: rows
        .filter(({ status }) => status !== 'draft')
        .map(({ planId }, n) => {
          const members = membersOf[planId] ?? 0
          const months = Array.from({ length: 12 }, (_, month) =>
            members > 0
              ? Math.round((members * (month + 6 + (n % 3))) / (17 + (n % 3)))
              : Math.max(0, 40 - month * (3 + (n % 4))),
          )
          return { planId, members, membersByMonth: months }
        }),
      members: 1330,
      membersAtMonthStart: 1288,
      leftThisMonth: 17,
      canSeeFees: true,
      countedAt: null,
    }),
    getPlanFees: () => ({ feesThisMonth: 2_219_000, feesLastMonthToDate: 2_105_500, countedAt: null }),
    createDraftPlan: () => ({ planId: 'plan_haru' }),
    createActivePlan: () => ({ planId: 'plan_seiza' }),
    activateDraftPlan: edited,
    updateDraftPlan: edited,
    updateActivePlan: edited,
    updateScheduledToBeArchivedPlan: edited,
    getPlanForArchive: ({ planId }, context) => {
      const plan = rows.find((one) => one.planId === planId)
      if (!plan) return refused('planNotFound')
      if (plan.status !== 'active') return refused('planNotActive')
      return {
        planName: plan.name,
        planPrice: plan.price,
        planContentsToBeDraft: contents(context, 14),
        totalCountOfPlanContents: 64,
        countOfPlanContentsToStayActive: 50,
        previewOfArchivingAt: endOfTokyoDay(mockNow + (plan.subscriptionInterval === 'year' ? 11 : 1) * archiveNotice),
        subscriptionInterval: plan.subscriptionInterval,
        membersCount: membersOf[planId] ?? 0,
        refund:
          plan.subscriptionInterval === 'year'
            ? { previewOfArchivingAt: endOfTokyoDay(mockNow + archiveNotice), countOfTerms: 24, amount: 186_300 }
            : null,
        editedAt: plan.editedAt,
      }
    },
    scheduleToArchivePlan: ({ planId, archivingAt }) => ({ planId, archivingAt }),
    cancelScheduledArchive: ({ planId }) => ({ planId }),
    getPublicPlans: (_, context) => ({ plans: onSale.map((plan) => publicPlan(plan, context)) }),
    getPublicPlan: ({ planId }, context) => {
      const plan = [...current, archived].find((one) => one.planId === planId && one.status !== 'draft')
      return plan ? { plan: publicPlan(plan, context) } : refused('planNotFound')
    },
  },
  scenarios: {
    empty: {
      getPlans: ({ pagination = everything }) => ({
        plans: [],
        pagination: paginationOf(0, pagination),
        canEdit: true,
        counts: countsOf([]),
        fees: mockFees,
      }),
      getPlanStatistics: () => ({
        plans: [],
        members: 0,
        membersAtMonthStart: 0,
        leftThisMonth: 0,
        canSeeFees: true,
        countedAt: null,
      }),
      getPlanFees: () => ({ feesThisMonth: 0, feesLastMonthToDate: 0, countedAt: null }),
      getPublicPlans: () => ({ plans: [] }),
    },
    /** The fan who looks is a member whose card was refused. */
    /** A member of the first plan. */
    suspended: {
      getPublicPlans: (_, context) => ({
        plans: onSale.map((plan, n) => ({ ...publicPlan(plan, context), ...(n === 0 && { status: 'purchased' }) })),
      }),
    },
    refusedCard: {
      getPublicPlans: (_, context) => ({
        plans: onSale.map((plan, n) => ({ ...publicPlan(plan, context), ...(n === 0 && refusedMember) })),
      }),
      getPublicPlan: ({ planId }, context) => {
        const plan = onSale.find((one) => one.planId === planId)
        return plan ? { plan: { ...publicPlan(plan, context), ...refusedMember } } : refused('planNotFound')
      },
    },
    /** Every plan is archived. */
    archived: {
      getPlan: ({ planId, ...ids }, context) => ({
        plan: adminPlan({ ...archived, planId }, ids, context),
        canEdit: true,
        editedBy: other,
      }),
      getPlanForArchive: () => refused('planNotActive'),
    },
    conflict: {
      getPlan: ({ planId, ...ids }, context) => {
        const plan = rows.find((one) => one.planId === planId)
        if (!plan) return refused('planNotFound')
        const newer = { name: `${plan.name}（年払い）`, description: '制作ノート（月4回）', editedAt: mockNow + beaten }
        const saved = beaten > 0 ? { ...plan, ...newer } : plan
        return { plan: adminPlan(saved, ids, context), canEdit: true, editedBy: other }
      },
      // A save with the newest version succeeds.
      updateActivePlan: ({ planId, expectedEditedAt }) =>
        beaten > 0 && expectedEditedAt === mockNow + beaten ? { planId, editedAt: expectedEditedAt } : beat(),
      updateDraftPlan: () => beat(),
      activateDraftPlan: () => beat(),
    },
    /** Somebody else saves right after the first save here. */
    overtaken: {
      getPlan: ({ planId, ...ids }, context) => {
        const plan = rows.find((one) => one.planId === planId)
        if (!plan) return refused('planNotFound')
        const newer = { name: 'ほかの人の名前', editedAt: plan.editedAt + 2 }
        return {
          plan: adminPlan(beaten > 0 ? { ...plan, ...newer } : plan, ids, context),
          canEdit: true,
          editedBy: other,
        }
      },
      updateActivePlan: ({ planId }) => {
        beaten += 1
        return { planId, editedAt: edited({ planId }).editedAt + 1 }
      },
    },
    /** A role that may look at plans and change none. */
    moderator: {
      getPlans: ({ pagination = everything, ...ids }, context) => ({
        plans: rows.slice(0, 20).map((plan) => listedPlan(plan, ids, context)),
        pagination: paginationOf(rows.length, pagination),
        canEdit: false,
        counts: countsOf(rows),
        fees: mockFees,
      }),
      getPlan: ({ planId, ...ids }, context) => {
        const plan = rows.find((one) => one.planId === planId)
        return plan ? { plan: adminPlan(plan, ids, context), canEdit: false, editedBy: other } : refused('planNotFound')
      },
    },
    /** Nobody has joined the plan, and it opens nothing. */
    noMembers: {
      getPlanForArchive: ({ planId }) => ({
        planName: '星座プラン',
        planPrice: 1500,
        planContentsToBeDraft: [],
        totalCountOfPlanContents: 0,
        countOfPlanContentsToStayActive: 0,
        previewOfArchivingAt: endOfTokyoDay(mockNow + archiveNotice),
        subscriptionInterval: 'month' as const,
        membersCount: 0,
        refund: null,
        editedAt: rows.find((one) => one.planId === planId)?.editedAt ?? mockNow,
      }),
    },
    unknownPlan: { getPlan: () => refused('planNotFound') },
  },
}
