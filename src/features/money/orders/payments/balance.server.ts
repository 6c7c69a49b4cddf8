import { day } from '#kit/time.ts'
import type { JobContext } from '#server/jobDefinition.ts'
import type { BalanceTransaction } from '#server/payments/payments.ts'
import { providerFee } from '../../ledger/ledger'
import { book } from '../../ledger/queries.server'
import {
  type KeptTransaction,
  keepBalanceLook,
  keepTransactions,
  lastLookAtBalance,
  ordersOfPayments,
  setOrderOfTransaction,
  transactionsWithoutOrder,
} from './balance.queries.server'

/*
 * The balance at the provider against the ledger (rule: money.balance), each night: what the provider kept is booked as what it
 * was, and both sides are added up.
 */

const pageSize = 100

/** Gives transactions their orders, and books the provider's fees with them. */
const bookFees = async ({ db, transaction, newId }: JobContext) => {
  let last: KeptTransaction | null = null
  for (;;) {
    const page: KeptTransaction[] = await transactionsWithoutOrder(db, last, pageSize)
    const orders = await ordersOfPayments(
      db,
      page.flatMap(({ intentId }) => intentId ?? []),
    )
    for (const { transactionId, intentId, fee, occurredAt } of page) {
      const of = orders.get(intentId)
      if (!of) continue
      await transaction(async (tx) => {
        if (await setOrderOfTransaction(tx.db, transactionId, of))
          await book(tx.db, newId, providerFee(transactionId, fee, occurredAt), of)
      })
    }
    if (page.length < pageSize) return
    last = page.at(-1) ?? null
  }
}

export const lookAtBalance = async (context: JobContext): Promise<void> => {
  const { db, payments, now } = context
  // The first time all that there ever was is read: both sides are sums from the beginning.
  const last = await lastLookAtBalance(db)
  const from = last === undefined ? 0 : last - day
  let page: BalanceTransaction[] = []
  for await (const one of payments.balanceSince(from)) {
    page.push(one)
    if (page.length < pageSize) continue
    await keepTransactions(db, page)
    page = []
  }
  await keepTransactions(db, page)
  await bookFees(context)
  await keepBalanceLook(db, now)
}
