import { noticeOf } from '#club/brands/notice.ts'
import { aoi, aoiInEnglish, bare, resting } from '#club/brands/profile.mock.ts'
import { inLanguage } from '#kit/english.ts'
import { type Mocks, refused } from '#kit/mock.ts'
import type { memberFigures } from './contract'

export const memberFigureMocks: Mocks<typeof memberFigures> = {
  examples: ({ ids }) => ({
    getPublicBrandProfile: ids,
  }),
  answers: {
    getPublicBrandProfile: ({ brandId }, context) => {
      const found = [aoi(context), resting(context)].find((one) => one.brandId === brandId)
      if (!found) return refused('notFound')
      const { locale = 'ja' } = context
      const notice = noticeOf({ closesAt: null, isSuspended: found.brandSlug === 'resting' }, locale)
      const told = inLanguage({ ...found, english: aoiInEnglish }, locale)
      return { ...told, memberCount: 1204, mostChosenPlanId: 'plan_seiza', since: { year: 2024, month: 4 }, notice }
    },
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
