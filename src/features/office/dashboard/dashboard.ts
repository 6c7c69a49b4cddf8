import { dayTextOf } from '#kit/days.ts'
import type { Instant } from '#kit/time.ts'

/** Why a day cannot be counted: it is not over, or the brand did not exist yet. Null if it can. */
export const whyNotCounted = (text: string, openedAt: Instant, now: Instant): 'dayNotOver' | 'beforeBrand' | null => {
  if (text >= dayTextOf(now)) return 'dayNotOver'
  return text < dayTextOf(openedAt) ? 'beforeBrand' : null
}

/** What a brand's connection to the analytics service is encrypted for. */
export const tokenOf = ({ brandId }: { brandId: string }) => `oauth:${brandId}`

export const longestDays = 400
