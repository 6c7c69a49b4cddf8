import { describe, expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { descriptorOf, memberDescriptorOf } from '#money/orders/order.ts'
import { accounts } from '#office/accounts/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { ask, club, request } from '../support/club'
import { goodsOrder } from '../support/goodsOrder'
import { provider } from '../support/payments'
import { joinByCard, moveTo, myPlan, newFan, settled, shop } from '../support/shop'

/* What the provider knows of a fan and of a brand. */

const day = 86_400_000
const customerIn = async (uid: string) =>
  (
    await pool().query<{ id: string; email: string | null; name: string | null; locales: string[] }>(
      `select c.customer_id as id, o.body->>'email' as email, o.body->>'name' as name, o.body->'preferred_locales' as locales
        from customers c join sandbox_objects o on o.id = c.customer_id where c.uid = $1`,
      [uid],
    )
  ).rows[0]

test('who deletes the account is forgotten by the provider too, a day later, also who did so before', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  expect(await customerIn(fan.uid)).toMatchObject({ email: fan.email, locales: ['ja'] })
  await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  await moveTo(now() + day)
  await settled()
  const customer = await customerIn(fan.uid)
  expect(customer).toMatchObject({ email: null, name: null })
  // Its payments are found all the same.
  expect((await provider.customer(customer?.id ?? '')).id).toBe(customer?.id)
})

test('a customer that is gone there is no failure', async () => {
  const [of, fan] = [await shop(), await newFan()]
  await joinByCard(of, fan)
  const { id } = (await customerIn(fan.uid)) ?? { id: '' }
  await ask(accounts.deleteMyAccount, { typedEmail: fan.email }, fan)
  await pool().query('delete from sandbox_objects where id = $1', [id])
  await moveTo(now() + day)
  const { rows } = await pool().query('select forgotten_at is not null as done from customers where uid = $1', [
    fan.uid,
  ])
  expect(rows).toEqual([{ done: true }])
})

test.each([
  ['aoi', 'AOI'],
  ['hoshi-no-ne-official', 'HOSHINONEO'],
  ['a', undefined],
  ['2026', undefined],
  ['2026-aoi', '2026AOI'],
])('on a card’s statement %s is %s', (slug, text) => {
  expect(descriptorOf(slug)).toBe(text)
})

test('the statement of a membership names the brand', async () => {
  const of = await shop()
  await joinByCard(of, await newFan())
  const { rows } = await pool().query(
    `select p.body->>'statement_descriptor' as text, b.slug from sandbox_objects p
      join sandbox_objects r on r.body->>'product' = p.id and r.object = 'price'
      join provider_prices k on k.provider_price_id = r.id
      join brands b on b.brand_id = $2 where k.price_id like '%' || $1 || '%'`,
    [of.planId, of.ids.brandId],
  )
  expect(rows).toEqual([{ slug: rows[0]?.slug, text: memberDescriptorOf(rows[0]?.slug) }])
  expect(rows[0]?.text).toMatch(/^[A-Z0-9]{2,10} FANCLUB$/)
})

test('the statement of goods names the brand beside the platform', async () => {
  const of = await club()
  const { intentId } = await goodsOrder(of)
  const { rows } = await pool().query(
    `select c.body->>'statement_descriptor_suffix' as suffix, c.body->>'calculated_statement_descriptor' as text, b.slug
      from sandbox_objects c join brands b on b.brand_id = $2
      where c.object = 'charge' and c.body->>'payment_intent' = $1`,
    [intentId, of.ids.brandId],
  )
  const text = descriptorOf(rows[0]?.slug)
  expect(rows).toEqual([{ slug: rows[0]?.slug, suffix: text, text: `TSUDOI* ${text}` }])
})

// --- Another account, or another mode --------------------------------------------------------------------------------

describe('the platform changes the account of its provider', () => {
  /** As with the key of another account: what was made with the former one is not there. */
  const change = async (isNamed: boolean) => {
    await pool().query(`delete from sandbox_objects where object in ('customer', 'price')`)
    await pool().query('delete from sandbox_keys')
    if (!isNamed) return
    await pool().query(`update customers set account = 'acct_1Before:test'`)
    await pool().query(`update provider_prices set account = 'acct_1Before:test'`)
  }

  test('plans that were sold before are sold on, to fans who bought before', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    await change(true)
    const other = { ...of, ...(await shop()) }
    await joinByCard(other, fan)
    const newcomer = await newFan()
    await joinByCard(of, newcomer)
    expect([(await myPlan(other, fan))?.status, (await myPlan(of, newcomer))?.status]).toEqual(['active', 'active'])
  })

  test('control: whoever keeps ids without their account cannot sell a plan that was sold before', async () => {
    const of = await shop()
    await joinByCard(of, await newFan())
    await change(false)
    const fan = await newFan()
    const asked = request(subscriptions.purchasePlanSubscription, JSON.stringify({ ...of.of, returnPath: null }), fan)
    expect(await asked).toMatchObject({ status: 409, body: expect.stringContaining('paymentRefused') })
  })
})
