import { z } from 'zod'
import { adminRoles, brandOutside, brandRead, brandWrite, contract, type Issue, type Role } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { id, isHttpUrl, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { englishOfLine } from '#money/orders/contract.ts'
import { fulfillmentStates } from '#money/orders/order.ts'
import {
  isTrackingNumber,
  mostAtOnce,
  pickWays,
  providers,
  returnReasons,
  shipmentStates,
  trackingNumberOf,
} from './fulfillment'

/** Roles that send goods (rule: access.roles). */
export const shippingRoles = ['owner', 'admin', 'shipper'] as const satisfies readonly Role[]

const orderId = id
const fulfillmentId = id
const reason = text({ min: 1, max: 200 })

export const shipment = z.object({
  fulfillmentId,
  state: z.enum(shipmentStates),
  provider: z.enum(providers),
  providerName: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  note: z.string(),
  lines: z.array(z.object({ lineId: id, quantity: z.int() })),
  createdAt: instant,
  shippedAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  editedAt: instant,
  /** The order's address was changed after it had left: it went to the former one. */
  wentElsewhere: z.boolean(),
})

/** A parcel that the carrier brought back; it is a shipment no more. */
export const parcelReturn = z.object({
  fulfillmentId,
  provider: z.enum(providers),
  providerName: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  /** It counted as delivered before. */
  isDelivered: z.boolean(),
  lines: z.array(z.object({ lineId: id, quantity: z.int() })),
  shippedAt: instant,
  returnedAt: instant,
  reason: z.enum(returnReasons),
  /** What the carrier charged the club. */
  postage: yen,
  note: z.string(),
  /** Pieces of it are neither sent again nor refunded. */
  isWaiting: z.boolean(),
  /** Nothing has followed from it: it can be taken back. */
  mayUndo: z.boolean(),
})

/** A parcel. `shippedAt` null: its label is printed, the carrier does not have it yet. */
export const parcelFields = {
  provider: z.enum(providers),
  providerName: text({ max: 50 }),
  trackingNumber: text({ max: 40 }).transform(trackingNumberOf),
  /** Empty: the carrier's own page, by the number. */
  trackingUrl: z
    .string()
    .max(500)
    .refine((value) => value === '' || isHttpUrl(value), { params: { rule: 'invalidUrl' } }),
  note: text({ max: 200 }),
  shippedAt: instant.nullable(),
  /** Tells the buyer, by mail. */
  notify: z.boolean(),
}
const checkParcel = (
  parcel: { provider: (typeof providers)[number]; providerName: string; trackingNumber: string },
  issue: Issue,
) => {
  if (!isTrackingNumber(parcel.provider, parcel.trackingNumber)) issue('trackingNumber', 'invalidTracking')
}

export const fullPostalCode = text({ max: 10 })
  .transform((value) => value.normalize('NFKC').replace(/[-\s‐−ー]/g, ''))
  .refine((value) => /^\d{7}$/.test(value), { params: { rule: 'invalidPostalCode' } })
export const phone = text({ min: 1, max: 20 })
  .transform((value) => value.normalize('NFKC').replace(/[-\s()ー‐−]/g, ''))
  .refine((value) => /^0\d{9,10}$/.test(value), { params: { rule: 'invalidPhone' } })

export const addressFields = {
  recipientName: text({ min: 1, max: 50 }),
  recipientPhone: phone,
  postalCode: fullPostalCode,
  prefecture: text({ min: 1, max: 10 }),
  town: text({ min: 1, max: 100 }),
  address: text({ max: 100 }),
  building: text({ max: 100 }),
}
export const address = z.object(
  Object.fromEntries(Object.keys(addressFields).map((key) => [key, z.string()])) as Record<
    keyof typeof addressFields,
    z.ZodString
  >,
)

/** What the mail about an order's rest says beside its carrier and number, and to whom. */
export const parcelMail = z.object({
  orderId,
  orderNumber: z.string(),
  to: z.object({
    uid: z.string(),
    locale: z.enum(['ja', 'en']),
    displayName: z.string(),
    /** Has an address that mails go to. */
    isReachable: z.boolean(),
  }),
  items: z.array(z.object({ name: z.string(), variationName: z.string(), english: englishOfLine, quantity: z.int() })),
})

export type ParcelMail = z.infer<typeof parcelMail>

export const mailKinds = ['purchaseDone', 'shipped', 'voucher'] as const

export const fulfillments = contract({
  startPreparing: brandWrite({
    roles: shippingRoles,
    audit: ['orderIds'],
    payload: { orderIds: z.array(orderId).min(1).max(mostAtOnce) },
    result: z.object({
      results: z.array(
        z.object({ orderId, result: z.enum(['ok', 'orderNotFound', 'awaitingPayment', 'onHold', 'notUnfulfilled']) }),
      ),
    }),
    // Where none of them is the brand's.
    refusals: ['orderNotFound'],
  }),
  createFulfillment: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'provider', 'trackingNumber'],
    limit: { points: 120, seconds: 60 },
    payload: {
      orderId,
      lines: z
        .array(z.object({ lineId: id, quantity: z.int().min(1).max(10_000) }))
        .min(1)
        .max(200),
      ...parcelFields,
    },
    check: ({ lines, ...parcel }, issue) => {
      checkParcel(parcel, issue)
      if (new Set(lines.map(({ lineId }) => lineId)).size < lines.length) issue('lines', 'twice')
    },
    result: z.object({ fulfillment: shipment, fulfillmentState: z.enum(fulfillmentStates) }),
    refusals: ['orderNotFound', 'lineNotFound', 'awaitingPayment', 'onHold', 'nothingToShip', 'notEnough'],
  }),
  /**
   * Ships what is left of each of these orders in one parcel, with a tracking number, or without one where the carrier
   * gives none. Orders that do not qualify stay as they are and are reported.
   */
  shipOrders: brandWrite({
    roles: shippingRoles,
    audit: ['provider', 'parcels', 'notify'],
    limit: { points: 30, seconds: 60 },
    payload: {
      provider: z.enum(providers),
      providerName: text({ max: 50 }),
      parcels: z
        .array(z.object({ orderId, trackingNumber: text({ max: 40 }).transform(trackingNumberOf) }))
        .min(1)
        .max(mostAtOnce),
      notify: z.boolean(),
    },
    check: ({ provider, parcels }, issue) => {
      for (const [n, { trackingNumber }] of parcels.entries())
        if (!isTrackingNumber(provider, trackingNumber)) issue(`parcels.${n}.trackingNumber`, 'invalidTracking')
      if (new Set(parcels.map((one) => one.orderId)).size < parcels.length) issue('parcels', 'twice')
      // A tracking number that occurs twice is taken for a scanning mistake; orders that share a parcel are entered one
      // by one.
      const numbers = parcels.flatMap(({ trackingNumber }) => (trackingNumber === '' ? [] : [trackingNumber]))
      if (new Set(numbers).size < numbers.length) issue('parcels', 'sameTracking')
    },
    result: z.object({
      results: z.array(
        z.object({ orderId, result: z.enum(['ok', 'orderNotFound', 'awaitingPayment', 'onHold', 'nothingToShip']) }),
      ),
    }),
    // Where none of them is the brand's.
    refusals: ['orderNotFound'],
  }),
  /** The mails that `shipOrders` would send, of those orders that it would send now; their carriers and numbers are said there. */
  getParcelMails: brandRead({
    roles: shippingRoles,
    payload: { orderIds: z.array(orderId).min(1).max(mostAtOnce) },
    result: z.object({ brandName: z.string(), mails: z.array(parcelMail) }),
    refusals: ['orderNotFound'],
  }),
  /** A tracking number can be corrected at any time. */
  updateFulfillment: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'fulfillmentId', 'provider', 'trackingNumber'],
    limit: { points: 120, seconds: 60 },
    payload: { orderId, fulfillmentId, ...parcelFields, expectedEditedAt: instant.optional() },
    check: checkParcel,
    result: z.object({ fulfillment: shipment, fulfillmentState: z.enum(fulfillmentStates) }),
    refusals: ['orderNotFound', 'fulfillmentNotFound', 'awaitingPayment', 'onHold', 'notEnough', 'conflict'],
  }),
  /** All parcels of the orders that are on their way. */
  markDelivered: brandWrite({
    roles: shippingRoles,
    audit: ['orderIds'],
    payload: { orderIds: z.array(orderId).min(1).max(mostAtOnce) },
    result: z.object({
      results: z.array(z.object({ orderId, result: z.enum(['ok', 'orderNotFound', 'notShipped']) })),
    }),
    refusals: ['orderNotFound'],
  }),
  /** One step back: an arrival that was none, a parcel that never left, or what nobody was handed. */
  stepFulfillmentBack: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'fulfillmentId', 'reason'],
    payload: { orderId, fulfillmentId, reason },
    result: z.object({ fulfillmentState: z.enum(fulfillmentStates) }),
    refusals: ['orderNotFound', 'fulfillmentNotFound', 'alreadyRefunded'],
  }),
  /** The carrier brought a sent parcel back: its pieces are to be sent again, or refunded. Its buyer is mailed. */
  recordParcelReturn: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'fulfillmentId', 'reason', 'postage'],
    payload: {
      orderId,
      fulfillmentId,
      reason: z.enum(returnReasons),
      /** What the carrier charged the club: kept with the parcel, and booked nowhere. */
      postage: yen,
      note: text({ max: 200 }),
    },
    /** `returnedAt`: which return it is, for taking it back. */
    result: z.object({ fulfillmentState: z.enum(fulfillmentStates), returnedAt: instant }),
    refusals: ['orderNotFound', 'fulfillmentNotFound', 'parcelNotSent', 'alreadyReturned', 'returnRefunded'],
  }),
  /**
   * A return that was recorded by mistake: the parcel is what it was before. Its buyer, who was mailed that it came back, is mailed
   * that it did not.
   */
  undoParcelReturn: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'fulfillmentId'],
    limit: { points: 120, seconds: 60 },
    payload: {
      orderId,
      fulfillmentId,
      /** Which return it is: a parcel may have come back anew since a tab was opened. */
      expectedReturnedAt: instant,
    },
    result: z.object({ fulfillmentState: z.enum(fulfillmentStates) }),
    refusals: [
      'orderNotFound',
      'fulfillmentNotFound',
      'notReturned',
      'conflict',
      'parcelNotKept',
      'refundedSince',
      'sentAgain',
    ],
  }),
  /** Before anything has been sent: what was paid goes back, and what was kept may be sold again. */
  cancelOrder: brandOutside({
    roles: adminRoles,
    fresh: true,
    audit: ['orderId', 'reason', 'restock'],
    payload: { orderId, reason, restock: z.boolean() },
    result: z.object({ state: z.string() }),
    refusals: [
      'orderNotFound',
      'notGoods',
      'orderClosed',
      'alreadyPaid',
      'beingPaid',
      'alreadyShipped',
      'refundNeedsEmail',
      'paymentRefused',
    ],
  }),
  addOrderNote: brandWrite({
    roles: shippingRoles,
    audit: ['orderId'],
    payload: { orderId, note: text({ min: 1, max: 1000, lines: true }) },
    result: z.object({}),
    refusals: ['orderNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  updateOrderAddress: brandWrite({
    roles: shippingRoles,
    audit: ['orderId'],
    payload: { orderId, ...addressFields },
    result: z.object({}),
    refusals: ['orderNotFound', 'nothingToShip', 'alreadyShipped'],
  }),
  holdOrder: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'reason'],
    payload: { orderId, reason },
    result: z.object({}),
    refusals: ['orderNotFound', 'awaitingPayment', 'nothingToShip', 'onHold'],
  }),
  releaseOrder: brandWrite({
    roles: shippingRoles,
    audit: ['orderId'],
    payload: { orderId },
    result: z.object({ fulfillmentState: z.enum(fulfillmentStates) }),
    refusals: ['orderNotFound', 'notOnHold', 'refundUnderway'],
  }),
  resendOrderMail: brandWrite({
    roles: shippingRoles,
    audit: ['orderId', 'kind'],
    payload: { orderId, kind: z.enum(mailKinds) },
    result: z.object({}),
    refusals: ['orderNotFound', 'notPaid', 'notShipped', 'noVoucher'],
    limit: { points: 20, seconds: 3600 },
  }),
  /** Each look at an address is in the audit log: a write, although it changes nothing of the order. */
  revealOrderAddress: brandWrite({
    roles: shippingRoles,
    audit: ['orderId'],
    payload: { orderId },
    /** `sent`: parcels that went to an address that was changed afterwards. */
    result: z.object({ address, sent: z.array(z.object({ fulfillmentId, address })) }),
    refusals: ['orderNotFound', 'noAddress', 'addressHidden'],
  }),
  /** The pieces that wait to be packed or handed over, by goods and variation, those that wait longest first. No addresses. */
  getPickList: brandRead({
    roles: shippingRoles,
    payload: { way: z.enum(pickWays) },
    result: z.object({
      rows: z.array(
        z.object({
          goodsId: z.string(),
          variationId: z.string(),
          name: z.string(),
          variationName: z.string(),
          sku: z.string(),
          pieces: z.int(),
          orders: z.int(),
          /** When the first of these orders was placed. */
          oldestAt: instant,
        }),
      ),
      /** There are more rows than are shown. */
      isCut: z.boolean(),
    }),
  }),
  /** Packing slips of these orders, for printing. */
  getPackingSlips: brandWrite({
    roles: shippingRoles,
    audit: ['orderIds'],
    payload: { orderIds: z.array(orderId).min(1).max(mostAtOnce) },
    result: z.object({
      brandName: z.string(),
      /** The seller as the legal notice names it; '' of what it does not say. */
      sender: z.object({ name: z.string(), postalCode: z.string(), address: z.string(), phone: z.string() }),
      slips: z.array(
        z.object({
          orderId,
          orderNumber: z.string(),
          placedAt: instant,
          /** Null once it is no longer shown, and where nothing is sent now. */
          address: address.nullable(),
          /** What is laid in. `sku`: the shop's number as it is now; '' where it has none. */
          lines: z.array(
            z.object({
              lineId: id,
              name: z.string(),
              variationName: z.string(),
              sku: z.string(),
              unitPrice: yen,
              quantity: z.int(),
            }),
          ),
          /** Of the whole order. `others`: what was bought with it and is not in this parcel. */
          sums: z.object({ others: yen, shippingFee: yen, konbiniFee: yen, total: yen, refunded: yen }),
          /** When its address was changed, if no label or slip was made of it since; otherwise null. */
          addressChangedAt: instant.nullable(),
        }),
      ),
    }),
    refusals: ['orderNotFound'],
  }),
})
