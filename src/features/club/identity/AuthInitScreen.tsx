import { useRouter } from 'next/router'
import { useEffect, useRef } from 'react'
import { openSession } from '#client/identity.ts'
import { routes, useQueryValue } from '#client/routes.ts'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { safeRedirect } from './identity'
import { useTenantUser } from './session'
import { useReturn } from './useReturn'

/** Signs in from the session cookie and returns to `redirect_to`; without a valid cookie, goes to the login. */
export const AuthInitScreen = () => {
  const { isReady, replace } = useRouter()
  const { user } = useTenantUser()
  const wanted = useQueryValue('redirect_to')
  const goBack = useReturn()
  const hasTried = useRef(false)
  const { state } = user

  useEffect(() => {
    if (!isReady || state === 'loading') return
    if (state === 'authorized') return goBack()
    if (hasTried.current) return
    hasTried.current = true
    const toLogin = () => {
      const back = safeRedirect(wanted)
      void replace(routes.login({ query: { redirect_to: back === '/' ? undefined : back } }))
    }
    // Signing in changes the state, and the effect then returns.
    openSession().then((opened) => opened || toLogin(), toLogin)
  }, [isReady, state, goBack, replace, wanted])

  return <LoadingScreen />
}
