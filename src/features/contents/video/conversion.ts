export const conversionReasons = ['noConverter', 'unreadable', 'noVideo', 'tooLarge', 'failed'] as const
/** Why a video cannot be shown; screens say it in the reader's language. */
export type ConversionReason = (typeof conversionReasons)[number]

/** Pixels as they are seen: turned upright, with square pixels. */
export type Size = { width: number; height: number }
export type Rendition = Size & {
  /** Bits per second at most, of the picture. */
  maxRate: number
}

/** Pixels of the shorter side, so that an upright video is as sharp as a wide one. */
const ladder = [
  { side: 1080, maxRate: 5_000_000 },
  { side: 720, maxRate: 2_800_000 },
  { side: 540, maxRate: 1_600_000 },
  { side: 360, maxRate: 800_000 },
] as const
/** Larger than any camera; decoding holds several of these in memory. */
export const longestSide = 8192

// The encoder takes even numbers only; rounded down, none is larger than the source.
const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2) * 2)

/** Largest first, none above the source; a source that is smaller than all of them keeps its size. */
export const renditionsOf = ({ width, height }: Size): Rendition[] => {
  const shorter = Math.min(width, height)
  const scaled = (side: number) => ({
    width: even((width * side) / shorter),
    height: even((height * side) / shorter),
  })
  const fitting = ladder.filter(({ side }) => side <= shorter)
  if (fitting.length > 0) return fitting.map(({ side, maxRate }) => ({ ...scaled(side), maxRate }))
  return [{ ...scaled(shorter), maxRate: 800_000 }]
}

export const posterCount = 5
/** Moments of the posters in a video of this length, in milliseconds: spread, and never the black of beginning and end. */
export const posterTimes = (durationMs: number): number[] =>
  Array.from({ length: posterCount }, (_, n) => Math.floor((durationMs * (2 * n + 1)) / (2 * posterCount)))

/** A run that is lost with its worker is begun again, this often at most. */
export const mostAttempts = 5

/** Where a run of the conversion leaves its files; everything under the media's folder is opened together. */
export const mediaFolder = ({ tenantId, mediaId }: { tenantId: string; mediaId: string }) =>
  `private/${tenantId}/video/${mediaId}`
export const attemptFolder = (media: { tenantId: string; mediaId: string }, attempt: string) =>
  `${mediaFolder(media)}/${attempt}`
export const masterPlaylist = 'master.m3u8'
