import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { applicationDefault, initializeApp } from 'firebase-admin/app'
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth'
import { LRUCache } from 'lru-cache'
import { serverConfig } from '#config.server.ts'
import type { Instant } from '#kit/time.ts'
import { realNow } from '../clock'
import type { User } from '../proven'
import { shared } from '../shared'
import { outsideCall } from '../telemetry/outside'
import { Unavailable } from '../unavailable'
import { publicKey } from './keys'
import { type Claims, readToken } from './token'

export type Identity = User & {
  /** Epoch milliseconds of the sign-in itself: neither a renewed token nor a session that is opened again is one. */
  authTime: number
}

const auth = (): Auth => {
  if (!shared.identity) {
    const { USE_EMULATOR, FIREBASE_AUTH_EMULATOR_HOST, AUTH_EMULATOR_PORT, FIREBASE_PROJECT_ID } = serverConfig()
    if (USE_EMULATOR) {
      // The SDK can be configured by environment variable only.
      process.env.FIREBASE_AUTH_EMULATOR_HOST = FIREBASE_AUTH_EMULATOR_HOST ?? `127.0.0.1:${AUTH_EMULATOR_PORT}`
    }
    const credential = USE_EMULATOR ? {} : { credential: applicationDefault() }
    shared.identity = initializeApp({ projectId: FIREBASE_PROJECT_ID, ...credential }, 'tsudoi')
  }
  return getAuth(shared.identity)
}

/** The SDK's codes for an invalid token; any other error is a failure of ours or of the network. */
const refusals = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-argument',
  'auth/invalid-credential',
  'auth/invalid-id-token',
  'auth/invalid-session-cookie',
  'auth/session-cookie-expired',
  'auth/session-cookie-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
])
const isRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && refusals.has(String(error.code))

/** The SDK's codes for a provider that was not reached. It gives an answer of 5xx no code of its own. */
const failures = new Set(['app/network-error', 'app/network-timeout'])
const isAway = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && failures.has(String(error.code))) ||
    ('httpResponse' in error && Number((error.httpResponse as { status?: number } | undefined)?.status) >= 500))

/** Milliseconds within which the provider has answered. The SDK waits 25 s, and asks up to five times. */
export const identityPatience = { answer: 10_000 }

const inTime = async <T>(asked: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, failed) => {
    const end = () => failed(new Unavailable('The identity provider did not answer in time.'))
    timer = setTimeout(end, identityPatience.answer)
  })
  try {
    const call = { service: 'identity', call: 'account', isAnswer: isRefusal } as const
    return await outsideCall(call, () => Promise.race([asked, tooLate]))
  } catch (error) {
    if (isAway(error)) throw new Unavailable('The identity provider does not answer.', { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const orNull = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await inTime(asked)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * A custom token is a new sign-in to the provider, with a new `auth_time`. Those that we make carry the time of the
 * sign-in behind them (in seconds, as `auth_time`), which the provider repeats in each token and cookie made from them.
 */
const isFromSession = ({ signedInAt }: DecodedIdToken) => signedInAt !== undefined
/** The claim makes a sign-in older, never younger. */
const signedInAtOf = ({ auth_time, signedInAt }: DecodedIdToken): number =>
  typeof signedInAt === 'number' ? Math.min(auth_time, signedInAt) : auth_time

/** Missing values are empty strings (rule: access.visitor). */
const identityOf = (claims: DecodedIdToken): Identity => ({
  uid: claims.sub,
  email: text(claims.email),
  emailVerified: claims.email_verified === true,
  displayName: text(claims.name),
  photoURL: text(claims.picture),
  issuedAt: claims.iat * 1000,
  authTime: signedInAtOf(claims) * 1000,
})

type Kind = { issuer: string; keys: string; verifyUnsigned: (token: string) => Promise<DecodedIdToken> }
const idToken: Kind = {
  issuer: 'https://securetoken.google.com',
  keys: 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
  verifyUnsigned: (token) => auth().verifyIdToken(token),
}
const sessionCookie: Kind = {
  issuer: 'https://session.firebase.google.com',
  keys: 'https://www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys',
  verifyUnsigned: (cookie) => auth().verifySessionCookie(cookie),
}

const read = ({ issuer }: Kind, token: string): Claims | null =>
  readToken(token, {
    issuer,
    projectId: serverConfig().FIREBASE_PROJECT_ID,
    fromEmulator: serverConfig().USE_EMULATOR,
    atSeconds: realNow() / 1000,
  })

/**
 * The claims of a token that was read, if the provider signed it. Not left to the SDK, which asks for new keys in every call once
 * their lifetime is over, and says of a token whose key it cannot get what it says of a forged one. The emulator's are its own.
 */
const verify = async ({ issuer, keys, verifyUnsigned }: Kind, token: string): Promise<DecodedIdToken | null> => {
  const { USE_EMULATOR, FIREBASE_PROJECT_ID: projectId } = serverConfig()
  if (USE_EMULATOR) return orNull(verifyUnsigned(token))
  // Imported late: the SDK requires the same module while it is loaded, and Node refuses to load it both ways at once.
  const { errors, jwtVerify } = await import('jose')
  const publicKeyOf = async ({ kid = '' }: { kid?: string }) => {
    const key = await publicKey(keys, kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  try {
    const expected = { algorithms: ['RS256'], issuer: `${issuer}/${projectId}`, audience: projectId }
    const { payload } = await jwtVerify<DecodedIdToken>(token, publicKeyOf, expected)
    return { ...payload, uid: payload.sub }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

const cache = (): LRUCache<string, Identity> => {
  shared.tokens ??= new LRUCache<string, object>({ max: 10_000 })
  return shared.tokens as LRUCache<string, Identity>
}

const keyOf = (token: string) => hash('sha256', token, 'base64url')

/**
 * Whether the provider was told since the sign-in to end the person's sessions, or does not know them any more. Not left
 * to the SDK, which compares `auth_time`.
 */
const isRevoked = async ({ uid, authTime }: Identity): Promise<boolean> => {
  const known = await orNull(auth().getUser(uid))
  return !known || known.disabled || authTime < Date.parse(known.tokensValidAfterTime ?? '')
}

/**
 * The identity behind a token; null when the token is not valid. Verified tokens are cached until they
 * expire: a signature costs CPU, and with the emulator the SDK sends a request every time. `checkRevoked` asks
 * the provider whether the person was signed out or disabled since. A token that came of a session is asked for once in
 * any case, since its custom token may have been kept from before the session ended.
 */
export const verifyToken = async (token: string, { checkRevoked = false } = {}): Promise<Identity | null> => {
  const key = keyOf(token)
  const known = checkRevoked ? undefined : cache().get(key)
  if (known) return known
  const claims = read(idToken, token)
  if (!claims) return null
  const verified = await verify(idToken, token)
  const identity = verified && identityOf(verified)
  if (!identity || ((checkRevoked || isFromSession(verified)) && (await isRevoked(identity)))) {
    cache().delete(key)
    return null
  }
  cache().set(key, identity, { ttl: Math.max(1, claims.exp * 1000 - realNow()) })
  return identity
}

/**
 * The address is the account's own from now on, and confirmed: from when on tokens name it. `taken`: another account has it.
 */
export const confirmEmail = async (uid: string, email: string): Promise<{ changedAt: Instant } | 'taken'> => {
  try {
    await inTime(auth().updateUser(uid, { email, emailVerified: true }))
    return { changedAt: realNow() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'auth/email-already-exists') return 'taken'
    throw error
  }
}

export const sessionDays = 14
const maxSignInAge = 5 * 60_000
/** Whether the account with this uid was deleted here; the provider hears of that later. */
type IsDeleted = (uid: string) => Promise<boolean>

/** A session cookie's value right after a sign-in; a stolen older token cannot be exchanged for a long session. */
export const createSession = async (token: string, isDeleted: IsDeleted): Promise<string | null> => {
  const identity = await verifyToken(token, { checkRevoked: true })
  if (!identity || realNow() - identity.authTime > maxSignInAge || (await isDeleted(identity.uid))) return null
  return orNull(auth().createSessionCookie(token, { expiresIn: sessionDays * 86_400_000 }))
}

const verifyCookie = async (cookie: string): Promise<Identity | null> => {
  if (!read(sessionCookie, cookie)) return null
  const verified = await verify(sessionCookie, cookie)
  const identity = verified && identityOf(verified)
  return identity && !(await isRevoked(identity)) ? identity : null
}

/** Data that a browser with a session cookie needs to sign in again. */
export const openSession = async (
  cookie: string,
  isDeleted: IsDeleted,
): Promise<{ customToken: string; user: Identity } | null> => {
  const user = await verifyCookie(cookie)
  if (!user || (await isDeleted(user.uid))) return null
  // Without a key of its own the program has it signed by the provider.
  const customToken = await inTime(auth().createCustomToken(user.uid, { signedInAt: user.authTime / 1000 }))
  return { customToken, user }
}

/** Ends every session of the person identified by a valid token or cookie; false if neither is valid. */
export const endSessions = async (token: string, cookie: string): Promise<boolean> => {
  const identity = (await verifyToken(token, { checkRevoked: true })) ?? (await verifyCookie(cookie))
  if (!identity) return false
  // Revocation counts in whole seconds: within the second of the sign-in it would revoke nothing.
  const nextSecond = identity.authTime + 1000
  // A timer may fire a moment before its time.
  while (realNow() < nextSecond) await sleep(Math.max(1, nextSecond - realNow()))
  await inTime(auth().revokeRefreshTokens(identity.uid))
  cache().delete(keyOf(token))
  return true
}

/** Deletes the account at the provider: its sessions end, and it cannot be used to sign in any more. */
export const endIdentity = async (uid: string): Promise<void> => {
  await orNull(auth().revokeRefreshTokens(uid))
  await orNull(auth().deleteUser(uid))
}

/** The account of this address, for a command; null if there is none. */
export const accountByEmail = async (
  email: string,
): Promise<{ emailVerified: boolean; isDisabled: boolean } | null> => {
  const account = await orNull(auth().getUserByEmail(email))
  return account && { emailVerified: account.emailVerified, isDisabled: account.disabled }
}

/** Whether the identity provider responds; for code that creates accounts (the demo world). */
export const identityAdmin = (): Auth => auth()
