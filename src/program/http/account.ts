import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeleted } from '#club/identity/queries.server.ts'
import { database } from '#server/db.ts'
import { addressOf, seenOf } from '#server/http/address.ts'
import { cookiesOf, isSecure, prefixed } from '#server/http/cookies.ts'
import { allowOrigin, ourOrigins } from '#server/http/origins.ts'
import { createSession, endSessions, openSession, sessionDays } from '#server/identity/identity.ts'
import { consume, limits, networkOf } from '#server/limits.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'

type Answer = { status: number; body: object; cookie?: string }
type Call = { token: string; cookies: ReadonlyMap<string, string>; csrf: string }

const sessionCookie = (value: string, seconds: number) =>
  `${prefixed('session')}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { ok: false, code, message },
})
const unauthenticated = refusal(401, 'unauthenticated', 'Sign in again.')

const isSame = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const isGone = (uid: string) => isDeleted(database(), uid)

const operations: Record<string, (call: Call) => Promise<Answer>> = {
  async createSession({ token, cookies, csrf }) {
    // Double submit: another site can make a browser send our cookie, but can neither read nor set it.
    const isOurs = /^[\w-]{16,128}$/.test(csrf) && isSame(csrf, cookies.get(prefixed('csrf')) ?? '')
    if (!isOurs) return refusal(403, 'forbidden', 'The request did not come from our own page.')
    const session = await createSession(token, isGone)
    if (!session) return unauthenticated
    return { status: 200, body: { created: true }, cookie: sessionCookie(session, sessionDays * 86_400) }
  },
  async verifySessionCookie({ cookies }) {
    const opened = await openSession(cookies.get(prefixed('session')) ?? '', isGone)
    if (!opened) return { ...unauthenticated, cookie: sessionCookie('', 0) }
    const { uid, email, displayName, photoURL } = opened.user
    return { status: 200, body: { customToken: opened.customToken, user: { uid, email, displayName, photoURL } } }
  },
  async logout({ token, cookies }) {
    const ended = await endSessions(token, cookies.get(prefixed('session')) ?? '')
    const cookie = sessionCookie('', 0)
    return ended ? { status: 200, body: { ended: true }, cookie } : { ...unauthenticated, cookie }
  },
}

/** Browsers send an Origin with every POST; without one, Sec-Fetch-Site has to be missing or `same-origin`. */
const isFromUs = ({ origin, 'sec-fetch-site': site }: IncomingMessage['headers']) =>
  origin === undefined ? site === undefined || site === 'same-origin' : ourOrigins().includes(origin)

const isJson = (contentType: string | undefined) => /^application\/json\s*(;|$)/i.test(contentType ?? '')

const path = /\/api\/account\/(?:portal|fanclub)\/(\w+)\/?(?:\?|$)/

const answer = async (request: IncomingMessage, name: string): Promise<Answer> => {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) return refusal(404, 'notFound', 'There is nothing here for you.')
  const { method, headers } = request
  if (method === 'OPTIONS') return { status: 204, body: {} }
  if (method !== 'POST') return refusal(405, 'methodNotAllowed', 'Operations are called by POST.')
  if (!isJson(headers['content-type'])) {
    return refusal(415, 'unsupportedMediaType', 'The body must be application/json.')
  }
  if (!isFromUs(headers)) return refusal(403, 'forbidden', 'The request did not come from our own page.')
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  return operation({ token, cookies: cookiesOf(headers.cookie), csrf: String(headers['x-csrf-token'] ?? '') })
}

/**
 * One endpoint for the three session calls of the portal and the fan club. Their bodies are empty: all data is in
 * headers and cookies.
 */
export const openAccountDoor = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const requestId = randomUUID()
  const seen = seenOf(request)
  const name = path.exec(request.url ?? '')?.[1] ?? ''
  const retryAfter = await consume(limits.signIn, networkOf(addressOf(request)))
  const { status, body, cookie } =
    retryAfter !== null
      ? refusal(429, 'tooManyRequests', 'Too many requests. Try again later.')
      : await answer(request, name).catch((error: unknown) => {
          log.error({ requestId, operation: name, ...seen, cause: causeOf(error) }, 'account')
          const failed = isUnavailable(error)
            ? refusal(503, 'unavailable', 'Something that this needs does not answer now. Try again in a moment.')
            : refusal(500, 'internal', 'Something went wrong on our side.')
          return { ...failed, cookie: undefined }
        })
  log.info({ requestId, operation: name, ...seen, status }, 'account')
  allowOrigin(request, response, 'authorization, content-type, x-csrf-token')
  response.setHeader('Cache-Control', 'private, no-store')
  response.setHeader('Vary', 'Authorization, Cookie, Origin')
  response.setHeader('X-Request-Id', requestId)
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter))
  if (status === 503) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (status === 405) response.setHeader('Allow', 'POST')
  if (cookie) response.setHeader('Set-Cookie', cookie)
  if (status === 204) {
    response.writeHead(204).end()
    return
  }
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(status === 200 ? body : { ...body, requestId }))
}
