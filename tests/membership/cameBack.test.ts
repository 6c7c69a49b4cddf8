import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { ask } from '../support/club'
import { joinByCard, moveTo, newFan, shop } from '../support/shop'

test('who comes back to a brand is known by the day on which they had first joined, and nobody is who joins for the first time', async () => {
  const [of, fan] = [await shop(), await newFan()]
  const mine = () => ask(subscriptions.getActiveUserPlan, { planId: of.planId }, fan)
  expect(await mine()).toEqual({ userPlan: null, memberSince: null })
  await joinByCard(of, fan)
  const { userPlan: first, memberSince } = await mine()
  expect(memberSince).toBeNull()
  if (first?.status !== 'active') throw new Error('not a member')
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, fan)
  await moveTo(first.expiredAt + 2 * day)
  expect(await mine()).toEqual({ userPlan: null, memberSince: null })
  await joinByCard(of, fan)
  expect((await mine()).memberSince).toBe(first.purchasedAt)
})
