import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { eq, lte, sql } from 'drizzle-orm'
import { serverConfig } from '#config.server.ts'
import { day, type Instant } from '#kit/time.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { database, inTransaction } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { causeOf, log } from '#server/telemetry/log.ts'
import { randomLetters } from '../store'
import { sandboxKeys as keys } from '../tables.server'
import { besideWorld, inWorld, readSettings, type Settings, writeSettings } from '../world'
import { routes } from './api'
import { expanded } from './expand'
import { Failure, parseForm } from './form'
import type { Act } from './routes'

/** The sandbox's HTTP API. */
type Reply = { status: number; body: object; headers?: Record<string, string> }

const maxBytes = 256 * 1024

export const readBody = async (request: IncomingMessage, most = maxBytes): Promise<string | null> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    // The rest is read and discarded, so that the response arrives.
    if (size <= most) chunks.push(chunk as Buffer)
  }
  return size > most ? null : Buffer.concat(chunks).toString('utf8')
}

const patterns = Object.entries(routes).map(([route, act]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, act, path: new RegExp(`^${path.replaceAll('/', '\\/').replace(':id', '([^/]+)')}$`) }
})

const found = (method: string, path: string): { act: Act; id: string } | null => {
  for (const route of patterns) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { act: route.act, id: decodeURIComponent(match[1] ?? '') }
  }
  return null
}

const keyOf = (request: IncomingMessage): string => {
  const { authorization = '' } = request.headers
  if (authorization.startsWith('Basic ')) {
    return Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':', 1)[0] ?? ''
  }
  return authorization.replace(/^Bearer /, '')
}

const checkKey = (request: IncomingMessage) => {
  const key = keyOf(request)
  if (/^sk_test_\w+$/.test(key)) return
  const message = key
    ? 'Invalid API Key provided.'
    : 'You did not provide an API key. Send it in the Authorization header, as Bearer or as the user of Basic.'
  throw new Failure(401, { type: 'invalid_request_error', message })
}

/** Takes the fault that the control API set for the next call. */
const takeFailure = () =>
  inTransaction(async (db) => {
    const current = await readSettings(db)
    const [first = null, ...rest] = current.failNext
    await writeSettings(db, { ...current, failNext: rest })
    return first
  })

const arg = sql.placeholder

/** Keys may be removed once they are a day old: https://docs.stripe.com/api/idempotent_requests */
const keptFor = day

/**
 * Whether the answer of a failed call is kept under its key, as everything is once an endpoint has begun, also a 402 or a 500. Not
 * kept: parameters that are refused, another call that is still running (409), a wrong key (401), too many calls (429);
 * https://docs.stripe.com/api/idempotent_requests
 */
const isKept = ({ status, error }: Failure) => ![401, 409, 429].includes(status) && error.param === undefined

const broken = new Failure(500, { type: 'api_error', message: 'An unknown error occurred.' })

/** Refused for now, before the endpoint has begun: https://docs.stripe.com/error-low-level */
const refusedForNow: Partial<Record<Settings['failNext'][number], Failure>> = {
  before: broken,
  locked: new Failure(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this key.',
  }),
  unknownKey: new Failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' }),
  limited: new Failure(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  }),
}

const claiming = prepared((db) =>
  db
    .insert(keys)
    .values({ key: arg('key'), request: arg('request'), status: 0, answer: {}, createdAt: arg('at') })
    .onConflictDoUpdate({
      target: keys.key,
      set: {
        request: sql`excluded.request`,
        status: sql`excluded.status`,
        answer: sql`excluded.answer`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: lte(keys.createdAt, arg('until')),
    })
    .returning({ key: keys.key })
    .prepare(''),
)
/** Answers what was answered before, or nothing where this call is the first one with its key. */
const claimKey = async (db: Db, key: string, request: string, at: Instant): Promise<Reply | undefined> => {
  // Waits until another call with the same key has ended.
  const [taken] = await claiming(db).execute({ key, request, at, until: toTimestamp(at - keptFor) })
  if (taken) return undefined
  const [earlier] = await db.select().from(keys).where(eq(keys.key, key))
  if (earlier?.request !== request) {
    throw new Failure(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      param: 'idempotency_key',
    })
  }
  return { status: earlier.status, body: earlier.answer as object, headers: { 'Idempotent-Replayed': 'true' } }
}

const act = async (
  request: IncomingMessage,
  path: string,
  text: string,
  { how, isBroken }: { how: Settings; isBroken: boolean },
): Promise<Reply> => {
  const method = request.method ?? ''
  const route = found(method, path)
  if (!route) {
    const message = `Unrecognized request URL (${method}: ${path}).`
    throw new Failure(404, { type: 'invalid_request_error', message })
  }
  const asked = { id: route.id, sent: parseForm(text), origin: serverConfig().PUBLIC_ORIGIN }
  const once = method === 'POST' ? one(request.headers['idempotency-key']) : undefined
  const within = method === 'GET' ? besideWorld : inWorld
  const hash = createHash('sha256').update(`${method} ${path}\n${text}`).digest('hex')
  try {
    return await within(async (world) => {
      const { db } = world
      const earlier = once === undefined ? undefined : await claimKey(db, once, hash, world.now)
      if (earlier) return earlier
      if (isBroken) throw broken
      const { status = 200, body, expand } = await route.act(world, asked)
      const reply = { status, body: status === 200 ? await expanded(db, body, expand) : body }
      if (once !== undefined) world.answer = { key: once, ...reply }
      return reply
    }, how)
  } catch (error) {
    // What it did was rolled back with its key: the answer alone is kept.
    if (once === undefined || !(error instanceof Failure) || !isKept(error)) throw error
    const reply = { status: error.status, body: { error: error.error } }
    return inWorld(async (world) => {
      const earlier = await claimKey(world.db, once, hash, world.now)
      if (!earlier) world.answer = { key: once, ...reply }
      return earlier ?? reply
    }, how)
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

const replyOf = async (request: IncomingMessage): Promise<Reply | 'nothing'> => {
  try {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2)
    const body = await readBody(request)
    checkKey(request)
    if (body === null) throw new Failure(413, { type: 'invalid_request_error', message: 'The request is too large.' })
    const how = await readSettings(database())
    // Asked once by a process, whenever that is: no fault is spent on it.
    const isCounted = how.failNext.length > 0 && path !== '/v1/account'
    const failure = isCounted ? await takeFailure() : null
    const refusal = failure && refusedForNow[failure]
    if (refusal) throw refusal
    const reply = await act(
      request,
      path,
      request.method === 'GET' || request.method === 'DELETE' ? query || body : body,
      { how, isBroken: failure === 'within' },
    )
    return failure === 'after' ? 'nothing' : reply
  } catch (error) {
    if (error instanceof Failure) return { status: error.status, body: { error: error.error } }
    if (error instanceof URIError)
      return { status: 404, body: { error: { type: 'invalid_request_error', message: 'Not found.' } } }
    log.error({ cause: causeOf(error) }, 'payment sandbox')
    return { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred.' } } }
  }
}

/** Handles `/v1/*`. The program routes requests here in the demo only. */
export const openSandboxApi = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const reply = await replyOf(request)
  // Executed without a response: the caller has to find out.
  if (reply === 'nothing') return void response.destroy()
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response
    .writeHead(reply.status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Request-Id': `req_${randomLetters(14)}`,
      'Stripe-Version': '2026-10-28.endive',
      ...(one(request.headers['idempotency-key']) && { 'Idempotency-Key': one(request.headers['idempotency-key']) }),
      ...reply.headers,
    })
    .end(JSON.stringify(reply.body))
}
