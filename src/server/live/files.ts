import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { serverConfig } from '#config.server.ts'
import { type LivePart, liveFolder, livePlaylist } from '#kit/live.ts'
import { run } from '../video/ffmpeg'

/*
 * Live video is stored in DATA_DIR/live of the program that receives it, under the keys that viewers request: written
 * by ffmpeg segment by segment, read by the media route, and joined to one file after the end.
 */
const root = () => resolve(serverConfig().DATA_DIR, 'live')

const liveKey = /^private\/[A-Za-z0-9_-]+\/live\/[A-Za-z0-9_-]+\/(?:preview|show)\/(?:index\.m3u8|\d{4}-\d{6,9}\.ts)$/
export const isLiveKey = (path: string) => /^private\/[A-Za-z0-9_-]+\/live\//.test(path)

/** Trust boundary: only names that ffmpeg writes are accepted. */
export const livePath = (folder: string) => {
  if (!liveKey.test(`${folder}/${livePlaylist}`)) throw new Error('This is no folder of live pictures.')
  return join(root(), folder)
}

/** A segment or the playlist; null if it does not exist. */
export const openLive = async (key: string) => {
  if (!liveKey.test(key)) return null
  const file = await open(join(root(), key), 'r').catch(() => null)
  if (!file) return null
  const { size } = await file.stat()
  // A longer playlist may replace the file meanwhile: the opened version is sent.
  const stream = file.createReadStream({ start: 0, end: Math.max(0, size - 1) })
  const contentType = key.endsWith('.ts') ? 'video/mp2t' : 'application/vnd.apple.mpegurl'
  return { size, contentType, stream }
}

const piecesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}-\d{6,9}\.ts$/.test(name)).sort()

const bytesOf = async function* (folder: string, names: readonly string[]) {
  for (const name of names) yield* createReadStream(join(folder, name))
}

type Streaming = { tenantId: string; streamingId: string }
const partOf = (streaming: Streaming, part: LivePart) => livePath(`${liveFolder(streaming)}/${part}`)

export type LiveFiles = {
  /** Joins everything that was shown into one new local file; null if nothing was. */
  join(streaming: Streaming): Promise<{ path: string; size: number } | null>
  /** Deletes all files of the stream. */
  remove(streaming: Streaming): Promise<void>
}

export const liveFiles: LiveFiles = {
  async join(streaming) {
    const folder = partOf(streaming, 'show')
    const pieces = await piecesIn(folder)
    if (pieces.length === 0) return null
    const work = join(folder, 'work')
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { mode: 0o700 })
    // Timestamps go on from segment to segment of an encoder's connection; those of the next connection start again.
    const connections = [...new Set(pieces.map((name) => name.slice(0, 4)))]
    for (const one of connections) {
      const own = pieces.filter((name) => name.startsWith(one))
      await pipeline(bytesOf(folder, own), createWriteStream(join(work, `${one}.ts`), { mode: 0o600 }))
    }
    const list = join(work, 'list')
    await writeFile(list, connections.map((one) => `file '${one}.ts'\n`).join(''))
    const path = join(work, 'whole.mp4')
    const joined = (sound: readonly string[]) =>
      run(
        'ffmpeg',
        [
          ...['-hide_banner', '-nostdin', '-y', '-v', 'error', '-nostats', '-progress', 'pipe:1'],
          ...['-protocol_whitelist', 'file', '-f', 'concat', '-i', list, '-c:v', 'copy', ...sound, '-f', 'mp4', path],
        ],
        { onLine: () => {} },
      )
    const copied = await joined(['-c:a', 'copy'])
    // An unreadable audio frame stops the copying; re-encoding the audio skips it.
    const { code, stderr } = copied.code === 0 ? copied : await joined(['-c:a', 'aac'])
    if (code !== 0) throw new Error(`The recording could not be joined: ${stderr.slice(-300)}`)
    return { path, size: (await stat(path)).size }
  },
  async remove(streaming) {
    await rm(join(root(), liveFolder(streaming)), { recursive: true, force: true })
  },
}
