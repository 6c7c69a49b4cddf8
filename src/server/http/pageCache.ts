import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Instant } from '#kit/time.ts'
import type { Rendering } from '../rendering'
import { retryAfterSeconds } from '../unavailable'
import { makeKeptStore } from './keptStore'

const pack = { gzip: promisify(gzip), br: promisify(brotliCompress) }
/** Limits in bytes and in number of pages; with pages of the usual size the first is reached earlier. */
const maxSize = 24 * 1024 * 1024
const maxPages = 5000
/** Milliseconds that a page may be old where its data cannot be had. */
const maxStale = 3_600_000
/** Milliseconds without another try after one that failed: a database that hangs must not hold up every visitor. */
const pause = retryAfterSeconds * 1000

/** A response of Next. */
export type Rendered = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
export type KeptPage = {
  etag: string
  contentType: string
  br: Buffer
  gzip: Buffer
  tags: ReadonlySet<string>
  at: Instant
  until: Instant
}
/** `own`: a page that is not marked as the same for everybody; it is rendered for each request. */
export type Outcome =
  | { kind: 'kept'; page: KeptPage; isHit: boolean }
  /** As it was, from this many seconds ago: its data cannot be had now. */
  | { kind: 'stale'; page: KeptPage; age: number }
  | { kind: 'passed'; rendered: Rendered }
  | { kind: 'own'; rendered: Rendered }

type Options = {
  render: (path: string, rendering: Rendering) => Promise<Rendered>
  now: () => Instant
  /** Offset of the adjustable clock: after a change all cached pages are invalid. */
  clockOffset: () => number
}

/**
 * Visitors' pages, each rendered once however many wait for it, compressed once, and kept until a write or a moment
 * changes it. Only responses with status 200 are kept. While the data cannot be had a page is served as it was, for an hour, but never
 * past the moment at which it changes by itself.
 */
export const makePageCache = ({ render, now, clockOffset }: Options) => {
  let unavailableUntil: Instant = 0
  const store = makeKeptStore<KeptPage>({
    now,
    max: maxPages,
    maxSize,
    sizeOf: ({ br, gzip: packed }, key) => br.length + packed.length + key.length + 500,
    ttl: maxStale,
    onListening: () => {
      unavailableUntil = 0
    },
  })
  const keyOf = (path: string, signInFrom: string) => `${clockOffset()} ${path} ${signInFrom}`

  const keep = async (key: string, { body, headers }: Rendered, { tags, until }: Rendering): Promise<KeptPage> => {
    const [br, packed] = await Promise.all([
      pack.br(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
      pack.gzip(body, { level: 6 }),
    ])
    // Weak: it is the same for every encoding of the page.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const page = { etag, contentType: String(headers['content-type']), br, gzip: packed, tags, at: now(), until }
    store.keep(key, page)
    return page
  }

  const stale = (key: string): Outcome | undefined => {
    const page = store.valid(key)
    const age = page ? Math.max(0, now() - page.at) : 0
    return page && age < maxStale ? { kind: 'stale', page, age: Math.round(age / 1000) } : undefined
  }
  const make = async (key: string, path: string, rendering: Rendering): Promise<Outcome> => {
    const rendered = await render(path, rendering)
    if (rendering.isUnavailable) {
      unavailableUntil = now() + pause
      return stale(key) ?? { kind: 'passed', rendered }
    }
    if (!rendering.isShared || rendered.headers['set-cookie']) return { kind: 'own', rendered }
    if (rendered.status !== 200) return { kind: 'passed', rendered }
    return { kind: 'kept', page: await keep(key, rendered, rendering), isHit: false }
  }

  return {
    renew: store.renew,
    listening: store.listening,
    /** The page if it is cached and still valid, or as it was if its data could not be had a moment ago. */
    kept: (path: string, signInFrom = ''): Outcome | undefined => {
      const key = keyOf(path, signInFrom)
      if (now() < unavailableUntil) return stale(key)
      const page = store.fresh(key)
      return page && { kind: 'kept', page, isHit: true }
    },
    /** The page, rendered by this request or by a concurrent one. */
    rendered: (path: string, rendering: Rendering): Promise<Outcome> => {
      const key = keyOf(path, rendering.signInFrom)
      return store.once(key, rendering, () => make(key, path, rendering))
    },
    size: () => {
      const { count, ...rest } = store.size()
      return { pages: count, ...rest }
    },
  }
}
