import type { Instant } from '../../kit/time'
import { openAt, type SaleWindow } from '../eventGoods/windows'

export const goodsTypes = ['physicalGoods', 'digitalGoods'] as const
export type GoodsType = (typeof goodsTypes)[number]
export const salesTypes = ['permanent', 'builtToOrder'] as const
export type SalesType = (typeof salesTypes)[number]
export const salesStatuses = ['beforeSale', 'onSale', 'soldOut', 'endOfSale'] as const
export type SalesStatus = (typeof salesStatuses)[number]
export const visibilities = ['visible', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]
export const goodsAudiences = ['public', 'plans'] as const
export type GoodsAudience = (typeof goodsAudiences)[number]
export const stockReasons = ['initial', 'reserve', 'release', 'sale', 'restock', 'adjust'] as const
export type StockReason = (typeof stockReasons)[number]

/** A whole order has to fit the provider's eight digits; nobody wants a million of one thing. */
export const goodsPrice = { least: 100, most: 1_000_000 } as const
export const mostQuantity = 99
export const mostStock = 1_000_000

/** So many pieces or fewer are few: staff are told in time to order more. */
export const lowStock = 5

export type Stock = {
  /** Null: there is always another one (made to order, digital). */
  isUnlimited: boolean
  /** initial + adjusted = available + reserved + sold, at every moment (reliability, A2). */
  available: number
  reserved: number
  sold: number
}
export type Variation = Stock & {
  variationId: string
  name: string
  sku: string
  maxQuantity: number | null
  /** Staff stopped its sale by hand, whatever is in stock. */
  isStopped: boolean
  /** What was sold once is hidden, never deleted. */
  isHidden: boolean
}

/** The stock that can be bought at this moment; null where it has no end. */
export const left = ({ isUnlimited, available }: Stock): number | null => (isUnlimited ? null : Math.max(0, available))

export const isSoldOut = (variation: Stock & { isStopped: boolean }): boolean =>
  variation.isStopped || left(variation) === 0

/** `saleWindows`: of goods of an event; between two of them nothing is sold. */
type Window = { saleStartAt: Instant; saleEndAt: Instant | null; saleWindows?: readonly SaleWindow[] | null }

/** In this order (records, 2.19); `hasStatus` of queries.server.ts says the same in SQL. */
export const salesStatusAt = (
  { saleStartAt, saleEndAt, saleWindows = null }: Window,
  variations: readonly (Stock & { isStopped: boolean; isHidden: boolean })[],
  now: Instant,
): SalesStatus => {
  if (now < saleStartAt) return 'beforeSale'
  if (saleEndAt !== null && now >= saleEndAt) return 'endOfSale'
  if (saleWindows && openAt(saleWindows, now).length === 0) return 'beforeSale'
  return variations.every((variation) => variation.isHidden || isSoldOut(variation)) ? 'soldOut' : 'onSale'
}

/** What each reason does to the figures of a variation. */
export const stockEffects: Record<
  Exclude<StockReason, 'initial'>,
  { adjusted: number; reserved: number; sold: number }
> = {
  adjust: { adjusted: 1, reserved: 0, sold: 0 },
  reserve: { adjusted: 0, reserved: 1, sold: 0 },
  release: { adjusted: 0, reserved: -1, sold: 0 },
  sale: { adjusted: 0, reserved: -1, sold: 1 },
  restock: { adjusted: 0, reserved: 0, sold: -1 },
}

/** How many of a variation one order may hold; what is in stock is told beside it. */
export const mostOf = (
  variation: { maxQuantity: number | null },
  goods: { goodsType: GoodsType; maxPerPerson: number | null },
): number =>
  goods.goodsType === 'digitalGoods'
    ? 1
    : Math.min(mostQuantity, variation.maxQuantity ?? mostQuantity, goods.maxPerPerson ?? mostQuantity)

type Complete = {
  goodsType: GoodsType
  shippingTimeText: string
  variations: readonly { isHidden: boolean }[]
  files: readonly unknown[]
}
/** What is missing before fans may see it; null when nothing is. */
export const incompleteness = ({ goodsType, shippingTimeText, variations, files }: Complete) => {
  if (!variations.some(({ isHidden }) => !isHidden)) return { field: 'variations', rule: 'required' }
  if (goodsType === 'physicalGoods' && shippingTimeText.trim() === '')
    return { field: 'shippingTimeText', rule: 'required' }
  // It would be paid for and never delivered.
  if (goodsType === 'digitalGoods' && files.length === 0) return { field: 'files', rule: 'noFile' }
  return null
}

// --- What a purchase costs -------------------------------------------------------------------------------------------------

type Sent = { goodsType: GoodsType; shippingFee: number; isPickUp?: boolean }
/** What is handed over at a venue is not sent. */
export const isSent = ({ goodsType, isPickUp = false }: Pick<Sent, 'goodsType' | 'isPickUp'>) =>
  goodsType === 'physicalGoods' && !isPickUp
/** Where both ways are offered it goes as its buyer chose. */
export const isHandedOver = (of: { isPickUp: boolean; isPickUpOffered: boolean }, isChosen: boolean): boolean =>
  of.isPickUp || (of.isPickUpOffered && isChosen)
/** The highest of the goods that are sent, nothing where the brand sends free of charge (architecture, section 10). */
export const shippingFeeOf = (goods: readonly Sent[], subtotal: number, freeShippingOver: number | null): number => {
  const sent = goods.filter(isSent)
  if (sent.length === 0 || (freeShippingOver !== null && subtotal >= freeShippingOver)) return 0
  return Math.max(...sent.map(({ shippingFee }) => shippingFee))
}
