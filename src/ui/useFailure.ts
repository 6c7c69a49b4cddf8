import { toast } from './overlay/Toaster'
import { useUiWords } from './words'

type Failed = { code: string; requestId: string }

/** Error texts of failed calls in the user's language; `own`: texts of the operation's refusals, by code. */
export const useFailure = (own: Record<string, string> = {}) => {
  const { failures, requestId } = useUiWords()
  const textOf = ({ code }: Failed) => own[code] ?? (failures as Record<string, string>)[code] ?? failures.internal
  const show = (error: Failed) => {
    const isOurs = error.code === 'internal' && error.requestId !== ''
    toast({ tone: 'bad', title: textOf(error), ...(isOurs && { text: `${requestId}: ${error.requestId}` }) })
  }
  return { textOf, show }
}
