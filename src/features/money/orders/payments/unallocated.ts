/* What becomes of a payment of nobody that the operator gives back, or whose payer asks the bank for it (rule: money.unallocated). */

/** What came between, as the operator reads it; besides these, the code with which the provider refused. */
export const troubles = ['refundFailed', 'inquiry', 'disputed', 'disputeWon', 'disputeLost'] as const
export type Trouble = (typeof troubles)[number]

/** `trouble` is the last thing that was heard, also of what has been settled since: the same once more is nothing new. */
export type Standing = {
  state: 'waiting' | 'asked' | 'refunded' | 'ended' | 'settled'
  trouble: Trouble | (string & {})
}

type Refund = { amount: number; state: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled' }
const hasFailed = ({ state }: Refund) => state === 'failed' || state === 'canceled'
const sumOf = (refunds: readonly Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** What of a payment is neither given back nor about to be. */
export const leftToRefund = (amount: number, refunds: readonly Refund[]): number =>
  Math.max(0, amount - sumOf(refunds.filter((one) => !hasFailed(one))))

/** How it stands by all refunds of it, the newest first, whoever made them; null where that is nothing new. */
export const afterRefunds = (
  { state, trouble, amount }: Standing & { amount: number },
  refunds: readonly Refund[],
): Standing | null => {
  const isOpen = state === 'waiting' || state === 'asked'
  if (leftToRefund(amount, refunds) === 0) {
    const isDone = sumOf(refunds.filter((one) => one.state === 'succeeded')) >= amount
    if (isDone) return isOpen ? { state: 'refunded', trouble: '' } : null
    // Also one that had gone out, and for which its payer is asked for another bank account.
    return state === 'waiting' || state === 'refunded' ? { state: 'asked', trouble: '' } : null
  }
  const [last] = refunds
  if (!last || !hasFailed(last) || trouble === 'refundFailed') return null
  return { state: 'waiting', trouble: 'refundFailed' }
}

/** The bank has what was paid; the last one is the provider's refusal to refund it all the same. */
const taken = ['disputed', 'disputeLost', 'charge_disputed']

/** How it stands by a dispute of it; null where that is nothing new. */
export const afterDispute = (
  { state, trouble }: Standing,
  told: 'inquiry' | 'inquiryClosed' | 'open' | 'won' | 'lost',
): Standing | null => {
  switch (told) {
    case 'inquiry':
      // What goes back already is the answer to the bank.
      return state === 'asked' || state === 'refunded' || trouble === 'inquiry'
        ? null
        : { state: 'waiting', trouble: 'inquiry' }
    // Nothing was taken.
    case 'inquiryClosed':
      return trouble === 'inquiry' ? { state, trouble: '' } : null
    case 'open':
      return trouble === 'disputed' ? null : { state: 'waiting', trouble: 'disputed' }
    // What was taken is here again, and is nobody's as before.
    case 'won':
      return taken.includes(trouble) ? { state: 'waiting', trouble: 'disputeWon' } : null
    // Its payer has it: what the operator has settled stays settled.
    case 'lost':
      if (trouble === 'disputeLost') return null
      return { state: state === 'asked' ? 'waiting' : state, trouble: 'disputeLost' }
  }
}
