import { z } from 'zod'
import { safeRedirect } from '#club/identity/identity.ts'
import type { Role } from '#kit/contract.ts'
import { contract, fanOutside, fanRead, fanWrite } from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { yen } from '#kit/money.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { email, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { orderKinds, paymentStates } from './order'

/** Roles that handle orders (rule: access.roles). */
export const orderRoles = ['owner', 'admin', 'shipper', 'accountant'] as const satisfies readonly Role[]

const inFanPages = (value: string) => {
  const path = safeRedirect(value)
  return path.startsWith('/fc/') || path.startsWith('/en/fc/')
}
/** Return path after payment, on this site under /fc/ (rule: access.paths); null is /fc/me/plans. */
export const returnPath = z
  .string()
  .max(2000)
  .refine(inFanPages, { params: { rule: 'invalidUrl' } })
  .nullable()
  .optional()

export const paymentState = z.enum(paymentStates)
/** What a line of an order keeps of English texts. */
export const englishOfLine = englishTexts({ name: z.string(), variationName: z.string() })
const orderId = id
export const sessionUrl = z.object({ sessionUrl: z.string() })
export const purchaseLimit = { points: 10, seconds: 60 }

/** Why a purchase cannot begin. */
export const purchaseRefusals = [
  'planNotFound',
  'planNotOnSale',
  'alreadySubscribed',
  'alreadyOwned',
  'awaitingPayment',
  'beingPaid',
  'notSelling',
  'tenantSuspended',
  'blocked',
  'konbiniUnavailable',
  'paymentRefused',
] as const

/** A phone number as a store's terminal takes it: 10 or 11 digits; hyphens and spaces are dropped. */
const phone = text({ min: 1, max: 20 })
  .transform((value) => value.normalize('NFKC').replace(/[-\s()ー‐−]/g, ''))
  .refine((value) => /^0\d{9,10}$/.test(value), { params: { rule: 'invalidPhone' } })

/** Texts shown before payment (rule: money.confirmation), exactly as kept with the order. */
const confirmation = z.object({
  quantity: z.string(),
  price: z.string(),
  payment: z.string(),
  start: z.string(),
  cancellation: z.string(),
  deadline: z.string(),
})
const store = z.object({ store: z.string(), paymentCode: z.string(), confirmationNumber: z.string() })
export const konbiniPayment = z.object({
  orderId,
  orderNumber: z.string(),
  kind: z.enum(orderKinds),
  brand: z.object({ name: z.string(), slug: z.string(), icon: z.string() }),
  items: z.array(z.object({ name: z.string(), price: yen, quantity: z.int() })),
  subtotal: yen,
  shippingFee: yen,
  konbiniPaymentFee: yen,
  total: yen,
  /** `creating`: no voucher yet. */
  state: z.enum(['creating', 'issued', 'paid', 'expired', 'canceled', 'failed']),
  paymentState,
  expiresAt: instant,
  /** Until when the voucher has to be made, else the order lapses; null once there is one. */
  issueBy: instant.nullable(),
  voucherUrl: z.string(),
  /** Where the numbers were mailed, and whether that is the confirmed address of the account; empty before there are any. */
  mailedTo: z.string(),
  isMailVerified: z.boolean(),
  stores: z.array(store),
  returnPath: z.string(),
  /** Until there is a voucher; null of orders that were made without one. */
  confirmation: confirmation.nullable(),
})

/** Money that goes back to a store's buyer, who has to name a bank account to the provider, which asks by mail. */
export const refundQuestion = z.object({
  amount: yen,
  /** The buyer is being asked; otherwise nobody answered in time, and the buyer may have the question asked again. */
  isAsked: z.boolean(),
  /** Until when the question can be answered. */
  until: instant.nullable(),
})
export type RefundQuestion = z.infer<typeof refundQuestion>

/** A person's line of their own history (rule: money.moves). */
const historyItem = z.object({
  orderId,
  items: z.array(z.object({ name: z.string() })),
  purchasedAt: instant,
  brandName: z.string(),
  paymentMode: z.enum(['payment', 'subscription']),
  status: z.enum(['active', 'incomplete', 'canceled', 'refunded']),
  totalPrice: yen,
  hasOrderDetail: z.boolean().optional(),
  /** Beyond the specification: what the history's actions need. */
  brandSlug: z.string(),
  /** Of the first item; empty where it has none. */
  thumbnail: z.string(),
  orderNumber: z.string(),
  paymentMethod: z.enum(['card', 'konbini']),
  isPayable: z.boolean(),
  /** Paid after the deadline: the club has to accept or refund it. */
  isLate: z.boolean(),
  hasReceipt: z.boolean(),
  refund: refundQuestion.nullable(),
  /** The card's bank has taken the money back, and has not decided yet. */
  isDisputed: z.boolean(),
})

export const receipt = z.object({
  orderId,
  orderNumber: z.string(),
  issuedTo: z.string(),
  /** What the payment is said to be for (但し書き); empty if nothing was chosen. */
  purpose: z.string(),
  /** Whether the fan has chosen both, after which they are fixed; before, `issuedTo` is the fan's name as it is today. */
  isAddressed: z.boolean(),
  brandName: z.string(),
  brandSlug: z.string(),
  sellerNotice: z.string(),
  invoiceNumber: z.string(),
  paidAt: instant,
  paymentMethod: z.enum(['card', 'konbini']),
  lines: z.array(
    z.object({
      name: z.string(),
      unitPrice: yen,
      quantity: z.int(),
      amount: yen,
      /** Sold at the reduced rate (軽減税率). */
      isReducedTax: z.boolean(),
    }),
  ),
  subtotal: yen,
  shippingFee: yen,
  /** The club's part, and what of that went back. Prices include consumption tax; `taxIncluded` is that of the part that is left. */
  total: yen,
  refunded: yen,
  taxRate: z.int(),
  taxIncluded: yen,
  /** The part that is left by rate, `taxRate` first; a rate at which nothing was sold is left out. */
  byRate: z.array(z.object({ rate: z.int(), isReduced: z.boolean(), amount: yen, taxIncluded: yen })),
  /** The store fee, which is a service of the platform; null where none was paid. */
  platform: z.object({ name: z.string(), invoiceNumber: z.string(), fee: yen, taxIncluded: yen }).nullable(),
  /** All that was paid and did not go back. */
  received: yen,
})

export const receiptToLength = 100
export const receiptForLength = 100

export const orders = contract({
  getKonbiniPayment: fanRead({
    by: 'order',
    payload: { orderId },
    result: konbiniPayment,
    refusals: ['orderNotFound'],
  }),
  /** While its club is suspended only of the next term of a membership, or where there is a voucher already. */
  issueKonbiniPayment: fanOutside({
    by: 'order',
    sells: 'partly',
    limit: purchaseLimit,
    payload: { orderId, name: text({ min: 1, max: 50 }), email, phone },
    result: konbiniPayment,
    refusals: ['orderNotFound', 'orderClosed', 'paymentRefused', 'storesUnavailable', 'tenantSuspended'],
  }),
  cancelPaymentKonbini: fanOutside({
    by: 'order',
    payload: { orderId },
    result: z.object({}),
    refusals: ['orderNotFound', 'orderClosed', 'alreadyPaid', 'beingPaid'],
  }),
  /** Where an order that is not paid can be paid. */
  getOrderPaymentUrl: fanRead({
    by: 'order',
    payload: { orderId },
    result: z.object({ paymentUrl: z.string() }),
    refusals: ['orderNotFound', 'orderClosed'],
  }),
  getOrderReceiptUrl: fanRead({
    by: 'order',
    payload: { orderId },
    result: z.object({ receiptUrl: z.string() }),
    refusals: ['orderNotFound', 'notPaid'],
  }),
  getOrderReceipt: fanRead({
    by: 'order',
    payload: { orderId },
    result: receipt,
    refusals: ['orderNotFound', 'notPaid'],
  }),
  /** Addressee and purpose of the receipt, which are chosen once. */
  addressReceipt: fanWrite({
    by: 'order',
    payload: { orderId, issuedTo: text({ min: 1, max: receiptToLength }), purpose: text({ max: receiptForLength }) },
    result: receipt,
    refusals: ['orderNotFound', 'notPaid', 'receiptFixed'],
  }),
  /** The receipt as a PDF, in base64. It is issued with this: whom it names as seller and platform is kept. */
  getOrderReceiptFile: fanWrite({
    by: 'order',
    payload: { orderId },
    result: z.object({ fileName: z.string(), contentType: z.string(), data: z.string() }),
    refusals: ['orderNotFound', 'notPaid'],
    limit: { points: 20, seconds: 60 },
  }),
  /** The bank account that a refund waits for is asked for once more, at this address. */
  askRefundAgain: fanOutside({
    by: 'order',
    limit: purchaseLimit,
    payload: { orderId, email },
    result: z.object({}),
    refusals: ['orderNotFound', 'nothingToRefund', 'paymentRefused'],
  }),
  getFanClubOrderHistory: fanRead({
    payload: {
      filterOption: z.object({ orderItemType: z.enum(['plan', 'goods']).nullable() }).optional(),
      pagination: paginationRequest.optional(),
    },
    result: z.object({ historyItems: z.array(historyItem), pagination }),
  }),
})
