import { useRouter } from 'next/router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallError } from '#kit/callError.ts'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import type { At } from './at'
import { call } from './call'
import type { Person } from './identityProvider'

/** One call of a fan-facing page; the identity client is loaded with the first. */
export const useFanCall = () => {
  const { locale } = useRouter()
  return useCallback(
    async <O extends Operation>(
      operation: At<O>,
      payload: PayloadOf<O>,
      more: { signal?: AbortSignal; idempotencyKey?: string } = {},
    ): Promise<ResultOf<O>> => {
      const { token } = await import('./identity')
      return call<O>(operation, payload, { token, ...more, ...(locale && { locale }) })
    },
    [locale],
  )
}

type Failed = { code: string; requestId: string; onRetry: () => void }

/**
 * The result of a read for the current reader. `shown` is the visitor's result that came with the page: visitors keep
 * it, fans wait for their own. Where `shown` is null visitors load it as well. Without a payload nothing is requested.
 */
export const useFanAnswer = <O extends Operation>(
  operation: At<O>,
  payload: PayloadOf<O> | null,
  { fan, shown }: { fan: Person | null | undefined; shown: ResultOf<O> | null },
) => {
  const ask = useFanCall()
  const uid = fan?.uid
  const isVisitorsAnswer = fan === null && shown !== null
  const said = payload === null ? null : JSON.stringify(payload)
  const [answered, setAnswered] = useState<{ key: string; data: ResultOf<O> } | null>(null)
  const [failure, setFailure] = useState<{ key: string; error: CallError } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${uid ?? ''} ${said}`
  const { base, name } = operation
  const latest = useRef(key)
  latest.current = key
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request.
  useEffect(() => {
    if (fan === undefined || said === null || isVisitorsAnswer) return
    const stop = new AbortController()
    ask<O>({ base, name }, JSON.parse(said), { signal: stop.signal }).then(
      (data) => {
        setFailure(null)
        setAnswered({ key, data })
      },
      (error: CallError) => {
        if (!stop.signal.aborted) setFailure({ key, error })
      },
    )
    return () => stop.abort()
  }, [key, isVisitorsAnswer, fan === undefined, attempt, ask, base, name])
  const reload = useCallback(() => setAttempt((n) => n + 1), [])
  const failed = useMemo<Failed | null>(
    () =>
      failure?.key === key && answered?.key !== key
        ? { code: failure.error.code ?? 'internal', requestId: failure.error.requestId ?? '', onRetry: reload }
        : null,
    [failure, answered, key, reload],
  )
  /** Changes the shown answer at once, before the next read confirms it. */
  const change = useCallback(
    (to: (data: ResultOf<O>) => ResultOf<O>) =>
      setAnswered((before) =>
        before && before.key === latest.current ? { ...before, data: to(before.data) } : before,
      ),
    [],
  )
  const own = answered?.key === key ? answered.data : null
  return {
    data: isVisitorsAnswer ? shown : own,
    /** The result of the previous payload, while the new one is loading. */
    previous: answered?.data ?? shown,
    isWaiting: !isVisitorsAnswer && own === null && failed === null && said !== null,
    failed,
    reload,
    change,
  }
}

/**
 * The query of the address; null until the browser has read it, because pages that are the same for everybody are
 * rendered without one.
 */
export const useAddressQuery = (): URLSearchParams | null => {
  const { asPath } = useRouter()
  const [query, setQuery] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    setQuery(new URLSearchParams(asPath.split('#', 1)[0]?.split('?')[1] ?? window.location.search))
  }, [asPath])
  return query
}

/** The list page number in the URL. */
export const pageIn = (query: URLSearchParams | null): number =>
  Math.max(1, Math.min(5000, Math.trunc(Number(query?.get('page') ?? 1)) || 1))
