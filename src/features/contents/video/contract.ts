import { brandWrite, contentRoles, contract } from '../../../kit/contract'
import { id } from '../../../kit/text'
import {
  changed,
  changeRefusals,
  checkComplete,
  expectedEditedAt,
  optional,
  planContentId,
  publishingAt,
  videoFields,
} from '../contract'

const roles = contentRoles
const named = ['planContentId', 'name'] as const
const known = { planContentId, expectedEditedAt }
/** Another file may take the place of the first one; left out, it stays. */
const fields = { ...videoFields, mediaId: id.optional() }

export const video = contract({
  createDraftPlanContentVideo: brandWrite({
    roles,
    audit: ['mediaId'],
    payload: { mediaId: id },
    result: changed,
    refusals: changeRefusals,
  }),
  updatePlanContentVideoAsDraft: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...fields },
    result: changed,
    refusals: [...changeRefusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  updatePlanContentVideoAsActive: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...fields },
    check: checkComplete('video'),
    result: changed,
    refusals: changeRefusals,
    maxBytes: 512 * 1024,
  }),
  scheduleToPublishPlanContentVideo: brandWrite({
    roles,
    audit: [...named, 'publishingAt'],
    payload: { ...known, ...optional(videoFields), mediaId: id.optional(), publishingAt },
    result: changed,
    refusals: [...changeRefusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  updatePublishmentScheduledPlanContentVideo: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...fields },
    check: checkComplete('video'),
    result: changed,
    refusals: [...changeRefusals, 'notScheduled'],
    maxBytes: 512 * 1024,
  }),
})
