import { Badge, type Tone } from '../../../ui/Badge'
import type { FulfillmentState, PaymentState } from '../order'
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

type GoodsOf = { order: { fulfillmentState: FulfillmentState; isPickUp: boolean } }
export const GoodsBadge = ({ order: { fulfillmentState: state, isPickUp } }: GoodsOf) => {
  const { goodsStates, pickUpStates } = useStaffOrderWords()
  return <Badge tone={goodsTones[state]}>{(isPickUp && pickUpStates[state]) || goodsStates[state]}</Badge>
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
