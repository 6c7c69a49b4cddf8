import { aoi, bare } from '#club/brands/profile.mock.ts'
import { type Mocks, refused } from '#kit/mock.ts'
import type { memberFigures } from './contract'

export const memberFigureMocks: Mocks<typeof memberFigures> = {
  examples: ({ ids }) => ({
    getPublicBrandProfile: ids,
  }),
  answers: {
    getPublicBrandProfile: ({ brandId }, context) =>
      brandId === 'brand_aoi'
        ? {
            ...aoi(context),
            ...{ memberCount: 1204, mostChosenPlanId: 'plan_seiza', since: { year: 2024, month: 4 }, notice: '' },
          }
        : refused('notFound'),
  },
  scenarios: {
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
