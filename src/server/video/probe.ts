import { z } from 'zod'
import { type ConversionReason, longestSide, type Size } from '#kit/conversion.ts'
import { run } from './ffmpeg'

/**
 * A file is only read as its announced format: ffmpeg would also follow playlists, whose URLs may lead to other files
 * of this machine or into its network.
 */
const formats: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/mp2t': 'mpegts',
}
export const inputOf = (path: string, contentType: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  formats[contentType] ?? 'mov',
  '-i',
  path,
]

const figure = z.coerce.number().catch(0)
const stream = z.object({
  index: z.int(),
  codec_type: z.string().catch(''),
  width: figure,
  height: figure,
  sample_aspect_ratio: z.string().catch('1:1'),
  disposition: z.object({ attached_pic: figure }).catch({ attached_pic: 0 }),
  tags: z.object({ rotate: figure }).catch({ rotate: 0 }),
  side_data_list: z.array(z.object({ rotation: figure })).catch([]),
})
const answer = z.object({ streams: z.array(stream), format: z.object({ duration: figure }) })
type Stream = z.infer<typeof stream>

export type Probed = Size & {
  /** Index of the video stream: a file may contain its cover as another stream. */
  index: number
  hasAudio: boolean
  /** 0 if the file does not contain it. */
  durationMs: number
}

const seen = ({ width, height, sample_aspect_ratio: ratio, tags, side_data_list: sides }: Stream): Size => {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  const wide = across > 0 && down > 0 ? Math.round((width * across) / down) : width
  const turned = Math.abs(sides.find(({ rotation }) => rotation !== 0)?.rotation ?? tags.rotate) % 180 === 90
  return turned ? { width: height, height: wide } : { width: wide, height }
}

/** Size, length and video stream of a local file. */
export const probe = async (path: string, contentType: string): Promise<Probed | { problem: ConversionReason }> => {
  const { code, stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_streams', '-show_format', '-of', 'json'],
    ...inputOf(path, contentType),
  ])
  if (code !== 0) return { problem: 'unreadable' }
  const { streams, format } = answer.parse(JSON.parse(stdout))
  const film = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  if (!film) return { problem: 'noVideo' }
  const size = seen(film)
  if (!(size.width > 0 && size.height > 0)) return { problem: 'unreadable' }
  if (Math.max(size.width, size.height) > longestSide) return { problem: 'tooLarge' }
  return {
    ...size,
    index: film.index,
    hasAudio: streams.some(({ codec_type: type }) => type === 'audio'),
    durationMs: Math.round(format.duration * 1000),
  }
}
