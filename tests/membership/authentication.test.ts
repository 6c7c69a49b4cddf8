import { beforeAll, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { ask, type Person } from '../support/club'
import { mailsTo } from '../support/mail'
import { callbacks, told } from '../support/payments'
import { joinByCard, ledger, moveTo, myPlan, newFan, ordersIn, sessionIn, settled, shop } from '../support/shop'

/*
 * A card whose bank asks its holder to confirm each payment (3D Secure): at joining on the provider's page, and at each renewal,
 * which nobody is there for.
 */

beforeAll(() => told({ enabledEvents: [...webhookEvents] }))

const joins = async (fan: Person) => {
  const of = await shop()
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
  const session = sessionIn(sessionUrl)
  expect(await told({ action: 'paySession', session, card: 'authenticates' })).toEqual({ outcome: 'asked' })
  await settled()
  return { of, session }
}
const invoiceOf = async (fan: Person) => {
  const { rows } = await pool().query(
    `select o.body ->> 'id' as id from sandbox_objects o join customers c on o.body ->> 'customer' = c.customer_id
      where o.object = 'invoice' and o.body ->> 'status' = 'open' and c.uid = $1`,
    [fan.uid],
  )
  return rows[0]?.id as string
}

const newMember = async () => {
  const fan = await newFan()
  const { of, session } = await joins(fan)
  await told({ action: 'answerBank', session })
  await settled()
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  return { of, fan, paidUntil: joined.expiredAt }
}
/** A member whose renewal waits for an answer to the bank. */
const askedMember = async () => {
  const { of, fan, paidUntil } = await newMember()
  await moveTo(paidUntil + day)
  return { of, fan, invoice: await invoiceOf(fan) }
}

test('who joins is a member once the bank has its answer, and nobody before', async () => {
  const fan = await newFan()
  const { of, session } = await joins(fan)
  expect(await myPlan(of, fan)).toBeNull()
  expect(await ledger(of.tenantId)).toEqual({})
  await told({ action: 'answerBank', session })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('who does not confirm has paid nothing, and may pay the same order with another card', async () => {
  const fan = await newFan()
  const { of, session } = await joins(fan)
  expect(await told({ action: 'answerBank', session, isConfirmed: false })).toEqual({ outcome: 'declined' })
  await settled()
  expect(await myPlan(of, fan)).toBeNull()
  await told({ action: 'paySession', session })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
})

test('a renewal that waits for the bank says so in the mail and on my plans, with the page to confirm it', async () => {
  const { of, fan, invoice } = await askedMember()
  const page = expect.stringContaining(`/sandbox/invoice/${invoice}`)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete', authenticationUrl: page })
  const asked = (await mailsTo(fan.email)).filter(({ text }) => text.includes('本人認証'))
  expect(asked).toMatchObject([{ subject: expect.stringContaining('本人認証が必要です'), text: page }])
  await told({ action: 'answerBankOfInvoice', invoice })
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  expect((await mailsTo(fan.email)).at(-1)?.subject).toContain('お支払いを確認しました')
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3000 })
})

test('the reminders ask for the confirmation as long as it is missing, and the plan ends without one', async () => {
  const { of, fan } = await askedMember()
  const { rows } = await pool().query('select payment_failed_at as at from subscriptions where uid = $1', [fan.uid])
  const failedAt = new Date(rows[0].at).getTime()
  await moveTo(failedAt + 4 * day)
  expect((await mailsTo(fan.email)).filter(({ text }) => text.includes('/sandbox/invoice/'))).toHaveLength(2)
  await moveTo(failedAt + 15 * day)
  expect(await myPlan(of, fan)).toBeNull()
})

test('a confirmation that fails is a refused card again, without a page that leads nowhere', async () => {
  const { of, fan, invoice } = await askedMember()
  await told({ action: 'answerBankOfInvoice', invoice, isConfirmed: false })
  await callbacks()
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete', authenticationUrl: null })
})

test('a new card whose bank asks as well says so, and another one pays at once', async () => {
  const of = await shop()
  const fan = await newFan()
  await joinByCard(of, fan, 'declinesLater')
  const joined = await myPlan(of, fan)
  if (joined?.status !== 'active') throw new Error('not a member')
  await moveTo(joined.expiredAt + day)
  const { rows } = await pool().query('select customer_id as id from customers where uid = $1', [fan.uid])
  const customer = rows[0].id
  await told({ action: 'setCard', customer, card: 'authenticates' })
  const { renewals } = await ask(subscriptions.payWithNewCard, {}, fan)
  expect(renewals).toMatchObject([{ planId: of.planId, outcome: 'authentication' }])
  expect(await myPlan(of, fan)).toMatchObject({ authenticationUrl: expect.stringContaining('/sandbox/invoice/') })
  await told({ action: 'setCard', customer, card: 'works' })
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toMatchObject({ renewals: [{ outcome: 'paid' }] })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active' })
})

test('the nightly comparison finds a renewal that waits for the bank of which nothing was told', async () => {
  const { of, fan, paidUntil } = await newMember()
  await told({ enabledEvents: [] })
  await moveTo(paidUntil + 2 * day)
  await told({ enabledEvents: [...webhookEvents] })
  const page = expect.stringContaining(`/sandbox/invoice/${await invoiceOf(fan)}`)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete', authenticationUrl: page })
})
