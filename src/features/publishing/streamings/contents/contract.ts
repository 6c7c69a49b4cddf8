import { z } from 'zod'
import { brandWrite, contentRoles, contract } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import {
  changed,
  changeRefusals,
  checkComplete,
  contentFields,
  contentNameLength,
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
  /**
   * A live in one act: its event, its streaming and its published content. It begins by itself once its signal is steady,
   * not before `startAt`; the event is a draft that no list shows until it is edited.
   */
  prepareLive: brandWrite({
    roles,
    feature: 'fanClubEvents',
    audit: ['name', 'startAt'],
    payload: {
      name: text({ min: 1, max: contentNameLength }),
      viewableBy: contentFields.viewableBy,
      planIds: contentFields.planIds,
      startAt: z.union([instant, z.literal('now')]),
    },
    check: checkComplete('streaming'),
    result: z.object({ planContentId, streamingId: id }),
    refusals: [...changeRefusals, 'startInPast'],
  }),
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
