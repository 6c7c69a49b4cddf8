import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Whether the caller has this version already (RFC 9110, If-None-Match: compared weakly, since a proxy that compresses makes tags weak). */
export const isKnown = (request: IncomingMessage, etag: string): boolean => {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = request.headers['if-none-match']
  return known !== undefined && (known === '*' || known.split(',').some((each) => strong(each) === strong(etag)))
}

type Document = { contentType: string; body: string; maxAge: number }

/** A document for programs that ask again and again: who has it is told so. `maxAge` in seconds. */
export const sendDocument = (
  request: IncomingMessage,
  response: ServerResponse,
  { contentType, body, maxAge }: Document,
): void => {
  const etag = `"${hash('sha256', body, 'base64url')}"`
  response.setHeader('Cache-Control', `public, max-age=${maxAge}`)
  response.setHeader('ETag', etag)
  if (isKnown(request, etag)) return void response.writeHead(304).end()
  response.setHeader('Content-Type', contentType)
  response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
