/*
 * The service worker of the fan-facing site, at /worker.js. It is registered by the first thing that needs it (src/client/worker.ts), never
 * by a page that is only read. It does two things:
 *
 * - It shows messages (src/server/push), and opens their page when they are pressed.
 * - Where a page cannot be had because there is no connection, it shows what this person saw last on this device and needs at a door: the
 *   member cards and the codes for picking up goods (src/client/atHand.ts keeps them). Besides the ids of messages nothing else is kept, no
 *   page and no answer, so that nothing old can be shown as new. The page is written here, from those values alone.
 */
const keptIn = 'tsudoi-at-hand'
const keptAt = '/at-hand'

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

/** A new version takes over at once: there is nothing of an old one that it would have to serve. */
const takeOver = async () => {
  for (const name of await caches.keys()) if (name !== keptIn && name !== toldIn) await caches.delete(name)
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

// --- Messages --------------------------------------------------------------------------------------------------------

const isPath = (value) => typeof value === 'string' && /^\/(?![/\\])/.test(value)

const shown = async (tag, id) =>
  (await self.registration.getNotifications({ tag })).filter(({ data }) => data?.id === id)

/** Ids of the messages that were shown, the newest last; nothing of what they said. */
const toldIn = 'tsudoi-told'
const mostTold = 50
const toldAt = (id) => `/told/${encodeURIComponent(id)}`
/** Whether this message was shown before: it comes again where its sender died before it knew that it had arrived. */
const isTold = async (tag, id) => {
  if (id === undefined) return false
  // Where nothing can be stored, what is still on the screen is known.
  const told = await caches.open(toldIn).then((kept) => kept.match(toldAt(id))).catch(() => undefined)
  return told !== undefined || (await shown(tag, id)).length > 0
}
const remember = async (id) => {
  const told = await caches.open(toldIn)
  await told.put(toldAt(id), new Response(''))
  for (const old of (await told.keys()).slice(0, -mostTold)) await told.delete(old)
}

const show = async ({ title, body, path, tag, locale, icon, id }) => {
  const isRepeat = await isTold(tag, id)
  const wasDismissed = isRepeat && (await shown(tag, id)).length === 0
  await self.registration.showNotification(title, {
    body,
    tag,
    lang: locale,
    // The club's picture beside the text, and Tsudoi's outline where a phone has a few pixels of one colour, as in its status bar.
    ...(isPath(icon) && { icon }),
    badge: '/badge.png',
    // A newer message of the same thing takes the older one's place and is heard again.
    ...(isRepeat ? { renotify: false, silent: true } : { renotify: true }),
    data: { path: isPath(path) ? path : '/', id },
  })
  // Browsers want each message to be shown; who has put it away does not find it there again.
  if (wasDismissed) for (const one of await shown(tag, id)) one.close()
  // A full storage: heard twice is better than not at all.
  if (id !== undefined && !isRepeat) await remember(id).catch(() => {})
}

self.addEventListener('push', (event) => {
  // What is no message of ours could not have been encrypted for this browser.
  if (event.data) event.waitUntil(show(event.data.json()))
})

const open = async (path) => {
  const url = new URL(path, self.location.origin)
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const at = new URL(client.url)
    if (at.pathname !== url.pathname || !('focus' in client)) continue
    const isThere = at.search === url.search && (url.hash === '' || at.hash === url.hash)
    // A window that is not this worker's cannot be led: another one is opened.
    const isLed = isThere || (await client.navigate(url.href).then(Boolean, () => false))
    if (isLed) return client.focus()
  }
  return self.clients.openWindow(url.href)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(isPath(event.notification.data?.path) ? event.notification.data.path : '/'))
})

// --- Without a connection --------------------------------------------------------------------------------------------

const words = {
  ja: {
    title: '接続がありません',
    text: 'この端末で最後に表示した会員証と受け取り用コードです。',
    asOf: (at) => `${at} 時点`,
    none: 'インターネットに接続すると、このページを表示できます。',
    again: '読み込み直す',
    number: '会員番号',
    cards: '会員証',
    codes: '受け取り用コード',
  },
  en: {
    title: 'No connection',
    text: 'The member cards and pick-up codes that you saw last on this device.',
    asOf: (at) => `As of ${at}`,
    none: 'This page can be shown once you are connected to the internet.',
    again: 'Load again',
    number: 'Member number',
    cards: 'Member cards',
    codes: 'Pick-up codes',
  },
}

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (value) => String(value ?? '').replace(/[&<>"']/g, (character) => escaped[character])
const colour = (value, otherwise) => (/^#[0-9a-f]{6}$/i.test(value) ? value : otherwise)
const list = (value) => (Array.isArray(value) ? value : [])

const card = (one, say) => `
  <li class="card" style="background:${colour(one.accent, '#4c3a8f')};color:${colour(one.ink, '#ffffff')}">
    <p><strong>${text(one.brand)}</strong><br>${text(one.plan)}${one.holder ? ` · ${text(one.holder)}` : ''}</p>
    <dl>${one.number ? `<div><dt>${say.number}</dt><dd>${text(one.number)}</dd></div>` : ''}<div><dt>${text(one.monthsLabel)}</dt><dd>${text(one.months)}</dd></div></dl>
  </li>`

const code = (one) => {
  const size = Number(one.size) || 1
  const path = /^[MhHvVzZ\d .-]*$/.test(one.path) ? one.path : ''
  return `
  <li class="code">
    <h3>${text(one.brand)} <span>${text(one.orderNumber)}</span></h3>
    <svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${text(one.orderNumber)}" shape-rendering="crispEdges"><path d="${path}"/></svg>
    ${list(one.venues)
      .map((venue) => `<p><strong>${text(venue.name)}</strong><br>${list(venue.windows).map(text).join('<br>')}<br>${text(venue.items)}</p>`)
      .join('')}
  </li>`
}

const style = `
  :root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
  body{font:15px/1.7 "Noto Sans JP","Hiragino Sans","Yu Gothic UI",Meiryo,sans-serif;background:#faf9f7;color:#221e19;padding:24px 20px 48px}
  main{max-width:520px;margin:0 auto;display:grid;gap:20px}h1{font-size:22px}h2{font-size:16px}h3{font-size:15px;overflow-wrap:anywhere}
  ul{list-style:none;padding:0;display:grid;gap:14px}dl{display:flex;flex-wrap:wrap;gap:8px 32px}dt{font-size:12px}dd{margin:0;font-size:18px;font-weight:700}
  .card{border-radius:16px;padding:20px;min-height:150px;display:grid;align-content:space-between;gap:20px;overflow-wrap:anywhere}
  .code{background:#fff;color:#221e19;border:1px solid #e5e0d8;border-radius:16px;padding:20px;display:grid;gap:12px;justify-items:center;text-align:center}
  .code svg{width:min(100%,260px)}.muted{color:#6a6259}a{color:inherit;display:inline-block;min-height:44px;line-height:44px}
  @media (prefers-color-scheme:dark){body{background:#171411;color:#f2eee8}.muted{color:#b3aaa0}}`

const written = (kept, locale) => {
  const say = words[locale]
  const now = Date.now()
  const isOver = ({ until }) => typeof until === 'number' && until <= now
  const cards = list(kept?.cards).filter((one) => !isOver(one))
  const codes = list(kept?.codes).filter((one) => !isOver(one))
  const has = cards.length + codes.length > 0
  const at = has ? new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(kept.at) : ''
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say.title}</title><style>${style}</style>
<main><div><h1>${say.title}</h1><p class="muted">${has ? `${say.text} ${say.asOf(at)}` : say.none}</p></div>
${codes.length > 0 ? `<section><h2>${say.codes}</h2><ul>${codes.map(code).join('')}</ul></section>` : ''}
${cards.length > 0 ? `<section><h2>${say.cards}</h2><ul>${cards.map((one) => card(one, say)).join('')}</ul></section>` : ''}
<p><a href="">${say.again}</a></p></main></html>`
}

const atHand = async (locale) => {
  const found = await caches.match(keptAt, { cacheName: keptIn })
  return new Response(written(found && (await found.json()), locale), {
    // It stands in for a page that could not be had.
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  })
}

const fanPages = /^(\/en)?(\/?$|\/fc(\/|$))/
const answer = async (event, locale) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return atHand(locale)
  }
}
self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode !== 'navigate' || method !== 'GET') return
  const { origin, pathname } = new URL(url)
  const [isFans, english] = fanPages.exec(pathname) ?? []
  if (origin === self.location.origin && isFans !== undefined) event.respondWith(answer(event, english ? 'en' : 'ja'))
})
