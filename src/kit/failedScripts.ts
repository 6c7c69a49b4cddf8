/**
 * Runs before a page's own scripts: without one of them the page would stand still, or seem to load for ever. The screen is
 * the specification's, as ui/faces/ErrorBoundary.tsx shows it, for pages in which React itself did not arrive.
 *
 * Only the scripts of the page itself count, which are deferred: what is loaded later fails where it is used.
 */
export const failedScripts = `addEventListener('error', ({ target }) => {
  if (!(target instanceof HTMLScriptElement) || !target.defer || !target.src.startsWith(location.origin + '/_next/')) return
  const text = Object.assign(document.createElement('p'), { textContent: 'Ooops, something went wrong :( ' })
  text.setAttribute('role', 'alert')
  text.style.cssText = 'font-size:18px;font-weight:700;text-align:center'
  const link = Object.assign(document.createElement('a'), { textContent: 'Refresh', href: '/' })
  link.style.cssText = 'padding:10px 20px;border-radius:10px;font-weight:600;font-size:14px;background:#5a3fd1;color:#fff'
  const main = document.createElement('main')
  main.style.cssText = 'min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px'
  main.append(text, link)
  document.body.replaceChildren(main)
}, true)`
