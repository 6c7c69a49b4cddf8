import { z } from 'zod'
import { contract, fanOutside, fanRead, fanWrite } from '../../kit/contract'
import { yen } from '../../kit/money'
import { id } from '../../kit/text'
import { instant } from '../../kit/time'
import { goodsTypes, mostQuantity, salesStatuses, salesTypes } from '../goods/goods'
import { returnPath } from '../orders/contract'
import { shippingAddress } from './addresses/contract'
import { cartStatuses, mostCartLines } from './cart'

const cartId = id
/** Whoever is meant has to be who asks; anybody else does not exist. */
export const userId = z.string().min(1).max(128)
const quantity = z.int().min(0).max(1_000_000)
/** Of many pieces of many things: more than one order may cost, so that a cart can always be shown. */
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
  /** Absent: there is no end of it. */
  remainingStocks: z.int().min(0).optional(),
  quantity: z.int().min(1),
  shippingTimeText: z.string().optional(),
  /** Beyond the specification: handed over at the venue, not sent. */
  isPickUp: z.boolean().optional(),
  /** Where it would be: the fan may choose between the two (`isPickUp` of `updateCart`). */
  pickUpVenue: z.string().optional(),
})
const cartNotification = z.object({
  status: z.enum(cartStatuses),
  goodsName: z.string(),
  goodsId: id,
  /** Beyond the specification: which of its variations. */
  variationId: id,
  /** What is out of its sale period is so for this fan: it is for members alone. */
  isForMembers: z.literal(true).optional(),
})
const orderSummary = z.object({ subtotal: amount, shippingFee: yen, totalFee: amount })
const cartShape = {
  cartId,
  brandSlug: z.string(),
  goodsList: z.array(cartGoods),
  cartNotifications: z.array(cartNotification),
  orderSummary,
  /** Beyond the specification: whose shop it is, and from how many yen on it sends free of charge. */
  tenantId: id,
  brandId: id,
  brandName: z.string(),
  freeShippingOver: yen.nullable(),
}
export const cart = z.object(cartShape)
export type Cart = z.infer<typeof cart>
export type CartGoods = Cart['goodsList'][number]

export const prePurchase = z.object({
  ...cartShape,
  konbiniPaymentFee: yen,
  /** Beyond the specification: whether this cart can be paid at a store at all, and until when at the latest. */
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

/** `isPickUp`: of what is offered both ways; not said, it stays as it was. */
const line = z.object({ goodsId: id, variationId: id.optional(), quantity, isPickUp: z.boolean().optional() })
const isDistinct = (lines: readonly z.infer<typeof line>[]) =>
  new Set(lines.map(({ goodsId, variationId = '' }) => `${goodsId} ${variationId}`)).size === lines.length

/** Beyond the specification: what the buyer was shown to pay in all, refused (`priceChanged`) where it would be something else. */
const expectedTotal = amount.optional()
const sessionUrl = z.object({ sessionUrl: z.string() })
const purchaseLimit = { points: 10, seconds: 60 }
/** Why a cart is not bought: what its notifications say, and what keeps any purchase from beginning. */
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
  'notSelling',
  'blocked',
  'konbiniUnavailable',
  'paymentRefused',
] as const

export const carts = contract({
  addGoodsToCart: fanWrite({
    by: 'brand',
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
  /** Changes the lines that it names, and takes the price of today for agreed; nothing of a line is changed where it errs. */
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
    limit: purchaseLimit,
    payload: { cartId, returnPath, addressId: id.optional(), expectedTotal },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
  purchaseGoodsByCartByKonbini: fanOutside({
    by: 'cart',
    limit: purchaseLimit,
    payload: { cartId, addressId: id.optional(), expectedTotal },
    result: sessionUrl,
    refusals: purchaseRefusals,
  }),
})
