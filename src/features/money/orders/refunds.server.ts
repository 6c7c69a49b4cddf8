import type { JobContext } from '#server/jobDefinition.ts'
import { PaymentRefused } from '#server/payments/payments.ts'
import type { Db } from '#server/proven.ts'
import { kindOf } from './kinds.server'
import { countPieces } from './lines.queries.server'
import { applyRefund } from './payments/giveBack.server'
import { linesOf, type OrderRow } from './queries.server'
import { askedAgain, shippingLeft, waitingByPayment } from './refund'
import { pendingRefundTotal, refundsOfOrder } from './refunds.queries.server'
import { refundLate, requestRefund } from './settle.server'
import { type Work, workOf } from './work.server'

/* A refund that staff ask for: its intention is saved, the provider is asked, the outcome is saved. */

/**
 * Whether money or pieces of the order were refunded, or are about to be; its shipments can then not be undone. Pieces
 * stay refunded even where the bank returned the money.
 */
export const hasRefunds = async (db: Db, order: OrderRow): Promise<boolean> =>
  order.refunded > 0 ||
  (await pendingRefundTotal(db, order)) > 0 ||
  (await linesOf(db, order)).some(({ refundedQuantity }) => refundedQuantity > 0)

export const shippingLeftOf = async (db: Db, order: OrderRow): Promise<number> =>
  shippingLeft(order, await refundsOfOrder(db, order))

/** A refund that somebody asks for; amounts in yen. */
export type RefundRequest = {
  amount: number
  reason: string
  by: string
  /**
   * The pieces that it is for; their count goes down at once, so that nobody sends them meanwhile. The order's own state
   * changes when the provider has accepted (`applyRefund`).
   */
  lines: { lineId: string; quantity: number }[]
  shippingFee: number
  restock: boolean
}
/** When what a crash between a request and the provider's answer leaves is finished. */
const crashAfter = 2 * 60_000

type Begun = { refundId: string; intentId: string; amount: number }

/** Takes the lines of a new refund: by their pieces, or each as a whole. */
const takeLines = async (work: Work, order: OrderRow, lines: RefundRequest['lines']) => {
  const { pieces, takeBackLines } = kindOf(work.tx, order)
  if (pieces) return pieces.take(work, order, lines)
  if (!takeBackLines) return 'tooMuch'
  const left = new Map(
    (await linesOf(work.tx.db, order)).map(({ lineId, quantity, refundedQuantity }) => [
      lineId,
      quantity - refundedQuantity,
    ]),
  )
  if (lines.some(({ lineId, quantity }) => quantity > (left.get(lineId) ?? 0))) return 'tooMuch'
  await countPieces(work.tx.db, order, 'givenBack', lines)
  return { lines, unsent: 0 }
}

/**
 * Stores a refund request; 'tooMuch' where the pieces or the money are no longer there. The caller holds the fan's
 * lock.
 */
export const beginRefund = async (work: Work, order: OrderRow, request: RefundRequest): Promise<Begun | 'tooMuch'> => {
  const { tx, now } = work
  const { amount, reason, by, restock } = request
  if (order.refunded + (await pendingRefundTotal(tx.db, order)) + amount > order.total) return 'tooMuch'
  if (request.shippingFee > (await shippingLeftOf(tx.db, order))) return 'tooMuch'
  const taken = request.lines.length === 0 ? { lines: [], unsent: 0 } : await takeLines(work, order, request.lines)
  if (taken === 'tooMuch') return 'tooMuch'
  const values = {
    ...{ amount, reason, restock, lines: taken.lines },
    ...{ unshippedAmount: taken.unsent, unshippedShipping: request.shippingFee },
  }
  const refundId = await requestRefund(work, order, values, { by, at: now + crashAfter })
  return { refundId, intentId: order.intentId ?? '', amount }
}

/**
 * Stores refunds of what waits of a store's payment because nobody named a bank account in time: each like the one that it
 * follows, whose pieces were taken then. The caller holds the fan's lock.
 */
export const beginAgain = async (work: Work, order: OrderRow, by: string): Promise<Begun[]> => {
  const { tx, now } = work
  const before = await refundsOfOrder(tx.db, order)
  const begun: Begun[] = []
  const again = async (of: string | null, amount: number, like?: (typeof before)[number]) => {
    if (order.paymentState === 'paidLate' && of === null) {
      const refundId = await refundLate(work, order, amount, { by })
      begun.push({ refundId, intentId: order.intentId ?? '', amount })
      return
    }
    const { lines, unshippedAmount, unshippedShipping, restock } = like ?? {}
    const values = { amount, reason: askedAgain, intentId: of, lines, unshippedAmount, unshippedShipping, restock }
    const refundId = await requestRefund(work, order, values, { by, at: now + crashAfter })
    begun.push({ refundId, intentId: of ?? order.intentId ?? '', amount })
  }
  const ended = before.filter(
    ({ state, providerRefundId }) => (state === 'failed' || state === 'canceled') && providerRefundId !== null,
  )
  for (const { intentId, amount } of waitingByPayment(order, before)) {
    let rest = amount
    for (const one of ended.toReversed()) {
      if (one.intentId !== intentId || one.amount > rest || rest === 0) continue
      await again(intentId, one.amount, one)
      rest -= one.amount
    }
    if (rest > 0) await again(intentId, rest)
  }
  return begun
}

type Context = Parameters<typeof workOf>[0] & Pick<JobContext, 'transaction' | 'payments'>

/** Asks the provider; null where it refuses. */
export const sendRefund = async (
  context: Context,
  refund: Begun & { instructionsEmail?: string },
): Promise<string | null> => {
  const { payments, transaction } = context
  try {
    const told = await payments.refund(refund, `refund:${refund.refundId}`)
    await transaction((tx) => applyRefund(workOf(context, tx), told))
    return told.state
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await transaction((tx) =>
      applyRefund(workOf(context, tx), {
        id: refund.refundId,
        refundId: refund.refundId,
        intentId: refund.intentId,
        amount: refund.amount,
        state: 'failed',
        answerUntil: null,
      }),
    )
    return null
  }
}
