import type { Handlers } from '../../../server/context'
import { changeContent, createContent, editsOf, isActive, isDraft, isScheduled } from '../changes.server'
import { editActive, editDraft, editScheduled, publish, schedule } from '../content'
import type { video } from './contract'

export const videoHandlers: Handlers<typeof video> = {
  createDraftPlanContentVideo: (context, { mediaId }) => createContent(context, 'video', { mediaId }),

  updatePlanContentVideoAsDraft: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isDraft(content) ? editDraft(content, editsOf(payload), context.now) : context.refuse('notDraft'),
    ),

  updatePlanContentVideoAsActive: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isActive(content)
        ? editActive(content, editsOf(payload), context.now)
        : publish(content, editsOf(payload), context.now),
    ),

  scheduleToPublishPlanContentVideo: (context, payload) =>
    changeContent(context, 'video', payload, (content) => {
      const said = { ...editsOf(payload), publishingAt: payload.publishingAt }
      return isDraft(content) ? schedule(content, said, context.now) : context.refuse('notDraft')
    }),

  updatePublishmentScheduledPlanContentVideo: (context, payload) =>
    changeContent(context, 'video', payload, (content) =>
      isScheduled(content) ? editScheduled(content, editsOf(payload), context.now) : context.refuse('notScheduled'),
    ),
}
