import { noticeOf } from '#club/brands/notice.ts'
import { aoi, bare } from '#club/brands/profile.mock.ts'
import { type MockContext, type Mocks, refused } from '#kit/mock.ts'
import type { memberFigures } from './contract'

const profile = (context: MockContext) => ({
  ...aoi(context),
  ...{ memberCount: 1204, mostChosenPlanId: 'plan_seiza', since: { year: 2024, month: 4 }, notice: '' },
})

export const memberFigureMocks: Mocks<typeof memberFigures> = {
  examples: ({ ids }) => ({
    getPublicBrandProfile: ids,
  }),
  answers: {
    getPublicBrandProfile: ({ brandId }, context) => (brandId === 'brand_aoi' ? profile(context) : refused('notFound')),
  },
  scenarios: {
    suspended: {
      getPublicBrandProfile: (_, context) => ({
        ...profile(context),
        notice: noticeOf({ closesAt: null, isSuspended: true }, 'ja'),
      }),
    },
    empty: {
      getPublicBrandProfile: (_, context) => ({
        ...bare(context),
        memberCount: null,
        mostChosenPlanId: null,
        since: { year: 2026, month: 11 },
        notice: '',
      }),
    },
  },
}
