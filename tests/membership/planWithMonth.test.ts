import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { fillSales } from '#money/ledger/sales.queries.server.ts'
import { orders } from '#money/orders/contract.ts'
import { sales } from '#office/sales/contract.ts'
import { backNumbers } from '#publishing/backNumbers/contract.ts'
import { contents } from '#publishing/contents/contract.ts'
import { publicContents } from '#publishing/contents/public/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, type Person, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { pastContent } from '../support/month'
import { told } from '../support/payments'
import {
  issue,
  joinByCard,
  ledger,
  moveTo,
  myPlan,
  newFan,
  ordersIn,
  sessionIn,
  settled,
  shop,
  termsIn,
} from '../support/shop'

/* A past month and the plan that opens it, in one payment. The plan costs 1,500 yen a month, and the month as much. */

type Shop = Awaited<ReturnType<typeof shop>>
type Month = Awaited<ReturnType<typeof pastContent>>

const both = (of: Shop, { planContentId }: Month, paymentType: 'card' | 'konbini' = 'card') => ({
  ...{ ...of.of, planContentId, paymentType },
  withPlan: true,
  returnPath: null,
})
const monthAlone = (of: Shop, month: Month, paymentType: 'card' | 'konbini' = 'card') => {
  const { withPlan: _, ...alone } = both(of, month, paymentType)
  return alone
}
const press = async (payload: ReturnType<typeof monthAlone>, fan: Person) =>
  (await ask(backNumbers.purchasePlanBackNumber, payload, fan)).sessionUrl
const pay = async (sessionUrl: string, card: 'works' | 'declinesLater' = 'works') => {
  await told({ action: 'paySession', session: sessionIn(sessionUrl), card })
  await settled()
}
const idIn = (url: string) => url.split('/').at(-1) ?? ''

const club = async (values: Parameters<typeof shop>[0] = {}) => {
  const [of, fan] = [await shop(values), await newFan()]
  return { of, fan, month: await pastContent(of) }
}
/** Both, paid by card. */
const joined = async (values: Parameters<typeof shop>[0] = {}) => {
  const made = await club(values)
  await pay(await press(both(made.of, made.month), made.fan))
  const { rows } = await pool().query('select order_id as id from orders where uid = $1', [made.fan.uid])
  return { ...made, orderId: rows[0].id as string }
}
const reads = async (of: Shop, { planContentId }: Month, fan: Person) =>
  (await ask(publicContents.getPublicPlanContent, { tenantId: of.tenantId, planContentId }, fan)).ok
const owns = async (of: Shop, { period }: Month, fan: Person) =>
  (await ask(backNumbers.getPublicPlanBackNumber, { ...of.pub, period }, fan)).planBackNumber.isOwned
const staffLines = async (of: Shop, orderId: string) =>
  (await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)).order.lines
const giveBack = async (of: Shop, orderId: string, which: number[]) => {
  const all = await staffLines(of, orderId)
  const lines = which.map((n) => ({ lineId: all[n]?.lineId ?? '', quantity: 1 }))
  await ask(staffOrders.refundOrder, { ...of.ids, orderId, lines, reason: 'Asked for.' }, of.owner)
  await settled()
}
/** What the brand has of each kind: its price and the platform's fee, from the ledger and as the month's sums keep it. */
const earned = async (of: Shop) => {
  const { rows } = await pool().query<{ kind: string; price: string; fee: string }>(
    `select kind, sum(-amount) filter (where component in ('gross', 'refund', 'chargeback'))::int as price,
        coalesce(sum(amount) filter (where component = 'platformFee'), 0)::int as fee
      from ledger_entries where brand_id = $1 and account = 'brandPayable' group by kind order by kind`,
    [of.ids.brandId],
  )
  const kept = await pool().query(
    `select kind, sum(-amount) filter (where component in ('gross', 'refund', 'chargeback'))::int as price,
        coalesce(sum(amount) filter (where component = 'platformFee'), 0)::int as fee
      from ledger_months where brand_id = $1 group by kind order by kind`,
    [of.ids.brandId],
  )
  expect(kept.rows).toEqual(rows)
  return rows
}
const salesOf = async (of: Shop) =>
  (
    await pool().query(
      `select kind, sum(orders)::int as orders, sum(gross)::int as gross, sum(refunds)::int as refunds
        from sales_days where brand_id = $1 group by kind order by kind`,
      [of.ids.brandId],
    )
  ).rows

describe('a month and the plan that opens it', () => {
  test('are one order with two lines, and one payment by card makes a member who reads the month', async () => {
    const { of, fan, month, orderId } = await joined()
    expect(await ordersIn(of.tenantId)).toMatchObject([{ kind: 'plan', payment_state: 'paid', total: 3000 }])
    expect(await staffLines(of, orderId)).toMatchObject([
      { name: 'Galaxy', unitPrice: 1500 },
      { name: expect.stringContaining('バックナンバー'), unitPrice: 1500 },
    ])
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', price: 1500, paymentMethod: 'card', months: 1 })
    expect(await reads(of, month, fan)).toBe(true)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 3000 })
  })

  test('count as what they are: a fee of a plan, and a back number', async () => {
    const { of } = await joined()
    const [months, plan] = await earned(of)
    expect([months?.kind, months?.price, plan?.kind, plan?.price]).toEqual(['backNumber', 1500, 'plan', 1500])
    expect(Number(months?.fee) + Number(plan?.fee)).toBeGreaterThan(0)
    expect(await salesOf(of)).toEqual([
      { kind: 'backNumber', orders: 0, gross: 1500, refunds: 0 },
      { kind: 'plan', orders: 1, gross: 1500, refunds: 0 },
    ])
  })

  test('are counted at once as their bookings were: by plan and month, card and store', async () => {
    const { of, month } = await joined({ price: 1777 })
    const atStore = await newFan()
    const { intentId } = await issue(idIn(await press(both(of, month, 'konbini'), atStore)), atStore)
    await told({ action: 'payAtStore', intent: intentId })
    await joinByCard(of, await newFan())
    const counted = async () =>
      (
        await pool().query(
          `select brand_id, day, kind, method, item_id, orders, gross, refunds from sales_days
            where tenant_id = $1 order by day, kind, method, item_id`,
          [of.tenantId],
        )
      ).rows
    const booked = await counted()
    expect(booked).toMatchObject([
      { kind: 'backNumber', method: 'card', orders: 0, gross: '1777' },
      { kind: 'backNumber', method: 'konbini', orders: 0, gross: '1777' },
      { kind: 'plan', method: 'card', orders: 2, gross: '3554' },
      { kind: 'plan', method: 'konbini', orders: 1 },
    ])
    await pool().query('delete from sales_days where tenant_id = $1', [of.tenantId])
    await fillSales(database(), of.tenantId)
    expect(await counted()).toEqual(booked)
  })

  test('are charged again for the plan alone', async () => {
    const { of, fan } = await joined()
    const plan = await myPlan(of, fan)
    if (plan?.status !== 'active') throw new Error('not a member')
    await moveTo(plan.expiredAt + day)
    expect((await ordersIn(of.tenantId)).map(({ total }) => total)).toEqual([3000, 1500])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 4500 })
    expect((await termsIn(of.tenantId)).filter(({ source }) => source === 'card')).toHaveLength(2)
  })

  test('are paid at a store by one voucher with one fee, and the next voucher is of the plan alone', async () => {
    const { of, fan, month } = await club()
    const { orderId, intentId } = await issue(idIn(await press(both(of, month, 'konbini'), fan)), fan)
    expect(await ask(orders.getKonbiniPayment, { orderId }, fan)).toMatchObject({ total: 3200 })
    const [waiting] = (await ask(subscriptions.getActiveMyPlans, {}, fan)).activeMyPlans
    expect(waiting).toMatchObject({ status: 'requiredKonbiniPayment', isFirstOrder: true, price: 1500 })
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await reads(of, month, fan)).toBe(true)
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 3200, konbiniFee: -200 })
    const plan = await myPlan(of, fan)
    if (plan?.status !== 'active') throw new Error('not a member')
    await moveTo(plan.expiredAt - 9 * day)
    expect((await ordersIn(of.tenantId)).map(({ total }) => total)).toEqual([3200, 1700])
  })

  test('lapse together where nobody pays', async () => {
    const { of, fan, month } = await club()
    await issue(idIn(await press(both(of, month, 'konbini'), fan)), fan)
    await moveTo(now() + 5 * day)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'expired' }])
    expect(await owns(of, month, fan)).toBe(false)
    expect(await myPlan(of, fan)).toBe(null)
    expect(await ledger(of.tenantId)).toEqual({})
  })

  test('stand on one receipt, and in one mail that welcomes', async () => {
    const { fan, orderId } = await joined()
    const receipt = await ask(orders.getOrderReceipt, { orderId }, fan)
    expect(receipt.lines.map(({ amount }) => amount)).toEqual([1500, 1500])
    const letters = await mailsTo(fan.email)
    expect(letters.map(({ text }) => text)).toEqual([expect.stringMatching(/Galaxy[\s\S]*バックナンバー/)])
  })

  test('are agreed to in one text, which says what is charged again', async () => {
    const { of, fan, month } = await club()
    await press(both(of, month), fan)
    const { rows } = await pool().query('select confirmation as told from orders where uid = $1', [fan.uid])
    expect(rows[0].told.price).toContain('¥3,000')
    expect(rows[0].told.price).toMatch(/毎月同じ日に、?プランの.*¥1,500/)
    expect(rows[0].told.quantity).toMatch(/Galaxy 1か月.*バックナンバー/)
  })
})

describe('what was paid for both goes back', () => {
  test('for the month alone: the membership goes on, and the month is closed', async () => {
    const { of, fan, month, orderId } = await joined({ price: 1777 })
    await giveBack(of, orderId, [1])
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'partiallyRefunded' }])
    expect(await owns(of, month, fan)).toBe(false)
    expect(await myPlan(of, fan)).toMatchObject({ status: 'active', monthsToClose: 0 })
    expect(await earned(of)).toMatchObject([
      { kind: 'backNumber', price: 0, fee: 0 },
      { kind: 'plan', price: 1777 },
    ])
    expect(await salesOf(of)).toMatchObject([
      { kind: 'backNumber', refunds: 1777 },
      { kind: 'plan', refunds: 0 },
    ])
  })

  test('for the plan alone: the membership ends, and the month stays bought', async () => {
    const { of, fan, month, orderId } = await joined({ price: 1777 })
    await giveBack(of, orderId, [0])
    expect(await myPlan(of, fan)).toBe(null)
    expect(await owns(of, month, fan)).toBe(true)
    expect(await reads(of, month, fan)).toBe(false)
    expect(await earned(of)).toMatchObject([
      { kind: 'backNumber', price: 1777 },
      { kind: 'plan', price: 0, fee: 0 },
    ])
  })

  test.each([
    ['in one refund', [[0, 1]]],
    ['one after the other', [[1], [0]]],
  ])('for both, %s: nothing is left', async (_, steps) => {
    const { of, fan, month, orderId } = await joined({ price: 1777 })
    for (const step of steps) await giveBack(of, orderId, step)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded' }])
    expect([await owns(of, month, fan), await myPlan(of, fan)]).toEqual([false, null])
    expect(await earned(of)).toMatchObject([
      { price: 0, fee: 0 },
      { price: 0, fee: 0 },
    ])
    expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
  })

  test('for no line twice', async () => {
    const { of, orderId } = await joined()
    await giveBack(of, orderId, [1])
    const [, month] = await staffLines(of, orderId)
    const again = { ...of.ids, orderId, lines: [{ lineId: month?.lineId ?? '', quantity: 1 }], reason: 'Again.' }
    expect((await refused(staffOrders.refundOrder, again, of.owner)).code).toBe('refundExceedsPaid')
  })

  test('for an amount, of the plan first', async () => {
    const { of, fan, month, orderId } = await joined()
    await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount: 2000, reason: 'An apology.' }, of.owner)
    await settled()
    expect(await earned(of)).toMatchObject([
      { kind: 'backNumber', price: 1000 },
      { kind: 'plan', price: 0 },
    ])
    expect([await owns(of, month, fan), (await myPlan(of, fan))?.status]).toEqual([true, 'active'])
  })

  test('because the bank disputes it, and comes again where that is won', async () => {
    const { of, fan, month, orderId } = await joined()
    const { rows } = await pool().query('select intent_id as intent from orders where order_id = $1', [orderId])
    const dispute = await told<{ id: string }>({ action: 'createDispute', intent: rows[0].intent })
    await settled()
    expect(await owns(of, month, fan)).toBe(false)
    expect(await earned(of)).toMatchObject([{ price: 0 }, { price: 0 }])
    await told({ action: 'closeDispute', dispute: dispute.id, status: 'won' })
    await settled()
    expect(await owns(of, month, fan)).toBe(true)
    expect(await earned(of)).toMatchObject([{ price: 1500 }, { price: 1500 }])
  })
})

describe('both are not offered', () => {
  test('to a member of the plan', async () => {
    const { of, fan, month } = await club()
    await joinByCard(of, fan)
    expect((await refused(backNumbers.purchasePlanBackNumber, both(of, month), fan)).code).toBe('alreadySubscribed')
  })

  test('of a plan that nobody can join any more', async () => {
    const { of, fan, month } = await club({ archivingAt: now() + 40 * day })
    expect((await refused(backNumbers.purchasePlanBackNumber, both(of, month), fan)).code).toBe('planNotOnSale')
  })

  test('at another price than was shown', async () => {
    const { of, fan, month } = await club()
    const shown = { ...both(of, month), expectedTotal: 2900 }
    expect((await refused(backNumbers.purchasePlanBackNumber, shown, fan)).code).toBe('priceChanged')
  })
})

describe('one press follows another', () => {
  test.each([
    ['the month alone', (of: Shop, month: Month) => monthAlone(of, month)],
    ['another month with it', null],
  ] as const)('and %s replaces what was not paid: one page is left', async (_, then) => {
    const { of, fan, month } = await club()
    const first = await press(both(of, month), fan)
    const other = then === null ? await pastContent(of, { year: 2026, month: 2 }) : month
    const second = await press(then === null ? both(of, other) : then(of, month), fan)
    await told({ action: 'paySession', session: sessionIn(first) }).catch(() => null)
    await pay(second)
    expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state).sort()).toEqual(['expired', 'paid'])
    expect(await owns(of, other, fan)).toBe(true)
  })

  test('and the plan alone replaces both', async () => {
    const { of, fan, month } = await club()
    await press(both(of, month), fan)
    await joinByCard(of, fan)
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'expired' }, { total: 1500 }])
    expect(await owns(of, month, fan)).toBe(false)
  })

  test('and both replace the month and the plan that were not paid', async () => {
    const { of, fan, month } = await club()
    await press(monthAlone(of, month), fan)
    await ask(subscriptions.purchasePlanSubscription, { ...of.of, returnPath: null }, fan)
    await pay(await press(both(of, month), fan))
    const states = (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)
    expect(states).toEqual(['expired', 'expired', 'paid'])
  })

  test.each(['the month', 'both'])('and waits for the voucher of %s, which is in hand', async (held) => {
    const { of, fan, month } = await club()
    const [inHand, next] = held === 'both' ? [both, monthAlone] : [monthAlone, both]
    await issue(idIn(await press(inHand(of, month, 'konbini'), fan)), fan)
    expect((await refused(backNumbers.purchasePlanBackNumber, next(of, month), fan)).code).toBe('awaitingPayment')
  })
})

test('a refused month takes the whole payment back: nobody becomes a member of a plan for a month that is empty', async () => {
  const { of, fan, month } = await club()
  const url = await press(both(of, month), fan)
  await ask(contents.revertPlanContentToDraft, { ...of.ids, planContentId: month.planContentId }, of.owner)
  await pay(url)
  expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'refunded' }])
  expect(await myPlan(of, fan)).toBe(null)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: 0 })
})

test('the fee of both is that of the whole price, to the yen', async () => {
  const { of } = await joined({ price: 1777 })
  const { rows } = await pool().query(
    `select sum(amount)::int as fee from ledger_entries where brand_id = $1 and account = 'platformFee'`,
    [of.ids.brandId],
  )
  const parts = await earned(of)
  expect(parts.reduce((sum, part) => sum + Number(part.fee), 0)).toBe(-rows[0].fee)
})

test('the list of sales, narrowed to back numbers or to plans, shows each part, and sums what the days have', async () => {
  const { of, month, orderId } = await joined({ price: 1777 })
  await giveBack(of, orderId, [1])
  const shown = async (kind?: 'plan' | 'backNumber') =>
    (
      await ask(sales.getSales, { ...of.ids, from: now() - day, to: now() + day, ...(kind && { kind }) }, of.owner)
    ).sales.map(({ gross, refunded, kind: as }) => ({ gross, refunded, as }))
  expect(await shown()).toEqual([{ gross: 3554, refunded: 1777, as: 'plan' }])
  expect(await shown('plan')).toEqual([{ gross: 1777, refunded: 0, as: 'plan' }])
  expect(await shown('backNumber')).toEqual([{ gross: 1777, refunded: 1777, as: 'backNumber' }])
  const { months } = await ask(backNumbers.getPlanBackNumbersAdmin, { ...of.pub, year: month.period.year }, of.owner)
  expect(months).toMatchObject([{ buyers: 0, income: 0 }])
})
