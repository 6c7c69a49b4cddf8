import { brandWrite, contentRoles, contract } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import {
  changed,
  changeRefusals,
  checkComplete,
  expectedEditedAt,
  optional,
  planContentId,
  publishingAt,
  streamingFields,
} from '../../contents/contract'

const roles = contentRoles
const named = ['planContentId', 'name'] as const
const known = { planContentId, expectedEditedAt }
/** Refusals that concern a streaming's times. */
const refusals = [...changeRefusals, 'startInPast', 'alreadyStarted', 'expiryTooEarly'] as const

export const streamingContents = contract({
  /** Named after its event until a name is entered. */
  createDraftPlanContentStreaming: brandWrite({
    roles,
    feature: 'fanClubEvents',
    audit: ['streamingId', 'eventId'],
    payload: { streamingId: id, eventId: id },
    result: changed,
    refusals: changeRefusals,
  }),
  updatePlanContentStreamingAsDraft: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...streamingFields },
    result: changed,
    refusals: [...refusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  /** Publishes a draft or scheduled content now, or edits an active one. */
  updatePlanContentStreamingAsActive: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...streamingFields },
    check: checkComplete('streaming'),
    result: changed,
    refusals,
    maxBytes: 512 * 1024,
  }),
  scheduleToPublishPlanContentStreaming: brandWrite({
    roles,
    audit: [...named, 'publishingAt'],
    payload: { ...known, ...optional(streamingFields), publishingAt },
    result: changed,
    refusals: [...refusals, 'notDraft'],
    maxBytes: 512 * 1024,
  }),
  updatePublishmentScheduledPlanContentStreaming: brandWrite({
    roles,
    audit: named,
    payload: { ...known, ...streamingFields },
    check: checkComplete('streaming'),
    result: changed,
    refusals: [...refusals, 'notScheduled'],
    maxBytes: 512 * 1024,
  }),
})
