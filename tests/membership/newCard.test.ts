import { beforeAll, expect, test } from 'vitest'
import { day, startOfTokyoMonth, tokyoMonth } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { webhookEvents } from '#server/payments/events.ts'
import { ask, type Person } from '../support/club'
import { callbacks, provider, told } from '../support/payments'
import {
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  nextNight,
  ordersIn,
  refusedMember,
  settled,
  shop,
} from '../support/shop'

/*
 * A renewal was refused, and the fan changes the card on the provider's page, which changes the customer's default card and
 * no subscription's own.
 */

const atProvider = async (fan: Person) => {
  const { rows } = await pool().query(
    `select c.customer_id as customer, s.provider_subscription_id as subscription from customers c
      join subscriptions s on s.uid = c.uid where c.uid = $1`,
    [fan.uid],
  )
  return rows[0] as { customer: string; subscription: string }
}
const changeCard = async (fan: Person, card: 'works' | 'declines' | 'declinesLater') => {
  const { customer } = await atProvider(fan)
  return (await told<{ id: string }>({ action: 'setCard', customer, card })).id
}
const charges = async (fan: Person) => {
  const { subscription } = await atProvider(fan)
  return (await provider.invoicesOf(subscription)).map(({ status, attempts }) => ({ status, attempts }))
}

beforeAll(() => told({ enabledEvents: [...webhookEvents] }))

test('a card that is changed after a refused renewal pays it at once, and goes on paying', async () => {
  const { of, fan, ranOut } = await refusedMember()
  const card = await changeCard(fan, 'works')
  await callbacks()
  await settled()
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  const { subscription } = await atProvider(fan)
  expect(await provider.subscription(subscription)).toMatchObject({ status: 'active', cardId: card })
  await moveTo(ranOut + 45 * day)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 3 })
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 4500 })
})

test('coming back from the provider’s page says what was paid, and the plan is open before any callback comes', async () => {
  const { of, fan } = await refusedMember()
  await told({ enabledEvents: [] })
  await changeCard(fan, 'works')
  const paid = { renewals: [{ planId: of.planId, name: of.plan.name, total: 1500, outcome: 'paid' }] }
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual(paid)
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  // Reloading the page says it again and pays nothing; the next day it is no news any more.
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual(paid)
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
  await moveTo(now() + day)
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual({ renewals: [] })
  await told({ enabledEvents: [...webhookEvents] })
})

test('a reader of the English site is told the plan’s English name', async () => {
  const { of, fan } = await refusedMember()
  await pool().query(`update plans set english = $2 where plan_id = $1`, [of.planId, { name: 'Constellation' }])
  await changeCard(fan, 'works')
  const told = await ask(subscriptions.payWithNewCard, {}, fan, { 'accept-language': 'en' })
  expect(told).toMatchObject({ renewals: [{ name: 'Constellation', outcome: 'paid' }] })
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toMatchObject({ renewals: [{ name: of.plan.name }] })
})

test('a card that is refused as well says so, is tried once however often it is told, and on the days of trying', async () => {
  const { of, fan, ranOut } = await refusedMember()
  await changeCard(fan, 'declines')
  const refused = { renewals: [{ planId: of.planId, name: of.plan.name, total: 1500, outcome: 'refused' }] }
  const [answer] = await Promise.all([ask(subscriptions.payWithNewCard, {}, fan), callbacks().then(settled)])
  expect(answer).toEqual(refused)
  await callbacks()
  await settled()
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual(refused)
  expect((await charges(fan))[0]).toEqual({ status: 'open', attempts: 1 })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'paymentIncomplete' })
  await moveTo(ranOut + 4 * day)
  expect((await charges(fan))[0]).toMatchObject({ status: 'open', attempts: 2 })
})

test('pressed in two tabs while the callback comes, the renewal is charged once', async () => {
  const { of, fan } = await refusedMember()
  await changeCard(fan, 'works')
  await Promise.all([
    ask(subscriptions.payWithNewCard, {}, fan),
    ask(subscriptions.payWithNewCard, {}, fan),
    callbacks().then(settled),
  ])
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 3000 })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
})

test('whoever is told while the callback’s job has paid and not yet set the card is told of the payment; the next card is none', async () => {
  const { of, fan } = await refusedMember()
  await told({ enabledEvents: [] })
  const card = await changeCard(fan, 'works')
  const { subscription } = await atProvider(fan)
  const [renewal] = await provider.invoicesOf(subscription)
  if (!renewal) throw new Error('no renewal')
  await provider.payInvoice(renewal.id, card, `pay:${renewal.id}:${card}`)
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toMatchObject({ renewals: [{ outcome: 'paid' }] })
  await settled()
  await changeCard(fan, 'works')
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual({ renewals: [] })
  await told({ enabledEvents: [...webhookEvents] })
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
})

test('whoever is told while the callback’s job has set the card and not yet written the payment down has an open plan', async () => {
  const { of, fan } = await refusedMember()
  await told({ enabledEvents: [] })
  const card = await changeCard(fan, 'works')
  const { subscription } = await atProvider(fan)
  const [renewal] = await provider.invoicesOf(subscription)
  if (!renewal) throw new Error('no renewal')
  await provider.payInvoice(renewal.id, card, `pay:${renewal.id}:${card}`)
  await provider.setCard(subscription, card, `card:${subscription}:${card}`)
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toMatchObject({ renewals: [{ outcome: 'paid' }] })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
  await told({ enabledEvents: [...webhookEvents] })
  expect(await ordersIn(of.tenantId)).toHaveLength(2)
})

test('the new card is charged by plans whose last payment went well, too, from their next renewal on', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const card = await changeCard(fan, 'works')
  expect(await ask(subscriptions.payWithNewCard, {}, fan)).toEqual({ renewals: [] })
  const { subscription } = await atProvider(fan)
  expect(await provider.subscription(subscription)).toMatchObject({ cardId: card })
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
})

test('control: where nobody listens to the new card the membership is lost, although the fan did what was asked', async () => {
  const { of, fan, ranOut } = await refusedMember()
  // The naive program: it believes that the provider charges the new card by itself.
  await told({ enabledEvents: webhookEvents.filter((type) => type !== 'customer.updated') })
  await changeCard(fan, 'works')
  await pool().query(`delete from sandbox_objects where object = 'event' and body->>'type' = 'customer.updated'`)
  await moveTo(ranOut + 15 * day)
  await told({ enabledEvents: [...webhookEvents] })
  expect(await myPlan(of, fan)).toBe(null)
})

test('a callback that never came is found in the night', async () => {
  // In the middle of a month: the provider's own ends by UTC, and two terms of who joins in the first hours of one begin in the same.
  await moveTo(startOfTokyoMonth(tokyoMonth(now() + 31 * day)) + 14 * day)
  const { of, fan } = await refusedMember()
  await told({ enabledEvents: webhookEvents.filter((type) => type !== 'customer.updated') })
  await changeCard(fan, 'works')
  await nextNight()
  await told({ enabledEvents: [...webhookEvents] })
  expect(await myPlan(of, fan)).toMatchObject({ status: 'active', months: 2 })
})
