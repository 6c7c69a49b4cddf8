import { useRouter } from 'next/router'
import { useEffect } from 'react'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

const addScript = (src: string) => {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 1500)

// next/head writes the title a moment after the page's own changes.
const titleDelay = 100

/** A page behind the guard has no title while the guard looks, and one that waits for its data only that of its kind. */
const isLoaded = () => document.title !== '' && !document.querySelector('[data-pending]')

let pushNow = () => {}

/** Tells the tag manager of this page, by the title that it has when it is loaded, or when somebody leaves it before. */
const pushPage = () => {
  pushNow()
  if (!window.dataLayer) return
  const pagePath = window.location.pathname
  let timer: ReturnType<typeof setTimeout> | undefined
  const push = () => {
    pushNow = () => {}
    observer.disconnect()
    clearTimeout(timer)
    window.dataLayer?.push({ event: 'pageview', pagePath, pageTitle: document.title })
  }
  const look = () => {
    timer = undefined
    if (isLoaded()) push()
  }
  const wait = () => {
    timer ??= setTimeout(look, titleDelay)
  }
  const observer = new MutationObserver(() => isLoaded() && wait())
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  pushNow = push
  wait()
}

const leavePage = () => pushNow()

/** The one inline script that this writes is named in the content security policy (server/http/headers.ts). */
const startTagManager = async (gtmId: string) => {
  const { default: tagManager } = await import('react-gtm-module')
  tagManager.initialize({ gtmId })
}

let started = false

/** What other companies' scripts do here, and only where the settings name them: embed script, tag manager, Sentry. */
export const useOutsideScripts = () => {
  const { events } = useRouter()
  useEffect(() => {
    // Read straight: a page without settings (a test, a broken answer) still has to work.
    const settings = globalThis.__TSUDOI__
    if (!settings) return
    if (!started) {
      started = true
      if (settings.embedScriptUrl) addScript(settings.embedScriptUrl)
      if (settings.tagManagerId) {
        window.dataLayer ??= []
        void startTagManager(settings.tagManagerId)
      }
      const { sentryDsn: dsn, environmentName: environment } = settings
      if (dsn) {
        whenIdle(async () => {
          const { init } = await import('@sentry/nextjs')
          init({ dsn, environment, tracesSampleRate: 0.1 })
        })
      }
      pushPage()
    }
    events.on('routeChangeStart', leavePage)
    events.on('routeChangeComplete', pushPage)
    return () => {
      events.off('routeChangeStart', leavePage)
      events.off('routeChangeComplete', pushPage)
    }
  }, [events])
}
