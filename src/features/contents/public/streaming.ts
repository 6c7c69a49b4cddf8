import type { PlanContentItem, PublicPlanContent } from './contract'

type Details<C extends { type: string }> = Extract<C, { type: 'streaming'; details: unknown }>['details']

/**
 * What a live streaming says of itself: nothing is known of it here but that it exists. The noun of streamings answers
 * instead (`streamingDetailsOf`), in these two places and nowhere else; access has been decided before.
 */
export const listedStreaming = (_streamingId: string | null): Details<PlanContentItem> => ({
  streamingStatus: 'beforeLive',
  startAt: null,
  expiredAt: null,
})

export const shownStreaming = (streamingId: string | null, pageUrl: string): Details<PublicPlanContent> => ({
  eventId: null,
  streamingId,
  streamingPageUrl: pageUrl,
  streamingSource: null,
  startAt: null,
  expiredAt: null,
  streamingStatus: 'beforeLive',
})
