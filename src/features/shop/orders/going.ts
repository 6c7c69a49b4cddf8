import { day, type Instant } from '#kit/time.ts'
import type { FulfillmentState, PaymentMethod, PaymentState } from '#money/orders/order.ts'
import { isPaid, isPayable } from '#money/orders/order.ts'
import { type PickUpState, pickUpStateOf } from '../eventGoods/pickUp/pickUp'

/** What an order waits for, as its buyer sees it: for them (the first four), or for the club and its carrier. */
export const goings = ['pay', 'refund', 'pickUp', 'download', 'sent', 'preparing'] as const
export type Going = (typeof goings)[number]
/** Those that wait for the buyer. */
export const isTheirs = (going: Going): boolean => going !== 'sent' && going !== 'preparing'

/** A parcel is on its way for so long, where no carrier says that it has arrived. */
export const onItsWayFor = 10 * day
/** For so long somebody is reminded of files that they have not fetched. */
export const fetchedWithin = 30 * day

type Order = {
  paymentState: PaymentState
  paymentMethod: PaymentMethod
  fulfillmentState: FulfillmentState
  expiresAt: Instant | null
  sessionUrl: string | null
  paidAt: Instant | null
}
type Line = { isPickUp: boolean; quantity: number; fulfilledQuantity: number; refundedQuantity: number }
type Facts = { lines: readonly Line[]; asksForAccount: boolean; hasUnfetched: boolean; sentAt: Instant | null }

/** Null: nothing of it is awaited any more. What waits for the buyer goes first. */
export const goingOf = (
  order: Order,
  { lines, asksForAccount, hasUnfetched, sentAt }: Facts,
  now: Instant,
): Going | null => {
  if (isPayable(order, now)) return 'pay'
  if (asksForAccount) return 'refund'
  if (!isPaid(order.paymentState)) return null
  const ready: PickUpState = 'ready'
  if (pickUpStateOf(order, lines) === ready) return 'pickUp'
  if (hasUnfetched && order.paidAt !== null && order.paidAt > now - fetchedWithin) return 'download'
  switch (order.fulfillmentState) {
    case 'shipped':
      return sentAt !== null && sentAt > now - onItsWayFor ? 'sent' : null
    case 'unfulfilled':
    case 'preparing':
    case 'onHold':
      return 'preparing'
    case 'partiallyShipped':
      return sentAt !== null && sentAt > now - onItsWayFor ? 'sent' : 'preparing'
    default:
      return null
  }
}
