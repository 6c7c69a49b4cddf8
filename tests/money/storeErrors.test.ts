import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orders } from '#money/orders/contract.ts'
import { now } from '#server/clock.ts'
import { ask, refused } from '../support/club'
import { told } from '../support/payments'
import { issue, joinAtStore, moveTo, myPlan, newFan, settled, shop } from '../support/shop'

/* What a store's terminal or the provider refuses of a voucher, and what the fan can do about it. */

const minute = 60_000
const waiting = async () => {
  const [of, fan] = [await shop(), await newFan()]
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  return { of, fan, orderId: sessionUrl.split('/').at(-1) ?? '' }
}
const payer = (fan: { email: string }, phone = '090-1234-5678') => ({ name: '青井 そら', email: fan.email, phone })

describe('a number that stores reject as too common', () => {
  test('is left out: the voucher is made with a number of the provider’s', async () => {
    const { fan, orderId } = await waiting()
    const made = await ask(orders.issueKonbiniPayment, { orderId, ...payer(fan, '01234567890') }, fan)
    expect(made.state).toBe('issued')
    expect(made.stores[0]?.confirmationNumber).not.toBe('01234567890')
  })
})

describe.each(['unavailable', 'limited'] as const)('while stores are %s', (stores) => {
  test('the fan is told so, and has the voucher a minute later, with the same number', async () => {
    const { fan, orderId } = await waiting()
    await told({ stores })
    const sent = { orderId, ...payer(fan) }
    for (const _ of [1, 2])
      expect((await refused(orders.issueKonbiniPayment, sent, fan)).code).toBe('storesUnavailable')
    await told({ stores: 'open' })
    await moveTo(now() + minute)
    expect((await ask(orders.issueKonbiniPayment, sent, fan)).state).toBe('issued')
  })
})

describe.each([402, 409, 429, 500])('whatever the status of a refusal, its code is what counts: %i', (storesStatus) => {
  beforeEach(() => told({ storesStatus }))
  afterEach(() => told({ stores: 'open', storesStatus: 400 }))

  test('a number that is too common is left out', async () => {
    const { fan, orderId } = await waiting()
    const made = await ask(orders.issueKonbiniPayment, { orderId, ...payer(fan, '01234567890') }, fan)
    expect(made.state).toBe('issued')
  })

  test.each(['unavailable', 'limited'] as const)('stores that are %s may be tried again', async (stores) => {
    const { fan, orderId } = await waiting()
    await told({ stores })
    const sent = { orderId, ...payer(fan) }
    expect((await refused(orders.issueKonbiniPayment, sent, fan)).code).toBe('storesUnavailable')
    await told({ stores: 'open' })
    await moveTo(now() + minute)
    expect((await ask(orders.issueKonbiniPayment, sent, fan)).state).toBe('issued')
  })
})

describe('the voucher of a next term', () => {
  const renewal = async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinAtStore(of, fan)
    await moveTo(now() + 25 * 24 * 60 * minute)
    await settled()
    const { latestOrderId: orderId } = (await myPlan(of, fan)) as { latestOrderId: string }
    return { fan, orderId, payment: await ask(orders.getKonbiniPayment, { orderId }, fan) }
  }

  test('is made until half an hour before its deadline, which the fan is told', async () => {
    const { fan, orderId, payment } = await renewal()
    expect(payment.issueBy).toBe(payment.expiresAt - 30 * minute)
    await moveTo((payment.issueBy ?? 0) - minute)
    expect((await issue(orderId, fan)).issued.state).toBe('issued')
  })

  test('is not made any more after that', async () => {
    const { fan, orderId, payment } = await renewal()
    await moveTo((payment.issueBy ?? 0) + minute)
    expect((await refused(orders.issueKonbiniPayment, { orderId, ...payer(fan) }, fan)).code).toBe('orderClosed')
  })
})
