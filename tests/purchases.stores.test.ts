import { expect, test } from 'vitest'
import { day, endOfTokyoDay } from '../src/kit/time'
import { now } from '../src/server/clock'
import { pool } from '../src/server/db'
import { mailsTo } from './support/mail'
import { told } from './support/payments'
import {
  issue,
  joinAtStore,
  moveTo,
  myPlan,
  newFan,
  ordersIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from './support/shop'

/* Memberships that are paid at stores, term by term. The clock moves. */

const minute = 60_000
const hour = 60 * minute

/** The order of the club that waits to be paid. */
const waitingIn = async (tenantId: string): Promise<string | undefined> =>
  (
    await pool().query(`select order_id from orders where tenant_id = $1 and payment_state = 'awaitingPayment'`, [
      tenantId,
    ])
  ).rows[0]?.order_id

/** A member of a store whose next term has been ordered, and until when it may be paid. */
const renewing = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const first = await joinAtStore(of, fan)
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  const paidUntil = joined.expiredAt
  await moveTo(paidUntil - 9 * day)
  const orderId = (await waitingIn(of.tenantId)) ?? ''
  return { of, fan, first, paidUntil, orderId, lastMoment: endOfTokyoDay(paidUntil + 5 * day) }
}
const paidTermsIn = async (tenantId: string) => (await termsIn(tenantId)).filter(({ source }) => source === 'konbini')

test('who pays at a store on the last day that the voucher names stays a member', async () => {
  const { of, fan, orderId, paidUntil, lastMoment } = await renewing()
  const { intentId, issued } = await issue(orderId, fan)
  expect(issued.expiresAt).toBe(lastMoment)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'requiredKonbiniPayment', dueAt: lastMoment })
  await moveTo(lastMoment - hour)
  expect(await statusOnSale(of, fan)).toBe('purchased')
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(first?.ends_at.getTime()).toBe(paidUntil)
  expect(second?.starts_at).toEqual(first?.ends_at)
})

test('a payment that was made in time counts although it is heard of when the last day is over', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  await moveTo(lastMoment - minute)
  await told({ drop: 1 })
  await told({ action: 'payAtStore', intent: intentId })
  await told({ drop: 0 })
  await moveTo(lastMoment + hour)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await paidTermsIn(of.tenantId)).toHaveLength(2)
})

test('a membership that was ended while the provider could not be asked goes on when it says that the payment was in time', async () => {
  const { of, fan, orderId, lastMoment } = await renewing()
  const { intentId } = await issue(orderId, fan)
  await moveTo(lastMoment - minute)
  await told({ drop: 1 })
  await told({ action: 'payAtStore', intent: intentId })
  await told({ drop: 0, failNext: Array(100).fill('before') })
  await moveTo(lastMoment + 15 * minute)
  expect(await myPlan(of, fan)).toBe(null)
  await told({ failNext: [] })
  await moveTo(lastMoment + day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', memberNumber: 1 })
  expect(await statusOnSale(of, fan)).toBe('purchased')
  const [first, second] = await paidTermsIn(of.tenantId)
  expect(second?.starts_at).toEqual(first?.ends_at)
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['paid', 'paid'])
})
