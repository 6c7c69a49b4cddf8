// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockIdentity } from '#client/identityMock.ts'
import { LoginScreen } from '#club/identity/LoginScreen.tsx'
import { TenantUserProvider } from '#club/identity/session.tsx'
import { UiWords } from '#ui/words.tsx'
import { settle, show, signedIn, went } from '../support/screen'

const emails = { owner: 'owner@hoshi.test', editor: 'editor@hoshi.test' }
/** Somebody signs in elsewhere, as in a window of another service. */
const become = async (user: keyof typeof emails) => {
  await act(() => mockIdentity.signInWithPassword(emails[user], ''))
  await settle()
}
const settings = { signInProviders: ['password' as const], isDemo: false, termsUrl: '/', privacyUrl: '/' }
const open = async (query: Record<string, string>) => {
  await show(
    <TenantUserProvider>
      <LoginScreen settings={settings} isFan={false} isNew={false} isForCart={false} brand={null} />
    </TenantUserProvider>,
    { locale: 'ja', path: '/login', query, words: [UiWords] },
  )
  await settle()
}

const signIn = async (email: string) => {
  fireEvent.change(screen.getByLabelText(/メールアドレス/), { target: { value: email } })
  fireEvent.change(screen.getByLabelText(/パスワード/, { selector: 'input' }), { target: { value: 'tsudoi-demo' } })
  fireEvent.click(screen.getByRole('button', { name: 'ログインする' }))
}

test('who is signed in is led back', async () => {
  signedIn('owner')
  await open({ redirect_to: '/tenants/t1' })
  await expect.poll(() => went).toEqual(['/tenants/t1'])
})

test('who asks for another account is not led back before they have signed in', async () => {
  signedIn('owner')
  await open({ redirect_to: '/tenants/t1', account: 'another' })
  expect(await screen.findByText(/星野 あおい さんとしてログインしています/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'ログインする' })).toBeTruthy()
  expect(went).toEqual([])
  await become('editor')
  await expect.poll(() => went).toEqual(['/tenants/t1'])
})

test('the same account again is an answer too', async () => {
  signedIn('owner')
  await open({ account: 'another' })
  await screen.findByText(/星野 あおい さんとしてログインしています/)
  await signIn(emails.owner)
  await expect.poll(() => went).toEqual(['/'])
})
