import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { deliverablePlan, endOfPlan } from '#membership/plans/front.server.ts'
import { currentMembership, recountPaid, startMembership } from '#membership/subscriptions/membership.server.ts'
import { subscriptionById, voidTermOfOrder } from '#membership/subscriptions/queries.server.ts'
import type { Buying, KindOfSale } from '#money/orders/kinds.server.ts'
import { type OrderKind, orderKinds, periodEnd } from '#money/orders/order.ts'
import { purchase, type Thing } from '#money/orders/purchase.server.ts'
import { kindsOfSale } from '#program/kindsOfSale.ts'
import { jobContext } from '#program/workContext.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { ask, type Person } from '../support/club'
import { told } from '../support/payments'
import { ledger, moveTo, myPlan, newFan, ordersIn, sessionIn, settled, shop, termsIn } from '../support/shop'
import { ownerUrl } from '../support/world'

/*
 * A kind of sale is one file, and one line in the list. Here a fifth one is made: a month of a plan, given to somebody else.
 * Nothing of the till knows it: it is paid, expires, is refunded and disputed like any other.
 */

type Shop = Awaited<ReturnType<typeof shop>>
const kind = 'gift' as OrderKind

/** Whom an order of the kind is for. */
const receiverOf = (openKey: string) => openKey.split(':').at(-1) ?? ''

const gift: KindOfSale = {
  deliver: async (work, order, payment, madeAt) => {
    const plan = await deliverablePlan(work.tx.db, order, madeAt)
    const receiver = { ...order, uid: receiverOf(order.openKey) }
    if (!plan || (await currentMembership(work, receiver, plan))) return 'cannotDeliver'
    const term = { from: payment.at, to: periodEnd(payment.at, plan.subscriptionInterval, 1) }
    return {
      give: async () => {
        await startMembership(work, receiver, plan, { ...term, providerSubscriptionId: null })
      },
    }
  },
  endsAt: endOfPlan,
  takeBack: async (work, order) => {
    const { tx, now: at } = work
    const subscription = order.subscriptionId === null ? undefined : await subscriptionById(tx.db, order.subscriptionId)
    await voidTermOfOrder(tx.db, order, { at, now: at })
    if (subscription) await recountPaid(work, subscription, 'refund')
  },
}

beforeAll(async () => {
  Object.assign(kindsOfSale, { [kind]: gift })
  // What a migration does when `orderKinds` grows by a word.
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string; at: string }>(`
    select conname as name, conrelid::regclass as at from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) like '%eventGoods%' and conrelid <> 0`)
  for (const { name, at } of rows) await owner.query(`alter table ${at} drop constraint ${name}`)
  await owner.end()
})

/** A press on "give this plan": the provider's page of the gift. */
const give = async (of: Shop, giver: Person, receiver: Person) => {
  const context: Buying = {
    ...jobContext('gift'),
    attempt: `gift-${receiver.uid}`,
    brand: of.ids as Buying['brand'],
    user: { ...giver, displayName: '', photoURL: '' } as unknown as Buying['user'],
    fan: { uid: giver.uid } as Buying['fan'],
    locale: 'ja',
  }
  const thing: Thing = {
    kind,
    planId: of.planId,
    period: null,
    openKeyOf: async () => `gift:${of.planId}:${receiver.uid}`,
    agree: async () => ({
      lines: [{ name: 'A month of the plan', thumbnail: '', unitPrice: of.plan.price, quantity: 1 }],
      shippingFee: 0,
      endsAt: null,
      confirmation: { quantity: '1', price: '', payment: '', start: '', cancellation: '', deadline: '' },
      recipient: null,
    }),
  }
  const refuse = (code: string): never => {
    throw new Error(code)
  }
  return sessionIn(await purchase(context, refuse, thing, 'card', ''))
}
const given = async (of: Shop) => {
  const [giver, receiver] = [await newFan(), await newFan()]
  await told({ action: 'paySession', session: await give(of, giver, receiver) })
  await settled()
  const { rows } = await pool().query('select order_id as id from orders where uid = $1', [giver.uid])
  return { giver, receiver, orderId: rows[0].id as string }
}
const stateOf = async (orderId: string) =>
  (await pool().query('select payment_state as state from orders where order_id = $1', [orderId])).rows[0].state

test('every kind of sale stands in the list, once', () => {
  expect(Object.keys(kindsOfSale).sort()).toEqual([...orderKinds, kind].sort())
})

test('who is given a month is a member, and who paid for it is none', async () => {
  const of = await shop()
  const { giver, receiver, orderId } = await given(of)
  expect(await stateOf(orderId)).toBe('paid')
  expect(await myPlan(of, receiver)).toMatchObject({ planId: of.planId })
  expect(await myPlan(of, giver)).toBe(null)
  expect(await termsIn(of.tenantId)).toHaveLength(2)
  expect(await ledger(of.tenantId)).toMatchObject({ cash: of.plan.price })
})

test('a gift to somebody who has the plan goes back by itself', async () => {
  const of = await shop()
  const [first, second, receiver] = [await newFan(), await newFan(), await newFan()]
  const pages = [await give(of, first, receiver), await give(of, second, receiver)]
  for (const session of pages) await told({ action: 'paySession', session })
  await settled()
  const states = (await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state).sort()
  expect(states).toEqual(['paid', 'refunded'])
  expect(await ledger(of.tenantId)).toMatchObject({ cash: of.plan.price })
})

test('a gift that is not paid lapses', async () => {
  const of = await shop()
  const [giver, receiver] = [await newFan(), await newFan()]
  await give(of, giver, receiver)
  await moveTo(now() + day)
  expect((await ordersIn(of.tenantId)).map(({ payment_state }) => payment_state)).toEqual(['expired'])
  expect(await myPlan(of, receiver)).toBe(null)
})

test('staff give all of it back, and the month ends', async () => {
  const of = await shop()
  const { receiver, orderId } = await given(of)
  const refund = { ...of.ids, orderId, amount: of.plan.price, reason: 'Asked for.' }
  await ask(staffOrders.refundOrder, refund as never, of.owner)
  await settled()
  expect(await stateOf(orderId)).toBe('refunded')
  expect(await myPlan(of, receiver)).toBe(null)
})

test('the buyer’s bank takes it back, and the month ends', async () => {
  const of = await shop()
  const { receiver, orderId } = await given(of)
  const { rows } = await pool().query('select intent_id as intent from orders where order_id = $1', [orderId])
  await told({ action: 'createDispute', intent: rows[0].intent })
  await settled()
  expect(await myPlan(of, receiver)).toBe(null)
})
