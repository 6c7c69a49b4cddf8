import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Instant } from '#kit/time.ts'
import { batchesOf, batchSize, isAfterLast } from '#server/db/batches.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/proven.ts'
import { orders, refunds } from '../tables.server'
import { customers, paymentEvents, paymentLooks, providerPrices, unallocatedPayments } from './tables.server'

const arg = sql.placeholder

const claiming = prepared((db) =>
  db
    .insert(paymentEvents)
    .values({
      eventId: arg('eventId'),
      type: arg('type'),
      objectId: arg('objectId'),
      receivedAt: arg('now'),
      handledAt: arg('now'),
      attempts: 1,
    })
    .onConflictDoUpdate({
      target: paymentEvents.eventId,
      set: { handledAt: sql`excluded.handled_at`, attempts: sql`${paymentEvents.attempts} + 1` },
      setWhere: isNull(paymentEvents.handledAt),
    })
    .returning({ eventId: paymentEvents.eventId })
    .prepare(''),
)
/**
 * Records an event in this transaction; false when it was handled before. A concurrent call with the same event waits
 * until this transaction ends.
 */
export const claimEvent = async (
  db: Db,
  { id: eventId, type, objectId }: { id: string; type: string; objectId: string },
  now: Instant,
): Promise<boolean> => (await claiming(db).execute({ eventId, type, objectId, now })).length === 1

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

/** Whether an order has this payment, a refund is of it, or the operator sees it. */
export const isKnownPayment = async (db: Db, intentId: string): Promise<boolean> =>
  (await knownPayments(db, [intentId])).has(intentId)

export const knownPayments = async (db: Db, intentIds: readonly string[]): Promise<Set<string | null>> => {
  const ids = [...intentIds]
  const rows = await db
    .select({ id: orders.intentId })
    .from(orders)
    .where(inArray(orders.intentId, ids))
    .unionAll(db.select({ id: refunds.intentId }).from(refunds).where(inArray(refunds.intentId, ids)))
    .unionAll(
      db
        .select({ id: unallocatedPayments.providerId })
        .from(unallocatedPayments)
        .where(inArray(unallocatedPayments.providerId, ids)),
    )
  return new Set(rows.map(({ id }) => id))
}

export type Unallocated = typeof unallocatedPayments.$inferSelect
/** Stands for the operator, once. */
export const insertUnallocated = async (
  db: Db,
  of: Pick<
    Unallocated,
    'providerId' | 'kind' | 'amount' | 'currency' | 'method' | 'customerId' | 'orderId' | 'arrivedAt'
  >,
) => {
  await db
    .insert(unallocatedPayments)
    .values({ ...of, state: 'waiting' })
    .onConflictDoNothing()
}
export const unallocatedOf = async (db: Db, providerId: string): Promise<Unallocated | undefined> => {
  const [row] = await db.select().from(unallocatedPayments).where(eq(unallocatedPayments.providerId, providerId))
  return row
}
/** The same, which nobody else decides about until this transaction ends. */
export const lockedUnallocated = async (db: Db, providerId: string): Promise<Unallocated | undefined> => {
  const [row] = await db
    .select()
    .from(unallocatedPayments)
    .where(eq(unallocatedPayments.providerId, providerId))
    .for('update')
  return row
}
/** Payments that the provider is to refund, or is refunding, oldest first. */
export const unallocatedGoingBack = (db: Db) =>
  batchesOf<Unallocated>(
    db
      .select()
      .from(unallocatedPayments)
      .where(
        and(
          eq(unallocatedPayments.state, 'asked'),
          eq(unallocatedPayments.kind, 'payment'),
          isAfterLast(unallocatedPayments.arrivedAt, unallocatedPayments.providerId),
        ),
      )
      .orderBy(asc(unallocatedPayments.arrivedAt), asc(unallocatedPayments.providerId))
      .limit(batchSize)
      .prepare(''),
    ({ arrivedAt, providerId }) => ({ at: arrivedAt, id: providerId }),
  )
export const setUnallocated = async (db: Db, providerId: string, changes: Partial<Unallocated>) => {
  await db.update(unallocatedPayments).set(changes).where(eq(unallocatedPayments.providerId, providerId))
}

/** When the comparison with the provider last went through. */
export const lastLook = async (db: Db): Promise<Instant | undefined> => {
  const [row] = await db.select().from(paymentLooks).where(eq(paymentLooks.name, 'reconcilePayments'))
  return row?.wentThroughAt
}
export const keepLook = async (db: Db, wentThroughAt: Instant) => {
  await db
    .insert(paymentLooks)
    .values({ name: 'reconcilePayments', wentThroughAt })
    .onConflictDoUpdate({ target: paymentLooks.name, set: { wentThroughAt } })
}

/** Of rows that are older than the column: taken for those of the account that is used. */
export const anyAccount = ''

const customerQuery = prepared((db) =>
  db
    .select({ customerId: customers.customerId })
    .from(customers)
    .where(and(eq(customers.uid, arg('uid')), inArray(customers.account, [arg('account'), anyAccount])))
    .orderBy(desc(customers.account))
    .limit(1)
    .prepare(''),
)
/** In this account of the provider. */
export const customerOf = async (db: Db, uid: string, account: string): Promise<string | undefined> => {
  const [row] = await customerQuery(db).execute({ uid, account })
  return row?.customerId
}
/** The metadata of an object is trusted only where its customer is the one that was made for this fan. */
export const isCustomerOf = async (db: Db, customerId: string | null, { uid }: { uid: string }): Promise<boolean> =>
  customerId !== null && (await fanOfCustomer(db, customerId)) === uid
const customerById = prepared((db) =>
  db
    .select({ uid: customers.uid })
    .from(customers)
    .where(eq(customers.customerId, arg('customerId')))
    .prepare(''),
)
/** The uid of the fan for whom this customer was made. */
export const fanOfCustomer = async (db: Db, customerId: string): Promise<string | undefined> => {
  const [row] = await customerById(db).execute({ customerId })
  return row?.uid
}
export const keepCustomer = async (db: Db, of: Omit<typeof customers.$inferInsert, 'forgottenAt'>) => {
  await db.insert(customers).values(of).onConflictDoNothing()
}

export const providerPriceOf = async (db: Db, priceId: string, account: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ id: providerPrices.providerPriceId })
    .from(providerPrices)
    .where(and(eq(providerPrices.priceId, priceId), inArray(providerPrices.account, [account, anyAccount])))
    .orderBy(desc(providerPrices.account))
    .limit(1)
  return row?.id
}
/** Our own ids of the provider's prices, by these. */
export const ourPricesOf = async (db: Db, providerPriceIds: readonly string[]) => {
  const rows = await db
    .select({ id: providerPrices.priceId, providerPriceId: providerPrices.providerPriceId })
    .from(providerPrices)
    .where(sql`${providerPrices.providerPriceId} = any(${sql.param(providerPriceIds)}::text[])`)
  return new Map(rows.map(({ id, providerPriceId }) => [providerPriceId, id]))
}

export const keepProviderPrice = async (db: Db, of: typeof providerPrices.$inferInsert) => {
  await db.insert(providerPrices).values(of).onConflictDoNothing()
}
