/** Whether somebody has proven once more who they are; false where they would not. */
type Ask = () => Promise<boolean>
let current: Ask | null = null

/** Who can ask, while it stands on the page (features/identity/SignInAgain). Answers how to stop. */
export const provideSignInAgain = (ask: Ask) => {
  current = ask
  return () => {
    if (current === ask) current = null
  }
}

/** Null where nobody can ask. */
export const signInAgain = (): Promise<boolean> | null => current?.() ?? null
