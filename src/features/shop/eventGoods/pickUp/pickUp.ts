import { z } from 'zod'
import { day, type Instant, instant } from '#kit/time.ts'
import type { FulfillmentState, PaymentState } from '#money/orders/order.ts'
import { isPaid } from '#money/orders/order.ts'

/** Prefix of the QR code's text on the order page; the desk accepts no other codes. */
const prefix = 'tsudoi:pick-up:'
export const codeOf = (orderId: string) => `${prefix}${orderId}`

/** Normalizes scanned or typed text to an order id or number: A 123, a000123 and Ａ－０００１２３ are the same. */
export const readCode = (typed: string): string => {
  const text = typed.normalize('NFKC').trim()
  if (text.startsWith(prefix)) return text.slice(prefix.length)
  if (text.startsWith('order_')) return text
  const [, letters = 'A', digits] = /^([A-Za-z]?)[\s\-‐‑–—−ー]*(\d{1,12})$/.exec(text) ?? []
  return digits === undefined
    ? text
    : `${(letters || 'A').toUpperCase()}-${digits.replace(/^0+(?=\d{6})/, '').padStart(6, '0')}`
}

type Line = { isPickUp: boolean; quantity: number; fulfilledQuantity: number; refundedQuantity: number }
/** Number of pieces that still have to be handed over. */
export const toHand = ({ isPickUp, quantity, fulfilledQuantity, refundedQuantity }: Line) =>
  isPickUp ? Math.max(0, quantity - fulfilledQuantity - refundedQuantity) : 0

const pickUpStates = ['ready', 'done', 'unpaid', 'refunded', 'nothingToPickUp'] as const
export type PickUpState = (typeof pickUpStates)[number]
export const pickUpStateOf = (
  { paymentState }: { paymentState: PaymentState; fulfillmentState: FulfillmentState },
  lines: readonly Line[],
): PickUpState => {
  const mine = lines.filter(({ isPickUp }) => isPickUp)
  if (mine.length === 0) return 'nothingToPickUp'
  if (paymentState === 'refunded') return 'refunded'
  if (!isPaid(paymentState)) return 'unpaid'
  if (mine.some((line) => toHand(line) > 0)) return 'ready'
  return mine.some(({ fulfilledQuantity }) => fulfilledQuantity > 0) ? 'done' : 'refunded'
}

/** Number of orders that the desk loads at once for use without a connection. */
export const deskPage = 200

/**
 * When pieces were handed over. A device that was without a connection says so afterwards; its clock may be wrong, so
 * what is not of the last 24 hours is not believed.
 */
export const handedAtOf = (said: Instant | undefined, now: Instant): Instant =>
  said !== undefined && said > now - day && said <= now ? said : now

/** What the buyer sees of the goods of an order that are handed over at venues: the code to scan, places and times. */
export const orderPickUp = z.object({
  code: z.string(),
  state: z.enum(pickUpStates),
  venues: z.array(
    z.object({
      venueName: z.string(),
      windows: z.array(z.object({ from: instant, to: instant })),
      items: z.array(z.string()),
    }),
  ),
})
export type OrderPickUp = z.infer<typeof orderPickUp>
