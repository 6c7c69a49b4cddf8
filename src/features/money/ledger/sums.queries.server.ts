import { and, eq, type SQL, sql } from 'drizzle-orm'
import { subquery } from '#server/db/subquery.ts'
import type { Db } from '#server/proven.ts'
import { ledgerMonthSlots, ledgerMonths, salesDaySlots, salesDays } from './tables.server'

/*
 * The sums that bookings keep, by month (read as `ledgerSums`) and by day (`salesSums`). A row that every booking of a brand adds to is
 * held by each until its transaction has ended: so those at the same moment add to different slots, each to the first free one. The first
 * slot is the row itself; a brand with one booking at a time has no others.
 */

type BrandIds = { tenantId: string; brandId: string }

/** Bookings of a brand at the same moment that do not wait for each other. */
const slotCount = 32

/**
 * The slot of the brand that this transaction adds to, as a part of a `select`; it is this transaction's own. Where all are taken, the
 * booking waits in the rows of one of them.
 */
export const freeSlot = ({ tenantId, brandId }: BrandIds): SQL<number> => subquery<number>`coalesce(
  (select slots.slot from generate_series(0, ${sql.raw(String(slotCount - 1))}) as slots (slot)
    where pg_try_advisory_xact_lock(hashtextextended(${`slot:${tenantId}:${brandId}`}, slots.slot)) limit 1),
  pg_backend_pid() % ${sql.raw(String(slotCount))})`

const monthSums = {
  rows: ledgerMonths,
  slots: ledgerMonthSlots,
  key: ['month', 'kind', 'component'],
  sums: ['amount', 'entries', 'reduced'],
} as const
const daySums = {
  rows: salesDays,
  slots: salesDaySlots,
  key: ['day', 'kind', 'method', 'item_id'],
  sums: ['orders', 'gross', 'refunds'],
} as const
type Sums = typeof monthSums | typeof daySums
type RowOf<S extends Sums> = Record<S['key'][number], string> & Record<S['sums'][number], number>

const names = (columns: readonly string[]) => sql.raw(columns.join(', '))
/** What an `on conflict` does: the sums of both rows. */
const added = (table: Sums['rows' | 'slots'], sums: readonly string[]) =>
  sql.join(
    sums.map((name) => sql`${sql.raw(name)} = ${table}.${sql.raw(name)} + excluded.${sql.raw(name)}`),
    sql`, `,
  )

/** What adds to the brand's sums, as one of the parts that are sent together; of each key one row, and none without values. */
const addedTo =
  <S extends Sums>({ rows, slots, key, sums }: S) =>
  ({ tenantId, brandId }: BrandIds, slot: number, values: readonly RowOf<S>[]): SQL[] => {
    if (values.length === 0) return []
    const table = slot === 0 ? rows : slots
    const target = ['tenant_id', 'brand_id', ...key, ...(slot === 0 ? [] : ['slot'])]
    const known = { tenant_id: tenantId, brand_id: brandId, slot }
    // In one order, so that two bookings cannot deadlock.
    const inOrder = values
      .map((value): Record<string, string | number> => ({ ...value, ...known }))
      .map((value) => ({ value, name: key.map((column) => value[column]).join(' ') }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const lists = inOrder.map(({ value }) => {
      const list = [...target, ...sums].map((column) => sql`${value[column]}`)
      return sql`(${sql.join(list, sql`, `)})`
    })
    return [
      sql`insert into ${table} (${names(target)}, ${names(sums)}) values ${sql.join(lists, sql`, `)}
      on conflict (${names(target)}) do update set ${added(table, sums)}`,
    ]
  }

export const addedToMonths = addedTo(monthSums)
export const addedToDays = addedTo(daySums)

/**
 * Adds what stands in the slots of a brand to the rows themselves, so that whoever reads many months reads one row of each. The caller
 * has locked the brand's bookings out (`lockLedger`).
 */
export const foldSlots = async (db: Db, { tenantId, brandId }: BrandIds): Promise<void> => {
  for (const { rows, slots, key, sums } of [monthSums, daySums]) {
    const target = names(['tenant_id', 'brand_id', ...key])
    const summed = names(sums.map((name) => `sum(gone.${name})`))
    await db.execute(sql`
      with gone as (delete from ${slots} where ${and(eq(slots.tenantId, tenantId), eq(slots.brandId, brandId))} returning *)
      insert into ${rows} (${target}, ${names(sums)}) select ${target}, ${summed} from gone group by ${target}
      on conflict (${target}) do update set ${added(rows, sums)}`)
  }
}
