import { type Mocks, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import { exampleContent, saved, unsent } from '../mock'
import type { video } from './contract'

const untouched = { progress: 0, reason: null, durationMs: null, width: null, height: null, posters: [] }

export const videoMocks: Mocks<typeof video> = {
  examples: ({ activePlan, sentMedia, goingMedia, brokenMedia, draftVideo, scheduledVideo, activeVideo, at, ids }) => ({
    getPlanContentVideoConversionStatus: { ...ids, mediaId: sentMedia },
    cancelVideoConversion: { ...ids, mediaId: goingMedia },
    retryVideoConversion: { ...ids, mediaId: brokenMedia },
    createDraftPlanContentVideo: { ...ids, mediaId: sentMedia },
    updatePlanContentVideoAsDraft: {
      ...ids,
      planContentId: draftVideo,
      ...exampleContent(activePlan),
      mediaId: sentMedia,
    },
    updatePlanContentVideoAsActive: {
      ...ids,
      planContentId: activeVideo,
      ...exampleContent(activePlan),
      mediaId: sentMedia,
    },
    scheduleToPublishPlanContentVideo: {
      ...ids,
      planContentId: draftVideo,
      ...exampleContent(activePlan),
      mediaId: sentMedia,
      publishingAt: at + 6 * day,
    },
    updatePublishmentScheduledPlanContentVideo: {
      ...ids,
      planContentId: scheduledVideo,
      ...exampleContent(activePlan),
      mediaId: sentMedia,
    },
  }),
  answers: {
    getPlanContentVideoConversionStatus: (_, { picture }) => ({
      ...untouched,
      status: 'completed',
      progress: 100,
      durationMs: 754_000,
      width: 1920,
      height: 1080,
      posters: [1, 2, 3, 4, 5].map((n) => picture(`poster-${n}`)),
    }),
    cancelVideoConversion: () => ({}),
    retryVideoConversion: () => ({}),
    createDraftPlanContentVideo: () => ({ planContentId: unsent }),
    updatePlanContentVideoAsDraft: saved,
    updatePlanContentVideoAsActive: saved,
    scheduleToPublishPlanContentVideo: saved,
    updatePublishmentScheduledPlanContentVideo: saved,
  },
  scenarios: {
    conflict: {
      updatePlanContentVideoAsDraft: () => refused('conflict'),
      updatePlanContentVideoAsActive: () => refused('conflict'),
    },
    converting: {
      getPlanContentVideoConversionStatus: () => ({ ...untouched, status: 'progressing', progress: 42 }),
    },
    conversionFailed: {
      getPlanContentVideoConversionStatus: () => ({ ...untouched, status: 'error', reason: 'unreadable' }),
    },
    conversionCanceled: {
      getPlanContentVideoConversionStatus: () => ({ ...untouched, status: 'canceled' }),
    },
  },
}
