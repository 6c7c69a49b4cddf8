import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { serverConfig } from '../../config.server'
import { ensureFolder, publishFile, syncFolder, writeWhole } from '../machine/files'
import { attachment, checkKey, publicUrlOf } from './keys'
import { signCheckedUpload, signMediaUrl } from './sign'
import type { ObjectInfo, Part, Storage } from './storage'

const root = () => join(serverConfig().DATA_DIR, 'files')
const objectPath = (key: string) => join(root(), 'objects', checkKey(key))
/** What is known of an object lies beside it, and is written first: an object without it does not exist. */
const infoPath = (key: string) => join(root(), 'info', `${checkKey(key)}.json`)
const temporaryFolder = () => join(root(), 'temporary')
const uploadFolder = (uploadId: string) => {
  if (!/^[0-9a-f]{32}$/.test(uploadId)) throw new Error('This is no upload id.')
  return join(root(), 'multipart', uploadId)
}
type Stored = ObjectInfo & { uploadId?: string }

const fileSize = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

export const newTemporaryPath = async (): Promise<string> => {
  await ensureFolder(temporaryFolder())
  return join(temporaryFolder(), randomBytes(16).toString('hex'))
}

/** Writes a stream to a synced file, never more than `maxBytes` of it; `null` when it was longer. */
export const receive = async (
  source: Readable,
  path: string,
  maxBytes: number,
): Promise<{ size: number; md5: string } | null> => {
  const hash = createHash('md5')
  let size = 0
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > maxBytes) return
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600, flush: true }),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  if (size <= maxBytes) return { size, md5: hash.digest('hex') }
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
    return (await fileSize(objectPath(key))) === info.size ? info : null
  } catch {
    return null
  }
}

/** A finished, synced file becomes the object: from one moment to the next, whole, and over power cuts. */
const publish = async (key: string, path: string, info: Stored): Promise<ObjectInfo> => {
  await ensureFolder(dirname(infoPath(key)))
  await ensureFolder(dirname(objectPath(key)))
  await writeWhole(await newTemporaryPath(), infoPath(key), JSON.stringify(info))
  await publishFile(path, objectPath(key))
  return info
}

const joinParts = async (folder: string, parts: readonly Part[]) => {
  const path = await newTemporaryPath()
  const out = await open(path, 'w', 0o600)
  const hash = createHash('md5')
  try {
    for (const { partNumber, etag } of parts) {
      hash.update(Buffer.from(etag, 'hex'))
      for await (const chunk of createReadStream(join(folder, `${partNumber}.${etag}`)))
        await out.write(chunk as Buffer)
    }
    await out.sync()
  } finally {
    await out.close()
  }
  return { path, etag: `"${hash.digest('hex')}-${parts.length}"` }
}

const bareEtag = (etag: string) => etag.replaceAll('"', '')

/** The door has received a part; a part that is sent again replaces the earlier one. */
export const putPart = async (uploadId: string, partNumber: number, path: string, md5: string): Promise<boolean> => {
  const folder = uploadFolder(uploadId)
  const names = await readdir(folder).catch(() => null)
  if (!names) return false
  await rename(path, join(folder, `${partNumber}.${md5}`))
  await syncFolder(folder)
  const earlier = names.filter((name) => name.startsWith(`${partNumber}.`) && name !== `${partNumber}.${md5}`)
  await Promise.all(earlier.map((name) => rm(join(folder, name), { force: true })))
  return true
}

const removeOlder = async (folder: string, before: number) => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < before) await rm(path, { recursive: true, force: true })
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
  async signDownload({ key, expiresAt, fileName }) {
    const params = { 'response-content-disposition': attachment(fileName) }
    return signMediaUrl({ method: 'GET', path: checkKey(key), expiresAt, params })
  },
  async head(key) {
    const info = await readInfo(key)
    return info && { size: info.size, contentType: info.contentType, etag: info.etag }
  },
  read: async (key, range) => createReadStream(objectPath(key), range),
  async put(key, bytes, contentType) {
    const path = await newTemporaryPath()
    const received = await receive(Readable.from([bytes]), path, bytes.length)
    if (!received) throw new Error('The file grew while it was written.')
    return publish(key, path, { size: received.size, contentType, etag: `"${received.md5}"` })
  },
  async putFile(key, path, contentType) {
    const { size } = await stat(path)
    return publish(key, path, { size, contentType, etag: `"${await md5Of(path)}"` })
  },
  async remove(key) {
    await rm(objectPath(key), { force: true })
    await rm(infoPath(key), { force: true })
  },
  async startMultipart(key, contentType) {
    checkKey(key)
    const uploadId = randomBytes(16).toString('hex')
    await ensureFolder(uploadFolder(uploadId))
    await writeWhole(
      await newTemporaryPath(),
      join(uploadFolder(uploadId), 'upload.json'),
      JSON.stringify({ key, contentType }),
    )
    return uploadId
  },
  async signPart({ key, uploadId, partNumber, expiresAt }) {
    const params = { uploadId, partNumber: String(partNumber) }
    return signMediaUrl({ method: 'PUT', path: checkKey(key), expiresAt, params })
  },
  async completeMultipart({ key, uploadId, parts }) {
    const stored = await readInfo(key)
    if (stored?.uploadId === uploadId) return { size: stored.size, contentType: stored.contentType, etag: stored.etag }
    const folder = uploadFolder(uploadId)
    const text = await readFile(join(folder, 'upload.json'), 'utf8').catch(() => null)
    if (text === null) return 'noSuchUpload'
    const upload = JSON.parse(text) as { key: string; contentType: string }
    if (upload.key !== key) return 'noSuchUpload'
    const wanted = parts.map(({ partNumber, etag }) => ({ partNumber, etag: bareEtag(etag) }))
    const names = new Set(await readdir(folder))
    const inOrder = wanted.every(({ partNumber }, i) => partNumber === i + 1)
    const complete =
      names.size - 1 === wanted.length && wanted.every((part) => names.has(`${part.partNumber}.${part.etag}`))
    if (wanted.length === 0 || !inOrder || !complete) return 'invalidParts'
    const { path, etag } = await joinParts(folder, wanted)
    const { size } = await stat(path)
    const info = await publish(key, path, { size, contentType: upload.contentType, etag, uploadId })
    await rm(folder, { recursive: true, force: true })
    return { size: info.size, contentType: info.contentType, etag: info.etag }
  },
  async abortMultipart({ uploadId }) {
    await rm(uploadFolder(uploadId), { recursive: true, force: true })
  },
  async sweep(before) {
    await removeOlder(temporaryFolder(), before)
    await removeOlder(join(root(), 'multipart'), before)
  },
})
