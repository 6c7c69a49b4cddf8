import { beforeEach, describe, expect, test } from 'vitest'
import { day, endOfTokyoDay } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { orderJobs } from '#money/orders/jobs.server.ts'
import { reminderLead } from '#money/orders/order.ts'
import { lockFan, setKonbini } from '#money/orders/queries.server.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { addMember, ask, club, type Person, person, refused } from '../support/club'
import { makeGoods, newBuyer, put, stockOf, stockProblems, voucherOf } from '../support/goods'
import { mailsTo } from '../support/mail'
import { advisoryLocks, meanwhile, withoutPrecautions } from '../support/naive'
import { provider, told } from '../support/payments'
import { joinByCard, ledger, moveTo, orderAtStore, ordersIn, settled, shop } from '../support/shop'

// Days are counted in Tokyo: none of these begins at midnight.
beforeEach(() => moveTo(endOfTokyoDay(now()) + 12 * 3_600_000))

/** Three towels of a club that wait to be paid at a store. */
const waiting = async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made, 3)
  const voucher = await voucherOf(cartId, fan)
  return { of, fan, made, ...voucher, named: { ...of.ids, orderId: voucher.orderId } }
}
const intentOf = async (orderId: string): Promise<string> =>
  (await pool().query('select intent_id from orders where order_id = $1', [orderId])).rows[0].intent_id
const seen = async (named: { tenantId: string; brandId: string; orderId: string }, by: Person) =>
  (await ask(staffOrders.getOrder, named, by)).order
const subjects = async (fan: Person) => (await mailsTo(fan.email)).map(({ subject }) => subject)

describe('staff help a fan who has not paid at the store yet', () => {
  test('by sending the payment code again, in the fan’s language, as long as it can be paid', async () => {
    const { of, fan, named, issued, intentId } = await waiting()
    const again = { ...named, kind: 'voucher' as const }
    const before = (await subjects(fan)).length
    await pool().query(`update people set locale = 'en' where uid = $1`, [fan.uid])
    await ask(fulfillments.resendOrderMail, again, of.owner)
    const mails = await mailsTo(fan.email)
    expect(mails).toHaveLength(before + 1)
    expect(mails.at(-1)?.subject).toContain('How to pay at the store')
    expect(mails.at(-1)?.text).toContain(`/fc/pay/konbini/${named.orderId}`)
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    await ask(fulfillments.resendOrderMail, again, shipper)
    expect((await seen(named, of.owner)).timeline.map(({ what }) => what)).toContain('mailSent')
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await refused(fulfillments.resendOrderMail, again, of.owner)).toMatchObject({ code: 'noVoucher' })
    const other = await waiting()
    await moveTo(other.issued.expiresAt + 1)
    expect(
      await refused(fulfillments.resendOrderMail, { ...other.named, kind: 'voucher' }, other.of.owner),
    ).toMatchObject({ code: 'noVoucher' })
    expect(issued.state).toBe('issued')
  })

  test('by extending it once: a new code until a later day, the goods stay reserved, the old code is dead', async () => {
    const { of, fan, made, named, issued, intentId } = await waiting()
    await moveTo(now() + 2 * day)
    const offered = (await seen(named, of.owner)).konbini
    expect(offered?.extendableUntil).toBe(issued.expiresAt + 2 * day)
    const before = await subjects(fan)
    expect(await ask(staffOrders.extendVoucher, named, of.owner)).toEqual({ expiresAt: issued.expiresAt + 2 * day })
    const second = await intentOf(named.orderId)
    expect(second).not.toBe(intentId)
    expect((await provider.intent(intentId)).status).toBe('canceled')
    await settled()
    const shown = await ask(orders.getKonbiniPayment, { orderId: named.orderId }, fan)
    expect(shown).toMatchObject({ state: 'issued', expiresAt: issued.expiresAt + 2 * day })
    expect(shown.stores[0]?.paymentCode).not.toBe(issued.stores[0]?.paymentCode)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 3 })
    const mails = await mailsTo(fan.email)
    expect(mails).toHaveLength(before.length + 1)
    expect(mails.at(-1)?.subject).toContain('お支払い期限を延ばしました')
    const order = await seen(named, of.owner)
    expect(order.konbini).toMatchObject({ state: 'issued', extendableUntil: null })
    expect(order.timeline.map(({ what }) => what)).toContain('voucherExtended')
    expect(await refused(staffOrders.extendVoucher, named, of.owner)).toMatchObject({ code: 'alreadyExtended' })
    // The first deadline passes, and the order still stands; it is reminded of before the second one alone.
    await moveTo(issued.expiresAt + 60_000)
    expect((await seen(named, of.owner)).paymentState).toBe('awaitingPayment')
    const reminded = async () =>
      (await subjects(fan)).filter((subject) => subject.includes('期限が近づいています')).length
    expect(await reminded()).toBe(0)
    await moveTo(shown.expiresAt - 2 * 3_600_000)
    expect(await reminded()).toBe(2)
    await told({ action: 'payAtStore', intent: second })
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 0, sold: 3 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid', total: 6700 }])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 6700 })
    expect(await stockProblems()).toEqual([])
  })

  test('and what is extended lapses at its second deadline', async () => {
    const { of, made, named } = await waiting()
    await moveTo(now() + day)
    const { expiresAt } = await ask(staffOrders.extendVoucher, named, of.owner)
    await moveTo(expiresAt + 60_000)
    await settled()
    expect((await seen(named, of.owner)).paymentState).toBe('expired')
    expect(await stockOf(made.variationId)).toMatchObject({ available: 10, reserved: 0 })
  })

  test('but not beyond a day after the sale has ended, nor where that gives no more time', async () => {
    const { of, made, named, issued } = await waiting()
    await moveTo(now() + 2 * day)
    const ends = (at: number) =>
      pool().query('update goods set sale_end_at = $2 where goods_id = $1', [made.goodsId, new Date(at)])
    await ends(issued.expiresAt - day)
    expect((await seen(named, of.owner)).konbini?.extendableUntil).toBe(null)
    expect(await refused(staffOrders.extendVoucher, named, of.owner)).toMatchObject({ code: 'cannotExtend' })
    await ends(issued.expiresAt)
    expect(await ask(staffOrders.extendVoucher, named, of.owner)).toEqual({ expiresAt: issued.expiresAt + day })
  })

  test('a plan that is to be archived is not waited for longer than it is there', async () => {
    const [of, fan] = [await shop(), await person()]
    const { orderId, issued } = await orderAtStore(of, fan)
    const named = { ...of.ids, orderId }
    await moveTo(now() + 2 * day)
    await pool().query('update plans set archiving_at = $2 where plan_id = $1', [of.planId, new Date(issued.expiresAt)])
    expect(await refused(staffOrders.extendVoucher, named, of.owner)).toMatchObject({ code: 'cannotExtend' })
    await pool().query('update plans set archiving_at = null where plan_id = $1', [of.planId])
    expect(await ask(staffOrders.extendVoucher, named, of.owner)).toEqual({ expiresAt: issued.expiresAt + 2 * day })
  })

  test('what was paid, given up or never issued is not extended, nor by who does not look after orders', async () => {
    const { of, fan, named, intentId } = await waiting()
    const editor = await person()
    await addMember(of.tenantId, editor, 'editor')
    expect(await refused(staffOrders.extendVoucher, named, editor)).toMatchObject({ status: 403 })
    const stranger = await club()
    expect(
      await refused(staffOrders.extendVoucher, { ...stranger.ids, orderId: named.orderId }, stranger.owner),
    ).toMatchObject({ status: 404 })
    await moveTo(now() + day)
    // The store has told the provider, the provider has not told us yet.
    await told({ action: 'payAtStore', intent: intentId })
    expect(await refused(staffOrders.extendVoucher, named, of.owner)).toMatchObject({ code: 'alreadyPaid' })
    await settled()
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid' }])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 6700 })
    expect(await refused(staffOrders.extendVoucher, named, of.owner)).toMatchObject({ code: 'orderClosed' })
    expect(await intentOf(named.orderId)).toBe(intentId)
    expect((await ask(goodsOrders.getOrderDetail, { orderId: named.orderId }, fan)).orderDetail.paidAt).not.toBe(null)
  })

  test('ten presses at once make one new code', async () => {
    const { of, named, fan } = await waiting()
    await moveTo(now() + day)
    const before = (await subjects(fan)).length
    const codes = await Promise.all(
      Array.from({ length: 10 }, () =>
        ask(staffOrders.extendVoucher, named, of.owner).then(
          () => 'ok',
          (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1],
        ),
      ),
    )
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'alreadyExtended']))
    expect((await subjects(fan)).length).toBe(before + 1)
  })

  test('what a crash left half done is finished a little later', async () => {
    const { of, named, fan, issued, intentId } = await waiting()
    await moveTo(now() + day)
    const expiresAt = issued.expiresAt + day
    // As it stands when the program dies after the intention was saved and the first code was ended.
    await pool().query(`update konbini_payments set reminders_sent = '["extending"]' where order_id = $1`, [
      named.orderId,
    ])
    await provider.cancelIntent(intentId)
    await settled()
    expect((await seen(named, of.owner)).paymentState).toBe('awaitingPayment')
    await orderJobs.extendVoucher.run(jobContext('extend'), { orderId: named.orderId, intentId, expiresAt })
    expect(await ask(orders.getKonbiniPayment, { orderId: named.orderId }, fan)).toMatchObject({
      state: 'issued',
      expiresAt,
    })
    // A second time changes nothing.
    const second = await intentOf(named.orderId)
    await orderJobs.extendVoucher.run(jobContext('extend'), { orderId: named.orderId, intentId, expiresAt })
    expect(await intentOf(named.orderId)).toBe(second)
  })
})

/** The fan is reminded of a voucher in the moment that staff extend it: what is kept of both. */
const remindedWhileExtended = async ({ fan, named, issued }: Awaited<ReturnType<typeof waiting>>) => {
  const { orderId } = named
  await meanwhile(
    async (db) => {
      await lockFan(db, fan.uid)
      await setKonbini(db, named, { remindersSent: ['extending'] })
    },
    () => {
      const context = { ...jobContext('remind'), now: issued.expiresAt - reminderLead.hours }
      return orderJobs.remindVoucher.run(context, { orderId, which: 'hours' })
    },
  )
  return (await pool().query('select reminders_sent as sent from konbini_payments where order_id = $1', [orderId]))
    .rows[0].sent
}

test('a reminder in the moment that a voucher is extended does not undo it', async () => {
  const made = await waiting()
  const { fan, named, issued, intentId } = made
  expect(await remindedWhileExtended(made)).toEqual(['extending', 'hours'])
  const [{ orderId }, expiresAt] = [named, issued.expiresAt + day]
  await orderJobs.extendVoucher.run(jobContext('extend'), { orderId, intentId, expiresAt })
  await settled()
  expect(await ask(orders.getKonbiniPayment, { orderId }, fan)).toMatchObject({ state: 'issued', expiresAt })
})

test('without the fan’s lock it would', async () => {
  const made = await waiting()
  expect(await withoutPrecautions(advisoryLocks, () => remindedWhileExtended(made))).toEqual(['hours'])
})

test('a fan whose open voucher staff cancel is told that its code is dead, once; who gives it up knows', async () => {
  const [canceled, givenUp] = [await waiting(), await waiting()]
  const told = async (fan: Person) => (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('取り消され'))
  const cancel = { ...canceled.named, reason: 'Broken in the store', restock: true }
  expect(await ask(fulfillments.cancelOrder, cancel, canceled.of.owner)).toEqual({ state: 'canceled' })
  expect((await told(canceled.fan)).map(({ text }) => text)).toEqual([expect.stringContaining('お支払い番号はご利用')])
  await ask(orders.cancelPaymentKonbini, { orderId: givenUp.named.orderId }, givenUp.fan)
  await settled()
  expect(await told(canceled.fan)).toHaveLength(1)
  expect(await told(givenUp.fan)).toEqual([])
})

test('a fan who paid at a store is told once that the order is cancelled, though its money goes back in two steps', async () => {
  const { of, fan, named, intentId } = await waiting()
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await ask(fulfillments.cancelOrder, { ...named, reason: 'Broken in the store', restock: true }, of.owner)
  await settled()
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
    named.orderId,
  ])
  await told({ action: 'answerRefund', refund: rows[0].id })
  await settled()
  expect((await seen(named, of.owner)).paymentState).toBe('refunded')
  expect((await subjects(fan)).filter((subject) => subject.includes('取り消され'))).toHaveLength(1)
})

test('the codes of a voucher stay readable when it is paid, and when its time has passed', async () => {
  const [paid, lapsed] = [await waiting(), await waiting()]
  await told({ action: 'payAtStore', intent: paid.intentId })
  await settled()
  const number = paid.issued.stores[0]?.paymentCode
  const shown = await ask(orders.getKonbiniPayment, { orderId: paid.named.orderId }, paid.fan)
  expect(shown).toMatchObject({ state: 'paid', stores: paid.issued.stores, voucherUrl: paid.issued.voucherUrl })
  const { orderDetail } = await ask(goodsOrders.getOrderDetail, { orderId: paid.named.orderId }, paid.fan)
  expect(JSON.stringify(orderDetail)).toContain(number)
  await moveTo(lapsed.issued.expiresAt + 60_000)
  await settled()
  expect(await ask(orders.getKonbiniPayment, { orderId: lapsed.named.orderId }, lapsed.fan)).toMatchObject({
    state: 'expired',
    stores: lapsed.issued.stores,
  })
})

test('nothing leaves of an order whose money goes back whole and waits for the buyer’s bank; staff release it', async () => {
  const { of, named, intentId } = await waiting()
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  const { total } = await seen(named, of.owner)
  const prepare = () => ask(fulfillments.startPreparing, { ...of.ids, orderIds: [named.orderId] }, of.owner)
  await ask(staffOrders.refundOrder, { ...named, amount: 1000, reason: 'Torn.' }, of.owner)
  expect((await seen(named, of.owner)).fulfillmentState).toBe('unfulfilled')
  await ask(staffOrders.refundOrder, { ...named, amount: total - 1000, reason: 'Given up.' }, of.owner)
  const held = await seen(named, of.owner)
  expect(held).toMatchObject({ paymentState: 'paid', fulfillmentState: 'onHold' })
  expect(held.timeline).toContainEqual(expect.objectContaining({ what: 'heldForRefund' }))
  expect((await prepare()).results).toEqual([{ orderId: named.orderId, result: 'onHold' }])
  expect(await refused(fulfillments.releaseOrder, named, of.owner)).toMatchObject({ code: 'refundUnderway' })
  const { rows } = await pool().query(
    'select provider_refund_id as id from refunds where order_id = $1 order by requested_at',
    [named.orderId],
  )
  await told({ action: 'answerRefund', refund: rows[1].id, status: 'failed' })
  await settled()
  expect((await seen(named, of.owner)).fulfillmentState).toBe('onHold')
  await ask(fulfillments.releaseOrder, named, of.owner)
  expect((await prepare()).results).toEqual([{ orderId: named.orderId, result: 'ok' }])
  await ask(staffOrders.refundOrder, { ...named, amount: total - 1000, reason: 'Once more.' }, of.owner)
  const again = await pool().query(
    `select provider_refund_id as id from refunds where order_id = $1 and state = 'requiresCustomerAction'`,
    [named.orderId],
  )
  for (const { id } of again.rows) await told({ action: 'answerRefund', refund: id, status: 'succeeded' })
  await settled()
  expect(await seen(named, of.owner)).toMatchObject({ paymentState: 'refunded', fulfillmentState: 'canceled' })
  expect(await stockProblems()).toEqual([])
})

test('a fan who paid at a store is told that the money goes back, and once more when it has', async () => {
  const { of, fan, named, intentId } = await waiting()
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await ask(staffOrders.refundOrder, { ...named, amount: 1000, reason: 'Torn.' }, of.owner)
  await settled()
  await settled()
  const asked = (await mailsTo(fan.email)).filter(({ subject }) => subject.includes('返金の受け取り'))
  expect(asked.map(({ text }) => text)).toEqual([expect.stringContaining('1,000')])
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
    named.orderId,
  ])
  await told({ action: 'answerRefund', refund: rows[0].id })
  await settled()
  const after = await subjects(fan)
  expect(after.filter((subject) => subject.includes('返金の受け取り'))).toHaveLength(1)
  expect(after.at(-1)).toContain('返金の手続きが完了しました')
})

test('a refund to a card needs nothing of the fan, and is told once', async () => {
  const [of, fan] = [await shop(), await person()]
  await joinByCard(of, fan)
  const [row] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
  const before = (await subjects(fan)).length
  await ask(staffOrders.refundOrder, { ...of.ids, orderId: row?.orderId ?? '', amount: 500, reason: 'x' }, of.owner)
  await settled()
  expect((await subjects(fan)).slice(before)).toEqual([expect.stringContaining('返金の手続きが完了しました')])
})
