import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { NextApiRequest, NextApiResponse } from 'next'
import { serverConfig } from '#config.server.ts'
import { isDeleted } from '#office/accounts/deleted/queries.server.ts'
import { database } from '../db'
import { addressOf } from '../http/address'
import { allowOrigin, ourOrigins } from '../http/origins'
import { consume, limits, networkOf } from '../limits'
import { causeOf, log } from '../telemetry/log'
import { createSession, endSessions, openSession, sessionDays } from './identity'

type Answer = { status: number; body: object; cookie?: string }
type Call = { token: string; cookies: Partial<Record<string, string>>; csrf: string }

const isSecure = () => serverConfig().PUBLIC_ORIGIN.startsWith('https:')
// `__Host-` needs Secure, which needs https; it keeps other hosts of the domain from setting the cookie for us.
const prefixed = (name: string) => (isSecure() ? `__Host-${name}` : name)
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
    const isOurs = /^[\w-]{16,128}$/.test(csrf) && isSame(csrf, cookies[prefixed('csrf')] ?? '')
    if (!isOurs) return refusal(403, 'forbidden', 'The request did not come from our own page.')
    const session = await createSession(token, isGone)
    if (!session) return unauthenticated
    return { status: 200, body: { created: true }, cookie: sessionCookie(session, sessionDays * 86_400) }
  },
  async verifySessionCookie({ cookies }) {
    const opened = await openSession(cookies[prefixed('session')] ?? '', isGone)
    if (!opened) return { ...unauthenticated, cookie: sessionCookie('', 0) }
    const { uid, email, displayName, photoURL } = opened.user
    return { status: 200, body: { customToken: opened.customToken, user: { uid, email, displayName, photoURL } } }
  },
  async logout({ token, cookies }) {
    const ended = await endSessions(token, cookies[prefixed('session')] ?? '')
    const cookie = sessionCookie('', 0)
    return ended ? { status: 200, body: { ended: true }, cookie } : { ...unauthenticated, cookie }
  },
}

/** Browsers send an Origin with every POST; without one, Sec-Fetch-Site has to be missing or `same-origin`. */
const isFromUs = ({ origin, 'sec-fetch-site': site }: NextApiRequest['headers']) =>
  origin === undefined ? site === undefined || site === 'same-origin' : ourOrigins().includes(origin)

const isJson = (contentType: string | undefined) => /^application\/json\s*(;|$)/i.test(contentType ?? '')

const answer = async (req: NextApiRequest, name: string): Promise<Answer> => {
  const { product } = req.query
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation || (product !== 'portal' && product !== 'fanclub')) {
    return refusal(404, 'notFound', 'There is nothing here for you.')
  }
  if (req.method === 'OPTIONS') return { status: 204, body: {} }
  if (req.method !== 'POST') return refusal(405, 'methodNotAllowed', 'Operations are called by POST.')
  if (!isJson(req.headers['content-type'])) {
    return refusal(415, 'unsupportedMediaType', 'The body must be application/json.')
  }
  if (!isFromUs(req.headers)) return refusal(403, 'forbidden', 'The request did not come from our own page.')
  const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
  return operation({ token, cookies: req.cookies, csrf: String(req.headers['x-csrf-token'] ?? '') })
}

/** One endpoint for the three session calls. Their bodies are empty: all data is in headers and cookies. */
export const accountDoor = (name: string) => async (req: NextApiRequest, res: NextApiResponse) => {
  const requestId = randomUUID()
  const retryAfter = await consume(limits.signIn, networkOf(addressOf(req)))
  const { status, body, cookie } =
    retryAfter !== null
      ? refusal(429, 'tooManyRequests', 'Too many requests. Try again later.')
      : await answer(req, name).catch((error: unknown) => {
          log.error({ requestId, operation: name, cause: causeOf(error) }, 'account')
          return { ...refusal(500, 'internal', 'Something went wrong on our side.'), cookie: undefined }
        })
  log.info({ requestId, operation: name, status }, 'account')
  allowOrigin(req, res, 'authorization, content-type, x-csrf-token')
  res.setHeader('Cache-Control', 'private, no-store')
  res.setHeader('Vary', 'Authorization, Cookie, Origin')
  res.setHeader('X-Request-Id', requestId)
  if (retryAfter !== null) res.setHeader('Retry-After', String(retryAfter))
  if (status === 405) res.setHeader('Allow', 'POST')
  if (cookie) res.setHeader('Set-Cookie', cookie)
  if (status === 204) res.status(204).end()
  else res.status(status).json(status === 200 ? body : { ...body, requestId })
}
