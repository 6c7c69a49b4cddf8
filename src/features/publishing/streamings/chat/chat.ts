import type { Instant } from '#kit/time.ts'

/** Characters of a message: more than one line of a phone's chat holds is a comment. */
export const messageLength = 200
/** `held`: seen by its author and the staff alone, until they publish it. A removed one has no text any more. */
export const messageStatuses = ['published', 'held', 'removed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Seconds that somebody waits between two messages; 0: as fast as the limits of the operation let. */
export const slowModes = [0, 5, 10, 30, 60] as const

/** Hearts of one call: a browser gathers them for two seconds. */
export const mostHearts = 20
/**
 * Rows that the hearts of a live are counted in. One row would be waited for by all who love it at the same moment.
 */
export const heartSlots = 16
export const heartSlotOf = (uid: string): number => {
  let sum = 0
  for (const letter of uid) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_536
  return sum % heartSlots
}

/** Messages that somebody gets who comes in, and the most that follow at once; who missed more begins anew. */
export const latestMessages = 60
export const mostChanges = 400
/** Held messages that the staff are shown at once; once they are answered the next ones come. */
export const mostHeld = 200
/** Messages of one part of an archive. */
export const archivedMessages = 200

/** Milliseconds between two notifications of one room, of all instances together. */
export const roomPace = 500

/** Seconds until somebody may write again; 0: now. */
export const waitOf = (lastAt: Instant | null, slow: number, now: Instant): number =>
  lastAt === null ? 0 : Math.max(0, Math.ceil((lastAt + slow * 1000 - now) / 1000))

/** Milliseconds from the start of the recording. */
export const momentOf = (at: Instant, startedAt: Instant): number => Math.max(0, at - startedAt)

/** Messages of the archive that a browser keeps. */
export const mostArchived = 600

type Part<M> = { from: number; messages: M[] }
/**
 * A part of the archive with the next one. What is left out at the beginning is none of it any more: who goes back there reads it
 * again.
 */
export const joinedParts = <M extends { moment: number }, Added extends { messages: M[] }>(
  known: Part<M>,
  added: Added,
): Added & { from: number } => {
  const all = [...known.messages, ...added.messages]
  const messages = all.slice(-mostArchived)
  const from = messages.length < all.length ? (messages[0]?.moment ?? known.from) + 1 : known.from
  return { ...added, messages, from }
}

/** States that staff can make; null changes nothing. */
export const moderatedMessage = (status: MessageStatus, action: 'publish' | 'remove'): MessageStatus | null => {
  if (action === 'publish') return status === 'held' ? 'published' : null
  return status === 'removed' ? null : 'removed'
}
