import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { serverConfig } from '#config.server.ts'
import { type ConversionReason, masterPlaylist, posterTimes, renditionsOf, type Size } from '#kit/conversion.ts'
import { syncFile } from '../machine/files'
import { readPid, stopProcess } from '../machine/processes'
import { putPicture, readPicture } from '../storage/pictures'
import { storage } from '../storage/storage'
import { log } from '../telemetry/log'
import { cut, encode, takePicture } from './encode'
import { ProgramMissing, pidFile, run } from './ffmpeg'
import { probe } from './probe'

export type Conversion = {
  /** The uploaded file's key. */
  source: string
  contentType: string
  /** Folder for the playlists and segments; it has to be empty. */
  folder: string
  /** Keys for still pictures, spread over the video's length. */
  posters: readonly string[]
  /** Called with percent; false if the result is not needed any more. */
  onProgress: (percent: number) => Promise<boolean>
}
export type Converted = Size & {
  durationMs: number
  /** Heights, largest first. */
  renditions: number[]
  /** Keys for which a picture was stored. */
  posters: string[]
}
export type Clip = {
  /** The uploaded file's key. */
  source: string
  contentType: string
  /** Of the whole video: the last clip ends with it. */
  durationMs: number
  fromMs: number
  lengthMs: number
  /** Key for the clip. */
  key: string
}
/** External video processing. Throws if a retry may succeed. */
export type Video = {
  convert(conversion: Conversion): Promise<Converted | { problem: ConversionReason } | 'stopped'>
  /** Stores a part of a video as a file of its own; false if it cannot be read. Throws if a retry may succeed. */
  cut(clip: Clip): Promise<boolean>
}

const workFolder = () => resolve(serverConfig().DATA_DIR, 'video')

/** Leftovers of a killed process: its files, and an ffmpeg that may still be running. */
const clearLeftovers = async () => {
  for (const name of await readdir(workFolder()).catch(() => [])) {
    const folder = join(workFolder(), name)
    const pid = readPid(join(folder, pidFile))
    // A process that has the pid by chance does not have the folder in its command line.
    if (pid) await stopProcess(pid, folder, { signal: 'SIGKILL' })
    await rm(folder, { recursive: true, force: true })
  }
}
let cleared: Promise<void> | undefined

const typeOf = (name: string) => (name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4')
/** The master is written last, so that all files it names exist when it is found. */
const upload = async (from: string, folder: string) => {
  const entries = await readdir(from, { recursive: true })
  const names = entries.map((name) => name.replaceAll('\\', '/'))
  const atOnce = pLimit(4)
  const put = async (name: string) => {
    const path = join(from, name)
    if ((await stat(path)).isDirectory()) return
    await syncFile(path)
    await storage().putFile(`${folder}/${name}`, path, typeOf(name))
  }
  await Promise.all(names.filter((name) => name !== masterPlaylist).map((name) => atOnce(() => put(name))))
  await put(masterPlaylist)
}

const convertIn = async (folder: string, wanted: Conversion): ReturnType<Video['convert']> => {
  const { source: key, contentType, posters, onProgress } = wanted
  // Without the programs no gigabytes need to be fetched.
  for (const program of ['ffmpeg', 'ffprobe'] as const) await run(program, ['-version'])
  const source = join(folder, 'source')
  await storage().fetch(key, source)
  const film = await probe(source, contentType)
  if ('problem' in film) return film
  const renditions = renditionsOf(film)
  const job = { source, contentType, folder, film, renditions, onProgress }
  const encoded = await encode(job)
  if (encoded === 'stopped') return encoded
  if ('problem' in encoded) {
    log.warn({ problem: encoded.problem, said: encoded.said }, 'video conversion')
    return { problem: encoded.problem }
  }
  const made: string[] = []
  for (const [n, at] of posterTimes(encoded.durationMs).entries()) {
    const path = join(folder, `poster-${n}.jpg`)
    const poster = posters[n]
    const picture = poster && (await takePicture(job, at, path)) && (await readPicture(path, 'image/jpeg'))
    if (!picture) continue
    await putPicture(poster, picture)
    made.push(poster)
  }
  await upload(join(folder, 'out'), wanted.folder)
  const { width, height } = film
  return {
    width,
    height,
    durationMs: encoded.durationMs,
    renditions: renditions.map((one) => one.height),
    posters: made,
  }
}

const cutIn = async (folder: string, { source: from, contentType, durationMs, fromMs, lengthMs, key }: Clip) => {
  const [source, path] = [join(folder, 'source'), join(folder, 'clip.mp4')]
  await storage().fetch(from, source)
  const film = await probe(source, contentType)
  if ('problem' in film) return false
  const part = { fromMs: Math.min(fromMs, Math.max(0, durationMs - lengthMs)), lengthMs }
  if (!(await cut({ source, contentType, folder, film, renditions: renditionsOf(film) }, part, path))) return false
  await syncFile(path)
  await storage().putFile(key, path, 'video/mp4')
  return true
}

/** Runs `work` with a folder of its own, which is removed afterwards. */
const inFolder = async <T>(name: string, work: (folder: string) => Promise<T>): Promise<T> => {
  cleared ??= clearLeftovers()
  await cleared
  const folder = join(workFolder(), name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const video: Video = {
  async convert(conversion) {
    try {
      return await inFolder(basename(conversion.folder), (folder) => convertIn(folder, conversion))
    } catch (error) {
      if (!(error instanceof ProgramMissing)) throw error
      log.warn({ cause: error.message }, 'video conversion')
      return { problem: 'noConverter' }
    }
  },
  cut: (clip) => inFolder(basename(clip.key, '.mp4'), (folder) => cutIn(folder, clip)),
}
