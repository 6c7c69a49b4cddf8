import { expect, test } from 'vitest'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { paymentJobs } from '#money/orders/payments/jobs.server.ts'
import { jobContext } from '#program/workContext.ts'
import { pool } from '#server/db.ts'
import { statementsOf } from '../support/cost'
import { myPlan, refusedMember } from '../support/shop'

/* What the night looks at one by one: not every membership whose paid time is over. */

const lockedBy = async (run: () => Promise<unknown>) => {
  const sent = await statementsOf(run)
  return sent.filter(({ text }) => text.includes('pg_advisory_xact_lock')).length
}

test('the ends that the clock has brought are stored of who is gone: members whose renewal was refused stay untouched', async () => {
  const end = () => subscriptionJobs.endLapsedMemberships.run(jobContext('ended'), {})
  await end()
  const { of, fan } = await refusedMember()
  expect(await lockedBy(end)).toBe(0)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
})

test('the provider is compared with the members that it charges: whoever it does not know is not looked at', async () => {
  const compare = () => paymentJobs.reconcilePayments.run(jobContext('compared'), {})
  const { of, fan } = await refusedMember()
  await compare()
  expect(await lockedBy(compare)).toBeGreaterThan(0)
  await pool().query('update subscriptions set provider_subscription_id = null where tenant_id = $1', [of.tenantId])
  expect(await lockedBy(compare)).toBe(0)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
})
