import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { cartKey } from '#money/orders/order.ts'
import { openOrderOf } from '#money/orders/queries.server.ts'
import { orders as orderTable } from '#money/orders/tables.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { type CartLine, problemOf } from '#shop/carts/cart.ts'
import { carts } from '#shop/carts/contract.ts'
import { ask, club, newId, request } from '../support/club'
import { checkOut, makeGoods, newBuyer, put, stockOf, stockProblems, variation, voucherOf } from '../support/goods'
import { advisoryLocks, rowLocks, together, withoutIndex, withoutPrecautions } from '../support/naive'
import { told } from '../support/payments'
import { sessionIn, settled } from '../support/shop'

/*
 * Naive implementations for the guarantees of stock.race.test.ts: each has to fail, or be refused by the database, or
 * the tests there would prove nothing.
 */
afterEach(async () => expect(await stockProblems()).toEqual([]))

const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T | string> => {
  const client = await pool().connect()
  try {
    await client.query('begin')
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    return (error as { code?: string }).code ?? 'failed'
  } finally {
    client.release()
  }
}
/** Waits until all have arrived here. */
const meeting = (count: number) => {
  let missing = count
  let open = () => {}
  const all = new Promise<void>((done) => {
    open = done
  })
  return () => {
    missing -= 1
    if (missing === 0) open()
    return all
  }
}

test('A3, control: locking goods in the order of the cart deadlocks', async () => {
  const of = await club()
  const [x, y] = [await makeGoods(of), await makeGoods(of)]
  const arrive = meeting(2)
  const hold = (client: pg.PoolClient, variationId: string) =>
    client.query('select 1 from goods_variations where variation_id = $1 for no key update', [variationId])
  const ends = await together(2, (n) =>
    inTransaction(async (client) => {
      const [first, second] = n === 0 ? [x, y] : [y, x]
      await hold(client, first.variationId)
      await arrive()
      await hold(client, second.variationId)
      return 'bought'
    }),
  )
  expect(ends.toSorted()).toEqual(['40P01', 'bought'])
})

test('A4, control: pieces released without checking their order are released twice', async () => {
  const [of, fan, other] = [await club(), await newBuyer(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  await voucherOf(cartId, fan)
  const giveBack = (by: number) =>
    pool().query('update goods_variations set reserved = reserved - $2 where variation_id = $1', [made.variationId, by])
  await giveBack(1)
  expect(await stockProblems()).toHaveLength(1)
  await expect(giveBack(1)).rejects.toThrow(/goods_variations_stock/)
  await giveBack(-1)
  // Where somebody else holds one as well, the database cannot know; the sum of the moves does.
  const { cartId: others } = await put(of, other, made)
  await voucherOf(others, other)
  await giveBack(2)
  expect(await stockProblems()).toHaveLength(1)
  await giveBack(-2)
})

test('A5, control: a late payment takes a piece that somebody else has bought', async () => {
  const [of, other] = [await club(), await newBuyer()]
  const made = await makeGoods(of, { variations: [variation(1)] })
  const { cartId } = await put(of, other, made)
  await voucherOf(cartId, other)
  const take = 'update goods_variations set sold = sold + 1 where variation_id = $1'
  await expect(pool().query(take, [made.variationId])).rejects.toThrow(/goods_variations_available/)
})

const pressed = async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const body = JSON.stringify({ cartId, returnPath: null })
  const answers = await together(10, () => request(carts.purchaseGoodsByCart, body, fan))
  const { rows } = await pool().query('select count(*)::int as n from orders where uid = $1', [fan.uid])
  return { of, fan, cartId, statuses: new Set(answers.map(({ status }) => status)), made: rows[0].n as number }
}
test('A6, control: reading for an open order and then writing one makes several', async () => {
  // The database's own constraint is enough, without any lock.
  const careful = await withoutPrecautions([...advisoryLocks, ...rowLocks], pressed)
  expect([careful.made, careful.statuses.has(500)]).toEqual([1, false])
  const { of, fan, cartId } = careful
  await withoutIndex('orders_open', async (owner) => {
    const openKey = cartKey(cartId, 99)
    const arrive = meeting(10)
    await together(10, async (n) => {
      const known = await openOrderOf(database(), fan.uid, openKey)
      await arrive()
      if (known) return
      await database()
        .insert(orderTable)
        .values({
          ...of.ids,
          orderId: newId('order'),
          orderNumber: `N-${n}`,
          uid: fan.uid,
          kind: 'goods',
          paymentMethod: 'card',
          paymentState: 'awaitingPayment',
          openKey,
          subtotal: 2000,
          total: 2000,
          locale: 'ja',
          placedAt: now(),
          editedAt: now(),
        })
    })
    const { rows: made } = await owner.query('delete from orders where open_key = $1 returning order_id', [openKey])
    expect(made).toHaveLength(10)
  })
})

test('A7, control: an order read from the cart on payment differs from what was paid', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const { sessionUrl } = await checkOut(cartId, fan)
  const line = { goodsId: made.goodsId, quantity: 4 }
  const { cart } = await ask(carts.updateCart, { cartId, goodsList: [line] }, fan)
  const naive = cart.orderSummary.totalFee
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  const { rows } = await pool().query(`select total from orders where uid = $1 and payment_state = 'paid'`, [fan.uid])
  expect([naive, rows[0].total]).toEqual([8500, 2500])
  expect(await stockOf(made.variationId)).toMatchObject({ sold: 1 })
})

test('A8, control: a cart bought without checking again buys goods that are over, sold out or dearer', () => {
  const at = now()
  const goods = {
    goodsType: 'physicalGoods' as const,
    visibility: 'visible' as const,
    saleStartAt: at - 10,
    saleEndAt: null,
    price: 2000,
    shippingFee: 0,
    maxPerPerson: null,
  }
  const stock = { isUnlimited: false, available: 3, reserved: 0, sold: 0, isStopped: false, isHidden: false }
  const line = { goods, variation: { ...stock, maxQuantity: null }, quantity: 2, priceSeen: 2000 }
  const later: CartLine[] = [
    { ...line, goods: { ...goods, saleEndAt: at + 10 } },
    { ...line, goods: { ...goods, closed: 'membersOnly' } },
    { ...line, variation: { ...line.variation, available: 0 } },
    { ...line, variation: { ...line.variation, available: 1 } },
    { ...line, goods: { ...goods, price: 2500 } },
  ]
  /** What it was when it was put in, for ever. */
  const naive = () => problemOf(line, at)
  expect(later.map(naive)).toEqual(later.map(() => null))
  expect(later.map((one) => problemOf(one, at + 20))).toEqual([
    'outOfSalePeriod',
    'outOfSalePeriod',
    'soldOut',
    'stockShortage',
    'priceChanged',
  ])
})
