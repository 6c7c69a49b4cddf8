import { expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { planKey } from '#money/orders/order.ts'
import { openOrderOf } from '#money/orders/queries.server.ts'
import { orders as orderTable } from '#money/orders/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, newId, request } from '../support/club'
import { advisoryLocks, rowLocks, together, withoutIndex, withoutPrecautions } from '../support/naive'
import { told } from '../support/payments'
import { joinByCard, ledger, newFan, sessionIn, settled, shop } from '../support/shop'

/*
 * Purchases at the same moment. Each race is run a second time by the program's own code without its locks (and, where the
 * database would still say no, without that constraint), and then has to fail.
 */
const naive = [...advisoryLocks, ...rowLocks]

const pressed = async (of: Awaited<ReturnType<typeof shop>>) => {
  const fan = await newFan()
  const answers = await together(10, () =>
    request(subscriptions.purchasePlanSubscription, JSON.stringify({ ...of.of, returnPath: null }), fan),
  )
  await settled()
  const { rows } = await pool().query<{ n: number }>(
    `select count(*)::int as n from orders where uid = $1 and payment_state = 'awaitingPayment'`,
    [fan.uid],
  )
  return { statuses: new Set(answers.map(({ status }) => status)), open: rows[0]?.n }
}

test('ten presses at once are one order', async () => {
  const of = await shop()
  for (let n = 0; n < 3; n++) expect(await pressed(of)).toEqual({ statuses: new Set([200]), open: 1 })
})

test('whoever looks and then writes, without locks and the database’s own word on it, makes several', async () => {
  const of = await shop()
  // With that word alone they are still one order: whoever comes second is heard again, and finds the first.
  expect(await withoutPrecautions(naive, () => pressed(of))).toEqual({ statuses: new Set([200]), open: 1 })
  await withoutIndex('orders_open', async (owner) => {
    const { uid } = await newFan()
    const openKey = planKey(of.planId)
    await together(10, async (n) => {
      if (await openOrderOf(database(), uid, openKey)) return
      await database()
        .insert(orderTable)
        .values({
          ...of.ids,
          orderId: newId('order'),
          orderNumber: `N-${n}`,
          uid,
          kind: 'plan',
          paymentMethod: 'card',
          paymentState: 'awaitingPayment',
          openKey,
          planId: of.planId,
          subtotal: 1500,
          total: 1500,
          locale: 'ja',
          placedAt: now(),
          editedAt: now(),
        })
    })
    const { rows: made } = await owner.query('select order_id from orders where uid = $1', [uid])
    expect(made.length).toBeGreaterThan(1)
    await owner.query('delete from orders where uid = $1', [uid])
  })
})

const refundedAtOnce = async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { orders: found } = await ask(staffOrders.getOrders, of.ids, of.owner)
  const payload = JSON.stringify({ ...of.ids, orderId: found[0]?.orderId, amount: 1000, reason: 'asked for' })
  return async () => {
    const answers = await together(8, () => request(staffOrders.refundOrder, payload, of.owner))
    await settled()
    const { rows } = await pool().query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::int as sum from refunds where tenant_id = $1',
      [of.tenantId],
    )
    return { asked: rows[0]?.sum, taken: answers.filter(({ status }) => status === 200).length, of }
  }
}

test('eight refunds of two thirds at once: one is made', async () => {
  const race = await refundedAtOnce()
  const { asked, taken, of } = await race()
  expect([asked, taken]).toEqual([1000, 1])
  expect((await ledger(of.tenantId)).cash).toBe(500)
})

test('without locks more would be asked for than was paid', async () => {
  let most = 0
  // On a machine that is busy with other things they may come one after another.
  for (let attempt = 0; attempt < 10 && most <= 1500; attempt++) {
    const race = await refundedAtOnce()
    const { asked = 0 } = await withoutPrecautions(naive, race)
    most = Math.max(most, asked)
  }
  expect(most).toBeGreaterThan(1500)
})

/** A fan's own press, the callback and the job that looks after it, all at the same moment. */
const settledAtOnce = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ duplicate: 1 })
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await Promise.all([settled(), settled(), settled()])
  await told({ duplicate: 0 })
  const { rows } = await pool().query<{ n: number }>(
    `select count(*)::int as n from ledger_movements m join ledger_entries e using (movement_id)
      where e.tenant_id = $1 and m.kind = 'plan' and e.account = 'cash'`,
    [of.tenantId],
  )
  return rows[0]?.n
}
test('paid once, booked once, whoever hears of it first', async () => {
  for (let n = 0; n < 3; n++) expect(await settledAtOnce()).toBe(1)
})
