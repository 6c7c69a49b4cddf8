import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { addedToPaid } from '#club/fans/figures.queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import { toTimestamp } from '#server/db/columns.ts'
import { prepared } from '#server/db/prepared.ts'
import { atOnce, sendTogether } from '#server/db/together.ts'
import type { Db } from '#server/proven.ts'
import { statements } from '../payouts/revenue/tables.server'
import { type Held, heldOf, shippingFact } from './back'
import { type Entry, type Movement, monthAfter } from './ledger'
import { type Sold, saleOf, soldOf } from './sales.queries.server'
import { addedToMonths, freeSlot } from './sums.queries.server'
import { ledgerEntries, ledgerMovements } from './tables.server'

/** `sold`: what the order is of, where it has been read. */
type BookedFor = { tenantId: string; brandId: string; orderId: string | null; sold?: Sold }

/** Advisory lock of a brand's ledger: bookings take it shared, closing a month takes it exclusively. */
const ledgerKey = ({ tenantId, brandId }: { tenantId: string; brandId: string }) =>
  sql`hashtextextended(${`ledger:${tenantId}:${brandId}`}, 0)`
export const lockLedger = (db: Db, brand: { tenantId: string; brandId: string }) =>
  db.execute(sql`select pg_advisory_xact_lock(${ledgerKey(brand)})`)

/** Locks the closing of its months out; the slot of the brand's sums that the booking adds to. `first`: a lock that is taken before. */
const lockForBooking = async (db: Db, brand: { tenantId: string; brandId: string }, first?: SQL): Promise<number> => {
  const before = first ? sql`${first}, ` : sql``
  const { rows } = await db
    .execute<{ slot: number }>(
      sql`select ${before}pg_advisory_xact_lock_shared(${ledgerKey(brand)}), ${freeSlot(brand)} as slot`,
    )
    .execute()
  return rows[0]?.slot ?? 0
}

const finalMonth = prepared((db) =>
  db
    .select({ month: statements.month })
    .from(statements)
    .where(
      and(eq(statements.tenantId, sql.placeholder('tenantId')), eq(statements.brandId, sql.placeholder('brandId'))),
    )
    .orderBy(desc(statements.month))
    .limit(1)
    .prepare(''),
)
/** The newest month of the brand that is final; no entry may count in it or before it any more. */
const lastFinalMonth = async (db: Db, of: { tenantId: string; brandId: string }): Promise<string | null> => {
  const [row] = await finalMonth(db).execute({ tenantId: of.tenantId, brandId: of.brandId })
  return row?.month ?? null
}

/** Entries for a month that is final count in the next one. */
const openFrom = (month: string, final: string | null): string =>
  final !== null && month <= final ? monthAfter(final) : month

/** The month in which an entry of the brand for this one counts, as long as no other month is closed. */
export const openMonth = async (db: Db, of: { tenantId: string; brandId: string }, month: string): Promise<string> =>
  openFrom(month, await lastFinalMonth(db, of))

type NewEntry = Omit<typeof ledgerEntries.$inferInsert, 'tenantId' | 'movementId' | 'occurredAt'>
type NewMovement = Omit<typeof ledgerMovements.$inferInsert, 'tenantId'> & { entries: readonly NewEntry[] }

/**
 * Writes movements of a club and answers the ids of those whose fact was not booked before. The function of the database that does it is
 * the only one who may; it refuses all where one has no entries or does not sum to zero (SQLSTATE 23514).
 */
export const writeMovements = async (
  db: Db,
  { tenantId }: { tenantId: string },
  movements: readonly NewMovement[],
): Promise<string[]> => {
  const written = movements.map(({ movementId, kind, fact, occurredAt, entries }) => ({
    movement_id: movementId,
    kind,
    fact,
    occurred_at: toTimestamp(occurredAt),
    entries: entries.map((entry) => ({
      position: entry.position,
      account: entry.account,
      component: entry.component,
      amount: entry.amount,
      reduced: entry.reduced,
      brand_id: entry.brandId,
      order_id: entry.orderId,
      recognized_month: entry.recognizedMonth,
      kind: entry.kind,
    })),
  }))
  const { rows } = await db.execute<{ id: string }>(
    sql`select booked.id from book_movements(${tenantId}, ${JSON.stringify(written)}::jsonb) as booked (id)`,
  )
  return rows.map(({ id }) => id)
}

/** Two bookings of one fact wait for each other before they hold anything else. */
const factLock = ({ tenantId }: { tenantId: string }, fact: string) =>
  sql`pg_advisory_xact_lock(hashtextextended(${`fact:${tenantId}:${fact}`}, 0))`

/**
 * Books a movement once: false when its fact is booked already. The database refuses entries that do not sum to zero. The sums that
 * screens read are updated in the same transaction.
 */
export const book = async (
  db: Db,
  newId: NewId,
  { entries, ...movement }: Movement,
  of: BookedFor,
): Promise<boolean> => {
  if (entries.length === 0) return false
  const { tenantId, orderId, sold } = of
  // Locked in one order, so that two bookings cannot deadlock.
  const brandIds = [...new Set([of.brandId, ...entries.map((entry) => entry.brandId ?? of.brandId)])].sort()
  const finals = new Map<string, string | null>()
  const slots = new Map<string, number>()
  for (const brandId of brandIds) {
    const first = slots.size === 0 ? factLock(of, movement.fact) : undefined
    // The month is read after the lock is held.
    const [slot, final] = await atOnce([
      lockForBooking(db, { ...of, brandId }, first),
      lastFinalMonth(db, { ...of, brandId }),
    ])
    slots.set(brandId, slot)
    finals.set(brandId, final)
  }
  const order = orderId === null ? undefined : (sold ?? (await soldOf(db, { tenantId, orderId })))
  const kind = order?.kind ?? movement.kind
  const rows = entries.map((entry, position) => {
    const brandId = entry.brandId ?? of.brandId
    const final = finals.get(brandId) ?? null
    return {
      ...entry,
      kind: entry.kind ?? kind,
      recognizedMonth: entry.recognizedMonth === null ? null : openFrom(entry.recognizedMonth, final),
      brandId,
      orderId,
      position,
    }
  })
  const booked = await writeMovements(db, of, [{ ...movement, movementId: newId('movement'), entries: rows }])
  if (booked.length === 0) return false
  const months = brandIds.flatMap((brandId) => {
    const added = sumsOf(rows.filter((row) => row.brandId === brandId))
    return addedToMonths({ ...of, brandId }, slots.get(brandId) ?? 0, added)
  })
  const sale = order && orderId !== null ? { ...of, orderId, slots } : null
  const kept = sale && order ? await saleOf(db, { ...movement, entries }, sale, order) : null
  const paid = kept?.paid && order ? [addedToPaid(db, of, order.uid, { ...kept.paid, newId })] : []
  await sendTogether(db, [...months, ...(kept?.days ?? []), ...paid])
  return true
}

/** What these entries add to the sums of their brand's account. */
const sumsOf = (rows: readonly NewEntry[]) => {
  const counted = rows.flatMap(({ account, recognizedMonth, component, amount, reduced = 0, kind }) =>
    account === 'brandPayable' && recognizedMonth && kind
      ? [{ month: recognizedMonth, kind, component, amount, reduced }]
      : [],
  )
  const parts = Map.groupBy(counted, ({ month, kind, component }) => `${month} ${kind} ${component}`)
  return [...parts.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            amount: others.reduce((sum, one) => sum + one.amount, first.amount),
            entries: 1 + others.length,
            reduced: others.reduce((sum, one) => sum + one.reduced, first.reduced),
          },
        ]
      : [],
  )
}

/** The entries of a fact of the club that has been booked; empty when it has not. */
export const entriesOfFact = (db: Db, { tenantId }: { tenantId: string }, fact: string): Promise<Entry[]> =>
  db
    .select({
      account: ledgerEntries.account,
      component: ledgerEntries.component,
      amount: ledgerEntries.amount,
      reduced: ledgerEntries.reduced,
      recognizedMonth: ledgerEntries.recognizedMonth,
      brandId: ledgerEntries.brandId,
      kind: ledgerEntries.kind,
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerMovements,
      and(
        eq(ledgerMovements.tenantId, ledgerEntries.tenantId),
        eq(ledgerMovements.movementId, ledgerEntries.movementId),
      ),
    )
    .where(and(eq(ledgerMovements.tenantId, tenantId), eq(ledgerMovements.fact, fact)))
    .orderBy(asc(ledgerEntries.position))

type OfOrder = { tenantId: string; orderId: string }

/** The undelivered (deferred) money of an order, and each brand's part of its price. */
export const heldOfOrder = async (db: Db, { tenantId, orderId }: OfOrder): Promise<Held & { prices: BrandPrice[] }> => {
  const isOfShipping = sql<boolean>`starts_with(${ledgerMovements.fact}, ${shippingFact('')})`
  const rows = await db
    .select({
      account: ledgerEntries.account,
      component: ledgerEntries.component,
      brandId: ledgerEntries.brandId,
      isOfShipping,
      amount: sql`sum(${ledgerEntries.amount})`.mapWith(Number),
      reduced: sql`sum(${ledgerEntries.reduced})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerMovements,
      and(
        eq(ledgerMovements.tenantId, ledgerEntries.tenantId),
        eq(ledgerMovements.movementId, ledgerEntries.movementId),
      ),
    )
    .where(
      and(
        eq(ledgerEntries.tenantId, tenantId),
        eq(ledgerEntries.orderId, orderId),
        inArray(ledgerEntries.account, ['brandPayable', 'deferred', 'konbiniFee']),
      ),
    )
    // Grouped by position: the prefix is a parameter, and repeating it would make a different expression in SQL.
    .groupBy(sql`1, 2, 3, 4`)
    .orderBy(asc(ledgerEntries.brandId))
  const prices = [...Map.groupBy(rows, ({ brandId }) => brandId)].map(([brandId, its]) => {
    const { price, platformFee, reduced = 0 } = heldOf(its)
    return { brandId, price, platformFee, reduced }
  })
  return { ...heldOf(rows), prices }
}
type BrandPrice = { brandId: string; price: number; platformFee: number; reduced: number }

/** What of an order's goods at the reduced rate of the consumption tax was paid and not refunded. */
export const reducedLeftOf = async (db: Db, { tenantId, orderId }: OfOrder): Promise<number> => {
  const [row] = await db
    .select({ reduced: sql`coalesce(sum(${ledgerEntries.reduced}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.tenantId, tenantId),
        eq(ledgerEntries.orderId, orderId),
        inArray(ledgerEntries.component, ['gross', 'refund']),
      ),
    )
  return -(row?.reduced ?? 0)
}

/** What the brand has of the month that was bought with a plan: its price, and the platform's fee on that. */
export const monthOfOrder = async (db: Db, { tenantId, orderId }: OfOrder) => {
  const sum = (which: SQL) => sql`coalesce(sum(${ledgerEntries.amount}) filter (where ${which}), 0)`.mapWith(Number)
  const [row] = await db
    .select({
      price: sum(sql`${ledgerEntries.component} in ('gross', 'refund', 'chargeback')`),
      platformFee: sum(sql`${ledgerEntries.component} = 'platformFee'`),
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.tenantId, tenantId),
        eq(ledgerEntries.orderId, orderId),
        eq(ledgerEntries.account, 'brandPayable'),
        eq(ledgerEntries.kind, 'backNumber'),
      ),
    )
  return { price: -(row?.price ?? 0), platformFee: row?.platformFee ?? 0 }
}
