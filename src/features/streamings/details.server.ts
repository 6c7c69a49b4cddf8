import type { Instant } from '../../kit/time'
import type { Brand, Cookie, Db, PublicBrand } from '../../server/context'
import type { Storage } from '../../server/storage/storage'
import { playbackOf, watchingHours } from '../contents/video/playback.server'
import { type Found, findStreaming, streamingsOfBrand } from './queries.server'
import {
  healthAt,
  type LivePart,
  liveFolder,
  liveOffset,
  livePlaylist,
  type Notice,
  type StreamingStatus,
  streamingStatusAt,
} from './streaming'

type Reader = {
  db: Db
  brand: Brand | PublicBrand
  storage: Storage
  now: Instant
  /** Of the program, for the absolute address of the page. */
  origin: string
  setCookie: (cookie: Cookie) => void
}

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
}

export const streamingPageUrl = (origin: string, slug: string, planContentId: string) =>
  `${origin}/fc/${slug}/contents/${planContentId}`

const nothing: Source = { cookie: {}, cors: false, url: '' }

/** What comes in just now, opened for some hours; live pictures always come from this program. */
export const liveSource = async (
  { storage, now, setCookie, origin }: Pick<Reader, 'storage' | 'now' | 'setCookie' | 'origin'>,
  streaming: Pick<Found, 'tenantId' | 'streamingId'>,
  part: LivePart,
): Promise<Source> => {
  const folder = `${liveFolder(streaming)}/${part}`
  const { url, cookies } = await storage.signFolder({
    folder,
    expiresAt: now + watchingHours * 3_600_000,
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
 * What somebody who may watch gets of a streaming (specification, section 3): whoever calls this has found that before. The
 * cookies that open it are set as well.
 */
export const streamingDetailsOf = async (
  reader: Reader,
  { streamingId, planContentId }: { streamingId: string; planContentId: string },
): Promise<StreamingDetails | null> => {
  const { db, brand, now, origin } = reader
  const found = await findStreaming(db, brand, streamingId)
  if (!found) return null
  const streamingStatus = streamingStatusAt(found, now)
  const source =
    streamingStatus === 'live'
      ? await liveSource(reader, found, 'show')
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
  }
}

/** What a list of contents says of a streaming (specification, section 3), by its id. */
export type StreamingSummary = { streamingStatus: StreamingStatus; startAt: Instant; expiredAt: Instant | null }

export const streamingSummariesOf = async (
  { db, brand, now }: Pick<Reader, 'db' | 'brand' | 'now'>,
  streamingIds: readonly string[],
): Promise<ReadonlyMap<string, StreamingSummary>> => {
  const found = await streamingsOfBrand(db, brand, streamingIds)
  return new Map(
    found.map((one) => [
      one.streamingId,
      { streamingStatus: streamingStatusAt(one, now), startAt: one.scheduledStartAt, expiredAt: one.expiredAt },
    ]),
  )
}
