import { inLanguage } from '#kit/english.ts'
import { type LivePart, liveFolder, liveOffset, livePlaylist } from '#kit/live.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Cookie, Db, Locale, PublicBrand } from '#server/proven.ts'
import type { Storage } from '#server/storage/types.ts'
import { playbackOf, watchingHours } from '../contents/video/playback.server'
import { isListedAt } from '../events/event'
import { type Found, findStreaming, streamingsOfBrand } from './queries.server'
import {
  type EventState,
  eventStateOf,
  healthAt,
  type Source,
  type StreamingDetails,
  type StreamingStatus,
  streamingStatusAt,
} from './streaming'
import { liveFor } from './watching'

type Reader = {
  db: Db
  brand: Brand | PublicBrand
  storage: Storage
  now: Instant
  /** Origin of this site, for absolute URLs. */
  origin: string
  setCookie: (cookie: Cookie) => void
}

export const streamingPageUrl = (origin: string, slug: string, planContentId: string) =>
  `${origin}/fc/${slug}/contents/${planContentId}`

const nothing: Source = { cookie: {}, cors: false, url: '' }

/** Source of the incoming pictures; they are always served by this program. */
export const liveSource = async (
  { storage, now, setCookie, origin }: Pick<Reader, 'storage' | 'now' | 'setCookie' | 'origin'>,
  streaming: Pick<Found, 'tenantId' | 'streamingId'>,
  part: LivePart,
  forMs = watchingHours * 3_600_000,
): Promise<Source> => {
  const folder = `${liveFolder(streaming)}/${part}`
  const { url, cookies } = await storage.signFolder({
    folder,
    expiresAt: now + forMs,
    isLive: true,
  })
  for (const cookie of cookies) setCookie(cookie)
  return {
    cookie: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
    cors: new URL(url).origin !== origin,
    url: `${url}/${livePlaylist}`,
    liveOffset,
  }
}

export const vodSource = async (reader: Reader, { vodMediaId, expiredAt }: Found): Promise<Source> => {
  const { videoUrl, signedCookies } = await playbackOf(reader, vodMediaId, expiredAt ?? Number.POSITIVE_INFINITY)
  if (videoUrl === '') return nothing
  return { cookie: signedCookies, cors: new URL(videoUrl).origin !== reader.origin, url: videoUrl }
}

/**
 * Data of a streaming for somebody who may watch (rule: time.streaming): the caller has checked the access. The
 * cookies for its pictures are set as well.
 */
export const streamingDetailsOf = async (
  reader: Reader & { locale: Locale },
  { streamingId, planContentId }: { streamingId: string; planContentId: string },
  { mayPlay }: { mayPlay: () => Promise<boolean> },
): Promise<StreamingDetails | null> => {
  const { db, brand, now, origin } = reader
  const found = await findStreaming(db, brand, streamingId)
  if (!found) return null
  const streamingStatus = streamingStatusAt(found, now)
  const source =
    streamingStatus === 'live'
      ? (await mayPlay())
        ? await liveSource(reader, found, 'show', liveFor)
        : nothing
      : streamingStatus === 'vod'
        ? await vodSource(reader, found)
        : nothing
  return {
    eventId: found.eventId,
    streamingId,
    streamingPageUrl: streamingPageUrl(origin, brand.slug, planContentId),
    streamingSource: { default: source },
    expiredAt: found.expiredAt,
    streamingStatus,
    startAt: found.scheduledStartAt,
    health: healthAt(found, now),
    vodAvailableAt: found.vodAvailableAt,
    notices: [...found.notices],
    event: eventLinkOf(found, reader),
    ...eventStateOf(found),
  }
}

const eventLinkOf = (
  { eventId, eventTitle: title, eventEnglish: english, eventVisibility, eventPublishAt }: Found,
  { locale, now }: { locale: Locale; now: Instant },
) =>
  isListedAt({ visibility: eventVisibility, publishAt: eventPublishAt }, now)
    ? inLanguage({ eventId, title, english }, locale)
    : null

/** Data of streamings in a list of contents (rule: time.streaming), by id. */
export type StreamingSummary = {
  streamingStatus: StreamingStatus
  startAt: Instant
  expiredAt: Instant | null
  eventState: EventState | null
}

export const streamingSummariesOf = async (
  { db, brand, now }: Pick<Reader, 'db' | 'brand' | 'now'>,
  streamingIds: readonly string[],
): Promise<ReadonlyMap<string, StreamingSummary>> => {
  const found = await streamingsOfBrand(db, brand, streamingIds)
  return new Map(
    found.map((one) => [
      one.streamingId,
      {
        streamingStatus: streamingStatusAt(one, now),
        startAt: one.scheduledStartAt,
        expiredAt: one.expiredAt,
        eventState: eventStateOf(one).eventState,
      },
    ]),
  )
}
