/*
 * Our service worker (public/worker.js): registered by the first thing that needs it, when it is needed. The browser looks for a new version of
 * it with every visit and takes no copy of it from its cache.
 */

/** Undefined where the browser has none, as on pages without https. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' })
}

export const knownWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined
