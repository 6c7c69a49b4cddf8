import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { backOf, heldOf, refunded } from '#money/ledger/back.ts'
import { monthAfter, paid, payoutReturned } from '#money/ledger/ledger.ts'
import { book } from '#money/ledger/queries.server.ts'
import { closeMonths } from '#money/payouts/revenue/close.server.ts'
import { revenueJobs } from '#money/payouts/revenue/jobs.server.ts'
import { schedulePayout, sendPayout } from '#money/payouts/revenue/pay.server.ts'
import {
  brandsWithLedger,
  ledgerSumUntil,
  lockPayout,
  payoutsOf,
  setPayout,
  statementsOf,
  sumsOf,
} from '#money/payouts/revenue/queries.server.ts'
import { finalFrom, lastClosable, statementOf } from '#money/payouts/revenue/statement.ts'
import { jobContext } from '#program/workContext.ts'
import { now as presently } from '#server/clock.ts'
import { database, inTransaction, pool } from '#server/db.ts'
import { newId } from '../support/club'
import { failingAt } from '../support/jobs'
import { addAccount, rates, setIdentity } from '../support/money'
import { tokyo } from '../support/plan'
import { shop } from '../support/shop'

/** Numbers that look random and are the same at every run of a seed. */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

test.each([1, 2, 3])('24 months of sales, refunds, payouts and returns balance to the yen (seed %i)', async (seed) => {
  const random = randomFrom(seed)
  const of = await shop()
  const brand = { ...of.ids, name: 'Aoi', invoiceNumber: '' }
  await addAccount(of.ids, of.owner.uid, { savedAt: tokyo('2023-12-01T00:00') })
  await setIdentity(of.tenantId, of.owner.uid)
  const ids = (noun: string) => newId(noun)
  const booked = (movement: ReturnType<typeof paid>) =>
    inTransaction((db) => book(db, ids, movement, { ...of.ids, orderId: null }))
  const sale = (subtotal: number) => {
    const orderId = newId('order')
    return { orderId, kind: 'plan' as const, subtotal, shippingFee: 0, konbiniFee: 0, total: subtotal, deferred: 0 }
  }
  let month = '2024-01'
  let returned = 0
  for (let n = 0; n < 24; n++, month = monthAfter(month)) {
    const start = tokyo(`${month}-01T00:00`)
    // Some months bring next to nothing: what is too little is carried over.
    const count = n % 5 === 4 ? 1 : 1 + Math.floor(random() * 8)
    for (let k = 0; k < count; k++) {
      const sold = sale(n % 5 === 4 ? 700 : 500 + Math.floor(random() * 5000))
      const at = start + Math.floor(random() * 27) * day
      await booked(paid(sold, rates, at))
      if (random() < 0.2) {
        const held = heldOf(paid(sold, rates, at).entries.map((one) => ({ ...one, isOfShipping: false })))
        for (const movement of refunded(held, backOf(held, sold.total), newId('refund'), rates, at + day))
          await booked(movement)
      }
    }
    const now = finalFrom(month) + day
    const closed = await inTransaction((db) => closeMonths(db, brand, { until: month, now, newId: ids }))
    expect(closed).toEqual({ finalized: 1, agrees: true })
    const work = { now, newId: ids, origin: '', enqueue: async () => {} }
    const made = await inTransaction((db) => schedulePayout({ ...work, db }, brand, { month }))
    if ('blockers' in made) {
      expect(made.blockers.map(({ kind }) => kind)).toEqual(['belowMinimum'])
      continue
    }
    await inTransaction(async (db) => {
      const row = (await lockPayout(db, { payoutId: made.payoutId })) ?? expect.fail('It was scheduled.')
      await sendPayout({ db, now, newId: ids }, row)
    })
    if (random() < 0.15) {
      const payout = { payoutId: made.payoutId, amount: made.amount, fee: 330, returnFee: 880 }
      await setPayout(database(), { ...of.ids, ...made }, { state: 'returned', returnedAt: now, returnReason: 'other' })
      await booked(payoutReturned(payout, now + day))
      returned++
    }
  }
  const last = monthAfter(month, -1)
  const statements = await statementsOf(database(), of.ids)
  expect(statements.length).toBe(24)
  // What one statement leaves is what the next begins with.
  const oldest = statements.toReversed()
  for (const [n, { figures }] of oldest.entries()) {
    const before = oldest[n - 1]
    if (before) expect(figures.opening).toBe(before.payable)
    expect(figures.payable).toBe(figures.carriedOverIn + figures.net)
  }
  expect((await ledgerSumUntil(database(), of.ids, last)).amount).toBe(oldest.at(-1)?.payable)
  // Everything that was earned was paid out, is owed, or went for returns.
  const net = oldest.reduce((sum, { figures }) => sum + figures.net, 0)
  const all = await payoutsOf(database(), of.ids, { limit: 100, offset: 0 })
  const out = all.filter(({ state }) => state !== 'returned').reduce((sum, { amount }) => sum + amount, 0)
  const sums = await sumsOf(database(), of.ids)
  const owed = statementOf(sums, monthAfter(last, 2)).payable
  expect(out + owed + returned * (330 + 880)).toBe(net)
  const { rows } = await pool().query(
    'select movement_id from ledger_entries where tenant_id = $1 group by movement_id having sum(amount) <> 0',
    [of.tenantId],
  )
  expect(rows).toEqual([])
})

test('a brand whose month cannot be closed keeps no other from being closed', async () => {
  const at = presently() - 70 * day
  for (const of of [await shop(), await shop()]) {
    const orderId = newId('order')
    const sold = {
      orderId,
      kind: 'plan' as const,
      subtotal: 1500,
      shippingFee: 0,
      konbiniFee: 0,
      total: 1500,
      deferred: 0,
    }
    await inTransaction((db) => book(db, newId, paid(sold, rates, at), { ...of.ids, orderId: null }))
  }
  const until = lastClosable(presently())
  const brands = await brandsWithLedger(database(), until)
  expect(brands.length).toBeGreaterThan(1)
  const open = async () => {
    const all = await Promise.all(brands.map((brand) => statementsOf(database(), brand)))
    return all.filter((months) => !months.some(({ month }) => month === until)).length
  }
  await expect(revenueJobs.closeMonths.run(failingAt(1), {})).rejects.toThrow('1 could not be done')
  expect(await open()).toBe(1)
  await revenueJobs.closeMonths.run(jobContext('again'), {})
  expect(await open()).toBe(0)
})
