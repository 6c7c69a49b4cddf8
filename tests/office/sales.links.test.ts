import { beforeAll, expect, test } from 'vitest'
import type { ResultOf } from '#kit/contract.ts'
import { day } from '#kit/time.ts'
import { dayOf } from '#money/ledger/ledger.ts'
import { orderKinds } from '#money/orders/order.ts'
import { askedOf, rowsOf, type SalesQuery, salesQueries } from '#office/sales/asked.ts'
import { sales } from '#office/sales/contract.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { hrefWith } from '#ui/table/Pager.tsx'
import { ask, person } from '../support/club'
import { onSale, orderOf, secondBrand, tour } from '../support/eventGoods'
import { payCart, put } from '../support/goods'
import { goodsOrder } from '../support/goodsOrder'
import { joinAtStore, joinByCard, moveTo, newFan, settled, shop } from '../support/shop'

/* Every figure of the sales screen against the rows that it opens, both called as the screen calls them. */
type Brand = { tenantId: string; brandId: string }
type Of = Awaited<ReturnType<typeof shop>>
let world: { of: Of; home: Brand; other: Brand; eventId: string; goodsId: string; tourId: string }

/** Ten weeks of a club with two brands: every kind of sale by both ways to pay, and refunds on other days than the sales. */
beforeAll(async () => {
  const of = await shop()
  const { tenantId } = of
  const [home, other] = [of.ids, { tenantId, brandId: await secondBrand(of) }]
  const shares = [
    { brandId: home.brandId, share: 6667 },
    { brandId: other.brandId, share: 3333 },
  ]
  const { eventId } = await ask(events.createDraftEvent, { ...home, ...tour }, of.owner)
  const shirt = await onSale(of, { price: 1001, shares, eventId })
  const own = await onSale(of, { price: 700 })
  const buy = async (pieces: number) => {
    const fan = await person()
    const { cartId } = await put(of, fan, shirt, pieces)
    await put(of, fan, own, 1)
    await payCart(cartId, fan)
    return (await orderOf(fan)).order_id
  }
  const refund = (orderId: string, amount: number) =>
    ask(staffOrders.refundOrder, { ...home, orderId, amount, reason: 'Sorry.' }, of.owner).then(settled)
  await joinByCard(of, await newFan())
  await joinAtStore(of, await newFan())
  const towels = await goodsOrder(of, { shippingFee: 600 })
  await moveTo(now() + 2 * day)
  await buy(1)
  await moveTo(now() + 7 * day)
  const shared = await buy(3)
  await refund(towels.orderId, 1100)
  await moveTo(now() + 20 * day)
  await goodsOrder(of, { shippingFee: 0, lines: [{ name: 'Card', unitPrice: 400, quantity: 2 }] })
  await refund(shared, 500)
  await refund(towels.orderId, 600)
  await moveTo(now() + 40 * day)
  await joinByCard(of, await newFan())
  world = { of, home, other, eventId, goodsId: towels.lines[0]?.goodsId ?? '', tourId: shirt.goodsId }
})

const at = '/tenants/t/brands/b/sales'
const queryIn = (href: string) => {
  const search = new URL(href, 'http://club.test').searchParams
  return Object.fromEntries(salesQueries.map((name) => [name, search.get(name) ?? ''])) as SalesQuery
}

const rowsAt = async (brand: Brand, href: string) => {
  const { filter, listed } = askedOf(queryIn(href), now())
  const asked = { ...brand, ...filter, ...listed, pagination: { limit: 100, offset: 0 } }
  const { sales: rows, pagination } = await ask(sales.getSales, asked, world.of.owner)
  expect(rows).toHaveLength(pagination.totalCount)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return { gross: sum((row) => row.gross), refunds: sum((row) => row.refunded ?? 0), orders: rows.length }
}

type Figure = { name: string; figure: number; of: 'gross' | 'refunds' | 'orders'; rows: Record<string, string | null> }
type Summary = ResultOf<typeof sales.getSalesSummary>

/** Every figure of the screen, as it is shown there. */
const figuresOf = (summary: Summary, { group, filter: span }: ReturnType<typeof askedOf>): Figure[] => [
  { name: 'gross', figure: summary.gross, of: 'gross', rows: rowsOf.gross() },
  { name: 'orders', figure: summary.orders, of: 'orders', rows: rowsOf.gross() },
  ...(summary.refunds === null
    ? []
    : [{ name: 'refunds', figure: summary.refunds, of: 'refunds' as const, rows: rowsOf.refunds() }]),
  ...summary.top.map(({ kind, itemId, name, gross }) => ({
    name: `top ${name}`,
    figure: gross,
    of: 'gross' as const,
    rows: rowsOf.item(kind, itemId),
  })),
  ...summary.events.map(({ eventId, title, gross }) => ({
    name: `event ${title}`,
    figure: gross,
    of: 'gross' as const,
    rows: rowsOf.event(eventId),
  })),
  ...summary.points.flatMap((point) => {
    const at = { day: point.day, group, span }
    const kinds = orderKinds.map((kind) => ({
      name: `${point.day} ${kind}`,
      figure: point.gross[kind],
      of: 'gross' as const,
      rows: rowsOf.pointGross(at, kind),
    }))
    const back = {
      name: `${point.day} refunds`,
      figure: point.refunds,
      of: 'refunds' as const,
      rows: rowsOf.pointRefunds(at),
    }
    return summary.refunds === null ? kinds : [...kinds, back]
  }),
]

/** Compares every figure that is shown at an address; answers how many are something. */
const compared = async (brand: Brand, href: string) => {
  const asked = askedOf(queryIn(href), now())
  const payload = { ...brand, ...asked.filter, groupBy: asked.group }
  const summary = await ask(sales.getSalesSummary, payload, world.of.owner)
  const shown = figuresOf(summary, asked).filter(({ figure }) => figure !== 0)
  for (const { name, figure, of, rows } of shown) {
    const opened = await rowsAt(brand, hrefWith(href, rows))
    expect(opened[of], `${href} ${name} -> ${hrefWith('', rows)}`).toBe(figure)
  }
  return shown.length
}

const addresses = (): Record<string, string> => {
  const { of, eventId, goodsId, tourId } = world
  const middle = `from=${dayOf(now() - 62 * day)}&to=${dayOf(now() - 3 * day)}`
  return {
    'the last 30 days': '',
    'the last week, on a page of the list that was refunded': 'period=week&refunded=only&page=2&size=50',
    'a quarter by week': 'period=quarter',
    'a quarter by day': 'period=quarter&group=day',
    'a year by month': 'period=year',
    'days that are no whole months, by month': `${middle}&group=month`,
    'days that are no whole weeks, by week': `${middle}&group=week`,
    'one kind': 'period=quarter&kind=goods',
    'one way to pay': 'period=quarter&method=konbini',
    'a plan': `period=quarter&item=${of.planId}`,
    'some goods': `period=quarter&item=${goodsId}`,
    'goods of an event': `period=quarter&eventId=${eventId}`,
    'goods of an event, of one kind': `period=quarter&eventId=${eventId}&kind=eventGoods&item=${tourId}`,
  }
}

test('every figure opens the rows that it is the sum of, wherever it is shown and whatever it is narrowed by', async () => {
  const found: Record<string, number> = {}
  for (const [what, query] of Object.entries(addresses()))
    found[what] = await compared(world.home, query === '' ? at : `${at}?${query}`)
  // Control: every address has rows behind it, refunds included.
  for (const [what, count] of Object.entries(found)) expect(count, what).toBeGreaterThan(2)
  expect(found['a quarter by day']).toBeGreaterThan(15)
})

test('every figure of a brand that has only shares of another’s goods opens its rows', async () => {
  const all = addresses()
  for (const what of ['a quarter by week', 'a year by month', 'goods of an event'])
    expect(await compared(world.other, `${at}?${all[what]}`), what).toBeGreaterThan(2)
})

test('a figure keeps what it is narrowed by, and leaves the page and the refunds of the list', () => {
  const href = `${at}?period=year&method=card&refunded=only&page=3&size=50`
  const { filter, group } = askedOf(queryIn(href), now())
  const of = { day: '2026-02-01', group, span: { from: filter.from - 400 * day, to: filter.to } }
  const opened = new URL(hrefWith(href, rowsOf.pointGross(of, 'goods')), 'http://club.test').searchParams
  expect(Object.fromEntries(opened)).toEqual({
    method: 'card',
    size: '50',
    from: '2026-02-01',
    to: '2026-02-28',
    kind: 'goods',
  })
})
