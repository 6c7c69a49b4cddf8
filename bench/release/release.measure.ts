import { appendFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { monthText, tokyoMonth } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { revenue } from '#money/payouts/revenue/contract.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { runDueJobs } from '#server/queue.ts'
import { carts } from '#shop/carts/contract.ts'
import { ask, club, type Person, request, signedInNow } from '../../tests/support/club'
import { makeGoods, newBuyer, stockProblems, variation } from '../../tests/support/goods'
import { told } from '../../tests/support/payments'
import { ledger, sessionIn } from '../../tests/support/shop'
import { heldByProvider } from '../../tests/support/simulation'
import { sandbox } from '../../tests/support/world'
import { connections, cpuOfFamily, median, parentOf } from '../measure'
import type { Told } from '../release'

/*
 * The release day of one brand: more fans than pieces, each by the operations that its pages call, the provider's sandbox telling of each
 * payment by itself and the queue working beside. Then everything is counted.
 */
process.env.DATABASE_POOL = String(connections)

const count = Number(process.env.SOAK_RELEASE ?? 10_000)
const sizes = ['S', 'M', 'L', 'XL']
/** One of five goes away without. */
const pieces = Math.max(1, Math.floor(count / sizes.length))
const buyers = Math.ceil(pieces * sizes.length * 1.25)
/** Nobody begins to buy after this many milliseconds. */
const longest = Number(process.env.SOAK_RELEASE_SECONDS ?? 540) * 1000

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await pool().query(text, values)).rows as Row[]

/** What a page waits for after the provider's: the payment is told of, and the history says that it is there. */
const isPaid = async (fan: Person) => {
  const { historyItems } = await ask(orders.getFanClubOrderHistory, { pagination: { offset: 0, limit: 1 } }, fan)
  return historyItems[0]?.status === 'active'
}
const paidWithin = 60_000
/** Milliseconds between two looks of a page. */
const lookEvery = 500
/** At the provider's page nobody asks anything here. */
const fansAtOnce = 3 * connections

/** Parts of the day that are looked at by themselves: an order costs the same in each. */
const parts = 5

type Seconds = { ordered: number[]; paid: number[] }
type Refused = Map<string, number>

// Beside the day itself its fans are made, and everything is counted.
test('a release day', { timeout: 1_500_000 }, async () => {
  const of = await club()
  const made = await makeGoods(of, { name: 'Album', variations: sizes.map((name) => ({ ...variation(pieces), name })) })
  // They told nothing by themselves, and are told at once now.
  await sandbox.stop()
  const provider = startSandbox()
  const fans = await pLimit(connections).map(Array.from({ length: buyers }), () => newBuyer())
  const [backend] = await query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = parentOf(backend?.pid ?? 0)
  /** Milliseconds of processor time so far, where both run on this machine. */
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return { program: (user + system) / 1000, database: cpuOfFamily(server) }
  }

  let isOver = false
  const working = (async () => {
    while (!isOver) {
      await runDueJobs()
      await new Promise((later) => setTimeout(later, 100))
    }
  })()
  const took: Seconds = { ordered: [], paid: [] }
  const refused: Refused = new Map()
  const unforeseen: string[] = []
  const from = performance.now()
  let late = 0

  /** The answer, or undefined where nothing is left, which has to be said in words. */
  const orSoldOut = async (
    operation: typeof carts.addGoodsToCart | typeof carts.purchaseGoodsByCart,
    payload: object,
    fan: Person,
  ) => {
    const { status, body } = await request(operation, JSON.stringify(payload), fan)
    const said = JSON.parse(body)
    if (status === 200) return said
    const isSaid = status === 409 && ['soldOut', 'stockShortage'].includes(said.code) && said.message !== ''
    if (isSaid) refused.set(said.message, (refused.get(said.message) ?? 0) + 1)
    else unforeseen.push(`${operation.name} answered ${status}: ${body}`)
  }

  const looked = [spent()]
  let [done, looks] = [0, 0]
  /** Each part of the fans, whether they bought or not. */
  const look = () => {
    if (++done % Math.ceil(buyers / parts) === 0 || done === buyers) looked.push(spent())
  }

  const buy = async (seen: Person, n: number) => {
    const began = performance.now()
    if (began - from > longest) {
      late++
      return
    }
    const fan = signedInNow(seen)
    const variationId = made.variationIds[n % sizes.length] ?? ''
    const put = await orSoldOut(
      carts.addGoodsToCart,
      { ...of.ids, goodsId: made.goodsId, variationId, quantity: 1 },
      fan,
    )
    if (!put) return
    const { cartId } = put.cart
    const shown = await ask(carts.getPrePurchaseByCart, { cartId }, fan)
    const expectedTotal = shown.orderSummary.totalFee
    const bought = await orSoldOut(carts.purchaseGoodsByCart, { cartId, returnPath: null, expectedTotal }, fan)
    if (!bought) return
    const ordered = performance.now()
    took.ordered.push((ordered - began) / 1000)
    await told({ action: 'paySession', session: sessionIn(bought.sessionUrl) })
    provider.wake()
    while (++looks && !(await isPaid(fan))) {
      if (performance.now() - ordered > paidWithin) return unforeseen.push(`${bought.sessionUrl} was not told of`)
      await new Promise((later) => setTimeout(later, lookEvery))
    }
    took.paid.push((performance.now() - ordered) / 1000)
  }
  await pLimit(fansAtOnce).map(fans, (fan, n) => buy(fan, n).finally(look))
  const seconds = (performance.now() - from) / 1000

  // What is still to be told and done: nothing is left, and nothing has failed.
  await provider.advance()
  isOver = true
  await working
  await runDueJobs()
  await provider.stop()
  const [queue] = await query<{ waiting: number; failed: number }>(
    `select count(*) filter (where state in ('created', 'retry') and start_after <= now() or state = 'active')::int as waiting,
      count(*) filter (where state = 'failed')::int as failed from pgboss.job where name not like '\\_\\_pgboss%'`,
  )
  const stock = await query<{ initial: number; available: number; reserved: number; sold: number }>(
    'select initial, available, reserved, sold from goods_variations where tenant_id = $1 and goods_id = $2',
    [of.tenantId, made.goodsId],
  )
  const sum = (key: keyof (typeof stock)[number]) => stock.reduce((all, row) => all + row[key], 0)
  const [paid] = await query<{ orders: number; pieces: number; total: number; open: number }>(
    `select count(*) filter (where o.payment_state = 'paid')::int as orders,
      coalesce(sum(o.total) filter (where o.payment_state = 'paid'), 0)::int as total,
      count(*) filter (where o.payment_state <> 'paid')::int as open,
      coalesce(sum(l.quantity) filter (where o.payment_state = 'paid'), 0)::int as pieces
    from orders o join order_lines l using (tenant_id, order_id) where o.tenant_id = $1`,
    [of.tenantId],
  )
  const books = await ledger(of.tenantId)
  const [movements] = await query<{ booked: number; unbalanced: number }>(
    `select count(*)::int as booked, count(*) filter (where s.amount <> 0)::int as unbalanced
    from (select sum(e.amount) as amount from ledger_entries e where e.tenant_id = $1 group by e.movement_id) s`,
    [of.tenantId],
  )
  const month = monthText(tokyoMonth(now()))
  const checked = await ask(revenue.checkRevenue, { ...of.ids, month }, signedInNow(of.owner))
  const result: Told = {
    ...{ buyers, late, seconds, refused: [...refused], unforeseen: unforeseen.slice(0, 10) },
    stock: { had: sum('initial'), left: sum('available') + sum('reserved'), sold: sum('sold') },
    orders: { paid: paid?.orders ?? 0, pieces: paid?.pieces ?? 0, open: paid?.open ?? 0 },
    money: {
      ...{
        ordered: paid?.total ?? 0,
        cash: books.cash ?? 0,
        atProvider: await heldByProvider(fans.map(({ uid }) => uid)),
      },
      ledger: Object.values(books).reduce((all, amount) => all + amount, 0),
      ...{ agrees: checked.agrees, movements: movements?.booked ?? 0, unbalanced: movements?.unbalanced ?? 0 },
    },
    queue: { waiting: queue?.waiting ?? 0, failed: queue?.failed ?? 0 },
    processor: looked.slice(1).map(({ program, database }, n) => {
      const before = looked[n] ?? { program, database }
      return { program: program - before.program, database: database - before.database }
    }),
    looks,
    took: { ordered: median(took.ordered), paid: median(took.paid) },
    wrongStock: (await stockProblems()).length,
  }
  const { BENCH_RESULT } = process.env
  if (BENCH_RESULT) appendFileSync(BENCH_RESULT, `${JSON.stringify(result)}\n`)
  else process.stdout.write(`${JSON.stringify(result, null, 1)}\n`)
  expect(result.unforeseen).toEqual([])
})
