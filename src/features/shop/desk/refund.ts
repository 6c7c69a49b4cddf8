import type { ReturnReason } from '../parcels/fulfillment'

type Line = {
  lineId: string
  deliveryMethod: 'physical' | 'digital' | null
  quantity: number
  fulfilledQuantity: number
  refundedQuantity: number
}
type Pieces = Record<string, number>
type Refunded = {
  lines: readonly Line[]
  returns: readonly {
    isWaiting: boolean
    reason: ReturnReason
    lines: readonly { lineId: string; quantity: number }[]
  }[]
}

/** What a refund of goods begins with. */
type RefundBegun = {
  pieces: Pieces
  withShipping: boolean
  /** Whether the pieces are sold again. */
  restock: boolean
  /** Why the parcel came back, where that is what the refund is for. */
  cameBack: ReturnReason | null
}

const leftOf = ({ quantity, refundedQuantity }: Line) => quantity - refundedQuantity
const isOut = ({ deliveryMethod, fulfilledQuantity }: Line) => deliveryMethod !== 'digital' && fulfilledQuantity > 0

/** Everything that can still go back; the shipping fee where nothing was ever on its way. */
export const wholeRefund = ({ lines, returns }: Refunded): Pick<RefundBegun, 'pieces' | 'withShipping'> => ({
  pieces: Object.fromEntries(lines.filter((line) => leftOf(line) > 0).map((line) => [line.lineId, leftOf(line)])),
  withShipping: returns.length === 0 && !lines.some(isOut),
})

/**
 * What is most likely, and only where there is one such thing: the pieces of a parcel that came back, or the only piece of an order. Where
 * several could be meant nothing is chosen. Pieces that are with their buyer are not sold again, nor what came back damaged.
 */
export const refundAtFirst = (order: Refunded): RefundBegun => {
  const { lines, returns } = order
  const waiting = returns.filter(({ isWaiting }) => isWaiting)
  const restock = !waiting.some(({ reason }) => reason === 'damaged') && !lines.some(isOut)
  const [first] = waiting
  if (first) {
    const back = (lineId: string) =>
      waiting.flatMap((one) => one.lines).reduce((sum, one) => sum + (one.lineId === lineId ? one.quantity : 0), 0)
    const pieces = lines.flatMap((line) => {
      // Of what came back something may have been sent again since.
      const here = Math.min(back(line.lineId), leftOf(line), line.quantity - line.fulfilledQuantity)
      return here > 0 ? [[line.lineId, here] as const] : []
    })
    return { pieces: Object.fromEntries(pieces), withShipping: false, restock, cameBack: first.reason }
  }
  const left = lines.reduce((sum, line) => sum + Math.max(0, leftOf(line)), 0)
  if (left !== 1) return { pieces: {}, withShipping: false, restock, cameBack: null }
  return { ...wholeRefund(order), restock, cameBack: null }
}
