import { day, type Instant } from '#kit/time.ts'

export const fileStates = ['enqueued', 'completed', 'failed', 'expired'] as const
export type FileState = (typeof fileStates)[number]

export const fileKeptFor = 7 * day
/** How long a signed download address stays valid, in milliseconds. */
export const addressFor = 10 * 60_000

/** How long the link in a mail that checks an address stays valid. */
export const emailCheckFor = day

/** Longer than the provider accepts a custom token, which is an hour. */
export const customTokensFor = 2 * 3_600_000

export const fileStateAt = (
  { state, expiresAt }: { state: FileState; expiresAt: Instant | null },
  now: Instant,
): FileState => (state === 'completed' && expiresAt !== null && expiresAt <= now ? 'expired' : state)

/** States of an order whose delivery address is kept until the goods are handed over. */
export const stillToSend = ['unfulfilled', 'preparing', 'partiallyShipped', 'onHold'] as const

/** The person confirms the deletion by typing their address, so that the wrong account is not deleted by mistake. */
export const isTyped = (typed: string, email: string) => typed.trim().toLowerCase() === email.trim().toLowerCase()
