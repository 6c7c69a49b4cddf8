import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, roles as everyRole, visitorWrite } from '../../kit/contract'
import { id, text } from '../../kit/text'
import { instant } from '../../kit/time'
import { streamingStatuses, vodStates, vodVisibilities } from './streaming'

export const noticeLength = 300
export const mostNotices = 100
export const mostStreamings = 20

const roles = contentRoles
const streamingId = id
/** An end, or none at all (specification, section 5). */
export const expiry = z.union([instant, z.literal('indefinite')])

const notice = z.object({ noticeId: id, text: z.string(), at: instant })
/** `url` is empty where this installation takes no signal. */
export const ingest = z.object({ url: z.string(), key: z.string() })

/** A random text that a browser keeps for a day. */
export const viewerId = z.string().regex(/^[0-9a-f-]{16,36}$/)

export const adminStreaming = z.object({
  streamingId,
  eventId: id,
  eventTitle: z.string(),
  scheduleId: id,
  streamingStatus: z.enum(streamingStatuses),
  health: z.enum(['ok', 'noSignal']),
  startAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  expiredAt: instant.nullable(),
  recordingOn: z.boolean(),
  autoStart: z.boolean(),
  /** Who watches now, and the most there were at once. */
  viewers: z.int(),
  viewersPeak: z.int(),
  vod: z.object({
    /** The recording's upload, whose conversion may be tried again. */
    mediaId: id.nullable(),
    state: z.enum(vodStates),
    /** Percent of its conversion. */
    progress: z.int(),
    availableAt: instant.nullable(),
    visibilityOnReady: z.enum(vodVisibilities),
  }),
  notices: z.array(notice),
  /** For those who may stream; null for all others. */
  ingest: ingest.nullable(),
  /** Contents that show it. */
  planContents: z.array(z.object({ planContentId: id, name: z.string() })),
})
export type AdminStreaming = z.infer<typeof adminStreaming>

const answer = z.object({ streaming: adminStreaming })

export const streamings = contract({
  createStreaming: brandWrite({
    roles,
    feature: 'fanClubEvents',
    audit: ['eventId', 'scheduleId', 'scheduledStartAt'],
    payload: {
      eventId: id,
      scheduleId: id,
      scheduledStartAt: instant,
      recordingOn: z.boolean().optional(),
      /** It begins by itself, once its time has come and the signal has been there for ten seconds. */
      autoStart: z.boolean().optional(),
      /** A week after it begins, where it is not said. */
      expiredAt: expiry.optional(),
    },
    result: z.object({ streamingId, ingest }),
    refusals: [
      'eventNotFound',
      'scheduleNotFound',
      'eventCanceled',
      'startInPast',
      'expiryTooEarly',
      'tooManyStreamings',
    ],
  }),
  /** Those of an event, in the order of their beginnings. */
  getStreamings: brandRead({
    roles: everyRole,
    payload: { eventId: id },
    result: z.object({
      streamings: z.array(adminStreaming.omit({ ingest: true, notices: true })),
      canEdit: z.boolean(),
    }),
  }),
  /** With the cookies that open what comes in, and what was recorded. */
  getStreaming: brandRead({
    roles: everyRole,
    setsCookies: true,
    payload: { streamingId },
    result: z.object({
      streaming: adminStreaming,
      /** What viewers would see, or before it begins what comes in; empty while there is nothing to see. */
      monitorUrl: z.string(),
      canEdit: z.boolean(),
    }),
    refusals: ['streamingNotFound'],
  }),
  /** Whoever streams with the old key is cut off. */
  rotateStreamKey: brandWrite({
    roles,
    audit: ['streamingId'],
    payload: { streamingId },
    result: z.object({ ingest }),
    refusals: ['streamingNotFound', 'streamingOver'],
  }),
  setAutoStart: brandWrite({
    roles,
    audit: ['streamingId', 'autoStart'],
    payload: { streamingId, autoStart: z.boolean() },
    result: answer,
    refusals: ['streamingNotFound', 'alreadyStarted'],
  }),
  /**
   * A device that plays a live streaming says so every half minute; one account plays on two devices at once, and a third
   * gets nothing to play (`getPublicPlanContent`).
   */
  noteWatching: visitorWrite({
    by: 'content',
    payload: { tenantId: id, planContentId: id, viewer: viewerId },
    result: z.object({}),
    refusals: ['contentNotFound', 'contentLocked', 'notLive', 'tooManyPlays'],
    limit: { points: 60, seconds: 60 },
  }),
  startLive: brandWrite({
    roles,
    audit: ['streamingId'],
    payload: { streamingId },
    result: answer,
    refusals: ['streamingNotFound', 'alreadyStarted', 'streamingOver', 'eventCanceled'],
  }),
  endLive: brandWrite({
    roles,
    audit: ['streamingId'],
    payload: { streamingId },
    result: answer,
    refusals: ['streamingNotFound', 'notLive'],
  }),
  setVodAvailability: brandWrite({
    roles,
    audit: ['streamingId', 'visibilityOnReady', 'availableAt'],
    payload: { streamingId, visibilityOnReady: z.enum(vodVisibilities), availableAt: instant.nullable() },
    result: answer,
    refusals: ['streamingNotFound'],
  }),
  /** A longer time at any moment; a shorter one is told 24 hours before. */
  extendStreaming: brandWrite({
    roles,
    audit: ['streamingId', 'expiredAt'],
    payload: { streamingId, expiredAt: expiry },
    result: answer,
    refusals: ['streamingNotFound', 'expiryTooEarly'],
  }),
  /** A word to whoever watches or waits. */
  postStreamingNotice: brandWrite({
    roles,
    audit: ['streamingId'],
    payload: { streamingId, text: text({ min: 1, max: noticeLength, lines: true }) },
    result: answer,
    refusals: ['streamingNotFound', 'tooManyNotices'],
  }),
})
