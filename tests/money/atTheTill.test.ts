import { afterEach, describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { staffSubscriptionJobs } from '#membership/subscriptions/staff/jobs.server.ts'
import { orders } from '#money/orders/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, operator, type Person, refused } from '../support/club'
import { makeGoods, newBuyer, put, stockProblems, voucherOf } from '../support/goods'
import { mailsTo } from '../support/mail'
import { leavesTheTill, provider, told } from '../support/payments'
import { joinAtStore, ledger, moveTo, myPlan, newFan, orderAtStore, ordersIn, settled, shop } from '../support/shop'
import { heldByProvider } from '../support/simulation'

/* While a fan pays at the till nothing can be ended: whoever tries reads that, or is heard without it, and then it is paid. */

const minute = 60_000
afterEach(() => told({ stores: 'open' }))
const atTheTill = (intent: string) => told({ action: 'beginPayingAtStore', intent })
const paysAtTheTill = async (intent: string) => {
  await told({ action: 'payAtStore', intent })
  await settled()
}
/** Once, and both sides say so; nothing is left for the operator. */
const isPaidOnce = async (of: { tenantId: string }, fan: Person, total: number) => {
  expect(await ledger(of.tenantId)).toMatchObject({ cash: total })
  expect(await heldByProvider([fan.uid])).toBe(total)
  expect((await ask(waitingMoney.getUnallocatedPayments, {}, await operator())).payments).toEqual([])
}
const vouchersOf = async (orderId: string) =>
  (
    await pool().query<{ status: string }>(
      `select body->>'status' as status from sandbox_objects
        where object = 'payment_intent' and body#>>'{metadata,orderId}' = $1 order by serial`,
      [orderId],
    )
  ).rows.map(({ status }) => status)

test('a fan cannot cancel, reads that it is being paid, and then it is', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { orderId, intentId } = await orderAtStore(of, fan)
  await atTheTill(intentId)
  expect((await refused(orders.cancelPaymentKonbini, { orderId }, fan)).code).toBe('beingPaid')
  await paysAtTheTill(intentId)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  await isPaidOnce(of, fan, 1700)
})

describe('an order of goods', () => {
  const towels = async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const { cartId } = await put(of, fan, await makeGoods(of), 3)
    const voucher = await voucherOf(cartId, fan)
    return { of, fan, ...voucher, named: { ...of.ids, orderId: voucher.orderId } }
  }

  test('is not cancelled by staff, who read that it is being paid', async () => {
    const { of, fan, named, intentId } = await towels()
    await atTheTill(intentId)
    const cancel = { ...named, reason: 'Sold elsewhere', restock: true }
    expect((await refused(fulfillments.cancelOrder, cancel, of.owner)).code).toBe('beingPaid')
    await paysAtTheTill(intentId)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid' }])
    await isPaidOnce(of, fan, 6700)
    expect(await stockProblems()).toEqual([])
  })

  test('whose voucher staff would extend is paid once: neither of two vouchers is open beside the other', async () => {
    const { of, fan, named, orderId, intentId } = await towels()
    await moveTo(now() + day)
    await atTheTill(intentId)
    expect((await refused(staffOrders.extendVoucher, named, of.owner)).code).toBe('beingPaid')
    expect(await vouchersOf(orderId)).toEqual(['requires_action', 'canceled'])
    await paysAtTheTill(intentId)
    await moveTo(now() + 10 * minute)
    await settled()
    expect(await vouchersOf(orderId)).toEqual(['succeeded', 'canceled'])
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid', total: 6700 }])
    await isPaidOnce(of, fan, 6700)
  })

  test('is extended after all, when the fan left the till without having paid', async () => {
    const { of, fan, named, orderId, intentId, issued } = await towels()
    await moveTo(now() + day)
    await atTheTill(intentId)
    expect((await refused(staffOrders.extendVoucher, named, of.owner)).code).toBe('beingPaid')
    await moveTo(now() + 10 * minute)
    await leavesTheTill(intentId)
    expect(await ask(staffOrders.extendVoucher, named, of.owner)).toEqual({ expiresAt: issued.expiresAt + day })
    expect(await vouchersOf(orderId)).toEqual(['canceled', 'canceled', 'requires_action'])
    const { rows } = await pool().query('select intent_id as id from orders where order_id = $1', [orderId])
    await paysAtTheTill(rows[0].id)
    await isPaidOnce(of, fan, 6700)
  })

  test('that a crash left half extended is not extended while it is being paid', async () => {
    const { of, fan, named, orderId, intentId } = await towels()
    await moveTo(now() + day)
    const cancelIntent = provider.cancelIntent
    provider.cancelIntent = () => Promise.reject(new Error('The program dies here.'))
    await expect(ask(staffOrders.extendVoucher, named, of.owner)).rejects.toThrow()
    provider.cancelIntent = cancelIntent
    await atTheTill(intentId)
    // What finishes an interrupted extension runs, and finds nothing to be done by itself.
    await moveTo(now() + 10 * minute)
    expect(await vouchersOf(orderId)).toEqual(['requires_action', 'canceled'])
    await paysAtTheTill(intentId)
    await isPaidOnce(of, fan, 6700)
  })

  test('is not extended while stores are limited: staff read that, not of a refund', async () => {
    const { of, named } = await towels()
    await moveTo(now() + day)
    await told({ stores: 'limited' })
    expect((await refused(staffOrders.extendVoucher, named, of.owner)).code).toBe('storesUnavailable')
    await told({ stores: 'open' })
    await moveTo(now() + minute)
    await ask(staffOrders.extendVoucher, named, of.owner)
  })
})

test('a plan whose voucher’s deadline passes meanwhile is not joined by card: it would be paid twice', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { issued, intentId } = await orderAtStore(of, fan)
  await atTheTill(intentId)
  await moveTo(issued.expiresAt + 10 * minute)
  const byCard = { ...of.of, returnPath: null }
  expect((await refused(subscriptions.purchasePlanSubscription, byCard, fan)).code).toBe('beingPaid')
  await paysAtTheTill(intentId)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', paymentMethod: 'konbini' })
  await isPaidOnce(of, fan, 1700)
})

describe('who pays the next term', () => {
  /** A member of whom the voucher of the next term is issued. */
  const member = async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    await moveTo(now() + 25 * day)
    const next = await orderAtStore(of, fan)
    const { rows } = await pool().query('select subscription_id as id from subscriptions where uid = $1', [fan.uid])
    return { of, fan, ...next, subscriptionId: rows[0].id as string }
  }
  type Member = Awaited<ReturnType<typeof member>>
  /** And what of the payment then waits for the staff's decision, as what was to be paid for is over. */
  const ways: [string, (of: Member) => Promise<unknown>, number][] = [
    ['leaves', ({ of, fan }) => ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan), 0],
    [
      'leaves at once',
      ({ of, fan }) => ask(subscriptions.cancelPlanSubscription, { planId: of.planId, cancelAtPeriodEnd: false }, fan),
      1700,
    ],
    [
      'is ended by staff',
      ({ of, subscriptionId }) =>
        ask(staffSubscriptions.cancelSubscriptionByStaff, { ...of.ids, subscriptionId, reason: 'Asked' }, of.owner),
      0,
    ],
  ]

  test.each(ways)(
    'and %s is answered, hears of it once, and the voucher ends when the till is left',
    async (_, end) => {
      const one = await member()
      const { fan, intentId, orderId } = one
      const before = (await mailsTo(fan.email)).length
      await atTheTill(intentId)
      await end(one)
      await settled()
      expect(await vouchersOf(orderId)).toEqual(['requires_action'])
      await leavesTheTill(intentId)
      await moveTo(now() + 30 * minute)
      await settled()
      expect(await vouchersOf(orderId)).toEqual(['canceled'])
      expect((await mailsTo(fan.email)).length).toBe(before + 1)
    },
  )

  test.each(ways)('and %s has paid all the same: no yen is lost', async (_, end, late) => {
    const one = await member()
    const { of, fan, intentId } = one
    await atTheTill(intentId)
    await end(one)
    await paysAtTheTill(intentId)
    await moveTo(now() + 30 * minute)
    await settled()
    const { cash, unallocated = 0 } = await ledger(of.tenantId)
    expect([cash, await heldByProvider([fan.uid])]).toEqual([3400, 3400])
    expect(0 - unallocated).toBe(late)
  })

  test('and is ended by the club when nothing is paid any more is not left with a voucher that nobody ends', async () => {
    const { fan, intentId, orderId, subscriptionId } = await member()
    await atTheTill(intentId)
    const endsNow = { ...jobContext('ended by the club'), now: now() + 10 * day }
    const end = () => staffSubscriptionJobs.endByClub.run(endsNow, { subscriptionId, reason: 'blocked' })
    // Were it to fail, it would be repeated.
    await end().catch(end)
    await leavesTheTill(intentId)
    await moveTo(now() + 30 * minute)
    await settled()
    expect(await vouchersOf(orderId)).toEqual(['canceled'])
    const { rows } = await pool().query('select ended_at from subscriptions where uid = $1', [fan.uid])
    expect(rows).toEqual([{ ended_at: new Date(endsNow.now) }])
  })
})
