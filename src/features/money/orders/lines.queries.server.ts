import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/proven.ts'
import type { OrderRow } from './queries.server'
import { orderLines } from './tables.server'

/** Counts pieces as sent, or as given back; never more than were bought. */
export const countPieces = async (
  db: Db,
  { tenantId }: Pick<OrderRow, 'tenantId'>,
  what: 'sent' | 'givenBack',
  pieces: readonly { lineId: string; quantity: number }[],
  sign: 1 | -1 = 1,
) => {
  // A line that is named twice counts twice: one statement changes a row once.
  const by = new Map<string, number>()
  for (const { lineId, quantity } of pieces) by.set(lineId, (by.get(lineId) ?? 0) + sign * quantity)
  if (by.size === 0) return
  const column = what === 'sent' ? orderLines.fulfilledQuantity : orderLines.refundedQuantity
  const more = sql`${column} + (${JSON.stringify(Object.fromEntries(by))}::jsonb ->> ${orderLines.lineId})::int`
  await db
    .update(orderLines)
    .set(what === 'sent' ? { fulfilledQuantity: more } : { refundedQuantity: more })
    .where(and(eq(orderLines.tenantId, tenantId), inArray(orderLines.lineId, [...by.keys()])))
}
