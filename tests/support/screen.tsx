import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import type { NextRouter } from 'next/router'
import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
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
/** `asMocked`: what the mocks answer to it, or to another payload. */
type Answer = (payload: never, asked: Asked, asMocked: (payload?: object) => Promise<never>) => unknown
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

const answered = async (url: URL, init: RequestInit | undefined, name: string, own: Answer, mocked: typeof fetch) => {
  const payload = JSON.parse(String(init?.body ?? '{}')) as never
  const one = { name, payload, key: new Headers(init?.headers).get('idempotency-key') ?? '' }
  asked.push(one)
  const asMocked = async (said: object = payload): Promise<never> =>
    (await (await mocked(url, { ...init, body: JSON.stringify(said) })).json()) as never
  try {
    return Response.json((await own(payload, one, asMocked)) ?? {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, status } = error
    return Response.json({ ok: false, code, message: code, requestId: 'request_test' }, { status })
  }
}

let isReady = false
/** What each test of a file begins with, and leaves to the next. */
export const prepare = () => {
  beforeEach(async () => {
    answers = {}
    asked = []
    left = []
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
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
      return own ? answered(url, init, name, own, mocked) : mocked(url, init)
    }
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })
}

// Where files share what is imported, each is prepared by their setup.
if (!process.env.SHARES_SCREEN) prepare()

export type Address = {
  locale?: 'ja' | 'en'
  path?: string
  query?: Record<string, string>
  /** Whether the router knows the address already. */
  isReady?: boolean
}
/** Where the router has been sent, the oldest first. */
export let went: string[] = []
const routerAt = ({ locale = 'en', path = '/', query = {}, isReady = true }: Address) => {
  const go = async (to: string, _as?: string, { locale: into = locale }: { locale?: string } = {}) => {
    went.push(into === 'en' && locale !== 'en' ? `/en${to}` : into !== 'en' && locale === 'en' ? `/ja${to}` : to)
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
      isReady,
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

/*
 * What jsdom has not, or does not do.
 */
globalThis.requestIdleCallback ??= (run) => Number(setTimeout(run))
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
/** Where the document was left for, the oldest first. */
export let left: string[] = []
const here = globalThis.location
const leave = (to: string | URL) => void left.push(String(to))
const leaving = new Proxy({} as Location, {
  get: (_, name) => {
    if (name === 'assign' || name === 'replace') return leave
    const value = Reflect.get(here, name)
    return typeof value === 'function' ? value.bind(here) : value
  },
  set: (_, name, value) => {
    if (name !== 'href') return Reflect.set(here, name, value)
    leave(value)
    return true
  },
})
Object.defineProperty(globalThis, 'location', { configurable: true, value: leaving })

type Words = ComponentType<{ children: ReactNode }>
export type Page = Address & { words?: Words[] }

const arrived = async () => {
  if (document.querySelector('[data-waiting]'))
    await waitFor(() => {
      if (document.querySelector('[data-waiting]')) throw new Error('The words have not arrived.')
    })
}

/**
 * A page at an address: what stands around its parts, as a `wrapper` of what is rendered. Its words are there already, so that a test may
 * stop the clock from now on.
 */
export const pageAt = async ({ words = [], ...address }: Page = {}) => {
  went = []
  const router = routerAt(address)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Within = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={router}>
      <QueryClientProvider client={client}>
        <ChakraProvider value={system()}>
          <Suspense fallback={<i data-waiting />}>
            {words.reduceRight((inner, Around) => createElement(Around, null, inner), children)}
          </Suspense>
        </ChakraProvider>
      </QueryClientProvider>
    </RouterContext.Provider>
  )
  if (words.length > 0) {
    const { unmount } = await act(async () => render(null, { wrapper: Within }))
    await arrived()
    unmount()
  }
  return Within
}

/** Stands a part on a page, and waits until the words that it brings along are there, too. */
export const show = async (part: ReactNode, page: Page = {}) => {
  const wrapper = await pageAt(page)
  const rendered = await act(async () => render(part, { wrapper }))
  await arrived()
  return rendered
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
