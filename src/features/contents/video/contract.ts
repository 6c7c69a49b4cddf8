import { z } from 'zod'
import { brandOutside, brandRead, brandWrite, contentRoles, contract, roles as everyRole } from '../../../kit/contract'
import { id } from '../../../kit/text'
import {
  changed,
  changeRefusals,
  checkComplete,
  conversionStatus,
  expectedEditedAt,
  optional,
  planContentId,
  publishingAt,
  videoFields,
} from '../contract'
import { conversionReasons } from './conversion'

const roles = contentRoles
const named = ['planContentId', 'name'] as const
const known = { planContentId, expectedEditedAt }
/** Another file may take the place of the first one; left out, it stays. */
const fields = { ...videoFields, mediaId: id.optional() }

export const video = contract({
  getPlanContentVideoConversionStatus: brandRead({
    roles: everyRole,
    payload: { mediaId: id },
    result: z.object({
      status: conversionStatus,
      /** Percent. */
      progress: z.int().min(0).max(100),
      reason: z.enum(conversionReasons).nullable(),
      durationMs: z.int().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      /** Public pictures to choose the thumbnail from. */
      posters: z.array(z.url()),
    }),
    refusals: ['mediaNotFound'],
  }),
  cancelVideoConversion: brandWrite({
    roles,
    audit: ['mediaId'],
    payload: { mediaId: id },
    result: z.object({}),
    refusals: ['mediaNotFound', 'conversionNotRunning'],
  }),
  /** After an error or a cancellation; the uploaded file is kept in either case. */
  retryVideoConversion: brandWrite({
    roles,
    audit: ['mediaId'],
    payload: { mediaId: id },
    result: z.object({}),
    refusals: ['mediaNotFound', 'conversionNotStopped'],
  }),
  /** Looks whether a file of one PUT has arrived, which no storage tells by itself. */
  createDraftPlanContentVideo: brandOutside({
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
