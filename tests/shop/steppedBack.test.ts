import { describe, expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { ask, club } from '../support/club'
import { type GoodsOrder, goodsOrder, parcel, type SoldLine } from '../support/goodsOrder'
import { told } from '../support/payments'
import { ledger, settled } from '../support/shop'

/* A parcel that never left, told only after money has gone another way: what waits to be sent waits, and nothing else does. */

type Of = Awaited<ReturnType<typeof club>>
const sent = async (order: GoodsOrder, of: Of, values: object = {}) => {
  const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order, values), of.owner)
  return () =>
    ask(
      fulfillments.stepFulfillmentBack,
      { ...order.of, fulfillmentId: fulfillment.fulfillmentId, reason: 'It never left' },
      of.owner,
    )
}
const disputed = async ({ intentId }: GoodsOrder, amount?: number) => {
  const { id } = await told<{ id: string }>({ action: 'createDispute', intent: intentId, ...(amount && { amount }) })
  await settled()
  return async (status: 'won' | 'lost') => {
    await told({ action: 'closeDispute', dispute: id, status })
    await settled()
  }
}
const bounced = async ({ orderId }: GoodsOrder) => {
  const { rows } = await pool().query(
    `select provider_refund_id as id from refunds where order_id = $1 and state = 'succeeded'`,
    [orderId],
  )
  await told({ action: 'bounceRefund', refund: rows[0].id })
  await settled()
}
/** What waits to be sent, and what the brand earned of the price and the shipping so far, less what went back. */
const books = async ({ tenantId }: Of) => {
  const { deferred = 0 } = await ledger(tenantId)
  const { rows } = await pool().query<{ amount: number }>(
    `select coalesce(-sum(amount), 0)::int as amount from ledger_entries
      where tenant_id = $1 and account = 'brandPayable' and component in ('gross', 'shippingFee', 'refund', 'chargeback')`,
    [tenantId],
  )
  return { waits: 0 - deferred, earned: rows[0]?.amount ?? 0 }
}

test('shipped, disputed and lost: nothing waits, and the brand has nothing of it', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const back = await sent(order, of)
  await (await disputed(order))('lost')
  await back()
  expect(await books(of)).toEqual({ waits: 0, earned: 0 })
})

test('shipped, and a part disputed and lost: what is left of the money waits', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const back = await sent(order, of)
  await (await disputed(order, 2200))('lost')
  await back()
  expect(await books(of)).toEqual({ waits: order.total - 2200, earned: 0 })
})

test('shipped during a dispute that was won: all of it waits again', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const end = await disputed(order)
  await ask(fulfillments.releaseOrder, order.of, of.owner)
  const back = await sent(order, of)
  await end('won')
  await back()
  expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
})

test('stepped back while a part is disputed, which is won then: all of it waits again', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  const back = await sent(order, of)
  const end = await disputed(order, 2200)
  await back()
  expect(await books(of)).toEqual({ waits: order.total - 2200, earned: 0 })
  await end('won')
  expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
})

test('shipped after a refund of a part that the bank sent back: all of it waits again', async () => {
  const of = await club()
  const order = await goodsOrder(of)
  await ask(staffOrders.refundOrder, { ...order.of, amount: 1000, reason: 'Late' }, of.owner)
  await settled()
  const back = await sent(order, of)
  await bounced(order)
  await back()
  expect(await books(of)).toEqual({ waits: order.total, earned: 0 })
})

describe('with a part that stays with its buyer', () => {
  const withFile: SoldLine[] = [
    { name: 'Tシャツ', unitPrice: 3000, quantity: 1 },
    { name: '壁紙', unitPrice: 1000, quantity: 1, digital: true },
  ]
  test('what was downloaded is earned, also beside a part that was disputed and lost', async () => {
    const of = await club()
    const order = await goodsOrder(of, { lines: withFile })
    const back = await sent(order, of)
    await (await disputed(order, 500))('lost')
    await back()
    expect(await books(of)).toEqual({ waits: 3600 - 500, earned: 1000 })
  })
  test('what another parcel has brought is earned', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const [first, second] = order.lines
    await sent(order, of, { lines: [{ lineId: first?.lineId, quantity: 2 }] })
    const back = await sent(order, of, { lines: [{ lineId: second?.lineId, quantity: 3 }], shippedAt: now() })
    await back()
    expect(await books(of)).toEqual({ waits: 1500, earned: 6600 })
  })
})
