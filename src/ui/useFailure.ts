import { toast } from './overlay/Toaster'
import { useUiWords } from './words'

type Failed = { code: string; requestId: string }

/** Says a failed call in the reader's language; `own` are the words of the operation's refusals. */
export const useFailure = (own: Record<string, string> = {}) => {
  const { failures, requestId } = useUiWords()
  const textOf = ({ code }: Failed) => own[code] ?? (failures as Record<string, string>)[code] ?? failures.internal
  const show = (error: Failed) => {
    const isOurs = error.code === 'internal' && error.requestId !== ''
    toast({ tone: 'bad', title: textOf(error), ...(isOurs && { text: `${requestId}: ${error.requestId}` }) })
  }
  return { textOf, show }
}
