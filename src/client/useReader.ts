import type { Reader } from '#kit/letter.ts'
import { useLocale } from './words'

type Person = { locale: 'ja' | 'en'; displayName: string }

/**
 * For a mail that is shown before it is sent, with addresses of this site: to one person as that person reads it, to many in the
 * language of who looks at it.
 */
export const useReader = (to?: Person): Reader => {
  const locale = useLocale()
  const origin = typeof window === 'undefined' ? '' : window.location.origin
  return to ? { origin, locale: to.locale, name: to.displayName } : { origin, locale }
}
