import type { Instant } from '#kit/time.ts'

export const closingStates = ['open', 'closing', 'closed'] as const
export type ClosingState = (typeof closingStates)[number]

/** Closing is final: paid memberships run out first (`closing`), then it is `closed`. */
export const closingMoves: Record<ClosingState, readonly ClosingState[]> = {
  open: ['closing', 'closed'],
  closing: ['closed'],
  closed: [],
}

type Stored = {
  /** When its owner closed it; null while it is open. */
  closingAt: Instant | null
  /** When the last paid term ends. */
  closesAt: Instant | null
}

/** The end is the clock's: nothing has to run for it. */
export const closingStateAt = ({ closingAt, closesAt }: Stored, now: Instant): ClosingState => {
  if (closingAt === null) return 'open'
  return closesAt !== null && closesAt > now ? 'closing' : 'closed'
}

/** Whether new things may still be sold, joined or opened. */
export const goesOn = (stored: Stored, now: Instant) => closingStateAt(stored, now) === 'open'

/** A brand and its plans end with the last term that was paid, at once where there is none. */
export const brandEnd = (latestTermEnd: Instant | null, now: Instant): Instant => Math.max(latestTermEnd ?? now, now)

/** Members are notified at once, a week before the end and on its day. */
export const closingNotices = (closesAt: Instant, now: Instant) =>
  (
    [
      ['now', now],
      ['week', closesAt - 7 * 86_400_000],
      ['today', closesAt - 43_200_000],
    ] as const
  ).filter(([when, at]) => when === 'now' || at > now)

/** The name is typed to confirm, so that the wrong club is not closed. */
export const isTyped = (typed: string, name: string) => typed.normalize('NFKC').trim() === name.normalize('NFKC').trim()

export const mostBrands = 20
