// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInWithPassword } from '#client/identity.ts'
import type { Person } from '#client/identityProvider.ts'
import { LoginScreen } from '#club/identity/LoginScreen.tsx'
import { type TenantUser, useTenantUser } from '#club/identity/session.tsx'
import { system } from '#ui/look/theme.ts'

// By itself it gives up after one second: too soon on a machine that does other things as well.
configure({ asyncUtilTimeout: 240_000 })

const goBack = vi.fn()
const router = { isReady: true, locale: 'ja', query: {} as Record<string, string>, asPath: '/login', replace: goBack }
vi.mock('next/router', () => ({ useRouter: () => router }))
vi.mock('#client/identity.ts', async (original) => ({
  ...(await original<object>()),
  prepareSignIn: () => {},
  signInWithPassword: vi.fn(async () => {}),
}))
vi.mock('#club/identity/session.tsx', () => ({ useTenantUser: vi.fn() }))
vi.mock('#club/identity/words.tsx', async () => {
  const { default: words } = await import('#club/identity/words.ja.ts')
  return { useIdentityWords: () => words, IdentityWords: ({ children }: { children: ReactNode }) => children }
})
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.ja.ts')
  return { useUiWords: () => words }
})

const person = (name: string): Person => ({ uid: name, displayName: name, email: `${name}@hoshi.test`, photoURL: '' })
const signedIn = (name: string): TenantUser => ({
  state: 'authorized',
  id: name,
  person: person(name),
  tenants: [],
  brands: [],
  isOperator: false,
  isFan: false,
  isKnown: true,
})
let update: () => void = () => {}
const become = (user: TenantUser) => {
  vi.mocked(useTenantUser).mockReturnValue({ user, refresh: async () => {} })
  update()
}
const settings = { signInProviders: ['password' as const], isDemo: false, termsUrl: '/', privacyUrl: '/' }
const screenOf = () => (
  <ChakraProvider value={system()}>
    <LoginScreen settings={settings} isFan={false} isNew={false} brand={null} />
  </ChakraProvider>
)
const open = (query: Record<string, string>) => {
  router.query = query
  const { rerender } = render(screenOf())
  update = () => rerender(screenOf())
}

beforeEach(() => {
  update = () => {}
  become({ state: 'loading' })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const signIn = async () => {
  fireEvent.change(screen.getByLabelText(/メールアドレス/), { target: { value: 'x@hoshi.test' } })
  fireEvent.change(screen.getByLabelText(/パスワード/, { selector: 'input' }), { target: { value: 'tsudoi-demo' } })
  fireEvent.click(screen.getByRole('button', { name: 'ログインする' }))
  await expect.poll(() => signInWithPassword).toHaveBeenCalled()
}

test('who is signed in is led back', async () => {
  open({ redirect_to: '/tenants/t1' })
  become(signedIn('hikari'))
  await expect.poll(() => goBack).toHaveBeenCalledWith('/tenants/t1', undefined, { locale: 'ja' })
})

test('who asks for another account is not led back before they have signed in', async () => {
  open({ redirect_to: '/tenants/t1', account: 'another' })
  become(signedIn('hikari'))
  expect(await screen.findByText(/hikari さんとしてログインしています/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'ログインする' })).toBeTruthy()
  expect(goBack).not.toHaveBeenCalled()
  become({ state: 'loading' })
  become(signedIn('sora'))
  await expect.poll(() => goBack).toHaveBeenCalledWith('/tenants/t1', undefined, { locale: 'ja' })
})

test('the same account again is an answer too', async () => {
  open({ account: 'another' })
  become(signedIn('hikari'))
  await signIn()
  await expect.poll(() => goBack).toHaveBeenCalled()
})
