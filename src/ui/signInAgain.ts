/** Whether somebody has proven once more who they are; false where they would not. */
type Ask = () => Promise<boolean>
let current: Ask | null = null

/** Registers the sign-in dialog (features/identity/SignInAgain). Returns a function that removes it. */
export const provideSignInAgain = (ask: Ask) => {
  current = ask
  return () => {
    if (current === ask) current = null
  }
}

/** Asks for a new sign-in; null where no dialog is mounted. */
export const signInAgain = (): Promise<boolean> | null => current?.() ?? null
