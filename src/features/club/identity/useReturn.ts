import { useRouter } from 'next/router'
import { useCallback } from 'react'
import { useQueryValue } from '#client/routes.ts'
import { safeRedirect } from './identity'

/** Goes to `redirect_to` in its own language, or home. */
export const useReturn = () => {
  const { replace, isReady, locale } = useRouter()
  const wanted = useQueryValue('redirect_to')
  return useCallback(() => {
    if (!isReady) return
    const path = safeRedirect(wanted)
    const inEnglish = path.startsWith('/en/')
    void replace(inEnglish ? path.slice(3) : path, undefined, { locale: inEnglish ? 'en' : (locale ?? 'ja') })
  }, [replace, isReady, locale, wanted])
}
