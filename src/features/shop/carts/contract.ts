import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { returnPath } from '#money/orders/contract.ts'
import { purchaseInfo } from '../goods/contract'
import { goodsTypes, mostQuantity, salesStatuses, salesTypes } from '../goods/goods'
import { memberPlan } from '../goods/members'
import { shippingAddress } from './addresses/contract'
import { cartStatuses, mostCartLines } from './cart'

const cartId = id
/** Must be the caller's own uid; any other is not found. */
export const userId = z.string().min(1).max(128)
const quantity = z.int().min(0).max(1_000_000)
/** Yen. No maximum as for an order's total, so that any cart can be shown. */
const amount = z.int().min(0)

const cartGoods = z.object({
  goodsId: id,
  name: z.string(),
  price: yen,
  goodsType: z.enum(goodsTypes),
  salesType: z.enum(salesTypes),
  goodsStatus: z.object({ visibility: z.literal('visible'), salesStatus: z.enum(salesStatuses) }),
  variation: z.object({
    variationId: id,
    variationName: z.string(),
    isSoldOut: z.boolean(),
    maxQuantity: z.int().min(1).optional(),
  }),
  thumbnail: z.string(),
  /** Absent: unlimited. */
  remainingStocks: z.int().min(0).optional(),
  quantity: z.int().min(1),
  description: z.string(),
  saleStartDateTime: instant,
  /** Physical goods only. */
  shippingFee: yen.optional(),
  shippingTimeText: z.string().optional(),
  /** Digital goods only. */
  purchaseInfo: purchaseInfo.optional(),
  /** Not in the specification: picked up at the venue, not sent. */
  isPickUp: z.boolean().optional(),
  /** Venue, if the fan may choose between delivery and pick-up (`isPickUp` of `updateCart`). */
  pickUpVenue: z.string().optional(),
})
const cartNotification = z.object({
  status: z.enum(cartStatuses),
  goodsName: z.string(),
  goodsId: id,
  /** Not in the specification: the affected variation. */
  variationId: id,
  /** Set if `outOfSalePeriod` applies to this fan because the goods are for members only. */
  isForMembers: z.literal(true).optional(),
  /** Those of them on sale; absent if members of every plan of the brand may buy it. */
  plans: z.array(memberPlan).optional(),
})
const orderSummary = z.object({ subtotal: amount, shippingFee: yen, totalFee: amount })
const cartShape = {
  cartId,
  brandSlug: z.string(),
  goodsList: z.array(cartGoods),
  cartNotifications: z.array(cartNotification),
  orderSummary,
  /** Not in the specification: the same of what can be bought, where something of it cannot. */
  buyableSummary: orderSummary.optional(),
  /** Not in the specification: the brand, and the amount in yen from which its shipping is free. */
  tenantId: id,
  brandId: id,
  brandName: z.string(),
  freeShippingOver: yen.nullable(),
  /** Not in the specification: why nothing of it can be ordered now, as the brand's pages say it; empty where it can. */
  notice: z.string(),
}
export const cart = z.object(cartShape)
export type Cart = z.infer<typeof cart>
export type CartGoods = Cart['goodsList'][number]

export const prePurchase = z.object({
  ...cartShape,
  konbiniPaymentFee: yen,
  /** Not in the specification: whether this cart can be paid for at a store, and the payment deadline. */
  isKonbiniOffered: z.boolean(),
  payableUntil: instant.nullable(),
  isShippingRequired: z.boolean(),
  defaultShippingAddress: shippingAddress.nullable(),
  alternativeShippingAddresses: z.array(shippingAddress),
})
export type PrePurchase = z.infer<typeof prePurchase>

const cartErrors = [
  'goodsNotFound',
  'variationRequired',
  'soldOut',
  'stockShortage',
  'outOfSalePeriod',
  'tooMany',
] as const
const error = z.object({ goodsId: id, error: z.enum(cartErrors) })
export type CartError = z.infer<typeof error>['error']

/** `isPickUp`: only for goods that offer both ways; if omitted, the choice is unchanged. */
const line = z.object({ goodsId: id, variationId: id.optional(), quantity, isPickUp: z.boolean().optional() })
const isDistinct = (lines: readonly z.infer<typeof line>[]) =>
  new Set(lines.map(({ goodsId, variationId = '' }) => `${goodsId} ${variationId}`)).size === lines.length

/** Not in the specification: the total shown to the buyer; any other total is refused (`priceChanged`). */
const expectedTotal = amount.optional()
const sessionUrl = z.object({ sessionUrl: z.string() })
const purchaseLimit = { points: 10, seconds: 60 }
/** Refusals of a purchase: those of the cart's notifications, and those of any purchase. */
const purchaseRefusals = [
  'cartNotFound',
  'cartEmpty',
  ...cartStatuses,
  'tooMany',
  'membersOnly',
  'alreadyOwned',
  'addressRequired',
  'addressNotFound',
  'totalTooLarge',
  'awaitingPayment',
  'beingPaid',
  'notSelling',
  'tenantSuspended',
  'blocked',
  'konbiniUnavailable',
  'paymentRefused',
] as const

export const carts = contract({
  addGoodsToCart: fanWrite({
    by: 'brand',
    sells: 'always',
    payload: { goodsId: id, variationId: id, quantity: z.int().min(1).max(mostQuantity) },
    result: z.object({ cart }),
    refusals: [
      'goodsNotFound',
      'variationNotFound',
      'soldOut',
      'stockShortage',
      'outOfSalePeriod',
      'tooMany',
      'membersOnly',
      'alreadyOwned',
      'awaitingPayment',
      'cartFull',
      'tenantSuspended',
    ],
  }),
  getCarts: fanRead({
    payload: { userId: userId.optional() },
    result: z.object({ carts: z.array(cart) }),
    refusals: ['userNotFound'],
  }),
  getGoodsCountInCarts: fanRead({
    payload: { userId },
    result: z.object({ goodsCount: z.int().min(0) }),
    refusals: ['userNotFound'],
  }),
  /** Updates the given items and accepts current prices; an item with an error is left unchanged. */
  updateCart: fanWrite({
    by: 'cart',
    payload: {
      cartId,
      goodsList: z
        .array(line)
        .max(mostCartLines * 2)
        .refine(isDistinct, { params: { rule: 'duplicate' } }),
    },
    result: z.object({ cart, errors: z.array(error) }),
    refusals: ['cartNotFound'],
  }),
  removeGoodsFromCart: fanWrite({
    by: 'cart',
    payload: { cartId, goodsId: id },
    result: z.object({ cart }),
    refusals: ['cartNotFound', 'goodsNotFound'],
  }),
  getPrePurchaseByCart: fanRead({
    by: 'cart',
    payload: { cartId },
    result: prePurchase,
    refusals: ['cartNotFound'],
  }),
  purchaseGoodsByCart: fanOutside({
    by: 'cart',
    sells: 'always',
    limit: purchaseLimit,
    payload: { cartId, returnPath, addressId: id.optional(), expectedTotal },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
  purchaseGoodsByCartByKonbini: fanOutside({
    by: 'cart',
    sells: 'always',
    limit: purchaseLimit,
    payload: { cartId, addressId: id.optional(), expectedTotal },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
})
