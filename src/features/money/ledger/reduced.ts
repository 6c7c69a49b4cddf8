import type { Yen } from '#kit/money.ts'
import { distribute, type Part, type Weight } from './shares'

/* What of an amount is of goods at the reduced rate of the consumption tax (rule: money.reducedTax). */

/** What is there to take of: a price, and its part at the reduced rate. */
export type Taxed = { price: Yen; reduced: Yen }

/**
 * The part at the reduced rate of an amount that is taken of a price: what the pieces say, as far as either rate has as much left;
 * without pieces in proportion, rounded down, so that the standard rate takes the remainder.
 */
export const reducedOf = (amount: Yen, { price, reduced }: Taxed, said?: Yen): Yen => {
  if (reduced <= 0 || price <= 0 || amount <= 0) return 0
  // BigInt: the product of two large orders is beyond exact floats.
  const inProportion = Number((BigInt(Math.min(amount, price)) * BigInt(reduced)) / BigInt(price))
  const least = amount - (price - reduced)
  return Math.min(Math.max(said ?? inProportion, least, 0), amount, reduced)
}

type Line = { lineId: string; unitPrice: Yen; isReducedTax: boolean }
/** Yen of the pieces that are at the reduced rate. */
export const reducedWorth = (lines: readonly Line[], pieces: readonly { lineId: string; quantity: number }[]): Yen => {
  const prices = new Map(lines.map(({ lineId, unitPrice, isReducedTax }) => [lineId, isReducedTax ? unitPrice : 0]))
  return pieces.reduce((sum, { lineId, quantity }) => sum + (prices.get(lineId) ?? 0) * quantity, 0)
}

/**
 * Gives each brand's part of a shared amount its part of what is at the reduced rate, by what of that is its own; none gets more than its
 * part, and all of it is given. `weights` in the order of the parts, the home brand first.
 */
export const partsWithReduced = (
  parts: readonly Part[],
  reduced: Yen,
  weights: readonly Weight[],
): (Part & { reduced: Yen })[] => {
  if (reduced === 0) return parts.map((part) => ({ ...part, reduced: 0 }))
  const [sign, all] = [Math.sign(reduced), Math.abs(reduced)]
  const known = new Map(weights.map(({ brandId, weight }) => [brandId, Math.max(0, weight)]))
  const wanted = parts.map(({ brandId }) => ({ brandId, weight: known.get(brandId) ?? 0 }))
  const isKnown = wanted.some(({ weight }) => weight > 0)
  const byWeight = isKnown ? wanted : parts.map(({ brandId, amount }) => ({ brandId, weight: Math.abs(amount) }))
  const own = new Map(distribute(all, byWeight).map(({ brandId, amount }) => [brandId, amount]))
  const given = parts.map(({ brandId, amount }) => Math.min(Math.abs(amount), own.get(brandId) ?? 0))
  let rest = all - given.reduce((sum, one) => sum + one, 0)
  return parts.map((part, n) => {
    const had = given[n] ?? 0
    const more = Math.min(rest, Math.abs(part.amount) - had)
    rest -= more
    return { ...part, reduced: had + more === 0 ? 0 : sign * (had + more) }
  })
}
