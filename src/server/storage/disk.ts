import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { now } from '../clock'
import { ensureFolder, publishFile, syncFolder, writeWhole } from '../machine/files'
import { collectAfter } from '../machine/memory'
import { oneAtATime } from '../machine/oneAtATime'
import { signFolder } from './folders'
import { attachment, checkFolder, checkKey, publicUrlOf } from './keys'
import { signCheckedUpload, signLargeUpload, signMediaUrl } from './sign'
import type { ArrivedPart, ByteRange, ObjectInfo, Part, Storage } from './types'

const root = () => join(serverConfig().DATA_DIR, 'files')
const objectPath = (key: string) => join(root(), 'objects', checkKey(key))
/** Metadata of an object, in a file beside it that is written first: an object without it does not exist. */
const infoPath = (key: string) => join(root(), 'info', `${checkKey(key)}.json`)
const temporaryFolder = () => join(root(), 'temporary')
const uploadFolder = (uploadId: string) => {
  if (!/^[0-9a-f]{32}$/.test(uploadId)) throw new Error('This is no upload id.')
  return join(root(), 'multipart', uploadId)
}
/**
 * An object is a file, or a folder of its uploaded parts: joining gigabytes would copy them, renaming their folder
 * takes no time. `parts` then lists its files in order.
 */
type StoredPart = { name: string; size: number }
type Stored = ObjectInfo & { uploadId?: string; parts?: StoredPart[] }

/** The name contains the creation time by the program's clock; the file's own times are those of the machine. */
export const newTemporaryPath = async (): Promise<string> => {
  await ensureFolder(temporaryFolder())
  return join(temporaryFolder(), `${now()}-${randomBytes(16).toString('hex')}`)
}

/** Size of buffered writes: written together, chunks cost one call instead of four. */
const writtenAtOnce = 256 * 1024

export type Checksum = 'md5' | 'crc32'
const checksums = {
  md5: () => {
    const hash = createHash('md5')
    return { update: (chunk: Buffer) => void hash.update(chunk), digest: () => hash.digest('hex') }
  },
  crc32: () => {
    let sum = 0
    return {
      update: (chunk: Buffer) => {
        sum = crc32(chunk, sum)
      },
      digest: () => sum.toString(16).padStart(8, '0'),
    }
  },
} satisfies Record<Checksum, () => { update: (chunk: Buffer) => void; digest: () => string }>

/**
 * Writes a stream to a synced file, never more than `maxBytes` of it; `null` when it was longer. A file's ETag is MD5, as
 * in S3; parts of gigabytes, whose ETag only tells one version from another, use CRC-32, which is fast.
 */
export const receive = async (
  source: Readable,
  path: string,
  maxBytes: number,
  checksum: Checksum = 'md5',
): Promise<{ size: number; checksum: string } | null> => {
  const sum = checksums[checksum]()
  let size = 0
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > maxBytes) return
          sum.update(chunk)
          yield chunk
          collectAfter(chunk.length)
        }
      },
      createWriteStream(path, { mode: 0o600, flush: true, highWaterMark: writtenAtOnce }),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  if (size <= maxBytes) return { size, checksum: sum.digest() }
  await rm(path, { force: true })
  return null
}

const md5Of = async (path: string) => {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const readInfo = async (key: string): Promise<Stored | null> => {
  try {
    const info = JSON.parse(await readFile(infoPath(key), 'utf8')) as Stored
    const found = await stat(objectPath(key))
    return (info.parts ? found.isDirectory() : found.size === info.size) ? info : null
  } catch {
    return null
  }
}

/** Makes a finished, synced file or folder the object: atomically, and durable over power cuts. */
const publish = async (key: string, path: string, info: Stored): Promise<Stored> => {
  await ensureFolder(dirname(infoPath(key)))
  await ensureFolder(dirname(objectPath(key)))
  await writeWhole(await newTemporaryPath(), infoPath(key), JSON.stringify(info))
  await publishFile(path, objectPath(key))
  return info
}

/** Reads the parts in order, from `start` to `end` (both included) of the whole. */
async function* readParts(folder: string, parts: readonly StoredPart[], { start, end }: ByteRange) {
  let offset = 0
  for (const { name, size } of parts) {
    const [first, last] = [Math.max(0, start - offset), Math.min(size - 1, end - offset)]
    offset += size
    if (first <= last) yield* createReadStream(join(folder, name), { start: first, end: last })
  }
}

const bareEtag = (etag: string) => etag.replaceAll('"', '')

/** Adds a received part; replaces an earlier version of it. False if there is no such upload. */
export const putPart = (uploadId: string, partNumber: number, path: string, checksum: string): Promise<boolean> =>
  oneAtATime(`upload ${uploadId}`, async () => {
    const folder = uploadFolder(uploadId)
    const names = await readdir(folder).catch(() => null)
    if (!names) {
      await rm(path, { force: true })
      return false
    }
    await rename(path, join(folder, `${partNumber}.${checksum}`))
    await syncFolder(folder)
    const earlier = names.filter((name) => name.startsWith(`${partNumber}.`) && name !== `${partNumber}.${checksum}`)
    await Promise.all(earlier.map((name) => rm(join(folder, name), { force: true })))
    return true
  })

/**
 * Stores a file that was sent to a signed URL. The first one counts: the same file again has no effect, a different one
 * is refused with null.
 */
export const putOnce = (
  key: string,
  path: string,
  { size, contentType, md5 }: { size: number; contentType: string; md5: string },
): Promise<ObjectInfo | null> =>
  oneAtATime(`object ${key}`, async () => {
    const stored = await readInfo(key)
    if (!stored) return publish(key, path, { size, contentType, etag: `"${md5}"` })
    await rm(path, { force: true })
    return stored.etag === `"${md5}"` && stored.contentType === contentType ? stored : null
  })

type Upload = { key: string; contentType: string; startedAt: Instant }
const readUpload = async (folder: string): Promise<Upload | null> => {
  try {
    return JSON.parse(await readFile(join(folder, 'upload.json'), 'utf8')) as Upload
  } catch {
    return null
  }
}

const partsOf = async (folder: string, parts: readonly Part[]): Promise<StoredPart[] | 'invalidParts'> => {
  const wanted = parts.map(({ partNumber, etag }) => `${partNumber}.${bareEtag(etag)}`)
  const names = new Set(await readdir(folder))
  const inOrder = parts.every(({ partNumber }, i) => partNumber === i + 1)
  const complete = names.size - 1 === wanted.length && wanted.every((name) => names.has(name))
  if (wanted.length === 0 || !inOrder || !complete) return 'invalidParts'
  return Promise.all(wanted.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })))
}

const arrivedParts = async (folder: string): Promise<ArrivedPart[]> => {
  const found = (await readdir(folder).catch(() => [])).flatMap((name) => {
    const [, part, checksum] = /^(\d+)\.([0-9a-f]+)$/.exec(name) ?? []
    return part && checksum ? [{ name, partNumber: Number(part), etag: `"${checksum}"` }] : []
  })
  return Promise.all(found.map(async ({ name, ...part }) => ({ ...part, size: (await stat(join(folder, name))).size })))
}

const complete = async (key: string, uploadId: string, parts: readonly Part[]) => {
  const stored = await readInfo(key)
  if (stored?.uploadId === uploadId) return stored
  const folder = uploadFolder(uploadId)
  const upload = await readUpload(folder)
  if (upload?.key !== key) return 'noSuchUpload'
  const found = await partsOf(folder, parts)
  if (found === 'invalidParts') return found
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(Buffer.from(bareEtag(etag), 'hex'))
  const size = found.reduce((sum, part) => sum + part.size, 0)
  const etag = `"${hash.digest('hex')}-${parts.length}"`
  return publish(key, folder, { size, contentType: upload.contentType, etag, uploadId, parts: found })
}

const sweepTemporary = async (before: Instant) => {
  for (const name of await readdir(temporaryFolder()).catch(() => [])) {
    if (Number.parseInt(name, 10) < before) await rm(join(temporaryFolder(), name), { force: true })
  }
}

const sweepMultipart = async (before: Instant) => {
  const folder = join(root(), 'multipart')
  for (const name of await readdir(folder).catch(() => [])) {
    await oneAtATime(`upload ${name}`, async () => {
      const upload = await readUpload(join(folder, name))
      // An upload without its metadata was never started: the program ended before it could respond.
      if (!(upload && upload.startedAt >= before)) await rm(join(folder, name), { recursive: true, force: true })
    })
  }
}

/** All files under the folder. */
async function* walk(folder: string): AsyncGenerator<{ parentPath: string; name: string }> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) yield* walk(join(folder, entry.name))
    else yield { parentPath: folder, name: entry.name }
  }
}

export const diskStorage = (): Storage => ({
  publicUrl: publicUrlOf,
  signCheckedUpload,
  async signUpload({ key, contentType, contentLength, expiresAt }) {
    if (checkKey(key).startsWith('public/')) throw new Error('Nothing becomes public before it was checked.')
    const url = signMediaUrl({ method: 'PUT', path: key, expiresAt, contentType, contentLength })
    return { url, headers: { 'Content-Type': contentType } }
  },
  signLargeUpload: async (grant) => signLargeUpload(grant),
  signFolder,
  async signDownload({ key, expiresAt, fileName }) {
    const params = { 'response-content-disposition': attachment(fileName) }
    return signMediaUrl({ method: 'GET', path: checkKey(key), expiresAt, params })
  },
  async head(key) {
    const info = await readInfo(key)
    return info && { size: info.size, contentType: info.contentType, etag: info.etag }
  },
  async read(key, range) {
    const info = await readInfo(key)
    if (!info?.parts) return createReadStream(objectPath(key), range)
    return Readable.from(readParts(objectPath(key), info.parts, range ?? { start: 0, end: info.size - 1 }), {
      objectMode: false,
    })
  },
  readWhole: (key) =>
    readFile(objectPath(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    }),
  async list(folder) {
    return (await readdir(join(root(), 'objects', checkFolder(folder))).catch(() => [])).sort()
  },
  async *keys(folder) {
    // An object may be a folder of its parts; what it is says its metadata.
    const info = join(root(), 'info')
    for await (const { parentPath, name } of walk(folder ? join(info, checkFolder(folder)) : info))
      yield relative(info, join(parentPath, name))
        .replaceAll(sep, '/')
        .replace(/\.json$/, '')
  },
  async put(key, bytes, contentType) {
    const path = await newTemporaryPath()
    const received = await receive(Readable.from([bytes]), path, bytes.length)
    if (!received) throw new Error('The file grew while it was written.')
    return publish(key, path, { size: received.size, contentType, etag: `"${received.checksum}"` })
  },
  async putFile(key, path, contentType) {
    const { size } = await stat(path)
    return publish(key, path, { size, contentType, etag: `"${await md5Of(path)}"` })
  },
  async remove(key) {
    await rm(objectPath(key), { recursive: true, force: true })
    await rm(infoPath(key), { force: true })
  },
  async removeFolder(folder) {
    for (const side of ['info', 'objects'])
      await rm(join(root(), side, checkFolder(folder)), { recursive: true, force: true })
  },
  async fetch(key, path) {
    const info = await readInfo(key)
    if (!info) throw new Error('There is no such object.')
    const [only, ...more] = info.parts ?? []
    const whole = only ? join(objectPath(key), only.name) : objectPath(key)
    if (more.length > 0)
      return pipeline(
        readParts(objectPath(key), info.parts ?? [], { start: 0, end: info.size - 1 }),
        createWriteStream(path, { mode: 0o600, flags: 'wx' }),
      )
    // Neither file is written to again, so both can share the same bytes on disk.
    await link(whole, path).catch(() => copyFile(whole, path))
  },
  async startMultipart(key, contentType) {
    checkKey(key)
    const uploadId = randomBytes(16).toString('hex')
    const folder = uploadFolder(uploadId)
    const note = JSON.stringify({ key, contentType, startedAt: now() } satisfies Upload)
    await oneAtATime(`upload ${uploadId}`, async () => {
      await ensureFolder(folder)
      await writeWhole(await newTemporaryPath(), join(folder, 'upload.json'), note)
    })
    return uploadId
  },
  async signPart({ key, uploadId, partNumber, expiresAt }) {
    const params = { uploadId, partNumber: String(partNumber) }
    return signMediaUrl({ method: 'PUT', path: checkKey(key), expiresAt, params })
  },
  // While a part is put in the place of an earlier one there are two of it.
  listParts: ({ uploadId }) => oneAtATime(`upload ${uploadId}`, () => arrivedParts(uploadFolder(uploadId))),
  completeMultipart: ({ key, uploadId, parts }) =>
    oneAtATime(`upload ${uploadId}`, async () => {
      const info = await complete(key, uploadId, parts)
      return typeof info === 'string' ? info : { size: info.size, contentType: info.contentType, etag: info.etag }
    }),
  async abortMultipart({ uploadId }) {
    const folder = uploadFolder(uploadId)
    await oneAtATime(`upload ${uploadId}`, () => rm(folder, { recursive: true, force: true }))
  },
  async sweep(before) {
    await sweepTemporary(before)
    await sweepMultipart(before)
  },
})
