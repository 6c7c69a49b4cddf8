import { day, type Instant } from '#kit/time.ts'
import {
  type FulfillmentState,
  isClosed,
  type PaymentState,
  paymentStates,
  shippableStates,
} from '#money/orders/order.ts'

/** Every move of an order's goods (rule: goods.moves); what is not here does not happen. */
export const fulfillmentMoves: Record<FulfillmentState, readonly FulfillmentState[]> = {
  notRequired: [],
  unfulfilled: ['preparing', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'canceled'],
  preparing: ['unfulfilled', 'partiallyShipped', 'shipped', 'delivered', 'onHold', 'canceled'],
  partiallyShipped: ['unfulfilled', 'preparing', 'shipped', 'delivered', 'onHold'],
  shipped: ['unfulfilled', 'preparing', 'partiallyShipped', 'delivered', 'returned'],
  // One step back, to correct a mistake, or all of it came back from the carrier.
  delivered: ['shipped', 'partiallyShipped', 'preparing', 'unfulfilled', 'returned'],
  onHold: ['unfulfilled', 'preparing', 'partiallyShipped', 'canceled', 'shipped', 'delivered'],
  returned: [],
  // A refund that the provider was asked for by an earlier version, and refused.
  canceled: ['preparing'],
}
export const mayBecome = (from: FulfillmentState, to: FulfillmentState): boolean =>
  from === to || fulfillmentMoves[from].includes(to)

/** Where goods are sent, as `order_buyers` keeps it. */
export type DeliveryAddress = Record<
  'recipientName' | 'recipientPhone' | 'postalCode' | 'prefecture' | 'town' | 'address' | 'building',
  string
>

/** `shipping`: the label is printed or the parcel is at the warehouse; `shipped`: the carrier has it. */
export const shipmentStates = ['shipping', 'shipped', 'delivered'] as const
export type ShipmentState = (typeof shipmentStates)[number]

/** Why a carrier brought a parcel back (rule: goods.returns). */
export const returnReasons = ['refused', 'unknownAddress', 'notPickedUp', 'damaged'] as const
export type ReturnReason = (typeof returnReasons)[number]

type Line = {
  deliveryMethod: 'physical' | 'digital' | null
  quantity: number
  fulfilledQuantity: number
  refundedQuantity: number
}

/** How many pieces of a line still have to be sent: what was refunded is taken from those first. */
export const toSend = ({ deliveryMethod, quantity, fulfilledQuantity, refundedQuantity }: Line): number =>
  deliveryMethod === 'physical' ? Math.max(0, quantity - fulfilledQuantity - refundedQuantity) : 0

/** How many of these refunded pieces were never sent. */
export const unsentOf = (line: Line, giveBack: number): number => Math.min(giveBack, toSend(line))

type Shipment = { state: ShipmentState }

/** Where an order's goods are, from its lines and its shipments. `before` says whether somebody has begun. */
export const stateOf = (
  lines: readonly Line[],
  shipments: readonly Shipment[],
  before: FulfillmentState,
): FulfillmentState => {
  const rest = lines.reduce((sum, line) => sum + toSend(line), 0)
  const gone = shipments.filter(({ state }) => state !== 'shipping')
  if (rest > 0) {
    if (gone.length > 0) return 'partiallyShipped'
    return shipments.length > 0 || before !== 'unfulfilled' ? 'preparing' : 'unfulfilled'
  }
  if (shipments.length === 0) return 'canceled'
  if (gone.length === 0) return 'preparing'
  if (gone.length < shipments.length) return 'partiallyShipped'
  return shipments.every(({ state }) => state === 'delivered') ? 'delivered' : 'shipped'
}

// --- Carriers --------------------------------------------------------------------------------------------------------------

export const providers = ['yamato', 'sagawa', 'japanPost', 'clickPost', 'other'] as const
export type Provider = (typeof providers)[number]

export const providerNames: Record<Exclude<Provider, 'other'>, { ja: string; en: string }> = {
  yamato: { ja: 'ヤマト運輸', en: 'Yamato Transport' },
  sagawa: { ja: '佐川急便', en: 'Sagawa Express' },
  japanPost: { ja: '日本郵便', en: 'Japan Post' },
  clickPost: { ja: 'クリックポスト', en: 'Click Post' },
}

const trackingPages: Record<Provider, ((number: string) => string) | null> = {
  yamato: (number) => `https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number01=${number}`,
  sagawa: (number) => `https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=${number}`,
  japanPost: (number) => `https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=${number}`,
  clickPost: (number) => `https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=${number}`,
  other: null,
}

/** Normalised: hyphens, spaces and full-width characters make no difference. */
export const trackingNumberOf = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(/[\s\-‐‑–—−ー]/g, '')
    .toUpperCase()

/** Japanese carriers number parcels with 11 to 13 digits (international mail: two letters around nine). */
export const isTrackingNumber = (provider: Provider, number: string): boolean => {
  if (number === '') return true
  if (provider === 'other') return /^[0-9A-Z]{4,40}$/.test(number)
  if (provider === 'yamato' || provider === 'sagawa') return /^\d{12}$/.test(number)
  return /^\d{11,13}$/.test(number) || /^[A-Z]{2}\d{9}[A-Z]{2}$/.test(number)
}

export const trackingUrlOf = (provider: Provider, number: string): string =>
  number === '' ? '' : (trackingPages[provider]?.(encodeURIComponent(number)) ?? '')

// --- Time ------------------------------------------------------------------------------------------------------------------

/** A parcel without news counts as delivered after this time (rule: goods.moves). */
export const deliveredAfter = 14 * day

/** An address is for sending: this long after the delivery, or after the end of what is never sent, nobody needs it any more. */
export const addressShownFor = 90 * day

type Ending = { paymentState: PaymentState; closedAt: Instant | null; refundedAt: Instant | null }
/** Nothing of it is sent any more, whatever its lines say. */
export const isOver = (state: PaymentState): boolean => isClosed(state) || state === 'refunded'
export const overStates = paymentStates.filter(isOver)
/** When an order ended of which nothing is left to be sent; null while its money is still here. */
const endedAt = ({ paymentState, closedAt, refundedAt }: Ending) => (isClosed(paymentState) ? closedAt : refundedAt)

type SentLine = Line & { lineId: string; isPickUp: boolean }
type Parcel = { deliveredAt: Instant | null; lines: readonly { lineId: string }[] }

/** Whether a parcel record is a hand-over at a venue, which has no carrier. */
export const isHandOver = (
  parcel: Pick<Parcel, 'lines'>,
  lines: readonly { lineId: string; isPickUp?: boolean | undefined }[],
) => {
  const pickedUp = new Set(lines.flatMap(({ lineId, isPickUp }) => (isPickUp ? [lineId] : [])))
  return parcel.lines.length > 0 && parcel.lines.every(({ lineId }) => pickedUp.has(lineId))
}

/** Ledger fact that recognises income from uncollected goods. */
export const uncollectedFact = (orderId: string) => `earned:uncollected:${orderId}`

/** An order of which nothing is sent, and something is handed over at a venue. */
export const isPickUpOrder = (
  lines: readonly { isPickUp?: boolean | undefined; deliveryMethod: 'physical' | 'digital' | null }[],
): boolean =>
  lines.some(({ isPickUp }) => isPickUp) &&
  lines.every(({ isPickUp, deliveryMethod }) => isPickUp || deliveryMethod === 'digital')

/**
 * An address is shown while something is to be sent, and until `addressShownFor` after all of it has arrived; of orders
 * that ended unsent (canceled, expired, refunded), until that long after their end. Pick-up needs no address.
 * `isAddressShown` of queries.server.ts is the same rule in SQL.
 */
export const isAddressHidden = (
  { order, lines, parcels }: { order: Ending; lines: readonly SentLine[]; parcels: readonly Parcel[] },
  now: Instant,
): boolean => {
  const isPast = (moment: Instant | null) => moment !== null && moment + addressShownFor <= now
  if (!isOver(order.paymentState) && lines.some((line) => !line.isPickUp && toSend(line) > 0)) return false
  const sent = parcels.filter((one) => !isHandOver(one, lines))
  return sent.length > 0 ? sent.every(({ deliveredAt }) => isPast(deliveredAt)) : isPast(endedAt(order))
}

export const mostAtOnce = 200
/** Rows of a pick list. */
export const mostPicked = 500
/** Orders whose pieces are taken from the shelves: paid, and with something that nobody packed yet. */
export const toPick = { paymentState: ['paid', 'partiallyRefunded'], fulfillmentState: shippableStates } as const
export const pickWays = ['send', 'handOver'] as const
/** What must be given to buyers: pieces, and files that nobody has loaded down yet. */
export const givingWays = [...pickWays, 'files'] as const
export const pickOrders = ['oldest', 'name', 'sku'] as const
export const slipOrders = ['list', 'oldest', 'sku'] as const

type Shelved = { sku: string }
/** As they stand on the shelf; what has no number stands last. */
export const byShelf =
  (locale: string) =>
  (a: Shelved, b: Shelved): number =>
    Number(a.sku === '') - Number(b.sku === '') || new Intl.Collator(locale, { numeric: true }).compare(a.sku, b.sku)

type Slip = { placedAt: Instant; lines: readonly Shelved[] }
/** Slips in the order in which parcels are packed: by the first piece on the shelf, of equal ones the order that waits longest. */
export const slipsIn = <S extends Slip>(slips: readonly S[], by: (typeof slipOrders)[number], locale: string): S[] => {
  if (by === 'list') return [...slips]
  const onShelf = byShelf(locale)
  const first = ({ lines }: Slip) => lines.toSorted(onShelf)[0] ?? { sku: '' }
  return slips.toSorted((a, b) => (by === 'sku' ? onShelf(first(a), first(b)) : 0) || a.placedAt - b.placedAt)
}

export const undoFor = day
