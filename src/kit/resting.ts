/** Browser database in which the identity provider's client stores the signed-in user. */
export const identityDatabase = 'firebaseLocalStorageDb'

/** A script type that no browser runs, for the deferred scripts of a page. */
export const restingType = 'text/resting'

/**
 * Runs in the head of a page whose scripts are deferred (client/page.ts) and adds them as real scripts: at the first
 * sign of interaction, and at once where somebody may be signed in or the address has a query. They are prefetched when
 * the page has loaded and the browser is idle, and once more at the next sign if that failed.
 *
 * The last press before React listens is repeated when it does (client/hydrate.ts calls `tsudoiWoken`), including
 * submit buttons that were pressed by Enter. The browser itself submits no form. Links need no script.
 *
 * The content security policy contains the hash of this exact text.
 */
export const restingScript = `(() => {
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin', 'click', 'submit']
  const parsed = new Promise((done) => document.addEventListener('DOMContentLoaded', done))
  const sources = () => [...document.querySelectorAll('script[type="${restingType}"]')].map((script) => script.getAttribute('src'))
  const get = async (src) => {
    const answer = await fetch(src, { priority: 'low' })
    if (!answer.ok) throw new Error(src + ' ' + answer.status)
    await answer.blob()
  }
  let fetched, waking, repeat
  const bring = () =>
    (fetched ??= Promise.all(sources().map(get)).catch((error) => {
      fetched = undefined
      throw error
    }))
  const wake = () => {
    waking ??= parsed.then(bring).then(
      () => {
        for (const src of sources()) document.head.append(Object.assign(document.createElement('script'), { src, async: false }))
      },
      () => {
        waking = undefined
      },
    )
  }
  const notice = (event) => {
    if (event.type === 'submit') event.preventDefault()
    const button = event.type === 'click' && event.target.closest('button')
    if (button) repeat = () => button.click()
    wake()
  }
  for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: sign !== 'submit' })
  addEventListener('load', () => (self.requestIdleCallback ?? setTimeout)(() => navigator.connection?.saveData || bring().catch(() => {})))
  const known = async () => (await indexedDB.databases()).some(({ name }) => name === '${identityDatabase}')
  known().catch(() => true).then((yes) => yes && wake())
  if (location.search && location.pathname.includes('/fc/')) wake()
  self.tsudoiWoken = () => {
    for (const sign of signs) removeEventListener(sign, notice, { capture: true })
    repeat?.()
  }
})()`
