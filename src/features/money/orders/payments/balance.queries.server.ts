import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { BalanceTransaction } from '#server/payments/payments.ts'
import type { Db, Operator } from '#server/proven.ts'
import { ledgerEntries } from '../../ledger/tables.server'
import { orders, refunds } from '../tables.server'
import { balanceLooks, balanceTransactions } from './tables.server'

/** Keeps those that are not known yet. */
export const keepTransactions = async (db: Db, listed: readonly BalanceTransaction[]) => {
  if (listed.length === 0) return
  await db
    .insert(balanceTransactions)
    .values(listed.map(({ id: transactionId, at: occurredAt, ...of }) => ({ ...of, transactionId, occurredAt })))
    .onConflictDoNothing()
}

export const lastLookAtBalance = async (db: Db): Promise<Instant | undefined> => {
  const [row] = await db
    .select({ at: balanceLooks.lookedAt })
    .from(balanceLooks)
    .orderBy(desc(balanceLooks.lookedAt))
    .limit(1)
  return row?.at
}

export type KeptTransaction = typeof balanceTransactions.$inferSelect
/** About a payment whose order was not known, in their order; `after` the last one that was read. */
export const transactionsWithoutOrder = (
  db: Db,
  after: Pick<KeptTransaction, 'occurredAt' | 'transactionId'> | null,
  limit: number,
): Promise<KeptTransaction[]> =>
  db
    .select()
    .from(balanceTransactions)
    .where(
      and(
        isNull(balanceTransactions.orderId),
        isNotNull(balanceTransactions.intentId),
        after === null
          ? undefined
          : or(
              gt(balanceTransactions.occurredAt, after.occurredAt),
              and(
                eq(balanceTransactions.occurredAt, after.occurredAt),
                gt(balanceTransactions.transactionId, after.transactionId),
              ),
            ),
      ),
    )
    .orderBy(asc(balanceTransactions.occurredAt), asc(balanceTransactions.transactionId))
    .limit(limit)

/** The orders of these payments; also of one that was made besides its order's own, and went back. */
export const ordersOfPayments = async (db: Db, intentIds: readonly string[]) => {
  const ids = [...intentIds]
  const order = { tenantId: orders.tenantId, brandId: orders.brandId, orderId: orders.orderId }
  const rows = await db
    .select({ intentId: orders.intentId, ...order })
    .from(orders)
    .where(inArray(orders.intentId, ids))
    .unionAll(
      db
        .select({ intentId: refunds.intentId, ...order })
        .from(refunds)
        .innerJoin(orders, and(eq(orders.tenantId, refunds.tenantId), eq(orders.orderId, refunds.orderId)))
        .where(inArray(refunds.intentId, ids)),
    )
  return new Map(rows.map(({ intentId, ...of }) => [intentId, of]))
}

/** False where another run has given it its order. */
export const setOrderOfTransaction = async (
  db: Db,
  transactionId: string,
  { orderId }: { orderId: string },
): Promise<boolean> => {
  const moved = await db
    .update(balanceTransactions)
    .set({ orderId })
    .where(and(eq(balanceTransactions.transactionId, transactionId), isNull(balanceTransactions.orderId)))
    .returning({ transactionId: balanceTransactions.transactionId })
  return moved.length > 0
}

/** Adds up both sides, in one statement, so that they are of one moment; and keeps what they say. */
export const keepBalanceLook = async (db: Db, lookedAt: Instant) => {
  const net = sql`${balanceTransactions.amount} - ${balanceTransactions.fee}`
  const provider = db.select({ sum: sql`coalesce(sum(${net}), 0)` }).from(balanceTransactions)
  const unknown = db
    .select({ sum: sql`coalesce(sum(${net}), 0)` })
    .from(balanceTransactions)
    .where(isNull(balanceTransactions.orderId))
  const ledger = db
    .select({ sum: sql`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.account, ['cash', 'providerFees']),
        // Paid to clubs by the platform's bank, which the provider knows nothing of.
        or(isNull(ledgerEntries.kind), notInArray(ledgerEntries.kind, ['payout', 'payoutReturned'])),
      ),
    )
  await db
    .insert(balanceLooks)
    .values({ lookedAt, provider: sql`(${provider})`, unknown: sql`(${unknown})`, ledger: sql`(${ledger})` })
    .onConflictDoNothing()
}

export const lastBalanceLook = async (db: Db, _: Operator) => {
  const [row] = await db.select().from(balanceLooks).orderBy(desc(balanceLooks.lookedAt)).limit(1)
  return row
}
