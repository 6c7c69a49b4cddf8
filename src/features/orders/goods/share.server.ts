import { distribute, weightsOf } from '../../eventGoods/eventGoods'
import { type Movement, sharedOut, unshared } from '../../ledger/ledger'
import { book, entriesOfFact } from '../../ledger/queries.server'
import { linesOf, type OrderRow } from '../queries.server'
import type { Work } from '../work.server'

/* What the goods of several brands bring is handed on as it is booked: the movement of their home brand comes first. */

/** `pieces`: those that it is about; all of the order where it is about an amount. */
export const shareMovement = async (
  { tx, newId, now }: Work,
  order: OrderRow,
  movement: Movement,
  pieces?: readonly { lineId: string; quantity: number }[],
): Promise<void> => {
  if (order.kind !== 'eventGoods') return
  const weights = weightsOf(order.brandId, await linesOf(tx.db, order), pieces)
  const isShared = weights.slice(1).some(({ weight }) => weight > 0)
  if (isShared)
    await book(
      tx.db,
      newId,
      sharedOut(movement, (amount) => distribute(amount, weights), now),
      order,
    )
}

/** A movement was undone, and so is what was handed on of it. */
export const unshareMovement = async ({ tx, newId, now }: Work, order: OrderRow, fact: string): Promise<void> => {
  if (order.kind !== 'eventGoods') return
  const booked = await entriesOfFact(tx.db, `shared:${fact}`)
  if (booked.length > 0) await book(tx.db, newId, unshared(booked, fact, now), order)
}
