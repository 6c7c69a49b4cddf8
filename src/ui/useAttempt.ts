import { useState } from 'react'
import { isCallError } from '#kit/callError.ts'
import type { FieldError } from '#kit/contract.ts'
import { signInAgain } from './signInAgain'
import { useFailure } from './useFailure'

type Ways = {
  /**
   * Shows refused fields beside the fields (`showFailure` of a form) and returns how many; these are not shown as a
   * message.
   */
  onFields?: (fields: readonly FieldError[] | undefined) => number
  /** Handlers by error code, instead of showing the error. */
  on?: Record<string, () => void>
}

/**
 * Runs the action of a press. Refusals and failures are shown in the reader's language (`own`: the words of the
 * operation's refusals); anything else is a bug and goes on to the error screen. A call that needs a recent sign-in is
 * repeated after one, on the same page. Returns whether it succeeded.
 */
export const useAttempt = (own: Record<string, string> = {}) => {
  const failure = useFailure(own)
  const [, throwWhileRendering] = useState<never>()
  const attempt = async (work: () => Promise<unknown>, ways: Ways = {}): Promise<boolean> => {
    const { onFields, on = {} } = ways
    try {
      await work()
      return true
    } catch (error) {
      if (!isCallError(error)) {
        // Only what is thrown while rendering reaches the error screen.
        throwWhileRendering(() => {
          throw error
        })
        return false
      }
      // The session has ended: the guard leads to the login. A session that is only too old for this call is kept.
      if (error.status === 401 && error.code !== 'signInAgain') return false
      const again = error.code === 'signInAgain' && signInAgain()
      if (again) return (await again) ? attempt(work, ways) : false
      const shown = error.fields ? (onFields?.(error.fields) ?? 0) : 0
      const handle = on[error.code]
      if (handle) handle()
      else if (shown === 0) failure.show(error)
      return false
    }
  }
  return attempt
}
