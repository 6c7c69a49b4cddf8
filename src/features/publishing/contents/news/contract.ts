import { brandWrite, contentRoles, contract } from '#kit/contract.ts'
import {
  changed,
  changeRefusals,
  checkComplete,
  expectedEditedAt,
  newsFields,
  optional,
  planContentId,
  publishingAt,
} from '../contract'

const roles = contentRoles
const named = ['planContentId', 'name'] as const
const known = { planContentId, expectedEditedAt }

export const news = contract({
  createDraftPlanContentNews: brandWrite({
    roles,
    audit: ['name'],
    payload: newsFields,
    result: changed,
    refusals: changeRefusals,
    maxBytes: 512 * 1024,
  }),
  createActivePlanContentNews: brandWrite({
    roles,
    audit: ['name'],
    payload: newsFields,
    check: checkComplete('news'),
    result: changed,
    refusals: changeRefusals,
    maxBytes: 512 * 1024,
  }),
  createPublishmentScheduledPlanContentNews: brandWrite({
    roles,
    audit: ['name', 'publishingAt'],
    payload: { ...newsFields, publishingAt },
    check: checkComplete('news'),
    result: changed,
    refusals: changeRefusals,
    maxBytes: 512 * 1024,
  }),
  updatePlanContentNewsAsDraft: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...newsFields },
    result: changed,
    refusals: [...changeRefusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  /** Publishes a draft or scheduled content now, or edits an active one. */
  updatePlanContentNewsAsActive: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...newsFields },
    check: checkComplete('news'),
    result: changed,
    refusals: changeRefusals,
    maxBytes: 512 * 1024,
  }),
  scheduleToPublishPlanContentNews: brandWrite({
    roles,
    audit: [...named, 'publishingAt'],
    payload: { ...known, ...optional(newsFields), publishingAt },
    result: changed,
    refusals: [...changeRefusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  updatePublishmentScheduledPlanContentNews: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...newsFields },
    check: checkComplete('news'),
    result: changed,
    refusals: [...changeRefusals, 'notScheduled'],
    maxBytes: 512 * 1024,
  }),
})
