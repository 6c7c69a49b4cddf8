import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { PayloadOf, ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { paymentStates } from '#money/orders/order.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { orderFiles } from '#shop/desk/files/contract.ts'
import { fulfillments } from '#shop/parcels/contract.ts'
import { amountsOf, choicesOf, daysOf } from '#ui/table/written.ts'
import { fillClub } from '../../bench/business/fill'
import { addMember, ask, club, type Person, person, refused } from '../support/club'
import { costOf, statementsOf } from '../support/cost'
import { fileOf } from '../support/file'
import { fills } from '../support/fill'
import type { Club } from '../support/goods'
import { type GoodsOrder, goodsOrder, parcel } from '../support/goodsOrder'
import { moveTo } from '../support/shop'
import { adminUrl } from '../support/world'

const found = async (of: Club, filter: object, by: Person = of.owner) => {
  const { orders, counts, pagination } = await ask(staffOrders.getOrders, { ...of.ids, ...filter }, by)
  // What a tab says that it holds is what it shows.
  expect(pagination.totalCount).toBe(orders.length)
  expect(counts.all).toBeGreaterThanOrEqual(orders.length)
  return orders.map(({ orderId }) => orderId)
}
const inFile = async (of: Club, filter: object) => {
  const { exportId } = await ask(
    orderFiles.exportOrders,
    { ...of.ids, format: 'standard', encoding: 'utf8bom', ...filter },
    of.owner,
  )
  const { rows } = await fileOf(exportId)
  return [...new Set(rows.map(([orderNumber]) => orderNumber))]
}
const idsOf = (...orders: GoodsOrder[]) => orders.map(({ orderId }) => orderId)
const numbersOf = (...orders: GoodsOrder[]) => orders.map(({ orderNumber }) => orderNumber)

describe('who bought', () => {
  const called = (buyer: Person, name: string) =>
    pool().query('update people set display_name = $2 where uid = $1', [buyer.uid, name])
  const sentTo = (order: GoodsOrder, by: Person, recipientName: string) =>
    ask(
      fulfillments.updateOrderAddress,
      {
        ...order.of,
        recipientName,
        recipientPhone: '09012345678',
        postalCode: '1500041',
        prefecture: '東京都',
        town: '渋谷区神南',
        address: '1-2-3',
        building: '',
      },
      by,
    )

  test('finds every order by the whole e-mail address of the buyer, for who may see it', async () => {
    const of = await club()
    const [mine] = [await goodsOrder(of), await goodsOrder(of)]
    const { email } = mine.buyer
    expect(await found(of, { q: ` ${email.toUpperCase()} ` })).toEqual(idsOf(mine))
    expect(await found(of, { q: email.slice(1) })).toEqual([])
    expect(await inFile(of, { q: email })).toEqual(numbersOf(mine))
    expect(await ask(staffOrders.getOrderIds, { ...of.ids, q: email }, of.owner)).toMatchObject({
      orders: [{ orderId: mine.orderId }],
    })
    const shipper = await person()
    await addMember(of.tenantId, shipper, 'shipper')
    expect(await found(of, { q: email }, shipper)).toEqual([])
    expect(await ask(staffOrders.getOrders, of.ids, shipper)).toMatchObject({ findsByEmail: false })
    expect((await ask(staffOrders.getOrderIds, { ...of.ids, q: email }, shipper)).orders).toEqual([])
    const elsewhere = await club()
    expect(await found(elsewhere, { q: email })).toEqual([])
  })

  test('finds an order by the digits of its number as they are read out, without the zeros before them', async () => {
    const of = await club()
    const [mine] = [await goodsOrder(of), await goodsOrder(of)]
    const [number = ''] = numbersOf(mine)
    const digits = String(Number(number.slice(2)))
    for (const q of [digits, ` ${digits} `, number.slice(2), number.toLowerCase()])
      expect(await found(of, { q }), q).toEqual(idsOf(mine))
    expect(await inFile(of, { q: digits })).toEqual([number])
    expect(await found(of, { q: `${digits}0` })).toEqual([])
  })

  test('finds an order, by the name of the account or of the address, with or without the space', async () => {
    const of = await club()
    const [mine, hers] = [await goodsOrder(of), await goodsOrder(of)]
    await called(mine.buyer, 'Ｌｕｎａ Park')
    await sentTo(hers, of.owner, '月島　ひかり')
    expect(await found(of, { q: 'luna' })).toEqual(idsOf(mine))
    expect(await found(of, { q: 'Ｌｕｎａｐａｒｋ' })).toEqual(idsOf(mine))
    for (const q of ['月島ひかり', '月島 ひかり', 'ひかり']) expect(await found(of, { q }), q).toEqual(idsOf(hers))
    expect(await found(of, { q: '100%' })).toEqual([])
    expect(await inFile(of, { q: '月島ひかり' })).toEqual(numbersOf(hers))
  })

  test('an address finds for those who may read it, and no longer than it is shown', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await called(order.buyer, 'Luna')
    await sentTo(order, of.owner, '月島 ひかり')
    const [shipper, accountant] = [await person(), await person()]
    await addMember(of.tenantId, shipper, 'shipper')
    await addMember(of.tenantId, accountant, 'accountant')
    expect(await found(of, { q: '月島' }, shipper)).toEqual(idsOf(order))
    expect(await found(of, { q: '月島' }, accountant)).toEqual([])
    expect(await found(of, { q: 'Luna' }, accountant)).toEqual(idsOf(order))
    await ask(fulfillments.createFulfillment, parcel(order), of.owner)
    await ask(fulfillments.markDelivered, { ...of.ids, orderIds: [order.orderId] }, of.owner)
    expect(await found(of, { q: '月島' })).toEqual(idsOf(order))
    await moveTo(now() + 91 * day)
    expect(await found(of, { q: '月島' })).toEqual([])
    expect(await inFile(of, { q: '月島' })).toEqual([])
    expect(await found(of, { q: 'Luna' })).toEqual(idsOf(order))
  })
})

test('a text is looked for once, for the list and the counts of all its tabs', async () => {
  const { ids, owner } = await club()
  const asked = await statementsOf(() => ask(staffOrders.getOrders, { ...ids, q: 'Shirt' }, owner))
  expect(asked.filter(({ text }) => text.includes('with newest'))).toHaveLength(1)
})

test('a club of whose few orders the statistics know nothing is searched once, not again for each order', async () => {
  const [large, small] = [await club(), await club()]
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const fill = ({ tenantId, brandId }: Club['ids'], count: number) =>
    client.query(fills.goodsOrders, [tenantId, brandId, 0, count])
  try {
    await fill(large.ids, 3000)
    await client.query('vacuum analyze')
    await fill(small.ids, 500)
    for (const q of ['123456789012', 'Shirt', 'Unicorn', 'B-12', '12']) {
      const { pages } = await costOf(client, () => ask(staffOrders.getOrders, { ...small.ids, q }, small.owner))
      expect(pages, q).toBeLessThan(500 * 30)
    }
  } finally {
    await client.end()
  }
})

describe('what narrows the list', () => {
  test('when a parcel left and with whom: the same parcel', async () => {
    const of = await club()
    const [first, second, waiting] = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
    const start = now()
    await pool().query(`update orders set placed_at = placed_at - interval '40 days' where tenant_id = $1`, [
      of.tenantId,
    ])
    const send = (order: GoodsOrder, values: object) =>
      ask(fulfillments.createFulfillment, { ...parcel(order, values), notify: false }, of.owner)
    const [line, other] = first.lines
    const part = (one: typeof line) => ({ lines: [{ lineId: one?.lineId ?? '', quantity: one?.quantity ?? 0 }] })
    await send(first, { ...part(line), provider: 'yamato', shippedAt: start - 20 * day })
    await send(first, { ...part(other), provider: 'sagawa', shippedAt: start - 10 * day })
    await send(second, { provider: 'other', providerName: '福山通運', shippedAt: start - 10 * day })
    await send(waiting, { provider: 'yamato', shippedAt: null })
    const asked = async (filter: object, ...orders: GoodsOrder[]) => {
      expect(new Set(await found(of, filter))).toEqual(new Set(idsOf(...orders)))
      expect(new Set(await inFile(of, filter))).toEqual(new Set(numbersOf(...orders)))
    }
    await asked({ carrier: 'yamato' }, first, waiting)
    await asked({ carrier: 'other' }, second)
    await asked({ carrier: 'clickPost' })
    await asked({ shippedFrom: start - 15 * day }, first, second)
    await asked({ shippedTo: start - 15 * day }, first)
    await asked({ shippedFrom: start - 20 * day, shippedTo: start - 20 * day + 1 }, first)
    await asked({ shippedFrom: start - 19 * day, shippedTo: start - 11 * day })
    await asked({ carrier: 'yamato', shippedFrom: start - 15 * day })
    await asked({ carrier: 'sagawa', shippedFrom: start - 15 * day, tab: 'shipped' }, first)
    const { counts } = await ask(staffOrders.getOrders, { ...of.ids, tab: 'todo', carrier: 'yamato' }, of.owner)
    expect(counts).toMatchObject({ todo: 0, preparing: 1, shipped: 1, all: 2 })
  })

  test('when a parcel left: of thousands and of a few', async () => {
    const of = await club()
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query('set session_replication_role = replica')
    await fillClub(client, of.ids, { terms: 1000, orders: 6000 }, new Date(now()).toISOString())
    await client.end()
    const sentBetween = async (from: number, to: number) =>
      (
        await pool().query(
          `select distinct o.order_id, o.placed_at from orders o join fulfillments f on f.tenant_id = o.tenant_id and f.order_id = o.order_id
           where o.tenant_id = $1 and f.shipped_at >= $2 and f.shipped_at < $3 order by o.placed_at desc, o.order_id desc`,
          [of.tenantId, new Date(from), new Date(to)],
        )
      ).rows.map(({ order_id }) => order_id)
    for (const [from, to] of [
      [now() - 1095 * day, now()],
      [now() - 30 * day, now()],
      [now() - 5 * day, now()],
      [now() - 500 * day, now() - 490.5 * day],
    ] as const) {
      const all = await sentBetween(from, to)
      const asked = { ...of.ids, shippedFrom: from, shippedTo: to, pagination: { limit: 20, offset: 0 } }
      const { orders, pagination } = await ask(staffOrders.getOrders, asked, of.owner)
      expect([orders.map(({ orderId }) => orderId), pagination.totalCount]).toEqual([all.slice(0, 20), all.length])
    }
    expect((await sentBetween(now() - 1095 * day, now())).length).toBeGreaterThan(1000)
  })

  test('where it stands with the money and with the parcels: any of those that are named', async () => {
    const of = await club()
    const [unpaid, held, sent, waiting] = [
      await goodsOrder(of, { isUnpaid: true }),
      await goodsOrder(of),
      await goodsOrder(of),
      await goodsOrder(of),
    ]
    await ask(fulfillments.holdOrder, { ...held.of, reason: 'asked' }, of.owner)
    await ask(fulfillments.createFulfillment, parcel(sent), of.owner)
    const asked = async (filter: object, ...orders: GoodsOrder[]) => {
      expect(new Set(await found(of, filter))).toEqual(new Set(idsOf(...orders)))
      expect(new Set(await inFile(of, filter))).toEqual(new Set(numbersOf(...orders)))
      const { orders: some } = await ask(staffOrders.getOrderIds, { ...of.ids, ...filter }, of.owner)
      expect(new Set(some.map(({ orderId }) => orderId))).toEqual(new Set(idsOf(...orders)))
    }
    await asked({ fulfillmentState: ['onHold'] }, held)
    await asked({ fulfillmentState: ['onHold', 'unfulfilled'], paymentState: ['paid'] }, held, waiting)
    await asked({ paymentState: ['awaitingPayment', 'refunded'] }, unpaid)
    await asked({ paymentState: ['paid'], fulfillmentState: ['shipped', 'onHold'] }, held, sent)
    await asked({ fulfillmentState: ['onHold'], tab: 'todo' }, held)
    await asked({ fulfillmentState: ['onHold'], tab: 'shipped' })
    await asked({ paymentState: [], fulfillmentState: [] }, unpaid, held, sent, waiting)
    const page = async (offset: number) => {
      const said = { ...of.ids, fulfillmentState: ['onHold', 'shipped'] as const, pagination: { limit: 1, offset } }
      const { orders, pagination } = await ask(
        staffOrders.getOrders,
        { ...said, fulfillmentState: [...said.fulfillmentState] },
        of.owner,
      )
      return [pagination.totalCount, ...orders.map(({ orderId, items }) => [orderId, items.length > 0])]
    }
    expect([await page(0), await page(1), await page(2)]).toEqual([
      [2, [sent.orderId, true]],
      [2, [held.orderId, true]],
      [2],
    ])
    const wrong = await refused(staffOrders.getOrders, { ...of.ids, fulfillmentState: ['lost'] } as never, of.owner)
    expect(wrong).toMatchObject({ status: 400, code: 'validation' })
    // All that narrowed a file is written down with it.
    const { rows } = await pool().query(
      `select payload from audit_log where tenant_id = $1 and operation = 'exportOrders' order by at limit 1`,
      [of.tenantId],
    )
    expect(rows[0].payload).toEqual({ format: 'standard', encoding: 'utf8bom', fulfillmentState: ['onHold'] })
  })

  test('of which event its goods are', async () => {
    const of = await club()
    const [shirt, badge, other] = [await goodsOrder(of), await goodsOrder(of), await goodsOrder(of)]
    const isOf = async (order: GoodsOrder, n: number, eventId: string) => {
      const { rows } = await pool().query('select goods_id from order_lines where line_id = $1', [
        order.lines[n]?.lineId,
      ])
      await pool().query(
        `insert into event_goods (tenant_id, goods_id, brand_id, event_id, delivery, pick_up, created_at)
         values ($1, $2, $3, $4, 'shipping', '{"venueName": "", "windows": []}', now())`,
        [of.tenantId, rows[0].goods_id, of.ids.brandId, eventId],
      )
    }
    await isOf(shirt, 0, 'event_tour')
    await isOf(badge, 1, 'event_tour')
    await isOf(other, 0, 'event_winter')
    expect(new Set(await found(of, { eventId: 'event_tour' }))).toEqual(new Set(idsOf(shirt, badge)))
    expect(new Set(await inFile(of, { eventId: 'event_tour' }))).toEqual(new Set(numbersOf(shirt, badge)))
    expect(await found(of, { eventId: 'event_winter', tab: 'todo' })).toEqual(idsOf(other))
    expect(await found(of, { eventId: 'event_none' })).toEqual([])
    expect(await inFile(of, { eventId: 'event_none' })).toEqual([])
  })

  test('the total, both ends among it', async () => {
    const of = await club()
    const small = await goodsOrder(of, { lines: [{ name: 'Badge', unitPrice: 500, quantity: 1 }], shippingFee: 0 })
    const large = await goodsOrder(of, { lines: [{ name: 'Box', unitPrice: 9500, quantity: 1 }], shippingFee: 500 })
    expect([small.total, large.total]).toEqual([500, 10_000])
    expect(await found(of, { amountFrom: 501 })).toEqual(idsOf(large))
    expect(await found(of, { amountTo: 9999 })).toEqual(idsOf(small))
    expect(await found(of, { amountFrom: 500, amountTo: 500 })).toEqual(idsOf(small))
    expect(await found(of, { amountFrom: 10_000, tab: 'todo' })).toEqual(idsOf(large))
    expect(await found(of, { amountFrom: 501, amountTo: 9999 })).toEqual([])
    expect(await inFile(of, { amountFrom: 501 })).toEqual(numbersOf(large))
  })

  test('a tab says what it holds where nothing is narrowed, however old that is', async () => {
    const of = await club()
    const order = await goodsOrder(of)
    await pool().query(
      `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
       select $1, $2, 'many_' || $2 || n, 'M-' || n, 'fan_' || n, 'plan', 'card', 'paid', 'k', 500, 500, 'ja', at, at, at
       from generate_series(1, 10001) n, lateral (select to_timestamp($3::bigint / 1000) + n * interval '1 second' as at) t`,
      [of.tenantId, of.ids.brandId, now()],
    )
    const { counts } = await ask(staffOrders.getOrders, of.ids, of.owner)
    expect(counts).toMatchObject({ todo: 1, done: 10_000, all: 10_000 })
    const { orders } = await ask(staffOrders.getOrders, { ...of.ids, tab: 'todo' }, of.owner)
    expect(orders.map(({ orderId }) => orderId)).toEqual(idsOf(order))
  })
})

describe('all that match', () => {
  test('are walked through part by part, each once, while an act moves them to another tab', async () => {
    const of = await club()
    const many = 450
    await pool().query(
      `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state, held_from, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
       select $1, $2, 'walk_' || $2 || n, 'W-' || n, 'fan_' || n, 'goods', 'card', 'paid', case when n % 100 = 7 then 'onHold' else 'unfulfilled' end,
         case when n % 100 = 7 then 'unfulfilled' end, 'k', 500, 500, 'ja', at, at, at
       from generate_series(1, $4::int) n, lateral (select to_timestamp($3::bigint / 1000) - (n / 3) * interval '1 minute' as at) t`,
      [of.tenantId, of.ids.brandId, now(), many],
    )
    const tried: string[] = []
    const left: string[] = []
    const sizes: number[] = []
    let after: ResultOf<typeof staffOrders.getOrderIds>['next'] = null
    do {
      const filter = { ...of.ids, tab: 'todo' as const, amountTo: 500 }
      const { orders, next }: ResultOf<typeof staffOrders.getOrderIds> = await ask(
        staffOrders.getOrderIds,
        { ...filter, after: after ?? undefined },
        of.owner,
      )
      const orderIds = orders.map(({ orderId }) => orderId)
      const { results } = await ask(fulfillments.startPreparing, { ...of.ids, orderIds }, of.owner)
      left.push(...results.filter(({ result }) => result !== 'ok').map(({ result }) => result))
      tried.push(...orderIds)
      sizes.push(orderIds.length)
      after = next
    } while (after)
    expect(sizes).toEqual([200, 200, 50])
    expect(new Set(tried).size).toBe(many)
    expect(left).toEqual(Array.from({ length: 5 }, () => 'onHold'))
    const { counts } = await ask(staffOrders.getOrders, of.ids, of.owner)
    expect(counts).toMatchObject({ todo: 5, preparing: many - 5 })
  })
})

describe('in the address', () => {
  test('days are days of Japan, the last one with all its hours', () => {
    expect(daysOf('2026-11-01', '2026-11-02')).toEqual({
      from: Date.UTC(2026, 9, 31, 15),
      to: Date.UTC(2026, 10, 2, 15),
    })
  })

  test('states are those that there are, each once and in their order', () => {
    expect(choicesOf('refunded,paid,paid,lost', paymentStates)).toEqual(['paid', 'refunded'])
    expect(choicesOf('', paymentStates)).toEqual([])
  })

  test('what is no span of amounts narrows nothing', () => {
    expect(amountsOf('1000', '5000', 99_999)).toEqual({ from: 1000, to: 5000 })
    expect(amountsOf('1000', '', 99_999)).toEqual({ from: 1000 })
    expect(amountsOf('', '5000', 99_999)).toEqual({ to: 5000 })
    expect(amountsOf('5000', '1000', 99_999)).toEqual({})
    for (const text of ['0', '-5', '1.5', 'NaN', '1e3', '100000', '１０００'])
      expect(amountsOf(text, '', 99_999)).toEqual({})
  })
})

/** How often questions about orders were asked by a plan of their own, on any connection: each knows only what it has prepared. */
const ownPlans = async (asking: string) => {
  const clients = await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect()))
  const counts = await Promise.all(
    clients.map((client) =>
      client.query<{ own: number; common: number }>(
        `select coalesce(sum(custom_plans), 0)::int as own, coalesce(sum(generic_plans), 0)::int as common
         from pg_prepared_statements where statement like '%from "orders"%' and statement like $1`,
        [`%${asking}%`],
      ),
    ),
  )
  for (const client of clients) client.release()
  const sumOf = (plans: 'own' | 'common') => counts.reduce((sum, { rows }) => sum + (rows[0]?.[plans] ?? 0), 0)
  return { own: sumOf('own'), common: sumOf('common') }
}

test('what may be common or rare is planned for its values each time, what is found by its key once a connection', async () => {
  const of = await club()
  await goodsOrder(of)
  const [before, byCarrier] = [await ownPlans(''), await ownPlans('f.provider = ')]
  const [{ orderId } = { orderId: '' }] = (await ask(staffOrders.getOrders, of.ids, of.owner)).orders
  // A connection knows after five times what the values change.
  for (let times = 0; times < 6 * pool().totalCount; times++)
    await ask(staffOrders.getOrder, { ...of.ids, orderId }, of.owner)
  expect((await ownPlans('')).common).toBeGreaterThan(before.common)
  await found(of, { carrier: 'yamato' })
  await found(of, { carrier: 'sagawa' })
  const after = await ownPlans('f.provider = ')
  expect(after.own).toBeGreaterThanOrEqual(byCarrier.own + 2)
  expect(after.common).toBe(0)
})

describe('sorted', () => {
  test('by when they were placed and by total, the pages and the parts of an act in one order, each order once', async () => {
    const of = await club()
    // Three of each moment, five of each total: what is equal is told apart by the rest.
    await pool().query(
      `insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, fulfillment_state, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
       select $1, $2, 'sort_' || $2 || n, 'S-' || n, 'fan_' || n, 'goods', 'card', 'paid', 'unfulfilled', 'k', 100 + n % 90, 100 + n % 90, 'ja', at, at, at
       from generate_series(1, 450) n, lateral (select to_timestamp($3::bigint / 1000) - (n / 3) * interval '1 minute' as at) t`,
      [of.tenantId, of.ids.brandId, now()],
    )
    type Order = ResultOf<typeof staffOrders.getOrders>['orders'][number]
    const key = {
      placedAt: ({ placedAt, orderId }: Order) => [placedAt, orderId] as const,
      total: ({ total, placedAt, orderId }: Order) => [total, placedAt, orderId] as const,
    }
    const compared = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
      const at = a.findIndex((one, n) => one !== b[n])
      return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
    }
    for (const sort of ['placedAt', '-placedAt', 'total', '-total'] as const) {
      const shown: Order[] = []
      for (let offset = 0; offset < 450; offset += 100) {
        const page = { limit: 100, offset }
        const asked = { ...of.ids, tab: 'todo' as const, sort, pagination: page }
        shown.push(...(await ask(staffOrders.getOrders, asked, of.owner)).orders)
      }
      const by = sort.endsWith('total') ? key.total : key.placedAt
      const sign = sort.startsWith('-') ? -1 : 1
      const expected = shown.toSorted((a, b) => sign * compared(by(a), by(b))).map(({ orderId }) => orderId)
      expect(new Set(expected).size).toBe(450)
      expect(shown.map(({ orderId }) => orderId)).toEqual(expected)
      const walked: string[] = []
      let after: ResultOf<typeof staffOrders.getOrderIds>['next'] = null
      do {
        const walking: PayloadOf<typeof staffOrders.getOrderIds> = {
          ...of.ids,
          tab: 'todo' as const,
          sort,
          after: after ?? undefined,
        }
        const { orders, next }: ResultOf<typeof staffOrders.getOrderIds> = await ask(
          staffOrders.getOrderIds,
          walking,
          of.owner,
        )
        walked.push(...orders.map(({ orderId }) => orderId))
        after = next
      } while (after)
      expect(walked).toEqual(expected)
    }
  })

  test('by anything else they are not', async () => {
    const of = await club()
    const asked = { ...of.ids, sort: 'uid' as never }
    expect(await refused(staffOrders.getOrders, asked, of.owner)).toMatchObject({ code: 'validation' })
  })
})
