import { expect, test } from 'vitest'
import { staffFans } from '../src/features/fans/staff/contract'
import { subscriptions } from '../src/features/subscriptions/contract'
import { staffSubscriptions } from '../src/features/subscriptions/staff/contract'
import { pool } from '../src/server/db'
import { ask, type Person, refused } from './support/club'
import { provider } from './support/payments'
import { joinByCard, myPlan, newFan, settled, shop } from './support/shop'

/* Memberships that the club ends, by staff or by a block, and what is left to their fans. The clock moves. */

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
const isCharged = async (fan: Person) => !(await provider.subscription((await heldBy(fan)).providerId)).cancelsAtPeriodEnd

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
