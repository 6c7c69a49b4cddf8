import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nextSerial } from '#club/fans/serials.queries.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { corrected } from '#money/ledger/correction.ts'
import { monthOf } from '#money/ledger/ledger.ts'
import { book, lockLedger } from '#money/ledger/queries.server.ts'
import { foldSlots } from '#money/ledger/sums.queries.server.ts'
import { orderById } from '#money/orders/queries.server.ts'
import { settlePaid } from '#money/orders/settle.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { transactionOf } from '#program/transaction.ts'
import { callbackContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction, pool } from '#server/db.ts'
import type { Db } from '#server/proven.ts'
import { ask, newId } from '../support/club'
import { meanwhile, together, withoutPrecautions } from '../support/naive'
import { newFan, shop } from '../support/shop'

/*
 * Rows that every booking of a brand writes: its numbers, and the sums of its month and day. Bookings at the same moment do not wait for
 * each other in them, and nothing of them is lost or counted twice.
 */
type Ids = { tenantId: string; brandId: string }

/** A fan's order of the plan, which waits to be paid at a store. */
const ordered = async ({ of }: Awaited<ReturnType<typeof shop>>) => {
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of, await newFan())
  return sessionUrl.split('/').at(-1) ?? ''
}
const paid = async (db: Db, orderId: string) => {
  const work = workOf(callbackContext(), transactionOf(db))
  const order = await orderById(db, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  expect(await settlePaid(work, order, { amount: order.total, currency: 'jpy', at: now(), intentId: null })).toBe(true)
}

const books = async ({ brandId }: Ids) => {
  const [row] = (
    await pool().query<Record<'months' | 'ledger' | 'parts' | 'entries' | 'days' | 'orders' | 'inSlots', number>>(
      `select (select coalesce(sum(amount), 0)::int from ledger_sums where brand_id = $1) as months,
        (select coalesce(sum(entries), 0)::int from ledger_sums where brand_id = $1) as parts,
        (select coalesce(sum(amount), 0)::int from ledger_entries where brand_id = $1 and account = 'brandPayable') as ledger,
        (select count(*)::int from ledger_entries where brand_id = $1 and account = 'brandPayable') as entries,
        (select coalesce(sum(gross), 0)::int from sales_sums where brand_id = $1) as days,
        (select coalesce(sum(orders), 0)::int from sales_sums where brand_id = $1) as orders,
        (select count(*)::int from ledger_month_slots where brand_id = $1)
          + (select count(*)::int from sales_day_slots where brand_id = $1) as "inSlots"`,
      [brandId],
    )
  ).rows
  if (!row) throw new Error('A count answers one row.')
  return row
}

const oneSlot = [
  [/generate_series\(0, 31\)/g, 'generate_series(0, 0)'],
  [/pg_backend_pid\(\) % 32/g, '0'],
] satisfies [RegExp, string][]

test('a booking that goes on holds up no other one of its brand, and the sums are right to the yen', async () => {
  const of = await shop()
  const [first, second] = [await ordered(of), await ordered(of)]
  await inTransaction(async (db) => {
    await paid(db, first)
    // Would end after five seconds of waiting.
    await inTransaction((other) => paid(other, second))
  })
  const { inSlots, ...sums } = await books(of.ids)
  expect(inSlots).toBeGreaterThan(0)
  expect(sums).toMatchObject({ months: sums.ledger, parts: sums.entries, days: 3000, orders: 2 })
  const { rows } = await pool().query('select distinct order_number from orders where brand_id = $1', [of.brandId])
  expect(rows.length).toBe(2)
})

test('control: with a single slot the second booking waits until the first has ended', async () => {
  const of = await shop()
  const [first, second] = [await ordered(of), await ordered(of)]
  await withoutPrecautions(oneSlot, () =>
    meanwhile(
      (db) => paid(db, first),
      () => inTransaction((other) => paid(other, second)),
    ),
  )
  expect(await books(of.ids)).toMatchObject({ days: 3000, orders: 2, inSlots: 0 })
})

const correct = (db: Db, ids: Ids, amount: number) =>
  book(db, newId, corrected({ correctionId: newId('correction'), month: monthOf(now()), amount }, now()), {
    ...ids,
    orderId: null,
  })
const hundred = (ids: Ids) => together(100, (n) => inTransaction((db) => correct(db, ids, n + 1)))

test('a hundred bookings at once are all in the sums', async () => {
  const { ids } = await shop()
  await hundred(ids)
  expect(await books(ids)).toMatchObject({ months: -5050, ledger: -5050, parts: 100, entries: 100 })
})

test('control: a sum that is not added to what stands there loses some', async () => {
  const { ids } = await shop()
  await withoutPrecautions([[/= "ledger_month\w*"\.\w+ \+ excluded/g, '= excluded']], () => hundred(ids))
  const { months, ledger } = await books(ids)
  expect(ledger).toBe(-5050)
  expect(months).not.toBe(ledger)
})

test('what a version of before adds to the row itself is counted beside the slots, and closing a month folds them into it', async () => {
  const { ids } = await shop()
  const [tenantId, brandId, month] = [ids.tenantId, ids.brandId, monthOf(now())]
  const before = () =>
    pool().query(
      `insert into ledger_months (tenant_id, brand_id, month, kind, component, amount, entries) values ($1, $2, $3, 'adjustment', 'adjustment', -1000, 1)
        on conflict (tenant_id, brand_id, month, kind, component)
        do update set amount = ledger_months.amount + excluded.amount, entries = ledger_months.entries + excluded.entries`,
      [tenantId, brandId, month],
    )
  await Promise.all([hundred(ids), ...Array.from({ length: 5 }, before)])
  const { inSlots, ...sums } = await books(ids)
  expect(inSlots).toBeGreaterThan(0)
  expect(sums).toMatchObject({ months: -10_050, parts: 105 })
  await inTransaction(async (db) => {
    await lockLedger(db, ids)
    await foldSlots(db, ids)
  })
  expect(await books(ids)).toMatchObject({ months: -10_050, parts: 105, inSlots: 0 })
  const { rows } = await pool().query('select amount::int, entries from ledger_months where brand_id = $1', [brandId])
  expect(rows).toEqual([{ amount: -10_050, entries: 105 }])
})

test('the rows of the sums are named by those who write them; all others read both', () => {
  const folder = 'src'
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      /\b(ledgerMonths|ledgerMonthSlots|salesDays|salesDaySlots)\b/.test(
        readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
      ),
  )
  expect(writers.sort()).toEqual([
    'features/money/ledger/sales.queries.server.ts',
    'features/money/ledger/sums.queries.server.ts',
    'features/money/ledger/tables.server.ts',
    'program/demo/money/revenue.server.ts',
  ])
})

// --- Numbers -----------------------------------------------------------------------------------------------------------------

/** As a version of before takes a number: in the transaction of its booking. */
const takenInside = (db: Pick<Db, 'execute'>, { tenantId, brandId }: Ids) =>
  db
    .execute<{ last: number }>(
      `insert into serials (tenant_id, brand_id, series, last) values ('${tenantId}', '${brandId}', 'order', 1)
        on conflict (tenant_id, brand_id, series) do update set last = serials.last + 1 returning serials.last`,
    )
    .then(({ rows }) => rows[0]?.last ?? 0)

test('a number is taken while the booking of the one before goes on, and what fails leaves its number unused', async () => {
  const { ids } = await shop()
  const failed = inTransaction(async () => {
    expect(await nextSerial(ids, 'order')).toBe(1)
    expect(await inTransaction(() => nextSerial(ids, 'order'))).toBe(2)
    throw new Error('the card was refused')
  })
  await expect(failed).rejects.toThrow('the card was refused')
  expect(await nextSerial(ids, 'order')).toBe(3)
  expect(await nextSerial(ids, 'member')).toBe(1)
})

test('control: a number that is taken in the booking itself holds up the next booking', async () => {
  const { ids } = await shop()
  const second = await meanwhile(
    (db) => takenInside(db, ids),
    () => inTransaction((other) => takenInside(other, ids)),
  )
  expect(second).toBe(2)
})

test('no number is given twice, whatever asks at once, beside instances of the version before', async () => {
  const { ids } = await shop()
  const numbers = await Promise.all([
    ...Array.from({ length: 200 }, () => nextSerial(ids, 'order')),
    ...Array.from({ length: 20 }, () => inTransaction((db) => takenInside(db, ids))),
  ])
  // None is missing either: every one of these was used.
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 220 }, (_, n) => n + 1))
})

test('control: whoever reads the last number and then writes the next one gives some twice', async () => {
  const { ids } = await shop()
  await nextSerial(ids, 'order')
  const of = [ids.tenantId, ids.brandId]
  const taken = await together(20, async () => {
    const { rows } = await pool().query(`select last from serials where tenant_id = $1 and brand_id = $2`, of)
    await pool().query(`update serials set last = $3 where tenant_id = $1 and brand_id = $2`, [...of, rows[0].last + 1])
    return rows[0].last + 1
  })
  expect(new Set(taken).size).toBeLessThan(taken.length)
})

test('more bookings at once than the pool has connections all get their numbers', async () => {
  const { ids } = await shop()
  const most = (pool().options.max ?? 0) * 3
  const numbers = await together(most, () => inTransaction(() => nextSerial(ids, 'order')))
  expect(new Set(numbers).size).toBe(most)
  await expect(database().execute('select 1')).resolves.toBeDefined()
})
