import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Instant } from '../../kit/time'
import type { Rendering } from '../rendering'
import type { Renewable } from '../renewal'

const pack = { gzip: promisify(gzip), br: promisify(brotliCompress) }
/** Bytes of all pages together, and pages: the first bound counts for pages of a usual size. */
const maxSize = 24 * 1024 * 1024
const maxPages = 5000
/** However well changes are heard, nothing is kept longer. */
const maxAge = 5 * 60_000

/** What Next has answered. */
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
  until: Instant
}
/** `own`: a page that has not said that it is the same for everybody; it has to be rendered for this request. */
export type Outcome =
  | { kind: 'kept'; page: KeptPage; isHit: boolean }
  | { kind: 'passed'; rendered: Rendered }
  | { kind: 'own'; rendered: Rendered }

type Options = {
  render: (path: string, rendering: Rendering) => Promise<Rendered>
  now: () => Instant
  /** How far the adjustable clock stands ahead: after a move nothing that was rendered before counts. */
  clockOffset: () => number
}

/**
 * Visitors' pages, each rendered once however many wait for it, compressed once, and kept until a write or a moment
 * changes it. Only what was answered with 200 is kept.
 */
export const makePageCache = ({ render, now, clockOffset }: Options) => {
  const pages = new LRUCache<string, KeptPage>({
    max: maxPages,
    maxSize,
    sizeCalculation: ({ br, gzip: packed }, key) => br.length + packed.length + key.length + 500,
    ttl: maxAge,
  })
  const running = new Map<string, { rendering: Rendering; outcome: Promise<Outcome> }>()
  let isListening = false
  const keyOf = (path: string, signInFrom: string) => `${clockOffset()} ${path} ${signInFrom}`

  const keep = async (key: string, { body, headers }: Rendered, { tags, until }: Rendering): Promise<KeptPage> => {
    const [br, packed] = await Promise.all([
      pack.br(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
      pack.gzip(body, { level: 6 }),
    ])
    // Weak: the same page in whatever encoding.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const page = { etag, contentType: String(headers['content-type']), br, gzip: packed, tags, until }
    // A render that was overtaken by a change has been taken off the list and is not kept.
    if (isListening && running.get(key)?.rendering.tags === tags && now() < until) pages.set(key, page)
    return page
  }

  const make = async (key: string, path: string, rendering: Rendering): Promise<Outcome> => {
    const rendered = await render(path, rendering)
    if (!rendering.isShared || rendered.headers['set-cookie']) return { kind: 'own', rendered }
    if (rendered.status !== 200) return { kind: 'passed', rendered }
    return { kind: 'kept', page: await keep(key, rendered, rendering), isHit: false }
  }

  const renewable: Renewable = {
    renew: (tag) => {
      const shows = (tags: ReadonlySet<string>) => tag === null || tags.has(tag)
      for (const [key, { tags }] of [...pages.entries()]) if (shows(tags)) pages.delete(key)
      // One that has not yet found out whose data it shows may have read it already.
      for (const [key, { rendering }] of [...running])
        if (shows(rendering.tags) || rendering.tags.size === 0) running.delete(key)
    },
    listening: (yes) => {
      isListening = yes
      pages.clear()
      running.clear()
    },
  }

  return {
    ...renewable,
    /** The page if it is here and still true. */
    kept: (path: string, signInFrom = ''): Outcome | undefined => {
      const page = pages.get(keyOf(path, signInFrom))
      return page && now() < page.until ? { kind: 'kept', page, isHit: true } : undefined
    },
    /** The page as it is rendered now, by this request or by one that came before it. */
    rendered: (path: string, rendering: Rendering): Promise<Outcome> => {
      const key = keyOf(path, rendering.signInFrom)
      const other = running.get(key)
      if (other) return other.outcome
      const outcome = make(key, path, rendering).finally(() => {
        if (running.get(key)?.rendering === rendering) running.delete(key)
      })
      running.set(key, { rendering, outcome })
      return outcome
    },
    size: () => ({ pages: pages.size, bytes: pages.calculatedSize, running: running.size }),
  }
}

export type PageCache = ReturnType<typeof makePageCache>
