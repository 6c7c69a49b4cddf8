import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { noteArrival, receiveUpload, refusalOf } from '#club/uploads/callbacks.server.ts'
import { serverConfig } from '#config.server.ts'
import { now } from '#server/clock.ts'
import { seenOf } from '#server/http/address.ts'
import { isLiveKey, readLive } from '#server/live/files.ts'
import { type Checksum, newTemporaryPath, putOnce, putPart, receive } from '#server/storage/disk.ts'
import { opensKey } from '#server/storage/folders.ts'
import { publicUrlOf } from '#server/storage/keys.ts'
import { hasExpired, isSignatureGood } from '#server/storage/sign.ts'
import { storage } from '#server/storage/storage.ts'
import { type ByteRange, largestPut } from '#server/storage/types.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { callbackContext } from '../workContext'

/** The S3 error codes that clients know, with their HTTP status. */
const statuses = {
  AccessDenied: 403,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  IncompleteBody: 400,
  EntityTooLarge: 400,
  InvalidObject: 400,
  InvalidRange: 416,
  InternalError: 500,
} as const
type Code = keyof typeof statuses
export type MediaRefusal = { code: Code; message: string }
const refused = (code: Code, message: string): MediaRefusal => ({ code, message })
const isRefused = (value: unknown): value is MediaRefusal =>
  typeof value === 'object' && value !== null && 'code' in value

const safe = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
}
const inlineTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

const sendRefusal = (res: ServerResponse, { code, message }: MediaRefusal, requestId: string) => {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  res.writeHead(statuses[code], { ...safe, 'Content-Type': 'application/xml', 'Cache-Control': 'private, no-store' })
  res.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${text}</Message><RequestId>${requestId}</RequestId></Error>`,
  )
}

/** One range, as browsers request when they seek; for anything else the whole file is sent. */
const rangeOf = (header: string | undefined, size: number): ByteRange | null | MediaRefusal => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? refused('InvalidRange', 'The file is not that long.') : { start, end }
}

const sendObject = async (req: IncomingMessage, res: ServerResponse, key: string, headers: Record<string, string>) => {
  const info = await storage().head(key)
  if (!info) return refused('NoSuchKey', 'There is no such file.')
  const common = { ...safe, ...headers, ETag: info.etag, 'Accept-Ranges': 'bytes', 'Content-Type': info.contentType }
  if (req.headers['if-none-match'] === info.etag) {
    res.writeHead(304, common).end()
    return null
  }
  const range = rangeOf(req.headers.range, info.size)
  if (isRefused(range)) return range
  const length = range ? range.end - range.start + 1 : info.size
  res.writeHead(range ? 206 : 200, {
    ...common,
    'Content-Length': length,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${info.size}` }),
  })
  if (req.method === 'HEAD' || length === 0) res.end()
  else await pipeline(await storage().read(key, range ?? undefined), res)
  return null
}

/** The connection was closed while sending; an unreadable file fails with other codes. */
const isHungUp = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_UNABLE_TO_PIPE')

const sendPublic = async (req: IncomingMessage, res: ServerResponse, key: string) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return refused('MethodNotAllowed', 'Public files are only read.')
  if (serverConfig().S3_BUCKET) {
    res.writeHead(301, { ...safe, Location: publicUrlOf(key) }).end()
    return null
  }
  const info = await storage().head(key)
  return sendObject(req, res, key, {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Disposition': inlineTypes.includes(info?.contentType ?? '') ? 'inline' : 'attachment',
  })
}

/** Receives the body into a synced temporary file; its length must be the signed one. */
const receiveSigned = async (req: IncomingMessage, length: number, checksum: Checksum = 'md5') => {
  const path = await newTemporaryPath()
  const received = await receive(req, path, length, checksum)
  if (!received) return refused('EntityTooLarge', 'More bytes came than were signed.')
  if (received.size !== length) {
    await rm(path, { force: true })
    return refused('IncompleteBody', 'Fewer bytes came than were signed.')
  }
  return { path, ...received }
}

const takePart = async (req: IncomingMessage, params: URLSearchParams) => {
  const length = Number(req.headers['content-length'] ?? Number.NaN)
  if (!(length > 0 && length <= largestPut)) return refused('IncompleteBody', 'A part names its length.')
  const received = await receiveSigned(req, length, 'crc32')
  if (isRefused(received)) return received
  const taken = await putPart(
    params.get('uploadId') ?? '',
    Number(params.get('partNumber')),
    received.path,
    received.checksum,
  )
  return taken ? `"${received.checksum}"` : refused('NoSuchUpload', 'This upload is finished or was given up.')
}

/** A file whose length was not known when the URL was signed. */
const takeLarge = async (req: IncomingMessage, key: string, contentType: string, length: number) => {
  if (length > largestPut) return refused('EntityTooLarge', 'A file in one piece has at most 5 GB.')
  const received = await receiveSigned(req, length)
  if (isRefused(received)) return received
  const stored = await putOnce(key, received.path, { size: length, contentType, md5: received.checksum })
  if (!stored) return refused('Conflict', 'Another file was already sent here.')
  await noteArrival(callbackContext(), key, length)
  return stored.etag
}

const takeFile = async (req: IncomingMessage, path: string, contentType: string, length: number) => {
  const checked = path.startsWith('checked/') ? path.slice('checked/'.length) : null
  // Checked before the body is read: a refused URL accepts no other file.
  const refusalBefore = checked && (await refusalOf(callbackContext(), checked, length))
  if (refusalBefore) return refusalBefore
  const received = await receiveSigned(req, length)
  if (isRefused(received)) return received
  if (!checked) {
    const stored = await putOnce(path, received.path, { size: length, contentType, md5: received.checksum })
    return stored?.etag ?? refused('Conflict', 'Another file was already sent here.')
  }
  const refusal = await receiveUpload(callbackContext(), checked, {
    path: received.path,
    md5: received.checksum,
    size: received.size,
  })
  return refusal ?? `"${received.checksum}"`
}

/** Live files are small and wanted by everybody at once. */
const sendLive = async (req: IncomingMessage, res: ServerResponse, key: string) => {
  const file = await readLive(key)
  if (!file) return refused('NoSuchKey', 'There is no such file.')
  const { bytes, contentType } = file
  res.writeHead(200, {
    ...safe,
    'Cache-Control': 'private, no-store',
    'Content-Type': contentType,
    'Content-Length': bytes.length,
  })
  res.end(req.method === 'HEAD' ? undefined : bytes)
  return null
}

const answer = async (req: IncomingMessage, res: ServerResponse, path: string, params: URLSearchParams) => {
  if (path.startsWith('public/')) return sendPublic(req, res, path)
  const { method = '' } = req
  const isReading = method === 'GET' || method === 'HEAD'
  if (isReading && !params.has('signature') && opensKey(req.headers.cookie, path, now())) {
    if (isLiveKey(path)) return sendLive(req, res, path)
    // Cached by the browser but revalidated each time: a copy must not open once the cookies have expired.
    return sendObject(req, res, path, { 'Cache-Control': 'private, no-cache', 'Content-Disposition': 'inline' })
  }
  const isPart = params.has('partNumber')
  const contentType = method === 'PUT' && !isPart ? (req.headers['content-type'] ?? '') : ''
  const isOpen = params.has('length')
  const contentLength = method === 'PUT' && !isPart && !isOpen ? (req.headers['content-length'] ?? '') : ''
  const isGood = isSignatureGood({ method, path, params, contentType, contentLength })
  if (!isGood) return refused('AccessDenied', 'The signature does not fit this request.')
  if (hasExpired(params, now())) return refused('AccessDenied', 'Request has expired.')
  if (method === 'GET') {
    return sendObject(req, res, path, {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': params.get('response-content-disposition') ?? 'attachment',
    })
  }
  const length = Number(req.headers['content-length'] ?? Number.NaN)
  if (isOpen && !(length > 0)) return refused('IncompleteBody', 'A file names its length.')
  const taken = isPart
    ? await takePart(req, params)
    : isOpen && !path.startsWith('checked/')
      ? await takeLarge(req, path, contentType, length)
      : await takeFile(req, path, contentType, length)
  if (isRefused(taken)) return taken
  res.writeHead(200, { ...safe, ETag: taken, 'Cache-Control': 'private, no-store' }).end()
  return null
}

/** The route of /api/media: a storage with S3's protocol, as far as uploads and downloads by signed URLs need it. */
export const handleMedia = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const requestId = randomUUID()
  const seen = seenOf(req)
  const url = new URL(req.url ?? '/', 'http://media')
  const path = url.pathname.replace(/^.*?\/api\/media\//, '')
  try {
    // A percent sign or an unusual segment cannot be one of our keys or have a valid signature.
    const isOdd = !/^[A-Za-z0-9_./-]{1,400}$/.test(path) || /(^|\/)\.|\/\//.test(path)
    const refusal = isOdd
      ? refused('NoSuchKey', 'There is no such file.')
      : await answer(req, res, path, url.searchParams)
    if (refusal) sendRefusal(res, refusal, requestId)
  } catch (error) {
    // The client disconnected: no failure here, and no response needed.
    if ((req.destroyed && !req.complete) || isHungUp(error)) return
    log.error({ requestId, ...seen, cause: causeOf(error) }, 'media')
    if (res.headersSent) res.destroy()
    else sendRefusal(res, refused('InternalError', 'Something went wrong on our side.'), requestId)
  } finally {
    // The body of a request that was refused early is still being sent; the connection must not wait for it.
    if (!req.complete) res.once('finish', () => req.destroy())
  }
}
