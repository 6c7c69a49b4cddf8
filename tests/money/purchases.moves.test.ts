import { expect, test } from 'vitest'
import { addTokyoMonths, day, dayText } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { movedToCard } from '#membership/subscriptions/moveToCard.ts'
import { applyInvoice } from '#membership/subscriptions/provider/apply.server.ts'
import { applySession } from '#money/orders/payments/apply.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { addMonths } from '#sandbox/objects/subscriptions.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { ask, newId, type Person, refused, request } from '../support/club'
import { provider, told } from '../support/payments'
import {
  issue,
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  ordersIn,
  refusedMember,
  sessionIn,
  settled,
  shop,
  termsIn,
} from '../support/shop'

/* How a membership goes on by card: moved there from a store, and renewed. The clock moves. */

type Shop = Awaited<ReturnType<typeof shop>>
const toCard = async (of: Shop, fan: Person) =>
  sessionIn((await ask(subscriptions.moveSubscriptionToCard, { planId: of.planId, returnPath: null }, fan)).sessionUrl)
/** What the provider would charge some day. */
const charging = async (fan: Person) =>
  (
    await pool().query(
      `select id from sandbox_objects where object = 'subscription' and body->>'status' <> 'canceled'
        and body->>'customer' = (select customer_id from customers where uid = $1)`,
      [fan.uid],
    )
  ).rows.length

test('who is leaving does not move to a card: they stay first', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  const move = { planId: of.planId, returnPath: null }
  expect(await refused(subscriptions.moveSubscriptionToCard, move, fan)).toMatchObject({ code: 'alreadyLeaving' })
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  await toCard(of, fan)
})

/** A member of a store with the next term's voucher in hand, and the page open where a card is given instead. */
const betweenBoth = async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt - 9 * day)
  const plan = await myPlan(of, fan)
  if (plan?.status !== 'requiredKonbiniPayment') throw new Error('nothing is awaited')
  const { intentId } = await issue(plan.latestOrderId, fan)
  const session = await toCard(of, fan)
  // Counted from the beginning: after the 28th of January the first month ends on a day that the second one does not.
  const begun = (await termsIn(of.tenantId))[0]?.starts_at.getTime() ?? 0
  const [first, second, third] = [joined.expiredAt, addTokyoMonths(begun, 2), addTokyoMonths(begun, 3)]
  return { of, fan, intentId, session, first, second, third }
}
const paidTermsOf = async ({ tenantId }: Shop) =>
  (await termsIn(tenantId))
    .filter(({ source }) => source === 'konbini' || source === 'card')
    .map(({ source, starts_at, ends_at }) => ({ source, from: starts_at.getTime(), to: ends_at.getTime() }))

test.each(['before the card was given', 'before it, and heard of after it'])(
  'a term that was paid at the store %s is not charged again',
  async (when) => {
    const { of, fan, intentId, session, first, second } = await betweenBoth()
    const isHeardLate = when !== 'before the card was given'
    if (isHeardLate) await told({ drop: 1 })
    await told({ action: 'payAtStore', intent: intentId })
    if (isHeardLate) await told({ drop: 0 })
    else await settled()
    await told({ action: 'paySession', session })
    await settled()
    await settled()
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', paymentMethod: 'card', expiredAt: second })
    await moveTo(first + 2 * day)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 3400 })
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: second })
    await moveTo(second + 2 * day)
    expect((await paidTermsOf(of)).slice(1)).toEqual([
      { source: 'konbini', from: first, to: second },
      // The provider counts a month by its own calendar, which is not Tokyo's: some evenings they end on different days.
      { source: 'card', from: second, to: addMonths(second / 1000, 1) * 1000 },
    ])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 3400 + 1500 })
  },
)

test('what the card was charged before the provider could be told of the store buys the term after it', async () => {
  const { of, fan, intentId, session, first, second, third } = await betweenBoth()
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await told({ action: 'paySession', session })
  await settled()
  // As it stands at the provider where it could not be told in time: a night before the charge would still tell it.
  await moveTo(first - day / 24)
  const { rows } = await pool().query('select provider_subscription_id as id from subscriptions where uid = $1', [
    fan.uid,
  ])
  await provider.chargeFrom(rows[0].id, first, newId('key'))
  await moveTo(first + 3 * day)
  expect((await paidTermsOf(of)).slice(1)).toEqual([
    { source: 'konbini', from: first, to: second },
    { source: 'card', from: second, to: third },
  ])
  await moveTo(second + 2 * day)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3400 + 1500 })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: third })
  await moveTo(third + 2 * day)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3400 + 3000 })
})

test('who left while the page for the card was open is never charged', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const session = await toCard(of, fan)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await told({ action: 'paySession', session })
  await settled()
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', paymentMethod: 'konbini' })
  expect(await charging(fan)).toBe(0)
  await moveTo(now() + 40 * day)
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1700 })
})

/** A callback counts for the session that is stored (rule: B7). */
test('a session of another customer that names a membership, or an order, changes nothing', async () => {
  const [of, fan, other] = [await shop(), await newFan(), await newFan()]
  await joinAtStore(of, fan)
  const session = await toCard(of, fan)
  await told({ drop: 1 })
  await told({ action: 'paySession', session })
  await told({ drop: 0 })
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, other)
  const { rows } = await pool().query('select customer_id as id from customers where uid = $1', [other.uid])
  const context = jobContext('told')
  const apply = async (change: object) => {
    const read = await provider.session(session)
    await context.transaction((tx) => applySession(workOf(context, tx), { ...read, ...change }))
  }
  await apply({ customerId: rows[0].id })
  expect(await myPlan(of, fan)).toMatchObject({ paymentMethod: 'konbini' })
  // The order that waits for its page belongs to the other fan.
  const [order] = (
    await pool().query(`update orders set session_id = null where uid = $1 returning order_id`, [other.uid])
  ).rows
  await apply({ orderId: order.order_id, id: sessionIn(sessionUrl), amount: 1500, isPaid: true })
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'awaitingPayment'])
  await apply({})
  expect(await myPlan(of, fan)).toMatchObject({ paymentMethod: 'card' })
})

test('a refusal that was read before the payment, and is applied after it, changes nothing', async () => {
  const { of, fan, ranOut } = await refusedMember()
  const { rows } = await pool().query(
    `select s.provider_subscription_id as subscription, c.customer_id as customer from subscriptions s
      join customers c using (uid) where s.tenant_id = $1`,
    [of.tenantId],
  )
  const [refusal] = await provider.invoicesOf(rows[0].subscription)
  if (refusal?.status !== 'open') throw new Error('nothing was refused')
  await told({ action: 'setCard', customer: rows[0].customer, card: 'works' })
  await moveTo(ranOut + 5 * day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  const context = jobContext('told')
  await context.transaction((tx) => applyInvoice(workOf(context, tx), refusal))
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('a purchase that broke off before the provider was reached can be made some minutes later', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const payload = { ...of.of, returnPath: null }
  // One failure for each try of the provider's own client.
  await told({ failNext: Array(100).fill('before') })
  expect((await request(subscriptions.purchasePlanSubscription, JSON.stringify(payload), fan)).status).toBe(503)
  await told({ failNext: [] })
  await moveTo(now() + 6 * 60_000)
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, payload, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['canceled', 'paid'])
})

test('who is blocked again within a day, having stayed in between, is not charged again', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { rows } = await pool().query(
    `select f.fan_id as fan, s.provider_subscription_id as id from fans f join subscriptions s using (tenant_id, brand_id, uid)
      where f.tenant_id = $1`,
    [of.tenantId],
  )
  const block = async (on: boolean) => {
    await ask(staffFans.blockFan, { ...of.ids, fanId: rows[0].fan, on, reason: 'x' }, of.owner)
    await settled()
    return (await provider.subscription(rows[0].id)).cancelsAtPeriodEnd
  }
  expect(await block(true)).toBe(true)
  await block(false)
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  await settled()
  expect((await provider.subscription(rows[0].id)).cancelsAtPeriodEnd).toBe(false)
  expect(await block(true)).toBe(true)
})

test('a renewal that is heard of after a later one moves no end back', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  const first = joined.expiredAt
  await moveTo(first + day)
  const { rows } = await pool().query('select provider_subscription_id as id from subscriptions where uid = $1', [
    fan.uid,
  ])
  const [paid] = await provider.invoicesOf(rows[0].id)
  if (paid?.status !== 'paid') throw new Error('not renewed')
  const [second, third, fourth] = [1, 2, 3].map((months) => addTokyoMonths(first, months)) as [number, number, number]
  const context = jobContext('told')
  for (const [from, to] of [
    [third, fourth],
    [second, third],
  ] as const) {
    const invoice = { ...paid, id: newId('in'), intentId: newId('pi'), from, to, paidAt: now() }
    await context.transaction((tx) => applyInvoice(workOf(context, tx), invoice))
  }
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', expiredAt: fourth, months: 2 })
  expect((await paidTermsOf(of)).map(({ to }) => to).toSorted((a, b) => a - b)).toEqual([first, second, third, fourth])
})

test('what a member is told before going on by card is kept with the order of the first charge, and with no other', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active' || joined.nextFrom === undefined) throw new Error('not a member of a store')
  const { name, price, subscriptionInterval: interval, nextFrom: from } = joined
  const shown = movedToCard({ locale: 'ja', now: now(), name, price, interval, from })
  expect(shown.payment).toContain(dayText(from, 'ja'))
  await told({ action: 'paySession', session: await toCard(of, fan) })
  await settled()
  await moveTo(from + 2 * day)
  await moveTo(addTokyoMonths(from, 1) + 2 * day)
  const { rows } = await pool().query(
    'select confirmation from orders where tenant_id = $1 and invoice_id is not null order by placed_at',
    [of.tenantId],
  )
  expect(rows.map(({ confirmation }) => confirmation)).toEqual([shown, null])
})

test('a card instead of the store is offered as long as the due date can still be charged, is charged on it, and again after it', async () => {
  const minute = 60_000
  const [of, early, late] = [await shop(), await newFan(), await newFan()]
  await joinAtStore(of, early)
  await joinAtStore(of, late)
  const joined = await myPlan(of, early)
  if (joined?.status !== 'active') throw new Error('not a member')
  const due = joined.expiredAt
  const offered = async (fan: Person) => (await myPlan(of, fan))?.nextFrom !== undefined
  const tooLate = async (fan: Person) =>
    (await refused(subscriptions.moveSubscriptionToCard, { planId: of.planId, returnPath: null }, fan)).code

  // The provider takes a first charge from two days ahead on.
  await moveTo(due - 2 * day - 11 * minute)
  expect(await offered(early)).toBe(true)
  const session = await toCard(of, early)
  await told({ action: 'paySession', session })
  await settled()
  expect(await myPlan(of, early)).toMatchObject({ status: 'active', paymentMethod: 'card', expiredAt: due })

  await moveTo(due - 2 * day + 11 * minute)
  expect([await offered(late), await tooLate(late)]).toEqual([false, 'tooLateToMove'])
  await moveTo(due - minute)
  expect([await offered(late), await tooLate(late)]).toEqual([false, 'tooLateToMove'])
  expect((await ordersIn(of.tenantId)).filter(({ payment_method }) => payment_method === 'card')).toEqual([])

  await moveTo(due + 2 * 3_600_000)
  expect(await myPlan(of, early)).toMatchObject({ status: 'active', expiredAt: addTokyoMonths(due, 1) })
  expect((await ordersIn(of.tenantId)).filter(({ payment_method }) => payment_method === 'card')).toMatchObject([
    { payment_state: 'paid', total: 1500 },
  ])
  // Until the store is paid there is no card; from then on there is.
  expect(await offered(late)).toBe(false)
  const waiting = await myPlan(of, late)
  if (waiting?.status !== 'requiredKonbiniPayment') throw new Error('nothing is awaited')
  const { intentId } = await issue(waiting.latestOrderId, late)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await offered(late)).toBe(true)
  await told({ action: 'paySession', session: await toCard(of, late) })
  await settled()
  expect(await myPlan(of, late)).toMatchObject({ status: 'active', paymentMethod: 'card' })
})
