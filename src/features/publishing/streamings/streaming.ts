import { day, type Instant } from '#kit/time.ts'

export const streamingStatuses = ['beforeLive', 'live', 'beforeVOD', 'vod', 'ended'] as const
export type StreamingStatus = (typeof streamingStatuses)[number]
/** State of the recording; `none` where there is nothing to keep. */
export const vodStates = ['none', 'processing', 'ready', 'failed'] as const
export type VodState = (typeof vodStates)[number]
export const vodVisibilities = ['auto', 'staffCheck'] as const
export type VodVisibility = (typeof vodVisibilities)[number]

/** Change of the event before the streaming began. */
export const eventStates = ['canceled', 'undated'] as const
export type EventState = (typeof eventStates)[number]

export type Notice = { noticeId: string; text: string; at: Instant }
/** One address to play, as the specification has it: three cookie values, and whether they belong to another host. */
export type Source = { cookie: Record<string, string>; cors: boolean; url: string; liveOffset?: number }

export type StreamingDetails = {
  eventId: string
  streamingId: string
  streamingPageUrl: string
  /** `LL` is there only where an outside provider gives one. */
  streamingSource: { default: Source; LL?: Source }
  expiredAt: Instant | null
  streamingStatus: StreamingStatus
  /** Ours beside the specification's fields. */
  startAt: Instant
  health: 'ok' | 'noSignal'
  vodAvailableAt: Instant | null
  notices: Notice[]
  /** Its event, where that stands in the brand's list. */
  event: { eventId: string; title: string } | null
  /** Null: not affected, or it has begun. The reason is the one on the event's page. */
  eventState: EventState | null
  eventReason: string
}

export type Streaming = {
  streamingId: string
  eventId: string
  scheduleId: string
  /** Secret that the encoder sends. */
  streamKey: string
  scheduledStartAt: Instant
  startedAt: Instant | null
  /** Stored by staff, or by the job that noticed a lost signal; `overAt` gives the same before that job has run. */
  endedAt: Instant | null
  /** The last sign of the signal, and whether it has been seen to end since. */
  signalAt: Instant | null
  hasSignal: boolean
  signalSince: Instant | null
  /** When another encoder that sent with its key was turned away last. */
  refusedAt: Instant | null
  autoStart: boolean
  recordingOn: boolean
  /** The upload that the recording became. */
  vodMediaId: string | null
  /** It is over and nothing was recorded. */
  hasNoVod: boolean
  vodAvailableAt: Instant | null
  vodVisibility: VodVisibility
  /** Null: without an end. */
  expiredAt: Instant | null
  notices: readonly Notice[]
  createdAt: Instant
}

/** Nobody guesses one, and it can be typed where copying is not possible. */
export const newStreamKey = (newId: (noun: 'streaming') => string) => newId('streaming').replace('streaming_', 'key-')

/** Milliseconds without a signal after which a live streaming is over (rule: time.live). */
export const signalGrace = 10 * 60_000
/** Nobody streams for longer: a forgotten encoder would fill the disk. */
export const longestLive = 12 * 3_600_000
/** The signal is reported every two seconds; this many milliseconds after the last report it counts as lost. */
export const signalTimeout = 15_000

/** The last pieces of a receiver are waited for so many milliseconds; what comes later is not in the recording. */
export const longestArrival = 10 * 60_000
/** A receiver of which nothing has come may come back with its disk for so long, before there is no recording. */
export const longestAbsence = day

type Course = Pick<Streaming, 'startedAt' | 'endedAt' | 'signalAt'>

/** When it was over or will be, if nothing changes; null while it has not begun. */
export const overAt = ({ startedAt, endedAt, signalAt }: Course): Instant | null => {
  if (startedAt === null) return null
  if (endedAt !== null) return endedAt
  return Math.min(Math.max(startedAt, signalAt ?? 0) + signalGrace, startedAt + longestLive)
}

type Facts = Course &
  Pick<Streaming, 'recordingOn' | 'hasNoVod' | 'vodAvailableAt' | 'vodVisibility' | 'expiredAt'> & {
    vodState: VodState
  }

/**
 * Status at this moment. Lists compute the same in SQL (`isStatus` of queries.server.ts); a test compares the two.
 * While a recording may still come the status is beforeVOD.
 */
export const streamingStatusAt = (facts: Facts, now: Instant): StreamingStatus => {
  const { expiredAt, vodState, vodAvailableAt } = facts
  const over = overAt(facts)
  const isExpired = expiredAt !== null && expiredAt <= now
  if (over === null) return isExpired ? 'ended' : 'beforeLive'
  if (over > now) return 'live'
  if (isExpired || !facts.recordingOn || facts.hasNoVod || vodState === 'failed') return 'ended'
  const isOpen = facts.vodVisibility === 'auto' && (vodAvailableAt === null || vodAvailableAt <= now)
  return vodState === 'ready' && isOpen ? 'vod' : 'beforeVOD'
}

type OfEvent = Pick<Streaming, 'startedAt'> & {
  eventCancellation: { reason: string } | null
  eventPostponement: { reason: string; isDated: boolean } | null
}
/** Nobody waits for what does not come, nor for an hour that is given up; what was sent stays what it is. */
export const eventStateOf = ({
  startedAt,
  eventCancellation,
  eventPostponement,
}: OfEvent): Pick<StreamingDetails, 'eventState' | 'eventReason'> => {
  if (startedAt === null && eventCancellation) return { eventState: 'canceled', eventReason: eventCancellation.reason }
  if (startedAt === null && eventPostponement?.isDated === false)
    return { eventState: 'undated', eventReason: eventPostponement.reason }
  return { eventState: null, eventReason: '' }
}

/** Whether pictures were sent after it had begun, for longer than a receiver takes to write the first of them. */
export const wasSent = ({ startedAt, signalAt }: Pick<Course, 'startedAt' | 'signalAt'>) =>
  startedAt !== null && signalAt !== null && signalAt - startedAt > 10_000

export const healthAt = ({ hasSignal, signalAt }: Pick<Streaming, 'hasSignal' | 'signalAt'>, now: Instant) =>
  hasSignal && signalAt !== null && signalAt + signalTimeout > now ? ('ok' as const) : ('noSignal' as const)

/** Staff are told of an encoder that was turned away for so many milliseconds: encoders try again every few seconds. */
export const refusalShown = 30_000
export const hasSecondEncoder = ({ refusedAt }: Pick<Streaming, 'refusedAt'>, now: Instant) =>
  refusedAt !== null && refusedAt + refusalShown > now

/** A streaming that begins by itself waits until its signal has been there for so long (rule: time.live). */
export const steadyAfter = 10_000

/** Whether it starts automatically now: never before its time, so that tests of the signal are not public. */
export const beginsByItself = (
  {
    autoStart,
    startedAt,
    scheduledStartAt,
    signalSince,
  }: Pick<Streaming, 'autoStart' | 'startedAt' | 'scheduledStartAt' | 'signalSince'>,
  now: Instant,
): boolean =>
  autoStart && startedAt === null && scheduledStartAt <= now && signalSince !== null && now - signalSince >= steadyAfter

// --- Moves ----------------------------------------------------------------------------------------------------------------

/** The end can be moved to an earlier time only with this notice, for viewers who planned to watch. */
export const shorteningNotice = day

/** Why this end cannot be chosen; null when it can. */
export const expiryProblem = (
  { scheduledStartAt, expiredAt: before }: Pick<Streaming, 'scheduledStartAt' | 'expiredAt'>,
  expiredAt: Instant | null,
  now: Instant,
): { rule: 'beforeStart' | 'tooSmall'; limit: Instant } | null => {
  if (expiredAt === null || expiredAt === before) return null
  if (expiredAt <= scheduledStartAt) return { rule: 'beforeStart', limit: scheduledStartAt }
  const isShorter = before === null || expiredAt < before
  const earliest = now + shorteningNotice
  return isShorter && expiredAt < earliest ? { rule: 'tooSmall', limit: earliest } : null
}

/** A streaming that has not begun goes along with its schedule, its end by the same time. */
export const moved = <S extends Pick<Streaming, 'scheduledStartAt' | 'expiredAt'>>(streaming: S, by: number): S => ({
  ...streaming,
  scheduledStartAt: streaming.scheduledStartAt + by,
  expiredAt: streaming.expiredAt === null ? null : streaming.expiredAt + by,
})

/** Default time for which the recording can be watched. */
export const usualVod = 7 * day
