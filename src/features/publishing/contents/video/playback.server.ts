import { masterPlaylist, mediaFolder } from '#kit/conversion.ts'
import type { Instant } from '#kit/time.ts'
import type { Brand, Cookie, Db, PublicBrand } from '#server/proven.ts'
import type { Storage } from '#server/storage/types.ts'
import { findVideo } from './queries.server'

type Reader = {
  db: Db
  brand: Brand | PublicBrand
  storage: Storage
  now: Instant
  setCookie: (cookie: Cookie) => void
}

/** How long signed cookies are valid, in hours; the player renews them in time. */
export const watchingHours = 6

const nothing = { videoUrl: '', signedCookies: {} }

/**
 * URL of the video and the cookies that open it, which the response sets as well. Empty until the conversion is
 * completed. The caller must have checked access.
 */
export const playbackOf = async (
  { db, brand, storage, now, setCookie }: Reader,
  mediaId: string | null,
  until: Instant = Number.POSITIVE_INFINITY,
): Promise<{ videoUrl: string; signedCookies: Record<string, string> }> => {
  const found = mediaId === null ? undefined : await findVideo(db, brand, mediaId)
  const { conversion } = found ?? {}
  if (conversion?.status !== 'completed' || conversion.attempt === null) return nothing
  const expiresAt = Math.min(now + watchingHours * 3_600_000, until)
  const { url, cookies } = await storage.signFolder({ folder: mediaFolder(conversion), expiresAt })
  for (const cookie of cookies) setCookie(cookie)
  return {
    videoUrl: `${url}/${conversion.attempt}/${masterPlaylist}`,
    signedCookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
  }
}
