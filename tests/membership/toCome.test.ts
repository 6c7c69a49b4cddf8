import { beforeAll, describe, expect, test } from 'vitest'
import { addTokyoMonths } from '#kit/time.ts'
import { subscriptionTerms } from '#membership/subscriptions/tables.server.ts'
import { type LongTerm, toCome } from '#membership/subscriptions/toCome.ts'
import { refunded } from '#money/ledger/back.ts'
import { monthAfter, monthOf } from '#money/ledger/ledger.ts'
import { book, heldOfOrder } from '#money/ledger/queries.server.ts'
import { payoutDesk, revenue } from '#money/payouts/revenue/contract.ts'
import { journalsOf } from '#money/payouts/revenue/journal.ts'
import { revenueOf } from '#money/payouts/revenue/statement.ts'
import { now } from '#server/clock.ts'
import { database, inTransaction, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, newId, operator, type Person } from '../support/club'
import { rates, sold } from '../support/money'
import { tokyo } from '../support/plan'
import { joinByCard, newFan, settled, shop } from '../support/shop'

const term = (from: string, to: string, values: Partial<LongTerm> = {}): LongTerm => {
  const price = values.price ?? 12_000
  return { from: tokyo(from), to: tokyo(to), until: values.until ?? tokyo(to), price, left: values.left ?? price }
}

describe('what of a year’s price is for months to come', () => {
  const year = term('2026-01-31T10:00', '2027-01-31T10:00')
  const uneven = term('2026-04-15T00:00', '2027-04-15T00:00', { price: 10_000 })
  const leap = term('2028-02-29T12:00', '2029-02-28T12:00')
  // The difference for the rest of a year, after a change to a dearer plan.
  const change = term('2026-06-15T00:00', '2027-01-10T00:00', { price: 700 })
  test.each([
    ['nothing has begun before its start', year, '2025-12', 12_000],
    ['its first month counts whole, however late in it it began', year, '2026-01', 11_000],
    ['a month of 28 days is a month', year, '2026-02', 10_000],
    ['one of 31 days too', year, '2026-03', 9000],
    ['the last month but one', year, '2026-11', 1000],
    ['with the twelfth it is all given', year, '2026-12', 0],
    ['and stays so in the month that it ends in', year, '2027-01', 0],
    ['a twelfth of a yen is given down', uneven, '2026-04', 9167],
    ['and the next one from the sum, not from the part', uneven, '2026-05', 8334],
    ['so that the last takes the rest', uneven, '2027-02', 834],
    ['to nothing', uneven, '2027-03', 0],
    ['a year from the 29th of February has twelve months', leap, '2028-02', 11_000],
    ['and ends with the 28th', leap, '2029-01', 0],
    ['the seven months of a difference', change, '2026-06', 600],
    ['are given by the end of the year', change, '2026-12', 0],
    [
      'a term of the first moment of a month has begun in it',
      term('2026-03-01T00:00', '2027-03-01T00:00'),
      '2026-03',
      11_000,
    ],
    ['and one of the last before it in that', term('2026-02-28T23:59', '2027-02-28T23:59'), '2026-02', 11_000],
    ['what went back lessens every month alike', { ...year, left: 7000 }, '2026-03', 5250],
    ['all of it leaves nothing', { ...year, left: 0 }, '2026-03', 0],
    ['nor does what the bank took besides', { ...year, left: -1500 }, '2026-03', 0],
    ['a past month in the same order is given at once', { ...year, left: 12_500 }, '2026-01', 11_000],
    ['a term that was cut short gives nothing more', { ...year, until: tokyo('2026-03-20T00:00') }, '2026-03', 0],
    ['but was still running the month before', { ...year, until: tokyo('2026-03-20T00:00') }, '2026-02', 10_000],
  ] as const)('%s', (_, of, month, yen) => {
    expect(toCome(of, month)).toBe(yen)
  })

  test('the parts of all months are the price, whatever it is', () => {
    for (const price of [1, 11, 12, 13, 9800, 99_999]) {
      const of = { ...year, price, left: price }
      const parts = Array.from({ length: 12 }, (_, n) => {
        const month = monthAfter('2026-01', n)
        return toCome(of, monthAfter(month, -1)) - toCome(of, month)
      })
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }
  })

  test('the journals take it off the month’s sales on its last day, and give the former back on the first', () => {
    const moves = journalsOf([], '2026-02', { before: 9167, after: 8334 })
    expect(moves.map(({ day, debit, credit, amount }) => [day, debit.account, credit.account, amount])).toEqual([
      ['2026-02-01', '前受金', '売上高', 9167],
      ['2026-02-28', '売上高', '前受金', 8334],
    ])
    expect(journalsOf([], '2026-02', { before: 0, after: 0 })).toEqual([])
  })
})

type Shop = Awaited<ReturnType<typeof shop>>
const advances = (of: Shop, month: string) => ask(revenue.getAdvances, { ...of.ids, month }, of.owner)

describe('what was paid in advance at a club whose plan is paid by the year', () => {
  let desk: Person
  beforeAll(async () => {
    desk = await operator()
  })
  const yearly = () => shop({ subscriptionInterval: 'year', price: 12_000 })

  test('is eleven months after the first payment, less by what is refunded, and nothing of a term that was taken back', async () => {
    const [of, kept, left] = [await yearly(), await newFan(), await newFan()]
    const month = monthOf(now())
    await joinByCard(of, kept)
    const parts = { opening: 0, paid: 0, handedOver: 0, back: 0 }
    expect(await advances(of, month)).toEqual({ ...parts, spread: 11_000, closing: 11_000, toCome: 11_000 })
    expect(await advances(of, monthAfter(month, -1))).toEqual({ ...parts, spread: 0, closing: 0, toCome: 0 })
    await joinByCard(of, left)
    expect((await advances(of, month)).toCome).toBe(22_000)
    const { rows } = await pool().query<{ uid: string; id: string }>(
      'select uid, order_id as id from orders where tenant_id = $1',
      [of.tenantId],
    )
    const orderOf = ({ uid }: Person) => rows.find((row) => row.uid === uid)?.id ?? ''
    await ask(staffOrders.refundOrder, { ...of.ids, orderId: orderOf(kept), amount: 1200, reason: 'Sorry' }, of.owner)
    await ask(staffOrders.refundOrder, { ...of.ids, orderId: orderOf(left), amount: 12_000, reason: 'Left' }, of.owner)
    await settled()
    expect((await advances(of, month)).toCome).toBe(9900)
  })

  test('a month’s is as it was at its end, whatever went back since; the file and the journals say the same', async () => {
    const of = await yearly()
    const last = monthAfter(monthOf(now()), -1)
    const before = monthAfter(last, -1)
    const buy = async (at: number) => {
      const orderId = newId('order')
      await sold(of.ids, 12_000, at, orderId)
      await database()
        .insert(subscriptionTerms)
        .values({
          ...{ tenantId: of.tenantId, planId: of.planId, termId: newId('term'), uid: newId('person'), orderId },
          ...{ from: at, to: addTokyoMonths(at, 12), amount: 12_000 },
          source: 'card',
        })
      return orderId
    }
    const first = await buy(tokyo(`${before}-20T12:00`))
    await buy(tokyo(`${last}-03T12:00`))
    // A month's fee is revenue at once.
    await sold(of.ids, 1500, tokyo(`${last}-04T12:00`))
    const told = {
      ...{ opening: 11_000, paid: 0, handedOver: 0, back: 0 },
      ...{ spread: 10_000, closing: 21_000, toCome: 21_000 },
    }
    expect(await advances(of, last)).toEqual(told)
    // Refunded in this month: its term is void from the beginning, and the months that are over are as they were.
    const held = await inTransaction((db) => heldOfOrder(db, { tenantId: of.tenantId, orderId: first }))
    const all = { price: 12_000, shipping: 0, konbiniFee: 0, waiting: { price: 0, shipping: 0 } }
    for (const one of refunded(held, all, newId('refund'), rates, now()))
      await inTransaction((db) => book(db, (noun) => newId(noun), one, { ...of.ids, orderId: first }))
    await pool().query('update subscription_terms set voided_at = starts_at where order_id = $1', [first])
    expect(await advances(of, last)).toEqual(told)
    expect(await advances(of, monthOf(now()))).toMatchObject({ opening: 21_000, spread: -11_000, toCome: 10_000 })

    await ask(payoutDesk.finalizeStatements, { month: last }, desk)
    const csv = Buffer.from(
      (await ask(revenue.exportStatement, { ...of.ids, month: last, format: 'csv' }, of.owner)).data,
      'base64',
    ).toString()
    expect(csv).toContain('前受金（当月末）,21000\r\nうち翌月以降の会費（年払い）,21000\r\n')
    const { data } = await ask(revenue.exportJournal, { ...of.ids, month: last, bookkeeper: 'yayoi' }, of.owner)
    const rows = new TextDecoder('shift_jis').decode(Buffer.from(data, 'base64')).split('\r\n')
    const ofYears = rows.filter((row) => row.includes('年払い')).map((row) => row.split(','))
    expect(ofYears.map((cells) => [cells[4], cells[8], cells[10], cells[14]])).toEqual([
      ['前受金', '11000', '売上高', '11000'],
      ['売上高', '21000', '前受金', '21000'],
    ])
    // What the screen calls the month's revenue is what the journals book as such.
    const { figures } = await ask(revenue.getRevenue, { ...of.ids, month: last }, of.owner)
    const booked = rows
      .map((row) => row.split(','))
      .reduce((sum, cells) => {
        const at = (account: number, yen: number) => (cells[account] === '売上高' ? Number(cells[yen]) : 0)
        return sum + at(10, 14) - at(4, 8)
      }, 0)
    expect([booked, revenueOf(figures, told)]).toEqual([3500, 3500])
  })
})
