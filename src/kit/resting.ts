/** Browser database in which the identity provider's client stores the signed-in user. */
export const identityDatabase = 'firebaseLocalStorageDb'

/** A script type that no browser runs, for the deferred scripts of a page. */
export const restingType = 'text/resting'

/**
 * Runs in the head of a page whose scripts are deferred (client/page.ts) and adds them as real scripts: at the first
 * sign of interaction, and at once where somebody may be signed in, where the address has a query, and at the login of who buys what
 * lies in this browser's cart, which it tells. They are prefetched when the page has loaded and the browser is idle, and once more at
 * the next sign if that failed.
 *
 * What was done before React listens is repeated when it does (client/hydrate.ts calls `tsudoiWoken`): the last press of
 * each button, including submit buttons that were pressed by Enter, and the last state of each control. React leaves that in
 * the document without noticing it: an event that requires hydration makes it take that part at once, after which the control
 * is changed again as by its user. The text that React knows stands in its own tracker (`_valueTracker`): setting `value` anew
 * would end the composition of Japanese text. A press that comes while these are repeated waits until the texts before it are known: it
 * would send a form half empty. The browser itself submits no form. Links and `summary` need no script.
 *
 * Next's list of all pages and their scripts is loaded when Next asks for it, which is when a link is touched: it says so by setting
 * `__BUILD_MANIFEST_CB`. Whoever only reads a page never needs it.
 *
 * The content security policy contains the hash of this exact text.
 */
export const restingScript = `(() => {
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin', 'click', 'input', 'change', 'submit']
  const parsed = new Promise((done) => document.addEventListener('DOMContentLoaded', done))
  const sources = () => [...document.querySelectorAll('script[type="${restingType}"]')].map((script) => script.getAttribute('src'))
  const get = async (src) => {
    const answer = await fetch(src, { priority: 'low' })
    if (!answer.ok) throw new Error(src + ' ' + answer.status)
    await answer.blob()
  }
  let fetched, waking, isRepeating, isOurs
  const acts = new Map()
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
  const setText = (control, value) => {
    if (control.value !== value) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value)
    control._valueTracker?.setValue(value ? '' : ' ')
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
  const set = (control, { checked, value }) => {
    control.dispatchEvent(new Event('keyup'))
    if (!control.matches('[type=radio], [type=checkbox]')) return setText(control, value)
    control.checked = !checked
    control.click()
  }
  const remember = (control, act) => {
    acts.delete(control)
    acts.set(control, act)
  }
  const hold = (event) => {
    event.preventDefault()
    if (isRepeating) event.stopImmediatePropagation()
  }
  const notice = (event) => {
    if (isOurs) return
    const { type, target } = event
    const button = type === 'click' && target.closest('button')
    if (button) {
      if (isRepeating) hold(event)
      remember(button, () => button.click())
    }
    if (type === 'input' || type === 'change') {
      const { checked, value } = target
      remember(target, () => set(target, { checked, value }))
    }
    wake()
  }
  const stay = (event) => isOurs || hold(event)
  // Of the signs only what may be held is not passive.
  const how = (sign) => ({ capture: true, passive: sign !== 'click' })
  addEventListener('submit', stay, { capture: true })
  for (const sign of signs) addEventListener(sign, notice, how(sign))
  addEventListener('load', () => (self.requestIdleCallback ?? setTimeout)(() => navigator.connection?.saveData || bring().catch(() => {})))
  let listed
  Object.defineProperty(self, '__BUILD_MANIFEST_CB', {
    get: () => listed,
    set: (to) => {
      if (!listed) {
        const { buildId } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent)
        document.head.append(Object.assign(document.createElement('script'), { src: '/_next/static/' + buildId + '/_buildManifest.js' }))
      }
      listed = to
    },
  })
  const known = async () => 'known' in document.documentElement.dataset || (await indexedDB.databases()).some(({ name }) => name === '${identityDatabase}')
  known().catch(() => true).then((yes) => yes && wake())
  if ((location.search && location.pathname.includes('/fc/')) || location.search.includes('%2Ffc%2Fcarts%3F')) wake()
  self.tsudoiWoken = async () => {
    isRepeating = true
    try {
      // Whatever is done meanwhile comes to the end of the list.
      for (const [control, act] of acts) {
        acts.delete(control)
        isOurs = true
        act()
        isOurs = false
        // What follows from it is rendered before the next.
        await new Promise((then) => setTimeout(then))
      }
    } finally {
      for (const sign of signs) removeEventListener(sign, notice, { capture: true })
      removeEventListener('submit', stay, { capture: true })
    }
  }
})()`
