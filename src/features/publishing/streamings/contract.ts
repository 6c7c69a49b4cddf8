import { z } from 'zod'
import { brandRead, brandWrite, contentRoles, contract, roles as everyRole, visitorWrite } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { streamingStatuses, vodStates, vodVisibilities } from './streaming'

export const noticeLength = 300
export const mostNotices = 100
export const mostStreamings = 20

const roles = contentRoles
const streamingId = id
/** An end, or none at all (rule: time.streaming). */
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
  /** Another encoder with its key was turned away within the last half minute; the first one stays. */
  hasSecondEncoder: z.boolean(),
  startAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  expiredAt: instant.nullable(),
  recordingOn: z.boolean(),
  autoStart: z.boolean(),
  /** Viewers now, and the largest number at once. */
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
      /** By default a week after the start. */
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
  /** Sets cookies for the incoming pictures and for the recording. */
  getStreaming: brandRead({
    roles: everyRole,
    setsCookies: true,
    payload: { streamingId },
    result: z.object({
      streaming: adminStreaming,
      /** The pictures for viewers, before the start the incoming ones; empty without any. */
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
  /** The end can be moved later at any time, but earlier only with 24 hours' notice. */
  extendStreaming: brandWrite({
    roles,
    audit: ['streamingId', 'expiredAt'],
    payload: { streamingId, expiredAt: expiry },
    result: answer,
    refusals: ['streamingNotFound', 'expiryTooEarly'],
  }),
  /** A notice for viewers, also before the start. */
  postStreamingNotice: brandWrite({
    roles,
    audit: ['streamingId'],
    payload: { streamingId, text: text({ min: 1, max: noticeLength, lines: true }) },
    result: answer,
    refusals: ['streamingNotFound', 'tooManyNotices'],
  }),
})
