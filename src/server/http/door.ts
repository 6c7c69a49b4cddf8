import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'
import type { NextApiRequest, NextApiResponse } from 'next'
import { operations } from '../operations'
import { type Request, serve } from '../serve'
import { addressOf } from './address'
import { cookieLine } from './cookies'
import { allowOrigin } from './origins'

/** What no operation would take is not read; serve says which are too large. Unknown ones take nothing. */
const mostBytesOf = (name: string) => operations.get(name)?.operation.maxBytes ?? 64 * 1024
/** Characters from which an answer travels packed: below it fits into one or two packets as it is. */
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
      // Ending the reading by `for await` would end the connection, and the answer with it.
      req.pause()
      done('tooLarge')
    })
    req.on('end', () => done(size === 0 ? null : Buffer.concat(chunks).toString('utf8')))
    req.on('error', hungUp)
    req.on('close', () => {
      // Every request ends so: an error is made only where somebody will hear of it.
      if (!req.complete) hungUp(new Error('The request was not finished.'))
    })
  })

/** Carries a request to serve and the answer back, and knows nothing else. Never throws. */
export const openDoor = async (base: Request['base'], name: string, req: IncomingMessage, res: ServerResponse) => {
  allowOrigin(req, res, 'authorization, content-type, idempotency-key, x-request-id')
  if (req.method === 'OPTIONS') {
    res.writeHead(204).end()
    return
  }
  // A connection that is gone has no address any more.
  const address = addressOf(req)
  let body: Request['body']
  try {
    body = await readBody(req, mostBytesOf(name))
  } catch {
    // Whoever hung up in the middle of their own sentence waits for no answer.
    res.destroy()
    return
  }
  const answer = await serve({
    base,
    name,
    method: req.method ?? '',
    body,
    headers: {
      authorization: req.headers.authorization,
      'content-type': req.headers['content-type'],
      'accept-language': req.headers['accept-language'],
      'idempotency-key': one(req.headers['idempotency-key']),
      'x-request-id': one(req.headers['x-request-id']),
    },
    address,
  })
  if (answer.cookies) res.setHeader('Set-Cookie', answer.cookies.map(cookieLine))
  // What nobody reads must not come in for ever.
  if (body === 'tooLarge') res.setHeader('Connection', 'close')
  if (answer.body.length >= worthPacking && /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''))) {
    const packed = await gzip(answer.body)
    const headers = { ...answer.headers, Vary: `${answer.headers.Vary}, Accept-Encoding`, 'Content-Encoding': 'gzip' }
    res.writeHead(answer.status, { ...headers, 'Content-Length': packed.length }).end(packed)
    return
  }
  res.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) }).end(answer.body)
}

/** The door as a route of Next: for development, where it follows every change of the sources. */
export const operationDoor = (base: Request['base']) => (req: NextApiRequest, res: NextApiResponse) => {
  const { operation } = req.query
  return openDoor(base, Array.isArray(operation) ? operation.join('/') : '', req, res)
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
