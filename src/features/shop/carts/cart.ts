import { type English, inLanguage } from '#kit/english.ts'
import { day, type Instant } from '#kit/time.ts'
import {
  type GoodsType,
  isSent,
  isSoldOut,
  left,
  maxQuantityOf,
  type Stock,
  shippingFeeOf,
  type Visibility,
} from '../goods/goods'

export const cartStatuses = ['soldOut', 'stockShortage', 'outOfSalePeriod', 'priceChanged'] as const
export type CartStatus = (typeof cartStatuses)[number]
export const mostCartLines = 50

export type CartGoods = {
  goodsType: GoodsType
  visibility: Visibility
  saleStartAt: Instant
  saleEndAt: Instant | null
  price: number
  shippingFee: number
  maxPerPerson: number | null
  isPickUp?: boolean
  isPickUpOffered?: boolean
  /** Only for members of plans that this fan does not have, or of an event without an open window for this fan. */
  closed?: 'membersOnly' | 'outOfSalePeriod' | null
}
export type CartVariation = Stock & { isStopped: boolean; isHidden: boolean; maxQuantity: number | null }
export type CartLine = { goods: CartGoods; variation: CartVariation; quantity: number; priceSeen: number }

/** The first reason why an item of the cart cannot be bought; null if it can. */
export const problemOf = ({ goods, variation, quantity, priceSeen }: CartLine, now: Instant): CartStatus | null => {
  const isOpen = now >= goods.saleStartAt && (goods.saleEndAt === null || now < goods.saleEndAt)
  if (goods.visibility === 'hidden' || variation.isHidden || !isOpen || goods.closed) return 'outOfSalePeriod'
  if (isSoldOut(variation)) return 'soldOut'
  const stock = left(variation)
  if (stock !== null && stock < quantity) return 'stockShortage'
  return priceSeen === goods.price ? null : 'priceChanged'
}

/** The first reason why this quantity cannot be added; unlike for an item of the cart, a changed price is not one. */
export const quantityProblem = (
  goods: CartGoods,
  variation: CartVariation,
  quantity: number,
  now: Instant,
): Exclude<CartStatus, 'priceChanged'> | 'tooMany' | null => {
  const problem = problemOf({ goods, variation, quantity, priceSeen: goods.price }, now)
  if (problem === 'outOfSalePeriod' || problem === 'soldOut') return problem
  if (quantity > maxQuantityOf(variation, goods)) return 'tooMany'
  return problem === 'stockShortage' ? problem : null
}

/** A voucher may be paid until a day after the sale has ended (rule: konbini.deadline). */
export const lastPaymentOf = (goods: readonly { saleEndAt: Instant | null }[]): Instant | null => {
  const ends = goods.flatMap(({ saleEndAt }) => (saleEndAt === null ? [] : [saleEndAt + day]))
  return ends.length === 0 ? null : Math.min(...ends)
}

export const summaryOf = (lines: readonly Pick<CartLine, 'goods' | 'quantity'>[], freeShippingOver: number | null) => {
  const subtotal = lines.reduce((sum, { goods, quantity }) => sum + goods.price * quantity, 0)
  const shippingFee = shippingFeeOf(
    lines.map(({ goods }) => goods),
    subtotal,
    freeShippingOver,
  )
  return { subtotal, shippingFee, totalFee: subtotal + shippingFee }
}

type Handed = { goodsType: GoodsType; isPickUp?: boolean; shippingTimeText?: string; pickUpVenue?: string }
const distinct = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]))),
]
/** How the goods of a cart are delivered, with the shop's own texts; shown before buying and stored with the order. */
export const handingOf = (lines: readonly Handed[]) => {
  const sent = lines.filter(isSent)
  const pickedUp = lines.filter(({ isPickUp }) => isPickUp)
  return {
    isSent: sent.length > 0,
    sentWithin: distinct(sent.map(({ shippingTimeText }) => shippingTimeText)),
    isPickUp: pickedUp.length > 0,
    // Pick-up only goods have the venue in `shippingTimeText`.
    venues: distinct(pickedUp.map(({ pickUpVenue, shippingTimeText }) => pickUpVenue ?? shippingTimeText)),
    isDigital: lines.some(({ goodsType }) => goodsType === 'digitalGoods'),
  }
}

type Named = {
  name: string
  description: string
  english: English<'name' | 'description'>
  variationName: string
  variationEnglish: English<'name'>
}
/** What a reader is told of an item; an order keeps the names that its club wrote first. */
export const namesOf = (
  { name, description, english, variationName, variationEnglish }: Named,
  locale: 'ja' | 'en',
): Pick<Named, 'name' | 'description' | 'variationName'> => ({
  ...inLanguage({ name, description, english }, locale),
  variationName: inLanguage({ name: variationName, english: variationEnglish }, locale).name,
})
