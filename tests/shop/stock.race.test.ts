import { afterEach, describe, expect, test } from 'vitest'
import { orders } from '#money/orders/contract.ts'
import { pool } from '#server/db.ts'
import { shared } from '#server/shared.ts'
import { carts } from '#shop/carts/contract.ts'
import { goods } from '#shop/goods/contract.ts'
import { ask, club, request } from '../support/club'
import {
  type Club,
  checkOut,
  type Made,
  makeGoods,
  newBuyer,
  payCart,
  put,
  stockOf,
  stockProblems,
  variation,
  voucherOf,
} from '../support/goods'
import { told } from '../support/payments'
import { ordersIn, sessionIn, settled } from '../support/shop'

afterEach(async () => expect(await stockProblems()).toEqual([]))

/** Every answer of a purchase by many at once; nothing may fail in a way that nobody foresaw. */
const buyAtOnce = (all: readonly { cartId: string; fan: { token: string } }[]) =>
  Promise.all(
    all.map(async ({ cartId, fan }) => {
      const { status, body } = await request(
        carts.purchaseGoodsByCart,
        JSON.stringify({ cartId, returnPath: null }),
        fan,
      )
      return { status, body: JSON.parse(body) as { code?: string; sessionUrl?: string } }
    }),
  )

const buyers = Number(process.env.RACE_BUYERS ?? 40)
const rounds = Number(process.env.RACE_ROUNDS ?? 3)
const fansOf = (n: number) => Promise.all(Array.from({ length: n }, () => newBuyer()))

describe('A1: the last pieces are sold once', () => {
  test('many fans buy the last seven: seven orders, everybody else is told', async () => {
    const of = await club()
    const fans = await fansOf(buyers)
    for (let round = 0; round < rounds; round++) {
      const made = await makeGoods(of, { variations: [variation(7)] })
      const all = await Promise.all(fans.map(async (fan) => ({ fan, cartId: (await put(of, fan, made)).cartId })))
      const watched = watch()
      const answers = await buyAtOnce(all)
      expect(await watched()).toEqual([])
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(7)
      for (const { status, body } of answers.filter((one) => one.status !== 200)) {
        expect(status).toBe(409)
        expect(['soldOut', 'stockShortage']).toContain(body.code)
      }
      for (const { body } of won) await told({ action: 'paySession', session: sessionIn(body.sessionUrl ?? '') })
      await settled()
      expect(await stockOf(made.variationId)).toMatchObject({ available: 0, reserved: 0, sold: 7 })
      for (const { cartId, fan } of all)
        if ((await ask(carts.getCarts, {}, fan)).carts.length > 0)
          await ask(carts.removeGoodsFromCart, { cartId, goodsId: made.goodsId }, fan)
    }
    expect((await ordersIn(of.tenantId)).filter((one) => one.payment_state === 'paid')).toHaveLength(7 * rounds)
  })

  test('two pieces each of seven: three orders, one piece stays', async () => {
    const of = await club()
    const made = await makeGoods(of, { variations: [variation(7)] })
    const all = await Promise.all(
      (await fansOf(12)).map(async (fan) => ({ fan, cartId: (await put(of, fan, made, 2)).cartId })),
    )
    const answers = await buyAtOnce(all)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 1, reserved: 6 })
  })

  test('what is put in twice is one line, and counts together', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of, { variations: [variation(3)] })
    await put(of, fan, made, 2)
    const answer = await request(
      carts.addGoodsToCart,
      JSON.stringify({ ...of.ids, goodsId: made.goodsId, variationId: made.variationId, quantity: 2 }),
      fan,
    )
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([409, 'stockShortage'])
  })

  /** Reads what is left, thinks, writes: what everybody writes first, and what sells the same piece twice. */
  const naiveSale = async (variationId: string): Promise<boolean> => {
    const client = await pool().connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select available from goods_variations where variation_id = $1', [
        variationId,
      ])
      if (rows[0].available < 1) return false
      await client.query('select pg_sleep(0.005)')
      await client.query('insert into naive_sales (variation_id) values ($1)', [variationId])
      await client.query('commit')
      return true
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  test('control: stock that is read before it is written is oversold', async () => {
    const of = await club()
    const made = await makeGoods(of, { variations: [variation(7)] })
    await pool().query('create temp table if not exists unused (x int)')
    const { ownerUrl } = await import('../support/world')
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query('create table naive_sales (variation_id text)')
    try {
      const sold = await Promise.all(Array.from({ length: 40 }, () => naiveSale(made.variationId)))
      expect(sold.filter(Boolean).length).toBeGreaterThan(7)
    } finally {
      await owner.query('drop table naive_sales')
      await owner.end()
    }
  })
})

/** A2: looks again and again while something runs; answers what was wrong at any moment. */
const watch = () => {
  let isOver = false
  const wrong: unknown[] = []
  const looking = (async () => {
    while (!isOver) {
      wrong.push(...(await stockProblems()))
      await new Promise((next) => setImmediate(next))
    }
  })()
  return async () => {
    isOver = true
    await looking
    return wrong
  }
}

test('A2, control: figures changed without a stock move are reported', async () => {
  const of = await club()
  const made = await makeGoods(of)
  const tampered = `update goods_variations set adjusted = adjusted + $2 where variation_id = $1`
  await pool().query(tampered, [made.variationId, 1])
  expect(await stockProblems()).toHaveLength(1)
  await pool().query(tampered, [made.variationId, -1])
  await expect(
    pool().query('update goods_variations set sold = 11 where variation_id = $1', [made.variationId]),
  ).rejects.toThrow(/goods_variations_available/)
})

test('A3: carts with the same goods in another order are bought at once, and none fails', async () => {
  const of = await club()
  const [x, y] = [
    await makeGoods(of, { variations: [variation(500)] }),
    await makeGoods(of, { variations: [variation(500)] }),
  ]
  const pairs = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const fan = await newBuyer()
      const [first, second] = n % 2 === 0 ? [x, y] : [y, x]
      await put(of, fan, first as Made)
      return { fan, cartId: (await put(of, fan, second as Made)).cartId }
    }),
  )
  expect((await buyAtOnce(pairs)).map(({ status }) => status)).toEqual(pairs.map(() => 200))
  expect(await stockOf(x.variationId)).toMatchObject({ reserved: 20 })
  expect(await stockOf(y.variationId)).toMatchObject({ reserved: 20 })
})

describe('A4: what is reserved ends sold or released, once', () => {
  type End = 'pay' | 'decline' | 'cancel' | 'twice'
  test.each<[string, readonly End[], { available: number; sold: number }]>([
    ['paid', ['pay'], { available: 9, sold: 1 }],
    ['given up', ['cancel'], { available: 10, sold: 0 }],
    ['paid, then told twice', ['pay', 'twice'], { available: 9, sold: 1 }],
    ['paid, then given up too late', ['pay', 'cancel'], { available: 9, sold: 1 }],
    ['given up twice', ['cancel', 'cancel'], { available: 10, sold: 0 }],
  ])('%s', async (_, ends, expected) => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made)
    const { orderId, intentId } = await voucherOf(cartId, fan)
    for (const end of ends) {
      if (end === 'pay') await told({ action: 'payAtStore', intent: intentId })
      if (end === 'cancel') await request(orders.cancelPaymentKonbini, JSON.stringify({ orderId }), fan)
      if (end === 'twice') await settled()
      await settled()
    }
    expect(await stockOf(made.variationId)).toMatchObject({ ...expected, reserved: 0 })
  })

  test('a checkout that nobody finishes gives the goods back at its end', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    const made = await makeGoods(of)
    const { cartId } = await put(of, fan, made)
    await checkOut(cartId, fan)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 9, reserved: 1 })
    const { rows } = await pool().query('select expires_at from orders where tenant_id = $1', [of.tenantId])
    await shared.jobs?.moveClock(new Date(rows[0].expires_at).getTime() + 60_000)
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 10, reserved: 0 })
    // The cart stays as it was, and can be bought again.
    await payCart(cartId, fan)
    expect(await stockOf(made.variationId)).toMatchObject({ available: 9, sold: 1 })
  })
})

describe('A5: money that comes after the goods were given back', () => {
  const lapsed = async (of: Club, stock: number) => {
    const fan = await newBuyer()
    const made = await makeGoods(of, { variations: [variation(stock)] })
    const { cartId } = await put(of, fan, made)
    const { intentId, orderId } = await voucherOf(cartId, fan)
    // As if the store reported the payment after the deadline: the order has lapsed here, its stock is back.
    await pool().query(`update goods_variations set reserved = reserved - 1 where variation_id = $1`, [
      made.variationId,
    ])
    await pool().query(
      `insert into stock_moves (tenant_id, move_id, goods_id, variation_id, at, reason, quantity, order_id)
      select $1, 'stock_' || $2, $3, $4, placed_at, 'release', 1, $2 from orders where order_id = $2`,
      [of.tenantId, orderId, made.goodsId, made.variationId],
    )
    await pool().query(`update orders set payment_state = 'expired', closed_at = placed_at where order_id = $1`, [
      orderId,
    ])
    return { made, intentId, orderId }
  }
  test('it is taken up by itself while there is stock', async () => {
    const of = await club()
    const { made, intentId } = await lapsed(of, 1)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 0, reserved: 0, sold: 1 })
    expect(await ordersIn(of.tenantId)).toMatchObject([{ payment_state: 'paid' }])
  })
  test('it waits for the staff when somebody else has bought it meanwhile', async () => {
    const of = await club()
    const { made, intentId } = await lapsed(of, 1)
    const other = await newBuyer()
    const { cartId } = await put(of, other, made)
    await payCart(cartId, other)
    await told({ action: 'payAtStore', intent: intentId })
    await settled()
    expect(await stockOf(made.variationId)).toMatchObject({ available: 0, reserved: 0, sold: 1 })
    expect((await ordersIn(of.tenantId)).map((one) => one.payment_state).sort()).toEqual(['paid', 'paidLate'])
    const { rows } = await pool().query(
      `select sum(amount)::int as kept from ledger_entries where tenant_id = $1 and account = 'unallocated'`,
      [of.tenantId],
    )
    expect(rows[0].kept).toBe(-2700)
  })
})

test('A6: ten presses at once open one session for one cart', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const answers = await buyAtOnce(Array.from({ length: 10 }, () => ({ cartId, fan })))
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.sessionUrl)).size).toBe(1)
  expect(await ordersIn(of.tenantId)).toHaveLength(1)
  expect(await stockOf(made.variationId)).toMatchObject({ reserved: 1 })
})

test('A6: another press after the cart has changed ends the first session, and reserves once', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const { sessionUrl: first } = await checkOut(cartId, fan)
  await put(of, fan, made, 2)
  const { sessionUrl: second } = await checkOut(cartId, fan)
  expect(second).not.toBe(first)
  expect(await stockOf(made.variationId)).toMatchObject({ available: 7, reserved: 3 })
  expect(await told({ action: 'paySession', session: sessionIn(first) })).toEqual({ outcome: 'closed' })
})

test('A7: what changes in the cart during the checkout changes nothing of what is paid', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const { sessionUrl } = await checkOut(cartId, fan)
  await ask(carts.updateCart, { cartId, goodsList: [{ goodsId: made.goodsId, quantity: 4 }] }, fan)
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  const { rows } = await pool().query(
    'select o.total, l.quantity, l.unit_price from orders o join order_lines l using (tenant_id, order_id) where o.tenant_id = $1',
    [of.tenantId],
  )
  expect(rows).toEqual([{ total: 2500, quantity: 1, unit_price: 2000 }])
  // What was put in meanwhile stays in the cart.
  const [cart] = (await ask(carts.getCarts, {}, fan)).carts
  expect(cart?.goodsList).toMatchObject([{ quantity: 3 }])
})

test('A7: an amount that is not the order’s own hands nothing over', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of)
  const { cartId } = await put(of, fan, made)
  const { sessionUrl } = await checkOut(cartId, fan)
  await pool().query('update orders set subtotal = subtotal - 100, total = total - 100 where tenant_id = $1', [
    of.tenantId,
  ])
  await told({ action: 'paySession', session: sessionIn(sessionUrl) })
  await settled()
  await settled()
  expect(await stockOf(made.variationId)).toMatchObject({ available: 10, reserved: 0, sold: 0 })
  const [order] = await ordersIn(of.tenantId)
  expect(['paidLate', 'refunded']).toContain(order?.payment_state)
})

test('a page of goods is rendered anew when the last piece is reserved, and when it is back', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of, { variations: [variation(1)] })
  const statusOf = async () =>
    (await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId })).goods.goodsStatus.salesStatus
  expect(await statusOf()).toBe('onSale')
  const renewed: (string | null)[] = []
  const before = shared.pages
  shared.pages = { renew: (tag: string | null) => void renewed.push(tag) } as never
  try {
    const { cartId } = await put(of, fan, made)
    const { orderId } = await voucherOf(cartId, fan)
    expect(renewed).toEqual([of.brandId])
    expect(await statusOf()).toBe('soldOut')
    await ask(orders.cancelPaymentKonbini, { orderId }, fan)
    expect(renewed).toEqual([of.brandId, of.brandId])
    expect(await statusOf()).toBe('onSale')
  } finally {
    if (before) shared.pages = before
    else delete (shared as { pages?: unknown }).pages
  }
})

test('visitors are told how many pieces are left once they are few, and again at each change of it; not before', async () => {
  const [of, fan] = [await club(), await newBuyer()]
  const made = await makeGoods(of, {
    variations: [variation(8, 'Counted'), variation(null, 'Endless')],
    maxPerPerson: 4,
  })
  const shown = async () => {
    const { goodsList } = await ask(goods.getPublicGoodsList, of.ids)
    const { goods: page } = await ask(goods.getPublicGoods, { ...of.ids, goodsId: made.goodsId })
    expect(page).toMatchObject(goodsList[0] ?? {})
    expect(page.maxPerPerson).toBe(4)
    return page.variations.map(({ remainingStocks }) => remainingStocks)
  }
  const renewed: (string | null)[] = []
  const before = shared.pages
  const count = async (pieces: number) => {
    renewed.length = 0
    const { cartId } = await put(of, fan, made, pieces)
    const { orderId } = await voucherOf(cartId, fan)
    return { orderId, told: renewed.length }
  }
  shared.pages = { renew: (tag: string | null) => void renewed.push(tag) } as never
  try {
    expect(await shown()).toEqual([undefined, undefined])
    expect((await count(2)).told).toBe(0)
    expect(await shown()).toEqual([undefined, undefined])
    const { orderId, told: toldAtFive } = await count(1)
    expect(toldAtFive).toBe(1)
    expect(await shown()).toEqual([5, undefined])
    expect((await count(1)).told).toBe(1)
    expect(await shown()).toEqual([4, undefined])
    renewed.length = 0
    await ask(orders.cancelPaymentKonbini, { orderId }, fan)
    expect(renewed).toEqual([of.brandId])
    expect(await shown()).toEqual([5, undefined])
  } finally {
    if (before) shared.pages = before
    else delete (shared as { pages?: unknown }).pages
  }
})
