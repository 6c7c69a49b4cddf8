import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { orderJobs } from '#money/orders/jobs.server.ts'
import { paymentJobs } from '#money/orders/payments/jobs.server.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { ask, newId } from '../support/club'
import { joinByCard, newFan, orderAtStore, shop } from '../support/shop'

/* The nightly reconciliation: one object that cannot be repaired does not prevent the repair of the others (rule: B9). */

const many = 1001
const tonight = () => paymentJobs.reconcilePayments.run(jobContext('tonight'), {})
const count = async (sql: string, tenantId: string) =>
  Number((await pool().query<{ n: string }>(`select count(*)::text as n from ${sql}`, [tenantId])).rows[0]?.n)
const at = (moment: number) => new Date(moment).toISOString()

/** Orders that lapsed long ago, of fans who never came to the provider. */
const forgotten = async ({ tenantId, brandId }: { tenantId: string; brandId: string }, state = 'awaitingPayment') =>
  pool().query(
    `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, open_key,
        subtotal, total, locale, placed_at, expires_at, edited_at)
      select $1, $2, $1 || '_' || n, 'X-' || n, 'uid_' || n, 'backNumber', 'card', $4, 'month:' || n, 500, 500, 'ja', $3, $3, $3
      from generate_series(1, $5) n`,
    [tenantId, brandId, at(now() - 100 * day), state, many],
  )

test('an order that the provider does not know any more does not keep the others waiting', async () => {
  const [of, bad, good] = [await shop(), await newFan(), await newFan()]
  for (const fan of [bad, good]) await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  await pool().query(
    `update orders set expires_at = $2, session_id = case when uid = $3 then 'cs_gone' else session_id end where tenant_id = $1`,
    [of.tenantId, at(now() - day), bad.uid],
  )
  await expect(tonight()).rejects.toThrow('1 ')
  const { rows } = await pool().query('select uid, payment_state from orders where tenant_id = $1', [of.tenantId])
  expect(Object.fromEntries(rows.map(({ uid, payment_state }) => [uid, payment_state]))).toEqual({
    [bad.uid]: 'awaitingPayment',
    [good.uid]: 'expired',
  })
  await pool().query(`update orders set session_id = null where uid = $1`, [bad.uid])
  await tonight()
  expect(await count(`orders where tenant_id = $1 and payment_state = 'expired'`, of.tenantId)).toBe(2)
})

/** A refund of a paid order that was asked for here and has not reached the provider. */
const asked = async (amount: number) => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const refundId = newId('refund')
  await pool().query(
    `insert into refunds (tenant_id, order_id, refund_id, amount, state, reason, requested_by, requested_at)
      select tenant_id, order_id, $2, $3, 'requested', 'asked', '', $4 from orders where tenant_id = $1`,
    [of.tenantId, refundId, amount, at(now())],
  )
  return { of, refundId }
}
const refundState = async (refundId: string) =>
  (await pool().query('select state, decided_at from refunds where refund_id = $1', [refundId])).rows[0]

test('a refund that the provider refuses for good has failed, and is not asked for every night', async () => {
  const { of, refundId } = await asked(9999)
  await orderJobs.refund.run(jobContext('refund'), { refundId })
  expect(await refundState(refundId)).toMatchObject({ state: 'failed', decided_at: expect.any(Date) })
  expect(
    await count(`order_events where tenant_id = $1 and what = 'refundFailed'`, of.tenantId),
    'what the staff are told',
  ).toBe(1)
  await tonight()
})

test('a refund that was made although its answer was lost is found, whatever the provider says to the second try', async () => {
  const { of, refundId } = await asked(500)
  await orderJobs.refund.run(jobContext('refund'), { refundId })
  expect(await refundState(refundId)).toMatchObject({ state: 'succeeded' })
  await pool().query(
    `update refunds set state = 'requested', provider_refund_id = null, decided_at = null where refund_id = $1`,
    [refundId],
  )
  // The same key with another amount: the provider refuses it.
  await pool().query(`update refunds set amount = 499 where refund_id = $1`, [refundId])
  await orderJobs.refund.run(jobContext('refund'), { refundId })
  expect(await refundState(refundId)).toMatchObject({ state: 'succeeded' })
  expect(await count(`order_events where tenant_id = $1 and what = 'refundFailed'`, of.tenantId)).toBe(0)
})

test('a membership whose subscription the provider does not know any more does not keep the others waiting', async () => {
  const [of, bad, good] = [await shop(), await newFan(), await newFan()]
  for (const fan of [bad, good]) await joinByCard(of, fan)
  await pool().query(
    `update subscriptions set paid_until = $2, cancel_scheduled_at = $2, cancel_applied_at = $2,
        provider_subscription_id = case when uid = $3 then 'sub_gone' else provider_subscription_id end where tenant_id = $1`,
    [of.tenantId, at(now() - 1000), bad.uid],
  )
  await expect(tonight()).rejects.toThrow('1 ')
  const { rows } = await pool().query('select uid from subscriptions where tenant_id = $1 and ended_at is not null', [
    of.tenantId,
  ])
  expect(rows).toEqual([{ uid: good.uid }])
  await pool().query(`update subscriptions set provider_subscription_id = null where uid = $1`, [bad.uid])
  await tonight()
})

test('however many have been waiting for longer, each is looked at in one night', async () => {
  const of = await shop()
  await forgotten(of.ids)
  // One more that has waited for a shorter time.
  const fan = await newFan()
  await orderAtStore(of, fan)
  await pool().query(`update orders set expires_at = $2 where uid = $1`, [fan.uid, at(now() - 1000)])
  await tonight()
  expect(await count(`orders where tenant_id = $1 and payment_state = 'awaitingPayment'`, of.tenantId)).toBe(0)
})

test('refunds that nobody can answer do not stand before those that somebody can', async () => {
  const of = await shop()
  await forgotten(of.ids, 'paid')
  await pool().query(
    `insert into refunds (tenant_id, order_id, refund_id, amount, state, reason, requested_by, requested_at)
      select tenant_id, order_id, 'refund_' || order_id, 500, 'requested', 'asked', '', $2 from orders where tenant_id = $1`,
    [of.tenantId, at(now() - 90 * day)],
  )
  const other = await asked(9999)
  await tonight()
  expect(await refundState(other.refundId)).toMatchObject({ state: 'failed' })
  await pool().query('delete from refunds where tenant_id = $1', [of.tenantId])
})

test('however many memberships at stores there are, each is ended and each is sent its next order', async () => {
  const of = await shop()
  const ends = async (prefix: string, paidUntil: number) =>
    pool().query(
      `insert into subscriptions (tenant_id, brand_id, subscription_id, plan_id, uid, subscription_interval, price, method,
          purchased_at, paid_until, grace_until, latest_order_id, edited_at)
        select $1, $2, $6 || '_' || $1 || '_' || n, $3, $6 || n, 'month', 1500, 'konbini', $4, $4, $4, '', $4
        from generate_series(1, $5) n`,
      [of.tenantId, of.brandId, of.planId, at(paidUntil), 250, prefix],
    )
  await ends('over', now() - 20 * day)
  await subscriptionJobs.endLapsedMemberships.run(jobContext('ended'), {})
  expect(await count('subscriptions where tenant_id = $1 and ended_at is null', of.tenantId)).toBe(0)
  await ends('near', now() + 5 * day)
  await subscriptionJobs.orderKonbiniRenewals.run(jobContext('ordered'), {})
  expect(await count(`orders where tenant_id = $1 and payment_state = 'awaitingPayment'`, of.tenantId)).toBe(250)
})
