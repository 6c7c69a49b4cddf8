import { day, type Instant } from '../../kit/time'

/** What can be exported; each has a writer (writers.server.ts). */
export const exportTypes = ['orders'] as const
export type ExportType = (typeof exportTypes)[number]

export const encodings = ['utf8bom', 'sjis'] as const
export type Encoding = (typeof encodings)[number]

/** Stored; `expired` is what the clock makes of a completed one. */
export const exportStates = ['enqueued', 'processing', 'completed', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

export const keptFor = 7 * day

export const exportStateAt = (
  { state, expiresAt }: { state: ExportState; expiresAt: Instant | null },
  now: Instant,
): ExportState => (state === 'completed' && expiresAt !== null && expiresAt <= now ? 'expired' : state)
