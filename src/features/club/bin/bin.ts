import { day, type Instant } from '#kit/time.ts'

/** What staff delete goes to the bin of its brand first. */
export const binKinds = ['content', 'plan', 'goods', 'event'] as const
export type BinKind = (typeof binKinds)[number]

/** After so long it is gone for good (rule: bin.kept). */
export const binnedFor = 30 * day
export const goneAt = (deletedAt: Instant): Instant => deletedAt + binnedFor

const slipFor = day / 24
/**
 * Whether it is published again when it comes back: only just after a slip. Later it comes back as a draft, or hidden: nobody expects
 * a page that was gone for days to be public again by a press in a list (rule: bin.restored).
 */
export const returnsAsItWas = (deletedAt: Instant, now: Instant): boolean => now < deletedAt + slipFor
