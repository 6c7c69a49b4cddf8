import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { whenIdle } from '#kit/whenIdle.ts'

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

// next/head writes the title a moment after the page's own changes.
const titleDelay = 100

/**
 * While the guard checks access a page has no title; while it waits for its data it contains `data-pending` elements.
 */
const isLoaded = () => document.title !== '' && !document.querySelector('[data-pending]')

let pushNow = () => {}

/**
 * Reports this page to the tag manager with its final title: once it is loaded, or when the reader leaves it before.
 */
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

/** The content security policy lists the hash of the one inline script that this adds (server/http/headers.ts). */
const startTagManager = async (gtmId: string) => {
  const { default: tagManager } = await import('react-gtm-module')
  tagManager.initialize({ gtmId })
}

let started = false

/** Third-party scripts, only where the settings name them: embed script, tag manager, Sentry. */
export const useOutsideScripts = () => {
  const { events } = useRouter()
  useEffect(() => {
    // Not by `config()`, which throws: a page without settings (a test, a failed /api/config.js) still has to work.
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
