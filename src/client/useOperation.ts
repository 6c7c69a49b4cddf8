import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/router'
import { useCallback, useMemo, useRef } from 'react'
import type { CallError } from '#kit/callError.ts'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import { forget, keep, kept, pressOf } from '#kit/kept.ts'
import { call } from './call'
import { token } from './identity'

/** Retries help against a lost connection or a failing server, never against a refusal. */
const isWorthRetrying = (failures: number, error: CallError) =>
  failures < 2 && (error.status === 0 || error.status >= 500)

/** Whether two payloads are about the same club, brand and plan; filters and pages may differ. */
const isAboutTheSame = (one: unknown, other: unknown) => {
  const ids = (payload: unknown) =>
    JSON.stringify(
      Object.entries(payload ?? {})
        .filter(([name]) => name.endsWith('Id'))
        .sort(),
    )
  return ids(one) === ids(other)
}

const whatIsShown: ('data' | 'isPlaceholderData')[] = ['data', 'isPlaceholderData']

/**
 * The result of a read. Without a payload the query waits (ids that the router does not know yet). Old rows stay
 * while a changed filter loads, and what is shown stays when a later refresh fails: only a first answer that failed is
 * `failed`, with what FailedState needs.
 */
export const useRead = <O extends Operation>(operation: O, payload: PayloadOf<O> | null) => {
  const { locale } = useRouter()
  const client = useQueryClient()
  const asked = {
    queryKey: [operation.name, payload] satisfies QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call<O>(operation, payload as PayloadOf<O>, { token, signal, ...(locale && { locale }) }),
    retry: isWorthRetrying,
    staleTime: 5_000,
  }
  // Asked while the page around it is still being rendered: an effect comes after all of that, which takes longer than the answer.
  if (payload !== null && typeof window !== 'undefined' && !client.getQueryState(asked.queryKey))
    void client.prefetchQuery(asked)
  const query = useQuery<ResultOf<O>, CallError>({
    ...asked,
    enabled: payload !== null,
    // With something to show, a screen is not rendered again because it is asked for again, nor when the same has come.
    notifyOnChangeProps: () => (client.getQueryData(asked.queryKey) === undefined ? 'all' : whatIsShown),
    placeholderData: (previous, before) => (isAboutTheSame(before?.queryKey[1], payload) ? previous : undefined),
    // Refetched on focus even within `staleTime`: others may have changed the data.
    refetchOnWindowFocus: 'always',
  })
  const reload = () => void query.refetch()
  const isHeldBack = query.fetchStatus === 'paused' && query.data === undefined
  return {
    data: query.data,
    failed: query.isLoadingError
      ? { code: query.error.code, requestId: query.error.requestId, onRetry: reload }
      : isHeldBack
        ? { code: 'offline', requestId: '', onRetry: reload }
        : null,
    isStale: query.isPlaceholderData,
    reload,
  }
}

/** Runs a read immediately, for data that the next step needs; screens that show it are updated too. */
export const useAsk = () => {
  const client = useQueryClient()
  const { locale } = useRouter()
  return useCallback(
    <O extends Operation>(operation: O, payload: PayloadOf<O>): Promise<ResultOf<O>> =>
      client.fetchQuery<ResultOf<O>, CallError>({
        queryKey: [operation.name, payload] satisfies QueryKey,
        queryFn: ({ signal }) => call<O>(operation, payload, { token, signal, ...(locale && { locale }) }),
        retry: isWorthRetrying,
        staleTime: 0,
      }),
    [client, locale],
  )
}

/** Whether a read concerns the same object as a write: its payload has ids only, all equal to those of the write. */
const isOfTheSameThing = ([, read]: QueryKey, written: object) =>
  Object.entries(read ?? {}).every(([name, id]) => name.endsWith('Id') && id === written[name as keyof object])

type Press = { says: string; idempotencyKey: string }

/** Enough to distinguish payloads; the payload itself is not stored. */
const digestOf = (text: string): string => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return `${text.length} ${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

const isPress = (value: unknown): value is Press =>
  typeof value === 'object' && value !== null && 'says' in value && 'idempotencyKey' in value

/**
 * A write. One submit keeps its idempotency key until it has succeeded or the payload changes, so repeating it after a
 * lost response has no second effect. Without a connection the call waits (`isPaused`) and is sent later. `refresh`
 * lists the reads that the write changes: mounted ones are read again; unmounted ones of the same object are removed,
 * because a form that started from them would conflict with this very write; lists stay until their next result, which
 * keeps the scroll position. `keep` is the name of a form's kept draft: the key is stored beside it and survives a
 * reload.
 */
export const useWrite = <O extends Operation>(
  operation: O,
  { refresh = [], keep: draft }: { refresh?: readonly Operation[]; keep?: string } = {},
) => {
  const client = useQueryClient()
  const { locale } = useRouter()
  const press = useRef<Press>({ says: '', idempotencyKey: '' })
  const keptAs = draft === undefined ? null : pressOf(draft)
  return useMutation<ResultOf<O>, CallError, PayloadOf<O>>({
    mutationFn: async (payload) => {
      const says = digestOf(`${operation.name} ${JSON.stringify(payload)}`)
      const before = keptAs === null ? null : kept(keptAs)
      if (press.current.says !== says)
        press.current = isPress(before) && before.says === says ? before : { says, idempotencyKey: crypto.randomUUID() }
      const { idempotencyKey } = press.current
      if (keptAs !== null) keep(keptAs, press.current)
      const result = await call<O>(operation, payload, { token, idempotencyKey, ...(locale && { locale }) })
      press.current = { says: '', idempotencyKey: '' }
      if (keptAs !== null) forget(keptAs)
      return result
    },
    retry: isWorthRetrying,
    onSuccess: async (_, payload) => {
      for (const { name } of refresh)
        client.removeQueries({
          queryKey: [name],
          type: 'inactive',
          predicate: ({ queryKey }) => isOfTheSameThing(queryKey, payload as object),
        })
      await Promise.all(refresh.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
    },
  })
}

/** Longer than an answer takes: with a bad connection a request may otherwise stay open for minutes. */
const patience = 8_000

/** The call, or status 0 when it takes too long; getting the token may take too long as well. */
const inTime = async <R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
  const over = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error('Too late'), { code: 'unreachable', status: 0, requestId: '' }))
    over.abort()
  }, patience)
  try {
    return await Promise.race([work(over.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Single calls for a screen that works without a connection: they neither wait for one nor are repeated, but fail at
 * once with status 0. Whoever repeats a write gives it the same key.
 */
export const useCallOnce = () => {
  const client = useQueryClient()
  const { locale } = useRouter()
  return useMemo(
    () => ({
      ask: <O extends Operation>(operation: O, payload: PayloadOf<O>): Promise<ResultOf<O>> =>
        client.fetchQuery<ResultOf<O>, CallError>({
          queryKey: ['once', operation.name, payload] satisfies QueryKey,
          queryFn: () => inTime((signal) => call<O>(operation, payload, { token, signal, ...(locale && { locale }) })),
          networkMode: 'always',
          retry: false,
          staleTime: 0,
          gcTime: 0,
        }),
      write: <O extends Operation>(operation: O, payload: PayloadOf<O>, idempotencyKey: string): Promise<ResultOf<O>> =>
        client
          .getMutationCache()
          .build<ResultOf<O>, CallError, PayloadOf<O>, unknown>(client, {
            mutationFn: (said) =>
              inTime((signal) =>
                call<O>(operation, said, { token, signal, idempotencyKey, ...(locale && { locale }) }),
              ),
            networkMode: 'always',
            retry: false,
            gcTime: 0,
          })
          .execute(payload),
    }),
    [client, locale],
  )
}
