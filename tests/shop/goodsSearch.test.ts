import { expect, test } from 'vitest'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { goods } from '#shop/goods/contract.ts'
import { exampleGoods } from '#shop/goods/mock.ts'
import { ask, club, refused } from '../support/club'

const day = 86_400_000
type Shelf = Awaited<ReturnType<typeof shelf>>

/** A shelf of five things whose names, prices and ends are set here; the last was added last. */
const shelf = async () => {
  const of = await club()
  const at = now()
  const things = [
    ['Live Tour Towel 2026', 2000, null],
    ['Ｔｏｕｒ Tシャツ', 3500, null],
    ['Pin 100%', 500, null],
    ['Old tour poster', 2000, -1],
    ['Old pin', 500, -2],
  ] as const
  for (const [n, [name, price, end]] of things.entries()) {
    const { goodsId } = await ask(goods.createGoods, { ...of.ids, ...exampleGoods(at), name, price }, of.owner)
    await pool().query(`update goods set created_at = $2, sale_start_at = $3, sale_end_at = $4 where goods_id = $1`, [
      goodsId,
      new Date(at + n),
      new Date(at - 9 * day),
      end && new Date(at + end * day),
    ])
  }
  return of
}
type More = Partial<Parameters<typeof ask<typeof goods.getPublicGoodsList>>[1]>
const names = async (of: Shelf, more: More = {}) =>
  (await ask(goods.getPublicGoodsList, { ...of.ids, ...more })).goodsList.map(({ name }) => name)

test('goods are found by every word of the search, in any width and case, and a sign means itself', async () => {
  const of = await shelf()
  expect(await names(of, { q: 'tour' })).toEqual(['Old tour poster', 'Ｔｏｕｒ Tシャツ', 'Live Tour Towel 2026'])
  expect(await names(of, { q: ' ＴＯＷＥＬ　 live ' })).toEqual(['Live Tour Towel 2026'])
  expect(await names(of, { q: 'towel pin' })).toEqual([])
  expect(await names(of, { q: '%' })).toEqual(['Pin 100%'])
  expect(await names(of, { q: '_' })).toEqual([])
  expect(await names(of, { q: '  ' })).toHaveLength(5)
})

test('the shelf is ordered by age or price, and its pages of every order lose and repeat nothing', async () => {
  const of = await shelf()
  const orders = {
    price: [500, 500, 2000, 2000, 3500],
    '-price': [3500, 2000, 2000, 500, 500],
  }
  for (const [sort, prices] of Object.entries(orders)) {
    const { goodsList } = await ask(goods.getPublicGoodsList, { ...of.ids, sort: sort as 'price' })
    expect(goodsList.map(({ price }) => price)).toEqual(prices)
  }
  const newest = await names(of)
  expect(newest[0]).toBe('Old pin')
  expect(await names(of, { sort: '-createdAt' })).toEqual(newest)
  expect(await names(of, { sort: 'createdAt' })).toEqual(newest.toReversed())
  for (const sort of ['price', '-price', 'createdAt', '-createdAt'] as const) {
    const pages: string[] = []
    for (const offset of [0, 2, 4]) pages.push(...(await names(of, { sort, pagination: { limit: 2, offset } })))
    expect(pages, sort).toEqual(await names(of, { sort }))
  }
})

test('what is no longer sold stands apart, with a count of its own', async () => {
  const of = await shelf()
  expect(await names(of, { isEnded: true })).toEqual(['Old pin', 'Old tour poster'])
  expect(await names(of, { isEnded: false })).toEqual(['Pin 100%', 'Ｔｏｕｒ Tシャツ', 'Live Tour Towel 2026'])
  const found = await ask(goods.getPublicGoodsList, { ...of.ids, isEnded: true, q: 'tour', sort: 'price' })
  expect(found.pagination.totalCount).toBe(1)
  const filterOption = { deliveryMethod: null, isPurchasableOnly: true }
  expect(await names(of, { isEnded: true, filterOption })).toEqual([])
})

test('an order that nobody knows and a search of more than 100 letters are refused', async () => {
  const of = await club()
  for (const more of [{ sort: 'name' }, { sort: '' }, { q: 'a'.repeat(101) }, { isEnded: 'yes' }])
    expect(await refused(goods.getPublicGoodsList, { ...of.ids, ...more } as never)).toMatchObject({
      status: 400,
      code: 'validation',
    })
})
