import type { Reader } from '#kit/letter.ts'
import { useLocale } from './words'

/** For a mail that is shown before it is sent: in the language of who looks at it, with addresses of this site. */
export const useReader = (): Reader => {
  const locale = useLocale()
  return { origin: typeof window === 'undefined' ? '' : window.location.origin, locale }
}
