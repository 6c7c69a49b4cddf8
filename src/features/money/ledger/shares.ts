/* How an amount is divided among brands. */

/** In hundredths of a percent; the shares of one article sum to `wholeShare`. */
export type Share = { brandId: string; share: number }
export const wholeShare = 10_000

export type Weight = { brandId: string; weight: number }
export type Part = { brandId: string; amount: number }
/**
 * Splits an amount in yen (negative as well) by weight into whole yen: the other brands get their part rounded towards
 * zero, the first one, the home brand, the rest (rule: money.shares). The parts sum to the amount.
 */
export const distribute = (amount: number, weights: readonly Weight[]): Part[] => {
  const total = BigInt(weights.reduce((sum, { weight }) => sum + weight, 0))
  const others = weights.slice(1).map(({ brandId, weight }) => ({
    brandId,
    // BigInt: a large order times a share is beyond exact floats. Its division cuts towards zero.
    amount: Number((BigInt(amount) * BigInt(weight)) / total),
  }))
  const given = others.reduce((sum, part) => sum + part.amount, 0)
  return weights.slice(0, 1).flatMap(({ brandId }) => [{ brandId, amount: amount - given }, ...others])
}
export const shareOut = (amount: number, shares: readonly Share[]): Part[] =>
  distribute(
    amount,
    shares.map(({ brandId, share }) => ({ brandId, weight: share })),
  )

type SoldLine = { lineId: string; unitPrice: number; quantity: number; shares: Share[] | null }
type Pieces = readonly { lineId: string; quantity: number }[]
/** The brands' parts of the price of these pieces, home brand first; without `pieces`, of the whole order. */
export const weightsOf = (homeBrandId: string, lines: readonly SoldLine[], pieces?: Pieces): Weight[] => {
  const weights = new Map([[homeBrandId, 0]])
  for (const { lineId, unitPrice, quantity, shares } of lines) {
    const count = pieces ? (pieces.find((one) => one.lineId === lineId)?.quantity ?? 0) : quantity
    const parts = shareOut(unitPrice * count, shares ?? [{ brandId: homeBrandId, share: wholeShare }])
    for (const { brandId, amount } of parts) weights.set(brandId, (weights.get(brandId) ?? 0) + amount)
  }
  return [...weights].map(([brandId, weight]) => ({ brandId, weight }))
}
