import { describe, expect, test } from 'vitest'
import { endOfTokyoDay } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { waitingRefund } from '#money/orders/refund.ts'
import { accounts } from '#office/accounts/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, type Person, person, refused } from '../support/club'
import { stockProblems } from '../support/goods'
import { type GoodsOrder, goodsOrder } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import { joinAtStore, ledger, moveTo, newFan, settled, shop } from '../support/shop'

/* Money that was paid at a store goes back to a bank account, which the provider asks its buyer for, within 45 days. */

const day = 86_400_000
type Of = Awaited<ReturnType<typeof club>>
const seen = (order: GoodsOrder, of: Of) => ask(staffOrders.getOrder, order.of, of.owner)

const atStore = async (of: Of) => {
  const order = await goodsOrder(of, { isAtStore: true })
  await told({ action: 'payAtStore', intent: order.intentId })
  await settled()
  return order
}
/** A cancelled order of goods whose buyer is asked for a bank account. */
const cancelled = async () => {
  const of = await club()
  const order = await atStore(of)
  await ask(fulfillments.cancelOrder, { ...order.of, reason: 'Broken', restock: true }, of.owner)
  await settled()
  return { of, order, fan: order.buyer }
}
const history = async (fan: Person, orderId: string) =>
  (await ask(orders.getFanClubOrderHistory, {}, fan)).historyItems.find((one) => one.orderId === orderId)?.refund
const subjects = async (fan: Person) => (await mailsTo(fan.email)).map(({ subject }) => subject)
const refundOf = async (orderId: string, n = 0) =>
  (
    await pool().query<{ provider_refund_id: string; state: string; answer_until: Date | null }>(
      'select provider_refund_id, state, answer_until from refunds where order_id = $1 order by requested_at, refund_id',
      [orderId],
    )
  ).rows[n]
const answered = async (orderId: string, n = 0, status: 'succeeded' | 'failed' = 'succeeded') => {
  await told({ action: 'answerRefund', refund: (await refundOf(orderId, n))?.provider_refund_id, status })
  await settled()
}
const askedAgain = (orderId: string, fan: Person, email = fan.email) =>
  ask(orders.askRefundAgain, { orderId, email }, fan)

describe('a buyer who is asked for a bank account', () => {
  test('sees until when, and is reminded 14 and 3 days before and on the last day', async () => {
    const { order, fan } = await cancelled()
    const until = (await refundOf(order.orderId))?.answer_until?.getTime() ?? 0
    expect(until).toBeGreaterThan(now() + 44 * day)
    expect(await history(fan, order.orderId)).toEqual({ amount: order.total, isAsked: true, until })
    const reminders = async () => (await subjects(fan)).filter((subject) => subject.includes('口座の入力')).length
    for (const [at, count] of [
      [until - 14 * day - 1000, 0],
      [until - 14 * day + 1000, 1],
      [until - 3 * day - 1000, 1],
      [until - 3 * day + 1000, 2],
      [endOfTokyoDay(until) - 15 * 3_600_000 + 2000, 3],
    ] as const) {
      if (at >= until) continue
      await moveTo(at)
      await settled()
      expect([at, await reminders()]).toEqual([at, count])
    }
  })

  test('and answers is not reminded any more', async () => {
    const { order, fan } = await cancelled()
    await answered(order.orderId)
    const before = await subjects(fan)
    await moveTo(now() + 46 * day)
    await settled()
    expect((await subjects(fan)).filter((subject) => subject.includes('口座の入力'))).toEqual([])
    expect(before.some((subject) => subject.includes('返金の手続きが完了'))).toBe(true)
    expect(await history(fan, order.orderId)).toBeNull()
  })
})

describe('when 45 days have gone by without an answer', () => {
  test('the order stays cancelled, its buyer and the staff are told, and the buyer asks for the question again', async () => {
    const { of, order, fan } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    expect(await refundOf(order.orderId)).toMatchObject({ state: 'failed' })
    expect((await seen(order, of)).order).toMatchObject({ paymentState: 'paid', fulfillmentState: 'canceled' })
    expect((await subjects(fan)).at(-1)).toContain('お預かり')
    expect(await history(fan, order.orderId)).toEqual({ amount: order.total, isAsked: false, until: null })
    expect((await seen(order, of)).order.refundWaits).toBe(order.total)

    await askedAgain(order.orderId, fan, 'other@example.test')
    expect(await history(fan, order.orderId)).toMatchObject({ amount: order.total, isAsked: true })
    const { rows } = await pool().query(
      `select body->>'instructions_email' as email from sandbox_objects where id = $1`,
      [(await refundOf(order.orderId, 1))?.provider_refund_id],
    )
    expect(rows).toEqual([{ email: 'other@example.test' }])
    expect((await refused(orders.askRefundAgain, { orderId: order.orderId, email: fan.email }, fan)).code).toBe(
      'nothingToRefund',
    )
    await answered(order.orderId, 1)
    expect((await seen(order, of)).order).toMatchObject({ paymentState: 'refunded', refundWaits: 0 })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0 })
    expect(await stockProblems()).toEqual([])
    expect(await history(fan, order.orderId)).toBeNull()
  })

  test('what the club has settled in another way is not asked for again: nobody is paid back twice', async () => {
    const { of, order, fan } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    await ask(staffOrders.markRefundHandled, { ...order.of, reason: 'Paid back by bank transfer' }, of.owner)
    expect((await seen(order, of)).order.refundWaits).toBe(0)
    expect(await history(fan, order.orderId)).toBeNull()
    expect((await refused(orders.askRefundAgain, { orderId: order.orderId, email: fan.email }, fan)).code).toBe(
      'nothingToRefund',
    )
  })

  test('of a part, the buyer asks for that part again, and the rest of the order goes on', async () => {
    const of = await club()
    const order = await atStore(of)
    const [line] = order.lines
    const lines = [{ lineId: line?.lineId ?? '', quantity: 1 }]
    const price = (await seen(order, of)).order.lines[0]?.unitPrice ?? 0
    await ask(staffOrders.refundOrder, { ...order.of, lines, reason: 'Torn', restock: true }, of.owner)
    await settled()
    await moveTo(now() + 46 * day)
    await settled()
    const fan = order.buyer
    expect(await history(fan, order.orderId)).toEqual({ amount: price, isAsked: false, until: null })
    await askedAgain(order.orderId, fan)
    await answered(order.orderId, 1)
    expect((await seen(order, of)).order).toMatchObject({ paymentState: 'partiallyRefunded', refunded: price })
    expect(await stockProblems()).toEqual([])
  })

  test('staff who refund it once more leave nothing to ask for', async () => {
    const { of, order, fan } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    await ask(staffOrders.refundOrder, { ...order.of, amount: order.total, reason: 'Again' }, of.owner)
    expect(await history(fan, order.orderId)).toMatchObject({ isAsked: true, amount: order.total })
    expect((await refused(orders.askRefundAgain, { orderId: order.orderId, email: fan.email }, fan)).code).toBe(
      'nothingToRefund',
    )
  })

  test('two presses at once ask once', async () => {
    const { order, fan } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    await Promise.allSettled([askedAgain(order.orderId, fan), askedAgain(order.orderId, fan)])
    const { rows } = await pool().query(
      `select 1 from sandbox_objects where object = 'refund' and body->>'payment_intent' = $1`,
      [order.intentId],
    )
    expect(rows).toHaveLength(2)
  })

  test('who deletes the account is told of the money, and is asked once more', async () => {
    const { order, fan } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    expect((await ask(accounts.getMyAccount, {}, fan)).moneyWaiting).toBe(order.total)
    await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
    await moveTo(now() + 5 * 60_000)
    await settled()
    expect(await refundOf(order.orderId, 1)).toMatchObject({ state: 'requiresCustomerAction' })
    await answered(order.orderId, 1)
    await moveTo(now() + day)
    expect((await pool().query('select 1 from order_buyers where order_id = $1', [order.orderId])).rows).toEqual([])
  })

  test('nobody else can ask', async () => {
    const { order } = await cancelled()
    await moveTo(now() + 46 * day)
    await settled()
    const other = await person()
    expect((await refused(orders.askRefundAgain, { orderId: order.orderId, email: other.email }, other)).code).toBe(
      'notFound',
    )
  })
})

describe('a bank that sends a refund back has its buyer asked again', () => {
  test('of goods: nothing is sent or restocked twice, and the books follow', async () => {
    const { of, order, fan } = await cancelled()
    await answered(order.orderId)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
    await told({ action: 'bounceRefund', refund: (await refundOf(order.orderId))?.provider_refund_id })
    await settled()
    expect(await refundOf(order.orderId)).toMatchObject({ state: 'requiresCustomerAction' })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: order.total })
    expect((await seen(order, of)).order).toMatchObject({ paymentState: 'paid', fulfillmentState: 'canceled' })
    expect(await history(fan, order.orderId)).toMatchObject({ amount: order.total, isAsked: true })
    expect((await subjects(fan)).filter((subject) => subject.includes('返金の受け取り'))).toHaveLength(2)
    await answered(order.orderId)
    expect((await seen(order, of)).order).toMatchObject({ paymentState: 'refunded', fulfillmentState: 'canceled' })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0, deferred: 0 })
    expect(await stockProblems()).toEqual([])
  })

  test('of a plan: the membership stays ended', async () => {
    const of = await shop()
    const fan = await newFan()
    const { orderId } = await joinAtStore(of, fan)
    const at = { ...of.ids, orderId }
    await ask(staffOrders.refundOrder, { ...at, amount: 1700, reason: 'Asked for' }, of.owner)
    await settled()
    await answered(orderId)
    await told({ action: 'bounceRefund', refund: (await refundOf(orderId))?.provider_refund_id })
    await settled()
    await answered(orderId)
    expect((await ask(staffOrders.getOrder, at, of.owner)).order.paymentState).toBe('refunded')
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
  })
})

describe('what waits of an order', () => {
  const order = { paymentMethod: 'konbini' as const, total: 1700, refunded: 0 }
  const [early, later, last] = [1000, 2000, 3000]
  const ended = (amount: number, requestedAt = early, decidedAt = later) => ({
    amount,
    state: 'failed' as const,
    providerRefundId: 're',
    intentId: null,
    requestedAt,
    decidedAt,
    handledAt: null as number | null,
  })
  const asked = (amount: number, requestedAt = last) => ({
    amount,
    state: 'requiresCustomerAction' as const,
    providerRefundId: 're',
    intentId: null,
    requestedAt,
    decidedAt: null,
    handledAt: null,
  })
  test.each([
    ['nothing was refunded', order, [], 0],
    ['a refund ended without an answer', order, [ended(500)], 500],
    ['two ended', order, [ended(500), ended(300)], 800],
    ['it ended, was asked again and ended again', order, [ended(500), ended(500, last, 4000)], 500],
    ['it is being asked again', order, [ended(500), asked(500)], 0],
    ['staff refunded more since', order, [ended(500), asked(700)], 0],
    ['staff refunded less since', order, [ended(500), asked(200)], 300],
    ['the provider refused it at once', order, [{ ...ended(500), providerRefundId: null }], 0],
    ['a card’s has failed', { ...order, paymentMethod: 'card' as const }, [ended(500)], 0],
    ['the club settled it in another way', order, [{ ...ended(500), handledAt: later }], 0],
    ['it settled one of two', order, [{ ...ended(500), handledAt: later }, ended(300, last, 4000)], 300],
    ['the rest has gone back already', { ...order, refunded: 1500 }, [ended(500)], 200],
  ])('%s', (_, of, refunds, waits) => {
    expect(waitingRefund(of, refunds)).toBe(waits)
  })
})
