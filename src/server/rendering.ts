import { AsyncLocalStorage } from 'node:async_hooks'
import type { Operation, PayloadOf, ResultOf } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import { now } from './clock'
import { shared } from './shared'

/** What a page gets of an operation: its result, or the code of its refusal. */
export type Answered<Result> = { ok: true; data: Result } | { ok: false; code: string }
/** How the loader of a page asks an operation; the page's visitor has not signed in. */
export type AskAsVisitor = <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
  locale: string | undefined,
) => Promise<Answered<ResultOf<O>>>

/** State of one page rendering, shared by the web server and the page's module graph. */
export type Rendering = {
  /** All queries of the page see the data of this moment. */
  at: Instant
  address: string
  requestId: string
  /** The addressee of a login page (`signInFrom`): besides the path the only part of the URL that the page may use. */
  signInFrom: string
  /** The page is marked as the same for every visitor (`visitorPage`). */
  isShared: boolean
  /** An answer that is renewed by fans' loves and comments, too; pages are not. */
  showsCounts: boolean
  /** Ids of the tenants and brands whose data it shows: a change of one of them renews the page. */
  tags: Set<string>
  /** The brands among these, each with its tenant. */
  brands: Map<string, string>
  /** The next moment at which its data change without a write. */
  until: Instant
  /** Something that it needs, mostly the database, does not answer: the failure is no error of the page. */
  isUnavailable: boolean
}

declare module './shared' {
  interface Shared {
    renderings?: AsyncLocalStorage<Rendering>
  }
}

export const newRendering = (
  of: Pick<Rendering, 'address' | 'requestId' | 'signInFrom'> & Partial<Pick<Rendering, 'showsCounts'>>,
): Rendering => ({
  showsCounts: false,
  ...of,
  at: now(),
  isShared: false,
  tags: new Set(),
  brands: new Map(),
  until: Number.POSITIVE_INFINITY,
  isUnavailable: false,
})

const renderings = (): AsyncLocalStorage<Rendering> => {
  shared.renderings ??= new AsyncLocalStorage()
  return shared.renderings
}

export const rendering = (): Rendering | undefined => renderings().getStore()

export const withRendering = <T>(of: Rendering, work: () => T): T => renderings().run(of, work)

/** Tag of what shows something of every brand: every change renews it. */
export const everyBrand = 'every-brand'

/** Tag of what shows counts of loves and comments of a brand's contents. */
export const countsTag = (brandId: string) => `${brandId} counts`

/** Tags the page with this tenant or brand, whose changes then invalidate it. */
export const noteOwner = (page: Rendering | undefined, of: unknown) => {
  if (!page || typeof of !== 'object' || of === null) return
  const { tenantId, brandId } = of as { tenantId?: unknown; brandId?: unknown }
  if (typeof tenantId === 'string') page.tags.add(tenantId)
  if (typeof brandId === 'string') {
    page.tags.add(brandId)
    if (page.showsCounts) page.tags.add(countsTag(brandId))
  }
  if (typeof tenantId === 'string' && typeof brandId === 'string') page.brands.set(brandId, tenantId)
}
