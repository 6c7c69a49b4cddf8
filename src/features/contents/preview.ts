import type { ContentTerms } from './content'

export const viewers = ['visitor', 'member', 'monthOwner'] as const
export type Viewer = (typeof viewers)[number]

/**
 * Whether a viewer of this kind would see the body, for the preview only: a member is one of a chosen plan, and who owns
 * the month bought it and has no plan.
 */
export const wouldSee = (
  viewer: Viewer,
  { viewableBy, planIds, backNumberPeriod }: Pick<ContentTerms, 'viewableBy' | 'planIds' | 'backNumberPeriod'>,
): boolean => {
  if (viewableBy === 'allUsers') return true
  if (viewer === 'member') return planIds.length > 0
  return viewer === 'monthOwner' && backNumberPeriod !== null
}
