import type { Instant } from '#kit/time.ts'
import { newRendering, type Rendering, withRendering } from '../rendering'
import { makeKeptStore } from './keptStore'

type KeptAnswer = { body: string; tags: ReadonlySet<string>; at: Instant; until: Instant }

const maxAnswers = 20_000
const maxSize = 24 * 1024 * 1024
/** Milliseconds. */
const longest = 5 * 60_000

type Options = {
  now: () => Instant
  /** Offset of the adjustable clock: after a change all answers are invalid. */
  clockOffset: () => number
}

/**
 * Answers of operations that every visitor gets alike (`kept` of their contract), as the JSON that is sent. Renewed by the writes and
 * moments that renew visitors' pages. However many words, places and months are asked for at one brand, from half
 * of the whole on its answers push out only its own.
 */
export const makeAnswerCache = ({ now, clockOffset }: Options) => {
  const store = makeKeptStore<KeptAnswer>({
    now,
    max: maxAnswers,
    maxSize,
    // Two bytes a character, and what stands around.
    sizeOf: ({ body }, key) => 2 * (body.length + key.length) + 300,
    ttl: longest,
    share: 1 / 2,
  })
  return {
    renew: store.renew,
    listening: store.listening,
    size: store.size,
    /** The answer's JSON; `make` says what it is, and until when in its rendering. What is of no known brand is not kept. */
    bodyOf: async (
      name: string,
      of: Pick<Rendering, 'address' | 'requestId' | 'showsCounts'>,
      make: (rendering: Rendering) => Promise<unknown>,
    ): Promise<string> => {
      const key = `${clockOffset()} ${name}`
      const known = store.fresh(key)
      if (known) return known.body
      const { address, requestId, showsCounts } = of
      const rendering = newRendering({ address, requestId, showsCounts, signInFrom: '' })
      return store.once(key, rendering, () =>
        withRendering(rendering, async () => {
          const body = JSON.stringify(await make(rendering))
          const { tags, brands, at, until } = rendering
          if (brands.size > 0) store.keep(key, { body, tags, at, until })
          return body
        }),
      )
    },
  }
}

declare module '../shared' {
  interface Shared {
    /** Unset where nothing is kept: in development, and where pages are not served. */
    answers?: ReturnType<typeof makeAnswerCache> | undefined
  }
}
