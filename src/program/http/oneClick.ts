import type { IncomingMessage, ServerResponse } from 'node:http'
import { stopNewsByLink } from '#publishing/news/callbacks.server.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { readRaw } from '#server/http/raw.ts'
import { limitAddress, limitForgedCallback } from '#server/limits.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'
import { callbackContext } from '../workContext'

/*
 * One-click unsubscribe from a kind of mail, without a page (RFC 8058). Only the standard's POST unsubscribes: programs
 * that scan mails open links, so a GET leads to the page that asks for confirmation. The token identifies the reader;
 * many readers share the address of their mail service, so only wrong tokens count towards the limit.
 */
const maxBytes = 4096

const isOneClick = (body: string, contentType: string) =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType)
    ? /name="List-Unsubscribe"\r?\n\r?\nOne-Click\r?\n/i.test(body)
    : new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click'

const tokenOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://here').searchParams.get('token') ?? ''

const stop = async (request: IncomingMessage): Promise<{ status: number; code: string }> => {
  const address = addressOf(request)
  const seen = seenOf(request)
  if ((await limitAddress(address)) !== null) return { status: 429, code: 'tooManyRequests' }
  const body = await readRaw(request, maxBytes)
  if (body === null) return { status: 413, code: 'tooLarge' }
  if (!isOneClick(body.toString('utf8'), request.headers['content-type'] ?? ''))
    return { status: 400, code: 'validation' }
  try {
    if (await stopNewsByLink(callbackContext(), tokenOf(request))) return { status: 200, code: 'stopped' }
  } catch (error) {
    log.error({ ...seen, cause: causeOf(error) }, 'one-click stop failed')
    return isUnavailable(error) ? { status: 503, code: 'unavailable' } : { status: 500, code: 'internal' }
  }
  const isTooMany = await limitForgedCallback(address)
  return isTooMany ? { status: 429, code: 'tooManyRequests' } : { status: 400, code: 'linkUnknown' }
}

export const openOneClick = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.setHeader('Cache-Control', 'private, no-store')
  if (request.method === 'GET' || request.method === 'HEAD') {
    const prefix = request.headers['accept-language']?.startsWith('en') ? '/en' : ''
    const query = new URLSearchParams({ token: tokenOf(request) })
    response.writeHead(303, { Location: `${prefix}/fc/me/unsubscribe?${query}` }).end()
    return
  }
  const { status, code } = request.method === 'POST' ? await stop(request) : { status: 405, code: 'methodNotAllowed' }
  if (status === 405) response.setHeader('Allow', 'GET, HEAD, POST')
  if (status === 503) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (status === 413) response.setHeader('Connection', 'close')
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ok: status === 200, code }))
}
