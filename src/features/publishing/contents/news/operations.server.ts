import type { Handlers } from '#server/context.ts'
import { changeContent, createContent, editsOf, isActive, isDraft, isScheduled } from '../changes.server'
import { editActive, editDraft, editScheduled, publish, schedule } from '../content'
import type { news } from './contract'

export const newsHandlers: Handlers<typeof news> = {
  createDraftPlanContentNews: (context, payload) => createContent(context, 'news', editsOf(payload)),

  createActivePlanContentNews: (context, payload) =>
    createContent(context, 'news', editsOf(payload), (draft) => publish(draft, {}, context.now)),

  createPublishmentScheduledPlanContentNews: (context, payload) =>
    createContent(context, 'news', editsOf(payload), (draft) =>
      schedule(draft, { publishingAt: payload.publishingAt }, context.now),
    ),

  updatePlanContentNewsAsDraft: (context, payload) =>
    changeContent(context, 'news', payload, (content) =>
      isDraft(content) ? editDraft(content, editsOf(payload), context.now) : context.refuse('notDraft'),
    ),

  updatePlanContentNewsAsActive: (context, payload) =>
    changeContent(context, 'news', payload, (content) =>
      isActive(content)
        ? editActive(content, editsOf(payload), context.now)
        : publish(content, editsOf(payload), context.now),
    ),

  scheduleToPublishPlanContentNews: (context, payload) =>
    changeContent(context, 'news', payload, (content) => {
      const said = { ...editsOf(payload), publishingAt: payload.publishingAt }
      return isDraft(content) ? schedule(content, said, context.now) : context.refuse('notDraft')
    }),

  updatePublishmentScheduledPlanContentNews: (context, payload) =>
    changeContent(context, 'news', payload, (content) =>
      isScheduled(content) ? editScheduled(content, editsOf(payload), context.now) : context.refuse('notScheduled'),
    ),
}
