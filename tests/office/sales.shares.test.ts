import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSales } from '#money/ledger/sales.queries.server.ts'
import { sales } from '#office/sales/contract.ts'
import { database, pool } from '#server/db.ts'
import { ask, club, newId } from '../support/club'
import { boundOf, costOf } from '../support/cost'
import { secondBrand } from '../support/eventGoods'
import { fileOf } from '../support/file'
import { ownerUrl } from '../support/world'

/*
 * A club of two brands whose first sells very many event goods: what the other one, which has a share of few or of none,
 * is shown of its sales, and what that costs.
 */
const from = Date.parse('2025-03-01T00:00:00+09:00')
const to = Date.parse('2025-06-01T00:00:00+09:00')
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
})
afterAll(() => owner.end())

const twoBrands = async () => {
  const of = await club()
  const other = { tenantId: of.tenantId, brandId: await secondBrand(of) }
  const goods = { own: newId('goods'), shared: newId('goods') }
  for (const goodsId of Object.values(goods)) {
    await owner.query(
      `insert into goods (tenant_id, brand_id, goods_id, goods_type, name, description, price, sales_type, sale_start_at, audience, plan_ids, visibility, thumbnails, shipping_fee, shipping_time_text, created_at, edited_at)
       select $1, $2, $3, 'physicalGoods', 'Shirt', '', 1000, 'permanent', timestamptz '2025-01-01', 'public', '[]', 'visible', '[]', 0, '', timestamptz '2025-01-01', timestamptz '2025-01-01'`,
      [of.tenantId, of.brandId, goodsId],
    )
    await owner.query(
      `insert into event_goods (tenant_id, goods_id, brand_id, delivery, pick_up, created_at) values ($1, $2, $3, 'pickUp', '{"venueName": "Hall", "windows": []}', timestamptz '2025-01-01')`,
      [of.tenantId, goodsId, of.brandId],
    )
  }
  return { of, other, goods }
}
type World = Awaited<ReturnType<typeof twoBrands>>

/** Orders of the first brand's goods in these three months, from the one number to the other. */
const sell = async ({ of, other, goods }: World, span: [number, number], { isShared = false, days = 92 } = {}) => {
  const shares = isShared
    ? [
        { brandId: of.brandId, share: 7500 },
        { brandId: other.brandId, share: 2500 },
      ]
    : [{ brandId: of.brandId, share: 10_000 }]
  await owner.query(
    `with made as (
      insert into orders (tenant_id, brand_id, order_id, order_number, uid, kind, payment_method, payment_state, open_key, subtotal, total, locale, placed_at, paid_at, edited_at)
      select $1::text, $2::text, 'order_' || $2::text || $7::text || n, 'E' || $7::text || n, 'fan_' || n, 'eventGoods', case when n % 3 = 0 then 'konbini' else 'card' end, 'paid', 'e', 1000, 1000, 'ja', at, at, at
      from generate_series($3::int + 1, $4::int) n,
        lateral (select timestamptz '2025-03-01 00:00:00+09' + make_interval(days => n % $8::int, secs => n * 7 % 86400) as at) t
      returning order_id)
    insert into order_lines (tenant_id, order_id, line_id, position, name, unit_price, quantity, goods_id, variation_id, delivery_method, shares)
    select $1::text, order_id, 'line_' || order_id, 0, 'Shirt', 1000, 1, $5::text, 'variation_x', 'physical', $6::jsonb from made`,
    [
      of.tenantId,
      of.brandId,
      ...span,
      isShared ? goods.shared : goods.own,
      JSON.stringify(shares),
      isShared ? 's' : 'o',
      days,
    ],
  )
}
const count = async ({ of }: World) => {
  await pool().query('delete from sales_days where tenant_id = $1', [of.tenantId])
  await fillSales(database(), of.tenantId)
  await owner.query('vacuum analyze orders, order_lines, sales_days, event_goods')
}

describe('what a brand is shown of its shares', () => {
  test('is every one of them, whatever else its club sells: page by page, in its file, and by way of paying', async () => {
    const world = await twoBrands()
    const { of, other, goods } = world
    await sell(world, [0, 900])
    await sell(world, [0, 250], { isShared: true, days: 23 })
    await count(world)
    const { rows } = await pool().query(
      'select order_id, payment_method from orders o join order_lines l using (tenant_id, order_id) where tenant_id = $1 and goods_id = $2 order by paid_at desc, order_id desc',
      [of.tenantId, goods.shared],
    )
    const all: string[] = rows.map((row) => row.order_id)
    expect(all).toHaveLength(250)
    const pages = async (limit: number, filter: object = {}) => {
      const found: string[] = []
      for (let offset = 0; ; offset += limit) {
        const asked = { ...other, from, to, ...filter, pagination: { limit, offset } }
        const { sales: shown, pagination } = await ask(sales.getSales, asked, of.owner)
        found.push(...shown.map(({ orderId }) => orderId))
        if (shown.length < limit) {
          expect(pagination.totalCount).toBe(found.length)
          return found
        }
      }
    }
    expect(await pages(100)).toEqual(all)
    expect(await pages(20)).toEqual(all)
    expect(await pages(50, { goodsId: goods.shared })).toEqual(all)
    const byCard = rows.filter((row) => row.payment_method === 'card').map((row) => row.order_id)
    expect(await pages(50, { method: 'card', kind: 'eventGoods' })).toEqual(byCard)
    for (const filter of [{ goodsId: goods.own }, { kind: 'goods' }, { from: to, to: to + 86_400_000 }])
      expect(await pages(20, filter), JSON.stringify(filter)).toEqual([])
    // Within days of which nobody has kept a sum: from a noon to another.
    const noon = { from: from + 43_200_000, to: from + 5 * 86_400_000 + 43_200_000 }
    const { rows: within } = await pool().query(
      `select order_id from orders o join order_lines l using (tenant_id, order_id)
       where tenant_id = $1 and goods_id = $2 and paid_at >= $3 and paid_at < $4 order by paid_at desc, order_id desc`,
      [of.tenantId, goods.shared, new Date(noon.from), new Date(noon.to)],
    )
    expect(within.length).toBeGreaterThan(20)
    expect(await pages(5, noon)).toEqual(within.map((row) => row.order_id))
    const { exportId } = await ask(sales.exportSales, { ...other, from, to, encoding: 'utf8bom' }, of.owner)
    expect((await fileOf(exportId)).count).toBe(250)
    const summary = await ask(sales.getSalesSummary, { ...other, from, to, groupBy: 'day' }, of.owner)
    expect(summary).toMatchObject({ orders: 250, gross: 250 * 250 })
  })
})

describe('what that costs does not grow with what the others sell', () => {
  const asks = {
    'the list': {},
    'of event goods': { kind: 'eventGoods' },
    'by card': { method: 'card' },
    'of refunds': { isRefunded: true },
  } as const
  const costs = async (world: World) => {
    const all: Record<string, Awaited<ReturnType<typeof costOf>>> = {}
    for (const [what, filter] of Object.entries(asks)) {
      const asked = { ...world.other, from, to, ...filter, pagination: { limit: 20, offset: 0 } }
      // Counted pages as well: nothing is there to be counted.
      const { pages, totals, statements } = await costOf(owner, () => ask(sales.getSales, asked, world.of.owner))
      all[what] = { pages: pages + totals, totals: 0, statements }
    }
    return all
  }

  test.each([
    ['for a brand without a share', 0],
    ['for a brand with three shares', 3],
  ])('%s', async (_, shared) => {
    const world = await twoBrands()
    if (shared > 0) await sell(world, [0, shared], { isShared: true })
    await sell(world, [0, 100])
    await count(world)
    const small = await costs(world)
    await sell(world, [100, 20_000])
    await count(world)
    const large = await costs(world)
    for (const what of Object.keys(asks)) {
      const [before, after] = [small[what], large[what]]
      if (!before || !after) return expect.fail('not measured')
      // The days on which it has a share are looked through, once for the rows and once for their number; no other day is.
      const looked = shared === 0 ? 0 : 2 * shared * (20_000 / 92) * 5
      expect(after.pages, `${what}: ${before.pages} pages become ${after.pages}`).toBeLessThanOrEqual(
        boundOf(before, after) + looked,
      )
    }
  })
})
