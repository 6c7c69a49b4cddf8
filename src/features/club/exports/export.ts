import { moneyRoles, type Role } from '#kit/contract.ts'
import { day, type Instant } from '#kit/time.ts'

/** Types of exports; each has a writer (writers.server.ts). */
export const exportTypes = ['orders', 'fans', 'subscribers', 'sales', 'ledger'] as const
export type ExportType = (typeof exportTypes)[number]

/** Roles that may read the screen with these rows, and therefore the files. */
export const exportRoles: Record<ExportType, readonly Role[]> = {
  orders: ['owner', 'admin', 'shipper'],
  fans: ['owner', 'admin', 'moderator'],
  subscribers: moneyRoles,
  sales: moneyRoles,
  ledger: ['owner', 'accountant'],
}
/** Number of header and totals rows in a file; carrier formats have no totals. */
export const framingRows = ({ type, format }: { type: ExportType; format: string }) =>
  type === 'orders' && format !== 'standard' ? 1 : 2

export const encodings = ['utf8bom', 'sjis'] as const
export type Encoding = (typeof encodings)[number]

/** `expired` is not stored: it is derived from the clock for completed exports. */
export const exportStates = ['enqueued', 'processing', 'completed', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

export const keptFor = 7 * day

export const exportStateAt = (
  { state, expiresAt }: { state: ExportState; expiresAt: Instant | null },
  now: Instant,
): ExportState => (state === 'completed' && expiresAt !== null && expiresAt <= now ? 'expired' : state)
