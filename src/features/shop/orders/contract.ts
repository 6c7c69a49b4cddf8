import { z } from 'zod'
import { contract, fanRead } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { paymentState, refundQuestion } from '#money/orders/contract.ts'
import { fulfillmentStates } from '#money/orders/order.ts'
import { shippingAddress } from '../carts/addresses/contract'
import { download } from '../downloads/contract'
import { orderPickUp } from '../eventGoods/pickUp/pickUp'
import { returnReasons } from '../parcels/fulfillment'

const deliveryInfo = z.discriminatedUnion('type', [
  z.object({ type: z.literal('physical'), deliveryTimeText: z.string() }),
  /** Empty until it is paid, and after it was refunded. */
  z.object({ type: z.literal('digital'), downloadUrl: z.string() }),
])
const orderedGoods = z.object({
  id,
  /** Spelled so in the specification. */
  bransSlug: z.string(),
  name: z.string(),
  price: yen,
  thumbnail: z.string(),
  deliveryInfo,
  variation: z.object({ variationId: id, variationName: z.string() }),
  quantity: z.int().min(1),
})

/** An order of goods as its buyer sees it, and below what its page needs besides. */
export const orderDetail = z.object({
  orderId: id,
  orderedGoods: z.array(orderedGoods),
  /** The order's own copy: its id is the order's. Null where nothing is sent. */
  shippingAddress: shippingAddress.nullable(),
  paymentInfo: z.object({ paymentMethod: z.enum(['card', 'konbini']), paymentNumber: z.string().optional() }),
  /** Null until it is paid. In `preparing` no carrier is known yet: the three texts are empty. */
  shippingProviderInfo: z
    .object({
      providerName: z.string(),
      trackingNumber: z.string(),
      trackingUrl: z.string(),
      shippingStatus: z.enum(['preparing', 'shipping', 'shipped', 'delivered']),
    })
    .nullable(),
  /** Beyond the specification: every parcel, what was handed over at a venue is none; the one above is the last of them. */
  shipments: z.array(
    z.object({
      fulfillmentId: id,
      providerName: z.string(),
      trackingNumber: z.string(),
      trackingUrl: z.string(),
      shippingStatus: z.enum(['shipping', 'shipped', 'delivered']),
      shippedAt: instant.nullable(),
      /** Where it went, if the address was changed after it had left. */
      wentTo: shippingAddress.pick({ recipientName: true, postalCode: true, address: true }).nullable(),
      items: z.array(z.object({ name: z.string(), variationName: z.string(), quantity: z.int() })),
    }),
  ),
  /** Beyond the specification: parcels that came back, until what was in them is sent again or refunded. */
  returns: z.array(
    z.object({
      fulfillmentId: id,
      returnedAt: instant,
      reason: z.enum(returnReasons),
      items: z.array(z.object({ name: z.string(), variationName: z.string(), quantity: z.int() })),
    }),
  ),
  /** Beyond the specification: the files of what is digital, once it is paid. */
  downloads: z.array(download),
  /** Event goods that are handed over at a venue: the code to scan, place and time. Null without such goods. */
  pickUp: orderPickUp.nullable(),
  orderSummary: z.object({ subtotal: yen, shippingFee: yen, totalFee: yen }),
  orderNumber: z.string(),
  brandName: z.string(),
  placedAt: instant,
  paidAt: instant.nullable(),
  expiresAt: instant.nullable(),
  paymentState,
  fulfillmentState: z.enum(fulfillmentStates),
  konbiniFee: yen,
  refunded: yen,
  refund: refundQuestion.nullable(),
  /** The card's bank has taken the money back, and has not decided yet. */
  isDisputed: z.boolean(),
  isPayable: z.boolean(),
  hasReceipt: z.boolean(),
})
export type OrderDetail = z.infer<typeof orderDetail>

export const goodsOrders = contract({
  getOrderDetail: fanRead({
    by: 'order',
    payload: { orderId: id },
    result: z.object({ orderDetail }),
    refusals: ['orderNotFound'],
  }),
})
