import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import type { Db } from '#server/proven.ts'
import { orders } from '../tables.server'
import { customers, paymentEvents, providerPrices } from './tables.server'

/**
 * Records an event in this transaction; false when it was handled before. A concurrent call with the same event waits
 * until this transaction ends.
 */
export const claimEvent = async (
  db: Db,
  { id: eventId, type, objectId }: { id: string; type: string; objectId: string },
  now: Instant,
): Promise<boolean> => {
  const taken = await db
    .insert(paymentEvents)
    .values({ eventId, type, objectId, receivedAt: now, handledAt: now, attempts: 1 })
    .onConflictDoUpdate({
      target: paymentEvents.eventId,
      set: { handledAt: now, attempts: sql`${paymentEvents.attempts} + 1` },
      setWhere: isNull(paymentEvents.handledAt),
    })
    .returning({ eventId: paymentEvents.eventId })
  return taken.length === 1
}

/** Those of these events that had their effect. */
export const handledEvents = async (db: Db, eventIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ eventId: paymentEvents.eventId })
    .from(paymentEvents)
    .where(and(inArray(paymentEvents.eventId, [...eventIds]), isNotNull(paymentEvents.handledAt)))
  return new Set(rows.map(({ eventId }) => eventId))
}

/** Those of these invoices that have their order. */
export const invoicesWithOrder = async (db: Db, invoiceIds: readonly string[]): Promise<Set<string | null>> => {
  const rows = await db
    .select({ invoiceId: orders.invoiceId })
    .from(orders)
    .where(inArray(orders.invoiceId, [...invoiceIds]))
  return new Set(rows.map(({ invoiceId }) => invoiceId))
}

export const customerOf = async (db: Db, uid: string): Promise<string | undefined> => {
  const [row] = await db.select({ customerId: customers.customerId }).from(customers).where(eq(customers.uid, uid))
  return row?.customerId
}
/** The uid of the fan for whom this customer was made. */
export const fanOfCustomer = async (db: Db, customerId: string): Promise<string | undefined> => {
  const [row] = await db.select({ uid: customers.uid }).from(customers).where(eq(customers.customerId, customerId))
  return row?.uid
}
export const keepCustomer = async (db: Db, uid: string, customerId: string, now: Instant) => {
  await db.insert(customers).values({ uid, customerId, createdAt: now }).onConflictDoNothing()
}

export const providerPriceOf = async (db: Db, priceId: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: providerPrices.providerPriceId })
    .from(providerPrices)
    .where(eq(providerPrices.priceId, priceId))
  return row?.id
}
export const keepProviderPrice = async (db: Db, priceId: string, providerPriceId: string, now: Instant) => {
  await db.insert(providerPrices).values({ priceId, providerPriceId, createdAt: now }).onConflictDoNothing()
}
