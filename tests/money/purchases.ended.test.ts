import { expect, test } from 'vitest'
import { rememberFan } from '#club/fans/queries.server.ts'
import { addTokyoMonths, day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { applyInvoice } from '#membership/subscriptions/provider/apply.server.ts'
import { staffSubscriptions } from '#membership/subscriptions/staff/contract.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { staffFans } from '#office/fans/contract.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { inTransaction, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, newId, type Person, refused } from '../support/club'
import { lastMailTo, mailsTo } from '../support/mail'
import { provider, told } from '../support/payments'
import {
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  orderAtStore,
  ordersIn,
  refusedMember,
  sessionIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

/* Memberships that the club ends, by staff or by a block, and what is left to their fans (rule: B6). The clock moves. */

type Shop = Awaited<ReturnType<typeof shop>>

/** What is kept of a fan's newest membership. */
const heldBy = async (fan: Person) => {
  const { rows } = await pool().query<{
    fanId: string
    subscriptionId: string
    providerId: string
    cancelReason: string
    endReason: string | null
  }>(
    `select f.fan_id as "fanId", s.subscription_id as "subscriptionId", s.provider_subscription_id as "providerId",
      s.cancel_reason as "cancelReason", s.end_reason as "endReason"
      from subscriptions s join fans f using (tenant_id, brand_id, uid) where s.uid = $1 order by s.purchased_at desc`,
    [fan.uid],
  )
  const [row] = rows
  if (!row) throw new Error('holds nothing')
  return row
}
const block = async (of: Shop, fan: Person, on = true) => {
  const { fanId } = await heldBy(fan)
  await ask(staffFans.blockFan, { ...of.ids, fanId, on, reason: 'x' }, of.owner)
  await settled()
}
const endByStaff = async (of: Shop, fan: Person) => {
  const { subscriptionId } = await heldBy(fan)
  return ask(staffSubscriptions.cancelSubscriptionByStaff, { ...of.ids, subscriptionId, reason: 'x' }, of.owner)
}
const resume = (of: Shop, fan: Person) => refused(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
const isCharged = async (fan: Person) =>
  !(await provider.subscription((await heldBy(fan)).providerId)).cancelsAtPeriodEnd

test('who is blocked does not undo the end of the membership, and can when the block is lifted', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await block(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', canResume: false })
  expect(await resume(of, fan)).toMatchObject({ code: 'blocked' })
  expect(await isCharged(fan)).toBe(false)
  await block(of, fan, false)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', canResume: true })
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  expect(await isCharged(fan)).toBe(true)
})

test('who had left before being blocked does not come back either', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  expect(await myPlan(of, fan)).toMatchObject({ canResume: true })
  await block(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ canResume: false })
  expect(await resume(of, fan)).toMatchObject({ code: 'blocked' })
})

test('what staff have ended stays ended, and leaving once more changes nothing of why', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  await endByStaff(of, fan)
  await settled()
  const leave = { planId: of.planId, cancelReason: 'tooExpensive' } as const
  expect(await ask(subscriptions.cancelPlanSubscription, leave, fan)).toEqual({ cancelAtPeriodEnd: true })
  expect((await heldBy(fan)).cancelReason).toBe('staff')
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', canResume: false })
  expect(await resume(of, fan)).toMatchObject({ code: 'endedByClub' })
  expect(await isCharged(fan)).toBe(false)
  await ask(subscriptions.cancelPlanSubscription, { ...leave, cancelAtPeriodEnd: false }, fan)
  expect((await heldBy(fan)).endReason).toBe('staff')
})

/** A fan of the brand who has paid nothing yet: known to it by a month that was bought. */
const known = async (of: Shop) => {
  const fan = await newFan()
  await inTransaction((db) => rememberFan(db, of.ids, fan.uid, { newId, now: now() }))
  return fan
}
const blockKnown = async (of: Shop, fan: Person, on = true) => {
  const { rows } = await pool().query('select fan_id as id from fans where uid = $1', [fan.uid])
  await ask(staffFans.blockFan, { ...of.ids, fanId: rows[0].id, on, reason: 'x' }, of.owner)
}
const statesIn = async ({ tenantId }: Shop) => (await ordersIn(tenantId)).map(({ payment_state }) => payment_state)

test('a block gives up what its fan was about to pay: neither the card page nor the voucher can be paid any more', async () => {
  const of = await shop()
  const [byCard, atStore] = [await known(of), await known(of)]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, byCard)
  const { intentId } = await orderAtStore(of, atStore)
  await blockKnown(of, byCard)
  await blockKnown(of, atStore)
  await settled()
  const dead = async (fan: Person) =>
    (await mailsTo(fan.email)).filter(({ text }) => text.includes('お支払い番号はご利用')).length
  expect([await dead(byCard), await dead(atStore)]).toEqual([0, 1])
  expect(await statesIn(of)).toEqual(['expired', 'canceled'])
  expect((await provider.session(sessionIn(sessionUrl))).status).toBe('expired')
  expect((await provider.intent(intentId)).status).toBe('canceled')
})

const grantFree = async (of: Shop, fan: Person) => {
  const { rows } = await pool().query('select fan_id as id from fans where uid = $1', [fan.uid])
  const grant = { ...of.ids, fanId: rows[0].id, planId: of.planId, months: 3, reason: 'x' }
  await ask(staffFans.grantComplimentaryTerm, grant, of.owner)
  await settled()
}

test('days free of charge give up what their fan was about to pay for the same plan', async () => {
  const of = await shop()
  const [byCard, atStore] = [await known(of), await known(of)]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, byCard)
  const { intentId } = await orderAtStore(of, atStore)
  await grantFree(of, byCard)
  await grantFree(of, atStore)
  expect(await statesIn(of)).toEqual(['expired', 'canceled'])
  expect((await provider.session(sessionIn(sessionUrl))).status).toBe('expired')
  expect((await provider.intent(intentId)).status).toBe('canceled')
  const dead = (await mailsTo(atStore.email)).filter(({ text }) => text.includes('お支払い番号はご利用'))
  expect(dead).toHaveLength(1)
  for (const fan of [byCard, atStore]) expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('a membership that the clock has ended is in the way of no days free of charge', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinAtStore(of, fan)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await pool().query('update subscriptions set cancel_scheduled_at = $2 where uid = $1', [fan.uid, new Date(now() - 1)])
  expect((await heldBy(fan)).endReason).toBe(null)
  await grantFree(of, fan)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('what was paid by card in the moment of a block goes back by itself, and makes nobody a member', async () => {
  const of = await shop()
  const fan = await known(of)
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await blockKnown(of, fan)
  await settled()
  await settled()
  expect(await myPlan(of, fan)).toBe(null)
  expect(await statesIn(of)).toEqual(['refunded'])
  expect(await ledger(of.tenantId)).toEqual({ cash: 0, unallocated: 0 })
  expect(await termsIn(of.tenantId)).toEqual([])
})

test('what was paid at a store in the moment of a block waits for the staff, who can take it up once it is lifted', async () => {
  const of = await shop()
  const fan = await known(of)
  const { orderId, intentId } = await orderAtStore(of, fan)
  await told({ action: 'payAtStore', intent: intentId })
  await blockKnown(of, fan)
  await settled()
  expect(await myPlan(of, fan)).toBe(null)
  expect(await statesIn(of)).toEqual(['paidLate'])
  const { timeline } = (await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).order
  expect(timeline.find(({ what }) => what === 'paidLate')?.detail).toBe('buyerBlocked')
  const accept = { ...of.ids, orderId, action: 'accept' } as const
  expect(await refused(staffOrders.resolveLatePayment, accept, of.owner)).toMatchObject({ code: 'cannotAccept' })
  await blockKnown(of, fan, false)
  await ask(staffOrders.resolveLatePayment, accept, of.owner)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

const cardWorks = async (fan: Person) => {
  const { rows } = await pool().query('select customer_id as id from customers where uid = $1', [fan.uid])
  await told({ action: 'setCard', customer: rows[0].id, card: 'works' })
}
/** The provider's charge of a renewal that was refused before, as it says it when it has succeeded. */
const paidAfterAll = async (providerId: string) => {
  const [refusal] = await provider.invoicesOf(providerId)
  if (refusal?.status !== 'open') throw new Error('nothing was refused')
  return { ...refusal, status: 'paid' as const, intentId: newId('pi'), paidAt: now() }
}

test.each(['staff', 'blocked'] as const)(
  'whose card is refused, and who is ended by the club (%s), is gone at once and never charged again',
  async (reason) => {
    const { of, fan, ranOut } = await refusedMember()
    await (reason === 'staff' ? endByStaff(of, fan) : block(of, fan))
    await settled()
    const held = await heldBy(fan)
    expect(held.endReason).toBe(reason)
    expect((await provider.subscription(held.providerId)).endedAt).not.toBe(null)
    expect(await statusOnSale(of, fan)).toBe('onSale')
    await cardWorks(fan)
    await moveTo(ranOut + 20 * day)
    expect(await ordersIn(of.tenantId)).toHaveLength(1)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 1500 })
  },
)

test('whom staff end is told when: with what is paid, or now where the card is refused and nothing is', async () => {
  const [of, paying] = [await shop(), await newFan()]
  await joinByCard(of, paying)
  const { endsAt } = await endByStaff(of, paying)
  const until = await lastMailTo(paying.email)
  expect(until.text).toContain('お支払い済みの期間の終わりで終了します')
  expect(endsAt).toBeGreaterThan(now())
  const { of: theirs, fan } = await refusedMember()
  expect((await endByStaff(theirs, fan)).endsAt).toBeLessThanOrEqual(now())
  const at = await lastMailTo(fan.email)
  expect(at.subject).toMatch(/^会員プランの終了のお知らせ/)
  expect(at.text).not.toContain('お支払い済みの期間')
  expect(at.text).toContain('ただいま終了しました')
})

test('a renewal that is charged when the membership has ended goes back, and nobody is told that the plan goes on', async () => {
  const { of, fan } = await refusedMember()
  const { providerId } = await heldBy(fan)
  const invoice = await paidAfterAll(providerId)
  await endByStaff(of, fan)
  await settled()
  const context = jobContext('told')
  await context.transaction((tx) => applyInvoice(workOf(context, tx), invoice))
  expect(await statesIn(of)).toEqual(['paid', 'paidLate'])
  const subjects = (await mailsTo(fan.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('会費のお支払いを確認しました'))).toEqual([])
})

test.each(['the fan', 'staff'] as const)(
  'a renewal that is booked while %s ends the membership stays open until its end',
  async (who) => {
    const { of, fan, ranOut } = await refusedMember()
    const { providerId } = await heldBy(fan)
    const invoice = await paidAfterAll(providerId)
    const context = jobContext('told')
    // The renewal holds the fan's lock until the other has told the provider.
    const leaving = await context.transaction(async (tx) => {
      await lockFan(tx.db, fan.uid)
      const left =
        who === 'staff' ? endByStaff(of, fan) : ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
      await expect.poll(async () => (await provider.subscription(providerId)).endedAt).not.toBe(null)
      await applyInvoice(workOf(context, tx), invoice)
      return { left }
    })
    await leaving.left
    await settled()
    await settled()
    expect(await statesIn(of)).toEqual(['paid', 'paid'])
    const paidUntil = addTokyoMonths(ranOut, 1)
    const plan = await myPlan(of, fan)
    expect(plan).toMatchObject({ status: 'scheduledToCancel', cancelScheduledAt: invoice.to, canResume: false })
    expect(Math.abs(invoice.to - paidUntil)).toBeLessThan(day)
    expect(await statusOnSale(of, fan)).toBe('purchased')
    await moveTo(invoice.to + day)
    expect(await myPlan(of, fan)).toBe(null)
    expect(await statesIn(of)).toEqual(['paid', 'paid'])
  },
)

test('days that were given beyond what the card has paid cannot be gone on from: the fan is told to join again after them', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const leave = () => ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  const { subscriptionId } = await heldBy(fan)
  const give = () => ask(staffSubscriptions.extendTerm, { ...of.ids, subscriptionId, days: 20, reason: 'x' }, of.owner)
  const endsAt = async () => {
    const plan = await myPlan(of, fan)
    return plan?.status === 'scheduledToCancel' ? plan.cancelScheduledAt : 0
  }
  await leave()
  await settled()
  const paid = await endsAt()
  await give()
  expect(await myPlan(of, fan)).toMatchObject({ canResume: true })
  // Who stays is charged after those days: then the card goes on until there, whoever leaves once more.
  await ask(subscriptions.resumePlanSubscription, { planId: of.planId }, fan)
  await settled()
  await leave()
  await settled()
  await moveTo(paid + day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', canResume: true })
  const until = await endsAt()
  await give()
  await moveTo(until + day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'scheduledToCancel', canResume: false })
  expect(await resume(of, fan)).toMatchObject({ code: 'cardEnded' })
  await moveTo(until + 21 * day)
  expect(await myPlan(of, fan)).toBe(null)
  expect(await statusOnSale(of, fan)).toBe('onSale')
  expect(await statesIn(of)).toEqual(['paid'])
})
