import { distribute, type Weight, weightsOf } from '../../eventGoods/eventGoods'
import { type Movement, sharedOut, unshared } from '../../ledger/ledger'
import { book, entriesOfFact } from '../../ledger/queries.server'
import { linesOf, type OrderRow } from '../queries.server'
import type { Work } from '../work.server'

/* What the goods of several brands bring is handed on as it is booked: the movement of their home brand comes first. */

/** `pieces`: those that it is about; all of the order where it is about an amount. */
export const shareMovement = async (
  work: Work,
  order: OrderRow,
  movement: Movement,
  pieces?: readonly { lineId: string; quantity: number }[],
): Promise<void> => {
  if (order.kind !== 'eventGoods') return
  await shareByWeight(work, order, movement, weightsOf(order.brandId, await linesOf(work.tx.db, order), pieces))
}

/** An amount that goes back and names no pieces: each brand bears it by what it has of the order's price. */
export const shareByPrices = async (
  work: Work,
  order: OrderRow,
  movement: Movement,
  prices: readonly { brandId: string; price: number }[],
): Promise<void> => {
  if (order.kind !== 'eventGoods') return
  const weightOf = ({ price, brandId }: (typeof prices)[number]) => ({ brandId, weight: Math.max(0, price) })
  const isHome = ({ brandId }: { brandId: string }) => brandId === order.brandId
  const home = prices.find(isHome) ?? { brandId: order.brandId, price: 0 }
  const others = prices.filter((one) => !isHome(one))
  await shareByWeight(work, order, movement, [home, ...others].map(weightOf))
}

const shareByWeight = async (
  { tx, newId, now }: Work,
  order: OrderRow,
  movement: Movement,
  weights: readonly Weight[],
): Promise<void> => {
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
