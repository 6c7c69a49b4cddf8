// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#client/call.ts'
import type { Person } from '#client/identityProvider.ts'
import { leaveFor } from '#client/leave.ts'
import { TenantGuard, TenantUserProvider, useTenantUser } from '#club/identity/session.tsx'
import { system } from '#ui/look/theme.ts'

// By itself it gives up after one second: too soon on a machine that does other things as well.
configure({ asyncUtilTimeout: 240_000 })

const router = {
  isReady: true,
  locale: 'ja',
  asPath: '/tenants/tenant_hoshi/brands/brand_aoi?x=1',
  pathname: '/tenants/[tenantId]/brands/[brandId]',
  query: { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' } as Record<string, string>,
}
let become: (person: Person | null) => void = () => {}

vi.mock('next/router', () => ({ useRouter: () => router }))
vi.mock('next/link', () => ({ default: ({ prefetch: _, ...props }: { prefetch?: boolean }) => <a {...props} /> }))
vi.mock('#client/call.ts', () => ({ call: vi.fn() }))
vi.mock('#client/leave.ts', () => ({ leaveFor: vi.fn() }))
vi.mock('#client/identity.ts', () => ({
  token: async () => 'token',
  signOut: vi.fn(async () => become(null)),
  endSession: vi.fn(async () => become(null)),
  onUser: (listener: typeof become) => {
    become = (person) => act(() => listener(person))
    return () => {}
  },
}))
// The words come through next/dynamic, which needs Next around it.
vi.mock('#club/identity/words.tsx', async () => {
  const { default: words } = await import('#club/identity/words.ja.ts')
  return { useIdentityWords: () => words, IdentityWords: ({ children }: { children: ReactNode }) => children }
})
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.ja.ts')
  return { useUiWords: () => words, UiWords: ({ children }: { children: ReactNode }) => children }
})

const hikari: Person = { uid: 'hikari', displayName: 'Hikari', email: 'owner@hoshi.test', photoURL: '' }
const hoshi = {
  firestoreId: 'tenant_hoshi',
  name: 'Hoshi Club',
  brands: [{ firestoreId: 'brand_aoi', name: 'Aoi', coverThumbnail: '', brandSlug: 'aoi' }],
}
const answers = (tenants: object[]) =>
  vi.mocked(call).mockResolvedValue({ code: 'success', me: { tenants, isOperator: false, isFan: false } })

const show = (page: ReactNode, queries = new QueryClient()) =>
  render(
    <ChakraProvider value={system()}>
      <QueryClientProvider client={queries}>
        <TenantUserProvider>{page}</TenantUserProvider>
      </QueryClientProvider>
    </ChakraProvider>,
  )
const guarded = () => show(<TenantGuard>the page</TenantGuard>)

beforeEach(() => {
  vi.mocked(leaveFor).mockClear()
  router.asPath = '/tenants/tenant_hoshi/brands/brand_aoi?x=1'
  answers([hoshi])
})
afterEach(cleanup)

describe('the guard of a tenant', () => {
  test('shows the loading view while nobody knows who is there', () => {
    guarded()
    expect(screen.getByText('認証情報を確認しています')).toBeTruthy()
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('leads to the login, and remembers a path under /tenants/', () => {
    guarded()
    become(null)
    expect(leaveFor).toHaveBeenCalledWith(
      `/login?redirect_to=${encodeURIComponent(router.asPath).replaceAll('%20', '+')}`,
    )
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('remembers no other path', () => {
    router.asPath = '/tenants'
    guarded()
    become(null)
    expect(leaveFor).toHaveBeenCalledWith('/login')
  })

  test('shows the page of a club of theirs', async () => {
    guarded()
    become(hikari)
    expect(await screen.findByText('the page')).toBeTruthy()
  })

  test('offers their clubs instead of a club that is not theirs', async () => {
    answers([{ ...hoshi, firestoreId: 'tenant_tsuki', name: 'Tsuki Club' }])
    guarded()
    become(hikari)
    expect((await screen.findByRole('link', { name: /Tsuki Club/ })).getAttribute('href')).toBe('/tenants/tenant_tsuki')
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('offers to open a club where there is none', async () => {
    answers([])
    guarded()
    become(hikari)
    const link = await screen.findByRole('link', { name: 'ファンクラブを開設する' })
    expect(link.getAttribute('href')).toBe('/tenants/new')
  })

  test('offers to read again, and no new club, when me.get fails or says something else', async () => {
    for (const prepare of [
      () => vi.mocked(call).mockRejectedValue(new Error('Failed to call packed backend')),
      () => vi.mocked(call).mockResolvedValue({ code: 'other', me: { tenants: [hoshi] } }),
    ]) {
      prepare()
      guarded()
      become(hikari)
      const again = await screen.findByRole('button', { name: 'もう一度読み込む' })
      expect(screen.queryByRole('link', { name: 'ファンクラブを開設する' })).toBeNull()
      answers([hoshi])
      act(() => again.click())
      expect(await screen.findByText('the page')).toBeTruthy()
      cleanup()
    }
  })

  test('a sign-in that is too old for one action ends nothing; a session that is over leads to the login', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const refusedBy = (code: string) =>
      act(async () => {
        const refusal = Object.assign(new Error('Failed to call packed backend'), { code, status: 401, requestId: '' })
        await queries.fetchQuery({ queryKey: [code], queryFn: () => Promise.reject(refusal) }).catch(() => {})
      })
    show(<TenantGuard>the page</TenantGuard>, queries)
    become(hikari)
    await screen.findByText('the page')
    await refusedBy('signInAgain')
    expect(screen.queryByText('the page')).toBeTruthy()
    await refusedBy('unauthenticated')
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('an English page leads to the English login and back', () => {
    router.locale = 'en'
    guarded()
    become(null)
    router.locale = 'ja'
    expect(leaveFor).toHaveBeenCalledWith(expect.stringMatching(/^\/en\/login\?redirect_to=%2Fen%2Ftenants/))
  })

  test('a refresh that fails takes no club away', async () => {
    let refresh: () => Promise<void> = async () => {}
    const Refresher = () => {
      refresh = useTenantUser().refresh
      return <TenantGuard>the page</TenantGuard>
    }
    show(<Refresher />)
    become(hikari)
    expect(await screen.findByText('the page')).toBeTruthy()
    vi.mocked(call).mockRejectedValue(new Error('Failed to call packed backend'))
    await act(() => refresh())
    expect(screen.getByText('the page')).toBeTruthy()
  })

  test('"log in" of the footer is a link to a login that offers another account, and back to this page', async () => {
    answers([])
    guarded()
    become(hikari)
    const logIn = await screen.findByRole('link', { name: 'ログイン' })
    const address = new URL(logIn.getAttribute('href') ?? '', 'http://here')
    expect(address.pathname).toBe('/login')
    expect(Object.fromEntries(address.searchParams)).toEqual({ account: 'another', redirect_to: router.asPath })
  })
})

describe('the tenant user', () => {
  const Names = () => {
    const { user, refresh } = useTenantUser()
    if (user.state !== 'authorized') return user.state
    return (
      <button type="button" onClick={() => void refresh()}>
        {`${user.id}: ${user.tenants.map(({ name }) => name).join()} ${user.brands.map(({ brandSlug }) => brandSlug).join()}`}
      </button>
    )
  }

  test('is refreshed on demand, and another person starts from nothing', async () => {
    show(<Names />)
    become(hikari)
    const button = await screen.findByText('hikari: Hoshi Club aoi')
    answers([])
    await act(async () => button.click())
    expect(await screen.findByText(/^hikari:\s*$/)).toBeTruthy()
    vi.mocked(call).mockReturnValue(new Promise(() => {}))
    become({ ...hikari, uid: 'sora' })
    expect(screen.getByText('loading')).toBeTruthy()
  })

  test('an answer for somebody who has left is dropped', async () => {
    let answerLate = (_: object) => {}
    vi.mocked(call).mockReturnValue(
      new Promise((resolve) => {
        answerLate = resolve
      }),
    )
    show(<Names />)
    become(hikari)
    become(null)
    await act(async () => answerLate({ code: 'success', me: { tenants: [hoshi], isOperator: false, isFan: false } }))
    expect(screen.getByText('unauthorized')).toBeTruthy()
  })

  test('a lost connection is tried again in silence; any other failure is an answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const lost = Object.assign(new Error('Failed to call packed backend'), {
      code: 'unreachable',
      status: 0,
      requestId: '',
    })
    vi.mocked(call).mockClear()
    vi.mocked(call).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
    show(<Names />)
    become(hikari)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('hikari: Hoshi Club aoi')).toBeTruthy()
    expect(call).toHaveBeenCalledTimes(3)

    vi.mocked(call).mockClear()
    vi.mocked(call).mockRejectedValueOnce(Object.assign(lost, { code: 'internal', status: 500 }))
    become({ ...hikari, uid: 'sora' })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/^sora:\s*$/)).toBeTruthy()
    expect(call).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })

  test('outside its provider is an internal error', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<Names />)).toThrow('The tenant user is used outside its provider.')
  })
})
