import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'
import type { NextApiRequest, NextApiResponse } from 'next'
import { addressOf } from '#server/http/address.ts'
import { cookieLine } from '#server/http/cookies.ts'
import { allowOrigin } from '#server/http/origins.ts'
import { operations } from '../operations'
import { type Request, serve } from '../serve'

/** Maximum body size in bytes: the operation's own limit, 64 KB for unknown names. `serve` refuses larger bodies. */
const mostBytesOf = (name: string) => operations.get(name)?.operation.maxBytes ?? 64 * 1024
/** Length in bytes from which a response is gzipped; a shorter one fits into one or two packets. */
const worthPacking = 2048

const gzip = promisify(gzipWithCallback)

const readBody = (req: IncomingMessage, maxBytes: number) =>
  new Promise<Request['body']>((done, hungUp) => {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) return done('tooLarge')
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) return chunks.push(chunk)
      // Pausing keeps the connection open for the response; leaving a `for await` loop would close it.
      req.pause()
      done('tooLarge')
    })
    req.on('end', () => done(size === 0 ? null : Buffer.concat(chunks).toString('utf8')))
    req.on('error', hungUp)
    req.on('close', () => {
      // `close` is emitted for every request: an error only where it was cut off.
      if (!req.complete) hungUp(new Error('The request was not finished.'))
    })
  })

/** Passes an HTTP request to `serve` and sends the response with these `headers`, of which the answer's own come first. Never throws. */
export const openDoor = async (
  base: Request['base'],
  name: string,
  req: IncomingMessage,
  res: ServerResponse,
  headers: Record<string, string> = {},
) => {
  allowOrigin(req, res, 'authorization, content-type, idempotency-key, x-request-id')
  if (req.method === 'OPTIONS') {
    res.writeHead(204, headers).end()
    return
  }
  // Read first: a closed connection has no address any more.
  const address = addressOf(req)
  let sent: Request['body']
  try {
    sent = await readBody(req, mostBytesOf(name))
  } catch {
    // The client disconnected while sending: no answer is needed.
    res.destroy()
    return
  }
  const answer = await serve({
    base,
    name,
    method: req.method ?? '',
    body: sent,
    headers: {
      authorization: req.headers.authorization,
      'content-type': req.headers['content-type'],
      'accept-language': req.headers['accept-language'],
      'idempotency-key': one(req.headers['idempotency-key']),
      'x-request-id': one(req.headers['x-request-id']),
      cookie: req.headers.cookie,
    },
    address,
  })
  // Given at once: set one by one each of them is looked at twice.
  const all: Record<string, string | number | string[]> = { ...headers, ...answer.headers }
  if (answer.cookies) all['Set-Cookie'] = answer.cookies.map(cookieLine)
  // Closes the connection after the answer, so that the rest of the body is not received.
  if (sent === 'tooLarge') all.Connection = 'close'
  const body = answer.kept?.bytes ?? answer.body
  if (body.length >= worthPacking && /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))) {
    const packed = await (answer.kept?.gzip() ?? gzip(body))
    Object.assign(all, { Vary: `${answer.headers.Vary}, Accept-Encoding`, 'Content-Encoding': 'gzip' })
    all['Content-Length'] = packed.length
    res.writeHead(answer.status, all).end(packed)
    return
  }
  all['Content-Length'] = Buffer.byteLength(body)
  res.writeHead(answer.status, all).end(body)
}

/** The same handler as a route of Next: for development, where it follows every change of the sources. */
export const operationDoor = (base: Request['base']) => (req: NextApiRequest, res: NextApiResponse) => {
  const { operation } = req.query
  return openDoor(base, Array.isArray(operation) ? operation.join('/') : '', req, res)
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
