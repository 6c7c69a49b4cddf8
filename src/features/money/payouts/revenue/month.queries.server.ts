import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { toTimestamp } from '#server/db/columns.ts'
import type { Ports } from '#server/ports.ts'
import type { Brand, Db } from '#server/proven.ts'
import { monthAfter, startOfMonth } from '../../ledger/ledger'
import { ledgerEntries, ledgerMovements } from '../../ledger/tables.server'
import type { DaySum } from './journal'
import { type BrandIds, type EntryFilter, entriesOf, listedEntries } from './queries.server'
import type { Advances } from './statement'

/* A month as the club's own books need it: every entry, the sums of its days, and what was paid in advance. */

type ListedEntry = Awaited<ReturnType<typeof listedEntries>>[number]

const exportBatch = 500
/** The entries of a list for a file, from the oldest on. */
export const exportedEntries = async function* (
  db: Db,
  brand: Brand,
  filter: EntryFilter,
): AsyncGenerator<ListedEntry[]> {
  const place = [ledgerEntries.occurredAt, ledgerEntries.movementId, ledgerEntries.position] as const
  let after: SQL | undefined
  for (;;) {
    const batch = await listedEntries(db, and(entriesOf(brand, filter), after))
      .orderBy(...place.map((column) => asc(column)))
      .limit(exportBatch)
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || batch.length < exportBatch) return
    after = sql`(${ledgerEntries.occurredAt}, ${ledgerEntries.movementId}, ${ledgerEntries.position}) > (${toTimestamp(last.at ?? 1)}::timestamptz, ${last.movementId}, ${last.position})`
  }
}

const tokyoDay = sql<string>`to_char(${ledgerEntries.occurredAt} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`
const isWaiting = ({ tenantId, brandId }: BrandIds): SQL | undefined =>
  and(
    eq(ledgerEntries.tenantId, tenantId),
    eq(ledgerEntries.brandId, brandId),
    eq(ledgerEntries.account, 'deferred'),
    isNull(ledgerEntries.recognizedMonth),
  )
const within = (month: string) =>
  and(gte(ledgerEntries.occurredAt, startOfMonth(month)), lt(ledgerEntries.occurredAt, startOfMonth(monthAfter(month))))

/** A month by day, kind, part, sign and rate of the consumption tax: what counts in it for the brand, and what began or stopped to wait within it. */
export const daySumsOf = async (db: Db, brand: Brand, month: string): Promise<DaySum[]> => {
  const sums = (which: SQL | undefined) =>
    db
      .select({
        day: tokyoDay.as('day'),
        account: ledgerEntries.account,
        kind: ledgerEntries.kind,
        component: ledgerEntries.component,
        amount: sql`sum(${ledgerEntries.amount} - ${ledgerEntries.reduced})`.mapWith(Number),
        entries: sql<number>`(count(*) filter (where ${ledgerEntries.amount} <> ${ledgerEntries.reduced}))::int`,
        reduced: sql`sum(${ledgerEntries.reduced})`.mapWith(Number),
        reducedEntries: sql<number>`(count(*) filter (where ${ledgerEntries.reduced} <> 0))::int`,
      })
      .from(ledgerEntries)
      .where(which)
      .groupBy(sql`1, 2, 3, 4, ${ledgerEntries.amount} > 0`)
      .orderBy(sql`1, 3, 4, 5`)
  const counted = await sums(entriesOf(brand, { month }))
  const waiting = await sums(and(isWaiting(brand), within(month)))
  return [...counted, ...waiting].flatMap(({ reduced, reducedEntries, ...sum }) =>
    [
      { ...sum, isReduced: false },
      { ...sum, isReduced: true, amount: reduced, entries: reducedEntries },
    ].filter(({ amount }) => amount !== 0),
  ) as DaySum[]
}

type ToCome = { before: number; after: number }

/** What was sold for months after the end of the month before, and after the end of this one (rule: money.toCome). */
export const toComeOf = async ({ db, ports }: { db: Db; ports: Ports }, brand: BrandIds, month: string) => {
  const sold: ToCome = { before: 0, after: 0 }
  for (const { toCome } of Object.values(ports.till.kindsOfSale)) {
    if (!toCome) continue
    sold.before += await toCome(db, brand, monthAfter(month, -1))
    sold.after += await toCome(db, brand, month)
  }
  return sold
}

/** What was paid in advance: left when the month began, and what came, was handed over and went back within it. In yen. */
export const advancesOf = async (
  db: Db,
  brand: BrandIds,
  { month, toCome }: { month: string; toCome: ToCome },
): Promise<Advances> => {
  const sum = (which: SQL) => sql`coalesce(-sum(${ledgerEntries.amount}) filter (where ${which}), 0)`.mapWith(Number)
  const [before] = await db
    .select({ amount: sql`coalesce(-sum(${ledgerEntries.amount}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(isWaiting(brand), lt(ledgerEntries.occurredAt, startOfMonth(month))))
  const isBack = sql`${ledgerMovements.kind} in ('refund', 'refundFailed', 'dispute', 'disputeWon', 'disputeLost')`
  const isHandedOver = sql`${ledgerMovements.kind} in ('shipped', 'unshipped')`
  const [moved] = await db
    .select({
      paid: sum(sql`not (${isBack}) and not (${isHandedOver})`),
      handedOver: sum(isHandedOver),
      back: sum(isBack),
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerMovements,
      and(
        eq(ledgerMovements.tenantId, ledgerEntries.tenantId),
        eq(ledgerMovements.movementId, ledgerEntries.movementId),
      ),
    )
    .where(and(isWaiting(brand), within(month)))
  const { paid = 0, handedOver = 0, back = 0 } = moved ?? {}
  const opening = (before?.amount ?? 0) + toCome.before
  const spread = toCome.after - toCome.before
  return {
    ...{ opening, paid, handedOver, back, spread },
    closing: opening + paid + handedOver + back + spread,
    toCome: toCome.after,
  }
}
