import { config } from '#config.ts'
import { forgetAll } from '#kit/kept.ts'
import { knownBefore } from '#kit/knownBefore.ts'
import { identityDatabase } from '#kit/resting.ts'
import { forgetOthers } from './atHand'
import { fetchJson } from './fetchJson'
import type { IdentityProvider, Person } from './identityProvider'

// Loaded at its first use: the identity provider's client must not delay the first paint.
const load = async (): Promise<IdentityProvider> => {
  // The check for `window` keeps the mocks, which answer in a browser, out of server rendering.
  if (process.env.NEXT_PUBLIC_MOCKED && typeof window !== 'undefined') {
    const [{ mockIdentity }, { startMocks }] = await Promise.all([
      import('./identityMock'),
      import('#mocks/browser.ts'),
    ])
    // Every call needs the token first, so none is sent before the mocks are ready.
    startMocks()
    return mockIdentity
  }
  const { firebaseIdentity } = await import('./identityFirebase')
  return firebaseIdentity()
}

/**
 * Whether somebody may be signed in here. The provider's client keeps users in an IndexedDB database: where that does
 * not exist nobody has ever signed in, and the client need not be loaded.
 */
const mayKnowSomebody = async () => {
  if (loaded || process.env.NEXT_PUBLIC_MOCKED) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === identityDatabase)
  } catch {
    // Not every browser has `indexedDB.databases`; then the client has to be loaded to find out.
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
      // A lost connection must not be cached as the result.
      loaded = undefined
      throw error
    },
  )
  return loaded
}

/** What this page, and the next one before its first paint, shows to whoever is signed in (kit/knownBefore.ts). */
const remember = (person: Person | null) => {
  document.documentElement.toggleAttribute('data-known', person !== null)
  try {
    if (person) localStorage.setItem(knownBefore, '1')
    else localStorage.removeItem(knownBefore)
  } catch {
    // A browser without storage shows a visitor's page first.
  }
}

/** Also reports a sign-in after a failed load: the listener waits for whichever load succeeds. */
export const onUser = (listener: (person: Person | null) => void, onError: (error: unknown) => void): (() => void) => {
  let isOver = false
  let stop = () => {}
  const known = (person: Person | null) => {
    remember(person)
    void forgetOthers(person?.uid ?? null)
    listener(person)
  }
  const watch = async () => {
    if (await mayKnowSomebody()) provider().catch(onError)
    else if (!isOver) known(null)
    const identity = await arrival.promise
    if (!isOver) stop = identity.onUser(known)
  }
  void watch()
  return () => {
    isOver = true
    stop()
  }
}

/**
 * The bearer token, or an empty value where nobody is signed in (rule: access.visitor). `isNew`: after something that it says was
 * changed at the provider.
 */
export const token = async (isNew?: boolean): Promise<string> =>
  (await mayKnowSomebody()) ? (await provider()).token(isNew) : ''

/** Preloads the identity client when a sign-in is likely. */
export const prepareSignIn = () => {
  // A failure is reported at the sign-in itself.
  provider().catch(() => {})
}

export type Product = 'portal' | 'fanclub'
type Answer<T> = { ok: true; data: T } | { ok: false; message: string; code: string }

/** A call that starts or ends a session; an error contains its message, or the status where there is none. */
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

/**
 * The same random value in a cookie and in a header: another site can cause the first to be sent but cannot set both.
 */
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

/** Signs in from the session cookie; false if there is no valid one. */
export const openSession = async (product: Product = 'portal'): Promise<boolean> => {
  const answer = await account<{ customToken: string }>(product, 'verifySessionCookie')
  if (!answer.ok) return false
  await (await provider()).signInWithCustomToken(answer.data.customToken)
  return true
}

/** The server does not know the session any more: the provider signs out, too. Unsaved input stays for its user. */
export const endSession = async (): Promise<void> => (await provider()).signOut()

/**
 * Sign-out (rule: access.signOut): in development with emulators at the provider only, otherwise first at the backend,
 * which ends every session and takes the cookie back.
 */
export const signOut = async (product: Product = 'portal'): Promise<void> => {
  forgetAll()
  // Whoever uses this browser next gets no message that was meant for this person.
  await (await import('./push')).endPush().catch(() => {})
  const identity = await provider()
  const { authEmulatorUrl, backendApiUrl } = config()
  const isDevelopment = process.env.NODE_ENV === 'development' && Boolean(authEmulatorUrl)
  if (!isDevelopment && !process.env.NEXT_PUBLIC_MOCKED) {
    const headers = { Authorization: `Bearer ${await identity.token()}` }
    // A failing backend must not keep anybody signed in: the helper never throws.
    if (backendApiUrl) {
      const json = { ...headers, 'Content-Type': 'application/json' }
      const signal = AbortSignal.timeout(5000)
      await fetchJson(backendApiUrl, { method: 'POST', credentials: 'include', headers: json, body: '{}', signal })
    }
    try {
      await account(product, 'logout', headers)
    } catch {
      // A lost connection must not either: the provider's client signs out locally.
    }
  }
  await identity.signOut()
}
