import { and, asc, eq, sql } from 'drizzle-orm'
import type { NewId } from '../../kit/ids'
import type { Db } from '../../server/context'
import type { Account, Component, Deferred, Entry, Movement, Recognized } from './ledger'
import { ledgerEntries, ledgerMovements } from './tables.server'

type Of = { tenantId: string; brandId: string; orderId: string | null }

/**
 * Books a movement, once: false when its fact is booked already. The database refuses the transaction when the entries do
 * not sum to zero.
 */
export const book = async (db: Db, newId: NewId, { entries, ...movement }: Movement, of: Of): Promise<boolean> => {
  if (entries.length === 0) return false
  const movementId = newId('movement')
  const booked = await db
    .insert(ledgerMovements)
    .values({ ...movement, movementId })
    .onConflictDoNothing({ target: ledgerMovements.fact })
    .returning({ movementId: ledgerMovements.movementId })
  if (booked.length === 0) return false
  await db.insert(ledgerEntries).values(entries.map((entry, position) => ({ ...entry, ...of, movementId, position })))
  return true
}

/** The entries of a fact that has been booked; empty when it has not. */
export const entriesOfFact = (db: Db, fact: string): Promise<Entry[]> =>
  db
    .select({
      account: ledgerEntries.account,
      component: ledgerEntries.component,
      amount: ledgerEntries.amount,
      recognizedMonth: ledgerEntries.recognizedMonth,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerMovements, eq(ledgerMovements.movementId, ledgerEntries.movementId))
    .where(eq(ledgerMovements.fact, fact))
    .orderBy(asc(ledgerEntries.position))

/** The sum of what has been booked for an order, as this component of the brand's account (or of another). */
export const bookedOfOrder = async (
  db: Db,
  { tenantId, orderId }: { tenantId: string; orderId: string },
  account: Account = 'brandPayable',
): Promise<Partial<Record<Component, number>>> => {
  const rows = await db
    .select({ component: ledgerEntries.component, amount: sql<string>`sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .where(
      and(eq(ledgerEntries.tenantId, tenantId), eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.account, account)),
    )
    .groupBy(ledgerEntries.component)
  return Object.fromEntries(rows.map(({ component, amount }) => [component, Number(amount)]))
}

/** What of an order is paid for and waits for its shipment. */
export const deferredOfOrder = async (db: Db, order: { tenantId: string; orderId: string }): Promise<Deferred> => {
  const { gross = 0, refund = 0, chargeback = 0, shippingFee = 0 } = await bookedOfOrder(db, order, 'deferred')
  return { price: Math.max(0, -(gross + refund + chargeback)), shipping: Math.max(0, -shippingFee) }
}

/** What of an order is the brand's by now. */
export const recognizedOfOrder = async (db: Db, order: { tenantId: string; orderId: string }): Promise<Recognized> => {
  const { gross = 0, refund = 0, chargeback = 0, platformFee = 0 } = await bookedOfOrder(db, order)
  return { price: Math.max(0, -gross - refund - chargeback), platformFee }
}
