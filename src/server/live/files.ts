import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { serverConfig } from '#config.server.ts'
import { type LivePart, liveFolder, livePlaylist } from '#kit/live.ts'
import type { Instant } from '#kit/time.ts'
import { storage } from '../storage/storage'
import { log } from '../telemetry/log'
import { run } from '../video/ffmpeg'
import { probe } from '../video/probe'

/*
 * Live video in the storage, under the keys that viewers request: the instance that receives a signal sends each piece there when it is
 * finished (outbox.ts), and any instance serves them and joins them to one file after the end.
 */

/**
 * Pieces are named after the connection of their encoder, which gives them a common time base, and their own number. They are fMP4; those
 * of a live that began with an earlier version are MPEG-TS.
 */
export const isPiece = (name: string) => /^\d{4}-\d{6,9}\.(?:m4s|ts)$/.test(name)
const isTransport = (name: string) => name.endsWith('.ts')
/** What a player reads before the fMP4 pieces of a connection. */
export const headOf = (connection: string) => `${connection}-head.mp4`
export const connectionOf = (name: string) => name.slice(0, 4)
/** Lies beside the pieces of a connection as long as more of them may come. */
export const markerOf = (connection: string) => `${connection}.open`
export const isMarker = (name: string) => /^\d{4}\.open$/.test(name)
/** Lies there for good, and says when a connection began. */
export const beginningOf = (connection: string) => `${connection}.begun`

export const typeOf = (name: string) =>
  name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : isTransport(name) ? 'video/mp2t' : 'video/mp4'

const folderPattern = String.raw`private\/[A-Za-z0-9_-]+\/live\/[A-Za-z0-9_-]+\/(?:preview|show)`
const isFolder = new RegExp(`^${folderPattern}$`)
const isRead = new RegExp(String.raw`^${folderPattern}\/(?:index\.m3u8|\d{4}-(?:head\.mp4|\d{6,9}\.(?:m4s|ts)))$`)
export const isLiveKey = (path: string) => /^private\/[A-Za-z0-9_-]+\/live\//.test(path)

/** Trust boundary: a folder becomes a path on the disk. */
export const checkLiveFolder = (folder: string): string => {
  if (!isFolder.test(folder)) throw new Error('This is no folder of live pictures.')
  return folder
}

/**
 * What viewers read now: a thousand of them want the same piece in the same two seconds. A playlist is as old as this for each of them,
 * which is half of what a player waits before it asks again.
 */
const read = new LRUCache<string, { bytes: Uint8Array }>({
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
  ttl: 60_000,
  fetchMethod: async (key, _, { options }) => {
    if (key.endsWith(livePlaylist)) options.ttl = 1000
    const bytes = await storage().readWhole(key)
    return bytes ? { bytes } : undefined
  },
})

/** A piece or the playlist; null if it does not exist. */
export const readLive = async (key: string) => {
  if (!isRead.test(key)) return null
  const found = await read.fetch(key)
  return found ? { ...found, contentType: typeOf(key) } : null
}

const bytesOf = async function* (folder: string, names: readonly string[]) {
  for (const name of names) yield* await storage().read(`${folder}/${name}`)
}

type Streaming = { tenantId: string; streamingId: string }
const partOf = (streaming: Streaming, part: LivePart) => checkLiveFolder(`${liveFolder(streaming)}/${part}`)

/** Pictures of one connection in a recording, in milliseconds: they began at this moment, stand there from `from` on, and last so long. */
export type RecordedPart = { at: Instant; from: number; lasts: number }
/** `parts` null: it is not known when all of them began. */
export type Recording = { path: string; size: number; parts: RecordedPart[] | null }

export type LiveFiles = {
  /** Whether an instance still has pieces of it that are not in the storage. */
  isArriving(streaming: Streaming): Promise<boolean>
  /**
   * Joins everything that was shown into one local file, which is gone once the work with it is done; null if the storage has nothing
   * of it.
   */
  joined<T>(streaming: Streaming, work: (recording: Recording | null) => Promise<T>): Promise<T>
  /** Deletes all files of the stream. */
  remove(streaming: Streaming): Promise<void>
}

/** The parts of a recording, whose connections lie in `work`, each in one file; null where one of them has no beginning. */
const partsOf = async (work: string, folder: string, files: readonly string[]) => {
  const parts: RecordedPart[] = []
  let from = 0
  for (const file of files) {
    const begun = await storage().readWhole(`${folder}/${beginningOf(connectionOf(file))}`)
    const probed = await probe(join(work, file), typeOf(file))
    if (!begun || 'problem' in probed) return null
    parts.push({ at: Number(Buffer.from(begun).toString()), from, lasts: probed.durationMs })
    from += probed.durationMs
  }
  return parts
}

const joinInto = async (work: string, folder: string, pieces: readonly string[]): Promise<Recording> => {
  // Timestamps go on from piece to piece of an encoder's connection; those of the next connection start again.
  const files: string[] = []
  for (const one of new Set(pieces.map(connectionOf))) {
    const own = pieces.filter((name) => connectionOf(name) === one)
    const [file, names] = own.some(isTransport) ? [`${one}.ts`, own] : [`${one}.mp4`, [headOf(one), ...own]]
    await pipeline(bytesOf(folder, names), createWriteStream(join(work, file), { mode: 0o600 }))
    files.push(file)
  }
  const list = join(work, 'list')
  await writeFile(list, files.map((file) => `file '${file}'\n`).join(''))
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
  return { path, size: (await stat(path)).size, parts: await partsOf(work, folder, files) }
}

export const liveFiles: LiveFiles = {
  async isArriving(streaming) {
    return (await storage().list(partOf(streaming, 'show'))).some(isMarker)
  },
  async joined(streaming, use) {
    const folder = partOf(streaming, 'show')
    const pieces = (await storage().list(folder)).filter(isPiece)
    if (pieces.length === 0) {
      log.warn({ streamingId: streaming.streamingId }, 'live: nothing to join')
      return use(null)
    }
    const work = resolve(serverConfig().DATA_DIR, 'live-joining', streaming.streamingId)
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { recursive: true, mode: 0o700 })
    try {
      return await use(await joinInto(work, folder, pieces))
    } finally {
      await rm(work, { recursive: true, force: true })
    }
  },
  remove: (streaming) => storage().removeFolder(liveFolder(streaming)),
}
