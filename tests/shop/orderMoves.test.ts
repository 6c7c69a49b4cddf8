import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation, PayloadOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { entriesOf } from '#money/ledger/ledger.ts'
import { book } from '#money/ledger/queries.server.ts'
import { orders } from '#money/orders/contract.ts'
import {
  type FulfillmentState,
  fulfillmentStates,
  mayMove,
  type PaymentState,
  paymentMoves,
  paymentStates,
} from '#money/orders/order.ts'
import { moveOrder } from '#money/orders/queries.server.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { fulfillmentMoves, mayBecome, providers, returnReasons } from '#shop/parcels/fulfillment.ts'
import { moveGoods } from '#shop/parcels/queries.server.ts'
import { ask, club, newId, type Person, request } from '../support/club'
import { onSale, orderOf } from '../support/eventGoods'
import { makeGoods, newBuyer, payCart, put, stockOf, stockProblems, variation, voucherOf } from '../support/goods'
import { goodsOrder, parcel } from '../support/goodsOrder'
import { told } from '../support/payments'
import { ledger, moveTo, sessionIn, settled, waitsForNothing, waitsWrongly } from '../support/shop'
import { heldByProvider } from '../support/simulation'
import { ownerUrl } from '../support/world'

/*
 * A9: an order moves only along the listed transitions, whatever is requested and by whom. A database trigger records
 * every transition of these tests' orders, independently of the program.
 */
type Move = { order_id: string; was: string; becomes: string }
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`
    create table order_moves (order_id text, kind text, was text, becomes text);
    create function note_order_move() returns trigger language plpgsql security definer as $$ begin
      if new.payment_state <> old.payment_state then
        insert into public.order_moves values (new.order_id, 'payment', old.payment_state, new.payment_state); end if;
      if new.fulfillment_state <> old.fulfillment_state then
        insert into public.order_moves values (new.order_id, 'goods', old.fulfillment_state, new.fulfillment_state); end if;
      return new;
    end $$;
    create trigger note_order_move after update on orders for each row execute function note_order_move()`)
})
afterAll(async () => {
  await owner.query('drop trigger note_order_move on orders; drop function note_order_move(); drop table order_moves')
  await owner.end()
})
const movesOf = async (kind: 'payment' | 'goods') =>
  (await owner.query<Move>('select order_id, was, becomes from order_moves where kind = $1', [kind])).rows
/** Every move that is on no list. */
const strayMoves = async () => [
  ...(await movesOf('payment')).filter(({ was, becomes }) => !mayMove(was as PaymentState, becomes as PaymentState)),
  // The first state of goods is where they wait for the payment: what is paid is to be sent from then on.
  ...(await movesOf('goods')).filter(
    ({ was, becomes }) =>
      !mayBecome(was as FulfillmentState, becomes as FulfillmentState) &&
      !(was === 'notRequired' && becomes === 'unfulfilled'),
  ),
]

describe('A9: the guard', () => {
  test('saves the listed moves of a payment and no other, and none over a state that somebody has changed', async () => {
    const { orderId, tenantId } = await goodsOrder(await club())
    for (const from of paymentStates)
      for (const to of paymentStates) {
        await owner.query('update orders set payment_state = $2 where order_id = $1', [orderId, from])
        const moved = await moveOrder(database(), { tenantId, orderId, paymentState: from }, to, {
          editedAt: now(),
        }).then(
          () => true,
          () => false,
        )
        expect([from, to, moved]).toEqual([from, to, mayMove(from, to)])
      }
    await owner.query(`update orders set payment_state = 'refunded' where order_id = $1`, [orderId])
    const stale = { tenantId, orderId, paymentState: 'paid' as const }
    await expect(moveOrder(database(), stale, 'partiallyRefunded', { editedAt: now() })).rejects.toThrow(
      /somebody else/,
    )
    // The bank may send a refund back after it had succeeded; nothing else leads out of it.
    expect(paymentMoves.refunded).toEqual(['partiallyRefunded', 'paid', 'paidLate'])
    await owner.query('delete from order_moves; ')
    await owner.query(`update orders set payment_state = 'paid' where order_id = $1`, [orderId])
    await owner.query('delete from order_moves')
  })

  test('saves the listed moves of goods and no other', async () => {
    const { orderId, tenantId } = await goodsOrder(await club())
    for (const from of fulfillmentStates)
      for (const to of fulfillmentStates) {
        await owner.query('update orders set fulfillment_state = $2 where order_id = $1', [orderId, from])
        const order = { tenantId, orderId, fulfillmentState: from }
        const moved = await moveGoods(database(), order, to, { editedAt: now() }).then(
          () => true,
          () => false,
        )
        expect([from, to, moved]).toEqual([from, to, from === to || fulfillmentMoves[from].includes(to)])
      }
    await owner.query(`update orders set fulfillment_state = 'unfulfilled' where order_id = $1`, [orderId])
    await owner.query('delete from order_moves')
  })
})

/** Numbers in [0, 1) that follow from the seed alone (mulberry32). */
const lots = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

test('A2, A4, A5, A9: random concurrent shopping loses no piece and no yen, and makes no unlisted move', async () => {
  const seed = Number(process.env.MOVES_SEED ?? Date.now() % 100_000)
  const steps = Number(process.env.MOVES_STEPS ?? 40)
  const lot = lots(seed)
  const of = await club()
  const goods = await makeGoods(of, { variations: [variation(24)] })
  type One = { orderId: string; buyer: Person; intentId: string | null }
  const all: One[] = []
  const fans = [await newBuyer(), await newBuyer(), await newBuyer(), await newBuyer()]
  for (const fan of fans) {
    const { orderId, buyer } = await goodsOrder(of)
    all.push({ orderId, buyer, intentId: null })
    const { cartId } = await put(of, fan, goods, 2)
    const { intentId, orderId: atStore } = await voucherOf(cartId, fan)
    all.push({ orderId: atStore, intentId, buyer: fan })
  }
  // Something to be picked up at a venue, whose hours end within the days that pass.
  const to = now() + 3 * day
  const atVenue = await onSale(of, {
    pickUp: { venueName: 'Star Hall', windows: [{ from: to - day, to }] },
    windows: [{ audience: 'public', planIds: [], startAt: now() - day, endAt: now() + 3_600_000 }],
  })
  const visitor = await newBuyer()
  await payCart((await put(of, visitor, atVenue, 3)).cartId, visitor)
  const { order_id: pickedUp } = await orderOf(visitor)
  all.push({ orderId: pickedUp, intentId: null, buyer: visitor })
  const buyers = [...new Set(all.map(({ buyer }) => buyer.uid))]
  await told({ duplicate: 0.2, shuffle: true })
  const act = async <O extends Operation>(operation: O, payload: PayloadOf<O>, by: Person) => {
    const answer = await request(operation, JSON.stringify(payload), by)
    if (answer.status >= 500) throw new Error(`seed ${seed}: ${operation.name} answered ${answer.body}`)
  }
  const sessions: string[] = []
  /** Buys pieces by card; a separate random draw decides whether it is ever paid. */
  const buy = async () => {
    const fan = pick(fans)
    const wanted = { ...of.ids, goodsId: goods.goodsId, variationId: goods.variationId, quantity: lot() < 0.7 ? 1 : 3 }
    await act(carts.addGoodsToCart, wanted, fan)
    const [cart] = JSON.parse((await request(carts.getCarts, '{}', fan)).body).carts
    if (!cart) return
    const said = JSON.stringify({ cartId: cart.cartId, returnPath: null })
    const { status, body } = await request(carts.purchaseGoodsByCart, said, fan)
    if (status >= 500) throw new Error(`seed ${seed}: a purchase answered ${body}`)
    if (status === 200) sessions.push(sessionIn(JSON.parse(body).sessionUrl))
  }
  const happens = (what: object) => told(what).catch(() => null)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(lot() * from.length)] as T
  const linesIn = async ({ orderId }: Pick<One, 'orderId'>) =>
    (await pool().query('select line_id from order_lines where order_id = $1', [orderId])).rows as { line_id: string }[]
  const acts: ((one: One) => Promise<unknown>)[] = [
    buy,
    buy,
    () => (sessions.length > 0 ? happens({ action: 'paySession', session: pick(sessions) }) : Promise.resolve()),
    () => (sessions.length > 0 ? happens({ action: 'paySession', session: sessions.at(-1) }) : Promise.resolve()),
    () => (sessions.length > 0 ? happens({ action: 'expireSession', session: pick(sessions) }) : Promise.resolve()),
    ({ intentId }) => (intentId ? happens({ action: 'payAtStore', intent: intentId }) : Promise.resolve()),
    ({ orderId, buyer }) => act(orders.cancelPaymentKonbini, { orderId }, buyer),
    ({ orderId }) =>
      act(fulfillments.cancelOrder, { ...of.ids, orderId, reason: 'lot', restock: lot() < 0.5 }, of.owner),
    ({ orderId }) => act(staffOrders.refundOrder, { ...of.ids, orderId, amount: 500, reason: 'lot' }, of.owner),
    async (one) => {
      const [line] = await linesIn(one)
      const lines = [{ lineId: line?.line_id ?? '', quantity: 1 }]
      await act(
        staffOrders.refundOrder,
        { ...of.ids, orderId: one.orderId, lines, restock: true, reason: 'lot' },
        of.owner,
      )
    },
    ({ orderId }) => act(fulfillments.startPreparing, { ...of.ids, orderIds: [orderId] }, of.owner),
    ({ orderId }) =>
      act(
        fulfillments.shipOrders,
        {
          ...of.ids,
          provider: providers[0],
          providerName: '',
          parcels: [{ orderId, trackingNumber: '' }],
          notify: false,
        },
        of.owner,
      ),
    async (one) => {
      const [line] = await linesIn(one)
      const parcel = {
        lines: [{ lineId: line?.line_id ?? '', quantity: 1 }],
        provider: providers[0],
        providerName: '',
        trackingNumber: '',
        trackingUrl: '',
        note: '',
        shippedAt: lot() < 0.5 ? null : now(),
        notify: false,
      }
      await act(fulfillments.createFulfillment, { ...of.ids, orderId: one.orderId, ...parcel }, of.owner)
    },
    ({ orderId }) => act(fulfillments.markDelivered, { ...of.ids, orderIds: [orderId] }, of.owner),
    async ({ orderId }) => {
      const { rows } = await pool().query('select fulfillment_id from fulfillments where order_id = $1', [orderId])
      const fulfillmentId = rows[0]?.fulfillment_id
      if (fulfillmentId)
        await act(fulfillments.stepFulfillmentBack, { ...of.ids, orderId, fulfillmentId, reason: 'lot' }, of.owner)
    },
    async ({ orderId }) => {
      const { rows } = await pool().query('select fulfillment_id from fulfillments where order_id = $1', [orderId])
      const fulfillmentId = rows[0]?.fulfillment_id
      const said = { reason: pick(returnReasons), postage: 900, note: '' }
      if (fulfillmentId)
        await act(fulfillments.recordParcelReturn, { ...of.ids, orderId, fulfillmentId, ...said }, of.owner)
    },
    async ({ orderId }) => {
      const { rows } = await pool().query(
        `select fulfillment_id as "fulfillmentId", returned_at as "at" from parcel_returns where order_id = $1`,
        [orderId],
      )
      const its = rows[0] as { fulfillmentId: string; at: Date } | undefined
      const undo = its && { fulfillmentId: its.fulfillmentId, expectedReturnedAt: its.at.getTime() }
      if (undo) await act(fulfillments.undoParcelReturn, { ...of.ids, orderId, ...undo }, of.owner)
    },
    async ({ orderId }) => {
      const { rows: left } = await pool().query(
        `select line_id as "lineId", quantity - refunded_quantity as quantity from order_lines
          where order_id = $1 and quantity > refunded_quantity`,
        [orderId],
      )
      const lines = left as { lineId: string; quantity: number }[]
      const shippingFee = lot() < 0.3 ? 100 : 0
      await act(staffOrders.refundOrder, { ...of.ids, orderId, lines, shippingFee, reason: 'lot' }, of.owner)
    },
    async ({ orderId }) => {
      const { rows } = await pool().query('select intent_id, total from orders where order_id = $1', [orderId])
      const amount = Math.max(1, Math.floor(rows[0].total * lot()))
      await happens({ action: 'createDispute', intent: rows[0].intent_id, amount })
    },
    async ({ orderId }) => {
      const { rows } = await pool().query(
        `select body->>'id' as id from sandbox_objects where object = 'dispute' and body->>'status' = 'needs_response'
          and body->>'payment_intent' = (select intent_id from orders where order_id = $1)`,
        [orderId],
      )
      if (rows[0]) await happens({ action: 'closeDispute', dispute: rows[0].id, status: lot() < 0.7 ? 'won' : 'lost' })
    },
    async ({ orderId }) => {
      const { rows } = await pool().query(
        `select provider_refund_id as id from refunds where order_id = $1 and state in ('succeeded', 'requiresCustomerAction')`,
        [orderId],
      )
      if (!rows[0]) return
      if (lot() < 0.5) await happens({ action: 'bounceRefund', refund: rows[0].id })
      else await happens({ action: 'answerRefund', refund: rows[0].id, status: lot() < 0.5 ? 'failed' : 'succeeded' })
    },
    async () => {
      const [line] = await linesIn({ orderId: pickedUp })
      const lines = [{ lineId: line?.line_id ?? '', quantity: 1 }]
      await act(eventGoods.pickUpOrderLines, { tenantId: of.tenantId, orderId: pickedUp, lines }, of.owner)
    },
    ({ orderId }) => act(fulfillments.holdOrder, { ...of.ids, orderId, reason: 'lot' }, of.owner),
    ({ orderId }) => act(fulfillments.releaseOrder, { ...of.ids, orderId }, of.owner),
    ({ orderId }) =>
      act(staffOrders.resolveLatePayment, { ...of.ids, orderId, action: lot() < 0.5 ? 'accept' : 'refund' }, of.owner),
  ]
  for (let step = 0; step < steps; step++) {
    const drawn = Array.from({ length: 4 }, () => ({ doing: pick(acts), one: pick(all) }))
    await Promise.all(drawn.map(({ doing, one }) => doing(one)))
    if (lot() < 0.3) await settled()
    if (lot() < 0.1) await moveTo(now() + day)
    expect([seed, await strayMoves(), await stockProblems()]).toEqual([seed, [], []])
    expect([seed, await waitsForNothing(), await waitsWrongly()]).toEqual([seed, [], []])
  }
  // Whatever is still open lapses, and all that the provider has to tell is told.
  for (const days of [1, 4, 1]) {
    await moveTo(now() + days * day)
    await settled()
  }
  expect([seed, await strayMoves(), await stockProblems()]).toEqual([seed, [], []])
  expect(await stockOf(goods.variationId), `seed ${seed}`).toMatchObject({ reserved: 0 })
  const books = await ledger(of.tenantId)
  expect([seed, books.cash ?? 0]).toEqual([seed, await heldByProvider(buyers)])
  // So that a walk that went nowhere proves nothing.
  expect((await movesOf('payment')).length).toBeGreaterThan(4)
  expect((await movesOf('goods')).length).toBeGreaterThan(4)
})

test('A9, control: a state that is written without checking the one before is reported as an unlisted move', async () => {
  const of = await club()
  const { orderId } = await goodsOrder(of)
  expect(await strayMoves()).toEqual([])
  const naive = (state: PaymentState) =>
    pool().query('update orders set payment_state = $2 where order_id = $1', [orderId, state])
  await naive('refunded')
  expect(await strayMoves()).toEqual([])
  await naive('expired')
  expect(await strayMoves()).toEqual([{ order_id: orderId, was: 'refunded', becomes: 'expired' }])
  await owner.query('delete from order_moves')
})

describe('A5, control: what waits of an order is looked at', () => {
  /** Income that is taken back without a look at what was paid and what is to be sent. */
  const naively = async (order: { tenantId: string; brandId: string; orderId: string }, amount: number) => {
    const entries = entriesOf(null, ['brandPayable', 'gross', amount], ['deferred', 'gross', -amount])
    const movement = { kind: 'unshipped' as const, fact: `naive:${newId('fact')}`, occurredAt: now(), entries }
    await book(database(), newId, movement, order)
  }
  const reported = async () => (await waitsWrongly()).map(({ order_id }) => order_id)

  test('also where its money is gone: a parcel that was sent, disputed, lost and stepped back', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    const { fulfillment } = await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    const { id: dispute } = await told<{ id: string }>({ action: 'createDispute', intent: order.intentId })
    await told({ action: 'closeDispute', dispute, status: 'lost' })
    await settled()
    const its = { ...order.of, fulfillmentId: fulfillment.fulfillmentId, reason: 'It never left' }
    await ask(fulfillments.stepFulfillmentBack, its, of.owner)
    expect(await reported()).toEqual([])
    await naively(order, 2200)
    expect(await reported()).toEqual([order.orderId])
    await naively(order, -2200)
    expect(await reported()).toEqual([])
  })

  test('also of what is picked up at a venue', async () => {
    const [of, fan] = [await club(), await newBuyer()]
    await payCart((await put(of, fan, await onSale(of), 2)).cartId, fan)
    const { order_id: orderId } = await orderOf(fan)
    const order = { ...of.ids, orderId }
    expect(await reported()).toEqual([])
    await naively(order, -1000)
    expect(await reported()).toEqual([orderId])
    await naively(order, 1000)
    expect(await reported()).toEqual([])
  })
})
