import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instant } from '../kit/time'
import { now } from './clock'
import { shared } from './shared'

/** One server-rendered page being made: what the web server and the page's module graph know of each other. */
export type Rendering = {
  /** All that the page asks is answered as of this moment. */
  at: Instant
  address: string
  requestId: string
  /** Who a login speaks to (`signInFrom`): beside its path all that the page may know of its address. */
  signInFrom: string
  /** The page has said that it is the same for every visitor (`visitorPage`). */
  isShared: boolean
  /** Ids of the tenants and brands whose data it shows: who changes one of them renews the page. */
  tags: Set<string>
  /** Those of the brands, each with its tenant. */
  brands: Map<string, string>
  /** The next moment at which its data changes by itself. */
  until: Instant
}

declare module './shared' {
  interface Shared {
    renderings?: AsyncLocalStorage<Rendering>
  }
}

export const newRendering = (of: Pick<Rendering, 'address' | 'requestId' | 'signInFrom'>): Rendering => ({
  ...of,
  at: now(),
  isShared: false,
  tags: new Set(),
  brands: new Map(),
  until: Number.POSITIVE_INFINITY,
})

const renderings = (): AsyncLocalStorage<Rendering> => {
  shared.renderings ??= new AsyncLocalStorage()
  return shared.renderings
}

export const rendering = (): Rendering | undefined => renderings().getStore()

export const withRendering = <T>(of: Rendering, work: () => T): T => renderings().run(of, work)
