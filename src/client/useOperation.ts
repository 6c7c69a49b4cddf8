import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/router'
import { useCallback, useRef } from 'react'
import type { CallError } from '../kit/callError'
import type { Operation, PayloadOf, ResultOf } from '../kit/contract'
import { forget, keep, kept, pressOf } from '../kit/kept'
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
    // Whoever comes back to a tab sees what is true now, however short they were away.
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

/** Asks a read at this moment, for what has to be known before the next step; every screen that shows it gets it, too. */
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

/** Whether a read is of the very thing that a write has changed: it is asked by nothing but ids, and by the same ones. */
const isOfTheSameThing = ([, read]: QueryKey, written: object) =>
  Object.entries(read ?? {}).every(([name, id]) => name.endsWith('Id') && id === written[name as keyof object])

type Press = { says: string; idempotencyKey: string }

/** Enough to tell one payload from another; the payload itself is not kept. */
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
 * A change. A press has one idempotency key until it has succeeded or the form says something else: when an answer was
 * lost, the same press again does no second change, however much later it comes. Without a connection the call waits
 * (`isPaused`) and is sent when there is one again. `refresh` names the reads that show something else afterwards: what is on
 * screen is read anew; what was read of the same thing and is not on screen is thrown away, because a form that began from it
 * would be in conflict with its own writer. Lists stay until the next answer, and with them the place on the page.
 * `keep` is the name of a form's kept draft: beside it the key outlasts a reload, so that who presses again on what the form
 * gave back makes no second one.
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
