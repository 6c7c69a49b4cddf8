import { followStaff } from '#club/fans/queries.server.ts'
import { isSuspendedNow } from '#club/tenants/suspension.queries.server.ts'
import { ingestUrlOf } from '#config.schema.ts'
import { serverConfig } from '#config.server.ts'
import type { Feature, Operation } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import { parseCompiled } from '#server/compiledSchema.ts'
import type { Context, Handler } from '#server/context.ts'
import { type Position, readNear } from '#server/db/replica.ts'
import { platformTenantId } from '#server/db/tableKinds.ts'
import { database, inTransaction, type Reading } from '#server/db.ts'
import type { Identity } from '#server/identity/identity.ts'
import { newId } from '#server/ids.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { networkOf } from '#server/limits.ts'
import { fees } from '#server/payments/fees.ts'
import { payments } from '#server/payments/provider.ts'
import type { Cookie, Db, Locale } from '#server/proven.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import { noteOwner, rendering } from '#server/rendering.ts'
import { renewedBy } from '#server/renewal.ts'
import { claim, type Earlier, earlierOf, free, isKey, keepAnswer, type Retry } from '#server/retries.ts'
import { signatureOf } from '#server/signing.ts'
import * as pictures from '#server/storage/pictures.ts'
import { storage } from '#server/storage/storage.ts'
import { auditLog } from '#server/tables.server.ts'
import { accessOf, unless, unlessDeleted, unlessDeletedMember } from './access'
import { operations } from './operations'
import { ports } from './ports'
import { renew } from './renew'
import { transactionOf } from './transaction'

export type OperationRequest = {
  user: Identity | null
  address: string
  requestId: string
  locale: Locale
  at: Instant
  /** Up to where the caller has written, if it says so: a read may then be answered by a replica. */
  seen?: Position | undefined
  /** Receives the cookies of the response; unset for a page that is rendered for everybody. */
  setCookie?: (cookie: Cookie) => void
}
type Access = Awaited<ReturnType<typeof accessOf>>
type Payload = Record<string, unknown>

const isOn: Record<Feature, () => boolean> = { fanClubEvents: () => serverConfig().FEATURE_FAN_CLUB_EVENTS }

const base = (asked: OperationRequest, operation: Operation) => ({
  now: asked.at,
  newId,
  locale: asked.locale,
  origin: serverConfig().PUBLIC_ORIGIN,
  ingestUrl: ingestUrlOf(serverConfig()),
  network: () =>
    signatureOf(`network ${networkOf(asked.address)}`)
      .toString('base64url')
      .slice(0, 22),
  refuse,
  ports,
  isOn: (feature: Feature) => isOn[feature](),
  setCookie: (cookie: Cookie) => {
    if (!operation.setsCookies) throw new Error(`${operation.name} does not say that it sets cookies.`)
    asked.setCookie?.(cookie)
  },
})

// --- Audit -----------------------------------------------------------------------------------------------------------

const writeAudit = (
  db: Db,
  operation: Operation,
  asked: OperationRequest,
  { role, tenantId, brandId, kept }: { role: string; tenantId?: string; brandId?: string; kept: Payload },
) =>
  db.insert(auditLog).values({
    auditId: newId('audit'),
    at: asked.at,
    actorUid: asked.user?.uid ?? '',
    role,
    operation: operation.name,
    tenantId: tenantId ?? platformTenantId,
    brandId: brandId ?? null,
    payload: kept,
    address: asked.address,
    requestId: asked.requestId,
  })

/**
 * Writes the audit entry of a change by staff, with the fields that the contract lists, and invalidates the pages that
 * show the brand. Changes by others do neither automatically, and what changes nothing of the club says so in its contract.
 */
const noteStaff = async (db: Db, operation: Operation, asked: OperationRequest, access: Access, payload: Payload) => {
  if (operation.leavesNoTrace) return
  const kept = Object.fromEntries(
    operation.audit.filter((name) => name in payload).map((name) => [name, payload[name]]),
  )
  if ('member' in access) {
    const brandId = 'brand' in access ? access.brand.brandId : undefined
    const of = { role: access.member.role, tenantId: access.tenant.tenantId, ...(brandId && { brandId }) }
    await writeAudit(db, operation, asked, { ...of, kept })
    await followStaff(db, access.user, { locale: asked.locale, now: asked.at })
  } else if ('operator' in access) await writeAudit(db, operation, asked, { role: 'operator', kept })
  const renewed = !operation.keepsPages && ('member' in access || 'operator' in access) ? renewedBy(access) : null
  if (renewed) await renew(db, renewed)
}

/** What takes new money is refused while its club is suspended, also where the fan's page was read before. */
const unlessSuspended = async <T>(db: Db, { sells }: Operation, access: Access, work: () => Promise<T>): Promise<T> =>
  sells === 'always' && 'brand' in access && access.brand
    ? unless(isSuspendedNow(db, access.brand), 'tenantSuspended', work)
    : work()

// --- Effects: read, write, outside -----------------------------------------------------------------------------------

type Call = { operation: Operation; handle: Handler<Operation>; payload: unknown; asked: OperationRequest }

/** Decisions on applications are refused in the answer itself (rule: access.applications): nothing was done. */
const isRefusedAsData = (result: unknown) =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

const answerOf = async ({ operation, handle, payload }: Call, context: object) =>
  parseCompiled(operation.result, await handle(context as Context<Operation>, payload))

const read = (db: Db, call: Call, inOwnPlans: Reading['inOwnPlans']) => {
  const isByStaff = call.operation.caller === 'brand' || call.operation.caller === 'tenant'
  return (isByStaff ? unlessDeletedMember : unlessDeleted)(db, call.asked.user, async () => {
    const access = await accessOf(db, call)
    // Before it reads what a write may change: who names a content alone does not say whose it is.
    if ('brand' in access) noteOwner(rendering(), access.brand)
    return answerOf(call, { ...base(call.asked, call.operation), ...access, db, inOwnPlans, fees: fees() })
  })
}

/** The result of an earlier call with the same key; refuses if that call differs or is not finished. */
const replay = (earlier: Earlier) => {
  if (earlier.state === 'answered') return earlier.answer
  return refuse(earlier.state === 'mismatch' ? 'idempotencyMismatch' : 'inProgress')
}

const write = async (db: Db, call: Call, retry: Retry | null) => {
  const { operation, asked } = call
  const outcome = await unlessDeleted(db, asked.user, async () => {
    // Access is checked before the key, so that somebody who has lost it does not get an earlier answer.
    const access = await accessOf(db, call)
    const earlier = retry && (await claim(db, retry, null, asked.at))
    if (earlier) return { earlier: replay(earlier) }
    const context = {
      ...base(asked, operation),
      ...access,
      ...transactionOf(db),
      fees: fees(),
      audit: ({ tenantId, role, kept = {} }: { tenantId: string; role: string; kept?: Payload }) =>
        // A club learns who of the platform acted as little as where from.
        writeAudit(db, operation, 'operator' in access ? { ...asked, address: '' } : asked, { role, tenantId, kept }),
    }
    return { access, result: await unlessSuspended(db, operation, access, () => answerOf(call, context)) }
  })
  if ('earlier' in outcome) return outcome.earlier
  const { access, result } = outcome
  if (!isRefusedAsData(result)) await noteStaff(db, operation, asked, access, call.payload as Payload)
  if (retry) await keepAnswer(db, retry, result, asked.at)
  return result
}

/** Another call took the key between our check and our first transaction. */
class Overtaken extends Error {
  constructor(readonly earlier: Earlier) {
    super('overtaken')
  }
}

const outside = async (call: Call, retry: Retry | null) => {
  const { operation, asked } = call
  const access = await unlessDeleted(database(), asked.user, () => accessOf(database(), call))
  const known = retry && (await earlierOf(database(), retry, asked.at))
  if (known) return replay(known)
  const attempt = newId('attempt')
  let hasBegun = false
  const begin = async (db: Db) => {
    const earlier = retry && (await claim(db, retry, attempt, asked.at))
    if (earlier) throw new Overtaken(earlier)
    await noteStaff(db, operation, asked, access, call.payload as Payload)
  }
  const transaction = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const done = await inTransaction(async (db) => {
      const working = () => work(transactionOf(db))
      if (!hasBegun) await begin(db)
      const result = await (hasBegun ? working() : unlessSuspended(db, operation, access, working))
      const renewed = hasBegun && !operation.keepsPages && 'member' in access ? renewedBy(access) : null
      if (renewed) await renew(db, renewed)
      return result
    })
    hasBegun = true
    return done
  }
  try {
    const result = await answerOf(call, {
      ...base(asked, operation),
      ...access,
      transaction,
      attempt,
      storage: storage(),
      pictures,
      payments: payments(),
      fees: fees(),
    })
    if (retry && hasBegun) await keepAnswer(database(), retry, result, asked.at)
    return result
  } catch (error) {
    if (error instanceof Overtaken) return replay(error.earlier)
    // A refusal is a known outcome, so the key is released. Any other failure may have had an external effect: a job
    // determines it, and until then the key stays in use.
    if (isRefusal(error) && hasBegun) await free(database(), attempt)
    throw error
  }
}

/** Runs one operation for a known caller: shared by server-rendered pages and calls over HTTP. */
export const perform = async (
  name: string,
  payload: unknown,
  asked: OperationRequest,
  retry?: { key: string; body: string },
) => {
  const { operation, handle } = operations.get(name) ?? refuse('notFound')
  if (operation.feature && !isOn[operation.feature]()) refuse('notFound')
  const call = { operation, handle, payload, asked }
  if (operation.effect === 'read') {
    return readNear(asked.seen, ({ database, inSnapshot, inOwnPlans }) =>
      operation.snapshot ? inSnapshot((db) => read(db, call, inOwnPlans)) : read(database(), call, inOwnPlans),
    )
  }
  if (retry && !isKey(retry.key)) refuse('validation', [{ field: 'Idempotency-Key', rule: 'invalid' }])
  const kept = retry && asked.user ? { ...retry, uid: asked.user.uid, operation: name } : null
  return operation.effect === 'outside' ? outside(call, kept) : inTransaction((db) => write(db, call, kept))
}
