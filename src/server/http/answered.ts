import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUnavailable, retryAfterSeconds } from '../unavailable'
import { seenOf } from './address'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Ends every request: an exception of the handler becomes a 500, or a 503, and a line in the log, never an open connection. */
export const answered =
  (handle: Handler) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request, response)
    } catch (error) {
      const requestId = randomUUID()
      // Imported late: the log reads its level from the settings, which are loaded after this file.
      const { causeOf, log } = await import('../telemetry/log')
      log.error({ requestId, method: request.method, ...seenOf(request), cause: causeOf(error) }, 'request failed')
      if (response.headersSent) {
        response.destroy()
        return
      }
      const isAway = isUnavailable(error)
      const body = isAway
        ? { ok: false, code: 'unavailable', message: 'Something that this needs does not answer now.', requestId }
        : { ok: false, code: 'internal', message: 'Something went wrong on our side.', requestId }
      // Headers that the handler had already set belong to another response.
      for (const name of ['Content-Encoding', 'Content-Length', 'Content-Range', 'ETag']) response.removeHeader(name)
      response.setHeader('Cache-Control', 'private, no-store')
      if (isAway) response.setHeader('Retry-After', String(retryAfterSeconds))
      response.writeHead(isAway ? 503 : 500, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
  }

export const withHeaders = (response: ServerResponse, headers: Record<string, string>): ServerResponse => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  return response
}
