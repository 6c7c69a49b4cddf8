import { day, type Instant } from '#kit/time.ts'
import { type Share, wholeShare } from '#money/ledger/shares.ts'
import { unnamedIn } from '../goods/goods'
import { type SaleWindow, saleOf } from './windows'

/** `both`: sent or picked up at the venue, chosen by each buyer. */
export const deliveries = ['shipping', 'pickUp', 'both', 'digital'] as const
export type Delivery = (typeof deliveries)[number]
export const isSentBy = (delivery: Delivery) => delivery === 'shipping' || delivery === 'both'
export const isPickedUpBy = (delivery: Delivery) => delivery === 'pickUp' || delivery === 'both'
/** States of an order in which pieces may wait at a venue. */
export const uncollected = {
  payment: ['paid', 'partiallyRefunded'],
  fulfillment: ['unfulfilled', 'preparing', 'partiallyShipped', 'onHold'],
} as const
type OrderStates = { kind: string; paymentState: string; fulfillmentState: string }
export const mayBeUncollected = ({ kind, paymentState, fulfillmentState }: OrderStates): boolean =>
  kind === 'eventGoods' &&
  uncollected.payment.some((one) => one === paymentState) &&
  uncollected.fulfillment.some((one) => one === fulfillmentState)
export type PickUpWindow = { from: Instant; to: Instant }
export type PickUp = { venueName: string; windows: PickUpWindow[] }

export const mostBrands = 20
/** Maximum number of events to choose from. */
export const mostChoices = 100

export const draftStates = ['editing', 'submitted', 'approved', 'returned'] as const
export type DraftState = (typeof draftStates)[number]
/** Allowed transitions: approved drafts are final, returned ones can be edited again. */
export const draftMoves: Record<DraftState, readonly DraftState[]> = {
  editing: ['submitted'],
  submitted: ['approved', 'returned', 'editing'],
  returned: ['editing', 'submitted'],
  approved: [],
}
export const mayMoveDraft = (from: DraftState, to: DraftState) => draftMoves[from].includes(to)
/** Editing a draft under review withdraws it from review; an approved one cannot be edited. */
export const isEditable = (state: DraftState) => mayMoveDraft(state, 'editing') || state === 'editing'
/** Whether it was changed after the caller had read it. */
export const isOther = ({ editedAt }: { editedAt: Instant }, expected: Instant | undefined) =>
  expected !== undefined && expected !== editedAt

type EventGoodsFields = {
  homeBrandId: string
  shares: readonly Share[]
  delivery: Delivery
  pickUp: PickUp
  windows: readonly SaleWindow[]
  shippingTimeText: string
  salesType: 'permanent' | 'builtToOrder'
  variations: readonly { isHidden: boolean; variationName: string }[]
  name: string
  files?: readonly unknown[] | undefined
}
type Problem = { field: string; rule: string }

type PricedFields = { price: number; variations: readonly { variationId?: string | undefined; isHidden: boolean }[] }
type Sold = { goods: { price: number }; variations: readonly { variationId: string; sold: number }[] }
/** What has been sold keeps its price: at another one it is sold as a new variation, and the sold one is hidden. */
const soldPriceProblem = (said: PricedFields, live: Sold | undefined): Problem | null => {
  if (!live || live.goods.price === said.price) return null
  const sold = new Set(live.variations.filter((one) => one.sold > 0).map(({ variationId }) => variationId))
  const isStillSold = said.variations.some(
    ({ variationId, isHidden }) => variationId !== undefined && sold.has(variationId) && !isHidden,
  )
  return isStillSold ? { field: 'price', rule: 'soldPrice' } : null
}

/** The first problem that prevents a review; null if there is none. */
export const problemOf = (said: EventGoodsFields): Problem | null => {
  const { shares, windows, delivery, pickUp, files = [] } = said
  if (said.name.trim() === '') return { field: 'name', rule: 'required' }
  if (!said.variations.some(({ isHidden }) => !isHidden)) return { field: 'variations', rule: 'required' }
  const [unnamed] = unnamedIn(said.variations)
  if (unnamed) return unnamed
  if (shares.reduce((sum, { share }) => sum + share, 0) !== wholeShare) return { field: 'shares', rule: 'notWhole' }
  if (shares[0]?.brandId !== said.homeBrandId) return { field: 'shares', rule: 'homeFirst' }
  if (windows.length === 0) return { field: 'windows', rule: 'required' }
  for (const [n, { startAt, endAt, audience, planIds }] of windows.entries()) {
    if (endAt <= startAt) return { field: `windows.${n}.endAt`, rule: 'endsBeforeStart' }
    if (audience === 'plans' && planIds.length === 0) return { field: `windows.${n}.planIds`, rule: 'noPlansSelected' }
  }
  // Without a file, buyers would pay and get nothing.
  if (delivery === 'digital' && files.length === 0) return { field: 'files', rule: 'noFile' }
  if (isSentBy(delivery) && said.shippingTimeText.trim() === '') return { field: 'shippingTimeText', rule: 'required' }
  if (!isPickedUpBy(delivery)) return null
  if (pickUp.venueName.trim() === '') return { field: 'pickUp.venueName', rule: 'required' }
  if (pickUp.windows.length === 0) return { field: 'pickUp.windows', rule: 'required' }
  for (const [n, { from, to }] of pickUp.windows.entries())
    if (to <= from) return { field: `pickUp.windows.${n}.to`, rule: 'endsBeforeStart' }
  // Store payments arrive some time after ordering, and the desk has to know who comes (rule: goods.pickUp).
  const last = Math.max(...pickUp.windows.map(({ from }) => from))
  return saleOf(windows).saleEndAt > last - day ? { field: 'windows', rule: 'tooLateForPickUp' } : null
}

/** English texts of which none was given: kept as nothing, or as empty texts. */
const isNotGiven = (name: string, value: unknown) =>
  name === 'english' && Object.values(value ?? {}).every((text) => text === '')

/** JSON with sorted names: the database does not keep their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([name, value]) => !isNotGiven(name, value))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  )
/** Names of the fields that differ between two versions, for the review. */
export const changedFields = <Payload extends Record<string, unknown>>(from: Payload | null, to: Payload): string[] =>
  Object.keys(to).filter(
    (name) => canonical({ [name]: from?.[name] ?? null }) !== canonical({ [name]: to[name] ?? null }),
  )

/** The first problem of a draft that is to be reviewed, by itself and by what is sold already; null if there is none. */
export const reviewProblem = (said: EventGoodsFields & PricedFields, live: Sold | undefined): Problem | null =>
  problemOf(said) ?? soldPriceProblem(said, live)
