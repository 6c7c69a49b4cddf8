import { describe, expect, test } from 'vitest'
import { addTokyoMonths, day } from '#kit/time.ts'
import { plans } from '#membership/plans/contract.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { subscriptionJobs } from '#membership/subscriptions/jobs.server.ts'
import { monthsLeft, refundOfMonths, renewalNoticeDue } from '#membership/subscriptions/subscription.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, refused } from '../support/club'
import { failingAt } from '../support/jobs'
import { mailsTo } from '../support/mail'
import { told } from '../support/payments'
import {
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  newFan,
  ordersIn,
  settled,
  shop,
  statusOnSale,
  termsIn,
} from '../support/shop'

const yearly = () => shop({ subscriptionInterval: 'year', price: 12_000 })
const ahead = (mails: { subject: string }[]) =>
  mails.map(({ subject }) => subject).filter((subject) => /年会費の更新|yearly fee/.test(subject))

describe('the rules', () => {
  const from = Date.UTC(2026, 0, 31, 3)
  const begins = (month: number) => addTokyoMonths(from, month)
  test.each([
    [from - 1, 12],
    [from, 12],
    [from + 1, 11],
    [begins(1), 11],
    [begins(1) + 1, 10],
    [begins(11), 1],
    [begins(11) + 1, 0],
    [begins(12), 0],
  ])('of a year, months that have not begun at %d: %d', (at, left) => {
    expect(monthsLeft({ from }, at)).toBe(left)
  })
  test('a month costs a twelfth, and never more than was paid is given back', () => {
    expect([12, 11, 1, 0].map((months) => refundOfMonths(9_999, months))).toEqual([9_999, 9_165, 833, 0])
  })

  const due = (before: number, more: { method?: 'card' | 'konbini' | 'comp'; toldBefore?: number } = {}) =>
    renewalNoticeDue(
      {
        method: more.method ?? 'card',
        paidUntil: 1000 * day,
        renewalToldAt: more.toldBefore === undefined ? null : (1000 - more.toldBefore) * day,
      },
      (1000 - before) * day,
    )
  test.each([
    [due(30.01), null],
    [due(30), 'month'],
    [due(29, { toldBefore: 30 }), null],
    [due(29, { toldBefore: 395 }), 'month'],
    [due(7, { toldBefore: 30 }), 'week'],
    [due(6, { toldBefore: 7 }), null],
    [due(3), 'week'],
    [due(0), null],
    [due(20, { method: 'konbini' }), 'month'],
    [due(9, { method: 'konbini' }), null],
    [due(20, { method: 'comp' }), null],
  ])('notice %#', (said, expected) => {
    expect(said).toBe(expected)
  })
})

test('who pays by the year is told 30 and 7 days before, once each', async () => {
  const of = await yearly()
  const [member, leaving, monthly] = [await newFan(), await newFan(), await newFan()]
  const other = await shop()
  await joinByCard(of, member)
  await joinByCard(of, leaving)
  await joinByCard(other, monthly)
  await ask(subscriptions.cancelPlanSubscription, { planId: of.planId }, leaving)
  // Eleven months later, without living through them.
  const paidUntil = now() + 33 * day
  const { rowCount } = await pool().query(
    'update subscriptions set paid_until = $1 where ended_at is null and uid = any($2)',
    [new Date(paidUntil).toISOString(), [member.uid, leaving.uid]],
  )
  expect(rowCount).toBe(2)
  const notices = async () => ahead(await mailsTo(member.email)).length
  await moveTo(paidUntil - 31 * day)
  expect(await notices()).toBe(0)
  await moveTo(paidUntil - 28 * day)
  expect(await notices()).toBe(1)
  await moveTo(paidUntil - 8 * day)
  expect(await notices()).toBe(1)
  await moveTo(paidUntil - 5 * day)
  expect(await notices()).toBe(2)
  expect((await mailsTo(member.email)).at(-1)?.text).toContain('¥12,000')
  await moveTo(paidUntil - 2 * day)
  expect(await notices()).toBe(2)
  expect(ahead(await mailsTo(leaving.email))).toEqual([])
  expect(ahead(await mailsTo(monthly.email))).toEqual([])
})

const three = async (of: Awaited<ReturnType<typeof yearly>>) => {
  const members = [await newFan(), await newFan(), await newFan()]
  for (const member of members) await joinByCard(of, member)
  return members
}

test('a member who cannot be told of the renewal keeps nobody else waiting, and is told with the next try', async () => {
  const members = await three(await yearly())
  // Before anybody else's.
  for (const [n, { uid }] of members.entries())
    await pool().query('update subscriptions set paid_until = $1 where uid = $2', [
      new Date(now() + (n + 1) * 3_600_000).toISOString(),
      uid,
    ])
  const letters = async () => {
    await settled()
    return Promise.all(members.map(async ({ email }) => ahead(await mailsTo(email)).length))
  }
  await expect(subscriptionJobs.tellOfYearlyRenewals.run(failingAt(2), {})).rejects.toThrow('could not be done')
  expect((await letters()).sort()).toEqual([0, 1, 1])
  await subscriptionJobs.tellOfYearlyRenewals.run(jobContext('again'), {})
  expect(await letters()).toEqual([1, 1, 1])
})

test('a term that cannot be given back keeps no other one waiting, and is given back with the next try', async () => {
  const of = await yearly()
  await three(of)
  const { refund } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const archivingAt = refund?.previewOfArchivingAt ?? 0
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt, refundRemainingMonths: true }, of.owner)
  await settled()
  await moveTo(archivingAt - day / 24)
  const back = async () => {
    const { rows } = await pool().query('select order_id from refunds where tenant_id = $1', [of.tenantId])
    const voided = (await termsIn(of.tenantId)).filter(
      ({ source, voided_at }) => source === 'card' && voided_at !== null,
    )
    expect(new Set(rows.map((row) => row.order_id)).size).toBe(rows.length)
    return [rows.length, voided.length]
  }
  expect(await back()).toEqual([0, 0])
  const asked = { planId: of.planId, archivingAt }
  await expect(subscriptionJobs.refundRemainingMonths.run(failingAt(2), asked)).rejects.toThrow('could not be done')
  expect(await back()).toEqual([2, 2])
  await subscriptionJobs.refundRemainingMonths.run(jobContext('again'), asked)
  expect(await back()).toEqual([3, 3])
})

test('a yearly plan may end early when the months that are left are given back', async () => {
  const [of, member, atStore] = [await yearly(), await newFan(), await newFan()]
  await joinByCard(of, member)
  await joinAtStore(of, atStore)
  const preview = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const { refund } = preview
  expect(preview.previewOfArchivingAt).toBeGreaterThan(now() + 360 * day)
  const archivingAt = refund?.previewOfArchivingAt ?? 0
  // The first month will have begun by then, and the second one too where the first has 30 days.
  const from = (await termsIn(of.tenantId))[0]?.starts_at.getTime() ?? 0
  const each = refundOfMonths(12_000, monthsLeft({ from }, archivingAt))
  expect([10_000, 11_000]).toContain(each)
  expect(refund).toMatchObject({ countOfTerms: 2, amount: 2 * each })
  expect(archivingAt).toBeLessThan(now() + 33 * day)
  const asked = { ...of.pub, archivingAt }
  expect((await refused(plans.scheduleToArchivePlan, asked, of.owner)).code).toBe('archiveDateTooEarly')
  await ask(plans.scheduleToArchivePlan, { ...asked, refundRemainingMonths: true }, of.owner)
  await settled()
  expect((await mailsTo(member.email)).at(-1)?.text).toMatch(/返金|refunded/)
  await moveTo(archivingAt - day)
  expect((await ordersIn(of.tenantId)).map(({ refunded: back }) => back)).toEqual([0, 0])
  await moveTo(archivingAt + day)
  await settled()
  // A store's customer is asked for a bank account first.
  const { rows } = await pool().query(
    "select provider_refund_id as id from refunds where tenant_id = $1 and state = 'requiresCustomerAction'",
    [of.tenantId],
  )
  expect(rows).toHaveLength(1)
  await told({ action: 'answerRefund', refund: rows[0].id })
  await settled()
  expect(await ordersIn(of.tenantId)).toMatchObject([
    { payment_state: 'partiallyRefunded', refunded: each },
    { payment_state: 'partiallyRefunded', refunded: each },
  ])
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 24_200 - 2 * each })
  const terms = (await termsIn(of.tenantId)).filter(({ source }) => source !== 'grace')
  expect(terms.map(({ voided_at }) => voided_at?.getTime())).toEqual([archivingAt, archivingAt])
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, member)
  expect(canceledMyPlans).toMatchObject([{ status: 'archived' }])
  // Nothing more happens.
  await moveTo(archivingAt + 20 * day)
  await settled()
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 24_200 - 2 * each })
})

test('called off in time, nothing is given back; of a monthly plan there is nothing to give', async () => {
  const [of, member] = [await yearly(), await newFan()]
  await joinByCard(of, member)
  const { refund } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const archivingAt = refund?.previewOfArchivingAt ?? 0
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt, refundRemainingMonths: true }, of.owner)
  await ask(plans.cancelScheduledArchive, of.pub, of.owner)
  await settled()
  await moveTo(archivingAt + day)
  await settled()
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid', refunded: 0 }])
  expect(await statusOnSale(of, member)).toBe('purchased')

  const [monthly, other] = [await shop(), await newFan()]
  await joinByCard(monthly, other)
  await moveTo(now() + 20 * day)
  const { refund: none, previewOfArchivingAt } = await ask(plans.getPlanForArchive, monthly.pub, monthly.owner)
  expect(none).toBeNull()
  const early = { ...monthly.pub, archivingAt: previewOfArchivingAt - day, refundRemainingMonths: true }
  expect((await refused(plans.scheduleToArchivePlan, early, monthly.owner)).code).toBe('archiveDateTooEarly')
})

test('whose year was given back in part before is given what is left of it when the plan ends early', async () => {
  const [of, member] = [await yearly(), await newFan()]
  await joinByCard(of, member)
  const [order] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
  const its = { ...of.ids, orderId: order?.orderId ?? '' }
  await ask(staffOrders.refundOrder, { ...its, amount: 5000, reason: 'Asked for.' }, of.owner)
  await settled()
  const { refund } = await ask(plans.getPlanForArchive, of.pub, of.owner)
  const archivingAt = refund?.previewOfArchivingAt ?? 0
  await ask(plans.scheduleToArchivePlan, { ...of.pub, archivingAt, refundRemainingMonths: true }, of.owner)
  await moveTo(archivingAt + day)
  await settled()
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded', refunded: 12_000 }])
  const [term] = await termsIn(of.tenantId)
  expect(term?.voided_at?.getTime()).toBe(archivingAt)
  const { canceledMyPlans } = await ask(subscriptions.getCanceledMyPlans, {}, member)
  expect(canceledMyPlans).toMatchObject([{ status: 'archived' }])
})
