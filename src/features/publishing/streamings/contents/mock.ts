import type { Mocks } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import { exampleContent, saved } from '../../contents/mock'
import type { streamingContents } from './contract'

export const streamingContentMocks: Mocks<typeof streamingContents> = {
  examples: ({ activePlan, draftShow, scheduledShow, activeShow, publishedEvent, waitingStreaming, at, ids }) => ({
    prepareLive: {
      ...ids,
      name: 'Tonight, from the sofa',
      viewableBy: 'paidUsers' as const,
      planIds: [activePlan],
      startAt: at + 2 * day,
    },
    createDraftPlanContentStreaming: { ...ids, streamingId: waitingStreaming, eventId: publishedEvent },
    updatePlanContentStreamingAsDraft: {
      ...ids,
      planContentId: draftShow,
      ...exampleContent(activePlan),
      startAt: at + 11 * day,
      expiredAt: at + 20 * day,
    },
    updatePlanContentStreamingAsActive: {
      ...ids,
      planContentId: activeShow,
      ...exampleContent(activePlan),
      startAt: at + 11 * day,
      expiredAt: at + 20 * day,
    },
    scheduleToPublishPlanContentStreaming: {
      ...ids,
      planContentId: draftShow,
      ...exampleContent(activePlan),
      startAt: at + 11 * day,
      expiredAt: at + 20 * day,
      publishingAt: at + 6 * day,
    },
    updatePublishmentScheduledPlanContentStreaming: {
      ...ids,
      planContentId: scheduledShow,
      ...exampleContent(activePlan),
      startAt: at + 11 * day,
      expiredAt: at + 20 * day,
    },
  }),
  answers: {
    prepareLive: () => ({ planContentId: 'content_11', streamingId: 'streaming_mock' }),
    createDraftPlanContentStreaming: () => ({ planContentId: 'content_3' }),
    updatePlanContentStreamingAsDraft: saved,
    updatePlanContentStreamingAsActive: saved,
    scheduleToPublishPlanContentStreaming: saved,
    updatePublishmentScheduledPlanContentStreaming: saved,
  },
  scenarios: {},
}
