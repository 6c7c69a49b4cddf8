import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { at } from '#client/at.ts'
import { call } from '#client/call.ts'
import { endSession, onUser, token } from '#client/identity.ts'
import type { Person } from '#client/identityProvider.ts'
import { leaveFor } from '#client/leave.ts'
import { routes, useRouteIds } from '#client/routes.ts'
import { isCallError } from '#kit/callError.ts'
import { dropEnded, setKeeper } from '#kit/kept.ts'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import type { identity } from './contract'
import { type BrandOfUser, brandsOf, loginRedirect, type Me, type TenantOfUser, tenantsOf } from './identity'
import { SignInAgain } from './SignInAgain'

const AccessDenied = dynamic(() => import('./AccessDenied').then((m) => m.AccessDenied), { ssr: false })

/** What the guard knows of a person (rule: access.guard). */
export type TenantUser =
  | { state: 'loading' }
  | { state: 'unauthorized' }
  | {
      state: 'authorized'
      id: string
      person: Person
      tenants: TenantOfUser[]
      brands: BrandOfUser[]
      isOperator: boolean
      /** Some club knows them as a fan. */
      isFan: boolean
      /** False where me.get failed: that there are no clubs is then not known, and nobody is told to open one. */
      isKnown: boolean
    }

type Value = { user: TenantUser; refresh: () => Promise<void> }
const TenantUserContext = createContext<Value | null>(null)

const nothing: Me = { tenants: [], isOperator: false, isFan: false }

/** Pauses between the silent retries after a lost connection or a busy server, in milliseconds. */
const pauses = [500, 2_000, 5_000]

const askMe = async (tries = 0): Promise<Me | null> => {
  try {
    // By name, because importing the contract would load zod on the login page.
    const { code, me } = await call(at<typeof identity>()('me.get'), {}, { token })
    return code === 'success' ? me : null
  } catch (error) {
    const pause = pauses[tries]
    // Any other answer is final.
    if (!isCallError(error) || (error.status !== 0 && error.status !== 503) || pause === undefined) return null
    await new Promise((resolve) => setTimeout(resolve, pause))
    return askMe(tries + 1)
  }
}

const authorized = (person: Person, known: Me | null, me = known ?? nothing): TenantUser => ({
  state: 'authorized',
  id: person.uid,
  person,
  tenants: tenantsOf(me),
  brands: brandsOf(me),
  isOperator: me.isOperator,
  isFan: me.isFan,
  isKnown: known !== null,
})

export const TenantUserProvider = ({ children }: { children: ReactNode }) => {
  const [user, setUser] = useState<TenantUser>({ state: 'loading' })
  const current = useRef<Person | null>(null)
  const queries = useQueryClient()

  const load = useCallback(async (person: Person) => {
    const me = await askMe()
    // Another account may have signed in before the response arrived.
    if (current.current?.uid !== person.uid) return
    const now = current.current
    setKeeper(now.uid)
    dropEnded(Date.now())
    // If me.get fails after a sign-in, the user has no tenants, without a message (rule: access.guard); a failing
    // refresh keeps the known data.
    setUser((known) => (me || known.state !== 'authorized' || known.id !== now.uid ? authorized(now, me) : known))
  }, [])

  useEffect(() => {
    const change = (person: Person | null) => {
      const isSame = current.current?.uid === person?.uid
      current.current = person
      // Cached data of one user must not be shown to the next one.
      if (!isSame) queries.clear()
      if (!person) return setUser({ state: 'unauthorized' })
      if (!isSame) setUser({ state: 'loading' })
      void load(person)
    }
    return onUser(change, () => setUser({ state: 'unauthorized' }))
  }, [load, queries])

  // Runs after the previous user's forms have unmounted, because they store unsaved changes under that user's id.
  useEffect(() => {
    if (user.state !== 'authorized') setKeeper(null)
  }, [user.state])

  // A 401 ends the session: forms store unsaved changes, and the guard redirects to the login and back.
  useEffect(() => {
    const look = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type !== 'updated' || action?.type !== 'error') return
      if (!isCallError(action.error) || action.error.status !== 401 || action.error.code === 'signInAgain') return
      if (current.current) void endSession()
    }
    const stops = [queries.getQueryCache().subscribe(look), queries.getMutationCache().subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])

  const refresh = useCallback(async () => {
    if (current.current) await load(current.current)
  }, [load])

  const value = useMemo(() => ({ user, refresh }), [user, refresh])
  return (
    <TenantUserContext value={value}>
      {children}
      <SignInAgain product="portal" />
    </TenantUserContext>
  )
}

export const useTenantUser = (): Value => {
  const value = use(TenantUserContext)
  if (!value) throw new Error('The tenant user is used outside its provider.')
  return value
}

/** A brand's name as the user's own clubs call it; '' until it is known. */
export const useBrandName = (brandId: string): string => {
  const { user } = useTenantUser()
  const brands = user.state === 'authorized' ? user.brands : []
  return brands.find((brand) => brand.brandId === brandId)?.brandName ?? ''
}

/** Redirects to the login, which returns only to paths under /tenants/. */
const ToLogin = () => {
  const { isReady, asPath, locale } = useRouter()
  const prefix = locale === 'en' ? '/en' : ''
  useEffect(() => {
    if (!isReady) return
    // A full page load, because the login needs document headers that allow a provider's popup to respond.
    const back = loginRedirect(`${prefix}${asPath}`)
    leaveFor(`${prefix}${routes.login({ query: { redirect_to: back } })}`)
  }, [isReady, asPath, prefix])
  return <LoadingScreen />
}

/** For pages that need a sign-in, but no particular club. */
export const SignedIn = ({ children }: { children: ReactNode }) => {
  const { user } = useTenantUser()
  if (user.state === 'loading') return <LoadingScreen />
  return user.state === 'unauthorized' ? <ToLogin /> : children
}

/** For pages under /tenants/[tenantId]: the four outcomes of the guard (rule: access.guard). */
export const TenantGuard = ({ children }: { children: ReactNode }) => {
  const { user, refresh } = useTenantUser()
  const ids = useRouteIds('tenantId')
  if (user.state === 'loading' || !ids) return <LoadingScreen />
  if (user.state === 'unauthorized') return <ToLogin />
  const isTheirs = user.tenants.some(({ tenantId }) => tenantId === ids.tenantId)
  return isTheirs ? children : <AccessDenied tenants={user.tenants} {...(!user.isKnown && { onRetry: refresh })} />
}

const needsSignIn = [routes.tenants.pattern, '/operator']

/** Chooses the guard by route, so that no page of the portal can lack one. */
export const Guard = ({ children }: { children: ReactNode }) => {
  const { pathname } = useRouter()
  if (pathname.startsWith(routes.tenant.pattern)) return <TenantGuard>{children}</TenantGuard>
  return needsSignIn.some((pattern) => pathname.startsWith(pattern)) ? <SignedIn>{children}</SignedIn> : children
}
