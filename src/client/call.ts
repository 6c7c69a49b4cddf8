import { config } from '#config.ts'
import type { CallError } from '#kit/callError.ts'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import { results } from '#kit/results.ts'
import type { At } from './at'

const callError = (details: Pick<CallError, 'code' | 'status' | 'requestId' | 'fields'>): CallError =>
  Object.assign(new Error('Failed to call packed backend'), details)

type Called = {
  /** Returns the bearer token, or an empty value if nobody is signed in. */
  token: () => Promise<string>
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  /** Sent although the page goes. */
  keepalive?: boolean
  locale?: string
}

const addressOf = ({ base, name }: { base: 'cms' | 'public'; name: string }) => {
  const { cmsBase, publicBase, cmsApiOrigin = '' } = config()
  const root = base === 'public' ? publicBase : cmsBase
  return `${root.startsWith('/') ? cmsApiOrigin : ''}${root}/${name}`
}

/** Calls one operation over HTTP: POST, JSON, bearer token. */
export const call = async <O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O>,
  { token, signal, idempotencyKey, keepalive, locale }: Called,
): Promise<ResultOf<O>> => {
  let response: Response
  try {
    // Before `fetch` is looked up: with the identity come the mocks of the mocked pages, which take its place.
    const bearer = await token()
    response = await fetch(addressOf(operation), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${bearer}`,
        ...(locale && { 'Accept-Language': locale }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify(payload),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw callError({ code: 'unreachable', status: 0, requestId: '' })
  }
  const body: unknown = await response.json().catch((cause: unknown) => {
    // Something else than JSON: what the check or the status say of it holds.
    if (cause instanceof SyntaxError) return null
    // It was called off, or the line broke, between the answer's head and its end.
    if (signal?.aborted) throw cause
    throw callError({ code: 'unreachable', status: 0, requestId: '' })
  })
  if (response.ok) return (results.check?.(operation.name, body, response) ?? body) as ResultOf<O>
  const failure = (body ?? {}) as Partial<CallError>
  throw callError({
    code: failure.code ?? 'internal',
    status: response.status,
    requestId: failure.requestId ?? response.headers.get('x-request-id') ?? '',
    ...(failure.fields && { fields: failure.fields }),
  })
}
