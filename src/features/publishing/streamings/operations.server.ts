import { mayEdit, type Role } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import type { Handlers } from '#server/context.ts'
import type { Brand, Db } from '#server/proven.ts'
import { isOpen } from '../contents/access'
import { contentForReader } from '../contents/public/queries.server'
import { accessOfRow } from '../contents/public/reader.server'
import { lockEvent } from '../events/queries.server'
import { memberNewsJobs } from '../news/jobs.server'
import { tellRoom } from './chat/room.server'
import { type AdminStreaming, mostNotices, mostStreamings, type streamings } from './contract'
import { liveSource, vodSource } from './details.server'
import { streamingJobs } from './jobs.server'
import {
  contentsOfStreamings,
  type Found,
  findStreaming,
  insertStreaming,
  lockStreaming,
  setStreaming,
  streamingsOfEvent,
} from './queries.server'
import {
  expiryProblem,
  hasSecondEncoder,
  healthAt,
  newStreamKey,
  overAt,
  streamingStatusAt,
  usualVod,
} from './streaming'
import { deviceOf, lockPlays, noteViewer, playsElsewhere } from './viewers.queries.server'

type Linked = Awaited<ReturnType<typeof contentsOfStreamings>>

const shownOf = (found: Found, linked: Linked, now: Instant): Omit<AdminStreaming, 'ingest' | 'notices'> => ({
  streamingId: found.streamingId,
  eventId: found.eventId,
  eventTitle: found.eventTitle,
  scheduleId: found.scheduleId,
  streamingStatus: streamingStatusAt(found, now),
  health: healthAt(found, now),
  hasSecondEncoder: hasSecondEncoder(found, now),
  startAt: found.scheduledStartAt,
  startedAt: found.startedAt,
  endedAt: endOf(found, now),
  expiredAt: found.expiredAt,
  recordingOn: found.recordingOn,
  autoStart: found.autoStart,
  viewers: streamingStatusAt(found, now) === 'live' ? found.viewers : 0,
  viewersPeak: found.viewersPeak,
  vod: {
    mediaId: found.vodMediaId,
    state: found.vodState,
    progress: found.vodProgress,
    availableAt: found.vodAvailableAt,
    visibilityOnReady: found.vodVisibility,
  },
  planContents: linked
    .filter(({ streamingId }) => streamingId === found.streamingId)
    .map(({ planContentId, name }) => ({ planContentId, name })),
})
const endOf = (found: Found, now: Instant) => {
  const over = overAt(found)
  return over !== null && over <= now ? over : null
}

type Reader = { db: Db; brand: Brand; now: Instant; ingestUrl: string }

const adminStreaming = async (
  { db, brand, now, ingestUrl }: Reader,
  found: Found,
  role: Role,
): Promise<AdminStreaming> => ({
  ...shownOf(found, await contentsOfStreamings(db, brand, [found.streamingId]), now),
  notices: [...found.notices],
  ingest: mayEdit(role) ? { url: ingestUrl, key: found.streamKey } : null,
})

type Writer = Reader & { member: { role: Role }; refuse: (code: 'streamingNotFound') => never }

/** The streaming under lock. */
const current = async ({ db, brand, refuse }: Writer, streamingId: string) =>
  (await lockStreaming(db, brand, streamingId)) ?? refuse('streamingNotFound')

/** Saves the changes and returns the updated streaming. */
const saved = async (context: Writer, found: Found, changes: Parameters<typeof setStreaming>[2]) => {
  await setStreaming(context.db, found, changes)
  tellRoom(context.db, found)
  return { streaming: await adminStreaming(context, { ...found, ...changes }, context.member.role) }
}

/** `indefinite` in payloads is null everywhere else. */
export const expiryOf = (said: Instant | 'indefinite'): Instant | null => (said === 'indefinite' ? null : said)

export const streamingHandlers: Handlers<typeof streamings> = {
  async createStreaming({ db, brand, user, now, newId, ingestUrl, refuse }, payload) {
    const event = (await lockEvent(db, brand, payload.eventId)) ?? refuse('eventNotFound')
    if (event.cancellation) return refuse('eventCanceled')
    const schedule = event.schedules.find(({ scheduleId }) => scheduleId === payload.scheduleId)
    if (!schedule) return refuse('scheduleNotFound')
    const { eventId, scheduledStartAt, recordingOn = true, autoStart = false } = payload
    if (scheduledStartAt <= now) return refuse('startInPast', [{ field: 'scheduledStartAt', rule: 'startInPast' }])
    const expiredAt = payload.expiredAt === undefined ? scheduledStartAt + usualVod : expiryOf(payload.expiredAt)
    const problem = expiryProblem({ scheduledStartAt, expiredAt: 0 }, expiredAt, now)
    if (problem) return refuse('expiryTooEarly', [{ field: 'expiredAt', ...problem }])
    if ((await streamingsOfEvent(db, brand, eventId)).length >= mostStreamings) return refuse('tooManyStreamings')
    const [streamingId, streamKey] = [newId('streaming'), newStreamKey(newId)]
    await insertStreaming(db, brand, {
      ...{
        streamingId,
        eventId,
        scheduleId: schedule.scheduleId,
        streamKey,
        scheduledStartAt,
        recordingOn,
        autoStart,
        expiredAt,
      },
      createdAt: now,
      createdBy: user.uid,
    })
    return { streamingId, ingest: { url: ingestUrl, key: streamKey } }
  },

  async getStreamings({ db, brand, member, now }, { eventId }) {
    const found = await streamingsOfEvent(db, brand, eventId)
    const linked = await contentsOfStreamings(
      db,
      brand,
      found.map(({ streamingId }) => streamingId),
    )
    return { streamings: found.map((one) => shownOf(one, linked, now)), canEdit: mayEdit(member.role) }
  },

  async getStreaming(context, { streamingId }) {
    const { db, brand, member, now, refuse } = context
    const found = (await findStreaming(db, brand, streamingId)) ?? refuse('streamingNotFound')
    const status = streamingStatusAt(found, now)
    const hasSignal = healthAt(found, now) === 'ok'
    const source =
      (status === 'beforeLive' && hasSignal) || status === 'live'
        ? await liveSource(context, found, status === 'live' ? 'show' : 'preview')
        : await vodSource(context, found)
    return {
      streaming: await adminStreaming(context, found, member.role),
      monitorUrl: source.url,
      canEdit: mayEdit(member.role),
    }
  },

  async rotateStreamKey(context, { streamingId }) {
    const { db, now, newId, ingestUrl, refuse } = context
    const found = await current(context, streamingId)
    if (endOf(found, now) !== null) return refuse('streamingOver')
    const streamKey = newStreamKey(newId)
    await setStreaming(db, found, { streamKey })
    return { ingest: { url: ingestUrl, key: streamKey } }
  },

  async setAutoStart(context, { streamingId, autoStart }) {
    const found = await current(context, streamingId)
    if (found.startedAt !== null) return context.refuse('alreadyStarted')
    return saved(context, found, { autoStart })
  },

  async noteWatching({ db, brand, user, now, refuse }, { planContentId, viewer }) {
    const row = (await contentForReader(db, brand, planContentId, { uid: user?.uid, now })) ?? refuse('contentNotFound')
    if (!isOpen(accessOfRow(row, now).status)) return refuse('contentLocked')
    const found = row.streamingId === null ? undefined : await findStreaming(db, brand, row.streamingId)
    if (!found || streamingStatusAt(found, now) !== 'live') return refuse('notLive')
    const device = deviceOf(user?.uid, viewer)
    // Staff look at it on as many screens as they like.
    if (user && !row.isStaff) {
      await lockPlays(db, user.uid)
      if (await playsElsewhere(db, user.uid, device, now)) return refuse('tooManyPlays')
    }
    await noteViewer(db, found, { viewer: device, uid: user?.uid ?? null }, now)
    return {}
  },

  async startLive(context, { streamingId }) {
    const { now, enqueue, refuse } = context
    const found = await current(context, streamingId)
    if (found.eventCancellation) return refuse('eventCanceled')
    const status = streamingStatusAt(found, now)
    if (status === 'live') return refuse('alreadyStarted')
    if (status !== 'beforeLive') return refuse('streamingOver')
    await enqueue(memberNewsJobs.tellOfLive, { streamingId })
    return saved(context, found, { startedAt: now })
  },

  async endLive(context, { streamingId }) {
    const { now, enqueue, refuse } = context
    const found = await current(context, streamingId)
    if (streamingStatusAt(found, now) !== 'live') return refuse('notLive')
    await enqueue(streamingJobs.keepRecording, { streamingId }, { at: now + 3000 })
    return saved(context, found, { endedAt: now })
  },

  async setVodAvailability(context, { streamingId, visibilityOnReady, availableAt }) {
    const found = await current(context, streamingId)
    return saved(context, found, { vodVisibility: visibilityOnReady, vodAvailableAt: availableAt })
  },

  async extendStreaming(context, payload) {
    const found = await current(context, payload.streamingId)
    const expiredAt = expiryOf(payload.expiredAt)
    const problem = expiryProblem(found, expiredAt, context.now)
    if (problem) return context.refuse('expiryTooEarly', [{ field: 'expiredAt', ...problem }])
    return saved(context, found, { expiredAt })
  },

  async postStreamingNotice(context, { streamingId, text }) {
    const { now, newId, refuse } = context
    const found = await current(context, streamingId)
    if (found.notices.length >= mostNotices) return refuse('tooManyNotices')
    return saved(context, found, { notices: [...found.notices, { noticeId: newId('notice'), text, at: now }] })
  },
}
