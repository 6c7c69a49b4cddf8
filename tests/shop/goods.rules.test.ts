import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day } from '#kit/time.ts'
import { database } from '#server/db.ts'
import { cartStatuses, problemOf, quantityProblem, summaryOf } from '#shop/carts/cart.ts'
import type { PublicGoodsDetail } from '#shop/goods/contract.ts'
import { structuredGoods } from '#shop/goods/fan/structured.ts'
import { salesStatusAt, salesStatuses, shippingFeeOf } from '#shop/goods/goods.ts'
import { hasStatus } from '#shop/goods/queries.server.ts'
import { goods, goodsVariations } from '#shop/goods/tables.server.ts'
import { club, newId } from '../support/club'

const at = Date.UTC(2026, 10, 20)

const variation = fc.record({
  isStopped: fc.boolean(),
  isHidden: fc.boolean(),
  isUnlimited: fc.boolean(),
  initial: fc.integer({ min: 0, max: 2 }),
  reserved: fc.constant(0),
  sold: fc.integer({ min: 0, max: 2 }),
})
const item = fc
  .record({
    start: fc.integer({ min: -2, max: 2 }),
    length: fc.option(fc.integer({ min: 1, max: 3 })),
    /** Goods of an event: sold in the first part of it, and in its last. */
    isInParts: fc.boolean(),
    variations: fc.array(variation, { maxLength: 3 }),
  })
  .map(({ start, length, isInParts, variations }) => ({
    saleStartAt: at + start * day,
    saleEndAt: length === null ? null : at + (start + length) * day,
    saleWindows:
      length === null || !isInParts
        ? null
        : [
            { audience: 'fanClub' as const, planIds: [], startAt: at + start * day, endAt: at + (start + 0.5) * day },
            {
              audience: 'public' as const,
              planIds: [],
              startAt: at + (start + length - 0.5) * day,
              endAt: at + (start + length) * day,
            },
          ],
    variations: variations.map((one) => ({
      ...one,
      sold: one.isUnlimited ? one.sold : Math.min(one.sold, one.initial),
    })),
  }))

test('the sales status is the same in the rule and in SQL, whatever the goods are', async () => {
  const { tenantId, ids } = await club()
  const samples = fc.sample(item, 150)
  const rows = samples.map((one) => ({ ...one, goodsId: newId('goods') }))
  await database()
    .insert(goods)
    .values(
      rows.map(({ goodsId, saleStartAt, saleEndAt, saleWindows }) => ({
        ...ids,
        goodsId,
        visibility: 'visible' as const,
        name: 'Towel',
        description: '',
        price: 500,
        goodsType: 'physicalGoods' as const,
        salesType: 'permanent' as const,
        saleStartAt,
        saleEndAt,
        saleWindows,
        audience: 'public' as const,
        planIds: [],
        thumbnails: [],
        createdAt: at,
        editedAt: at,
      })),
    )
  await database()
    .insert(goodsVariations)
    .values(
      rows.flatMap(({ goodsId, variations }) =>
        variations.map((one, position) => ({
          ...one,
          tenantId,
          goodsId,
          position,
          name: '',
          variationId: newId('variation'),
        })),
      ),
    )
  const seen = new Map<string, string[]>()
  for (const status of salesStatuses) {
    const found = await database()
      .select({ goodsId: goods.goodsId })
      .from(goods)
      .where(
        sql`${goods.tenantId} = ${tenantId} and ${hasStatus(status, sql`${new Date(at).toISOString()}::timestamptz`)}`,
      )
    for (const { goodsId } of found) seen.set(goodsId, [...(seen.get(goodsId) ?? []), status])
  }
  for (const one of rows) {
    const variations = one.variations.map((each) => ({ ...each, available: each.initial - each.sold - each.reserved }))
    // One status and never two.
    expect(seen.get(one.goodsId), JSON.stringify(one)).toEqual([salesStatusAt(one, variations, at)])
  }
  expect(new Set([...seen.values()].flat())).toEqual(new Set(salesStatuses))
})

const towel = {
  goodsType: 'physicalGoods' as const,
  visibility: 'visible' as const,
  saleStartAt: at - day,
  saleEndAt: at + day,
  price: 2000,
  shippingFee: 500,
  maxPerPerson: null,
}
const inStock = {
  isUnlimited: false,
  available: 3,
  reserved: 0,
  sold: 0,
  isStopped: false,
  isHidden: false,
  maxQuantity: null,
}
const line = (changes: {
  goods?: Partial<typeof towel> & { visibility?: 'visible' | 'hidden' }
  variation?: Partial<typeof inStock>
  quantity?: number
  priceSeen?: number
}) => ({
  goods: { ...towel, ...changes.goods },
  variation: { ...inStock, ...changes.variation },
  quantity: changes.quantity ?? 1,
  priceSeen: changes.priceSeen ?? 2000,
})

describe('A8: what a cart says of a line', () => {
  test.each([
    ['nothing while all is well', line({}), null],
    ['before the sale', line({ goods: { saleStartAt: at + 1 } }), 'outOfSalePeriod'],
    ['at the first moment of the sale', line({ goods: { saleStartAt: at } }), null],
    ['in its last moment', line({ goods: { saleEndAt: at + 1 } }), null],
    ['at its end', line({ goods: { saleEndAt: at } }), 'outOfSalePeriod'],
    ['hidden goods', line({ goods: { visibility: 'hidden' as never } }), 'outOfSalePeriod'],
    ['a hidden variation', line({ variation: { isHidden: true } }), 'outOfSalePeriod'],
    ['the last piece is gone', line({ variation: { available: 0 } }), 'soldOut'],
    ['stopped by hand', line({ variation: { isStopped: true } }), 'soldOut'],
    ['stopped by hand, without end', line({ variation: { isStopped: true, isUnlimited: true } }), 'soldOut'],
    ['fewer than asked for', line({ quantity: 4 }), 'stockShortage'],
    ['as many as there are', line({ quantity: 3 }), null],
    ['without end', line({ quantity: 50, variation: { isUnlimited: true, available: -3 } }), null],
    ['dearer than it was', line({ priceSeen: 1500 }), 'priceChanged'],
    ['cheaper than it was', line({ priceSeen: 2500 }), 'priceChanged'],
    ['sold out comes before a new price', line({ priceSeen: 1500, variation: { available: 0 } }), 'soldOut'],
  ] as const)('%s', (_, one, expected) => {
    expect(problemOf(one as Parameters<typeof problemOf>[0], at)).toBe(expected)
  })

  test('there is a word for each of them', () => {
    expect([...cartStatuses].sort()).toEqual(['outOfSalePeriod', 'priceChanged', 'soldOut', 'stockShortage'])
  })

  test('more than one person may have is told before the stock is', () => {
    const few = { ...inStock, maxQuantity: 2 }
    expect(quantityProblem(towel, few, 3, at)).toBe('tooMany')
    expect(quantityProblem(towel, few, 2, at)).toBe(null)
    expect(quantityProblem({ ...towel, goodsType: 'digitalGoods' }, { ...inStock, isUnlimited: true }, 2, at)).toBe(
      'tooMany',
    )
  })
})

describe('what an order costs', () => {
  test('the highest shipping fee of what is sent, once', () => {
    const sent = (shippingFee: number) => ({ goodsType: 'physicalGoods' as const, shippingFee })
    const digital = { goodsType: 'digitalGoods' as const, shippingFee: 900 }
    expect(shippingFeeOf([sent(300), sent(800), digital], 5000, null)).toBe(800)
    expect(shippingFeeOf([digital], 5000, null)).toBe(0)
    expect(shippingFeeOf([sent(300)], 9999, 10_000)).toBe(300)
    expect(shippingFeeOf([sent(300)], 10_000, 10_000)).toBe(0)
    expect(shippingFeeOf([], 0, null)).toBe(0)
  })

  test('totals add up and are never negative', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ price: fc.integer({ min: 100, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
          {
            maxLength: 50,
          },
        ),
        (lines) => {
          const summary = summaryOf(
            lines.map(({ price, quantity }) => ({ goods: { ...towel, price }, quantity })),
            null,
          )
          expect(summary.totalFee).toBe(summary.subtotal + summary.shippingFee)
          expect(summary.subtotal).toBe(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0))
          expect(summary.shippingFee).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('what search engines read of goods', () => {
  const read = (saleEndDateTime: number | null, name = 'Towel') => {
    const item = { name, description: '', thumbnails: [], price: 2000, goodsStatus: { salesStatus: 'onSale' } }
    const text = structuredGoods({ ...item, saleEndDateTime } as unknown as PublicGoodsDetail, {
      brandName: 'Aoi',
      address: 'http://localhost/fc/aoi/goods/goods_1',
    })
    return { text, offers: JSON.parse(text).offers }
  }
  test.each([
    ['2026-12-31T05:00:00+09:00', '2026-12-31'],
    ['2026-12-31T23:00:00+09:00', '2026-12-31'],
    ['2027-01-01T00:00:00+09:00', '2026-12-31'],
  ])('a sale until %s has its last day in Japan', (end, lastDay) => {
    expect(read(Date.parse(end)).offers).toMatchObject({
      price: '2000',
      priceCurrency: 'JPY',
      priceValidUntil: lastDay,
    })
  })
  test('no name ends the script that it stands in', () => {
    expect(read(null, '</script><script>').text).not.toContain('<')
    expect(read(null).offers).not.toHaveProperty('priceValidUntil')
  })
})
