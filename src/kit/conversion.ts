export const conversionReasons = ['noConverter', 'unreadable', 'noVideo', 'tooLarge', 'failed'] as const
/** Reasons why a video cannot be shown, translated by screens. */
export type ConversionReason = (typeof conversionReasons)[number]

/** Size as displayed: rotated upright, with square pixels. */
export type Size = { width: number; height: number }
export type Rendition = Size & {
  /** Maximum video bit rate, in bits per second. */
  maxRate: number
}

/** Length of the shorter side in pixels, so that portrait videos are as sharp as landscape ones. */
const ladder = [
  { side: 1080, maxRate: 5_000_000 },
  { side: 720, maxRate: 2_800_000 },
  { side: 540, maxRate: 1_600_000 },
  { side: 360, maxRate: 800_000 },
] as const
/** Larger than any camera's picture; limited because decoding holds several frames in memory. */
export const longestSide = 8192

// The encoder requires even numbers; rounded down, so that none exceeds the source.
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
/** Times of the posters in milliseconds: spread over the video, without its often black start and end. */
export const posterTimes = (durationMs: number): number[] =>
  Array.from({ length: posterCount }, (_, n) => Math.floor((durationMs * (2 * n + 1)) / (2 * posterCount)))

/** Length of a clip that everybody may see, in milliseconds. */
export const clipLength = 10_000

/** Maximum number of runs, if earlier ones were lost with their workers. */
export const mostAttempts = 5

/** Folder of a run's files; signed cookies open all files below the media's folder. */
export const mediaFolder = ({ tenantId, mediaId }: { tenantId: string; mediaId: string }) =>
  `private/${tenantId}/video/${mediaId}`
export const attemptFolder = (media: { tenantId: string; mediaId: string }, attempt: string) =>
  `${mediaFolder(media)}/${attempt}`
export const masterPlaylist = 'master.m3u8'
