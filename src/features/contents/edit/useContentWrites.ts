import { useAsk, useWrite } from '../../../client/useOperation'
import type { AdminPlanContent } from '../contract'
import { contents } from '../contract'
import { news } from '../news/contract'
import { video } from '../video/contract'
import type { ContentValues } from './values'

type Ids = { tenantId: string; brandId: string }
export type Known = Ids & { planContentId: string; expectedEditedAt: number }

const refresh = { refresh: [contents.getPlanContentsWithPlans, contents.getScheduledActions] }

/** The writes of a content's type under one name each. Every one answers the content as it is then. */
export const useContentWrites = ({ type, details }: Pick<AdminPlanContent, 'type' | 'details'>) => {
  const ask = useAsk()
  const create = useWrite(news.createDraftPlanContentNews, refresh)
  const newsAsDraft = useWrite(news.updatePlanContentNewsAsDraft, refresh)
  const newsAsActive = useWrite(news.updatePlanContentNewsAsActive, refresh)
  const newsSchedule = useWrite(news.scheduleToPublishPlanContentNews, refresh)
  const newsScheduled = useWrite(news.updatePublishmentScheduledPlanContentNews, refresh)
  const videoAsDraft = useWrite(video.updatePlanContentVideoAsDraft, refresh)
  const videoAsActive = useWrite(video.updatePlanContentVideoAsActive, refresh)
  const videoSchedule = useWrite(video.scheduleToPublishPlanContentVideo, refresh)
  const videoScheduled = useWrite(video.updatePublishmentScheduledPlanContentVideo, refresh)
  const reschedule = useWrite(contents.reschedulePlanContentPublishment, refresh)
  const revert = useWrite(contents.revertPlanContentToDraft, refresh)
  const remove = useWrite(contents.deletePlanContent, refresh)

  const isVideo = type === 'video'
  const imageUrls = details.type === 'news' ? details.imageUrls : []
  const ofNews = ({ mediaId: _, ...values }: ContentValues) => ({ ...values, imageUrls })
  const ofVideo = ({ mediaId, ...values }: ContentValues) => ({ ...values, ...(mediaId !== null && { mediaId }) })
  const read = async ({ tenantId, brandId }: Ids, planContentId: string) =>
    (await ask(contents.getPrivatePlanContent, { tenantId, brandId, planContentId })).planContent
  const then = async (known: Known, work: Promise<unknown>) => {
    await work
    return read(known, known.planContentId)
  }
  return {
    create: async (ids: Ids, values: ContentValues) => {
      const { planContentId } = await create.mutateAsync({ ...ids, ...ofNews(values) })
      return read(ids, planContentId)
    },
    asDraft: (known: Known, values: ContentValues) =>
      then(
        known,
        isVideo
          ? videoAsDraft.mutateAsync({ ...known, ...ofVideo(values) })
          : newsAsDraft.mutateAsync({ ...known, ...ofNews(values) }),
      ),
    asActive: (known: Known, values: ContentValues) =>
      then(
        known,
        isVideo
          ? videoAsActive.mutateAsync({ ...known, ...ofVideo(values) })
          : newsAsActive.mutateAsync({ ...known, ...ofNews(values) }),
      ),
    schedule: (known: Known, values: ContentValues, publishingAt: number) =>
      then(
        known,
        isVideo
          ? videoSchedule.mutateAsync({ ...known, ...ofVideo(values), publishingAt })
          : newsSchedule.mutateAsync({ ...known, ...ofNews(values), publishingAt }),
      ),
    asScheduled: (known: Known, values: ContentValues) =>
      then(
        known,
        isVideo
          ? videoScheduled.mutateAsync({ ...known, ...ofVideo(values) })
          : newsScheduled.mutateAsync({ ...known, ...ofNews(values) }),
      ),
    reschedule: (known: Known, publishingAt: number) => then(known, reschedule.mutateAsync({ ...known, publishingAt })),
    revert: (known: Known) => then(known, revert.mutateAsync(known)),
    remove: ({ expectedEditedAt: _, ...named }: Known) => remove.mutateAsync(named),
  }
}
