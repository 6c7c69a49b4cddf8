import { appendFileSync } from 'node:fs'
import pLimit from 'p-limit'
import pg from 'pg'
import { test } from 'vitest'
import { subscriptions } from '#membership/subscriptions/contract.ts'
import { orderById } from '#money/orders/queries.server.ts'
import { settlePaid } from '#money/orders/settle.server.ts'
import { locked, workOf } from '#money/orders/work.server.ts'
import { callbackContext } from '#program/workContext.ts'
import { ask, type Person, person } from '../../tests/support/club'
import { shop } from '../../tests/support/shop'
import { adminUrl } from '../../tests/support/world'
import type { Told } from '../bookings'
import { connections, rounds } from '../measure'
import { mostSeen, type Waits, watched } from '../waits'

/*
 * Bookings of one brand against those of as many brands as there are callers, by turns. A booking is a fan who joins: the order, and what
 * its payment does, each a transaction as operations and callbacks have it. What waits for a lock meanwhile is looked at a hundred times a second.
 */
process.env.DATABASE_POOL = String(connections)

type Shop = Awaited<ReturnType<typeof shop>>

const book = async (of: Shop, fan: Person) => {
  const { sessionUrl } = await ask(subscriptions.purchasePlanSubscriptionKonbini, of.of, fan)
  const orderId = sessionUrl.split('/').at(-1) ?? ''
  const context = callbackContext()
  await context.transaction(async (tx) => {
    const work = workOf(context, tx)
    const order = await locked(work, () => orderById(tx.db, orderId))
    if (!order) throw new Error(`no order at ${sessionUrl}`)
    const payment = { amount: order.total, currency: 'jpy', at: context.now, intentId: null }
    if (!(await settlePaid(work, order, payment))) throw new Error(`${orderId} was not settled`)
  })
}

const count = Number(process.env.BENCH_BOOKINGS ?? 480)
/** As many at a time. */
const slice = 80

/** Seconds in which `connections` callers have each of these fans join the next of these brands. */
const booked = (shops: readonly Shop[], fans: readonly Person[], waits: Waits, client: pg.Client) =>
  watched(client, waits, () => pLimit(connections).map(fans, (fan, n) => book(shops[n % shops.length] as Shop, fan)))

const shopsOf = async (brands: number) => {
  const shops: Shop[] = []
  for (let n = 0; n < brands; n++) shops.push(await shop())
  return shops
}

test('bookings', async () => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const fans = await pLimit(connections).map(Array.from({ length: count }), () => person())
  await booked(await shopsOf(connections), fans, new Map(), client) // warm up
  for (let round = 0; round < rounds; round++) {
    const sides = [await shopsOf(connections), await shopsOf(1)].map((shops) => ({
      shops,
      took: 0,
      waits: new Map() as Waits,
    }))
    // Some by turns, first the one and then the other: whatever else the machine does then meets both.
    for (let n = 0; n < fans.length; n += slice, sides.reverse())
      for (const side of sides) side.took += await booked(side.shops, fans.slice(n, n + slice), side.waits, client)
    const [many, one] = sides
      .toSorted((a, b) => b.shops.length - a.shops.length)
      .map(({ took, waits }) => ({
        rate: fans.length / took,
        waits: mostSeen(waits),
      }))
    if (!one || !many) throw new Error('Both sides book.')
    const told: Told = { one: one.rate, many: many.rate, waits: { one: one.waits, many: many.waits } }
    const { BENCH_RESULT } = process.env
    if (BENCH_RESULT) appendFileSync(BENCH_RESULT, `${JSON.stringify(told)}\n`)
    else process.stdout.write(`${JSON.stringify(told, null, 1)}\n`)
  }
  await client.end()
})
