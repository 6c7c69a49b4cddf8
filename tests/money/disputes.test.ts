import { describe, expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { accounts } from '#office/accounts/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { goodsOrders } from '#shop/orders/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club, operator, type Person, person, refused } from '../support/club'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { provider, told } from '../support/payments'
import { joinByCard, ledger, newFan, nextNight, settled, shop, termsIn } from '../support/shop'

/* Disputes as banks end them: on appeal, in another currency, with a day until which evidence counts. */

const day = 86_400_000
const disputed = async (intent: string | null, values: object = {}) => {
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent, ...values })
  await settled()
  return id
}
const closed = async (dispute: string, status: 'won' | 'lost') => {
  await told({ action: 'closeDispute', dispute, status })
  await settled()
}
const appealed = async (dispute: string, how: { isUpdated?: boolean } = {}) => {
  await told({ action: 'appealDispute', dispute, ...how })
  await settled()
}
const seen = async (order: GoodsOrder, of: Awaited<ReturnType<typeof club>>) =>
  (await ask(staffOrders.getOrder, order.of, of.owner)).order
const intentOfOrder = async (orderId: string) =>
  (await pool().query('select intent_id as id from orders where order_id = $1', [orderId])).rows[0].id as string
const intentOf = async (tenantId: string) =>
  (await pool().query('select intent_id as id from orders where tenant_id = $1', [tenantId])).rows[0].id as string

describe('lost, and won on appeal', () => {
  test('the money is the club’s again, and what was held for it may leave', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const books = await ledger(of.tenantId)
    const id = await disputed(order.intentId)
    await closed(id, 'lost')
    expect(await seen(order, of)).toMatchObject({ fulfillmentState: 'onHold', disputes: [{ state: 'lost' }] })
    await appealed(id)
    expect(await seen(order, of)).toMatchObject({ fulfillmentState: 'unfulfilled', disputes: [{ state: 'won' }] })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, deferred: books.deferred })
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
  })

  test('of which the provider says only that the money came back, it is the club’s again as well', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const books = await ledger(of.tenantId)
    const id = await disputed(order.intentId)
    await closed(id, 'lost')
    await appealed(id, { isUpdated: false })
    expect(await seen(order, of)).toMatchObject({ fulfillmentState: 'unfulfilled', disputes: [{ state: 'won' }] })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, deferred: books.deferred })
  })

  test('the paid month is the fan’s again', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const books = await ledger(of.tenantId)
    const id = await disputed(await intentOf(of.tenantId))
    await closed(id, 'lost')
    await appealed(id)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, brandPayable: books.brandPayable })
    expect((await termsIn(of.tenantId)).filter(({ voided_at }) => voided_at === null)).toHaveLength(1)
  })

  test('the paid month of a fan who deleted the account meanwhile is nobody’s: the club has the money, and no member', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const books = await ledger(of.tenantId)
    const id = await disputed(await intentOf(of.tenantId))
    await closed(id, 'lost')
    await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
    await settled()
    await appealed(id)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, brandPayable: books.brandPayable })
    expect((await termsIn(of.tenantId)).filter(({ voided_at }) => voided_at === null)).toEqual([])
  })

  test('the month that it gave back ends with the account, as a running membership does: nobody is counted', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await closed(await disputed(await intentOf(of.tenantId)), 'won')
    expect((await termsIn(of.tenantId)).filter(({ voided_at }) => voided_at === null)).toHaveLength(1)
    await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
    await settled()
    expect((await termsIn(of.tenantId)).filter(({ voided_at }) => voided_at === null)).toEqual([])
  })
})

describe('of what is nobody’s', () => {
  /** What has come in since, and what of it no order is known for. */
  const look = async () => {
    const { balance } = await ask(waitingMoney.getProviderBalance, {}, await operator())
    const { provider = 0, unknown = 0, ledger: said = 0 } = balance ?? {}
    return provider - unknown - said
  }

  test('a card’s second payment whose refund came back costs the club nothing, and both sides say the same', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await nextNight()
    const difference = await look()
    const [books, terms] = [await ledger(of.tenantId), await termsIn(of.tenantId)]
    const { rows } = await pool().query(
      'select c.customer_id as customer, o.order_id as "orderId" from customers c join orders o using (uid) where c.uid = $1',
      [fan.uid],
    )
    const taken = { action: 'takePayment', ...rows[0], amount: 1500, currency: 'jpy', yen: 1500 }
    const { id: intent } = await told<{ id: string }>(taken)
    await nextNight()
    const [refund] = await provider.refundsOf(intent)
    expect(refund).toMatchObject({ state: 'succeeded', amount: 1500 })
    await told({ action: 'bounceRefund', refund: refund?.id })
    await settled()
    const nobodys = { cash: (books.cash ?? 0) + 1500, unallocated: -1500 }
    expect(await ledger(of.tenantId)).toMatchObject(nobodys)
    const id = await disputed(intent)
    expect(await ledger(of.tenantId)).toMatchObject({
      cash: books.cash,
      brandPayable: books.brandPayable,
      unallocated: 0,
    })
    expect(await termsIn(of.tenantId)).toEqual(terms)
    await nextNight()
    expect(await look()).toBe(difference)
    await closed(id, 'lost')
    await nextNight()
    await appealed(id)
    expect(await ledger(of.tenantId)).toMatchObject({ ...nobodys, brandPayable: books.brandPayable })
    await nextNight()
    expect(await look()).toBe(difference)
    // The history of the order it was paid for tells of it, each once.
    const history = await pool().query<{ what: string }>(
      `select what from order_events where tenant_id = $1 and order_id = $2 and what like 'dispute%' order by at, event_id`,
      [of.tenantId, rows[0].orderId],
    )
    expect(history.rows.map(({ what }) => what)).toEqual(['disputeOpened', 'disputeLost', 'disputeWon'])
  })

  test('a late payment that waits for the staff costs the club nothing, and is not theirs to accept meanwhile', async () => {
    const [of, buyer] = [await club(), await person()]
    await goodsOrder(of, { buyer })
    const { rows } = await pool().query('select fan_id as id from fans where uid = $1', [buyer.uid])
    const order = await goodsOrder(of, { buyer, isUnpaid: true })
    const books = await ledger(of.tenantId)
    await pool().query('update fans set blocked_at = now() where fan_id = $1', [rows[0].id])
    const [session] = (await pool().query('select session_id as id from orders where order_id = $1', [order.orderId]))
      .rows
    await told({ action: 'paySession', session: session.id })
    await settled()
    await pool().query('update fans set blocked_at = null where fan_id = $1', [rows[0].id])
    expect(await seen(order, of)).toMatchObject({ paymentState: 'paidLate' })
    const id = await disputed(await intentOfOrder(order.orderId))
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, unallocated: 0 })
    expect((await ledger(of.tenantId)).brandPayable ?? 0).toBe(books.brandPayable ?? 0)
    const accept = { ...order.of, action: 'accept' as const }
    expect((await refused(staffOrders.resolveLatePayment, accept, of.owner)).code).toBe('notLate')
    await closed(id, 'lost')
    expect((await refused(staffOrders.resolveLatePayment, accept, of.owner)).code).toBe('notLate')
    await appealed(id)
    await ask(staffOrders.resolveLatePayment, accept, of.owner)
    expect(await seen(order, of)).toMatchObject({ paymentState: 'paid' })
    expect(await ledger(of.tenantId)).toMatchObject({ cash: (books.cash ?? 0) + order.total, unallocated: 0 })
  })
})

describe('a fan', () => {
  const history = async (fan: Person) =>
    (await ask(orders.getFanClubOrderHistory, {}, fan)).historyItems.map(({ isDisputed }) => isDisputed)

  test('sees at the order that the bank has taken the money back, not while it only asks, nor once it has decided', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const detail = async () =>
      (await ask(goodsOrders.getOrderDetail, { orderId: order.orderId }, order.buyer)).orderDetail.isDisputed
    expect([await history(order.buyer), await detail()]).toEqual([[false], false])
    const id = await disputed(order.intentId, { isInquiry: true })
    expect([await history(order.buyer), await detail()]).toEqual([[false], false])
    await told({ action: 'escalateDispute', dispute: id })
    await settled()
    expect([await history(order.buyer), await detail()]).toEqual([[true], true])
    await closed(id, 'won')
    expect([await history(order.buyer), await detail()]).toEqual([[false], false])
  })

  test('whose fee was disputed reads why the plan has ended, and whose fee went back by the staff reads that', async () => {
    const [of, fan, other] = [await shop(), await newFan(), await newFan()]
    const why = async (of: Person) => (await ask(subscriptions.getCanceledMyPlans, {}, of)).canceledMyPlans
    await joinByCard(of, fan)
    await disputed(await intentOf(of.tenantId))
    expect(await why(fan)).toMatchObject([{ status: 'canceled', endReason: 'dispute' }])
    expect(await history(fan)).toEqual([true])
    await joinByCard(of, other)
    const { rows } = await pool().query('select order_id as id from orders where uid = $1', [other.uid])
    await ask(staffOrders.refundOrder, { ...of.ids, orderId: rows[0].id, amount: 1500, reason: 'Asked for' }, of.owner)
    await settled()
    expect(await why(other)).toMatchObject([{ status: 'canceled', endReason: 'refund' }])
  })
})

test('in the cardholder’s currency it takes the yen that left the balance, and gives them back', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const books = await ledger(of.tenantId)
  const id = await disputed(order.intentId, { amount: 1043, currency: 'usd' })
  expect((await seen(order, of)).disputes).toMatchObject([{ amount: order.total }])
  expect((await ledger(of.tenantId)).cash ?? 0).toBe(0)
  await closed(id, 'won')
  expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash })
})

test('a bank that first only asked takes the yen of its cardholder’s currency as well', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const books = await ledger(of.tenantId)
  const id = await disputed(order.intentId, { amount: 1043, currency: 'usd', isInquiry: true })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash })
  await told({ action: 'escalateDispute', dispute: id })
  await settled()
  expect((await seen(order, of)).disputes).toMatchObject([{ amount: order.total, state: 'open' }])
  expect((await ledger(of.tenantId)).cash ?? 0).toBe(0)
  await closed(id, 'won')
  expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash })
})

describe('heard of before it is known how many yen it takes', () => {
  const part = { amount: 500, currency: 'usd', isTakenLater: true }
  const withdrawn = async (dispute: string, yen?: number) => {
    await told({ action: 'withdrawDispute', dispute, ...(yen !== undefined && { yen }) })
    await settled()
  }

  test('it holds the pieces at once, and takes the yen that leave the balance once they do', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const books = await ledger(of.tenantId)
    const id = await disputed(order.intentId, part)
    expect(await seen(order, of)).toMatchObject({ fulfillmentState: 'onHold', disputes: [{ state: 'open' }] })
    expect(await ledger(of.tenantId)).toEqual(books)
    await withdrawn(id, 700)
    expect((await seen(order, of)).disputes).toMatchObject([{ amount: 700, state: 'open' }])
    expect((await ledger(of.tenantId)).cash).toBe((books.cash ?? 0) - 700)
    await closed(id, 'won')
    expect(await ledger(of.tenantId)).toMatchObject({ cash: books.cash, deferred: books.deferred })
  })

  test('and decided before it is: lost, the yen are taken; won, nothing was', async () => {
    const of = await club()
    const [lost, won] = [await goodsOrder(of), await goodsOrder(of)]
    const books = await ledger(of.tenantId)
    const id = await disputed(lost.intentId, part)
    await closed(id, 'lost')
    expect(await ledger(of.tenantId)).toEqual(books)
    await withdrawn(id)
    expect((await ledger(of.tenantId)).cash).toBe((books.cash ?? 0) - lost.total)
    expect((await seen(lost, of)).disputes).toMatchObject([{ state: 'lost', amount: lost.total }])
    await closed(await disputed(won.intentId, part), 'won')
    expect((await ledger(of.tenantId)).cash).toBe((books.cash ?? 0) - lost.total)
  })
})

test('of the shipping fee alone is taken once, though a refund came back before it is told of again', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const lines = order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }))
  await ask(staffOrders.refundOrder, { ...order.of, lines, restock: true, reason: 'Asked for' }, of.owner)
  await settled()
  const id = await disputed(order.intentId, { amount: 400 })
  const { rows } = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
    order.orderId,
  ])
  await told({ action: 'bounceRefund', refund: rows[0].id })
  await settled()
  expect((await ledger(of.tenantId)).cash).toBe(order.total - 400)
  await closed(id, 'lost')
  expect((await ledger(of.tenantId)).cash).toBe(order.total - 400)
})

test('staff see why it is disputed and until when evidence counts; then no longer', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const id = await disputed(order.intentId, { reason: 'product_not_received' })
  const [dispute] = (await seen(order, of)).disputes
  expect(dispute?.reason).toBe('product_not_received')
  expect(dispute?.evidenceDueAt).toBeGreaterThan(now() + 8 * day)
  await closed(id, 'lost')
  expect((await seen(order, of)).disputes).toMatchObject([{ evidenceDueAt: null }])
})
