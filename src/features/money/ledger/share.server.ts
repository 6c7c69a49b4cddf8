import { feeOf } from '#kit/fees.ts'
import { kindOf } from '../orders/kinds.server'
import { isWithMonth } from '../orders/order'
import { linesOf, type OrderRow } from '../orders/queries.server'
import type { Work } from '../orders/work.server'
import { type Movement, sharedOut, splitOff, unshared } from './ledger'
import { book, entriesOfFact, heldOfOrder, monthOfOrder } from './queries.server'
import { partsWithReduced } from './reduced'
import { distribute, type Weight, weightsOf } from './shares'

/* Shares the income of goods of several brands as it is booked, after the movement of their home brand. */

/** `pieces`: those that it is about; all of the order where it is about an amount. */
export const shareMovement = async (
  work: Work,
  order: OrderRow,
  movement: Movement,
  pieces?: readonly { lineId: string; quantity: number }[],
): Promise<void> => {
  if (isWithMonth(order)) return splitMonth(work, order, movement, pieces)
  if (!kindOf(work.tx, order).isShared) return
  const lines = await linesOf(work.tx.db, order)
  const reduced = lines.filter(({ isReducedTax }) => isReducedTax)
  await shareByWeight(work, order, movement, {
    price: weightsOf(order.brandId, lines, pieces),
    reduced: weightsOf(order.brandId, reduced, pieces),
  })
}

/**
 * The month that was bought with a plan counts as a back number. What goes back without naming lines is taken of the plan first.
 */
const splitMonth = async (
  { tx, fees, newId }: Work,
  order: OrderRow,
  movement: Movement,
  pieces: readonly { lineId: string; quantity: number }[] = [],
): Promise<void> => {
  const [, line] = await linesOf(tx.db, order)
  const [month, whole] = [await monthOfOrder(tx.db, order), await heldOfOrder(tx.db, order)]
  const isOfMonth = pieces.some(({ lineId }) => lineId === line?.lineId)
  const left = movement.fact.startsWith('paid:')
    ? (line?.unitPrice ?? 0)
    : pieces.length === 0
      ? Math.max(0, Math.min(month.price, whole.price))
      : isOfMonth
        ? 0
        : month.price
  const feeOn = (price: number) => feeOf(Math.max(0, price), fees.platformFee)
  // What is left of the whole fee beside the plan's own, so that both together are exact.
  const platformFee = feeOn(whole.price) - feeOn(whole.price - left)
  const moved = { price: left - month.price, platformFee: platformFee - month.platformFee }
  await book(tx.db, newId, splitOff(movement, moved), order)
}

type OfBrand = { brandId: string; price: number; platformFee: number; reduced: number }

/** Shares a refund that names no pieces, by each brand's part of the order's price and fee. */
export const shareByPrices = async (
  work: Work,
  order: OrderRow,
  movement: Movement,
  prices: readonly OfBrand[],
): Promise<void> => {
  if (isWithMonth(order)) return splitMonth(work, order, movement)
  if (!kindOf(work.tx, order).isShared) return
  const isHome = ({ brandId }: { brandId: string }) => brandId === order.brandId
  const home = prices.find(isHome) ?? { brandId: order.brandId, price: 0, platformFee: 0, reduced: 0 }
  const all = [home, ...prices.filter((one) => !isHome(one))]
  const weightsBy = (weightOf: (of: OfBrand) => number): Weight[] =>
    all.map((of) => ({ brandId: of.brandId, weight: Math.max(0, weightOf(of)) }))
  const byFee = weightsBy(({ platformFee }) => platformFee)
  await shareByWeight(work, order, movement, {
    price: weightsBy(({ price }) => price),
    reduced: weightsBy(({ reduced }) => reduced),
    ...(byFee.some(({ weight }) => weight > 0) && { fee: byFee }),
  })
}

const shareByWeight = async (
  { tx, newId, now }: Work,
  order: OrderRow,
  movement: Movement,
  { price, reduced: ofReduced, fee = price }: Record<'price' | 'reduced', Weight[]> & { fee?: Weight[] },
): Promise<void> => {
  const isShared = price.slice(1).some(({ weight }) => weight > 0)
  if (isShared)
    await book(
      tx.db,
      newId,
      sharedOut(
        movement,
        (amount, component, reduced) =>
          partsWithReduced(distribute(amount, component === 'platformFee' ? fee : price), reduced, ofReduced),
        now,
      ),
      order,
    )
}

/** A movement was undone, and so is what was handed on of it. */
export const unshareMovement = async (work: Work, order: OrderRow, fact: string): Promise<void> => {
  const { tx, newId, now } = work
  if (!kindOf(work.tx, order).isShared && !isWithMonth(order)) return
  const booked = await entriesOfFact(tx.db, order, `shared:${fact}`)
  if (booked.length > 0) await book(tx.db, newId, unshared(booked, fact, now), order)
}
