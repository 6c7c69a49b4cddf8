import { moneyRoles, type Role } from '../../kit/contract'
import { day, type Instant } from '../../kit/time'

/** What can be exported; each has a writer (writers.server.ts). */
export const exportTypes = ['orders', 'fans', 'subscribers', 'sales'] as const
export type ExportType = (typeof exportTypes)[number]

/** Whose screens the rows stand on: they are offered the files. */
export const exportRoles: Record<ExportType, readonly Role[]> = {
  orders: ['owner', 'admin', 'shipper'],
  fans: ['owner', 'admin', 'moderator'],
  subscribers: moneyRoles,
  sales: moneyRoles,
}
/** Rows of a file that are none of its noun's: its header, and the totals at its end, which no carrier's file has. */
export const framingRows = ({ type, format }: { type: ExportType; format: string }) =>
  type === 'orders' && format !== 'standard' ? 1 : 2

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
