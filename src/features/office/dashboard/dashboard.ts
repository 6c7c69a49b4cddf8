import { dayTextOf } from '#kit/days.ts'
import type { Instant } from '#kit/time.ts'

/** Why a day cannot be counted: it is not over, or the brand did not exist yet. Null if it can. */
export const whyNotCounted = (text: string, openedAt: Instant, now: Instant): 'dayNotOver' | 'beforeBrand' | null => {
  if (text >= dayTextOf(now)) return 'dayNotOver'
  return text < dayTextOf(openedAt) ? 'beforeBrand' : null
}

export const longestDays = 400
