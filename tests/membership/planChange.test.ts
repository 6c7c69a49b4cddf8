import { expect, test } from 'vitest'
import { dayTextOf } from '#kit/days.ts'
import { addTokyoMonths, day, monthText, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { plans as planTable } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { dashboard } from '#office/dashboard/contract.ts'
import { staffFans } from '#office/fans/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, newId, type Person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { provider, told } from '../support/payments'
import { planRow } from '../support/plan'
import {
  issue,
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  newFan,
  ordersIn,
  sessionIn,
  settled,
  shop,
} from '../support/shop'

/* A member changes to another plan of the brand (rule: membership.change). */

/** A club with a plan of 1,000 yen a month, and others to change to. */
const club = async () => {
  const of = await shop({ price: 1000, name: 'Small' })
  const made = {
    big: planRow(of.ids, { price: 1600, name: 'Big' }),
    tiny: planRow(of.ids, { price: 500, name: 'Tiny' }),
    year: planRow(of.ids, { price: 14_400, subscriptionInterval: 'year', name: 'Year' }),
    dearYear: planRow(of.ids, { price: 24_000, subscriptionInterval: 'year', name: 'Dear year' }),
  }
  await database().insert(planTable).values(Object.values(made))
  return { ...of, ...made }
}
type Club = Awaited<ReturnType<typeof club>>

const plansOf = async (fan: Person) => (await ask(subscriptions.getActiveMyPlans, {}, fan)).activeMyPlans
const shown = async (fan: Person) =>
  (await plansOf(fan)).map(({ name, price, status, change, changeOrder }) => ({
    name,
    price,
    status,
    ...(change && { later: change.name }),
    ...(changeOrder && { waits: changeOrder.total }),
  }))
const offers = async (to: { planId: string }, fan: Person) =>
  (await ask(subscriptions.getPlanSubscriptionChanges, { planId: to.planId }, fan)).changes

const change = (of: Club, to: { planId: string }, fan: Person, expectedSum?: number) =>
  ask(
    subscriptions.changePlanSubscription,
    { planId: of.planId, toPlanId: to.planId, expectedSum, returnPath: null },
    fan,
  )
const refusedChange = (of: { planId: string }, to: { planId: string }, fan: Person, expectedSum?: number) =>
  refused(
    subscriptions.changePlanSubscription,
    { planId: of.planId, toPlanId: to.planId, expectedSum, returnPath: null },
    fan,
  )

/** Pays the page of a change. */
const paid = async (sessionUrl: string | null, card = 'works') => {
  await told({ action: 'paySession', session: sessionIn(sessionUrl ?? ''), card })
  await settled()
}
const charges = async (fan: Person) =>
  (
    await pool().query<{ price: number; due: string; status: string }>(
      `select (body#>>'{items,data,0,price,unit_amount}')::int as price, body#>>'{items,data,0,current_period_end}' as due,
        body->>'status' as status from sandbox_objects
        where object = 'subscription' and body->>'customer' in (select customer_id from customers where uid = $1)`,
      [fan.uid],
    )
  ).rows.map((row) => ({ ...row, due: Number(row.due) * 1000 }))
const fansRow = async (of: Club, fan: Person) =>
  (
    await pool().query<{ member_number: number; total_months: number }>(
      'select member_number, total_months from fans where tenant_id = $1 and uid = $2',
      [of.tenantId, fan.uid],
    )
  ).rows[0]
const subjects = async (fan: Person) => (await mailsTo(fan.email)).map(({ subject }) => subject)

test('up by card: the difference for the days that are left is paid, and the bigger plan runs to the same end', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  const before = await fansRow(of, fan)
  const [joined] = await plansOf(fan)
  await moveTo(now() + 10 * day)
  const [offer] = await offers(of.big, fan)
  if (offer?.change?.when !== 'now') throw new Error('Up is offered at once.')
  const { sum, left, all } = offer.change
  expect(sum).toBe(Math.floor((600 * left) / all))
  const { sessionUrl } = await change(of, of.big, fan, sum)
  await paid(sessionUrl)
  expect(await shown(fan)).toEqual([{ name: 'Big', price: 1600, status: 'active' }])
  // One line of its own, with the fees on the difference.
  expect(await ordersIn(of.tenantId)).toMatchObject([
    { total: 1000 },
    { kind: 'plan', payment_state: 'paid', total: sum },
  ])
  const fees = [1000, sum].flatMap((paid) => [Math.floor(paid * 0.1), Math.floor(paid * 0.036)])
  const earned = fees.reduce((left, fee) => left - fee, 1000 + sum)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 1000 + sum, brandPayable: -earned })
  // The number and the day of joining stay, and nothing is charged before the old end, then the new price.
  const [mine] = await plansOf(fan)
  expect([mine?.purchasedAt, mine?.memberNumber]).toEqual([joined?.purchasedAt, before?.member_number])
  expect(mine).toMatchObject({ expiredAt: joined && 'expiredAt' in joined ? joined.expiredAt : 0 })
  expect(await charges(fan)).toMatchObject([{ price: 1600, status: 'active' }])
  await moveTo((mine && 'expiredAt' in mine ? mine.expiredAt : 0) + day)
  expect((await ledger(of.tenantId)).cash).toBe(1000 + sum + 1600)
  expect((await plansOf(fan))[0]?.months).toBeGreaterThan(1)
  expect(await subjects(fan)).toContain('プランを変更しました（Aoi）')
})

test('a reader of the English site is told by its English name which plan changes', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await pool().query('update plans set english = $2 where plan_id = $1', [of.planId, { name: 'Constellation' }])
  const asked = { planId: of.big.planId }
  const told = await ask(subscriptions.getPlanSubscriptionChanges, asked, fan, { 'accept-language': 'en' })
  expect(told.changes).toMatchObject([{ name: 'Constellation' }])
  expect(await offers(of.big, fan)).toMatchObject([{ name: of.plan.name }])
})

test('down by card: it waits for the end of the term, and the provider charges the smaller price then', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  const [joined] = await plansOf(fan)
  const ends = joined && 'expiredAt' in joined ? joined.expiredAt : 0
  await moveTo(now() + 10 * day)
  expect(await offers(of.tiny, fan)).toMatchObject([{ change: { when: 'atEnd', at: ends } }])
  expect(await change(of, of.tiny, fan, 0)).toEqual({ sessionUrl: null })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active', later: 'Tiny' }])
  expect(await charges(fan)).toEqual([{ price: 500, due: Math.floor(ends / 1000) * 1000, status: 'active' }])
  await moveTo(ends - 2 * 3_600_000)
  expect(await shown(fan)).toMatchObject([{ name: 'Small', later: 'Tiny' }])
  await moveTo(ends + day)
  expect(await shown(fan)).toEqual([{ name: 'Tiny', price: 500, status: 'active' }])
  expect((await ledger(of.tenantId)).cash).toBe(1500)
  await moveTo(ends + 35 * day)
  expect((await ledger(of.tenantId)).cash).toBe(2000)
  expect(await subjects(fan)).toEqual(
    expect.arrayContaining(['プランの変更を受け付けました（Aoi）', 'プランを変更しました（Aoi）']),
  )
})

test('a change that waits is undone until the end of the term: the old price is charged again', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  await change(of, of.tiny, fan)
  await settled()
  await ask(subscriptions.undoPlanSubscriptionChange, { planId: of.planId }, fan)
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  expect(await charges(fan)).toMatchObject([{ price: 1000 }])
  expect(await refused(subscriptions.undoPlanSubscriptionChange, { planId: of.planId }, fan)).toMatchObject({
    code: 'notChanging',
  })
  await moveTo(now() + 30 * day)
  expect((await ledger(of.tenantId)).cash).toBe(2000)
})

test('a yearly plan that is not dearer per month waits, too: no charge comes before the term ends, and a year follows', async () => {
  const [of, fan] = [await club(), await newFan()]
  const cheap = planRow(of.ids, { price: 12_000, subscriptionInterval: 'year', name: 'Cheap year' })
  await database().insert(planTable).values(cheap)
  await joinByCard(of, fan)
  const [joined] = await plansOf(fan)
  const ends = joined && 'expiredAt' in joined ? joined.expiredAt : 0
  await change(of, cheap, fan)
  await settled()
  expect(await charges(fan)).toEqual([{ price: 12_000, due: Math.floor(ends / 1000) * 1000, status: 'trialing' }])
  expect((await ledger(of.tenantId)).cash).toBe(1000)
  await moveTo(ends + day)
  expect(await shown(fan)).toEqual([{ name: 'Cheap year', price: 12_000, status: 'active' }])
  expect((await ledger(of.tenantId)).cash).toBe(13_000)
})

test('up to a year: a whole one is paid, less the rest of the month, and nothing more for a year', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  const [offer] = await offers(of.year, fan)
  if (offer?.change?.when !== 'now') throw new Error('Up is offered at once.')
  const { sum, rest, left, all } = offer.change
  expect([rest, sum]).toEqual([Math.floor((1000 * left) / all), 14_400 - Math.floor((1000 * left) / all)])
  await paid((await change(of, of.year, fan, sum)).sessionUrl)
  const [mine] = await plansOf(fan)
  expect(mine).toMatchObject({ name: 'Year', price: 14_400, status: 'active' })
  expect(mine && 'expiredAt' in mine ? mine.expiredAt - now() : 0).toBeGreaterThan(364 * day)
  await moveTo(now() + 60 * day)
  expect((await ledger(of.tenantId)).cash).toBe(1000 + sum)
  expect(await charges(fan)).toMatchObject([{ price: 14_400, status: 'trialing' }])
})

test('what comes to less than a card is charged for is free, at once, and the new price follows', async () => {
  const of = await club()
  const [fan, near] = [await newFan(), planRow(of.ids, { price: 1040, name: 'Near' })]
  await database().insert(planTable).values(near)
  await joinByCard(of, fan)
  expect(await offers(near, fan)).toMatchObject([{ change: { when: 'now', sum: 0 } }])
  expect(await change(of, near, fan, 0)).toEqual({ sessionUrl: null })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Near', price: 1040, status: 'active' }])
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
  await moveTo(now() + 32 * day)
  expect((await ledger(of.tenantId)).cash).toBe(2040)
})

test('a refused card changes nothing, a confirmed one does, and a page that expires leaves the plan as it is', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  const { sessionUrl } = await change(of, of.big, fan)
  await paid(sessionUrl, 'declines')
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  await paid(sessionUrl, 'authenticates')
  expect(await shown(fan)).toMatchObject([{ name: 'Small' }])
  await told({ action: 'expireSession', session: sessionIn(sessionUrl ?? '') })
  await settled()
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'expired'])
  const again = (await change(of, of.big, fan)).sessionUrl
  await paid(again, 'authenticates')
  await told({ action: 'answerBank', session: sessionIn(again ?? ''), isConfirmed: true })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Big', price: 1600, status: 'active' }])
})

const refundOf = async (of: Club, nth: number) => {
  const { rows } = await pool().query<{ order_id: string; total: number }>(
    'select order_id, total from orders where tenant_id = $1 order by placed_at, order_id',
    [of.tenantId],
  )
  const { order_id: orderId, total: amount } = rows[nth] ?? { order_id: '', total: 0 }
  await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount, reason: 'asked for' }, of.owner)
  await settled()
}

test('a change whose payment goes back is taken back: the old plan goes on to its end, at its price', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  await paid((await change(of, of.year, fan)).sessionUrl)
  await refundOf(of, 1)
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  expect(await charges(fan)).toMatchObject([{ price: 1000 }])
  expect((await ledger(of.tenantId)).cash).toBe(1000)
  await moveTo(now() + 25 * day)
  expect((await ledger(of.tenantId)).cash).toBe(2000)
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
})

test('the refund of the term that a change cut short ends the membership: the difference alone pays for nothing', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  await paid((await change(of, of.big, fan)).sessionUrl)
  await refundOf(of, 0)
  expect(await shown(fan)).toEqual([])
  expect(await charges(fan)).toMatchObject([{ status: 'canceled' }])
})

test('a disputed change is taken back at once, and made again when the dispute is won', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await moveTo(now() + 10 * day)
  await paid((await change(of, of.big, fan)).sessionUrl)
  const { rows } = await pool().query(
    'select intent_id, total from orders where tenant_id = $1 order by placed_at desc limit 1',
    [of.tenantId],
  )
  await told({ action: 'createDispute', intent: rows[0].intent_id, amount: rows[0].total })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  const disputes = await pool().query(
    `select id from sandbox_objects where object = 'dispute' order by serial desc limit 1`,
  )
  await told({ action: 'closeDispute', dispute: disputes.rows[0].id, status: 'won' })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Big', price: 1600, status: 'active' }])
  expect(await charges(fan)).toMatchObject([{ price: 1600 }])
})

test('up by konbini: the sum of the day on which the voucher is made, until the old term ends at the latest', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinAtStore(of, fan)
  const [joined] = await plansOf(fan)
  const ends = joined && 'expiredAt' in joined ? joined.expiredAt : 0
  await moveTo(now() + 10 * day)
  const [offer] = await offers(of.big, fan)
  if (offer?.change?.when !== 'now') throw new Error('Up is offered at once.')
  const { sum } = offer.change
  const { sessionUrl } = await change(of, of.big, fan, sum)
  const { issued, intentId } = await issue(String(sessionUrl).split('/').at(-1) ?? '', fan)
  expect(issued).toBeTruthy()
  expect(await shown(fan)).toMatchObject([{ name: 'Small', waits: sum + 200 }])
  // Two days later it is still what was agreed; another one is not made beside it.
  await moveTo(now() + 2 * day)
  expect(await refusedChange(of, of.big, fan)).toMatchObject({ code: 'awaitingPayment' })
  expect(await refusedChange(of, of.tiny, fan)).toMatchObject({ code: 'awaitingPayment' })
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Big', price: 1600, status: 'active' }])
  expect((await plansOf(fan))[0]).toMatchObject({ expiredAt: ends, purchasedAt: joined?.purchasedAt })
  expect((await ledger(of.tenantId)).cash).toBe(1200 + sum + 200)
  // The next term is asked for at the new price.
  await moveTo(ends - 8 * day)
  const next = (await ordersIn(of.tenantId)).at(-1)
  expect(next).toMatchObject({ payment_state: 'awaitingPayment', total: 1800 })
  expect(await refusedChange(of.big, of.tiny, fan)).toMatchObject({ code: 'renewalOpen' })
})

test('a voucher of a change that lapses leaves the plan as it is', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinAtStore(of, fan)
  await moveTo(now() + 2 * day)
  const { sessionUrl } = await change(of, of.big, fan)
  await issue(String(sessionUrl).split('/').at(-1) ?? '', fan)
  await moveTo(now() + 5 * day)
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  expect((await ordersIn(of.tenantId)).at(-1)).toMatchObject({ payment_state: 'expired' })
})

test('down by konbini: the next voucher is of the smaller plan, which follows when the term ends', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinAtStore(of, fan)
  const [joined] = await plansOf(fan)
  const ends = joined && 'expiredAt' in joined ? joined.expiredAt : 0
  await change(of, of.tiny, fan)
  expect(await shown(fan)).toMatchObject([{ name: 'Small', later: 'Tiny' }])
  await moveTo(ends - 8 * day)
  const waiting = (await plansOf(fan))[0]
  expect((await ordersIn(of.tenantId)).at(-1)).toMatchObject({ payment_state: 'awaitingPayment', total: 700 })
  const { intentId } = await issue(waiting && 'latestOrderId' in waiting ? waiting.latestOrderId : '', fan)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  // What is paid of the old plan stays open until its end.
  const { rows } = await pool().query(
    `select p.name, t.starts_at < t.ends_at and t.ends_at > $2 as runs from subscription_terms t join plans p using (tenant_id, plan_id)
      where t.uid = $1 and t.source = 'konbini' and t.voided_at is null order by t.starts_at`,
    [fan.uid, new Date(now())],
  )
  expect(rows).toEqual([
    { name: 'Small', runs: true },
    { name: 'Tiny', runs: true },
  ])
  await moveTo(ends + day)
  expect(await shown(fan)).toEqual([{ name: 'Tiny', price: 500, status: 'active' }])
})

test('undone while the voucher of the smaller plan is open: that one ends, and one of the old plan is made', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinAtStore(of, fan)
  const [joined] = await plansOf(fan)
  const ends = joined && 'expiredAt' in joined ? joined.expiredAt : 0
  await change(of, of.tiny, fan)
  await moveTo(ends - 8 * day)
  await ask(subscriptions.undoPlanSubscriptionChange, { planId: of.planId }, fan)
  await settled()
  await moveTo(now() + 2 * day)
  expect((await ordersIn(of.tenantId)).slice(1).map(({ payment_state, total }) => [payment_state, total])).toEqual([
    ['canceled', 700],
    ['awaitingPayment', 1200],
  ])
})

test('not offered, and refused, with its reason: a leaving member, a plan that ends, another day, a plan that is held', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  expect(await refusedChange(of, of.big, fan, 1)).toMatchObject({ code: 'priceChanged' })
  expect(await refusedChange(of, { planId: of.planId }, fan)).toMatchObject({ code: 'alreadySubscribed' })
  expect(await refusedChange(of.big, of.tiny, fan)).toMatchObject({ code: 'notSubscribed' })
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await settled()
  expect(await refusedChange(of, of.big, fan)).toMatchObject({ code: 'alreadyLeaving' })
  expect(await offers(of.big, fan)).toMatchObject([{ change: null, refusal: 'alreadyLeaving' }])
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  await settled()
  await joinByCard(
    { ...of, planId: of.big.planId, plan: of.big, of: { tenantId: of.tenantId, planId: of.big.planId } },
    fan,
  )
  expect(await refusedChange(of, of.big, fan)).toMatchObject({ code: 'alreadySubscribed' })
})

test('a refused renewal is paid before anything is changed', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan, 'declinesLater')
  await moveTo(now() + 32 * day)
  expect(await shown(fan)).toMatchObject([{ status: 'paymentIncomplete' }])
  expect(await refusedChange(of, of.big, fan)).toMatchObject({ code: 'renewalFailed' })
})

test('who changes is neither new nor lost: the figures of members move by the price alone', async () => {
  const [of, fan] = [await club(), await newFan()]
  await moveTo(addTokyoMonths(startOfTokyoMonth(tokyoMonth(now())), 1) + day)
  await joinByCard(of, fan)
  const figures = async () => {
    const asked = { ...of.ids, month: monthText(tokyoMonth(now())) }
    const { members, joined, ended, mrr } = await ask(staffSubscriptions.getSubscriberSummary, asked, of.owner)
    return { members, joined, ended: ended.total, mrr }
  }
  expect(await figures()).toEqual({ members: 1, joined: 1, ended: 0, mrr: 1000 })
  await moveTo(now() + 5 * day)
  await paid((await change(of, of.big, fan)).sessionUrl)
  expect(await figures()).toEqual({ members: 1, joined: 1, ended: 0, mrr: 1600 })
  const day1 = dayTextOf(now())
  for (const kind of ['joined', 'ended'] as const)
    expect((await ask(dashboard.getMemberMoves, { ...of.ids, from: day1, to: day1, kind }, of.owner)).moves).toEqual([])
  const { subscribers, people } = await ask(staffSubscriptions.getSubscribers, of.ids, of.owner)
  expect([people, subscribers.map(({ planName }) => planName)]).toEqual([1, ['Big']])
})

test('a plan that is to end takes the change to it back, and tells the member, who goes on with the old one', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await change(of, of.tiny, fan)
  await settled()
  expect(await shown(fan)).toMatchObject([{ name: 'Small', later: 'Tiny' }])
  const { previewOfArchivingAt } = await ask(plans.getPlanForArchive, { ...of.ids, planId: of.tiny.planId }, of.owner)
  const ends = { ...of.ids, planId: of.tiny.planId, archivingAt: previewOfArchivingAt + 40 * day, messageToMembers: '' }
  await ask(plans.scheduleToArchivePlan, ends, of.owner)
  await settled()
  await settled()
  expect(await shown(fan)).toEqual([{ name: 'Small', price: 1000, status: 'active' }])
  expect((await charges(fan)).map(({ price }) => price)).toEqual([1000])
  expect((await subjects(fan)).filter((subject) => /変更/.test(subject))).toHaveLength(2)
})

test('a block ends the page of a change: it cannot be paid any more, and the old plan stays', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  const { sessionUrl } = await change(of, of.big, fan)
  const { fans } = await ask(staffFans.getFans, of.ids, of.owner)
  await ask(staffFans.blockFan, { ...of.ids, fanId: fans[0]?.fanId ?? '', on: true }, of.owner)
  await settled()
  const pays = { action: 'paySession', session: sessionIn(sessionUrl ?? ''), card: 'works' }
  expect(await told(pays)).toEqual({ outcome: 'closed' })
  await settled()
  expect((await shown(fan)).map(({ name }) => name)).toEqual(['Small'])
  const [, difference] = await ordersIn(of.tenantId)
  expect(difference?.payment_state).toBe('expired')
})

test('staff see a change that waits, and afterwards from which plan into which, each with its membership', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  await change(of, of.tiny, fan)
  await settled()
  const members = async (tab: 'living' | 'ended') =>
    (await ask(staffSubscriptions.getSubscribers, { ...of.ids, tab }, of.owner)).subscribers
  const [before] = await members('living')
  expect(before).toMatchObject({
    change: { planId: of.tiny.planId, planName: 'Tiny', at: before?.paidUntil },
    changedFrom: null,
    changedInto: null,
  })
  await moveTo((before?.paidUntil ?? 0) + day)
  const [[since], [former]] = [await members('living'), await members('ended')]
  expect(since).toMatchObject({
    change: null,
    changedFrom: { subscriptionId: before?.subscriptionId, planName: 'Small', at: former?.endedAt },
    changedInto: null,
  })
  expect(former).toMatchObject({
    change: null,
    changedInto: { subscriptionId: since?.subscriptionId, planName: 'Tiny', at: former?.endedAt },
  })
  const one = { ...of.ids, subscriptionId: before?.subscriptionId ?? '' }
  expect((await ask(staffSubscriptions.getSubscriber, one, of.owner)).subscriber.changedInto).toEqual(
    former?.changedInto,
  )
})

test('what the provider would charge for another plan is mended in the night, and charged right', async () => {
  const [of, fan] = [await club(), await newFan()]
  await joinByCard(of, fan)
  const { rows } = await pool().query<{ id: string; price: string; until: Date }>(
    `select s.provider_subscription_id as id, s.paid_until as until, o.body->'items'->'data'->0->'price'->>'id' as price
      from subscriptions s join sandbox_objects o on o.id = s.provider_subscription_id where s.uid = $1`,
    [fan.uid],
  )
  const [held] = rows
  if (!held) throw new Error('no membership')
  await change(of, of.tiny, fan)
  await settled()
  const charges = async () => (await provider.subscription(held.id)).priceId
  const right = await charges()
  expect(right).not.toBe(held.price)
  // As if the call had never arrived, or somebody had changed it at the provider.
  await provider.setPrice(held.id, { priceId: held.price, from: null }, newId('key'))
  expect(await charges()).toBe(held.price)
  await moveTo(now() + day)
  expect(await charges()).toBe(right)
  await moveTo(held.until.getTime() + day)
  expect((await ordersIn(of.tenantId)).map(({ total }) => total)).toEqual([1000, 500])
})
