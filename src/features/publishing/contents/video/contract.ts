import { z } from 'zod'
import { brandOutside, brandRead, brandWrite, contentRoles, contract, roles as everyRole } from '#kit/contract.ts'
import { conversionReasons } from '#kit/conversion.ts'
import { id } from '#kit/text.ts'
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

const roles = contentRoles
const named = ['planContentId', 'name'] as const
const known = { planContentId, expectedEditedAt }
/** `mediaId` replaces the video; unchanged if omitted. */
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
      /** Public pictures that can become the thumbnail. */
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
  /** After an error or a cancellation; both keep the uploaded file. */
  retryVideoConversion: brandWrite({
    roles,
    audit: ['mediaId'],
    payload: { mediaId: id },
    result: z.object({}),
    refusals: ['mediaNotFound', 'conversionNotStopped'],
  }),
  /**
   * Also checks that a file sent in one PUT has arrived, because the storage does not notify. Without `mediaId` the
   * draft waits for its video, which is still on its way.
   */
  createDraftPlanContentVideo: brandOutside({
    roles,
    audit: ['mediaId'],
    payload: { mediaId: id.optional() },
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
