import { day, type Instant } from '../../kit/time'

export const fileStates = ['enqueued', 'completed', 'failed', 'expired'] as const
export type FileState = (typeof fileStates)[number]

export const fileKeptFor = 7 * day
/** One signed address of a file is good for this long. */
export const addressFor = 10 * 60_000

export const fileStateAt = (
  { state, expiresAt }: { state: FileState; expiresAt: Instant | null },
  now: Instant,
): FileState => (state === 'completed' && expiresAt !== null && expiresAt <= now ? 'expired' : state)

/** Goods that are not handed over yet keep the address that they go to; it goes once they are. */
export const stillToSend = ['unfulfilled', 'preparing', 'partiallyShipped', 'onHold'] as const

/** The address is typed by whoever deletes, so that nobody deletes the wrong account. */
export const isTyped = (typed: string, email: string) => typed.trim().toLowerCase() === email.trim().toLowerCase()
