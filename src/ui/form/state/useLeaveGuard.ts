import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'

/** Thrown to stop Next's router, which has no other way of being stopped; nothing else may be reported about it. */
const stopped = 'the reader stays on this page'

type Leave = { asked: boolean; leave: () => void; stay: () => void }

/**
 * Keeps somebody with unsaved changes from leaving by accident: by a link, by the browser's back button, by closing the
 * tab. `asked` means that the dialog has to be shown; for the last of the three the browser shows its own.
 */
export const useLeaveGuard = (active: boolean): Leave => {
  const router = useRouter()
  const [ways, setWays] = useState<(() => void) | null>(null)
  const open = useRef(false)

  useEffect(() => {
    open.current = !active
    if (!active) return
    // The URL of this page: the browser changes it before the "back" event.
    const here = { state: window.history.state, url: window.location.href }
    const away = (onward: () => void) => setWays(() => onward)

    const onStart = (url: string, { shallow }: { shallow: boolean }) => {
      if (open.current || shallow) return
      away(() => void router.push(url, undefined, { locale: false }))
      router.events.emit('routeChangeError', stopped, url, { shallow })
      throw stopped
    }
    const onRejection = (event: PromiseRejectionEvent) => {
      if (event.reason === stopped) event.preventDefault()
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!open.current) event.preventDefault()
    }
    const pathOf = (url: string) => new URL(url, window.location.origin).pathname
    router.beforePopState(({ as }) => {
      // Another step or page of the same screen is no leaving.
      if (open.current || pathOf(as) === pathOf(router.asPath)) return true
      window.history.pushState(here.state, '', here.url)
      away(() => window.history.back())
      return false
    })
    router.events.on('routeChangeStart', onStart)
    window.addEventListener('unhandledrejection', onRejection)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      router.beforePopState(() => true)
      router.events.off('routeChangeStart', onStart)
      window.removeEventListener('unhandledrejection', onRejection)
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [active, router])

  return {
    asked: ways !== null,
    leave: () => {
      open.current = true
      setWays(null)
      ways?.()
    },
    stay: () => setWays(null),
  }
}
