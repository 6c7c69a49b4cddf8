import { useAsk, useWrite } from '#client/useOperation.ts'
import { memberNews } from '../../news/contract'
import { streamingContents } from '../../streamings/contents/contract'
import type { AdminPlanContent } from '../contract'
import { contents } from '../contract'
import { news } from '../news/contract'
import { video } from '../video/contract'
import { type ContentValues, monthOf } from './values'

type Ids = { tenantId: string; brandId: string }
export type Known = Ids & { planContentId: string; expectedEditedAt: number }

const refresh = { refresh: [contents.getPlanContentsWithPlans, contents.getScheduledActions] }

/** The write operations of a content's type under common names. Each returns the content after the write. */
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
  const showAsDraft = useWrite(streamingContents.updatePlanContentStreamingAsDraft, refresh)
  const showAsActive = useWrite(streamingContents.updatePlanContentStreamingAsActive, refresh)
  const showSchedule = useWrite(streamingContents.scheduleToPublishPlanContentStreaming, refresh)
  const showScheduled = useWrite(streamingContents.updatePublishmentScheduledPlanContentStreaming, refresh)
  const reschedule = useWrite(contents.reschedulePlanContentPublishment, refresh)
  const revert = useWrite(contents.revertPlanContentToDraft, refresh)
  const tell = useWrite(memberNews.setContentNotice, { refresh: [memberNews.getContentNotice] })
  const remove = useWrite(contents.deletePlanContent, refresh)

  const imageUrls = details.type === 'news' ? details.imageUrls : []
  const ofAny = ({ mediaId: _, clipFromMs: __, startAt: ___, expiredAt: ____, ...values }: ContentValues) => {
    const periodFollows = values.backNumberPeriod === 'publication'
    return { ...values, backNumberPeriod: monthOf(values, Date.now()), periodFollows }
  }
  /** Pictures beside the text stay as they are, but where a version brings back its own. */
  const ofNews = (values: ContentValues, pictures = imageUrls) => ({ ...ofAny(values), imageUrls: pictures })
  const ofVideo = (values: ContentValues) => ({
    ...ofAny(values),
    clipFromMs: values.clipFromMs,
    ...(values.mediaId !== null && { mediaId: values.mediaId }),
  })
  const before = details.type === 'streaming' ? details : null
  /** Unchanged times are omitted, so that the streaming keeps its own. */
  const ofShow = (values: ContentValues) => ({
    ...ofAny(values),
    ...(values.startAt !== null && values.startAt !== before?.startAt && { startAt: values.startAt }),
    ...(values.expiredAt !== before?.expiredAt && { expiredAt: values.expiredAt ?? ('indefinite' as const) }),
  })
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
    asDraft: (known: Known, values: ContentValues, pictures?: string[]) =>
      then(
        known,
        type === 'video'
          ? videoAsDraft.mutateAsync({ ...known, ...ofVideo(values) })
          : type === 'streaming'
            ? showAsDraft.mutateAsync({ ...known, ...ofShow(values) })
            : newsAsDraft.mutateAsync({ ...known, ...ofNews(values, pictures) }),
      ),
    asActive: (known: Known, values: ContentValues, pictures?: string[]) =>
      then(
        known,
        type === 'video'
          ? videoAsActive.mutateAsync({ ...known, ...ofVideo(values) })
          : type === 'streaming'
            ? showAsActive.mutateAsync({ ...known, ...ofShow(values) })
            : newsAsActive.mutateAsync({ ...known, ...ofNews(values, pictures) }),
      ),
    schedule: (known: Known, values: ContentValues, publishingAt: number) =>
      then(
        known,
        type === 'video'
          ? videoSchedule.mutateAsync({ ...known, ...ofVideo(values), publishingAt })
          : type === 'streaming'
            ? showSchedule.mutateAsync({ ...known, ...ofShow(values), publishingAt })
            : newsSchedule.mutateAsync({ ...known, ...ofNews(values), publishingAt }),
      ),
    asScheduled: (known: Known, values: ContentValues, pictures?: string[]) =>
      then(
        known,
        type === 'video'
          ? videoScheduled.mutateAsync({ ...known, ...ofVideo(values) })
          : type === 'streaming'
            ? showScheduled.mutateAsync({ ...known, ...ofShow(values) })
            : newsScheduled.mutateAsync({ ...known, ...ofNews(values, pictures) }),
      ),
    reschedule: (known: Known, publishingAt: number) => then(known, reschedule.mutateAsync({ ...known, publishingAt })),
    revert: (known: Known) => then(known, revert.mutateAsync(known)),
    /** Before it is published: the members are told of what is public. */
    tell: async ({ expectedEditedAt: _, ...named }: Known, isWanted: boolean) => {
      if (isWanted) await tell.mutateAsync({ ...named, isWanted })
    },
    remove: ({ expectedEditedAt: _, ...named }: Known) => remove.mutateAsync(named),
  }
}
