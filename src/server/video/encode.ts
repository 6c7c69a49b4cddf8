import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { masterPlaylist, type Rendition } from '#kit/conversion.ts'
import { run } from './ffmpeg'
import { inputOf, type Probed } from './probe'

const segmentSeconds = 4
const audioRate = 128_000

const nameOf = ({ height }: Rendition) => `${height}p`
const filtersOf = (index: number, renditions: readonly Rendition[]) =>
  [
    `[0:${index}]split=${renditions.length}${renditions.map((_, n) => `[s${n}]`).join('')}`,
    ...renditions.map(({ width, height }, n) => `[s${n}]scale=${width}:${height},setsar=1,format=yuv420p[v${n}]`),
  ].join(';')

/** All renditions from one decoding. Each has its own output: old builds of ffmpeg have no common playlist. */
const argumentsOf = (input: readonly string[], output: string, film: Probed, renditions: readonly Rendition[]) => [
  ...['-hide_banner', '-nostdin', '-y', '-v', 'error', '-nostats', '-progress', 'pipe:1'],
  ...input,
  ...['-filter_complex', filtersOf(film.index, renditions)],
  ...renditions.flatMap((rendition, n) => [
    ...['-map', `[v${n}]`, ...(film.hasAudio ? ['-map', '0:a:0'] : [])],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high'],
    ...['-maxrate', String(rendition.maxRate), '-bufsize', String(2 * rendition.maxRate)],
    // Every rendition is cut at the same times, so that a player can switch at each cut.
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`, '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-b:a', String(audioRate), '-ac', '2', '-ar', '48000'],
    ...['-map_metadata', '-1', '-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', join(output, nameOf(rendition), '%05d.m4s')],
    join(output, nameOf(rendition), 'index.m3u8'),
  ]),
]

/** Smallest first: browsers with native HLS start with the first one. */
const master = (renditions: readonly Rendition[]) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions
      .toReversed()
      .flatMap((rendition) => [
        `#EXT-X-STREAM-INF:BANDWIDTH=${Math.round((rendition.maxRate + audioRate) * 1.1)},RESOLUTION=${rendition.width}x${rendition.height}`,
        `${nameOf(rendition)}/index.m3u8`,
      ]),
    '',
  ].join('\n')

/** Milliseconds of a rendition, by its own playlist. */
const lengthOf = async (playlist: string) => {
  const text = await readFile(playlist, 'utf8')
  const seconds = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, length]) => Number(length))
  return Math.round(1000 * seconds.reduce((sum, length) => sum + length, 0))
}

type Job = {
  source: string
  contentType: string
  /** Gets `ffmpeg.pid` and the folder `out`. */
  folder: string
  film: Probed
  renditions: readonly Rendition[]
  /** Called at most once a second; false stops the work. */
  onProgress: (percent: number) => Promise<boolean>
}
type Encoded = { durationMs: number } | { problem: 'noConverter' | 'unreadable' | 'failed'; said: string } | 'stopped'

/** Percent left for the steps after the encoding. */
const afterwards = 5

/** Writes the master playlist and a folder for each rendition into `out`. Throws if a retry may succeed. */
export const encode = async (job: Job): Promise<Encoded> => {
  const { source, contentType, folder, film, renditions, onProgress } = job
  const output = join(folder, 'out')
  for (const rendition of renditions) await mkdir(join(output, nameOf(rendition)), { recursive: true })
  const stop = new AbortController()
  let [told, percent] = [performance.now(), 0]
  const onLine = (line: string) => {
    // Both are in microseconds, despite the name out_time_ms.
    const [, time] = /^out_time_(?:us|ms)=(\d+)/.exec(line) ?? []
    if (time && film.durationMs > 0) percent = Math.floor((Number(time) / 1000 / film.durationMs) * (100 - afterwards))
    if (performance.now() - told < 1000) return
    told = performance.now()
    onProgress(Math.min(percent, 100 - afterwards)).then(
      (isWanted) => isWanted || stop.abort(),
      // The database is unavailable for a moment: the next line of output reports again.
      () => {},
    )
  }
  const args = argumentsOf(inputOf(source, contentType), output, film, renditions)
  const { code, stderr } = await run('ffmpeg', args, { folder, signal: stop.signal, onLine })
  if (stop.signal.aborted) return 'stopped'
  if (code === null) throw new Error('ffmpeg was ended from outside.')
  if (code !== 0) {
    const said = stderr.slice(-1000)
    if (/No space left|Cannot allocate memory/.test(said))
      throw new Error('The machine has no room for the conversion.')
    if (/Unknown encoder/.test(stderr)) return { problem: 'noConverter', said }
    return { problem: /Invalid data|invalid|corrupt/i.test(stderr) ? 'unreadable' : 'failed', said }
  }
  const [first] = renditions
  const durationMs = first ? await lengthOf(join(output, nameOf(first), 'index.m3u8')) : 0
  // A truncated file claims a duration that it does not have, and ffmpeg encodes what there is.
  if (durationMs < film.durationMs * 0.9 - 1000 || durationMs === 0)
    return { problem: 'unreadable', said: stderr.slice(-1000) }
  await writeFile(join(output, masterPlaylist), master(renditions))
  return { durationMs }
}

/** A part of the video as one file that browsers play while it loads. False if ffmpeg cannot read it. */
export const cut = async (
  { source, contentType, folder, film, renditions }: Omit<Job, 'onProgress'>,
  { fromMs, lengthMs }: { fromMs: number; lengthMs: number },
  path: string,
): Promise<boolean> => {
  // Small: it is watched before anything is paid for.
  const size = renditions.find(({ width, height }) => Math.min(width, height) <= 540) ?? renditions.at(-1)
  const { code, stderr } = await run(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostdin', '-y', '-v', 'error', '-ss', String(fromMs / 1000)],
      ...inputOf(source, contentType),
      ...['-t', String(lengthMs / 1000), '-map', `0:${film.index}`, ...(film.hasAudio ? ['-map', '0:a:0'] : [])],
      ...['-vf', `scale=${size?.width}:${size?.height},setsar=1,format=yuv420p`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-profile:v', 'high'],
      ...['-c:a', 'aac', '-b:a', String(audioRate), '-ac', '2', '-ar', '48000'],
      ...['-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', path],
    ],
    { folder },
  )
  if (code === null) throw new Error('ffmpeg was ended from outside.')
  if (/No space left|Cannot allocate memory/.test(stderr)) throw new Error('The machine has no room for the clip.')
  return code === 0 && existsSync(path)
}

/** One frame of the video as a JPEG; false if there is none at that time. */
export const takePicture = async (
  { source, contentType, film, renditions }: Job,
  atMs: number,
  path: string,
): Promise<boolean> => {
  const [largest] = renditions
  const { code } = await run('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-y', '-v', 'error', '-ss', String(atMs / 1000)],
    ...inputOf(source, contentType),
    ...['-map', `0:${film.index}`, '-frames:v', '1', '-vf', `scale=${largest?.width}:${largest?.height},setsar=1`],
    ...['-q:v', '3', '-f', 'image2', '-update', '1', path],
  ])
  // Without a frame at that time ffmpeg succeeds and writes no file.
  return code === 0 && existsSync(path)
}
