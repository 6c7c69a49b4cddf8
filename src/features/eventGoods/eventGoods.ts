import { day, type Instant } from '../../kit/time'
import { type SaleWindow, saleOf } from './windows'

/** `both`: sent, or handed over at the venue, as each buyer likes. */
export const deliveries = ['shipping', 'pickUp', 'both', 'digital'] as const
export type Delivery = (typeof deliveries)[number]
export const isSentBy = (delivery: Delivery) => delivery === 'shipping' || delivery === 'both'
export const isPickedUpBy = (delivery: Delivery) => delivery === 'pickUp' || delivery === 'both'
export type PickUpWindow = { from: Instant; to: Instant }
export type PickUp = { venueName: string; windows: PickUpWindow[] }

/** In hundredths of a percent; all of an article's shares are the whole. */
export type Share = { brandId: string; share: number }
export const wholeShare = 10_000
export const mostBrands = 20
/** Of so many events one is chosen. */
export const mostChoices = 100

export const draftStates = ['editing', 'submitted', 'approved', 'returned'] as const
export type DraftState = (typeof draftStates)[number]
/** What may become of a draft; what was decided stays, a returned one is worked on again. */
export const draftMoves: Record<DraftState, readonly DraftState[]> = {
  editing: ['submitted'],
  submitted: ['approved', 'returned', 'editing'],
  returned: ['editing', 'submitted'],
  approved: [],
}
export const mayMoveDraft = (from: DraftState, to: DraftState) => draftMoves[from].includes(to)

export type Weight = { brandId: string; weight: number }
export type Part = { brandId: string; amount: number }
/**
 * An amount in yen, which may be negative, in whole yen by weight: the others get the yen that are surely theirs, and what
 * is left over stays with the first named, the home brand (architecture, section 10). The parts sum to the amount.
 */
export const distribute = (amount: number, weights: readonly Weight[]): Part[] => {
  const total = BigInt(weights.reduce((sum, { weight }) => sum + weight, 0))
  const others = weights.slice(1).map(({ brandId, weight }) => ({
    brandId,
    // Beyond what a float counts exactly: a large order times a share. Whole numbers are cut towards zero.
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
/** What of the price of these pieces is whose, the home brand first; of all that was bought where none are named. */
export const weightsOf = (homeBrandId: string, lines: readonly SoldLine[], pieces?: Pieces): Weight[] => {
  const weights = new Map([[homeBrandId, 0]])
  for (const { lineId, unitPrice, quantity, shares } of lines) {
    const count = pieces ? (pieces.find((one) => one.lineId === lineId)?.quantity ?? 0) : quantity
    const parts = shareOut(unitPrice * count, shares ?? [{ brandId: homeBrandId, share: wholeShare }])
    for (const { brandId, amount } of parts) weights.set(brandId, (weights.get(brandId) ?? 0) + amount)
  }
  return [...weights].map(([brandId, weight]) => ({ brandId, weight }))
}

type Said = {
  homeBrandId: string
  shares: readonly Share[]
  delivery: Delivery
  pickUp: PickUp
  windows: readonly SaleWindow[]
  shippingTimeText: string
  salesType: 'permanent' | 'builtToOrder'
  variations: readonly { isHidden: boolean }[]
  name: string
  files?: readonly unknown[] | undefined
}
type Problem = { field: string; rule: string }

/** What is wrong with it before it may be reviewed; the first of them, null where nothing is. */
export const problemOf = (said: Said): Problem | null => {
  const { shares, windows, delivery, pickUp, files = [] } = said
  if (said.name.trim() === '') return { field: 'name', rule: 'required' }
  if (!said.variations.some(({ isHidden }) => !isHidden)) return { field: 'variations', rule: 'required' }
  if (shares.reduce((sum, { share }) => sum + share, 0) !== wholeShare) return { field: 'shares', rule: 'notWhole' }
  if (shares[0]?.brandId !== said.homeBrandId) return { field: 'shares', rule: 'homeFirst' }
  if (windows.length === 0) return { field: 'windows', rule: 'required' }
  for (const [n, { startAt, endAt, audience, planIds }] of windows.entries()) {
    if (endAt <= startAt) return { field: `windows.${n}.endAt`, rule: 'endsBeforeStart' }
    if (audience === 'plans' && planIds.length === 0) return { field: `windows.${n}.planIds`, rule: 'noPlansSelected' }
  }
  // It would be paid for and never delivered.
  if (delivery === 'digital' && files.length === 0) return { field: 'files', rule: 'noFile' }
  if (isSentBy(delivery) && said.shippingTimeText.trim() === '') return { field: 'shippingTimeText', rule: 'required' }
  if (!isPickedUpBy(delivery)) return null
  if (pickUp.venueName.trim() === '') return { field: 'pickUp.venueName', rule: 'required' }
  if (pickUp.windows.length === 0) return { field: 'pickUp.windows', rule: 'required' }
  for (const [n, { from, to }] of pickUp.windows.entries())
    if (to <= from) return { field: `pickUp.windows.${n}.to`, rule: 'endsBeforeStart' }
  // Whoever pays at a store may do so a while after ordering: it has to be known who comes (records, 2.3).
  const last = Math.max(...pickUp.windows.map(({ from }) => from))
  return saleOf(windows).saleEndAt > last - day ? { field: 'windows', rule: 'tooLateForPickUp' } : null
}

/** The order of an object's names says nothing: the database keeps its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
/** What differs between two versions, field by field, for whoever decides. */
export const changedFields = <Payload extends Record<string, unknown>>(from: Payload | null, to: Payload): string[] =>
  Object.keys(to).filter((name) => canonical(from?.[name]) !== canonical(to[name]))
