import { z } from 'zod'
import { adminRoles, brandOutside, brandRead, brandWrite, contract } from '#kit/contract.ts'
import { searchText, sortOf } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { englishOfLine, orderRoles, paymentState } from '#money/orders/contract.ts'
import { fulfillmentStates, orderKinds, paymentStates } from '#money/orders/order.ts'
import { parcelReturn, shipment, shippingRoles } from '../parcels/contract'
import { providers } from '../parcels/fulfillment'

const orderId = id

/** Each order is in exactly one tab (`orders.tab`), and in `all`. */
export const orderTabs = ['todo', 'awaiting', 'preparing', 'shipped', 'done', 'closed', 'all'] as const
export type OrderTab = (typeof orderTabs)[number]

/**
 * What an order needs beside its state (rule: goods.needs). The first three keep it in the tab `todo`; of one that is still to be sent
 * the address may have been changed since a label or slip was made, or a parcel came back.
 */
export const orderNeeds = ['partSent', 'refundFailed', 'disputed', 'addressChanged', 'cameBack'] as const
export type OrderNeed = (typeof orderNeeds)[number]

const orderRow = z.object({
  orderId,
  orderNumber: z.string(),
  kind: z.enum(orderKinds),
  paymentMethod: z.enum(['card', 'konbini']),
  paymentState,
  fulfillmentState: z.enum(fulfillmentStates),
  items: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** Nothing of it is sent: it is handed over at a venue. */
  isPickUp: z.boolean(),
  /** When the last pick-up hour ended, if pieces of it were not collected by then; otherwise null. */
  notCollectedSince: instant.nullable(),
  needs: z.object({
    /** A part has left: how many pieces are still to leave, of how many. */
    partSent: z.object({ left: z.int(), of: z.int() }).nullable(),
    /** Until the money was refunded again, or staff said how it was settled. */
    refundFailed: z.boolean(),
    /** When the address was changed, while a label of it is still to be made. */
    addressChangedAt: instant.nullable(),
    /** When a parcel came back, until its pieces are sent again or refunded. */
    cameBackAt: instant.nullable(),
    /** Open; `evidenceDueAt`: until when evidence can be handed in. */
    dispute: z.object({ state: z.enum(['inquiry', 'open']), evidenceDueAt: instant.nullable() }).nullable(),
  }),
  buyerName: z.string(),
  total: yen,
  refunded: yen,
  placedAt: instant,
  paidAt: instant.nullable(),
  expiresAt: instant.nullable(),
})
const counts = z.object(Object.fromEntries(orderTabs.map((tab) => [tab, z.int()])) as Record<OrderTab, z.ZodInt>)

export const dateFields = ['placedAt', 'paidAt'] as const

/** Filter of the list and of its export. */
export const orderFilter = {
  tab: z.enum(orderTabs).optional(),
  kind: z.enum(orderKinds).optional(),
  method: z.enum(['card', 'konbini']).optional(),
  /** An order's number, a tracking number, what was bought, or who bought it. */
  q: searchText.optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** Which of its moments `from` and `to` are about. */
  dateField: z.enum(dateFields).optional(),
  goodsId: id.optional(),
  /** Goods on sale for this event. */
  eventId: id.optional(),
  /** Any of those that are named; none is named: any at all. */
  paymentState: z.array(paymentState).max(paymentStates.length).optional(),
  fulfillmentState: z.array(z.enum(fulfillmentStates)).max(fulfillmentStates.length).optional(),
  /** Orders of one person. */
  uid: id.optional(),
  /** Paid at some time, whatever became of them. */
  isPaid: z.literal(true).optional(),
  prefecture: text({ max: 10 }).optional(),
  hasTracking: z.boolean().optional(),
  /** A parcel left between these moments, with this carrier if given. */
  shippedFrom: instant.optional(),
  shippedTo: instant.optional(),
  carrier: z.enum(providers).optional(),
  amountFrom: yen.optional(),
  amountTo: yen.optional(),
  /** A late payment without a decision. */
  isLate: z.boolean().optional(),
  needs: z.enum(orderNeeds).optional(),
}

/** Orders of one total stand by when they were placed, in the same direction. */
export const orderSorts = ['placedAt', 'total'] as const
const orderSort = sortOf(orderSorts)

const lastOfSome = z.object({ placedAt: instant, total: yen, orderId })

export const staffOrders = contract({
  getOrders: brandRead({
    roles: orderRoles,
    payload: { ...orderFilter, sort: orderSort.optional(), pagination: paginationRequest.optional() },
    result: z.object({
      orders: z.array(orderRow),
      counts,
      /** The reader may prepare and send. */
      canShip: z.boolean(),
      /** The search takes a buyer's e-mail address, too. */
      findsByEmail: z.boolean(),
      pagination,
    }),
  }),
  /**
   * Ids of all matching orders, newest first or in the order that is asked, as many as one action takes. `after` continues behind the last one, so
   * orders that moved to another tab meanwhile are neither repeated nor skipped.
   */
  getOrderIds: brandRead({
    roles: shippingRoles,
    payload: { ...orderFilter, sort: orderSort.optional(), after: lastOfSome.optional() },
    result: z.object({
      orders: z.array(z.object({ orderId, orderNumber: z.string() })),
      /** Null: there are no more. */
      next: lastOfSome.nullable(),
    }),
  }),
  /** Goods of events that this brand sells, the newest 100, by the names that its orders say anyway: to narrow the list by. */
  getOrderChoices: brandRead({
    roles: orderRoles,
    payload: {},
    result: z.object({ eventGoods: z.array(z.object({ goodsId: id, name: z.string() })) }),
  }),
  getOrder: brandRead({
    roles: orderRoles,
    payload: { orderId },
    result: z.object({
      order: orderRow.extend({
        brandName: z.string(),
        brandSlug: z.string(),
        subtotal: yen,
        shippingFee: yen,
        konbiniFee: yen,
        planId: id.nullable(),
        period: backNumberPeriod.nullable(),
        closedAt: instant.nullable(),
        note: z.string(),
        lines: z.array(
          z.object({
            lineId: id,
            name: z.string(),
            variationName: z.string(),
            english: englishOfLine,
            thumbnail: z.string(),
            goodsId: z.string().nullable(),
            deliveryMethod: z.enum(['physical', 'digital']).nullable(),
            unitPrice: yen,
            quantity: z.int(),
            fulfilledQuantity: z.int(),
            refundedQuantity: z.int(),
            /** How many still have to be sent. */
            toSend: z.int(),
            /** Handed over at a venue. */
            isPickUp: z.boolean().optional(),
          }),
        ),
        shipments: z.array(shipment),
        /** Parcels that the carrier brought back, oldest first. */
        returns: z.array(parcelReturn),
        /** Where it goes, as far as everybody who reads orders may know; the rest is revealed. */
        destination: z.object({ prefecture: z.string(), isHidden: z.boolean() }).nullable(),
        /** Addressee and purpose of the receipt as the buyer chose them; null where they have not. */
        receipt: z.object({ issuedTo: z.string(), purpose: z.string() }).nullable(),
        buyer: z.object({
          uid: z.string(),
          /** The page of this fan, for who may open it. */
          fanId: id.nullable(),
          locale: z.enum(['ja', 'en']),
          /** The account is gone: of goods that are still to be sent the address is kept. */
          isDeleted: z.boolean(),
          displayName: z.string(),
          /** Has an address that mails go to. */
          isReachable: z.boolean(),
          memberNumber: z.int().nullable(),
          email: z.string(),
        }),
        konbini: z
          .object({
            state: z.string(),
            expiresAt: instant,
            /** A store takes the money now. */
            isOpen: z.boolean(),
            /** Until when it may be extended; null where it may not be. */
            extendableUntil: instant.nullable(),
            /** That have a code for it. */
            stores: z.array(z.string()),
          })
          .nullable(),
        late: z
          .object({ amount: yen, arrivedAt: instant, resolution: z.enum(['accepted', 'refunded']).nullable() })
          .nullable(),
        refunds: z.array(
          z.object({
            refundId: id,
            amount: yen,
            state: z.string(),
            reason: z.string(),
            requestedAt: instant,
            /** Until when a store's buyer may name a bank account. */
            answerUntil: instant.nullable(),
            /** It failed, and staff said that it was settled in another way. */
            isHandled: z.boolean(),
          }),
        ),
        /** Yen that a store's buyer named no bank account for in time, and may ask for again. */
        refundWaits: yen,
        disputes: z.array(
          z.object({
            disputeId: id,
            amount: yen,
            state: z.enum(['inquiry', 'inquiryClosed', 'open', 'won', 'lost']),
            openedAt: instant,
            /** The provider's word: `fraudulent`, `product_not_received` and others. */
            reason: z.string(),
            /** Until when evidence can be handed in. */
            evidenceDueAt: instant.nullable(),
          }),
        ),
        timeline: z.array(z.object({ at: instant, what: z.string(), actorName: z.string(), detail: z.string() })),
      }),
      canRefund: z.boolean(),
      /** Whether an order on hold may be released now. */
      canRelease: z.boolean(),
      /** The reader may send goods and look after the order. */
      canShip: z.boolean(),
      /** Nothing of it has been sent, and the reader may end it. */
      canCancel: z.boolean(),
      /** Late money waits, and the reader may decide about it. */
      canResolveLate: z.boolean(),
      /** What the buyer is told when it is accepted; null where the reader decides nothing. */
      lateMail: z.object({ subject: z.string(), text: z.string() }).nullable(),
      /** A refund failed, and the reader may say how it was settled. */
      canHandleRefund: z.boolean(),
      /** A dispute or a bank's question is open, and the reader may write to the operators, who answer it. */
      canSendEvidence: z.boolean(),
      refundable: yen,
      /** The part of the shipping fee that has no refund, done or under way. */
      refundableShipping: yen,
    }),
    refusals: ['orderNotFound'],
  }),
  refundOrder: brandOutside({
    roles: adminRoles,
    fresh: true,
    audit: ['orderId', 'amount', 'lines', 'shippingFee', 'restock', 'reason'],
    payload: {
      orderId,
      /** Either an amount, or pieces and shipping, whose amount follows. */
      amount: yen.min(1).optional(),
      lines: z
        .array(z.object({ lineId: id, quantity: z.int().min(1).max(10_000) }))
        .max(200)
        .optional(),
      shippingFee: yen.optional(),
      /** Whether the pieces may be sold again. */
      restock: z.boolean().optional(),
      reason: text({ min: 1, max: 200 }),
    },
    check: ({ amount, lines = [], shippingFee = 0 }, issue) => {
      const isOfGoods = lines.length > 0 || shippingFee > 0
      if ((amount === undefined) !== isOfGoods) issue('amount', 'required')
      if (new Set(lines.map(({ lineId }) => lineId)).size < lines.length) issue('lines', 'twice')
    },
    result: z.object({ refundId: id, state: z.string() }),
    refusals: ['orderNotFound', 'notPaid', 'refundExceedsPaid', 'refundNeedsEmail', 'paymentRefused'],
  }),
  /** A second voucher with a later deadline, once an order; the first one can no longer be paid. */
  extendVoucher: brandOutside({
    roles: shippingRoles,
    sells: 'always',
    audit: ['orderId'],
    payload: { orderId },
    result: z.object({ expiresAt: instant }),
    refusals: [
      'orderNotFound',
      'orderClosed',
      'alreadyExtended',
      'cannotExtend',
      'alreadyPaid',
      'beingPaid',
      'storesUnavailable',
      'paymentRefused',
      'tenantSuspended',
    ],
    limit: { points: 20, seconds: 3600 },
  }),
  /** A refund that failed was settled in another way, for example by a bank transfer: the order no longer waits for it. */
  markRefundHandled: brandWrite({
    roles: adminRoles,
    audit: ['orderId', 'reason'],
    payload: { orderId, reason: text({ min: 1, max: 200 }) },
    result: z.object({}),
    refusals: ['orderNotFound', 'noFailedRefund'],
  }),
  /** A payment for an order that was already closed: accept it and reopen the order, or refund it. */
  resolveLatePayment: brandWrite({
    roles: adminRoles,
    audit: ['orderId', 'action'],
    payload: { orderId, action: z.enum(['accept', 'refund']) },
    result: z.object({}),
    refusals: ['orderNotFound', 'notLate', 'cannotAccept'],
  }),
})
