import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Instant } from '#kit/time.ts'
import { newRendering, type Rendering, withRendering } from '../rendering'
import { makeKeptStore } from './keptStore'

/** The answer's JSON as it is sent: encoded once, and compressed, which is done once and by the first that takes it so. */
export type AnswerBytes = { bytes: Buffer; gzip: () => Promise<Buffer> }
type KeptAnswer = AnswerBytes & { tags: ReadonlySet<string>; at: Instant; until: Instant }

const pack = promisify(gzip)
const bytesOf = (json: string): AnswerBytes => {
  const bytes = Buffer.from(json)
  let packed: Promise<Buffer> | undefined
  const packOnce = () => {
    packed ??= pack(bytes)
    return packed
  }
  return { bytes, gzip: packOnce }
}

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
 * Answers of operations that every visitor gets alike (`kept` of their contract), as the bytes that are sent. Renewed by the writes and
 * moments that renew visitors' pages. However many words, places and months are asked for at one brand, from half
 * of the whole on its answers push out only its own.
 */
export const makeAnswerCache = ({ now, clockOffset }: Options) => {
  const store = makeKeptStore<KeptAnswer>({
    now,
    max: maxAnswers,
    maxSize,
    // A quarter for what it is compressed, and what stands around.
    sizeOf: ({ bytes }, key) => Math.ceil(1.25 * bytes.length) + 2 * key.length + 300,
    ttl: longest,
    share: 1 / 2,
  })
  const keyOf = (name: string) => `${clockOffset()} ${name}`
  return {
    renew: store.renew,
    listening: store.listening,
    size: store.size,
    /** The answer if it is kept and still valid. */
    kept: (name: string): AnswerBytes | undefined => store.fresh(keyOf(name)),
    /** The answer; `make` says what it is, and until when in its rendering. What is of no known brand is not kept. */
    bytesOf: async (
      name: string,
      of: Pick<Rendering, 'address' | 'requestId' | 'showsCounts'>,
      make: (rendering: Rendering) => Promise<unknown>,
    ): Promise<AnswerBytes> => {
      const key = keyOf(name)
      const known = store.fresh(key)
      if (known) return known
      const { address, requestId, showsCounts } = of
      const rendering = newRendering({ address, requestId, showsCounts, signInFrom: '' })
      return store.once(key, rendering, () =>
        withRendering(rendering, async () => {
          const answer = bytesOf(JSON.stringify(await make(rendering)))
          const { tags, brands, at, until } = rendering
          if (brands.size > 0) store.keep(key, { ...answer, tags, at, until })
          return answer
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
