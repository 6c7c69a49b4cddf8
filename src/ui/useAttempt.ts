import { useState } from 'react'
import { isCallError } from '../kit/callError'
import type { FieldError } from '../kit/contract'
import { signInAgain } from './signInAgain'
import { useFailure } from './useFailure'

type Ways = {
  /** Puts refused fields beside the fields: `showFailure` of a form. What stands there is not said a second time. */
  onFields?: (fields: readonly FieldError[] | undefined) => number
  /** What to do instead of saying it, by code. */
  on?: Record<string, () => void>
}

/**
 * Runs what a press set off. A refusal or a failure is said in the reader's language (`own`: the words of the
 * operation's refusals); anything else is a bug and goes on to the error screen. What asks for a recent sign-in is done
 * again after one, on the same page. Answers whether it went well.
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
      // The session ended: the guard leads to the login and says enough by that. One that is only too old for this stays.
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
