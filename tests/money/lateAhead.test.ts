import { expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { plans } from '#membership/plans/tables.server.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, club, type Person, person } from '../support/club'
import { goodsOrder } from '../support/goodsOrder'
import { mailsTo } from '../support/mail'
import { pastContent } from '../support/month'
import { told } from '../support/payments'
import { planRow } from '../support/plan'
import { issue, joinAtStore, moveTo, myPlan, newFan, orderAtStore, settled, shop } from '../support/shop'

/* Who decides about a late payment reads the mail that accepting it sends, word for word. */

type Case = {
  of: { ids: { tenantId: string; brandId: string }; owner: Person }
  fan: Person
  orderId: string
  intentId: string
}

/** The store reports another sum than was asked for, so that the money waits for the staff. */
const waiting = async ({ orderId, intentId, ...at }: Case): Promise<Case> => {
  const costs = (more: number) =>
    pool().query('update orders set subtotal = subtotal + $2, total = total + $2 where order_id = $1', [orderId, more])
  await costs(100)
  await told({ action: 'payAtStore', intent: intentId })
  await settled()
  await costs(-100)
  await pool().query("update people set locale = 'en', display_name = 'Sora' where uid = $1", [at.fan.uid])
  return { orderId, intentId, ...at }
}
const idIn = (url: string | null) => url?.split('/').at(-1) ?? ''

const joining = async (): Promise<Case> => {
  const [of, fan] = [await shop(), await newFan()]
  return { of, fan, ...(await orderAtStore(of, fan)) }
}

const cases: Record<string, () => Promise<Case>> = {
  goods: async () => {
    const [of, fan] = [await club(), await person()]
    const { orderId, intentId } = await goodsOrder(of, { buyer: fan, isAtStore: true })
    return { of, fan, orderId, intentId: intentId ?? '' }
  },
  'a past month': async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { planContentId } = await pastContent(of)
    const asked = { ...of.of, planContentId, paymentType: 'konbini' as const, returnPath: null }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, asked, fan)
    return { of, fan, ...(await issue(idIn(sessionUrl), fan)) }
  },
  'a plan': joining,
  'a plan with a past month': async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { planContentId } = await pastContent(of)
    const asked = { ...of.of, planContentId, paymentType: 'konbini' as const, returnPath: null, withPlan: true }
    const { sessionUrl } = await ask(backNumbers.purchasePlanBackNumber, asked, fan)
    return { of, fan, ...(await issue(idIn(sessionUrl), fan)) }
  },
  'a plan, by who has left it lately': async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    await moveTo(now() + 50 * day)
    return { of, fan, ...(await orderAtStore(of, fan)) }
  },
  'the next term': async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    const joined = await myPlan(of, fan)
    await moveTo((joined && 'expiredAt' in joined ? joined.expiredAt : 0) - 9 * day)
    const next = await myPlan(of, fan)
    return { of, fan, ...(await issue(next && 'latestOrderId' in next ? next.latestOrderId : '', fan)) }
  },
  'the change to a dearer plan': async () => {
    const [of, fan] = [await shop({ price: 1000, name: 'Small' }), await newFan()]
    const big = planRow(of.ids, { price: 1600, name: 'Big' })
    await database().insert(plans).values(big)
    await joinAtStore(of, fan)
    await moveTo(now() + 2 * day)
    const to = { planId: of.planId, toPlanId: big.planId, returnPath: null }
    const { sessionUrl } = await ask(subscriptions.changePlanSubscription, to, fan)
    return { of, fan, ...(await issue(idIn(sessionUrl), fan)) }
  },
  'the next term, which is of a smaller plan': async () => {
    const [of, fan] = [await shop({ price: 1000, name: 'Small' }), await newFan()]
    const tiny = planRow(of.ids, { price: 500, name: 'Tiny' })
    await database().insert(plans).values(tiny)
    await joinAtStore(of, fan)
    await ask(subscriptions.changePlanSubscription, { planId: of.planId, toPlanId: tiny.planId, returnPath: null }, fan)
    const joined = await myPlan(of, fan)
    await moveTo((joined && 'expiredAt' in joined ? joined.expiredAt : 0) - 8 * day)
    const next = await myPlan(of, fan)
    return { of, fan, ...(await issue(next && 'latestOrderId' in next ? next.latestOrderId : '', fan)) }
  },
}

test.each(Object.keys(cases))(
  'the dialog of a late payment shows the mail that taking it up sends, for %s',
  async (what) => {
    const { of, fan, orderId } = await waiting((await cases[what]?.()) ?? expect.fail('It is made.'))
    const before = (await mailsTo(fan.email)).length
    const { lateMail, canResolveLate } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(canResolveLate).toBe(true)
    expect(lateMail?.text).toContain('Hello Sora,')
    await ask(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: 'accept' }, of.owner)
    await settled()
    const sent = (await mailsTo(fan.email)).slice(before)
    // Where goods go is looked at by itself, and a member's number is given in that moment.
    const known = (text = '') =>
      text.replace(/^(Sent to: ).*$/m, "$1(the order's address)").replace(/^(Member number: ).*$/m, '$1?')
    expect(sent.map(({ subject, text }) => [subject, known(text).trim()])).toEqual([
      [lateMail?.subject, known(lateMail?.text).trim()],
    ])
  },
)

test('who has no number yet reads of a new one, who comes back in time of the former; the address of goods is not told', async () => {
  const mailOf = async (what: string) => {
    const { of, orderId } = await waiting((await cases[what]?.()) ?? expect.fail('It is made.'))
    return (await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).lateMail?.text
  }
  expect(await mailOf('a plan')).toContain('Member number: (the new number)')
  expect(await mailOf('a plan, by who has left it lately')).toContain('Member number: No. 00001')
  const ofGoods = await mailOf('goods')
  expect(ofGoods).toContain("Sent to: (the order's address)")
  expect(ofGoods).not.toContain('渋谷区')
})

test('who decides nothing is shown no mail', async () => {
  const { of, orderId } = await joining()
  expect(await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).toMatchObject({
    canResolveLate: false,
    lateMail: null,
  })
})
