import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth'
import { config } from '#config.ts'
import { type IdentityProblem, type IdentityProvider, identityError, type Person } from './identityProvider'

const problems: Record<string, IdentityProblem> = {
  'auth/invalid-credential': 'wrongPassword',
  'auth/wrong-password': 'wrongPassword',
  'auth/user-not-found': 'wrongPassword',
  'auth/email-already-in-use': 'emailInUse',
  'auth/weak-password': 'weakPassword',
  'auth/password-does-not-meet-requirements': 'weakPassword',
  'auth/invalid-email': 'invalidEmail',
  'auth/missing-email': 'invalidEmail',
  'auth/user-disabled': 'disabled',
  'auth/too-many-requests': 'tooManyRequests',
  'auth/popup-closed-by-user': 'cancelled',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/popup-blocked': 'popupBlocked',
  'auth/network-request-failed': 'unreachable',
}

const known = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
    throw identityError(problems[code] ?? 'internal')
  }
}

const personOf = ({ uid, displayName, email, photoURL }: User): Person => ({
  uid,
  displayName: displayName ?? '',
  email: email ?? '',
  photoURL: photoURL ?? '',
})

const definedOnly = (settings: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).flatMap(([key, value]) => (value ? [[key, value]] : [])))

export const firebaseIdentity = (): IdentityProvider => {
  const { firebase, authEmulatorUrl } = config()
  // Without the popup resolver, which would load a frame of the provider on every page; it is passed to the popup call.
  const auth = initializeAuth(initializeApp(definedOnly(firebase)), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (authEmulatorUrl) connectAuthEmulator(auth, authEmulatorUrl, { disableWarnings: true })
  const listeners = new Set<(person: Person | null) => void>()
  const current = () => auth.currentUser && personOf(auth.currentUser)

  return {
    onUser(listener) {
      listeners.add(listener)
      const stop = onAuthStateChanged(auth, () => listener(current()))
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    async token(isNew = false) {
      // Before this resolves `currentUser` is null even for signed-in users.
      await auth.authStateReady()
      if (isNew) await auth.currentUser?.reload()
      const made = (await auth.currentUser?.getIdToken(isNew)) ?? ''
      if (isNew) for (const listener of listeners) listener(current())
      return made
    },
    async signInWithPassword(email, password) {
      await known(signInWithEmailAndPassword(auth, email, password))
    },
    async signUpWithPassword(email, password, displayName) {
      const { user } = await known(createUserWithEmailAndPassword(auth, email, password))
      if (!displayName) return
      await known(updateProfile(user, { displayName }))
      // The name was set after the account was made: renew the token and notify the listeners.
      await known(user.getIdToken(true))
      for (const listener of listeners) listener(current())
    },
    async signInWithGoogle() {
      // Without `select_account` Google uses the last account without offering another.
      const google = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
      await known(signInWithPopup(auth, google, browserPopupRedirectResolver))
    },
    async signInWithCustomToken(customToken) {
      await known(signInWithCustomToken(auth, customToken))
    },
    async sendPasswordReset(email, locale) {
      auth.languageCode = locale
      await known(sendPasswordResetEmail(auth, email))
    },
    signOut: () => known(signOut(auth)),
  }
}
