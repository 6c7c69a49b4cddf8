import { config } from '#config.ts'
import type { CallError } from '#kit/callError.ts'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import { resultSchema } from '#kit/results.ts'
import type { At } from './at'
import { showBroken } from './broken'

const callError = (details: Pick<CallError, 'code' | 'status' | 'requestId' | 'fields'>): CallError =>
  Object.assign(new Error('Failed to call packed backend'), details)

type Called = {
  /** Returns the bearer token, or an empty value if nobody is signed in. */
  token: () => Promise<string>
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  locale?: string
  /** The caller takes any answer for what it is. */
  isUnchecked?: boolean
}

const addressOf = ({ base, name }: { base: 'cms' | 'public'; name: string }) => {
  const { cmsBase, publicBase, cmsApiOrigin = '' } = config()
  const root = base === 'public' ? publicBase : cmsBase
  return `${root.startsWith('/') ? cmsApiOrigin : ''}${root}/${name}`
}

/** The answer as its contract says, where the contract has been loaded: a broken one ends at the error screen. */
const checked = (name: string, body: unknown, requestId: string): unknown => {
  const parsed = resultSchema(name)?.safeParse(body)
  if (!parsed) return body
  if (parsed.success) return parsed.data
  const error = callError({ code: 'brokenAnswer', status: 200, requestId })
  showBroken(new Error(`${name} answered what its contract does not say.`, { cause: parsed.error }))
  throw error
}

/** Calls one operation over HTTP: POST, JSON, bearer token. */
export const call = async <O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O>,
  { token, signal, idempotencyKey, locale, isUnchecked = false }: Called,
): Promise<ResultOf<O>> => {
  let response: Response
  try {
    response = await fetch(addressOf(operation), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${await token()}`,
        ...(locale && { 'Accept-Language': locale }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify(payload),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw callError({ code: 'unreachable', status: 0, requestId: '' })
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    const requestId = response.headers.get('x-request-id') ?? ''
    return (isUnchecked ? body : checked(operation.name, body, requestId)) as ResultOf<O>
  }
  const failure = (body ?? {}) as Partial<CallError>
  throw callError({
    code: failure.code ?? 'internal',
    status: response.status,
    requestId: failure.requestId ?? response.headers.get('x-request-id') ?? '',
    ...(failure.fields && { fields: failure.fields }),
  })
}

/** The specification's generic helper: never throws, and gives no details of a failure. */
export const fetchJson = async <T>(
  input: string,
  init?: RequestInit,
): Promise<{ ok: true; data: T } | { ok: false; message: 'API call failed' }> => {
  try {
    const response = await fetch(input, init)
    if (response.ok) return { ok: true, data: (await response.json()) as T }
  } catch {
    // Network errors and unreadable responses are handled like any other failure.
  }
  return { ok: false, message: 'API call failed' }
}
