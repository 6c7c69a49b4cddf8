import { expect, test } from 'vitest'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { jobContext } from '#program/workContext.ts'
import { statementsOf } from '../support/cost'
import { myPlan, refusedMember } from '../support/shop'

/* The night stores the ends that the clock has brought. */

const lockedFans = async () => {
  const sent = await statementsOf(() => subscriptionJobs.endLapsedMemberships.run(jobContext('ended'), {}))
  return sent.filter(({ text }) => text.includes('pg_advisory_xact_lock')).length
}

test('the night touches only who is gone: members whose renewal was refused are not looked at one by one', async () => {
  await lockedFans()
  const { of, fan } = await refusedMember()
  expect(await lockedFans()).toBe(0)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
})
