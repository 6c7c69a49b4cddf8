// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockIdentity } from '#client/identityMock.ts'
import { useAsk } from '#client/useOperation.ts'
import { TenantGuard, TenantUserProvider, useTenantUser } from '#club/identity/session.tsx'
import { IdentityWords } from '#club/identity/words.tsx'
import { results } from '#kit/results.ts'
import { plans } from '#membership/plans/contract.ts'
import { UiWords } from '#ui/words.tsx'
import { type Address, answer, asked, left, lost, pageAt, press, Refusal, settle, signedIn } from '../support/screen'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const path = '/tenants/tenant_hoshi/brands/brand_aoi?x=1'
const hoshi = {
  firestoreId: 'tenant_hoshi',
  name: 'Hoshi Club',
  role: 'owner',
  brands: [{ firestoreId: 'brand_aoi', name: 'Aoi', coverThumbnail: '', brandSlug: 'aoi' }],
}
const success = (tenants: object[]) => ({ code: 'success', me: { tenants, isOperator: false, isFan: false } })
const answers = (tenants: object[]) => answer({ 'me.get': () => success(tenants) })
const fails = (error: Error) =>
  answer({
    'me.get': () => {
      throw error
    },
  })
const never = new Promise(() => {})

/** Somebody signs in or out while the page is there. */
const become = (email: string | null) =>
  act(() => (email === null ? mockIdentity.signOut() : mockIdentity.signInWithPassword(email, '')))
const sora = 'editor@hoshi.test'

/** As it is drawn first: nobody knows yet who is there. */
const draw = async (page: ReactNode, address: Address = {}) => {
  const wrapper = await pageAt({ locale: 'ja', path, query: ids, ...address, words: [UiWords, IdentityWords] })
  render(<TenantUserProvider>{page}</TenantUserProvider>, { wrapper })
}
const show = async (page: ReactNode, address: Address = {}) => {
  await draw(page, address)
  await settle()
}
const guarded = (address?: Address) => show(<TenantGuard>the page</TenantGuard>, address)

beforeEach(() => {
  signedIn('owner')
  answers([hoshi])
})

describe('the guard of a tenant', () => {
  test('shows the loading view while nobody knows who is there', async () => {
    await draw(<TenantGuard>the page</TenantGuard>)
    expect(screen.getByText('認証情報を確認しています')).toBeTruthy()
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('leads to the login, and remembers a path under /tenants/', async () => {
    signedIn('nobody')
    await guarded()
    expect(left).toEqual([`/login?redirect_to=${encodeURIComponent(path).replaceAll('%20', '+')}`])
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('remembers no other path', async () => {
    signedIn('nobody')
    await guarded({ path: '/tenants' })
    expect(left).toEqual(['/login'])
  })

  test('shows the page of a club of theirs', async () => {
    await guarded()
    expect(await screen.findByText('the page')).toBeTruthy()
  })

  test('offers their clubs instead of a club that is not theirs', async () => {
    answers([{ ...hoshi, firestoreId: 'tenant_tsuki', name: 'Tsuki Club' }])
    await guarded()
    expect((await screen.findByRole('link', { name: /Tsuki Club/ })).getAttribute('href')).toBe('/tenants/tenant_tsuki')
    expect(screen.queryByText('the page')).toBeNull()
  })

  test('offers to open a club where there is none', async () => {
    answers([])
    await guarded()
    const link = await screen.findByRole('link', { name: 'ファンクラブを開設する' })
    expect(link.getAttribute('href')).toBe('/tenants/new')
  })

  test('offers to read again, and no new club, when me.get fails or says something else', async () => {
    // The program as it is built checks no answer.
    const { check } = results
    delete results.check
    for (const prepare of [
      () => fails(new Refusal('internal', 500)),
      () => answer({ 'me.get': () => ({ ...success([hoshi]), code: 'other' }) }),
    ]) {
      prepare()
      await guarded()
      const again = await screen.findByRole('button', { name: 'もう一度読み込む' })
      expect(screen.queryByRole('link', { name: 'ファンクラブを開設する' })).toBeNull()
      answers([hoshi])
      act(() => again.click())
      expect(await screen.findByText('the page')).toBeTruthy()
      cleanup()
    }
    if (check) results.check = check
  })

  test('a sign-in that is too old for one action ends nothing; a session that is over leads to the login', async () => {
    const Asking = () => {
      const ask = useAsk()
      return (
        <button type="button" onClick={() => void ask(plans.getPlans, ids).catch(() => {})}>
          the page
        </button>
      )
    }
    await show(
      <TenantGuard>
        <Asking />
      </TenantGuard>,
    )
    const refusedBy = async (code: string) => {
      answer({
        getPlans: () => {
          throw new Refusal(code, 401)
        },
      })
      await press(screen.getByText('the page'))
    }
    await screen.findByText('the page')
    await refusedBy('signInAgain')
    expect(screen.queryByText('the page')).toBeTruthy()
    await refusedBy('unauthenticated')
    expect(screen.queryByText('the page')).toBeNull()
    expect(asked.filter(({ name }) => name === 'getPlans')).toHaveLength(2)
  })

  test('an English page leads to the English login and back', async () => {
    signedIn('nobody')
    await guarded({ locale: 'en' })
    expect(left).toEqual([expect.stringMatching(/^\/en\/login\?redirect_to=%2Fen%2Ftenants/)])
  })

  test('a refresh that fails takes no club away', async () => {
    let refresh: () => Promise<void> = async () => {}
    const Refresher = () => {
      refresh = useTenantUser().refresh
      return <TenantGuard>the page</TenantGuard>
    }
    await show(<Refresher />)
    expect(await screen.findByText('the page')).toBeTruthy()
    fails(new Refusal('internal', 500))
    await act(() => refresh())
    expect(screen.getByText('the page')).toBeTruthy()
  })

  test('"log in" of the footer is a link to a login that offers another account, and back to this page', async () => {
    answers([])
    await guarded()
    const logIn = await screen.findByRole('link', { name: 'ログイン' })
    const address = new URL(logIn.getAttribute('href') ?? '', 'http://here')
    expect(address.pathname).toBe('/login')
    expect(Object.fromEntries(address.searchParams)).toEqual({ account: 'another', redirect_to: path })
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
    await show(<Names />)
    const button = await screen.findByText('mock_owner: Hoshi Club aoi')
    answers([])
    await act(async () => button.click())
    expect(await screen.findByText(/^mock_owner:\s*$/)).toBeTruthy()
    answer({ 'me.get': () => never })
    await become(sora)
    expect(screen.getByText('loading')).toBeTruthy()
  })

  test('an answer for somebody who has left is dropped', async () => {
    const late = Promise.withResolvers<object>()
    answer({ 'me.get': () => late.promise })
    await show(<Names />)
    expect(asked).toHaveLength(1)
    await become(null)
    late.resolve(success([hoshi]))
    await settle()
    expect(screen.getByText('unauthorized')).toBeTruthy()
  })

  test('a lost connection is tried again in silence; any other failure is an answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answer({
      'me.get': () => {
        if (asked.length <= 2) throw lost
        return success([hoshi])
      },
    })
    await draw(<Names />)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('mock_owner: Hoshi Club aoi')).toBeTruthy()
    expect(asked).toHaveLength(3)

    fails(new Refusal('internal', 500))
    await become(sora)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/^mock_editor:\s*$/)).toBeTruthy()
    expect(asked).toHaveLength(4)
    vi.useRealTimers()
  })

  test('a server that is busy for a moment is asked again in silence: nobody reads that they have no club', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answer({
      'me.get': () => {
        if (asked.length <= 2) throw new Refusal('unavailable', 503)
        return success([hoshi])
      },
    })
    await draw(<Names />)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText('mock_owner: Hoshi Club aoi')).toBeTruthy()
    vi.useRealTimers()
  })

  test('outside its provider is an internal error', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<Names />)).toThrow('The tenant user is used outside its provider.')
  })
})
