import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Failure, Operation } from '#kit/contract.ts'
import { fieldErrorsOf } from '#kit/validation.ts'
import { now } from '#server/clock.ts'
import { loggedPath } from '#server/http/address.ts'
import type { AnswerBytes } from '#server/http/answerCache.ts'
import { parseJson } from '#server/http/body.ts'
import { type Identity, verifyToken } from '#server/identity/identity.ts'
import { limitAddress, limitCaller } from '#server/limits.ts'
import type { Cookie, Locale } from '#server/proven.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { noteOwner } from '#server/rendering.ts'
import { shared } from '#server/shared.ts'
import { causeOf, log, plainLog } from '#server/telemetry/log.ts'
import { metrics } from '#server/telemetry/metrics.ts'
import { traced } from '#server/telemetry/trace.ts'
import { isUnavailable, retryAfterSeconds } from '#server/unavailable.ts'
import { endOf } from './moments'
import { operations } from './operations'
import { perform } from './perform'
import { seenAfter, seenBy } from './seen'
import { sentences } from './sentences'

export type Request = {
  base: 'cms' | 'public'
  name: string
  method: string
  /** The body's text, or the reason why it could not be read. */
  body: string | 'tooLarge' | null
  headers: Partial<
    Record<'authorization' | 'content-type' | 'idempotency-key' | 'accept-language' | 'x-request-id' | 'cookie', string>
  >
  /** The client's address, as far as the trusted proxies tell it. */
  address: string
}
export type Answer = {
  status: number
  headers: Record<string, string>
  /** JSON. */
  readonly body: string
  /** The body as it is sent, where that is kept. */
  kept?: AnswerBytes
  cookies?: Cookie[]
}

const statusOf: Record<string, number> = {
  validation: 400,
  unauthenticated: 401,
  signInAgain: 401,
  forbidden: 403,
  roleNotAllowed: 403,
  invitationLapsed: 404,
  methodNotAllowed: 405,
  tooLarge: 413,
  unsupportedMediaType: 415,
  tooManyRequests: 429,
  tooManyStreams: 429,
  internal: 500,
  unavailable: 503,
}
// `planNotFound` and `notFound` alike: an id that is unknown or somebody else's. All other refusals are conflicts.
const statusOfCode = (code: string) => statusOf[code] ?? (/notFound$/i.test(code) ? 404 : 409)

/** Messages for logs and other programs; screens translate the codes. */
const messageOf: Record<string, string> = {
  validation: 'Some fields were not accepted.',
  unauthenticated: 'Sign in to do this.',
  forbidden: 'Your role does not include this.',
  notFound: 'There is nothing here for you.',
  methodNotAllowed: 'Operations are called by POST.',
  signInAgain: 'Sign in again to do this.',
  inProgress: 'The first call with this idempotency key has not been answered yet.',
  idempotencyMismatch: 'This idempotency key was used with another body.',
  tooLarge: 'The body is too large.',
  unsupportedMediaType: 'The body must be application/json.',
  tooManyRequests: 'Too many requests. Try again later.',
  tooManyStreams: 'Too many streams are open already. Close one, or try again later.',
  internal: 'Something went wrong on our side.',
  unavailable: 'Something that this needs does not answer now. Try again in a moment.',
}
const sentenceOf = (code: string) =>
  (Object.hasOwn(messageOf, code) ? messageOf[code] : Object.hasOwn(sentences, code) ? sentences[code] : undefined) ??
  code

const parse = (operation: Operation, body: unknown) => {
  const parsed = operation.payload.safeParse(body)
  return parsed.success ? parsed.data : refuse('validation', fieldErrorsOf(parsed.error))
}

const tooMany = (refusal: 'tooManyRequests' | 'tooManyStreams', retryAfter: number) =>
  Object.assign(new Error(refusal), { refusal, retryAfter })
const limit = async (asked: Promise<number | null>) => {
  const retryAfter = await asked
  if (retryAfter !== null) throw tooMany('tooManyRequests', retryAfter)
}

/** No token is a visitor (rule: access.visitor); any other value must be a valid token. */
const whoAsks = async (operation: Operation, authorization: string | undefined): Promise<Identity | null> => {
  const token = authorization?.replace(/^Bearer ?/, '').trim() ?? ''
  if (token === '') return operation.caller === 'visitor' ? null : refuse('unauthenticated')
  if (!authorization?.startsWith('Bearer ')) return refuse('unauthenticated')
  return (await verifyToken(token, { checkRevoked: operation.checksRevoked })) ?? refuse('unauthenticated')
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify(body),
})

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Cookie, Origin',
}

const ofKept = (kept: AnswerBytes): Answer => ({
  status: 200,
  headers: { ...jsonHeaders },
  // Who sends it takes the bytes: as a text it would be encoded again for each visitor.
  get body() {
    return kept.bytes.toString()
  },
  kept,
})

const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(contentType ?? '')

type Line = Record<string, unknown>

/** What a text asks: its payload, and that once more as a text, which is the same for all texts that ask the same. */
type ReadText = { payload: unknown; text: string }
/** Longer texts are read each time. */
const longestKnown = 2000
const readTexts = new LRUCache<string, ReadText>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ text }, key) => 4 * (text.length + key.length) + 300,
})
/** Visitors ask the same again and again: what a text means follows from it alone, and is found out once. */
const readAsVisitor = (operation: Operation, body: string): ReadText => {
  const key = `${operation.name} ${body}`
  const known = readTexts.get(key)
  if (known) return known
  const payload = parse(operation, parseJson(body))
  const read = { payload, text: JSON.stringify(payload) }
  if (body.length <= longestKnown) readTexts.set(key, read)
  return read
}

/** Who asks for what, and how it counts towards their limits; whether they may is for `perform`. */
const askedBy = async (request: Request, operation: Operation, body: string, requestId: string, line: Line) => {
  const known = operation.kept && !request.headers.authorization ? readAsVisitor(operation, body) : undefined
  const payload = known ? known.payload : parse(operation, parseJson(body))
  const user = await whoAsks(operation, request.headers.authorization)
  line.uid = user?.uid
  line.tenantId = (payload as { tenantId?: string }).tenantId
  const own = operation.limit && { name: operation.name, ...operation.limit }
  const counted = () => limit(limitCaller(user?.uid, request.address, own))
  const locale: Locale = request.headers['accept-language']?.startsWith('en') ? 'en' : 'ja'
  return {
    payload,
    text: known?.text,
    counted,
    asked: { user, address: request.address, requestId, locale, at: now() },
  }
}

/**
 * As every visitor gets it. What is kept costs nothing that instances share, as a kept page: only what has to be made counts towards
 * the limits that they share.
 */
const keptAnswer = async (
  answers: NonNullable<typeof shared.answers>,
  { name, kept }: Operation,
  { payload, text = JSON.stringify(payload), counted, asked }: Awaited<ReturnType<typeof askedBy>>,
) => {
  const key = `${name} ${asked.locale} ${text}`
  const known = answers.kept(key)
  if (known !== undefined) return known
  await counted()
  const of = { ...asked, showsCounts: kept === 'withCounts' }
  return answers.bytesOf(key, of, async (rendering) => {
    noteOwner(rendering, payload)
    const result = await perform(name, payload, { ...asked, at: rendering.at })
    noteOwner(rendering, result)
    rendering.until = await endOf(rendering)
    return result
  })
}

const answer = async (request: Request, requestId: string, line: Line): Promise<Answer> => {
  const { operation } = operations.get(request.name) ?? refuse('notFound')
  if (operation.base !== request.base) refuse('notFound')
  line.operation = operation.name
  if (request.method !== 'POST') refuse('methodNotAllowed')
  if (!isJson(request.headers['content-type'])) refuse('unsupportedMediaType')
  await limit(limitAddress(request.address))
  if (request.body === 'tooLarge' || Buffer.byteLength(request.body ?? '') > operation.maxBytes) refuse('tooLarge')
  const text = request.body ?? ''
  const call = await askedBy(request, operation, text, requestId, line)
  const { payload, asked } = call
  if (operation.kept && asked.user === null && shared.answers) {
    return ofKept(await keptAnswer(shared.answers, operation, call))
  }
  await call.counted()
  const key = request.headers['idempotency-key']
  const cookies: Cookie[] = []
  const setCookie = (cookie: Cookie) => void cookies.push(cookie)
  const retry = key === undefined ? undefined : { key, body: text }
  const seen = seenBy(request.headers.cookie)
  const result = await perform(operation.name, payload, { ...asked, seen, setCookie }, retry)
  return { ...json(200, result), ...(cookies.length > 0 && { cookies }) }
}

const failureOf = (error: unknown, requestId: string, line: Line): Answer => {
  const away = !isRefusal(error) && isUnavailable(error)
  const code = isRefusal(error) ? error.refusal : away ? 'unavailable' : 'internal'
  line.code = code
  if (!isRefusal(error)) line.cause = causeOf(error)
  const failure: Failure = {
    ok: false,
    code,
    message: sentenceOf(code),
    requestId,
    ...(isRefusal(error) && error.fields && { fields: error.fields }),
  }
  const retryAfter = away ? retryAfterSeconds : (error as { retryAfter?: number } | null)?.retryAfter
  const status = statusOfCode(code)
  return json(status, failure, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 405 && { Allow: 'POST' }),
  })
}

const requestIdOf = ({ headers: { 'x-request-id': given } }: Request) =>
  given && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomUUID()

export type Admitted = { requestId: string; uid: string | null; result: unknown; again: () => Promise<unknown> }
/** Seconds until a stream that found no place may be tried again. */
const placeAfter = 30

/**
 * Whether somebody may follow an operation (`follows` of its contract): what it answers, and how it is asked again as long as the
 * stream is open; otherwise the refusal as the answer. `takePlace`: false where the caller has as many open as may be. One log line; the
 * stream's end has its own.
 */
export const admit = async (
  request: Request,
  takePlace: (uid: string | null) => boolean,
): Promise<Admitted | Answer> => {
  const requestId = requestIdOf(request)
  const { address } = request
  const line: Line = { requestId, operation: 'unknown', path: loggedPath(`/api/follow/${request.name}`), address }
  try {
    const { operation } = operations.get(request.name) ?? refuse('notFound')
    if (!operation.follows) refuse('notFound')
    line.operation = operation.name
    if (request.method !== 'GET') refuse('methodNotAllowed')
    await limit(limitAddress(address))
    const body = typeof request.body === 'string' ? request.body : refuse('tooLarge')
    const { payload, counted, asked } = await askedBy(request, operation, body, requestId, line)
    await counted()
    const again = () => perform(operation.name, payload, { ...asked, at: now() })
    const result = await again()
    const uid = asked.user?.uid ?? null
    if (!takePlace(uid)) throw tooMany('tooManyStreams', placeAfter)
    log.info({ ...line, status: 200 }, 'stream begins')
    return { requestId, uid, result, again }
  } catch (error) {
    const answered = failureOf(error, requestId, line)
    if (answered.status === 405) answered.headers.Allow = 'GET'
    log[answered.status >= 500 ? 'error' : 'info']({ ...line, status: answered.status }, 'stream refused')
    return { ...answered, headers: { ...answered.headers, 'X-Request-Id': requestId } }
  }
}

/** From the raw request to the raw response, independent of the transport. Never throws; writes one log line. */
export const serve = async (request: Request): Promise<Answer> => {
  const requestId = requestIdOf(request)
  const started = process.hrtime.bigint()
  const { address } = request
  const path = loggedPath(`/api/${request.base}/${request.name}`)
  const line: Line = { requestId, operation: 'unknown', path, address }
  const known = operations.has(request.name) ? request.name : 'unknown'
  const answered = await traced(`operation ${known}`, {}, async (span) => {
    const found = await answer(request, requestId, line).catch((error: unknown) => failureOf(error, requestId, line))
    const operation = operations.get(request.name)?.operation
    const cookie = operation && (await seenAfter(operation.effect, seenBy(request.headers.cookie)))
    if (cookie) found.cookies = [...(found.cookies ?? []), cookie]
    span.set({ 'tsudoi.operation': known, 'tsudoi.status': found.status, 'tsudoi.request_id': requestId })
    return found
  })
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6
  metrics().operationSeconds.observe(
    { operation: String(line.operation), status: String(answered.status) },
    milliseconds / 1000,
  )
  const ended = { ...line, status: answered.status, ms: Math.round(milliseconds * 100) / 100 }
  if (answered.status >= 500) log.error(ended, 'operation')
  else plainLog.info(ended, 'operation')
  answered.headers['X-Request-Id'] = requestId
  return answered
}
