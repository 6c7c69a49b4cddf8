import { LRUCache } from 'lru-cache'
import type { Instant } from '#kit/time.ts'
import { everyBrand, type Rendering } from '../rendering'
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
  /** What part of the whole may be of one brand or club; beyond it the oldest of its own makes room. Default: all. */
  share?: number
  /** What was not heard is over. */
  onListening?: () => void
}

/** What is the same for every visitor, made once however many wait for it, and kept until a write or a moment changes it. */
export const makeKeptStore = <Item extends Kept>({
  now,
  max,
  maxSize,
  sizeOf,
  ttl,
  share,
  onListening,
}: Options<Item>) => {
  /** The keys of each tag, oldest first, with their sizes. */
  const ofTags = new Map<string, { sizes: Map<string, number>; bytes: number }>()
  const items = new LRUCache<string, Item>({
    max,
    maxSize,
    sizeCalculation: sizeOf,
    ttl,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const its = ofTags.get(tag)
        if (!its) continue
        its.bytes -= its.sizes.get(key) ?? 0
        its.sizes.delete(key)
        if (its.sizes.size === 0) ofTags.delete(tag)
      }
    },
  })
  /** For one more with this tag: the oldest of its own go. */
  const makeRoom = (tag: string, size: number, part: number) => {
    for (let its = ofTags.get(tag); its; its = ofTags.get(tag)) {
      const [oldest] = its.sizes.keys()
      if (oldest === undefined || (its.bytes + size <= maxSize * part && its.sizes.size < max * part)) return
      items.delete(oldest)
    }
  }
  const store = (key: string, item: Item) => {
    items.delete(key)
    const size = sizeOf(item, key)
    if (share !== undefined) {
      if (size > maxSize * share) return
      for (const tag of item.tags) makeRoom(tag, size, share)
    }
    items.set(key, item)
    if (!items.has(key)) return
    for (const tag of item.tags) {
      const its = ofTags.get(tag) ?? { sizes: new Map<string, number>(), bytes: 0 }
      its.sizes.set(key, size)
      its.bytes += size
      ofTags.set(tag, its)
    }
  }
  const running = new Map<string, { rendering: Rendering; outcome: Promise<unknown> }>()
  let isListening = false

  /** As long as its next moment has not come, however long ago it was made. */
  const valid = (key: string): Item | undefined => {
    const item = items.get(key)
    return item && now() < item.until ? item : undefined
  }

  const renewable: Renewable = {
    renew: (tag) => {
      const shows = (tags: ReadonlySet<string>) => tag === null || tags.has(tag) || tags.has(everyBrand)
      if (tag === null) items.clear()
      else
        for (const one of [tag, everyBrand])
          for (const key of [...(ofTags.get(one)?.sizes.keys() ?? [])]) items.delete(key)
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
      if (isListening && running.get(key)?.rendering.tags === item.tags && now() < item.until) store(key, item)
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
