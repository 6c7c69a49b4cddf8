import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { serverConfig } from '../config.server'
import type { Failure, FieldError, Operation } from '../kit/contract'
import { randomText } from '../kit/ids'
import type { Instant } from '../kit/time'
import { fieldErrorsOf } from '../kit/validation'
import { brandFor, operatorFor, publicBrand, publicBrandBySlug, tenantFor } from './access'
import { now } from './clock'
import type { Context, Db, Handler, Locale, User } from './context'
import { database, inTransaction } from './db'
import { parseJson } from './http/body'
import { verifyToken } from './identity/identity'
import { enqueue } from './jobs'
import { consume, type Limit, limits } from './limits'
import { operations } from './operations'
import { answersKeptFor } from './retries'
import { storage } from './storage/storage'
import { auditLog, idempotencyKeys } from './tables.server'
import { causeOf, log } from './telemetry/log'
import { metrics } from './telemetry/metrics'

export type Request = {
  base: 'cms' | 'public'
  name: string
  method: string
  /** The body's text, or how it could not be read. */
  body: string | 'tooLarge' | null
  headers: Partial<
    Record<'authorization' | 'content-type' | 'idempotency-key' | 'accept-language' | 'x-request-id', string>
  >
  /** The client's address, as far as the trusted proxies tell it. */
  address: string
}
export type Answer = { status: number; headers: Record<string, string>; body: string }

type Refusal = { refusal: string; fields?: FieldError[] }
const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refusal' in error && typeof error.refusal === 'string'

const refuse = (code: string, fields?: FieldError[]): never => {
  throw Object.assign(new Error(code), { refusal: code, ...(fields && { fields }) })
}

export const newId = (noun: string) => `${noun}_${randomText((bytes) => randomBytes(bytes.length))}`

const statusOf: Record<string, number> = {
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  roleNotAllowed: 403,
  methodNotAllowed: 405,
  tooLarge: 413,
  unsupportedMediaType: 415,
  tooManyRequests: 429,
  internal: 500,
}
// `planNotFound` and `notFound` alike: an id that is unknown or somebody else's. All other refusals are conflicts.
const statusOfCode = (code: string) => statusOf[code] ?? (/notFound$/i.test(code) ? 404 : 409)

/** Plain sentences for logs and for other programs; screens say codes in the reader's language. */
const messageOf: Record<string, string> = {
  validation: 'Some fields were not accepted.',
  unauthenticated: 'Sign in to do this.',
  forbidden: 'Your role does not include this.',
  notFound: 'There is nothing here for you.',
  methodNotAllowed: 'Operations are called by POST.',
  idempotencyMismatch: 'This idempotency key was used with another body.',
  tooLarge: 'The body is too large.',
  unsupportedMediaType: 'The body must be application/json.',
  tooManyRequests: 'Too many requests. Try again later.',
  internal: 'Something went wrong on our side.',
}

const parse = (operation: Operation, body: unknown) => {
  const parsed = operation.payload.safeParse(body)
  return parsed.success ? parsed.data : refuse('validation', fieldErrorsOf(parsed.error))
}

const limit = async (rule: Limit, key: string) => {
  const retryAfter = await consume(rule, key)
  if (retryAfter !== null) throw Object.assign(new Error('tooManyRequests'), { refusal: 'tooManyRequests', retryAfter })
}

/** Absent or empty is a visitor (specification, section 7); anything else must be a good token. */
const whoAsks = async (operation: Operation, authorization: string | undefined): Promise<User | null> => {
  const token = authorization?.replace(/^Bearer ?/, '').trim() ?? ''
  if (token === '') return operation.caller === 'visitor' ? null : refuse('unauthenticated')
  if (!authorization?.startsWith('Bearer ')) return refuse('unauthenticated')
  return (await verifyToken(token, { checkRevoked: operation.caller === 'operator' })) ?? refuse('unauthenticated')
}

type Asked = { user: User | null; address: string; requestId: string; locale: Locale; at: Instant }

/** May they: what the contract's word demands, and the values that prove it. */
const accessOf = async (db: Db, operation: Operation, user: User | null, payload: Record<string, string>) => {
  const { caller } = operation
  if (caller === 'visitor')
    return {
      user,
      publicBrand: (ids: { tenantId: string; brandId: string }) => publicBrand(db, ids),
      publicBrandBySlug: (slug: string) => publicBrandBySlug(db, slug),
    }
  if (!user) return refuse('unauthenticated')
  if (caller === 'fan') return { user, isOperator: operatorFor(user) !== null }
  if (caller === 'operator') return { user, operator: operatorFor(user) ?? refuse('forbidden') }
  const { tenantId = '', brandId = '' } = payload
  const proven =
    (await (caller === 'tenant' ? tenantFor(db, user, tenantId) : brandFor(db, user, tenantId, brandId))) ??
    refuse('notFound')
  if (!operation.roles.includes(proven.member.role)) return refuse('forbidden')
  return { user, ...proven, ...(caller === 'brand' && { storage: storage() }) }
}

const audit = (db: Db, operation: Operation, asked: Asked, role: string, payload: Record<string, string>) =>
  db.insert(auditLog).values({
    auditId: newId('audit'),
    at: asked.at,
    actorUid: asked.user?.uid ?? '',
    role,
    operation: operation.name,
    tenantId: payload.tenantId ?? null,
    brandId: payload.brandId ?? null,
    payload,
    address: asked.address,
    requestId: asked.requestId,
  })

/** Decisions on applications are refused in the answer itself (specification, section 7): nothing was done. */
const isRefusedAsData = (result: unknown) =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

const run = async (db: Db, operation: Operation, handle: Handler<Operation>, payload: unknown, asked: Asked) => {
  const fields = payload as Record<string, string>
  const access = await accessOf(db, operation, asked.user, fields)
  const context = {
    db,
    now: asked.at,
    newId,
    locale: asked.locale,
    origin: serverConfig().PUBLIC_ORIGIN,
    refuse,
    ...access,
    ...(operation.effect === 'write' && {
      enqueue: (job: Parameters<typeof enqueue>[1]) => enqueue(db, job),
      audit: ({ tenantId, role }: { tenantId: string; role: string }) =>
        audit(db, operation, asked, role, { tenantId }),
    }),
  } as unknown as Context<Operation>
  const result = await handle(context, payload)
  if (operation.effect === 'write' && !isRefusedAsData(result)) {
    if ('member' in access) await audit(db, operation, asked, access.member.role, fields)
    if ('operator' in access) await audit(db, operation, asked, 'operator', fields)
  }
  return operation.result.parse(result)
}

/** Does the write once per key and caller; a second call waits for the first and gets its answer. */
const once = async (
  db: Db,
  operation: Operation,
  key: string,
  body: string,
  asked: Asked,
  work: () => Promise<unknown>,
) => {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return refuse('validation', [{ field: 'Idempotency-Key', rule: 'invalid' }])
  const row = { uid: asked.user?.uid ?? '', operation: operation.name, key }
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const isRow = and(
    eq(idempotencyKeys.uid, row.uid),
    eq(idempotencyKeys.operation, row.operation),
    eq(idempotencyKeys.key, key),
  )
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...row, bodyHash, createdAt: asked.at })
    .onConflictDoUpdate({
      target: [idempotencyKeys.uid, idempotencyKeys.operation, idempotencyKeys.key],
      set: { bodyHash, createdAt: asked.at, answer: null },
      setWhere: lt(idempotencyKeys.createdAt, asked.at - answersKeptFor),
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed.length === 0) {
    const [earlier] = await db.select().from(idempotencyKeys).where(isRow)
    return earlier?.bodyHash === bodyHash ? earlier.answer : refuse('idempotencyMismatch')
  }
  const result = await work()
  await db.update(idempotencyKeys).set({ answer: result }).where(isRow)
  return result
}

/** One operation for a known caller: the part that server-rendered pages share with the doors. */
export const perform = async (name: string, payload: unknown, asked: Asked, retry?: { key: string; body: string }) => {
  const { operation, handle } = operations.get(name) ?? refuse('notFound')
  if (operation.effect === 'read') return run(database(), operation, handle, payload, asked)
  return inTransaction((db) => {
    const work = () => run(db, operation, handle, payload, asked)
    return retry && asked.user ? once(db, operation, retry.key, retry.body, asked, work) : work()
  })
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, Cookie, Origin',
    ...headers,
  },
  body: JSON.stringify(body),
})

const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(contentType ?? '')

const answer = async (request: Request, requestId: string, line: Record<string, unknown>): Promise<Answer> => {
  const { operation } = operations.get(request.name) ?? refuse('notFound')
  if (operation.base !== request.base) refuse('notFound')
  line.operation = operation.name
  if (request.method !== 'POST') refuse('methodNotAllowed')
  if (!isJson(request.headers['content-type'])) refuse('unsupportedMediaType')
  await limit(limits.anyCallOfAddress, request.address)
  if (request.body === 'tooLarge' || Buffer.byteLength(request.body ?? '') > operation.maxBytes) refuse('tooLarge')
  const body = request.body ?? ''
  const payload = parse(operation, parseJson(body))
  const user = await whoAsks(operation, request.headers.authorization)
  line.uid = user?.uid
  line.tenantId = (payload as { tenantId?: string }).tenantId
  if (user) await limit(limits.anyCallOfUser, user.uid)
  if (operation.limit) await limit({ name: operation.name, ...operation.limit }, user?.uid ?? request.address)
  const locale: Locale = request.headers['accept-language']?.startsWith('en') ? 'en' : 'ja'
  const key = request.headers['idempotency-key']
  const asked = { user, address: request.address, requestId, locale, at: now() }
  return json(200, await perform(operation.name, payload, asked, key === undefined ? undefined : { key, body }))
}

const failureOf = (error: unknown, requestId: string, line: Record<string, unknown>): Answer => {
  const code = isRefusal(error) ? error.refusal : 'internal'
  line.code = code
  if (code === 'internal') line.cause = causeOf(error)
  const failure: Failure = {
    ok: false,
    code,
    message: messageOf[code] ?? code,
    requestId,
    ...(isRefusal(error) && error.fields && { fields: error.fields }),
  }
  const retryAfter = (error as { retryAfter?: number } | null)?.retryAfter
  const status = statusOfCode(code)
  return json(status, failure, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 405 && { Allow: 'POST' }),
  })
}

/** From the raw request to the raw answer, whatever carries them. Never throws; writes one log line. */
export const serve = async (request: Request): Promise<Answer> => {
  const given = request.headers['x-request-id']
  const requestId =
    given && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : randomText((bytes) => randomBytes(bytes.length))
  const started = process.hrtime.bigint()
  const line: Record<string, unknown> = { requestId, operation: 'unknown' }
  const answered = await answer(request, requestId, line).catch((error: unknown) => failureOf(error, requestId, line))
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6
  metrics().operationSeconds.observe(
    { operation: String(line.operation), status: String(answered.status) },
    milliseconds / 1000,
  )
  const level = answered.status >= 500 ? 'error' : 'info'
  log[level]({ ...line, status: answered.status, ms: Math.round(milliseconds * 100) / 100 }, 'operation')
  return { ...answered, headers: { ...answered.headers, 'X-Request-Id': requestId } }
}
