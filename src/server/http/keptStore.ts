import { LRUCache } from 'lru-cache'
import type { Instant } from '#kit/time.ts'
import type { Rendering } from '../rendering'
import type { Renewable } from '../renewal'

/** Upper bound in milliseconds, even if no change is announced. */
const maxAge = 5 * 60_000

/** What is kept for every visitor: of which brands and clubs it is, from when, and until when it holds without a write. */
export type Kept = { tags: ReadonlySet<string>; at: Instant; until: Instant }

type Options<Item> = {
  now: () => Instant
  max: number
  /** Bytes of all items together. */
  maxSize: number
  sizeOf: (item: Item, key: string) => number
  /** Milliseconds that an item is remembered, valid or not. */
  ttl: number
  /** What was not heard is over. */
  onListening?: () => void
}

/** What is the same for every visitor, made once however many wait for it, and kept until a write or a moment changes it. */
export const makeKeptStore = <Item extends Kept>({ now, max, maxSize, sizeOf, ttl, onListening }: Options<Item>) => {
  const items = new LRUCache<string, Item>({ max, maxSize, sizeCalculation: sizeOf, ttl })
  const running = new Map<string, { rendering: Rendering; outcome: Promise<unknown> }>()
  let isListening = false

  /** As long as its next moment has not come, however long ago it was made. */
  const valid = (key: string): Item | undefined => {
    const item = items.get(key)
    return item && now() < item.until ? item : undefined
  }

  const renewable: Renewable = {
    renew: (tag) => {
      const shows = (tags: ReadonlySet<string>) => tag === null || tags.has(tag)
      for (const [key, { tags }] of [...items.entries()]) if (shows(tags)) items.delete(key)
      // What has no tags yet may already have read the data that changed.
      for (const [key, { rendering }] of [...running])
        if (shows(rendering.tags) || rendering.tags.size === 0) running.delete(key)
    },
    listening: (yes) => {
      isListening = yes
      running.clear()
      if (!yes) return
      // What changed meanwhile was not heard.
      items.clear()
      onListening?.()
    },
  }

  return {
    ...renewable,
    valid,
    fresh: (key: string): Item | undefined => {
      const item = valid(key)
      return item && isListening && now() < item.at + maxAge ? item : undefined
    },
    /** Not stored if a change came while it was made: `renew` has removed it from those that are being made. */
    keep: (key: string, item: Item) => {
      if (isListening && running.get(key)?.rendering.tags === item.tags && now() < item.until) items.set(key, item)
    },
    /** Made by this request or by a concurrent one. */
    once: <Outcome>(key: string, rendering: Rendering, make: () => Promise<Outcome>): Promise<Outcome> => {
      const other = running.get(key)
      if (other) return other.outcome as Promise<Outcome>
      const outcome = make().finally(() => {
        if (running.get(key)?.rendering === rendering) running.delete(key)
      })
      running.set(key, { rendering, outcome })
      return outcome
    },
    size: () => ({ count: items.size, bytes: items.calculatedSize, running: running.size }),
  }
}
