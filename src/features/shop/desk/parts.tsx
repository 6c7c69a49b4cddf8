import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import type { Instant } from '#kit/time.ts'
import type { FulfillmentState, PaymentState } from '#money/orders/order.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Notice } from '#ui/Card.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { staffOrders } from './contract'
import { useStaffOrderWords } from './words'

const tones: Record<PaymentState, Tone> = {
  awaitingPayment: 'info',
  paid: 'ok',
  partiallyRefunded: 'warn',
  refunded: 'plain',
  expired: 'plain',
  canceled: 'plain',
  failed: 'bad',
  paidLate: 'warn',
}

export const OrderBadge = ({ state }: { state: PaymentState }) => {
  const { states } = useStaffOrderWords()
  return <Badge tone={tones[state]}>{states[state]}</Badge>
}

const goodsTones: Record<FulfillmentState, Tone> = {
  notRequired: 'plain',
  unfulfilled: 'warn',
  preparing: 'info',
  partiallyShipped: 'warn',
  shipped: 'ok',
  delivered: 'plain',
  onHold: 'bad',
  returned: 'plain',
  canceled: 'plain',
}

type Needs = ResultOf<typeof staffOrders.getOrders>['orders'][number]['needs']

/** What of an order's money needs the staff: a refund that failed, a dispute. */
export const MoneyNeeds = ({ needs: { refundFailed, dispute } }: { needs: Needs }) => {
  const { needs: words } = useStaffOrderWords()
  return (
    <>
      {refundFailed && <Badge tone="bad">{words.badges.refundFailed}</Badge>}
      {dispute && <Badge tone="bad">{words.badges[dispute.state]}</Badge>}
    </>
  )
}

type DeadlineOf = { order: { paymentState: PaymentState; expiresAt: Instant | null; needs: Needs } }
/** Until when the buyer's payment is waited for, or evidence against a dispute: beside the badges, which stay short. */
export const Deadline = ({ order: { paymentState, expiresAt, needs } }: DeadlineOf) => {
  const words = useStaffOrderWords()
  const locale = useLocale()
  const said = (at: Instant, until: (date: string) => string) => (
    <chakra.span fontSize="xs" color="muted">
      {until(dateText(at, locale, { short: true }))}
    </chakra.span>
  )
  if (needs.dispute?.evidenceDueAt) return said(needs.dispute.evidenceDueAt, words.needs.evidenceUntil)
  return paymentState === 'awaitingPayment' && expiresAt !== null && said(expiresAt, words.until)
}

type GoodsOf = {
  order: { fulfillmentState: FulfillmentState; isPickUp: boolean; notCollectedSince: Instant | null; needs: Needs }
}
export const GoodsBadge = ({ order: { fulfillmentState: state, isPickUp, notCollectedSince, needs } }: GoodsOf) => {
  const { goodsStates, pickUpStates, notCollected, needs: words } = useStaffOrderWords()
  const left = notCollectedSince !== null && <Badge tone="warn">{notCollected.badge}</Badge>
  // Nothing was handed over: one badge says both.
  if (left && state === 'unfulfilled') return left
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
      <Badge tone={goodsTones[state]}>{(isPickUp && pickUpStates[state]) || goodsStates[state]}</Badge>
      {needs.partSent && <Badge tone="warn">{words.badges.partSent(needs.partSent)}</Badge>}
      {needs.cameBackAt !== null && <Badge tone="warn">{words.badges.cameBack}</Badge>}
      {needs.addressChangedAt !== null && <Badge tone="warn">{words.badges.addressChanged}</Badge>}
      {left}
    </chakra.span>
  )
}

/** Pick-up is over, and something of the order was not collected. */
export const NotCollectedNotice = ({ since }: { since: Instant }) => {
  const { notCollected } = useStaffOrderWords()
  const locale = useLocale()
  return (
    <Notice tone="warn" data-testid="not-collected">
      {notCollected.text(dateText(since, locale, { hour: true }))}
    </Notice>
  )
}

type Item = { name: string; quantity: number }

/** The items in one line. */
export const useItemsText = () => {
  const { times, andMore } = useStaffOrderWords()
  return ([first, ...others]: readonly Item[]): string => {
    if (!first) return ''
    const text = first.quantity === 1 ? first.name : times(first.name, first.quantity)
    return others.length === 0 ? text : andMore(text, others.length)
  }
}
