import { config } from '../config'
import { forgetAll } from '../kit/kept'
import { identityDatabase } from '../kit/resting'
import type { IdentityProvider, Person } from './identityProvider'

// Loaded when first asked for: the identity provider's client is no part of anybody's first paint.
const load = async (): Promise<IdentityProvider> => {
  // The second half keeps the mocks out of what renders on the server, where their worker has no place.
  if (process.env.NEXT_PUBLIC_MOCKED && typeof window !== 'undefined') {
    const [{ mockIdentity }, { startMocks }] = await Promise.all([import('./identityMock'), import('../mocks/browser')])
    // Whoever asks an operation asks for the token first: no question comes before the mocked answers.
    await startMocks()
    return mockIdentity
  }
  const { firebaseIdentity } = await import('./identityFirebase')
  return firebaseIdentity()
}

/**
 * Whether somebody may be signed in here. The provider's client keeps its people in a database of the browser: where
 * there is none, nobody ever was, and a visitor is spared the whole client.
 */
const mayKnowSomebody = async () => {
  if (loaded || process.env.NEXT_PUBLIC_MOCKED) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === identityDatabase)
  } catch {
    // Not every browser tells; then the client has to look for itself.
    return true
  }
}

const arrival = Promise.withResolvers<IdentityProvider>()
let loaded: Promise<IdentityProvider> | undefined
const provider = (): Promise<IdentityProvider> => {
  loaded ??= load().then(
    (identity) => {
      arrival.resolve(identity)
      return identity
    },
    (error: unknown) => {
      // A lost connection must not be remembered as the answer.
      loaded = undefined
      throw error
    },
  )
  return loaded
}

/** Also who signs in after a failure is told: whoever asks next brings the client. */
export const onUser = (listener: (person: Person | null) => void, onError: (error: unknown) => void): (() => void) => {
  let isOver = false
  let stop = () => {}
  const watch = async () => {
    if (await mayKnowSomebody()) provider().catch(onError)
    else if (!isOver) listener(null)
    const identity = await arrival.promise
    if (!isOver) stop = identity.onUser(listener)
  }
  void watch()
  return () => {
    isOver = true
    stop()
  }
}

/** The bearer token, or an empty value where nobody is signed in (specification, section 7). */
export const token = async (): Promise<string> => ((await mayKnowSomebody()) ? (await provider()).token() : '')

/** Called at the first sign that somebody is about to sign in: the client is then there when they press. */
export const prepareSignIn = () => {
  // What went wrong is said when they do.
  provider().catch(() => {})
}

export type Product = 'portal' | 'fanclub'
type Answer<T> = { ok: true; data: T } | { ok: false; message: string; code: string }

/** A call that opens or ends a session; a failure says its message, or the status where there is none. */
const account = async <T>(product: Product, name: string, headers: Record<string, string> = {}): Promise<Answer<T>> => {
  const response = await fetch(`${config().accountsOrigin ?? ''}/api/account/${product}/${name}`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{}',
  })
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string }
  if (response.ok) return { ok: true, data: body as T }
  return { ok: false, message: body.message ?? response.statusText, code: body.code ?? 'internal' }
}

/** The same random value in a cookie and in a header: another site can have the first sent but cannot write both. */
const doubleSubmit = () => {
  const value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const [name, secure] = config().publicOrigin.startsWith('https:') ? ['__Host-csrf', '; Secure'] : ['csrf', '']
  // The Cookie Store API is not everywhere.
  document.cookie = `${name}=${value}; Path=/; Max-Age=60; SameSite=Strict${secure}`
  return value
}

/**
 * After a sign-in: the cookie from which /auth/init can sign in again. Somebody without it is signed in all the same,
 * so a failure only costs convenience.
 */
const finishSession = async (product: Product): Promise<void> => {
  if (process.env.NEXT_PUBLIC_MOCKED) return
  try {
    const headers = { Authorization: `Bearer ${await token()}`, 'X-CSRF-Token': doubleSubmit() }
    await account(product, 'createSession', headers)
  } catch {
    // See above.
  }
}

const thenFinish = async (product: Product, signIn: (identity: IdentityProvider) => Promise<void>) => {
  await signIn(await provider())
  await finishSession(product)
}

export const signInWithPassword = (email: string, password: string, product: Product = 'portal') =>
  thenFinish(product, (identity) => identity.signInWithPassword(email, password))
export const signUpWithPassword = (email: string, password: string, displayName: string, product: Product = 'portal') =>
  thenFinish(product, (identity) => identity.signUpWithPassword(email, password, displayName))
export const signInWithGoogle = (product: Product = 'portal') =>
  thenFinish(product, (identity) => identity.signInWithGoogle())
export const sendPasswordReset = async (email: string, locale: string) =>
  (await provider()).sendPasswordReset(email, locale)

/** Signs in from the session cookie; false when there is none that is good. */
export const openSession = async (product: Product = 'portal'): Promise<boolean> => {
  const answer = await account<{ customToken: string }>(product, 'verifySessionCookie')
  if (!answer.ok) return false
  await (await provider()).signInWithCustomToken(answer.data.customToken)
  return true
}

/** The server no longer knows the session: the provider forgets it, too. What was typed stays kept for its writer. */
export const endSession = async (): Promise<void> => (await provider()).signOut()

/** The specification's two ways: with emulators only at the provider, otherwise first at the backend, which ends every session. */
export const signOut = async (product: Product = 'portal'): Promise<void> => {
  forgetAll()
  const identity = await provider()
  const { authEmulatorUrl, backendApiUrl } = config()
  if (!authEmulatorUrl && !process.env.NEXT_PUBLIC_MOCKED) {
    const headers = { Authorization: `Bearer ${await identity.token()}` }
    try {
      if (backendApiUrl) {
        const json = { ...headers, 'Content-Type': 'application/json' }
        const signal = AbortSignal.timeout(5000)
        await fetch(backendApiUrl, { method: 'POST', credentials: 'include', headers: json, body: '{}', signal })
      }
    } catch {
      // Somebody who wants to leave is let out, whatever the other side does.
    }
    try {
      await account(product, 'logout', headers)
    } catch {
      // Somebody who wants to leave is let out, also without a connection.
    }
  }
  await identity.signOut()
}
