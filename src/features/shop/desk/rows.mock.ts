import type { ResultOf } from '#kit/contract.ts'
import { mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { OrderNeed, staffOrders } from './contract'

type Row = ResultOf<(typeof staffOrders)['getOrders']>['orders'][number]

export const needsOf = (n: number): Row['needs'] => ({
  partSent: n === 14 || n === 30 || n === 46 ? { left: 1, of: 3 } : null,
  refundFailed: n === 6,
  addressChangedAt: n === 2 ? mockNow - day : null,
  dispute: n === 12 ? { state: 'open', evidenceDueAt: mockNow + 6 * day } : null,
})

export const isNeeding: Record<OrderNeed, (row: Row) => boolean> = {
  partSent: ({ needs }) => needs.partSent !== null,
  refundFailed: ({ needs }) => needs.refundFailed,
  disputed: ({ needs }) => needs.dispute !== null,
  addressChanged: ({ needs }) => needs.addressChangedAt !== null,
}

/** Without a `sort` newest first. */
export const sorted = (found: readonly Row[], sort = '-placedAt') => {
  const of = (row: Row) => (sort.endsWith('total') ? row.total : row.placedAt)
  return found.toSorted((a, b) => (sort.startsWith('-') ? -1 : 1) * (of(a) - of(b) || a.placedAt - b.placedAt))
}
