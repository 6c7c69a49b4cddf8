import { type MockContext, type Mocks, mockNow } from '#kit/mock.ts'
import { everything } from '#kit/pagination.ts'
import { type BackNumberPeriod, tokyoMonth } from '#kit/time.ts'
import { mockCard } from '../contents/public/mock'
import { onSaleFrom, type SaleState } from './backNumber'
import type { backNumbers, CalendarMonth } from './contract'

const plans = [
  { planId: 'plan_seiza', name: '星座プラン' },
  { planId: 'plan_ginga', name: '銀河プラン' },
]
const nameOf = (wanted: string | undefined) => plans.find(({ planId }) => planId === wanted)?.name ?? '星座プラン'
const monthsIn = (year: number) =>
  year === 2026 ? [1, 2, 3, 4, 6, 7, 8, 9, 10, 11] : year === 2025 ? [9, 10, 11, 12] : []

const monthOf = (
  planId: string,
  period: BackNumberPeriod,
  { uid }: MockContext,
): Omit<CalendarMonth, 'countOfContents'> => {
  const saleState: SaleState =
    mockNow < onSaleFrom(period) ? 'notForSale' : period.month === 3 ? 'notForSale' : 'onSale'
  const isOwned = uid !== '' && (period.month % 3 === 0 || period.month >= 10)
  return {
    planId,
    planName: nameOf(planId),
    backNumberPeriod: period,
    price: period.month === 8 ? 700 : 1500,
    saleState,
    isOwned,
    isReadable: isOwned,
  }
}
const contentsOf = (context: MockContext) => [0, 1, 2, 3].map((n) => mockCard(n, context))

export const backNumberMocks: Mocks<typeof backNumbers> = {
  examples: ({ activePlan, activeNews, boughtMonth, tenantId, ids }) => ({
    purchasePlanBackNumber: {
      tenantId,
      planId: activePlan,
      planContentId: boughtMonth,
      paymentType: 'konbini',
      returnPath: null,
    },
    getPublicPlanBackNumbers: {
      ...ids,
      filterOption: { type: 'planContents', planId: activePlan },
      pagination: { limit: 20, offset: 0 },
    },
    getPublicPlanContentWithBackNumbers: { tenantId, planContentId: activeNews },
    getPublicPlanBackNumber: { ...ids, planId: activePlan, period: { year: 2026, month: 10 } },
    getPublicPlanOpening: { ...ids, planId: activePlan },
    getPublicBackNumberCalendar: { ...ids, planId: activePlan, year: 2026 },
    getPlanBackNumbersAdmin: { ...ids, planId: activePlan, year: 2026 },
    updateBackNumber: {
      ...ids,
      planId: activePlan,
      period: { year: 2026, month: 10 },
      priceOverride: 700,
      saleState: 'onSale',
    },
  }),
  answers: {
    purchasePlanBackNumber: ({ paymentType }) => ({
      sessionUrl: paymentType === 'konbini' ? '/fc/pay/konbini/order_mock_new' : '/fc/aoi/back-numbers',
    }),
    getPublicPlanBackNumbers: (_, context) => ({
      planBackNumbers: [{ backNumberPeriod: tokyoMonth(mockNow), planContents: contentsOf(context) }],
      hasMore: false,
    }),
    getPublicPlanContentWithBackNumbers: ({ planContentId }, context) => {
      const planContent = mockCard(Number(planContentId.replace('content_', '')) || 0, context)
      const period = planContent.backNumberPeriod ?? tokyoMonth(mockNow)
      return {
        planContent,
        planBackNumbers: [{ ...monthOf('plan_seiza', period, context), planContents: contentsOf(context) }],
      }
    },
    getPublicPlanBackNumber: ({ planId, period, pagination = everything }, context) => {
      const all = contentsOf(context)
      const end = pagination.offset + pagination.limit
      return {
        planBackNumber: {
          ...monthOf(planId, period, context),
          needsActivePlan: true,
          hasPlan: context.uid !== '' && planId === 'plan_seiza',
          canJoin: true,
          planPrice: 1500,
          subscriptionInterval: 'month' as const,
          payableUntil: null,
          planContents: all.slice(pagination.offset, end),
        },
        hasMore: all.length > end,
      }
    },
    getPublicPlanOpening: (_, context) => ({
      planContents: contentsOf(context).map(({ planContentId, name, thumbnail }) => ({
        planContentId,
        name,
        thumbnail,
      })),
      more: 3,
      earlier: { least: 700, most: 1500 },
    }),
    getPublicBackNumberCalendar: ({ planId = 'plan_seiza', year = 2026 }, context) => ({
      planId,
      year,
      plans,
      months: monthsIn(year).map((month) => ({
        ...monthOf(planId, { year, month }, context),
        countOfContents: 2 + (month % 4),
      })),
      years: { first: 2025, last: 2026 },
      needsActivePlan: true,
      hasPlan: context.uid !== '',
    }),
    getPlanBackNumbersAdmin: ({ planId, year }) => ({
      planName: nameOf(planId),
      defaultPrice: 1500,
      months: monthsIn(year).map((month) => {
        const period = { year, month }
        const { saleState, price } = monthOf(planId, period, { uid: '', picture: (name) => name })
        return {
          period,
          countOfContents: 2 + (month % 4),
          price,
          priceOverride: price === 1500 ? null : price,
          saleState,
          chosenSaleState: month === 3 ? ('notForSale' as const) : ('onSale' as const),
          onSaleFrom: onSaleFrom(period),
          buyers: (month * 7) % 23,
          income: ((month * 7) % 23) * price,
        }
      }),
      canEdit: true,
    }),
    updateBackNumber: () => ({}),
  },
  scenarios: {
    empty: {
      getPublicBackNumberCalendar: ({ planId = 'plan_seiza', year = 2026 }) => ({
        planId,
        year,
        plans,
        months: [],
        years: null,
        needsActivePlan: true,
        hasPlan: false,
      }),
      getPlanBackNumbersAdmin: () => ({ planName: '星座プラン', defaultPrice: 1500, months: [], canEdit: true }),
    },
    moderator: {
      getPlanBackNumbersAdmin: () => ({
        planName: '星座プラン',
        defaultPrice: 1500,
        months: [
          {
            period: { year: 2026, month: 10 },
            countOfContents: 4,
            price: 1500,
            priceOverride: null,
            saleState: 'onSale',
            chosenSaleState: 'onSale',
            onSaleFrom: onSaleFrom({ year: 2026, month: 10 }),
            buyers: null,
            income: null,
          },
        ],
        canEdit: false,
      }),
    },
  },
}
