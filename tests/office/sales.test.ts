import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { fillSales } from '#money/ledger/sales.queries.server.ts'
import { sales } from '#office/sales/contract.ts'
import { salesHeader } from '#office/sales/export.server.ts'
import { events } from '#publishing/events/contract.ts'
import { now } from '#server/clock.ts'
import { database, pool } from '#server/db.ts'
import { staffOrders } from '#shop/desk/contract.ts'
import { eventGoods } from '#shop/eventGoods/contract.ts'
import { addMember, ask, club, person } from '../support/club'
import { onSale, orderOf, secondBrand, tour } from '../support/eventGoods'
import { fileOf } from '../support/file'
import type { Club } from '../support/goods'
import { payCart, put } from '../support/goods'
import { goodsOrder } from '../support/goodsOrder'
import { told } from '../support/payments'
import { joinByCard, moveTo, newFan, settled, shop } from '../support/shop'

const span = () => ({ from: now() - 2 * day, to: now() + day })
type Brand = { tenantId: string; brandId: string }

/** What a screen of sales says of a brand: its sums, the sums of its rows, and those of the file. */
const seen = async (of: Club, brand: Brand, filter: object = {}) => {
  const asked = { ...brand, ...span(), ...filter }
  const summary = await ask(sales.getSalesSummary, { ...asked, groupBy: 'day' }, of.owner)
  const { sales: rows, pagination } = await ask(sales.getSales, asked, of.owner)
  const file = await fileOf((await ask(sales.exportSales, { ...asked, encoding: 'utf8bom' }, of.owner)).exportId)
  const total = (name: string) => Number(file.totals[salesHeader.indexOf(name)])
  const sum = (amountOf: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + (amountOf(row) ?? 0), 0)
  const { gross, refunds, orders } = summary
  expect(sum((row) => row.gross)).toBe(gross)
  if (refunds === null) expect(rows.every((row) => row.refunded === null)).toBe(true)
  else expect(sum((row) => row.refunded)).toBe(refunds)
  const sold = file.rows.filter((row) => row[salesHeader.indexOf('区分')] === '売上')
  expect([total('売上'), sold.length]).toEqual([gross, rows.length])
  if (refunds !== null) {
    expect([total('返金'), total('差引')]).toEqual([refunds, gross - refunds])
    const net = salesHeader.indexOf('差引')
    expect(file.rows.reduce((all, row) => all + Number(row[net]), 0)).toBe(gross - refunds)
  }
  expect(pagination.totalCount).toBe(orders)
  // The figure of refunds opens what was refunded within the span, and that is its sum.
  const back = await ask(sales.getSales, { ...asked, isRefunded: true }, of.owner)
  if (refunds !== null) expect(back.sales.reduce((all, row) => all + (row.refunded ?? 0), 0)).toBe(refunds)
  expect(back.pagination.totalCount).toBe(back.sales.length)
  expect(summary.points.reduce((all, point) => all + Object.values(point.gross).reduce((a, b) => a + b, 0), 0)).toBe(
    gross,
  )
  return { gross, refunds, orders, rows, summary }
}

/** What the ledger has earned for a brand, and what of that went back. */
const earned = async ({ tenantId, brandId }: Brand) => {
  const { rows } = await pool().query(
    `select coalesce(-sum(amount) filter (where component in ('gross', 'shippingFee')), 0)::int as gross,
       coalesce(sum(amount) filter (where component in ('refund', 'chargeback')), 0)::int as refunds
     from ledger_entries where tenant_id = $1 and brand_id = $2 and account = 'brandPayable'`,
    [tenantId, brandId],
  )
  return rows[0]
}

const sumsOf = (of: Club, brand: Brand) => ask(sales.getSalesSummary, { ...brand, ...span(), groupBy: 'day' }, of.owner)

const sharing = async () => {
  const of = await club()
  const [brandId, fan] = [await secondBrand(of), await person()]
  const { tenantId } = of
  const home = { tenantId, brandId: of.brandId }
  const other = { tenantId, brandId }
  const shares = [
    { brandId: of.brandId, share: 6667 },
    { brandId, share: 3333 },
  ]
  const { eventId } = await ask(events.createDraftEvent, { ...of.ids, ...tour }, of.owner)
  const made = await onSale(of, { price: 1001, shares, eventId })
  const own = await onSale(of, { price: 500 })
  const { cartId } = await put(of, fan, made, 3)
  await put(of, fan, own, 1)
  await payCart(cartId, fan)
  const { order_id: orderId } = await orderOf(fan)
  const { orders } = await ask(eventGoods.getPickUpOrder, { tenantId, code: orderId }, of.owner)
  const lines = orders[0]?.lines ?? []
  const lineId = lines.find(({ quantity }) => quantity === 3)?.lineId ?? ''
  const all = lines.map((line) => ({ lineId: line.lineId, quantity: line.quantity }))
  return { of, home, other, fan, orderId, lineId, all, eventId, goodsId: made.goodsId, tenantId }
}

describe('goods that several brands of a club share', () => {
  test('are sales of each by the day of the payment, which its statement earns when they are handed over', async () => {
    const { of, home, other, orderId, all, tenantId } = await sharing()
    // 33.33 % of 3,003 yen are 1,000.8999: what is left over stays with the home brand.
    expect(await seen(of, home)).toMatchObject({ gross: 2503, refunds: 0, orders: 1 })
    const theirs = await seen(of, other)
    expect(theirs).toMatchObject({ gross: 1000, refunds: 0, orders: 1 })
    expect(theirs.rows).toMatchObject([{ orderId, orderBrandId: of.brandId, sharedBy: 'Aoi', buyerName: '', given: 0 }])
    expect((await seen(of, home)).rows).toMatchObject([{ given: 1000, sharedBy: '' }])
    expect(await earned(other)).toEqual({ gross: 0, refunds: 0 })
    await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: all }, of.owner)
    expect(await earned(home)).toEqual({ gross: 2503, refunds: 0 })
    expect(await earned(other)).toEqual({ gross: 1000, refunds: 0 })
    // Who has nothing to do with the home brand sees the share, and no way to its order.
    const accountant = await person()
    await addMember(tenantId, accountant, 'accountant', [other.brandId])
    expect((await ask(sales.getSales, { ...other, ...span() }, accountant)).sales).toMatchObject([
      { gross: 1000, orderBrandId: null },
    ])
  })

  test('go back from each, whether they had been handed over or not', async () => {
    for (const isHanded of [true, false]) {
      const { of, home, other, orderId, lineId, all, tenantId } = await sharing()
      if (isHanded) await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: all }, of.owner)
      await ask(
        staffOrders.refundOrder,
        { ...of.ids, orderId, lines: [{ lineId, quantity: 3 }], reason: 'Torn.' },
        of.owner,
      )
      await settled()
      expect(await seen(of, home)).toMatchObject({ gross: 2503, refunds: 2003 })
      expect(await seen(of, other)).toMatchObject({ gross: 1000, refunds: 1000 })
      if (isHanded) expect([(await earned(home)).refunds, (await earned(other)).refunds]).toEqual([2003, 1000])
    }
  })

  test('are sold as before when a refund of them came back, or a dispute was won', async () => {
    for (const isHanded of [true, false]) {
      const { of, home, other, orderId, all, tenantId } = await sharing()
      if (isHanded) await ask(eventGoods.pickUpOrderLines, { tenantId, orderId, lines: all }, of.owner)
      const { rows } = await pool().query('select intent_id as id from orders where order_id = $1', [orderId])
      const dispute = await told<{ id: string }>({ action: 'createDispute', intent: rows[0].id })
      await settled()
      expect(await seen(of, home)).toMatchObject({ gross: 2503, refunds: 2503 })
      expect(await seen(of, other)).toMatchObject({ gross: 1000, refunds: 1000 })
      await told({ action: 'closeDispute', dispute: dispute.id, status: 'won' })
      await settled()
      for (const brand of [home, other]) expect((await sumsOf(of, brand)).refunds).toBe(0)
      const one = await sharing()
      if (isHanded)
        await ask(
          eventGoods.pickUpOrderLines,
          { tenantId: one.tenantId, orderId: one.orderId, lines: one.all },
          one.of.owner,
        )
      const said = {
        ...one.of.ids,
        orderId: one.orderId,
        lines: [{ lineId: one.lineId, quantity: 3 }],
        reason: 'Torn.',
      }
      await ask(staffOrders.refundOrder, said, one.of.owner)
      await settled()
      const refunds = await pool().query('select provider_refund_id as id from refunds where order_id = $1', [
        one.orderId,
      ])
      await told({ action: 'bounceRefund', refund: refunds.rows[0].id })
      await settled()
      for (const brand of [one.home, one.other]) expect((await sumsOf(one.of, brand)).refunds).toBe(0)
    }
  })

  test('are found by their event, of whose goods alone the amounts are', async () => {
    const { of, home, other, eventId, goodsId } = await sharing()
    const { summary } = await seen(of, home)
    expect(summary.events).toEqual([{ eventId, title: 'Winter tour', gross: 2003 }])
    expect(await seen(of, home, { eventId })).toMatchObject({ gross: 2003, refunds: null, orders: 1 })
    expect(await seen(of, home, { goodsId })).toMatchObject({ gross: 2003, refunds: null })
    expect(await seen(of, other, { eventId })).toMatchObject({ gross: 1000 })
    expect(await seen(of, home, { eventId: 'event_none' })).toMatchObject({ gross: 0, orders: 0 })
    expect(await seen(of, other, { kind: 'plan' })).toMatchObject({ gross: 0, orders: 0 })
  })
})

test('what was refunded in a span is found whenever it was sold, with what went back within the span alone', async () => {
  const of = await shop()
  const joins = await newFan()
  await joinByCard(of, joins)
  const { rows: joined } = await pool().query('select order_id from orders where uid = $1', [joins.uid])
  const soldAt = now()
  const refund = (orderId: string, amount: number) =>
    ask(staffOrders.refundOrder, { ...of.ids, orderId, amount, reason: 'Sorry.' }, of.owner).then(settled)
  await refund(joined[0].order_id, 300)
  await moveTo(now() + 40 * day)
  await refund(joined[0].order_id, 200)
  const opened = async (from: number, to: number) => {
    const asked = { ...of.ids, from, to }
    const { refunds } = await ask(sales.getSalesSummary, { ...asked, groupBy: 'day' }, of.owner)
    const list = await ask(sales.getSales, { ...asked, isRefunded: true }, of.owner)
    // The file says by its own days what the screen says, whatever of the order lies outside the span.
    const file = await fileOf((await ask(sales.exportSales, { ...asked, encoding: 'utf8bom' }, of.owner)).exportId)
    expect(Number(file.totals[salesHeader.indexOf('返金')])).toBe(refunds)
    return { refunds, rows: list.sales.map(({ orderId, refunded }) => ({ orderId, refunded })) }
  }
  const row = (refunded: number) => ({ orderId: joined[0].order_id, refunded })
  expect(await opened(now() - 2 * day, now() + day)).toEqual({ refunds: 200, rows: [row(200)] })
  expect(await opened(soldAt - day, soldAt + day)).toEqual({ refunds: 300, rows: [row(300)] })
  expect(await opened(soldAt - day, now() + day)).toEqual({ refunds: 500, rows: [row(500)] })
  expect(await opened(soldAt + 2 * day, now() - 2 * day)).toEqual({ refunds: 0, rows: [] })
})

test('what was refunded is listed by the day of its refund, the newest first, whenever it was sold', async () => {
  const of = await shop()
  const sell = async () => {
    const fan = await newFan()
    await joinByCard(of, fan)
    const { rows } = await pool().query('select order_id from orders where uid = $1', [fan.uid])
    return rows[0].order_id as string
  }
  const refund = async (orderId: string, amount: number) => {
    await ask(staffOrders.refundOrder, { ...of.ids, orderId, amount, reason: 'Sorry.' }, of.owner)
    await settled()
    return now()
  }
  const from = now() - day
  const [first, second] = [await sell(), await sell()]
  await moveTo(now() + day)
  const third = await sell()
  await moveTo(now() + day)
  await refund(first, 100)
  await refund(third, 300)
  await moveTo(now() + day)
  await refund(second, 200)
  await moveTo(now() + day)
  // Its second refund is the newest of all.
  const last = await refund(first, 150)
  const asked = { ...of.ids, from, to: now() + day }
  const opened = (pagination: { limit: number; offset: number }, filter: object = {}) =>
    ask(sales.getSales, { ...asked, isRefunded: true, ...filter, pagination }, of.owner)
  const { sales: rows } = await opened({ limit: 20, offset: 0 })
  expect(rows.map(({ orderId, refunded }) => [orderId, refunded])).toEqual([
    [first, 250],
    [second, 200],
    [third, 300],
  ])
  const times = rows.map(({ refundedAt }) => refundedAt ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(Math.abs((times[0] ?? 0) - last)).toBeLessThan(60_000)
  // Page by page it is the same list.
  const pages = await Promise.all([0, 1, 2].map((offset) => opened({ limit: 1, offset })))
  expect(pages.flatMap((page) => page.sales.map(({ orderId }) => orderId))).toEqual([first, second, third])
  // Of a span that the newest refund is not in, the one before counts.
  const before = await opened({ limit: 20, offset: 0 }, { to: last - day / 2 })
  expect(before.sales.map(({ orderId, refunded }) => [orderId, refunded])).toEqual([
    [second, 200],
    [third, 300],
    [first, 100],
  ])
  // What was sold is listed by its sale, and says nothing of when it went back.
  const { sales: sold } = await ask(sales.getSales, asked, of.owner)
  expect(sold.map(({ orderId, refundedAt }) => [orderId, refundedAt])).toEqual([
    [third, null],
    ...[first, second]
      .toSorted((a, b) => soldAt(sold, b) - soldAt(sold, a) || (a < b ? 1 : -1))
      .map((id) => [id, null]),
  ])
})
const soldAt = (rows: readonly { orderId: string; paidAt: number }[], orderId: string) =>
  rows.find((row) => row.orderId === orderId)?.paidAt ?? 0

test('shipping that goes back with goods that were not sent is a refund as well', async () => {
  const of = await club()
  const order = await goodsOrder(of, { shippingFee: 600 })
  expect(await seen(of, of.ids)).toMatchObject({ gross: order.total, refunds: 0 })
  await ask(staffOrders.refundOrder, { ...order.of, amount: order.total, reason: 'Sold out.' }, of.owner)
  await settled()
  expect(await seen(of, of.ids)).toMatchObject({ gross: order.total, refunds: order.total, summary: { net: 0 } })
})

test('the sums of a club whose orders are counted at once are those that its bookings kept', async () => {
  const { of, tenantId } = await sharing()
  await goodsOrder(of, { shippingFee: 600 })
  const kept = async () =>
    (
      await pool().query(
        'select brand_id, day, kind, method, sum(orders)::int as orders, sum(gross)::int as gross from sales_days where tenant_id = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4',
        [tenantId],
      )
    ).rows
  const before = await kept()
  expect(before.length).toBeGreaterThan(2)
  await pool().query('delete from sales_days where tenant_id = $1', [tenantId])
  await fillSales(database(), tenantId)
  expect(await kept()).toEqual(before)
})
