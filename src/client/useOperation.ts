import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/router'
import { useRef } from 'react'
import type { CallError } from '../kit/callError'
import type { Operation, PayloadOf, ResultOf } from '../kit/contract'
import { call } from './call'
import { token } from './identity'

/** Asking again helps against a lost connection or a failing server, never against a refusal. */
const isWorthRetrying = (failures: number, error: CallError) =>
  failures < 2 && (error.status === 0 || error.status >= 500)

/** Whether two questions are about the same club, brand and plan; filters and pages may differ. */
const isAboutTheSame = (one: unknown, other: unknown) => {
  const ids = (payload: unknown) =>
    JSON.stringify(
      Object.entries(payload ?? {})
        .filter(([name]) => name.endsWith('Id'))
        .sort(),
    )
  return ids(one) === ids(other)
}

/**
 * The answer of a read. Without a payload the question waits (ids that the router does not know yet). Old rows stay
 * while a changed filter loads, and what is shown stays when a later refresh fails: only a first answer that failed is
 * `failed`, with what FailedState needs.
 */
export const useRead = <O extends Operation>(operation: O, payload: PayloadOf<O> | null) => {
  const { locale } = useRouter()
  const query = useQuery<ResultOf<O>, CallError>({
    queryKey: [operation.name, payload] satisfies QueryKey,
    queryFn: ({ signal }) => call<O>(operation, payload as PayloadOf<O>, { token, signal, ...(locale && { locale }) }),
    enabled: payload !== null,
    placeholderData: (previous, before) => (isAboutTheSame(before?.queryKey[1], payload) ? previous : undefined),
    retry: isWorthRetrying,
    staleTime: 5_000,
  })
  const reload = () => void query.refetch()
  return {
    data: query.data,
    failed: query.isLoadingError ? { code: query.error.code, requestId: query.error.requestId, onRetry: reload } : null,
    isStale: query.isPlaceholderData,
    reload,
  }
}

/**
 * A change. Each press has its own idempotency key, kept over retries, so that a lost answer does no second change.
 * `refresh` names the reads that show something else afterwards.
 */
export const useWrite = <O extends Operation>(
  operation: O,
  { refresh = [] }: { refresh?: readonly Operation[] } = {},
) => {
  const client = useQueryClient()
  const { locale } = useRouter()
  const keys = useRef(new WeakMap<object, string>())
  return useMutation<ResultOf<O>, CallError, PayloadOf<O>>({
    mutationFn: (payload) => {
      const press = payload as object
      const idempotencyKey = keys.current.get(press) ?? crypto.randomUUID()
      keys.current.set(press, idempotencyKey)
      return call<O>(operation, payload, { token, idempotencyKey, ...(locale && { locale }) })
    },
    retry: isWorthRetrying,
    onSuccess: () =>
      Promise.all(refresh.map(({ name }) => client.invalidateQueries({ queryKey: [name] }))).then(() => {}),
  })
}
