/** The authenticated user; missing values are empty strings (rule: access.visitor). */
export type Person = { uid: string; displayName: string; email: string; photoURL: string }

export type IdentityProblem =
  | 'wrongPassword'
  | 'emailInUse'
  | 'weakPassword'
  | 'invalidEmail'
  | 'disabled'
  | 'tooManyRequests'
  | 'cancelled'
  | 'popupBlocked'
  | 'unreachable'
  | 'internal'

/** An error of the provider, recognised by its fields and not its class: chunks may contain two copies of a class. */
export type IdentityError = Error & { identityProblem: IdentityProblem }
export const identityError = (identityProblem: IdentityProblem): IdentityError =>
  Object.assign(new Error(`identity: ${identityProblem}`), { identityProblem })
export const problemOf = (error: unknown): IdentityProblem =>
  error instanceof Error && 'identityProblem' in error ? (error as IdentityError).identityProblem : 'internal'

export type IdentityProvider = {
  /** Called with the signed-in user, at once when known and at every change; returns the unsubscribe function. */
  onUser(listener: (person: Person | null) => void): () => void
  /** `isNew`: asked of the provider, with the claims of now, of which the listeners are told. */
  token(isNew?: boolean): Promise<string>
  signInWithPassword(email: string, password: string): Promise<void>
  signUpWithPassword(email: string, password: string, displayName: string): Promise<void>
  signInWithGoogle(): Promise<void>
  signInWithCustomToken(customToken: string): Promise<void>
  sendPasswordReset(email: string, locale: string): Promise<void>
  signOut(): Promise<void>
}
