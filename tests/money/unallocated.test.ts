import { describe, expect, test } from 'vitest'
import { orders } from '#money/orders/contract.ts'
import { platform } from '#office/platform/contract.ts'
import { waitingMoney } from '#office/waitingMoney/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, operator, refused } from '../support/club'
import { mailsTo } from '../support/mail'
import { provider, told } from '../support/payments'
import {
  joinAtStore,
  joinByCard,
  ledger,
  moveTo,
  newFan,
  nextNight,
  orderAtStore,
  ordersIn,
  settled,
  shop,
} from '../support/shop'

/* What the provider was paid, or goes on charging, and no order or membership knows (rule: money.unallocated). */

const day = 86_400_000
const customerOf = async (uid: string) =>
  (await pool().query('select customer_id as id from customers where uid = $1', [uid])).rows[0]?.id as string
/** A voucher that the program did not make itself, paid at a store. */
const paidVoucher = async (of: { orderId: string; customerId: string; email: string }, key: string) => {
  const expiresAt = Math.ceil(now() / 1000) * 1000 + 2 * day
  const voucher = {
    ...of,
    amount: 1700,
    name: '青井',
    phone: '',
    expiresAt,
    returnUrl: 'https://tsudoi.test/fc/pay/konbini/o',
  }
  const intent = await provider.issueKonbini(voucher, key)
  await told({ action: 'payAtStore', intent: intent.id })
  return intent.id
}
const refundsOf = async (intentId: string) =>
  (
    await pool().query<{ status: string; amount: number }>(
      `select body->>'status' as status, (body->>'amount')::int as amount from sandbox_objects
        where object = 'refund' and body->>'payment_intent' = $1`,
      [intentId],
    )
  ).rows
/** The payer of the refund that waits names a bank account, or does not in time. */
const answered = async (intentId: string, status: 'succeeded' | 'failed' = 'succeeded') => {
  const [waiting] = (await provider.refundsOf(intentId)).filter(({ state }) => state === 'requires_action')
  await told({ action: 'answerRefund', refund: waiting?.id, status })
  await settled()
}
const listed = async () => (await ask(waitingMoney.getUnallocatedPayments, {}, await operator())).payments
const named = async (providerId: string) => (await listed()).find((one) => one.providerId === providerId)

describe('a second payment of an order', () => {
  test('that was paid goes back, is booked besides it, and its fan is told', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId } = await joinAtStore(of, fan)
    const books = await ledger(of.tenantId)
    const customerId = await customerOf(fan.uid)
    const intentId = await paidVoucher({ orderId, customerId, email: fan.email }, `second:${orderId}`)
    await settled()
    expect(await ledger(of.tenantId)).toEqual({ ...books, cash: (books.cash ?? 0) + 1700, unallocated: -1700 })
    await settled()
    expect(await refundsOf(intentId)).toEqual([{ status: 'requires_action', amount: 1700 }])
    expect((await mailsTo(fan.email)).some(({ subject }) => subject.includes('二重のお支払い'))).toBe(true)
    const { rows } = await pool().query('select provider_refund_id as id from refunds where intent_id = $1', [intentId])
    await told({ action: 'answerRefund', refund: rows[0].id })
    await settled()
    expect(await ledger(of.tenantId)).toEqual({ ...books, unallocated: 0 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid', refunded: 0 }])
    expect(await named(intentId)).toBeUndefined()
  })

  test('can be asked for again by its fan, when the bank question ran out', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId } = await joinAtStore(of, fan)
    const customerId = await customerOf(fan.uid)
    const intentId = await paidVoucher({ orderId, customerId, email: fan.email }, `second:${orderId}`)
    await settled()
    await settled()
    await moveTo(now() + 46 * day)
    await settled()
    await ask(orders.askRefundAgain, { orderId, email: fan.email }, fan)
    expect(await refundsOf(intentId)).toHaveLength(2)
  })

  test('of one that waits pays it, and the other voucher ends', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId, intentId: first } = await orderAtStore(of, fan)
    const customerId = await customerOf(fan.uid)
    await paidVoucher({ orderId, customerId, email: fan.email }, `second:${orderId}`)
    await settled()
    await settled()
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid' }])
    expect((await provider.intent(first)).status).toBe('canceled')
  })
})

describe('a payment of somebody else', () => {
  test('that names an order changes nothing of it: the operator sees both, and refunds it', async () => {
    const [of, fan] = [await shop(), await newFan()]
    const { orderId } = await joinAtStore(of, fan)
    const books = await ledger(of.tenantId)
    const customerId = await provider.createCustomer({ uid: 'stranger', email: '', name: '' }, `stranger:${orderId}`)
    const intentId = await paidVoucher({ orderId, customerId, email: 'x@example.test' }, `foreign:${orderId}`)
    await settled()
    expect(await ledger(of.tenantId)).toEqual(books)
    const { order } = await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
    expect(await named(intentId)).toMatchObject({ kind: 'payment', amount: 1700, orderNumber: order.orderNumber })
    const by = await operator()
    const asked = { providerId: intentId, action: 'giveBack' as const, reason: 'Nobody’s' }
    expect((await refused(waitingMoney.settleUnallocatedPayment, { ...asked, email: null }, by)).code).toBe(
      'refundNeedsEmail',
    )
    await ask(waitingMoney.settleUnallocatedPayment, { ...asked, email: 'x@example.test' }, by)
    expect(await named(intentId)).toMatchObject({ isAsked: true })
    await settled()
    expect(await refundsOf(intentId)).toEqual([{ status: 'requires_action', amount: 1700 }])
    // Its payer names a bank account, or does not.
    expect(await named(intentId)).toMatchObject({ isAsked: true, trouble: '' })
    await answered(intentId)
    expect(await named(intentId)).toBeUndefined()
  })

  test('whose event never came is found at night; it can be noted as settled, once', async () => {
    const customerId = await provider.createCustomer({ uid: 'lost', email: '', name: '' }, 'lost-customer')
    await told({ drop: 1 })
    const intentId = await paidVoucher({ orderId: 'order_of_nobody', customerId, email: 'x@example.test' }, 'lost-k')
    await told({ drop: 0 })
    await nextNight()
    expect(await named(intentId)).toMatchObject({ orderNumber: null })
    const noted = { providerId: intentId, action: 'note' as const, reason: 'A test of ours', email: null }
    const by = await operator()
    await ask(waitingMoney.settleUnallocatedPayment, noted, by)
    expect((await refused(waitingMoney.settleUnallocatedPayment, noted, by)).code).toBe('paymentNotFound')
    await nextNight()
    expect(await named(intentId)).toBeUndefined()
    expect(await refundsOf(intentId)).toEqual([])
  })

  /** A payment of nobody of which nothing was told, so many days ago. */
  const paidBefore = async (days: number) => {
    const key = `late-${days}`
    const customerId = await provider.createCustomer({ uid: key, email: '', name: '' }, `customer-${key}`)
    await told({ drop: 1 })
    const intentId = await paidVoucher({ orderId: 'order_of_nobody', customerId, email: 'x@example.test' }, key)
    await told({ drop: 0 })
    await pool().query(
      `update sandbox_objects set created_at = created_at - $2 * interval '1 day',
          body = jsonb_set(body, '{created}', to_jsonb((body->>'created')::int - $2 * 86400))
        where object = 'charge' and body->>'payment_intent' = $1`,
      [intentId, days],
    )
    // Found by its payment alone: events of then are gone.
    await pool().query(
      `delete from sandbox_objects where object = 'event' and $1 in (body->'data'->'object'->>'id', body->'data'->'object'->>'payment_intent')`,
      [intentId],
    )
    return intentId
  }
  /** The program stood still for so many days, and looks again. */
  const stoodStill = async (days: number) => {
    await pool().query(`update payment_looks set went_through_at = went_through_at - $1 * interval '1 day'`, [days])
    await nextNight()
  }

  test('is looked for back to the last look that went through', async () => {
    await nextNight()
    const intentId = await paidBefore(8)
    await stoodStill(9)
    expect(await named(intentId)).toBeDefined()
  })

  test('and over 30 days at most, as long as the provider keeps what it told', async () => {
    await nextNight()
    const [within, before] = [await paidBefore(28), await paidBefore(33)]
    await stoodStill(60)
    expect([await named(within), await named(before)]).toEqual([expect.anything(), undefined])
  })
})

describe('a payment of nobody that is given back', () => {
  const strangerOf = (key: string) => provider.createCustomer({ uid: key, email: '', name: '' }, `customer:${key}`)
  /** Paid at a store, and heard of. */
  const voucherOf = async (key: string) => {
    const of = { orderId: 'order_of_nobody', customerId: await strangerOf(key), email: 'x@example.test' }
    const intentId = await paidVoucher(of, `voucher:${key}`)
    await settled()
    return intentId
  }
  /** Taken by somebody else on the same account. */
  const cardOf = async (key: string) => {
    const of = { customer: await strangerOf(key), amount: 980, currency: 'jpy', yen: 980 }
    return (await told<{ id: string }>({ action: 'takePayment', ...of })).id
  }
  /** And found at night. */
  const cardFound = async (key: string) => {
    const intentId = await cardOf(key)
    await nextNight()
    return intentId
  }
  const settle = async (providerId: string, action: 'giveBack' | 'note', email: string | null = null) => {
    const decision = { providerId, action, reason: 'Nobody’s', email }
    await ask(waitingMoney.settleUnallocatedPayment, decision, await operator())
    await settled()
  }
  const due = async () =>
    (await ask(platform.getPlatformHome, {}, await operator())).due.find(({ kind }) => kind === 'unallocated')?.count ??
    0

  test('for which no bank account is named in time stands there again with its reason, and is given back once more', async () => {
    const intentId = await voucherOf('expires')
    const before = await due()
    await settle(intentId, 'giveBack', 'x@example.test')
    expect(await named(intentId)).toMatchObject({ isAsked: true })
    expect(await due()).toBe(before - 1)
    await moveTo(now() + 46 * day)
    await settled()
    expect(await named(intentId)).toMatchObject({ isAsked: false, trouble: 'refundFailed' })
    expect(await due()).toBeGreaterThanOrEqual(before)
    await settle(intentId, 'giveBack', 'y@example.test')
    expect(await named(intentId)).toMatchObject({ isAsked: true, trouble: '' })
    expect((await provider.refundsOf(intentId)).map(({ state }) => state)).toEqual(['requires_action', 'failed'])
    await answered(intentId)
    expect(await named(intentId)).toBeUndefined()
  })

  test('fails a second time, and stands there a second time', async () => {
    const intentId = await voucherOf('fails twice')
    for (const email of ['x@example.test', 'y@example.test']) {
      await settle(intentId, 'giveBack', email)
      await answered(intentId, 'failed')
      expect(await named(intentId)).toMatchObject({ isAsked: false, trouble: 'refundFailed' })
    }
    // Noted as settled it stays so, whatever the night finds.
    await settle(intentId, 'note')
    await nextNight()
    expect(await named(intentId)).toBeUndefined()
  })

  test('and comes back from the bank stands there again; a store’s payer is asked for another account', async () => {
    const [card, store] = [await cardFound('bounces'), await voucherOf('bounces at a store')]
    await settle(card, 'giveBack')
    await settle(store, 'giveBack', 'x@example.test')
    await answered(store)
    expect([await named(card), await named(store)]).toEqual([undefined, undefined])
    for (const intentId of [card, store]) {
      const [refund] = await provider.refundsOf(intentId)
      await told({ action: 'bounceRefund', refund: refund?.id })
    }
    await settled()
    expect(await named(card)).toMatchObject({ isAsked: false, trouble: 'refundFailed' })
    expect(await named(store)).toMatchObject({ isAsked: true })
  })

  test('of which nothing was heard is looked at by night', async () => {
    const intentId = await voucherOf('unheard')
    await settle(intentId, 'giveBack', 'x@example.test')
    await told({ drop: 1 })
    await answered(intentId)
    await told({ drop: 0 })
    await pool().query(
      `delete from sandbox_objects where object = 'event' and body->'data'->'object'->>'payment_intent' = $1`,
      [intentId],
    )
    expect(await named(intentId)).toMatchObject({ isAsked: true })
    await nextNight()
    expect(await named(intentId)).toBeUndefined()
  })

  test('by hand at the provider, before it was found, asks nothing of the operator', async () => {
    const intentId = await cardOf('by hand')
    await provider.refund({ refundId: '', intentId, amount: 980 }, 'by hand')
    await nextNight()
    expect(await named(intentId)).toBeUndefined()
  })

  test('in part by hand gives back the rest', async () => {
    const intentId = await cardFound('in part')
    await provider.refund({ refundId: '', intentId, amount: 300 }, 'in part')
    await settled()
    expect(await named(intentId)).toMatchObject({ isAsked: false })
    await settle(intentId, 'giveBack')
    expect((await provider.refundsOf(intentId)).map(({ amount }) => amount)).toEqual([680, 300])
    expect(await named(intentId)).toBeUndefined()
  })

  test('while its payer disputes it is refused, and the desk says both, and until when evidence is taken', async () => {
    const intentId = await cardFound('disputed')
    const { id: dispute } = await told<{ id: string }>({ action: 'createDispute', intent: intentId })
    await settled()
    const evidenceDueAt = expect.any(Number)
    expect(await named(intentId)).toMatchObject({ isAsked: false, trouble: 'disputed', evidenceDueAt })
    await settle(intentId, 'giveBack')
    expect(await named(intentId)).toMatchObject({ isAsked: false, trouble: 'charge_disputed', evidenceDueAt })
    await told({ action: 'closeDispute', dispute, status: 'won' })
    await settled()
    expect(await named(intentId)).toMatchObject({ isAsked: false, trouble: 'disputeWon', evidenceDueAt: null })
  })

  test('or not: what was settled stands there again when its payer disputes it, once, and when that is won on appeal', async () => {
    const intentId = await cardFound('noted')
    await settle(intentId, 'note')
    const asked = { action: 'createDispute', intent: intentId, isTakenLater: true }
    const { id: dispute } = await told<{ id: string }>(asked)
    await settled()
    expect(await named(intentId)).toMatchObject({ trouble: 'disputed' })
    await settle(intentId, 'note')
    for (const more of [{ action: 'withdrawDispute' }, { action: 'closeDispute', status: 'lost' }]) {
      await told({ ...more, dispute })
      await settled()
      expect(await named(intentId)).toBeUndefined()
    }
    await told({ action: 'appealDispute', dispute })
    await settled()
    expect(await named(intentId)).toMatchObject({ trouble: 'disputeWon' })
  })
})

describe('a subscription that goes on at the provider', () => {
  const charges = async (id: string) => (await provider.subscription(id)).status
  const subscriptionIn = async (tenantId: string) =>
    (await pool().query('select provider_subscription_id as id from subscriptions where tenant_id = $1', [tenantId]))
      .rows[0].id as string

  test('after its membership has ended is ended', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const id = await subscriptionIn(of.tenantId)
    await pool().query(`update subscriptions set ended_at = now(), end_reason = 'user' where tenant_id = $1`, [
      of.tenantId,
    ])
    await nextNight()
    expect(await charges(id)).toBe('canceled')
  })

  test('and was made for one of our orders, but no membership knows, is ended', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const id = await subscriptionIn(of.tenantId)
    await pool().query(
      `update subscriptions set provider_subscription_id = null, ended_at = now(), end_reason = 'user' where tenant_id = $1`,
      [of.tenantId],
    )
    await nextNight()
    expect(await charges(id)).toBe('canceled')
  })

  test('and was made for nobody here stands for the operator, who ends it with one press', async () => {
    const [of, fan] = [await shop(), await newFan()]
    await joinByCard(of, fan)
    const id = await subscriptionIn(of.tenantId)
    await pool().query(
      `update subscriptions set provider_subscription_id = null, ended_at = now(), end_reason = 'user' where tenant_id = $1`,
      [of.tenantId],
    )
    await pool().query(`update sandbox_objects set body = body || '{"metadata": {}}' where id = $1`, [id])
    await nextNight()
    expect(await charges(id)).not.toBe('canceled')
    expect(await named(id)).toMatchObject({ kind: 'subscription', amount: 1500, orderNumber: null })
    const end = { providerId: id, action: 'giveBack' as const, reason: 'Nobody’s', email: null }
    await ask(waitingMoney.settleUnallocatedPayment, end, await operator())
    await settled()
    expect(await charges(id)).toBe('canceled')
    expect(await named(id)).toBeUndefined()
  })
})
