import type { Instant } from '#kit/time.ts'
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

/** Limited so that an order's total fits the provider's eight digits. */
export const goodsPrice = { least: 100, most: 1_000_000 } as const
export const mostQuantity = 99
export const mostStock = 1_000_000

/** With this many pieces or fewer, stock is low: staff are notified, and fans see how many are left. */
export const lowStock = 5

export type Stock = {
  /** Unlimited stock: made to order, or digital. */
  isUnlimited: boolean
  /** initial + adjusted = available + reserved + sold, at every moment (rule: A2). */
  available: number
  reserved: number
  sold: number
}

/** Stock that can be bought now; null if unlimited. */
export const left = ({ isUnlimited, available }: Pick<Stock, 'isUnlimited' | 'available'>): number | null =>
  isUnlimited ? null : Math.max(0, available)

/** What everybody is told of the pieces: their number once they are few, otherwise null. */
export const fewLeft = (stock: Pick<Stock, 'isUnlimited' | 'available'>): number | null => {
  const pieces = left(stock)
  return pieces !== null && pieces <= lowStock ? pieces : null
}

export const isSoldOut = (variation: Stock & { isStopped: boolean }): boolean =>
  variation.isStopped || left(variation) === 0

/** `saleWindows`: event goods only. Nothing is sold between two windows. */
type Window = { saleStartAt: Instant; saleEndAt: Instant | null; saleWindows?: readonly SaleWindow[] | null }

/** Checked in this order (rule: goods.status); `hasStatus` of queries.server.ts is the same in SQL. */
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

/** How each reason changes the figures of a variation. */
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

/** Maximum quantity of a variation per order, independent of the stock. */
export const maxQuantityOf = (
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
/** All that prevents fans from seeing it. */
export const missingIn = ({ goodsType, shippingTimeText, variations, files }: Complete) => [
  ...(variations.some(({ isHidden }) => !isHidden) ? [] : [{ field: 'variations', rule: 'required' }]),
  ...(goodsType === 'physicalGoods' && shippingTimeText.trim() === ''
    ? [{ field: 'shippingTimeText', rule: 'required' }]
    : []),
  // Without a file, buyers would pay and get nothing.
  ...(goodsType === 'digitalGoods' && files.length === 0 ? [{ field: 'files', rule: 'noFile' }] : []),
]

/** The rows that fans could not tell from another one: of several each has a name, and none has it twice. */
export const unnamedIn = (variations: readonly { isHidden: boolean; variationName: string }[]) => {
  const shown = variations.flatMap(({ isHidden, variationName }, n) =>
    isHidden ? [] : [{ n, name: variationName.trim() }],
  )
  return shown.flatMap(({ n, name }, place) => {
    if (shown.length > 1 && name === '') return [{ field: `variations.${n}.variationName`, rule: 'required' }]
    const isTaken = shown.slice(0, place).some((other) => other.name === name)
    return isTaken ? [{ field: `variations.${n}.variationName`, rule: 'sameName' }] : []
  })
}

// --- What a purchase costs -------------------------------------------------------------------------------------------------

type Sent = { goodsType: GoodsType; shippingFee: number; isPickUp?: boolean }
/** Goods picked up at a venue are not sent. */
export const isSent = ({ goodsType, isPickUp = false }: Pick<Sent, 'goodsType' | 'isPickUp'>) =>
  goodsType === 'physicalGoods' && !isPickUp
/** If both ways are offered, the buyer's choice decides. */
export const isHandedOver = (of: { isPickUp: boolean; isPickUpOffered: boolean }, isChosen: boolean): boolean =>
  of.isPickUp || (of.isPickUpOffered && isChosen)
/** The highest fee of the goods that are sent; 0 if shipping is free (rule: goods.shipping). */
export const shippingFeeOf = (goods: readonly Sent[], subtotal: number, freeShippingOver: number | null): number => {
  const sent = goods.filter(isSent)
  if (sent.length === 0 || (freeShippingOver !== null && subtotal >= freeShippingOver)) return 0
  return Math.max(...sent.map(({ shippingFee }) => shippingFee))
}
