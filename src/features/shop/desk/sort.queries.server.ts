import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Sort } from '#kit/list.ts'
import type { Instant } from '#kit/time.ts'
import { orders } from '#money/orders/tables.server.ts'
import { toTimestamp } from '#server/db/columns.ts'
import type { orderSorts } from './contract'

export type OrderSort = Sort<(typeof orderSorts)[number]>
const isByTotal = (sort: OrderSort | undefined) => sort === 'total' || sort === '-total'
const isUp = (sort: OrderSort | undefined) => sort !== undefined && !sort.startsWith('-')

/** All columns in one direction, as an index has them; the id makes the order of equal ones certain. */
export const orderedBy = (
  from: Record<'placedAt' | 'paidAt' | 'total' | 'orderId', SQLWrapper>,
  sort: OrderSort | undefined,
  moment: 'placedAt' | 'paidAt' = 'placedAt',
) => {
  const columns = isByTotal(sort) ? [from.total, from.placedAt, from.orderId] : [from[moment], from.orderId]
  return columns.map((column) => (isUp(sort) ? asc(column) : desc(column)))
}

/** Whether an order comes after the given one in that order: the condition of a keyset. */
export const isBehind = (
  { placedAt, total, orderId }: { placedAt: Instant; total: number; orderId: string },
  sort: OrderSort | undefined,
): SQL => {
  const sign = isUp(sort) ? sql`>` : sql`<`
  const at = sql`${toTimestamp(placedAt)}::timestamptz`
  return isByTotal(sort)
    ? sql`(${orders.total}, ${orders.placedAt}, ${orders.orderId}) ${sign} (${total}::int, ${at}, ${orderId})`
    : sql`(${orders.placedAt}, ${orders.orderId}) ${sign} (${at}, ${orderId})`
}
