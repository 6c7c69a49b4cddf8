import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf } from '#server/http/address.ts'
import { limitAddress } from '#server/limits.ts'
import { sendDocument } from './document'
import { openapi } from './openapi'

/** Of the contracts alone: the same as long as the program runs. */
let body: string | undefined

/** The description of every operation, for programs. */
export const openOpenapi = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const retryAfter = await limitAddress(addressOf(request))
  if (retryAfter !== null) return void response.writeHead(429, { 'Retry-After': String(retryAfter) }).end()
  body ??= JSON.stringify(openapi())
  sendDocument(request, response, { contentType: 'application/json; charset=utf-8', body, maxAge: 300 })
}
