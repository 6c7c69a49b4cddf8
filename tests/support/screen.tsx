import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { token } from '#client/identity.ts'
import type { PublicConfig } from '#config.ts'
import { system } from '#ui/look/theme.ts'

/*
 * A part of a page as the browser runs it, in jsdom: real words, real calls, a real router's state, and behind `fetch` the mocked
 * backend. A test says what the backend answers where the mocks' answer is not the one it needs.
 */

process.env.NEXT_PUBLIC_MOCKED = '1'
// By itself it gives up after one second: too soon on a machine that does other things as well.
configure({ asyncUtilTimeout: 240_000 })

export type Asked = { name: string; payload: never; key: string }
type Answer = (payload: never, asked: Asked) => unknown
type MockUser = 'owner' | 'newcomer' | 'editor' | 'fan' | 'member' | 'operator' | 'nobody'

let answers: Record<string, Answer> = {}
/** What was asked of the backend, the oldest first. */
export let asked: Asked[] = []
/** Thrown by an answer: the backend refuses with this code. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status = 409,
  ) {
    super(code)
  }
}
/** Thrown by an answer: nothing of it arrives. */
export const lost = new TypeError('Failed to fetch')

/** From now on the backend answers these operations so; all others as the mocks do. */
export const answer = (more: Record<string, Answer>) => {
  answers = { ...answers, ...more }
}

/** Who is signed in, from the next rendering on. */
export const signedIn = (user: MockUser) => localStorage.setItem('tsudoi-mock-user', user)

const answered = async (name: string, init: RequestInit | undefined, own: Answer) => {
  const payload = JSON.parse(String(init?.body ?? '{}')) as never
  const one = { name, payload, key: new Headers(init?.headers).get('idempotency-key') ?? '' }
  asked.push(one)
  try {
    return Response.json((await own(payload, one)) ?? {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, status } = error
    return Response.json({ ok: false, code, message: code, requestId: 'request_test' }, { status })
  }
}

let isReady = false
beforeEach(async () => {
  answers = {}
  asked = []
  localStorage.clear()
  sessionStorage.clear()
  signedIn('nobody')
  globalThis.__TSUDOI__ = {
    publicOrigin: location.origin,
    cmsApiOrigin: location.origin,
    cmsBase: '/api/cms',
    publicBase: '/api/public',
  } as PublicConfig
  if (isReady) return
  isReady = true
  // The mocks take the place of `fetch` with the first token.
  await token()
  const mocked = window.fetch
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const name = url.pathname.split('/').at(-1) ?? ''
    const own = answers[name]
    return own ? answered(name, init, own) : mocked(url, init)
  }
})
afterEach(cleanup)

export type Address = { locale?: 'ja' | 'en'; path?: string; query?: Record<string, string> }
/** Where the router has been sent, the oldest first. */
export let went: string[] = []
const routerAt = ({ locale = 'en', path = '/', query = {} }: Address) => {
  const go = async (to: string) => {
    went.push(to)
    return true
  }
  const events = { on: () => {}, off: () => {}, emit: () => {} }
  return {
    ...{
      locale,
      locales: ['ja', 'en'],
      defaultLocale: 'ja',
      asPath: path,
      pathname: path.split(/[?#]/)[0],
      route: path,
    },
    ...{
      query,
      isReady: true,
      isFallback: false,
      isPreview: false,
      basePath: '',
      isLocaleDomain: false,
      domainLocales: [],
    },
    ...{ push: go, replace: go, prefetch: async () => {}, reload: () => {}, back: () => {}, forward: () => {} },
    ...{ beforePopState: () => {}, events },
  } as unknown as NextRouter
}

// Not every browser has it: jsdom has not.
globalThis.requestIdleCallback ??= (run) => Number(setTimeout(run))

type Words = ComponentType<{ children: ReactNode }>

/** Stands a part of a page at an address, within its words, and waits until they are there. */
export const show = async (part: ReactNode, { words = [], ...address }: Address & { words?: Words[] } = {}) => {
  went = []
  const router = routerAt(address)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (inner: ReactNode) => (
    <RouterContext.Provider value={router}>
      <QueryClientProvider client={client}>
        <ChakraProvider value={system()}>
          <Suspense fallback={<i data-waiting />}>
            {words.reduceRight((children, Within) => createElement(Within, null, children), inner)}
          </Suspense>
        </ChakraProvider>
      </QueryClientProvider>
    </RouterContext.Provider>
  )
  const rendered = await act(async () => render(page(part)))
  if (document.querySelector('[data-waiting]'))
    await waitFor(() => {
      if (document.querySelector('[data-waiting]')) throw new Error('The words have not arrived.')
    })
  return { ...rendered, rerender: (next: ReactNode) => rendered.rerender(page(next)) }
}

/** What has begun goes on as far as it can: calls, their answers, and what follows from them. */
export const settle = () =>
  act(async () => {
    for (let turns = 0; turns < 10; turns++) await new Promise((done) => setTimeout(done))
  })
/** A press, and what comes of it. */
export const press = async (button: Element) => {
  await act(async () => void fireEvent.click(button))
  await settle()
}
