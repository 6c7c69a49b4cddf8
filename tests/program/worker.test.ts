import { globSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

/* public/worker.js, run with what a browser gives a service worker. */

type Sent = { mode?: string; method?: string; url: string }
type Kept = { uid: string; at: number; cards: object[]; codes: object[] } | null

const origin = 'https://tsudoi.test'

const start = ({ kept = null, isOnline = false }: { kept?: Kept; isOnline?: boolean } = {}) => {
  const heard = new Map<string, (event: unknown) => void>()
  type Shown = {
    title: string
    body: string
    tag?: string
    renotify?: boolean
    silent?: boolean
    icon?: string
    badge?: string
    data: { path: string; id?: string }
  }
  const shown: Shown[] = []
  /** What is on the screen: of one tag the newest. */
  const screen = new Map<string, Shown>()
  const told = new Map<string, Response>()
  const opened: string[] = []
  const windows: object[] = []
  const deleted: string[] = []
  const caches = {
    keys: async () => ['tsudoi-at-hand', 'tsudoi-told', 'something-old'],
    delete: async (name: string) => deleted.push(name),
    match: async () => (kept ? Response.json(kept) : undefined),
    // Of all that a worker could keep, the ids of messages.
    open: async (name: string) => {
      if (name !== 'tsudoi-told') throw new Error(`The worker keeps something in ${name}.`)
      return {
        match: async (url: string) => told.get(url),
        put: async (url: string, response: Response) => void told.set(url, response),
        keys: async () => [...told.keys()],
        delete: async (url: string) => told.delete(url),
      }
    },
  }
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
    skipWaiting: async () => {},
    location: { origin },
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        shown.push({ title, ...options })
        screen.set(options.tag ?? '', { title, ...options })
      },
      getNotifications: async ({ tag }: { tag: string }) =>
        [...screen.values()]
          .filter((one) => one.tag === tag)
          .map((one) => ({ ...one, close: () => screen.delete(tag) })),
    },
  }
  const fetch = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return new Response('from the network')
  }
  const context = { self, caches, fetch, Response, URL, Intl, Date, String, Number, Array }
  runInNewContext(readFileSync('public/worker.js', 'utf8'), context)
  const tell = async (name: string, event: object) => {
    const waiting: Promise<unknown>[] = []
    heard.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waiting.push(work) })
    await Promise.all(waiting)
  }
  /** Its answer to a request; undefined: the browser goes to the network as without it. */
  const ask = async ({ mode = 'navigate', method = 'GET', url }: Sent): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined
    const respondWith = (with_: Promise<Response>) => {
      answer = with_
    }
    heard.get('fetch')?.({ request: { mode, method, url: `${origin}${url}` }, respondWith })
    return answer
  }
  return { tell, ask, shown, screen, told, opened, windows, deleted }
}

const card = {
  ...{
    brand: 'AOI <b>',
    plan: '星座プラン',
    holder: '会田',
    number: 'No. 00007',
    monthsLabel: '継続',
    months: '3か月',
  },
  ...{ accent: '#2f6f8f', ink: '#ffffff', until: null },
}
const code = {
  ...{ brand: 'AOI', orderNumber: 'A-000128', path: 'M1 1h1v1h-1z', size: 29, until: null },
  venues: [{ name: '東京公演', windows: ['12/1 10:00 – 15:00'], items: 'タオル × 1' }],
}
const kept = { uid: 'somebody', at: Date.UTC(2026, 10, 20), cards: [card], codes: [code] }

describe('Without a connection the worker', () => {
  test('shows the cards and codes that were seen last, in the page’s language, and runs nothing of them', async () => {
    const { ask } = start({ kept })
    const answer = await ask({ url: '/fc/me/plans' })
    const html = (await answer?.text()) ?? ''
    expect(html).toContain('No. 00007')
    expect(html).toContain('A-000128')
    expect(html).toContain('AOI &lt;b&gt;')
    expect(html).toContain('<html lang="ja">')
    expect(answer?.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/)
    expect(answer?.headers.get('Cache-Control')).toBe('no-store')
    expect(await (await start({ kept }).ask({ url: '/en/fc/aoi' }))?.text()).toContain('No connection')
  })

  test('takes no markup from what was kept', async () => {
    const evil = { ...card, accent: 'red;}</style><script>', until: null }
    const wrong = { ...code, path: '"/><script>alert(1)</script>', size: '1"><script>' }
    const html = await (
      await start({ kept: { ...kept, cards: [evil], codes: [wrong] } }).ask({ url: '/fc/me' })
    )?.text()
    expect(html).not.toContain('<script')
  })

  test('shows no card that has ended, and says what is missing where nothing is at hand', async () => {
    const ended = { ...kept, cards: [{ ...card, until: 1 }], codes: [{ ...code, until: 1 }] }
    for (const each of [ended, null]) {
      const html = await (await start({ kept: each }).ask({ url: '/fc/me/plans' }))?.text()
      expect(html).toContain('接続すると')
      expect(html).not.toContain('No. 00007')
    }
  })
})

test('with a connection pages come from the network, and nothing else passes through the worker at all', async () => {
  const { ask } = start({ kept, isOnline: true })
  expect(await (await ask({ url: '/fc/aoi' }))?.text()).toBe('from the network')
  const passedBy: Sent[] = [
    { url: '/tenants/tenant_hoshi' },
    { url: '/login' },
    { url: '/fca' },
    { mode: 'cors', url: '/api/cms/getActiveMyPlans', method: 'POST' },
    { mode: 'no-cors', url: '/_next/static/chunks/a.js' },
    { mode: 'cors', url: '/_next/data/build/fc/aoi.json' },
    { url: '/fc/aoi', method: 'POST' },
  ]
  for (const one of passedBy) expect(await ask(one), one.url).toBeUndefined()
  const text = readFileSync('public/worker.js', 'utf8')
  expect(text).not.toMatch(/\.add\(|addAll|importScripts/)
  expect(text.match(/\S+\.put\(/g)).toEqual(['told.put('])
})

test('a new version takes over at once and leaves nothing of an older one but what the person has at hand', async () => {
  const { tell, deleted } = start({ kept })
  await tell('install', {})
  await tell('activate', {})
  expect(deleted).toEqual(['something-old'])
})

test('a message is shown as it was sent, and a press opens a page of this site alone', async () => {
  const { tell, shown, opened } = start()
  const message = { title: '葵', body: '始まりました', path: '/fc/aoi/contents/content_1', tag: 'live', locale: 'ja' }
  await tell('push', { data: { json: () => message } })
  expect(shown).toEqual([expect.objectContaining({ title: '葵', body: '始まりました' })])
  const press = (path: string) => tell('notificationclick', { notification: { close: () => {}, data: { path } } })
  await press(shown[0]?.data.path ?? '')
  for (const path of ['https://elsewhere.test/', '//elsewhere.test/', '/\\elsewhere.test']) await press(path)
  expect(opened).toEqual([`${origin}${message.path}`, `${origin}/`, `${origin}/`, `${origin}/`])
})

test('a message that is pressed leads to its own place of a page, also where that page is open elsewhere', async () => {
  const { tell, opened, windows } = start()
  const went: string[] = []
  const open = (url: string) => ({
    url: `${origin}${url}`,
    focus: async () => went.push('focus'),
    navigate: async (to: string) => went.push(to),
  })
  const press = async (path: string) => {
    went.length = 0
    await tell('notificationclick', { notification: { close: () => {}, data: { path } } })
    return [...went]
  }
  windows.push(open('/fc/aoi/back-numbers?month=2026-08'))
  const other = '/fc/aoi/back-numbers?month=2026-09'
  expect(await press(other)).toEqual([`${origin}${other}`, 'focus'])
  expect(await press('/fc/aoi/back-numbers?month=2026-08#comments')).toEqual([
    `${origin}/fc/aoi/back-numbers?month=2026-08#comments`,
    'focus',
  ])
  // Where it is already, nobody is taken from what they read.
  expect(await press('/fc/aoi/back-numbers?month=2026-08')).toEqual(['focus'])
  // A window that this worker does not control cannot be led.
  windows[0] = { ...open('/fc/aoi/back-numbers'), navigate: () => Promise.reject(new TypeError('not controlled')) }
  await press(other)
  expect(opened).toEqual([`${origin}${other}`])
})

test('a message shows the picture of its club, and Tsudoi’s outline where a phone has one colour', async () => {
  const { tell, shown } = start()
  const message = { title: '葵', body: '始まりました', path: '/fc/aoi', tag: 'live', locale: 'ja' }
  for (const icon of ['/api/app/aoi/icon-192.png', 'https://elsewhere.test/a.png', undefined])
    await tell('push', { data: { json: () => ({ ...message, icon }) } })
  expect(shown.map(({ icon }) => icon)).toEqual(['/api/app/aoi/icon-192.png', undefined, undefined])
  const [badge] = new Set(shown.map((one) => one.badge))
  const picture = readFileSync(`public${badge}`)
  // A square whose ground is clear: a phone paints all that is not.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([96, 96])
  expect(picture.readUInt8(25)).toBe(6)
})

test('a message that comes again is not heard again; a newer one of the same thing is', async () => {
  const { tell, shown } = start()
  const message = { title: '葵', body: '1', path: '/fc/aoi', tag: 'content aoi', locale: 'ja', id: 'a' }
  for (const id of ['a', 'a', 'b']) await tell('push', { data: { json: () => ({ ...message, id }) } })
  expect(shown.map(({ tag, renotify }) => [tag, renotify])).toEqual([
    ['content aoi', true],
    ['content aoi', false],
    ['content aoi', true],
  ])
})

test('it is the only service worker that is served: the one of the mocks stays out', () => {
  expect(globSync('public/**/*.js')).toEqual(['public/worker.js'])
  for (const file of globSync('public/**/*.js'))
    expect(readFileSync(file, 'utf8')).not.toMatch(/msw|mockServiceWorker/i)
})

test('a message that was put away and comes again is neither heard nor left on the screen', async () => {
  const { tell, shown, screen, told } = start()
  const message = { title: '葵', body: '1', path: '/fc/aoi', tag: 'content aoi', locale: 'ja' }
  const come = (id: string) => tell('push', { data: { json: () => ({ ...message, id }) } })
  await come('a')
  screen.clear()
  await come('a')
  expect(shown.map(({ renotify, silent }) => [renotify, silent])).toEqual([
    [true, undefined],
    [false, true],
  ])
  expect(screen.size).toBe(0)
  await come('b')
  expect(screen.size).toBe(1)
  for (let n = 0; n < 100; n++) await come(`more ${n}`)
  expect(told.size).toBe(50)
})
